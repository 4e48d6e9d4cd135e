# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: orders with their splits."""

from __future__ import annotations

from collections.abc import Iterator, Iterable
from typing import Dict, List, Optional, Union

from .._core import Page, RequestOptions, delay_after, parts_of, segment
from ..models import (
    Order,
    OrderCapturePreview,
    OrderChangeResult,
    OrderInFull,
    OrderRefundPreview,
    OrderRefundWithTransfers,
    OrderResult,
)
from ..requests import (
    AssignManySplitsBody,
    AssignSplitBody,
    CaptureOrderBody,
    CreateOrderBody,
    HoldManyOrdersBody,
    HoldOrderBody,
    ListOrdersQuery,
    RefundOrderBody,
    ReleaseManyOrdersBody,
    ReverseOrderBody,
)
from .calls import PartnerCalls


class Orders:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def create(self, body: CreateOrderBody, options: Optional[RequestOptions] = None) -> Order:
        """
        Records an order. Sending the same ``partner_order_ref`` again returns the stored order and never a second one.
        """
        return Order.from_json(self._calls.write("createOrder", "POST", "/orders", body, options, "ref"))

    def create_many(
        self, orders: Iterable[CreateOrderBody], options: Optional[RequestOptions] = None
    ) -> List[OrderResult]:
        """
        Records many orders, 1,000 to a request, and returns one result for each, in their order. Those answered 503 are
        sent again, as a request is; what is 503 in the end may be sent again later.
        """
        results: List[OrderResult] = []
        for part in parts_of(orders):
            results.extend(self._record(part, options))
        return results

    def _record(self, part: List[CreateOrderBody], options: Optional[RequestOptions]) -> List[OrderResult]:
        own = options.retries_max if options is not None else None
        retries_max = self._calls.retries_max if own is None else own
        answered: Dict[int, OrderResult] = {}
        places = [*range(len(part))]
        attempt = 0
        while True:
            body = {"orders": [part[place] for place in places]}
            answer = self._calls.write("createManyOrders", "POST", "/orders/bulk", body, options, "ref")
            for place, result in zip(places, answer["results"]):
                answered[place] = OrderResult.from_json(result)
            places = [place for place in places if answered[place].status == 503]
            if not places or attempt >= retries_max:
                return [answered[place] for place in range(len(part))]
            self._calls.pause(delay_after(attempt))
            attempt += 1

    def get(self, ref: str, options: Optional[RequestOptions] = None) -> OrderInFull:
        return OrderInFull.from_json(self._calls.get(f"/orders/{segment(ref)}", None, options))

    def list(
        self, query: Optional[ListOrdersQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[OrderInFull]:
        return self._calls.page(OrderInFull.from_json, "/orders", query, options)

    def all(
        self, query: Optional[ListOrdersQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[OrderInFull]:
        return self._calls.all(OrderInFull.from_json, "/orders", query, options)

    def confirm_payment(self, ref: str, options: Optional[RequestOptions] = None) -> OrderInFull:
        return OrderInFull.from_json(
            self._calls.post("confirmOrderPayment", f"/orders/{segment(ref)}/confirm-payment", None, options)
        )

    def cancel(self, ref: str, options: Optional[RequestOptions] = None) -> OrderInFull:
        return OrderInFull.from_json(
            self._calls.post("cancelOrder", f"/orders/{segment(ref)}/cancel", None, options)
        )

    def capture(
        self, ref: str, body: Optional[CaptureOrderBody] = None, options: Optional[RequestOptions] = None
    ) -> Union[OrderCapturePreview, OrderInFull]:
        """
        All that was authorized, or a part; once. With ``dry_run`` it only says what would be captured, and the
        shares of it.
        """
        answer = self._calls.post("captureOrder", f"/orders/{segment(ref)}/capture", body or {}, options)
        if answer.get("dry_run") is True:
            return OrderCapturePreview.from_json(answer)
        return OrderInFull.from_json(answer)

    def refund(
        self, ref: str, body: RefundOrderBody, options: Optional[RequestOptions] = None
    ) -> Union[OrderRefundPreview, OrderRefundWithTransfers]:
        """With ``dry_run`` it only says what would be transferred."""
        answer = self._calls.post("refundOrder", f"/orders/{segment(ref)}/refunds", body, options)
        if answer.get("dry_run") is True:
            return OrderRefundPreview.from_json(answer)
        return OrderRefundWithTransfers.from_json(answer)

    def reverse(
        self, ref: str, body: ReverseOrderBody, options: Optional[RequestOptions] = None
    ) -> Union[OrderRefundPreview, OrderRefundWithTransfers]:
        """Takes shares of a charged-back order back. With ``dry_run`` it only says what would be transferred."""
        answer = self._calls.post("reverseOrder", f"/orders/{segment(ref)}/reversals", body, options)
        if answer.get("dry_run") is True:
            return OrderRefundPreview.from_json(answer)
        return OrderRefundWithTransfers.from_json(answer)

    def hold(
        self, ref: str, body: Optional[HoldOrderBody] = None, options: Optional[RequestOptions] = None
    ) -> OrderInFull:
        return OrderInFull.from_json(
            self._calls.post("holdOrder", f"/orders/{segment(ref)}/hold", body or {}, options)
        )

    def release(self, ref: str, options: Optional[RequestOptions] = None) -> OrderInFull:
        return OrderInFull.from_json(
            self._calls.post("releaseOrder", f"/orders/{segment(ref)}/release", None, options)
        )

    def assign_split(
        self, ref: str, split: int, body: AssignSplitBody, options: Optional[RequestOptions] = None
    ) -> OrderInFull:
        return OrderInFull.from_json(
            self._calls.post(
                "assignSplit", f"/orders/{segment(ref)}/splits/{segment(split)}/assign", body, options
            )
        )

    def hold_many(
        self, body: HoldManyOrdersBody, options: Optional[RequestOptions] = None
    ) -> List[OrderChangeResult]:
        answer = self._calls.post("holdManyOrders", "/orders/holds", body, options)
        return [OrderChangeResult.from_json(one) for one in answer["results"]]

    def release_many(
        self, body: ReleaseManyOrdersBody, options: Optional[RequestOptions] = None
    ) -> List[OrderChangeResult]:
        answer = self._calls.post("releaseManyOrders", "/orders/releases", body, options)
        return [OrderChangeResult.from_json(one) for one in answer["results"]]

    def assign_many(
        self, body: AssignManySplitsBody, options: Optional[RequestOptions] = None
    ) -> List[OrderChangeResult]:
        answer = self._calls.post("assignManySplits", "/orders/assignments", body, options)
        return [OrderChangeResult.from_json(one) for one in answer["results"]]
