"""The errors of the client: refusals of the service, and failures on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast


@dataclass(frozen=True)
class ErrorDetail:
    """A problem of the request: where, and what to do about it."""

    #: A JSON Pointer into the body, or the name of a parameter.
    path: str
    message: str


class ParleyError(Exception):
    """Every failure that the client reports.

    ``code`` is stable: one of docs/reference/errors.md, or one of the client's own, which have the category ``client``:
    ``network_failed``, ``timed_out``, ``response_unreadable``, ``wait_timed_out``, ``webhook_headers_invalid``,
    ``webhook_timestamp_outside_tolerance``, ``webhook_signature_invalid``, ``webhook_body_invalid``,
    ``webhook_secret_invalid``. The message says what to do, and may change.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        category: str = "client",
        retryable: bool = False,
        request_id: str | None = None,
        details: Sequence[ErrorDetail] = (),
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: HTTP status; 0 if there was no response.
        self.status = status
        self.category = category
        #: Whether the same request, with the same idempotency key, may succeed later.
        self.retryable = retryable
        #: For questions to the operator; None if the service did not answer.
        self.request_id = request_id
        self.details = tuple(details)
        #: How long the service wants to be left alone, s; None if it does not say.
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def record_of(value: object) -> Mapping[str, Any]:
    """A JSON object; an empty one for anything else."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def list_of(value: object) -> Sequence[Any]:
    """A JSON list; an empty one for anything else."""
    return cast("Sequence[Any]", value) if isinstance(value, list) else []


def record_in(text: bytes | str) -> Mapping[str, Any]:
    """The JSON object in a text; an empty one if it has none."""
    try:
        return record_of(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> ParleyError:
    """The error that a response describes; ``response_unreadable`` if it is not one of the service."""
    error = record_of(record_in(body).get("error"))
    retry_after_s = retry_after_of(headers)
    code = error.get("code")
    if not isinstance(code, str):
        return ParleyError(
            "response_unreadable",
            f"The response with status {status} is not one of Parley. Check base_url, and the proxies on the way.",
            status=status,
            retryable=status in (429, 502, 503, 504),
            request_id=headers.get("x-request-id"),
            retry_after_s=retry_after_s,
        )
    details = [record_of(detail) for detail in list_of(error.get("details"))]
    return ParleyError(
        code,
        str(error.get("message", code)),
        status=status,
        category=str(error.get("category", "client")),
        retryable=error.get("retryable") is True,
        request_id=error.get("requestId") or headers.get("x-request-id"),
        details=[ErrorDetail(str(of.get("path", "")), str(of.get("message", ""))) for of in details],
        retry_after_s=retry_after_s,
    )


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """The wait that ``Retry-After`` gives in seconds or as a date, s; None without one. A date counts from the response's own."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    at = _date_of(value)
    if at is None:
        return None
    sent_at = _date_of(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0.0, (at - sent_at).total_seconds())


def _date_of(text: str) -> datetime | None:
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return at if at.tzinfo is not None else at.replace(tzinfo=timezone.utc)
