"""What a call may raise."""

from __future__ import annotations

from typing import List, Optional, TypedDict


class ErrorDetail(TypedDict):
    field: str
    message: str


class SluiceError(Exception):
    """
    The service refused the request, or failed.

    ``code`` is interface B's, such as ``unknown_beneficiary``; interface A has none: ``http_400`` and the like. ``details`` are
    the fields that are not valid, with their paths. Quote ``request_id`` when you ask about the request.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Optional[List[ErrorDetail]] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details: List[ErrorDetail] = details or []
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class SluiceConnectionError(Exception):
    """No answer arrived. The request may have been done: repeat it with the same idempotency key or ref."""


class SluiceTimeoutError(SluiceConnectionError):
    """No answer arrived in time."""


class WebhookVerificationError(Exception):
    """A webhook is not from the service, was altered, or is too old. Answer it with a 400 and do nothing."""
