"""Interface B: where events are sent, what became of each, and sending them again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Optional

from .._core import Page, RequestOptions, segment
from ..models import (
    MadeWebhookEndpoint,
    NewWebhookSecret,
    WebhookDelivery,
    WebhookDeliveryInFull,
    WebhookEndpoint,
    WebhookEndpointInFull,
    WebhookTested,
    WebhooksResent,
)
from ..requests import (
    CreateWebhookEndpointBody,
    ListWebhookDeliveriesQuery,
    ResendWebhooksBody,
    RotateWebhookSecretBody,
    UpdateWebhookEndpointBody,
)
from .calls import AsyncPartnerCalls


class AsyncWebhooks:
    """Where events are sent, what became of each, and sending them again. In place of the id of an endpoint, ``addresses`` is that of the ``webhook_url``s of orders."""

    def __init__(self, calls: AsyncPartnerCalls) -> None:
        self._calls = calls

    async def list(self, options: Optional[RequestOptions] = None) -> Page[WebhookEndpoint]:
        return await self._calls.page(WebhookEndpoint.from_json, "/webhook-endpoints", None, options)

    async def get(self, id: str, options: Optional[RequestOptions] = None) -> WebhookEndpointInFull:
        return WebhookEndpointInFull.from_json(
            await self._calls.get(f"/webhook-endpoints/{segment(id)}", None, options)
        )

    async def create(
        self, body: CreateWebhookEndpointBody, options: Optional[RequestOptions] = None
    ) -> MadeWebhookEndpoint:
        """Its ``secret`` is shown this once: null when an answer was lost and the request repeated. Then rotate it."""
        return MadeWebhookEndpoint.from_json(
            await self._calls.post("createWebhookEndpoint", "/webhook-endpoints", body, options)
        )

    async def update(
        self, id: str, body: UpdateWebhookEndpointBody, options: Optional[RequestOptions] = None
    ) -> MadeWebhookEndpoint:
        """What is left out stays as it is."""
        return MadeWebhookEndpoint.from_json(
            await self._calls.write("updateWebhookEndpoint", "PUT", f"/webhook-endpoints/{segment(id)}", body, options)
        )

    async def delete(self, id: str, options: Optional[RequestOptions] = None) -> None:
        await self._calls.write("deleteWebhookEndpoint", "DELETE", f"/webhook-endpoints/{segment(id)}", None, options)

    async def rotate_secret(
        self, id: str, body: RotateWebhookSecretBody, options: Optional[RequestOptions] = None
    ) -> NewWebhookSecret:
        """
        The new ``secret`` is shown this once: null when an answer was lost and the request repeated. Then
        rotate again.
        """
        return NewWebhookSecret.from_json(
            await self._calls.post("rotateWebhookSecret", f"/webhook-endpoints/{segment(id)}/rotations", body, options)
        )

    async def pause(self, id: str, options: Optional[RequestOptions] = None) -> WebhookEndpoint:
        return WebhookEndpoint.from_json(
            await self._calls.post("pauseWebhookEndpoint", f"/webhook-endpoints/{segment(id)}/pause", None, options)
        )

    async def resume(self, id: str, options: Optional[RequestOptions] = None) -> WebhookEndpoint:
        """Sends what happens from now on; what was missed is sent by ``resendMany``."""
        return WebhookEndpoint.from_json(
            await self._calls.post("resumeWebhookEndpoint", f"/webhook-endpoints/{segment(id)}/resume", None, options)
        )

    async def send_test(self, id: str, options: Optional[RequestOptions] = None) -> WebhookTested:
        return WebhookTested.from_json(
            await self._calls.post("testWebhookEndpoint", f"/webhook-endpoints/{segment(id)}/test", None, options)
        )

    async def deliveries(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[WebhookDelivery]:
        """Newest first."""
        return await self._calls.page(
            WebhookDelivery.from_json, f"/webhook-endpoints/{segment(id)}/deliveries", query, options
        )

    def all_deliveries(
        self, id: str, query: Optional[ListWebhookDeliveriesQuery] = None, options: Optional[RequestOptions] = None
    ) -> AsyncIterator[WebhookDelivery]:
        return self._calls.all(
            WebhookDelivery.from_json, f"/webhook-endpoints/{segment(id)}/deliveries", query, options
        )

    async def delivery(self, id: str, event_id: str, options: Optional[RequestOptions] = None) -> WebhookDeliveryInFull:
        """One, with every attempt."""
        return WebhookDeliveryInFull.from_json(
            await self._calls.get(f"/webhook-endpoints/{segment(id)}/deliveries/{segment(event_id)}", None, options)
        )

    async def resend(self, id: str, event_id: str, options: Optional[RequestOptions] = None) -> WebhooksResent:
        return WebhooksResent.from_json(
            await self._calls.post(
                "resendWebhook",
                f"/webhook-endpoints/{segment(id)}/deliveries/{segment(event_id)}/resend",
                None,
                options,
            )
        )

    async def resend_many(
        self, id: str, body: ResendWebhooksBody, options: Optional[RequestOptions] = None
    ) -> WebhooksResent:
        """One event, all that were given up, or all events of a time range."""
        return WebhooksResent.from_json(
            await self._calls.post("resendWebhooks", f"/webhook-endpoints/{segment(id)}/resend", body, options)
        )
