"""Verifies webhooks: by Standard Webhooks (``webhook-id``, ``webhook-timestamp``, ``webhook-signature``), or by the service's own
headers (``X-Service-Timestamp``, ``X-Service-Signature``). Both have the same key."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from .errors import ParleyError, record_in

if TYPE_CHECKING:
    from .types import WebhookEvent

_TOLERANCE_S = 300.0
#: Larger than any event of the service.
_MAX_BODY_BYTES = 1024 * 1024
_MAX_HEADER_CHARACTERS = 2_048
#: The current secret, and those that a rotation has replaced and that still sign.
_MAX_SIGNATURES = 8
_STANDARD_PREFIX = "whsec_"


def verify_webhook(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_s: float = _TOLERANCE_S,
    now_s: float | None = None,
) -> WebhookEvent:
    """The event, if the service has signed it with the secret, or with one of the secrets, within the tolerance.

    Pass the body exactly as it arrived: parsing and writing it again changes it. Deduplicate by ``eventId``, which is the same in
    every attempt. A newer service may have further types of events.

    :raises ParleyError: with a code that begins with ``webhook_``, whatever was sent
    """
    body = raw_body.encode("utf-8", "surrogatepass") if isinstance(raw_body, str) else raw_body
    lower = {str(name).lower(): value for name, value in headers.items()}
    timestamp, prefix, signatures = _claim_of(lower)
    _check_time(timestamp, tolerance_s, time.time() if now_s is None else now_s)
    if len(body) > _MAX_BODY_BYTES:
        raise ParleyError("webhook_body_invalid", "The body is larger than any event of the service.")
    for text in (secret,) if isinstance(secret, str) else secret:
        expected = hmac.new(_key_of(text), prefix + body, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return cast("WebhookEvent", _event_in(body))
    raise ParleyError(
        "webhook_signature_invalid",
        "No signature matches this body. Pass the body as it arrived, and the signing secret of this subscription.",
    )


def _claim_of(headers: Mapping[str, Any]) -> tuple[str, bytes, Sequence[bytes]]:
    """The timestamp, what precedes the body in what is signed, and the signatures of which one must match."""
    standard = _header_of(headers, "webhook-signature")
    if standard is not None:
        identifier = _header_of(headers, "webhook-id")
        timestamp = _header_of(headers, "webhook-timestamp")
        if identifier is None or timestamp is None:
            raise ParleyError(
                "webhook_headers_invalid", "The headers webhook-id and webhook-timestamp are required."
            )
        parts = standard.split(" ")[:_MAX_SIGNATURES]
        # Base64 of 32 bytes. Other versions are other schemes.
        found = [match[1] for part in parts if (match := re.fullmatch(r"v1,([A-Za-z0-9+/]{43}=)", part))]
        return timestamp, f"{identifier}.{timestamp}.".encode(), [base64.b64decode(text) for text in found]
    timestamp = _header_of(headers, "x-service-timestamp")
    signature = _header_of(headers, "x-service-signature")
    if timestamp is None or signature is None:
        raise ParleyError(
            "webhook_headers_invalid",
            "The headers of a signature are missing: webhook-id, webhook-timestamp and webhook-signature, or "
            "X-Service-Timestamp and X-Service-Signature.",
        )
    previous = (_header_of(headers, "x-service-signature-previous") or "").split(" ")
    candidates = [signature, *previous][:_MAX_SIGNATURES]
    found = [bytes.fromhex(text) for text in candidates if re.fullmatch(r"[0-9a-f]{64}", text)]
    return timestamp, f"{timestamp}.".encode(), found


def _header_of(headers: Mapping[str, Any], name: str) -> str | None:
    value = headers.get(name)
    if not isinstance(value, str) or value == "":
        return None
    if len(value) > _MAX_HEADER_CHARACTERS:
        raise ParleyError("webhook_headers_invalid", f"The header {name} is longer than any of the service.")
    # What is signed is ASCII; a header with other characters is not one of the service.
    if not value.isascii():
        raise ParleyError("webhook_headers_invalid", f"The header {name} has characters that the service never sends.")
    return value


def _check_time(timestamp: str, tolerance_s: float, now_s: float) -> None:
    # Digits alone: NaN would be within every tolerance.
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise ParleyError("webhook_headers_invalid", "The timestamp of the webhook is not a number of seconds.")
    if not abs(now_s - int(timestamp)) <= tolerance_s:
        raise ParleyError(
            "webhook_timestamp_outside_tolerance",
            f"The webhook was signed more than {tolerance_s:g} s from now. Check the clock of this machine.",
        )


def _key_of(secret: str) -> bytes:
    """The signing secret as the API shows it, or as libraries of Standard Webhooks take it."""
    try:
        key = (
            base64.b64decode(secret[len(_STANDARD_PREFIX) :], validate=True)
            if secret.startswith(_STANDARD_PREFIX)
            else secret.encode()
        )
    except (binascii.Error, ValueError) as error:
        raise ParleyError("webhook_secret_invalid", "What follows whsec_ is not base64.") from error
    if key == b"":
        raise ParleyError("webhook_secret_invalid", "The signing secret is empty.")
    return key


def _event_in(body: bytes) -> Mapping[str, Any]:
    event = record_in(body)
    if isinstance(event.get("eventType"), str):
        return event
    raise ParleyError("webhook_body_invalid", "The body is not the JSON of an event.")
