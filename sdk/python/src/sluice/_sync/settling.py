# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: settlements, restaurants without an account, and statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional, Union

from .._core import Page, RequestOptions, segment
from ..models import (
    PaidOutside,
    PartyMonth,
    Settlement,
    SettlementInFull,
    SettlementPreview,
    SettlementSchedule,
    ShadowBalance,
    ShadowClaim,
    ShadowClaimPreview,
    ShadowInvitation,
    ShadowNaming,
    ShadowRestaurant,
    ShadowTotal,
)
from ..requests import (
    ClaimShadowOrdersBody,
    CreateSettlementBody,
    GetRestaurantQuery,
    GetSettlementQuery,
    GetShadowBalancesCsvQuery,
    GetStatementCsvQuery,
    GetStatementPageQuery,
    GetStatementQuery,
    InviteRestaurantBody,
    ListSettlementsQuery,
    ListShadowBalancesQuery,
    NameRestaurantBody,
    RecordPaidOutsideBody,
    UpdateSettlementScheduleBody,
)
from .calls import PartnerCalls


class Settlements:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def create(
        self, body: Optional[CreateSettlementBody] = None, options: Optional[RequestOptions] = None
    ) -> Union[SettlementPreview, SettlementInFull]:
        """
        Settles now. A run that takes longer than ten seconds is still ``running`` in the answer. With
        ``dry_run`` it only says what would be settled.
        """
        answer = self._calls.post("createSettlement", "/settlements", body or {}, options)
        if answer.get("status") == "preview":
            return SettlementPreview.from_json(answer)
        return SettlementInFull.from_json(answer)

    def get(
        self, id: Union[int, str], query: Optional[GetSettlementQuery] = None, options: Optional[RequestOptions] = None
    ) -> SettlementInFull:
        return SettlementInFull.from_json(self._calls.get(f"/settlements/{segment(id)}", query, options))

    def list(
        self, query: Optional[ListSettlementsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[Settlement]:
        return self._calls.page(Settlement.from_json, "/settlements", query, options)

    def all(
        self, query: Optional[ListSettlementsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Settlement]:
        return self._calls.all(Settlement.from_json, "/settlements", query, options)

    def statement_csv(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> str:
        return self._calls.text(f"/settlements/{segment(id)}/statement.csv", None, options)

    def statement_html(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> str:
        return self._calls.text(f"/settlements/{segment(id)}/statement.html", None, options)

    def schedule(self, options: Optional[RequestOptions] = None) -> SettlementSchedule:
        return SettlementSchedule.from_json(self._calls.get("/settlement-schedule", None, options))

    def update_schedule(
        self, body: UpdateSettlementScheduleBody, options: Optional[RequestOptions] = None
    ) -> SettlementSchedule:
        return SettlementSchedule.from_json(
            self._calls.write("updateSettlementSchedule", "PUT", "/settlement-schedule", body, options)
        )


class Shadow:
    """Restaurants without an account, by the refs that the company gives them."""

    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def list(
        self, query: Optional[ListShadowBalancesQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[ShadowBalance]:
        return self._calls.page(ShadowBalance.from_json, "/shadow", query, options, ShadowTotal.from_json)

    def all(
        self, query: Optional[ListShadowBalancesQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[ShadowBalance]:
        return self._calls.all(ShadowBalance.from_json, "/shadow", query, options)

    def csv(
        self, query: Optional[GetShadowBalancesCsvQuery] = None, options: Optional[RequestOptions] = None
    ) -> str:
        return self._calls.text("/shadow.csv", query, options)

    def get(
        self, ref: str, query: Optional[GetRestaurantQuery] = None, options: Optional[RequestOptions] = None
    ) -> ShadowRestaurant:
        return ShadowRestaurant.from_json(self._calls.get(f"/shadow/{segment(ref)}", query, options))

    def record_paid_outside(
        self, body: RecordPaidOutsideBody, options: Optional[RequestOptions] = None
    ) -> PaidOutside:
        return PaidOutside.from_json(self._calls.post("recordPaidOutside", "/shadow/paid-outside", body, options))

    def name(self, body: NameRestaurantBody, options: Optional[RequestOptions] = None) -> ShadowNaming:
        return ShadowNaming.from_json(self._calls.post("nameRestaurant", "/shadow/names", body, options))

    def invite(
        self, ref: str, body: InviteRestaurantBody, options: Optional[RequestOptions] = None
    ) -> ShadowInvitation:
        return ShadowInvitation.from_json(
            self._calls.post("inviteRestaurant", f"/shadow/{segment(ref)}/invite", body, options)
        )

    def claim(
        self, ref: str, body: ClaimShadowOrdersBody, options: Optional[RequestOptions] = None
    ) -> Union[ShadowClaimPreview, ShadowClaim]:
        """With ``dry_run`` it only says what would be transferred."""
        answer = self._calls.post("claimShadowOrders", f"/shadow/{segment(ref)}/claims", body, options)
        if answer.get("status") == "preview":
            return ShadowClaimPreview.from_json(answer)
        return ShadowClaim.from_json(answer)


class Statements:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def get(self, month: str, query: GetStatementQuery, options: Optional[RequestOptions] = None) -> PartyMonth:
        """:param month: such as ````2031-03````."""
        return PartyMonth.from_json(self._calls.get(f"/statements/{segment(month)}", query, options))

    def csv(self, month: str, query: GetStatementCsvQuery, options: Optional[RequestOptions] = None) -> str:
        """:param month: such as ````2031-03````."""
        return self._calls.text(f"/statements/{segment(month)}.csv", query, options)

    def html(self, month: str, query: GetStatementPageQuery, options: Optional[RequestOptions] = None) -> str:
        """:param month: such as ````2031-03````."""
        return self._calls.text(f"/statements/{segment(month)}.html", query, options)
