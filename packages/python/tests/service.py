"""A service that answers as a test says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parley_voice.transport import Answer, Request, Transport

KEY = "parley_sk_test"
BUSINESS = "d639d4ad-ce0f-5bb7-a31b-8e59f88727cf"


@dataclass(frozen=True)
class Sent:
    """A request as it was sent."""

    url: str
    method: str
    headers: Mapping[str, str]
    body: Any


def success(data: Mapping[str, Any]) -> Answer:
    return Answer(200, {}, json.dumps({"ok": True, "data": data}).encode())


def refusal(code: str, status: int, *, retryable: bool, headers: Mapping[str, str] | None = None) -> Answer:
    error = {"code": code, "message": "No.", "category": "limit", "retryable": retryable, "requestId": "r-1"}
    return Answer(status, headers or {}, json.dumps({"ok": False, "error": error}).encode())


@dataclass
class Service:
    """Answers one request after the other; an exception is raised instead of an answer."""

    answers: list[Answer | Exception]
    sent: list[Sent] = field(default_factory=list[Sent])
    slept: list[float] = field(default_factory=list[float])

    def send(
        self, url: str, method: str, headers: Mapping[str, str], body: bytes | None, timeout_s: float
    ) -> Answer:
        assert timeout_s > 0
        self.sent.append(Sent(url, method, dict(headers), None if body is None else json.loads(body)))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def transport(self, *, max_retries: int = 2, business_id: str | None = BUSINESS) -> Transport:
        sleep: Callable[[float], None] = self.slept.append
        return Transport(
            api_key=KEY,
            base_url="http://service.test",
            business_id=business_id,
            timeout_s=5,
            max_retries=max_retries,
            send=self.send,
            sleep=sleep,
        )


def a_request(method: str, *, keyed: bool = False) -> Request:
    body = None if method in ("GET", "DELETE") else {"name": "Ann"}
    return Request("anOperation", method, "/api/v1/things", {}, {}, body, False, keyed, False)
