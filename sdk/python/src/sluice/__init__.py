"""The client library of Sluice."""

from ._async.merchant import AsyncMerchant
from ._async.partner import AsyncPartner
from ._core import Page, RequestOptions, Seen
from ._sync.merchant import Merchant
from ._sync.partner import Partner
from .errors import (
    ErrorDetail,
    SluiceConnectionError,
    SluiceError,
    SluiceTimeoutError,
    WebhookVerificationError,
)
from .webhooks import check_webhook, sign_webhook, verify_hex_signature, verify_webhook

__all__ = [
    "AsyncMerchant",
    "AsyncPartner",
    "ErrorDetail",
    "Merchant",
    "Page",
    "Partner",
    "RequestOptions",
    "Seen",
    "SluiceConnectionError",
    "SluiceError",
    "SluiceTimeoutError",
    "WebhookVerificationError",
    "check_webhook",
    "sign_webhook",
    "verify_hex_signature",
    "verify_webhook",
]
