"""Sends the requests of all resources.

It guarantees:

R1. A request is sent again only if that is safe: a read, or a change whose idempotency key makes the service run it once. All
    attempts have the same key.
R2. No attempt is made sooner than ``Retry-After`` allows. A wait of more than a minute is left to the caller: the error has it.
R3. Every attempt has a deadline for each of its steps.
"""

from __future__ import annotations

import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, IncompleteRead
from typing import Any, Final, cast

from .errors import ParleyError, error_of, record_in, record_of

#: The longest wait before a retry, s.
MAX_RETRY_AFTER_S = 60.0
FIRST_DELAY_S = 0.5
MAX_DELAY_S = 8.0
#: The largest answer that is read, bytes.
MAX_ANSWER_BYTES = 512 * 1024 * 1024


class Unset:
    """The value of a parameter that is not sent. None is sent, as null."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


@dataclass(frozen=True)
class Request:
    """A request of an operation, before its business is known."""

    operation: str
    method: str
    #: With ``{name}`` for parameters.
    path: str
    path_values: Mapping[str, str | int]
    query: Mapping[str, Any]
    #: None: there is no body.
    body: Mapping[str, Any] | None
    #: Whether it names a business, in the query or in the body.
    of_business: bool
    #: Whether it takes an Idempotency-Key.
    keyed: bool
    #: Whether the answer is a file.
    is_file: bool


@dataclass(frozen=True)
class Answer:
    """A response. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


#: Sends one request: URL, method, headers, body, deadline in seconds. Raises OSError or HTTPException without a response.
Send = Callable[[str, str, Mapping[str, str], bytes | None, float], Answer]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service redirects nothing: a redirect would carry the key elsewhere."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects())


def send_with_urllib(
    url: str, method: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
) -> Answer:
    """Sends a request, through the proxy of the environment if it names one.

    :raises OSError: without a response
    :raises HTTPException: if the response breaks off
    """
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        with _opener.open(request, timeout=timeout_s) as response:
            return Answer(response.status, _lower(response.headers), _body_of(response))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, _lower(error.headers), _body_of(error))


def _body_of(response: Any) -> bytes:
    body: bytes = response.read(MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES:
        raise ParleyError("response_unreadable", f"The answer has more than {MAX_ANSWER_BYTES} bytes.")
    # A read with a limit does not notice a connection that breaks before the end.
    length = response.headers.get("content-length")
    if isinstance(length, str) and length.isdigit() and int(length) != len(body):
        raise IncompleteRead(body, int(length) - len(body))
    return body


def _lower(headers: Any) -> Mapping[str, str]:
    return {str(name).lower(): str(value) for name, value in headers.items()}


class Transport:
    """Sends the requests of a client. Threads may share it."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        business_id: str | None,
        timeout_s: float,
        max_retries: int,
        send: Send,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._business_id = business_id
        self._timeout_s = timeout_s
        self._max_retries = max_retries
        self._send = send
        self.sleep = sleep

    def business_id(self) -> str:
        """The business of the key: from the options, or requested once."""
        if self._business_id is None:
            data = self.request(
                Request("readBusiness", "GET", "/api/v1/business", {}, {}, None, False, False, False),
            )
            found = record_of(data).get("businessId")
            if not isinstance(found, str):
                raise ParleyError(
                    "response_unreadable",
                    "The service does not say which business the key belongs to. Pass business_id.",
                )
            self._business_id = found
        return self._business_id

    def request(
        self, request: Request, *, idempotency_key: str | None = None, if_match: str | None = None
    ) -> Any:
        """The ``data`` of the answer, or the bytes of a file.

        :raises ParleyError: if the service refuses it, or does not answer
        """
        url, headers, body = self._prepared(request, idempotency_key or str(uuid.uuid4()), if_match)
        attempt = 0
        while True:
            try:
                return self._attempt(request, url, headers, body)
            except ParleyError as error:
                wait_s = self._wait_of(error, attempt, request)
                if wait_s is None:
                    raise
            self.sleep(wait_s)
            attempt += 1

    def _prepared(
        self, request: Request, key: str, if_match: str | None
    ) -> tuple[str, Mapping[str, str], bytes | None]:
        path = request.path
        for name, value in request.path_values.items():
            # An empty id would name another operation.
            if value == "":
                raise ValueError(f"{request.operation} needs {name}")
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        query = _set(request.query)
        body = None if request.body is None else _set(request.body)
        if request.of_business:
            sent = query if body is None else body
            if "businessId" not in sent:
                sent["businessId"] = self.business_id()
        headers = {"authorization": f"Bearer {self._api_key}", "accept": "application/json, */*"}
        if request.keyed:
            headers["idempotency-key"] = key
        if if_match is not None:
            headers["if-match"] = f'"{if_match}"'
        if body is not None:
            headers["content-type"] = "application/json"
        text = urllib.parse.urlencode([(name, _text(item)) for name, value in query.items() for item in _items(value)])
        url = f"{self._base_url}{path}{'?' + text if text else ''}"
        return url, headers, None if body is None else json.dumps(body, default=_plain).encode()

    def _attempt(self, request: Request, url: str, headers: Mapping[str, str], body: bytes | None) -> Any:
        try:
            answer = self._send(url, request.method, headers, body, self._timeout_s)
        except (OSError, HTTPException) as error:
            if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
                raise ParleyError(
                    "timed_out", f"There was no complete response within {self._timeout_s:g} s.", retryable=True
                ) from error
            raise ParleyError(
                "network_failed",
                "The service could not be reached, or the connection broke. Check base_url and the network.",
                retryable=True,
            ) from error
        if 200 <= answer.status < 300:
            if request.is_file:
                return answer.body
            envelope = record_in(answer.body)
            if envelope.get("ok") is True:
                return envelope.get("data")
        raise error_of(answer.status, answer.headers, answer.body)

    def _wait_of(self, error: ParleyError, attempt: int, request: Request) -> float | None:
        """How long to wait before the next attempt, s; None: there is none (R1, R2)."""
        if not (request.method == "GET" or request.keyed) or not error.retryable or attempt >= self._max_retries:
            return None
        backoff_s: float = min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** min(attempt, 10)) * (0.5 + random.random() / 2)
        if error.retry_after_s is None:
            return backoff_s
        if error.retry_after_s > MAX_RETRY_AFTER_S:
            return None
        # Clients that were refused together do not come back together.
        return max(backoff_s, error.retry_after_s + random.random() * 0.25)


def _set(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not isinstance(value, Unset)}


def _plain(value: object) -> object:
    """Mappings and sequences of every kind as JSON has them."""
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, Any]", value))
    if isinstance(value, Sequence):
        return list(cast("Sequence[Any]", value))
    raise TypeError(f"a {type(value).__name__} has no form in JSON")


def _items(value: object) -> Sequence[Any]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return cast("Sequence[Any]", value)
    return [value]


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
