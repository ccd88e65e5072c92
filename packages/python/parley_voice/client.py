"""The client: one for each API key."""

from __future__ import annotations

import re
import urllib.parse
from collections.abc import Mapping

from .resources import Calls, Resources
from .transport import UNSET, Send, Transport, Unset, send_with_urllib
from .types import ReadVoiceCallData
from .waiting import wait_for_call


class WaitingCalls(Calls):
    """The operations of calls, and calls that are waited for."""

    def start_and_wait(
        self,
        *,
        agent_id: str,
        to_number: str | Unset = UNSET,
        contact_id: str | Unset = UNSET,
        test_variables: Mapping[str, str] | Unset = UNSET,
        business_id: str | Unset = UNSET,
        idempotency_key: str | None = None,
        poll_s: float = 1.0,
        timeout_s: float = 900.0,
    ) -> ReadVoiceCallData:
        """Starts a call to a number or a contact, and returns it when it has ended, with its transcript.

        :raises ParleyError: the call continues after ``wait_timed_out``
        """
        started = self.start(
            agent_id=agent_id,
            to_number=to_number,
            contact_id=contact_id,
            test_variables=test_variables,
            business_id=business_id,
            idempotency_key=idempotency_key,
        )
        return self.wait(started["callId"], business_id=business_id, poll_s=poll_s, timeout_s=timeout_s)

    def wait(
        self,
        call_id: str,
        *,
        business_id: str | Unset = UNSET,
        poll_s: float = 1.0,
        timeout_s: float = 900.0,
    ) -> ReadVoiceCallData:
        """The call, when it has ended.

        :raises ParleyError: ``wait_timed_out``, or that of a read which no retry can change
        """
        return wait_for_call(
            lambda: self.read(call_id=call_id, business_id=business_id),
            _status_of,
            call_id=call_id,
            poll_s=poll_s,
            timeout_s=timeout_s,
            sleep=self.transport.sleep,
        )


def _status_of(detail: ReadVoiceCallData) -> str:
    return detail["call"]["status"]


class Parley(Resources):
    """A client of one business. It holds nothing that would have to be closed; threads may share it.

    :param api_key: the key of a business, ``parley_sk_…``
    :param base_url: where the service is
    :param business_id: default: the business of the key, which is requested once
    :param timeout_s: deadline of each step of an attempt
    :param max_retries: attempts after the first, of requests that may be repeated
    :param send: sends a request instead of ``urllib``, for tests and proxies
    :raises ValueError: for an unusable option
    """

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str = "http://127.0.0.1:8080",
        business_id: str | None = None,
        timeout_s: float = 30.0,
        max_retries: int = 2,
        send: Send = send_with_urllib,
    ) -> None:
        if not re.fullmatch(r"[\x21-\x7E]+", api_key):
            raise ValueError("api_key is missing, or has other characters than a key")
        address = urllib.parse.urlsplit(base_url)
        if address.scheme not in ("http", "https") or address.username or address.query or address.fragment:
            raise ValueError("base_url is an http or https address without user, query or fragment")
        transport = Transport(
            api_key=api_key,
            base_url=base_url,
            business_id=business_id,
            timeout_s=timeout_s,
            max_retries=max_retries,
            send=send,
        )
        super().__init__(transport)
        self.calls = WaitingCalls(transport)

    def business_id(self) -> str:
        """The id of the business: from the options, or requested once.

        :raises ParleyError: as every request
        """
        return self.transport.business_id()
