import hashlib
import hmac
import re
import time
from collections.abc import Mapping


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a delivery is genuine. `headers`: as of Flask, Django or Starlette; `body`: the bytes as received."""
    timestamp = headers.get("X-Service-Timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # During the overlap of a rotation, the previous secrets sign as well.
    signatures = f'{headers.get("X-Service-Signature", "")} {headers.get("X-Service-Signature-Previous", "")}'
    return any(
        re.fullmatch("[0-9a-f]{64}", signature) is not None and hmac.compare_digest(signature, expected)
        for signature in signatures.split(" ")
    )
