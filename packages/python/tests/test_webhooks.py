"""Deliveries are verified by both schemes; whatever else is sent is a ParleyError."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from collections.abc import Mapping, Sequence

from parley_voice import ParleyError, verify_webhook

SECRET = "4f1c2a9be07d4a53b1c6d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3"
NOW = 1_772_443_800
BODY = json.dumps({"eventId": "e-1", "eventType": "voice.call.ended", "text": "Für Sie – 早い"}).encode()


def digest(text: bytes, secret: str = SECRET) -> bytes:
    return hmac.new(secret.encode(), text, hashlib.sha256).digest()


def own(timestamp: str = str(NOW), body: bytes = BODY, secret: str = SECRET) -> dict[str, str]:
    signature = digest(timestamp.encode("utf-8", "surrogatepass") + b"." + body, secret).hex()
    return {"X-Service-Timestamp": timestamp, "X-Service-Signature": signature}


def standard(timestamp: str = str(NOW), body: bytes = BODY, secrets: Sequence[str] = (SECRET,)) -> dict[str, str]:
    signed = f"e-1.{timestamp}.".encode("utf-8", "surrogatepass") + body
    signatures = [f"v1,{base64.b64encode(digest(signed, secret)).decode()}" for secret in secrets]
    return {"webhook-id": "e-1", "webhook-timestamp": timestamp, "webhook-signature": " ".join(signatures)}


def without(headers: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in headers.items() if key != name}


def verdict(headers: Mapping[str, str], secret: str | Sequence[str] = SECRET, body: bytes | str = BODY) -> str:
    """The type of the event, or the code of the error."""
    try:
        return verify_webhook(body, headers, secret, now_s=NOW)["eventType"]
    except ParleyError as error:
        return error.code


class Genuine(unittest.TestCase):
    def test_both_schemes(self) -> None:
        for headers in (own(), standard(), {**own(), **standard()}):
            self.assertEqual(verdict(headers), "voice.call.ended")
            upper = {name.upper(): value for name, value in headers.items()}
            self.assertEqual(verdict(upper, body=BODY.decode()), "voice.call.ended")

    def test_both_forms_of_the_secret(self) -> None:
        encoded = "whsec_" + base64.b64encode(SECRET.encode()).decode()
        self.assertEqual([verdict(own(), encoded), verdict(standard(), encoded)], ["voice.call.ended"] * 2)

    def test_an_overlap_of_secrets(self) -> None:
        both = standard(secrets=("new", SECRET))
        self.assertEqual([verdict(both, "new"), verdict(both)], ["voice.call.ended"] * 2)
        previous = {**own(secret="new"), "X-Service-Signature-Previous": own()["X-Service-Signature"]}
        self.assertEqual([verdict(previous, "new"), verdict(previous)], ["voice.call.ended"] * 2)
        self.assertEqual(verdict(own(), ["new", SECRET]), "voice.call.ended")

    def test_signatures_of_other_versions_are_passed_over(self) -> None:
        headers = standard()
        headers["webhook-signature"] = f"v1a,AAAA v2,{'é'.encode().hex()} {headers['webhook-signature']}"
        self.assertEqual(verdict(headers), "voice.call.ended")

    def test_the_tolerance(self) -> None:
        for seconds in (-300, 300):
            self.assertEqual(verdict(own(str(NOW + seconds))), "voice.call.ended")
        for seconds in (-301, 301):
            self.assertEqual(verdict(own(str(NOW + seconds))), "webhook_timestamp_outside_tolerance")
            self.assertEqual(verdict(standard(str(NOW + seconds))), "webhook_timestamp_outside_tolerance")


class Hostile(unittest.TestCase):
    def test_timestamps_that_are_no_number(self) -> None:
        for text in ("NaN", "nan", "Infinity", "-1", "1e9", f" {NOW}", f"{NOW}.0", f"{NOW}\n", "0x5", "٣", "9" * 500):
            self.assertEqual(verdict(own(text)), "webhook_headers_invalid", text)
            self.assertEqual(verdict(standard(text)), "webhook_headers_invalid", text)

    def test_signatures_that_are_not_ascii(self) -> None:
        for text in ("é" * 64, "\ud800", "鍵"):
            self.assertEqual(verdict({**own(), "X-Service-Signature": text}), "webhook_headers_invalid")
            self.assertEqual(verdict({**standard(), "webhook-signature": f"v1,{text}"}), "webhook_headers_invalid")

    def test_signatures_of_another_form(self) -> None:
        good = own()["X-Service-Signature"]
        for text in (good[:-1], good + "0", good.upper(), "", " ", "0" * 64, good + "\n"):
            expected = "webhook_headers_invalid" if text == "" else "webhook_signature_invalid"
            self.assertEqual(verdict({**own(), "X-Service-Signature": text}), expected, text)
        signature = standard()["webhook-signature"]
        for text in (signature[3:], signature[:-1], "v1,", "v1", signature.replace("v1,", "v2,"), "v1," * 600):
            self.assertEqual(verdict({**standard(), "webhook-signature": text}), "webhook_signature_invalid", text)
        self.assertEqual(verdict({**standard(), "webhook-signature": "v1," * 700}), "webhook_headers_invalid")

    def test_missing_headers(self) -> None:
        self.assertEqual(verdict({}), "webhook_headers_invalid")
        for headers in (own(), standard()):
            for name in headers:
                self.assertEqual(verdict(without(headers, name)), "webhook_headers_invalid", name)

    def test_own_headers_do_not_replace_a_wrong_signature_of_the_standard(self) -> None:
        forged = {**own(), **standard(secrets=("other",))}
        self.assertEqual(verdict(forged), "webhook_signature_invalid")

    def test_another_secret_body_or_id(self) -> None:
        self.assertEqual([verdict(own(), "other"), verdict(standard(), "other")], ["webhook_signature_invalid"] * 2)
        self.assertEqual(verdict(own(), body=BODY + b" "), "webhook_signature_invalid")
        self.assertEqual(verdict({**standard(), "webhook-id": "e-2"}), "webhook_signature_invalid")

    def test_unusable_secrets(self) -> None:
        for secret in ("", "whsec_", "whsec_*", "whsec_é"):
            self.assertEqual(verdict(own(), secret), "webhook_secret_invalid", secret)
        self.assertEqual(verdict(own(), []), "webhook_signature_invalid")

    def test_bodies_that_are_no_event(self) -> None:
        for body in (b"", b"null", b"[]", b"{}", b'{"eventType":5}', b"\xff", b"[" * 100_000):
            self.assertEqual(verdict(own(body=body), body=body), "webhook_body_invalid")
        large = b" " * (1024 * 1024 + 1)
        self.assertEqual(verdict(own(body=large), body=large), "webhook_body_invalid")


if __name__ == "__main__":
    unittest.main()
