"""
Verifies webhooks as Standard Webhooks describes them, and the extra header that older plugins expect. Always verify the body as it
arrived: parsed and written again it is another one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Dict, List, Optional, Union

from . import _json
from .errors import WebhookVerificationError
from .models import Event

Payload = Union[str, bytes]

_tolerance_seconds = 300
_prefix = "whsec_"
_version = "v1"


def verify_webhook(
    payload: Payload,
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: int = _tolerance_seconds,
    now: Optional[float] = None,
) -> Event:
    """
    Checks signature and age, and returns the event.

    :param headers: those of the request, or the ``META`` of Django.
    :param secret: ``whsec_…``, or several while one is being rotated.
    :param now: the present time in Unix seconds, for tests.
    :raises WebhookVerificationError:
    """
    check_webhook(payload, headers, secret, tolerance_seconds=tolerance_seconds, now=now)
    try:
        return Event.from_json(_json.decode(_bytes(payload).decode()))
    except (ValueError, TypeError, AttributeError, ArithmeticError) as cause:
        raise WebhookVerificationError("The body is not an event.") from cause


def check_webhook(
    payload: Payload,
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: int = _tolerance_seconds,
    now: Optional[float] = None,
) -> None:
    """
    Checks signature and age of a webhook in any format: ``verify_webhook`` without reading its body.

    :raises WebhookVerificationError:
    """
    id_ = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    if id_ is None or timestamp is None or signatures is None:
        raise WebhookVerificationError("The headers of a webhook are missing.")
    present = time.time() if now is None else now
    # What is no number is refused too.
    is_number = re.fullmatch(r"[0-9]{1,12}", timestamp) is not None
    if not is_number or abs(int(present) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The webhook is too old, or its clock is wrong.")
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not _is_signed(_signed(id_, timestamp, payload), signatures, secrets):
        raise WebhookVerificationError("No signature matches.")


def sign_webhook(payload: Payload, *, id: str, secret: str, timestamp: Optional[int] = None) -> Dict[str, str]:
    """Signs a body as the service does, for tests of your own receiver. :returns: the headers."""
    seconds = str(int(time.time()) if timestamp is None else timestamp)
    digest = hmac.new(_key(secret), _signed(id, seconds, payload), hashlib.sha256).digest()
    signature = f"{_version},{base64.b64encode(digest).decode()}"
    return {"webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signature}


def verify_hex_signature(payload: Payload, signature: str, secret: str) -> bool:
    """
    The extra header that an endpoint may have: the hex HMAC-SHA256 of the body, keyed with the endpoint's second secret. It says
    nothing about the age of the webhook.
    """
    expected = hmac.new(secret.encode(), _bytes(payload), hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.strip().lower().encode())


def _bytes(payload: Payload) -> bytes:
    return payload.encode() if isinstance(payload, str) else payload


def _signed(id_: str, timestamp: str, payload: Payload) -> bytes:
    return f"{id_}.{timestamp}.".encode() + _bytes(payload)


def _is_signed(signed: bytes, header: str, secrets: List[str]) -> bool:
    """Every pair is compared, each in constant time."""
    is_found = False
    for secret in secrets:
        expected = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        for one in header.split(" "):
            scheme, _, signature = one.partition(",")
            given = _base64(signature) if scheme == _version else None
            if given is not None and hmac.compare_digest(expected, given):
                is_found = True
    return is_found


def _key(secret: str) -> bytes:
    key = _base64(secret[len(_prefix) :] if secret.startswith(_prefix) else secret)
    if not key:
        raise ValueError("A signing secret is whsec_ and base64.")
    return key


def _base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _header(headers: Mapping[str, Any], name: str) -> Optional[str]:
    names = (name, "http_" + name.replace("-", "_"))
    for key, value in headers.items():
        if str(key).lower() in names:
            one = value[0] if isinstance(value, (list, tuple)) and value else value
            return one if isinstance(one, str) and one != "" else None
    return None
