"""Lists are read to their end, and calls are waited for."""

from __future__ import annotations

import unittest
from typing import Any

from parley_voice import Parley, ParleyError
from parley_voice.resources import Calls
from parley_voice.waiting import wait_for_call

from .service import BUSINESS, KEY, Service, success


class Lists(unittest.TestCase):
    def test_iteration_reads_every_page_when_it_is_needed(self) -> None:
        service = Service(
            [
                success({"calls": [{"id": "1"}, {"id": "2"}], "nextCursor": "c/2"}),
                success({"calls": [], "nextCursor": "c3"}),
                success({"calls": [{"id": "3"}], "nextCursor": None}),
            ]
        )
        calls = iter(Calls(service.transport()).list(limit=2))
        self.assertEqual(service.sent, [])
        self.assertEqual([next(calls)["id"], next(calls)["id"]], ["1", "2"])
        self.assertEqual(len(service.sent), 1)
        self.assertEqual([call["id"] for call in calls], ["3"])
        self.assertEqual(
            [sent.url.partition("?")[2] for sent in service.sent],
            [
                f"limit=2&businessId={BUSINESS}",
                f"limit=2&cursor=c%2F2&businessId={BUSINESS}",
                f"limit=2&cursor=c3&businessId={BUSINESS}",
            ],
        )

    def test_one_page(self) -> None:
        service = Service([success({"calls": [{"id": "9"}], "nextCursor": "c2"})])
        page = Calls(service.transport()).list(cursor="c1").first_page()
        self.assertEqual((page.items[0]["id"], page.next_cursor), ("9", "c2"))
        self.assertIn("cursor=c1", service.sent[0].url)

    def test_a_list_that_leads_back_to_itself_ends(self) -> None:
        page = success({"calls": [{"id": "1"}], "nextCursor": "c1"})
        service = Service([page, page, page])
        with self.assertRaises(ParleyError) as raised:
            list(Calls(service.transport()).list())
        self.assertEqual(raised.exception.code, "response_unreadable")
        self.assertEqual(len(service.sent), 2)

    def test_another_form_is_unreadable(self) -> None:
        forms: list[dict[str, Any]] = [{}, {"calls": {}}, {"calls": [], "nextCursor": 5}]
        for data in forms:
            with self.assertRaises(ParleyError) as raised:
                Calls(Service([success(data)]).transport()).list().first_page()
            self.assertEqual(raised.exception.code, "response_unreadable")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Waiting(unittest.TestCase):
    def wait(self, reads: list[str | ParleyError], *, timeout_s: float = 60, clock: Clock) -> str:
        def read() -> str:
            found = reads.pop(0) if len(reads) > 1 else reads[0]
            if isinstance(found, ParleyError):
                raise found
            return found

        return wait_for_call(
            read,
            lambda status: status,
            call_id="c-1",
            poll_s=1,
            timeout_s=timeout_s,
            sleep=clock.sleep,
            clock=lambda: clock.now,
        )

    def test_until_the_call_has_ended(self) -> None:
        clock = Clock()
        self.assertEqual(self.wait(["queued", "ringing", "completed"], clock=clock), "completed")
        self.assertEqual(clock.now, 2)

    def test_through_a_restart_no_sooner_than_the_service_says(self) -> None:
        clock = Clock()
        away = ParleyError("unavailable", "Later.", retryable=True, retry_after_s=12)
        self.assertEqual(self.wait(["ringing", away, "busy"], clock=clock), "busy")
        self.assertEqual(clock.now, 13)

    def test_a_refusal_ends_it(self) -> None:
        with self.assertRaises(ParleyError) as raised:
            self.wait([ParleyError("call_not_found", "No.", status=404)], clock=Clock())
        self.assertEqual(raised.exception.code, "call_not_found")

    def test_it_has_a_deadline(self) -> None:
        clock = Clock()
        with self.assertRaises(ParleyError) as raised:
            self.wait(["ringing"], timeout_s=2.5, clock=clock)
        self.assertEqual((raised.exception.code, clock.now), ("wait_timed_out", 2.5))

    def test_start_and_wait(self) -> None:
        ended: dict[str, Any] = {"call": {"id": "c-1", "status": "completed"}, "transcript": []}
        service = Service([success({"callId": "c-1"}), success(ended)])
        parley = Parley(api_key=KEY, base_url="http://service.test", business_id=BUSINESS, send=service.send)
        detail = parley.calls.start_and_wait(agent_id="a", to_number="+14155550101", idempotency_key="once")
        self.assertEqual(detail["call"]["status"], "completed")
        self.assertEqual(service.sent[0].headers["idempotency-key"], "once")


if __name__ == "__main__":
    unittest.main()
