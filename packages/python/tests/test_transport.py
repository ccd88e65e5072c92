"""What is sent again, when, and with which key (R1, R2 of transport.py)."""

from __future__ import annotations

import http.client
import http.server
import threading
import unittest

from parley_voice import UNSET, Parley, ParleyError
from parley_voice.resources import Calls, Contacts
from parley_voice.transport import Answer, Request, send_with_urllib

from .service import BUSINESS, KEY, Service, a_request, refusal, success

BUSY = refusal("rate_limited", 429, retryable=True)


class Retries(unittest.TestCase):
    def failure(self, service: Service, request: Request) -> ParleyError:
        with self.assertRaises(ParleyError) as raised:
            service.transport().request(request)
        return raised.exception

    def test_a_read_is_repeated(self) -> None:
        service = Service([BUSY, OSError("broken"), success({"n": 1})])
        self.assertEqual(service.transport().request(a_request("GET")), {"n": 1})
        self.assertEqual(len(service.sent), 3)
        self.assertTrue(0.25 <= service.slept[0] <= 0.5 and 0.5 <= service.slept[1] <= 1.0, service.slept)

    def test_attempts_have_an_end(self) -> None:
        service = Service([BUSY] * 4)
        error = self.failure(service, a_request("GET"))
        self.assertEqual((error.code, error.status, error.category), ("rate_limited", 429, "limit"))
        self.assertEqual((error.retryable, error.request_id), (True, "r-1"))
        self.assertEqual(len(service.sent), 3)

    def test_a_change_with_a_key_is_repeated_with_the_same_key(self) -> None:
        service = Service([http.client.RemoteDisconnected("gone"), BUSY, success({})])
        service.transport().request(a_request("POST", keyed=True))
        keys = [sent.headers["idempotency-key"] for sent in service.sent]
        self.assertEqual(len(keys), 3)
        self.assertEqual(len(set(keys)), 1)

    def test_requests_have_keys_of_their_own(self) -> None:
        service = Service([success({}), success({}), success({})])
        transport = service.transport()
        transport.request(a_request("POST", keyed=True))
        transport.request(a_request("POST", keyed=True))
        transport.request(a_request("POST", keyed=True), idempotency_key="mine")
        first, second, third = (sent.headers["idempotency-key"] for sent in service.sent)
        self.assertNotEqual(first, second)
        self.assertEqual(third, "mine")

    def test_a_change_names_the_tag_that_it_is_based_on(self) -> None:
        service = Service([success({}), success({})])
        transport = service.transport()
        transport.request(a_request("PATCH", keyed=True), if_match="5d41402abc4b2a76")
        transport.request(a_request("PATCH", keyed=True))
        self.assertEqual(service.sent[0].headers["if-match"], '"5d41402abc4b2a76"')
        self.assertNotIn("if-match", service.sent[1].headers)

    def test_a_change_without_a_key_is_not_repeated(self) -> None:
        service = Service([OSError("broken")])
        self.assertEqual(self.failure(service, a_request("POST")).code, "network_failed")
        self.assertNotIn("idempotency-key", service.sent[0].headers)

    def test_what_cannot_succeed_later_is_not_repeated(self) -> None:
        service = Service([refusal("validation_failed", 400, retryable=False)])
        self.assertEqual(self.failure(service, a_request("GET")).code, "validation_failed")
        self.assertEqual(service.slept, [])

    def test_retry_after_in_seconds(self) -> None:
        service = Service([refusal("rate_limited", 429, retryable=True, headers={"retry-after": "7"}), success({})])
        service.transport().request(a_request("GET"))
        self.assertTrue(7 <= service.slept[0] <= 7.25, service.slept)

    def test_retry_after_as_a_date_counts_from_the_date_of_the_response(self) -> None:
        headers = {"retry-after": "Mon, 02 Mar 2026 09:30:09 GMT", "date": "Mon, 02 Mar 2026 09:30:00 GMT"}
        service = Service([refusal("rate_limited", 429, retryable=True, headers=headers), success({})])
        service.transport().request(a_request("GET"))
        self.assertTrue(9 <= service.slept[0] <= 9.25, service.slept)

    def test_a_long_retry_after_is_left_to_the_caller(self) -> None:
        service = Service([refusal("rate_limited", 429, retryable=True, headers={"retry-after": "61"})])
        error = self.failure(service, a_request("GET"))
        self.assertEqual((error.retry_after_s, service.slept), (61.0, []))

    def test_an_unusable_retry_after_is_none(self) -> None:
        for value in ("soon", "-1", "nan", "1e9", "٣", "9" * 400, ""):
            service = Service([refusal("no", 400, retryable=False, headers={"retry-after": value})])
            self.assertIsNone(self.failure(service, a_request("GET")).retry_after_s, value)

    def test_a_timeout_has_its_own_code(self) -> None:
        service = Service([TimeoutError()] * 3)
        self.assertEqual(self.failure(service, a_request("GET")).code, "timed_out")

    def test_answers_of_others_are_unreadable(self) -> None:
        for body in (b"<html>", b"\xff\xfe", b"[]", b'{"ok":true', b"[" * 100_000, b'{"error":{"code":5}}'):
            service = Service([Answer(404, {}, body)])
            self.assertEqual(self.failure(service, a_request("GET")).code, "response_unreadable")
        proxy = Service([Answer(502, {}, b"Bad gateway"), success({"n": 1})])
        self.assertEqual(proxy.transport().request(a_request("GET")), {"n": 1})


class Requests(unittest.TestCase):
    def test_parameters_go_where_the_api_wants_them(self) -> None:
        service = Service([success({}), success({})])
        calls = Calls(service.transport())
        calls.start(agent_id="a", to_number="+14155550101", test_variables={"order": "A 1"})
        calls.read(call_id="a/b ü")
        start, read = service.sent
        self.assertEqual((start.method, start.url), ("POST", "http://service.test/api/v1/voice/calls"))
        self.assertEqual(start.headers["authorization"], f"Bearer {KEY}")
        self.assertEqual(
            start.body,
            {
                "businessId": BUSINESS,
                "agentId": "a",
                "toNumber": "+14155550101",
                "testVariables": {"order": "A 1"},
            },
        )
        self.assertEqual(read.url, f"http://service.test/api/v1/voice/calls/a%2Fb%20%C3%BC?businessId={BUSINESS}")

    def test_none_is_sent_and_unset_is_not(self) -> None:
        service = Service([success({})])
        request = Request("o", "POST", "/o", {}, {}, {"a": None, "b": UNSET, "c": ("x", "y")}, False, False, False)
        service.transport().request(request)
        self.assertEqual(service.sent[0].body, {"a": None, "c": ["x", "y"]})

    def test_an_empty_id_is_refused(self) -> None:
        service = Service([])
        with self.assertRaises(ValueError):
            Calls(service.transport()).read(call_id="")

    def test_the_business_is_requested_once(self) -> None:
        service = Service([success({"businessId": "b-1"}), success({}), success({})])
        calls = Calls(service.transport(business_id=None))
        calls.read(call_id="1")
        calls.read(call_id="2")
        last = [sent.url.rsplit("/", 1)[1] for sent in service.sent]
        self.assertEqual(last, ["business", "1?businessId=b-1", "2?businessId=b-1"])

    def test_a_file_is_bytes(self) -> None:
        service = Service([Answer(200, {"content-type": "text/csv"}, b"name\r\n\xff")])
        self.assertEqual(Contacts(service.transport()).export(), b"name\r\n\xff")

    def test_unusable_options_are_refused(self) -> None:
        for key in ("", "a key", "k\r\nx: y", "ü"):
            with self.assertRaises(ValueError):
                Parley(api_key=key)
        for base_url in ("service.test", "ftp://service.test", "http://u:p@service.test", "http://s.test?x=1"):
            with self.assertRaises(ValueError):
                Parley(api_key=KEY, base_url=base_url)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("location", "/secret")
            self.send_header("content-length", "0")
            self.end_headers()
        else:
            self.send_response(200)
            self.send_header("content-length", "10")
            self.end_headers()
            self.wfile.write(b"short" if self.path == "/broken" else b"0123456789")
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        return


class OverSockets(unittest.TestCase):
    def setUp(self) -> None:
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def test_an_answer_is_read(self) -> None:
        self.assertEqual(send_with_urllib(f"{self.url}/whole", "GET", {}, None, 10).body, b"0123456789")

    def test_a_redirect_is_not_followed(self) -> None:
        self.assertEqual(send_with_urllib(f"{self.url}/moved", "GET", {}, None, 10).status, 302)

    def test_a_broken_answer_is_an_error(self) -> None:
        with self.assertRaises(http.client.IncompleteRead):
            send_with_urllib(f"{self.url}/broken", "GET", {}, None, 10)


if __name__ == "__main__":
    unittest.main()
