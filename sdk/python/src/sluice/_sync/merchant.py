# Written by `npm run openapi` from `_async`: do not edit.
"""Interface A: payments of a shop. Access tokens are requested and renewed as needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Callable, Optional, Type

import httpx

from .. import _json
from .._core import Idempotency, Options, Page, Request, RequestOptions, Seen, checked, is_of_token, segment
from ..errors import SluiceError
from ..models import CreatedPayment, Event, MerchantEndpoints, MerchantEvents, Payment, Refund, WebhooksResent
from ..requests import (
    CapturePaymentBody,
    CreatePaymentBody,
    GetPaymentByQueryQuery,
    ListMerchantEventsQuery,
    RefundPaymentBody,
    ResendMerchantWebhooksBody,
)
from .access_token import AccessTokens
from .http import Http, Pause
from .pages import events_to_end, followed_events

_base = "/pay/api/v1"


class ShopCalls:
    """Calls with an access token."""

    def __init__(self, http: Http, tokens: AccessTokens) -> None:
        self._http = http
        self._tokens = tokens

    def get(self, path: str, query: Optional[Mapping[str, Any]], own: Optional[RequestOptions]) -> Any:
        return self._send(Request("GET", path, query), own)

    def post(
        self, path: str, body: Mapping[str, Any], own: Optional[RequestOptions], idempotency: Idempotency
    ) -> Any:
        return self._send(Request("POST", path, body=_json.encode(body), idempotency=idempotency), own)

    def _send(self, request: Request, own: Optional[RequestOptions]) -> Any:
        token = self._tokens.current()
        try:
            return self._send_with(token, request, own)
        except SluiceError as error:
            if not is_of_token(error):
                raise
        # Its key pair may have been rotated, or the secret of the service changed.
        self._tokens.drop(token)
        return self._send_with(self._tokens.current(), request, own)

    def _send_with(self, token: str, request: Request, own: Optional[RequestOptions]) -> Any:
        headers = {"authorization": f"Bearer {token}"}
        sent = Request(request.method, request.path, request.query, request.body, headers, request.idempotency)
        return (self._http.json(sent, own)).get("data", {})


class ShopPayments:
    def __init__(self, calls: ShopCalls, http: Http, options: Options) -> None:
        self._calls = calls
        self._http = http
        self._options = options

    def create(self, body: CreatePaymentBody, options: Optional[RequestOptions] = None) -> CreatedPayment:
        """Send the customer to the ``payment_url`` of the answer."""
        return CreatedPayment.from_json(self._calls.post("/payment/create", body, options, "key"))

    def get(self, token: str, options: Optional[RequestOptions] = None) -> Payment:
        return Payment.from_json(self._calls.get(f"/payment/status/{segment(token)}", None, options))

    def find(self, query: GetPaymentByQueryQuery, options: Optional[RequestOptions] = None) -> Payment:
        """As ``get``, with the token in the query."""
        return Payment.from_json(self._calls.get("/payment/status", query, options))

    def get_by_keys(self, token: str, options: Optional[RequestOptions] = None) -> Payment:
        """As ``get``, with the key pair instead of an access token."""
        keys = {"client_id": self._options.client_id, "secret_id": self._options.client_secret}
        request = Request("POST", "/payment/status", body=_json.encode({**keys, "token": token}))
        return Payment.from_json((self._http.json(request, options)).get("data", {}))

    def refund(self, body: RefundPaymentBody, options: Optional[RequestOptions] = None) -> Refund:
        """Each ``refund_ref`` refunds once, however often it is sent."""
        return Refund.from_json(self._calls.post("/payment/refund", body, options, "ref"))

    def capture(self, body: CapturePaymentBody, options: Optional[RequestOptions] = None) -> Payment:
        """All that was authorized, or a part; once. A repetition of the same answers alike."""
        return Payment.from_json(self._calls.post("/payment/capture", body, options, "ref"))

    def cancel(self, token: str, options: Optional[RequestOptions] = None) -> Payment:
        """An authorized payment is voided."""
        return Payment.from_json(self._calls.post("/payment/cancel", {"token": token}, options, "key"))


class ShopEvents:
    """The log of what happened to the shop's payments."""

    def __init__(self, calls: ShopCalls) -> None:
        self._calls = calls

    def list(
        self, query: Optional[ListMerchantEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> MerchantEvents:
        """Oldest first, after the event that was read last. With ``wait`` it waits for one when there is none."""
        return self._list(query or {}, options)

    def all(
        self, query: Optional[ListMerchantEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Event]:
        """Every event that has happened."""
        return events_to_end(lambda at: self._page(at, options), query or {})

    def follow(
        self, query: Optional[ListMerchantEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Event]:
        """Every event, and then each as it happens, until the loop is left."""
        return followed_events(lambda at: self._page(at, options), query or {})

    def _list(self, query: Mapping[str, Any], options: Optional[RequestOptions]) -> MerchantEvents:
        return MerchantEvents.from_json(self._calls.get("/events", query, options))

    def _page(self, query: Mapping[str, Any], options: Optional[RequestOptions]) -> Page[Event]:
        page = self._list(query, options)
        return Page(page.events, page.next_cursor)


class ShopWebhooks:
    def __init__(self, calls: ShopCalls) -> None:
        self._calls = calls

    def list(self, options: Optional[RequestOptions] = None) -> MerchantEndpoints:
        """Where webhooks are sent. They are made and changed in the dashboard."""
        return MerchantEndpoints.from_json(self._calls.get("/webhook-endpoints", None, options))

    def resend(
        self, id: str, body: ResendMerchantWebhooksBody, options: Optional[RequestOptions] = None
    ) -> WebhooksResent:
        """
        Sends one event again, all that were given up, or all events of a time range.

        :param id: of an endpoint, or ``addresses`` for that of the ``webhook_url`` of payments.
        """
        path = f"/webhook-endpoints/{segment(id)}/resend"
        return WebhooksResent.from_json(self._calls.post(path, body, options, "key"))


class Merchant:
    """A client for one key pair, and so for one shop in one mode."""

    def __init__(
        self,
        *,
        base_url: Optional[str],
        client_id: Optional[str],
        client_secret: Optional[str],
        timeout_seconds: float = 30.0,
        retries_max: int = 3,
        on_response: Optional[Callable[[Seen], None]] = None,
        http_client: Optional[httpx.Client] = None,
        pause: Optional[Pause] = None,
    ) -> None:
        """
        :param base_url: the origin of the service, such as ``https://pay.example.com``.
        :param client_id: the client ID of a key pair: ``pk_test_…`` or ``pk_live_…``.
        :param client_secret: its secret: ``sk_test_…`` or ``sk_live_…``.
        :param timeout_seconds: how long one attempt may take, apart from the ``wait`` of events.
        :param retries_max: how often a request is sent again.
        :param on_response: called with every answer, for logs.
        :param http_client: instead of one of its own.
        :param pause: waits between attempts, in seconds; to be replaced in tests.
        """
        options = checked(base_url, client_id, client_secret, timeout_seconds, retries_max, on_response)
        self._http = Http(_base, options, http_client, pause)
        self._tokens = AccessTokens(self._http, options)
        calls = ShopCalls(self._http, self._tokens)
        self.payments = ShopPayments(calls, self._http, options)
        self.events = ShopEvents(calls)
        self.webhooks = ShopWebhooks(calls)

    def access_token(self) -> str:
        """For requests that this library does not have. It is renewed before it expires."""
        return self._tokens.current()

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Merchant:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
