# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: wallets, debts, cash and payouts of a company."""

from __future__ import annotations

from collections.abc import Iterator
from typing import List, Optional, Union

from .._core import Page, RequestOptions, segment
from ..models import (
    BankAccount,
    CashHandover,
    CashSettings,
    CashTotal,
    CashTransfer,
    CommissionTransfer,
    DebtSettlement,
    HeldCash,
    Payout,
    PayoutSchedule,
    TopUp,
    Wallet,
)
from ..requests import (
    CreatePayoutBody,
    CreateTopUpBody,
    ListCashHandoversQuery,
    ListDebtSettlementsQuery,
    ListHeldCashQuery,
    ListPayoutsQuery,
    RecordCashHandoverBody,
    RecordDebtRepaidBody,
    SetPayoutScheduleBody,
    TransferCashBody,
    TransferCommissionBody,
    UpdateCashSettingsBody,
    WriteOffDebtBody,
)
from .calls import PartnerCalls


class Wallets:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def list(self, options: Optional[RequestOptions] = None) -> List[Wallet]:
        return [Wallet.from_json(one) for one in self._calls.get("/wallets", None, options)]

    def top_up(self, body: CreateTopUpBody, options: Optional[RequestOptions] = None) -> TopUp:
        return TopUp.from_json(self._calls.post("createTopUp", "/wallets/topups", body, options))

    def transfer(
        self, body: TransferCommissionBody, options: Optional[RequestOptions] = None
    ) -> CommissionTransfer:
        """Moves commission to clearing."""
        return CommissionTransfer.from_json(
            self._calls.post("transferCommission", "/wallets/transfers", body, options)
        )


class Debts:
    """What beneficiaries owe the company, for shares that refunds took back."""

    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def record_repaid(
        self, body: RecordDebtRepaidBody, options: Optional[RequestOptions] = None
    ) -> DebtSettlement:
        """Records what a beneficiary repaid outside the service."""
        return DebtSettlement.from_json(self._calls.post("recordDebtRepaid", "/debts/repaid", body, options))

    def write_off(self, body: WriteOffDebtBody, options: Optional[RequestOptions] = None) -> DebtSettlement:
        """Writes a debt off. Above the company's limit it is ``requested`` until a second person approves it."""
        return DebtSettlement.from_json(self._calls.post("writeOffDebt", "/debts/write-offs", body, options))

    def settlements(
        self, query: Optional[ListDebtSettlementsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[DebtSettlement]:
        return self._calls.page(DebtSettlement.from_json, "/debts/settlements", query, options)


class Cash:
    """Cash that beneficiaries collect from customers."""

    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def held(
        self, query: Optional[ListHeldCashQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[HeldCash]:
        """What each beneficiary holds of the customers' cash."""
        return self._calls.page(HeldCash.from_json, "/cash", query, options, CashTotal.from_json)

    def handovers(
        self, query: Optional[ListCashHandoversQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[CashHandover]:
        return self._calls.page(CashHandover.from_json, "/cash/handovers", query, options)

    def record(self, body: RecordCashHandoverBody, options: Optional[RequestOptions] = None) -> CashHandover:
        """Records that cash left a beneficiary's hands. What is handed over counts once the beneficiary confirms it."""
        return CashHandover.from_json(self._calls.post("recordCashHandover", "/cash/handovers", body, options))

    def confirm(self, id: str, options: Optional[RequestOptions] = None) -> CashHandover:
        return CashHandover.from_json(
            self._calls.post("confirmCashHandover", f"/cash/handovers/{segment(id)}/confirm", None, options)
        )

    def decline(self, id: str, options: Optional[RequestOptions] = None) -> CashHandover:
        return CashHandover.from_json(
            self._calls.post("declineCashHandover", f"/cash/handovers/{segment(id)}/decline", None, options)
        )

    def withdraw(self, id: str, options: Optional[RequestOptions] = None) -> CashHandover:
        return CashHandover.from_json(
            self._calls.post("withdrawCashHandover", f"/cash/handovers/{segment(id)}/withdraw", None, options)
        )

    def transfer(self, body: TransferCashBody, options: Optional[RequestOptions] = None) -> CashTransfer:
        """
        How a beneficiary hands cash over by bank transfer: in live mode its reference, which stays the same; in
        test mode the money arrives at once.
        """
        return CashTransfer.from_json(self._calls.post("transferCash", "/cash/transfers", body, options))

    def settings(self, options: Optional[RequestOptions] = None) -> CashSettings:
        return CashSettings.from_json(self._calls.get("/cash/settings", None, options))

    def update_settings(
        self, body: UpdateCashSettingsBody, options: Optional[RequestOptions] = None
    ) -> CashSettings:
        return CashSettings.from_json(
            self._calls.write("updateCashSettings", "PUT", "/cash/settings", body, options)
        )


class Payouts:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def create(self, body: CreatePayoutBody, options: Optional[RequestOptions] = None) -> Payout:
        return Payout.from_json(self._calls.post("createPayout", "/payouts", body, options))

    def get(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> Payout:
        return Payout.from_json(self._calls.get(f"/payouts/{segment(id)}", None, options))

    def list(
        self, query: Optional[ListPayoutsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[Payout]:
        return self._calls.page(Payout.from_json, "/payouts", query, options)

    def all(
        self, query: Optional[ListPayoutsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Payout]:
        return self._calls.all(Payout.from_json, "/payouts", query, options)

    def cancel(self, id: Union[int, str], options: Optional[RequestOptions] = None) -> Payout:
        return Payout.from_json(self._calls.post("cancelPayout", f"/payouts/{segment(id)}/cancel", None, options))

    def schedules(self, options: Optional[RequestOptions] = None) -> Page[PayoutSchedule]:
        return self._calls.page(PayoutSchedule.from_json, "/payout-schedules", None, options)

    def set_schedule(
        self, body: SetPayoutScheduleBody, options: Optional[RequestOptions] = None
    ) -> PayoutSchedule:
        return PayoutSchedule.from_json(
            self._calls.write("setPayoutSchedule", "PUT", "/payout-schedules", body, options)
        )

    def bank_accounts(self, options: Optional[RequestOptions] = None) -> Page[BankAccount]:
        return self._calls.page(BankAccount.from_json, "/bank-accounts", None, options)
