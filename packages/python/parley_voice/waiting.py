"""Waits for the end of calls."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from .errors import ParleyError

MIN_POLL_S = 0.1
ENDED = frozenset({"completed", "no_answer", "busy", "failed", "cancelled"})

Detail = TypeVar("Detail")


def wait_for_call(
    read: Callable[[], Detail],
    status_of: Callable[[Detail], str],
    *,
    call_id: str,
    poll_s: float,
    timeout_s: float,
    sleep: Callable[[float], None],
    clock: Callable[[], float] = time.monotonic,
) -> Detail:
    """Reads the call until it has ended. A service that does not answer meanwhile, as in a restart, is read again.

    :raises ParleyError: ``wait_timed_out``, or that of a read which no retry can change
    """
    until = clock() + timeout_s
    while True:
        cause: ParleyError | None = None
        try:
            detail = read()
            if status_of(detail) in ENDED:
                return detail
        except ParleyError as error:
            if not error.retryable:
                raise
            cause = error
        left = until - clock()
        retry_after_s = 0.0 if cause is None else cause.retry_after_s or 0.0
        if left <= 0 or retry_after_s > left:
            raise ParleyError(
                "wait_timed_out",
                f"The call {call_id} has not ended within {timeout_s:g} s. It continues: wait for it again, or cancel it.",
                retryable=True,
            ) from cause
        sleep(min(max(poll_s, MIN_POLL_S, retry_after_s), left))
