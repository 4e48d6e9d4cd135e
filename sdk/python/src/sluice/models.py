"""The objects of answers and events. Written by `npm run openapi`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as _field
from decimal import Decimal
from typing import Any, Callable, Dict, List, Literal, Optional, Union

from ._model import Model, Untyped, amount, need


@dataclass(frozen=True)
class AccessToken(Model):
    access_token: str
    """Opaque; send it as Authorization: Bearer"""
    expire_time: int
    """Seconds for which the token is valid"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> AccessToken:
        return cls(
            access_token=need(json, "access_token"),
            expire_time=need(json, "expire_time"),
            raw=json,
        )



@dataclass(frozen=True)
class BankAccount(Model):
    bank_account_id: str
    status: Literal["active", "ended"]
    account_name: str
    number: str
    """Masked: its last four characters"""
    country: str
    """ISO 3166 code"""
    currency: Optional[str]
    address: Optional[BankAccountAddress]
    """Of the account’s holder; null: not known"""
    payee_check: Optional[BankAccountPayeeCheck]
    """Whether the bank knows the account under this name; null: the service does not ask"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    ended_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> BankAccount:
        return cls(
            bank_account_id=need(json, "bank_account_id"),
            status=need(json, "status"),
            account_name=need(json, "account_name"),
            number=need(json, "number"),
            country=need(json, "country"),
            currency=json.get("currency"),
            address=None if json.get("address") is None else BankAccountAddress.from_json(json["address"]),
            payee_check=None if json.get("payee_check") is None else BankAccountPayeeCheck.from_json(json["payee_check"]),
            created_at=need(json, "created_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class BankAccountAddress(Model):
    street: Optional[str]
    building_number: Optional[str]
    post_code: Optional[str]
    town: str
    country: str
    """ISO 3166 code"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> BankAccountAddress:
        return cls(
            street=json.get("street"),
            building_number=json.get("building_number"),
            post_code=json.get("post_code"),
            town=need(json, "town"),
            country=need(json, "country"),
            raw=json,
        )



@dataclass(frozen=True)
class BankAccountPayeeCheck(Model):
    result: Literal["match", "close_match", "no_match", "not_possible", "not_checked"]
    name: Optional[str]
    """Under which the bank knows the account; with `close_match` only"""
    checked_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> BankAccountPayeeCheck:
        return cls(
            result=need(json, "result"),
            name=json.get("name"),
            checked_at=need(json, "checked_at"),
            raw=json,
        )



@dataclass(frozen=True)
class BankDetails(Model):
    """Where the operator takes bank transfers in one currency"""

    currency: str
    """Uppercase ISO 4217 code"""
    account_holder: str
    iban: Optional[str]
    bic: Optional[str]
    bank_name: Optional[str]
    other: Optional[str]
    changed_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> BankDetails:
        return cls(
            currency=need(json, "currency"),
            account_holder=need(json, "account_holder"),
            iban=json.get("iban"),
            bic=json.get("bic"),
            bank_name=json.get("bank_name"),
            other=json.get("other"),
            changed_at=need(json, "changed_at"),
            raw=json,
        )



@dataclass(frozen=True)
class Beneficiary(Model):
    """A merchant or courier linked to the company; splits name its id"""

    id: int
    """Link id of the merchant or courier"""
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["active", "ended"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Beneficiary:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            raw=json,
        )



@dataclass(frozen=True)
class BlockedQueue(Model):
    """The first order of a currency that clearing cannot cover, and what it lacks"""

    currency: str
    """Uppercase ISO 4217 code"""
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    available: Decimal
    """An exact decimal in units of the currency"""
    missing: Decimal
    """An exact decimal in units of the currency"""
    orders_waiting: int
    """This order and those behind it that wait with it, at most 10,000"""
    missing_for_all: Decimal
    """What clearing lacks to settle all of them"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> BlockedQueue:
        return cls(
            currency=need(json, "currency"),
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            amount=amount(need(json, "amount")),
            available=amount(need(json, "available")),
            missing=amount(need(json, "missing")),
            orders_waiting=need(json, "orders_waiting"),
            missing_for_all=amount(need(json, "missing_for_all")),
            raw=json,
        )



@dataclass(frozen=True)
class CashHandover(Model):
    """Cash of the company's customers that a payee no longer holds"""

    handover_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    beneficiary_name: str
    kind: Literal["handed_over", "returned", "owed"]
    """Handed over to the company, given back to a customer, or owed as a debt from now on"""
    status: Literal["waiting", "posted", "declined", "withdrawn"]
    """What is handed over is `waiting` until the other side confirms or declines it, or it is withdrawn"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    note: Optional[str]
    recorded_by: Literal["company", "link"]
    """The company, or the payee who holds the cash"""
    topup_id: Optional[str]
    """The top-up that its bank transfer became; nobody confirms that"""
    taken_back: Optional[Decimal]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CashHandover:
        return cls(
            handover_id=need(json, "handover_id"),
            mode=need(json, "mode"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            beneficiary_name=need(json, "beneficiary_name"),
            kind=need(json, "kind"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            note=json.get("note"),
            recorded_by=need(json, "recorded_by"),
            topup_id=json.get("topup_id"),
            taken_back=None if json.get("taken_back") is None else amount(json["taken_back"]),
            created_at=need(json, "created_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class CashHandoverEventData(Model):
    """Cash of the company's customers that a payee no longer holds"""

    handover_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    beneficiary_name: str
    kind: Literal["handed_over", "returned", "owed"]
    """Handed over to the company, given back to a customer, or owed as a debt from now on"""
    status: Literal["waiting", "posted", "declined", "withdrawn"]
    """What is handed over is `waiting` until the other side confirms or declines it, or it is withdrawn"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    note: Optional[str]
    recorded_by: Literal["company", "link"]
    """The company, or the payee who holds the cash"""
    topup_id: Optional[str]
    """The top-up that its bank transfer became; nobody confirms that"""
    taken_back: Optional[Decimal]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CashHandoverEventData:
        return cls(
            handover_id=need(json, "handover_id"),
            mode=need(json, "mode"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            beneficiary_name=need(json, "beneficiary_name"),
            kind=need(json, "kind"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            note=json.get("note"),
            recorded_by=need(json, "recorded_by"),
            topup_id=json.get("topup_id"),
            taken_back=None if json.get("taken_back") is None else amount(json["taken_back"]),
            created_at=need(json, "created_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class CashSettings(Model):
    is_tracked: bool
    """Whether new orders paid in cash say who collects it"""
    limits: Dict[str, Decimal]
    """How much cash one payee may hold, by currency"""
    days_max: Optional[int]
    above_limits: Literal["warn", "refuse"]
    """What happens to an order whose collector is above a limit"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CashSettings:
        return cls(
            is_tracked=need(json, "is_tracked"),
            limits={key: amount(one) for key, one in need(json, "limits").items()},
            days_max=json.get("days_max"),
            above_limits=need(json, "above_limits"),
            raw=json,
        )



@dataclass(frozen=True)
class CashTotal(Model):
    """The cash of a company's customers in one currency"""

    currency: str
    """Uppercase ISO 4217 code"""
    held: Decimal
    """What all payees hold"""
    waiting: Decimal
    """Of that, what is said to be handed over and not confirmed yet"""
    expected: Decimal
    """What is collected for orders that have not settled"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CashTotal:
        return cls(
            currency=need(json, "currency"),
            held=amount(need(json, "held")),
            waiting=amount(need(json, "waiting")),
            expected=amount(need(json, "expected")),
            raw=json,
        )



@dataclass(frozen=True)
class CashTransfer(Model):
    """How a payee hands cash over by bank transfer: in live mode to this account with this reference; in test mode it is handed over at once, with `top_up`"""

    beneficiary_ref: int
    """Link id of the merchant or courier"""
    currency: str
    """Uppercase ISO 4217 code"""
    reference: Optional[str]
    bank_details: Optional[BankDetails]
    top_up: Optional[TopUp]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CashTransfer:
        return cls(
            beneficiary_ref=need(json, "beneficiary_ref"),
            currency=need(json, "currency"),
            reference=json.get("reference"),
            bank_details=None if json.get("bank_details") is None else BankDetails.from_json(json["bank_details"]),
            top_up=None if json.get("top_up") is None else TopUp.from_json(json["top_up"]),
            raw=json,
        )



@dataclass(frozen=True)
class ChargebackCreatedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[ChargebackCreatedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    dispute: str
    chargeback_amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    chargeback_currency: str
    """Uppercase ISO 4217 code"""
    owed_amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ChargebackCreatedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else ChargebackCreatedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            dispute=need(json, "dispute"),
            chargeback_amount=amount(need(json, "chargeback_amount")),
            chargeback_currency=need(json, "chargeback_currency"),
            owed_amount=amount(need(json, "owed_amount")),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class ChargebackCreatedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ChargebackCreatedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class ChargebackReversedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[ChargebackReversedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    dispute: str
    chargeback_amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    chargeback_currency: str
    """Uppercase ISO 4217 code"""
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ChargebackReversedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else ChargebackReversedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            dispute=need(json, "dispute"),
            chargeback_amount=amount(need(json, "chargeback_amount")),
            chargeback_currency=need(json, "chargeback_currency"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class ChargebackReversedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ChargebackReversedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class CommissionTransfer(Model):
    transfer_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    from_: Literal["commission"]
    to: Literal["clearing"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CommissionTransfer:
        return cls(
            transfer_id=need(json, "transfer_id"),
            mode=need(json, "mode"),
            from_=need(json, "from"),
            to=need(json, "to"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class CreatedPayment(Model):
    token: str
    payment_url: str
    """Redirect the customer here"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> CreatedPayment:
        return cls(
            token=need(json, "token"),
            payment_url=need(json, "payment_url"),
            raw=json,
        )



@dataclass(frozen=True)
class DebtEventData(Model):
    """A debt, or a part of one, that was repaid outside or written off"""

    debt_settlement_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    kind: Literal["repaid", "written_off"]
    """Repaid outside the service, or written off"""
    status: Literal["requested", "posted", "declined"]
    """A write-off that takes two people is `requested` until the second one approves or declines it"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    beneficiary_ref: Optional[int]
    beneficiary_name: Optional[str]
    reason: str
    requested_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> DebtEventData:
        return cls(
            debt_settlement_id=need(json, "debt_settlement_id"),
            mode=need(json, "mode"),
            kind=need(json, "kind"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            beneficiary_ref=json.get("beneficiary_ref"),
            beneficiary_name=json.get("beneficiary_name"),
            reason=need(json, "reason"),
            requested_at=need(json, "requested_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class DebtSettlement(Model):
    """A debt, or a part of one, that was repaid outside or written off"""

    debt_settlement_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    kind: Literal["repaid", "written_off"]
    """Repaid outside the service, or written off"""
    status: Literal["requested", "posted", "declined"]
    """A write-off that takes two people is `requested` until the second one approves or declines it"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    beneficiary_ref: Optional[int]
    beneficiary_name: Optional[str]
    reason: str
    requested_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> DebtSettlement:
        return cls(
            debt_settlement_id=need(json, "debt_settlement_id"),
            mode=need(json, "mode"),
            kind=need(json, "kind"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            beneficiary_ref=json.get("beneficiary_ref"),
            beneficiary_name=json.get("beneficiary_name"),
            reason=need(json, "reason"),
            requested_at=need(json, "requested_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class DisputeEvidenceSubmittedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[DisputeEvidenceSubmittedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    dispute: str
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> DisputeEvidenceSubmittedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else DisputeEvidenceSubmittedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            dispute=need(json, "dispute"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class DisputeEvidenceSubmittedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> DisputeEvidenceSubmittedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class DisputeFeeEventData(Model):
    dispute: str
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    mode: Literal["test", "live"]
    """Decided by the API key"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> DisputeFeeEventData:
        return cls(
            dispute=need(json, "dispute"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            mode=need(json, "mode"),
            raw=json,
        )



@dataclass(frozen=True)
class Drained(Model):
    drained: bool
    """False: there is more; send it again"""
    now: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Drained:
        return cls(
            drained=need(json, "drained"),
            now=need(json, "now"),
            raw=json,
        )



@dataclass(frozen=True)
class EarningEventData(Model):
    movement_id: str
    code: str
    effect: Literal["in", "out", "owed", "forgiven"]
    """`owed` and `forgiven` change what is owed to the company and move no money"""
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    company: str
    partner_order_ref: Optional[str]
    payout_id: Optional[str]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> EarningEventData:
        return cls(
            movement_id=need(json, "movement_id"),
            code=need(json, "code"),
            effect=need(json, "effect"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            company=need(json, "company"),
            partner_order_ref=json.get("partner_order_ref"),
            payout_id=json.get("payout_id"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class Event(Model):
    id: str
    type: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    request_id: Optional[str]
    """The `X-Request-Id` of the request that did it; null if the service acted by itself"""
    data: Model
    """The object as this interface shows it"""
    subject: Optional[str] = None
    """What the transfer or event is about"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Event:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            mode=need(json, "mode"),
            created_at=need(json, "created_at"),
            request_id=json.get("request_id"),
            data=event_data(need(json, "type"), need(json, "data")),
            subject=json.get("subject"),
            raw=json,
        )



@dataclass(frozen=True)
class FeesDrawnEventData(Model):
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    reference: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> FeesDrawnEventData:
        return cls(
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reference=need(json, "reference"),
            mode=need(json, "mode"),
            raw=json,
        )



@dataclass(frozen=True)
class HeldCash(Model):
    """The cash of a company's customers that one payee holds"""

    beneficiary_ref: int
    """Link id of the merchant or courier"""
    beneficiary_name: str
    currency: str
    """Uppercase ISO 4217 code"""
    held: Decimal
    """What it holds: collected, and neither kept as earnings nor handed over"""
    waiting: Decimal
    """Of that, what is said to be handed over and not confirmed yet"""
    expected: Decimal
    """What it collects for orders that have not settled"""
    held_since: Optional[str]
    reference: Optional[str]
    above_limit: bool
    """It holds and will hold more than the limit, or for longer"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> HeldCash:
        return cls(
            beneficiary_ref=need(json, "beneficiary_ref"),
            beneficiary_name=need(json, "beneficiary_name"),
            currency=need(json, "currency"),
            held=amount(need(json, "held")),
            waiting=amount(need(json, "waiting")),
            expected=amount(need(json, "expected")),
            held_since=json.get("held_since"),
            reference=json.get("reference"),
            above_limit=need(json, "above_limit"),
            raw=json,
        )



@dataclass(frozen=True)
class Invitation(Model):
    invitation_id: str
    email: str
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["pending", "expired", "accepted", "declined", "revoked"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    beneficiary_ref: Optional[int]
    expires_at: str
    """UTC, ISO 8601 with milliseconds"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Invitation:
        return cls(
            invitation_id=need(json, "invitation_id"),
            email=need(json, "email"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            beneficiary_ref=json.get("beneficiary_ref"),
            expires_at=need(json, "expires_at"),
            created_at=need(json, "created_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class InvitationEventData(Model):
    invitation_id: str
    email: str
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["pending", "expired", "accepted", "declined", "revoked"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    beneficiary_ref: Optional[int]
    expires_at: str
    """UTC, ISO 8601 with milliseconds"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    decided_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> InvitationEventData:
        return cls(
            invitation_id=need(json, "invitation_id"),
            email=need(json, "email"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            beneficiary_ref=json.get("beneficiary_ref"),
            expires_at=need(json, "expires_at"),
            created_at=need(json, "created_at"),
            decided_at=json.get("decided_at"),
            raw=json,
        )



@dataclass(frozen=True)
class LateCaptureRefusedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[LateCaptureRefusedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    attempt: str
    reason: str
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LateCaptureRefusedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else LateCaptureRefusedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            attempt=need(json, "attempt"),
            reason=need(json, "reason"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class LateCaptureRefusedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LateCaptureRefusedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class LateCaptureReturnedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[LateCaptureReturnedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    attempt: str
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LateCaptureReturnedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else LateCaptureReturnedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            attempt=need(json, "attempt"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class LateCaptureReturnedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LateCaptureReturnedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class LedgerTransfer(Model):
    from_: str
    """An account of the ledger"""
    to: str
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    code: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LedgerTransfer:
        return cls(
            from_=need(json, "from"),
            to=need(json, "to"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            code=need(json, "code"),
            raw=json,
        )



@dataclass(frozen=True)
class LinkCreatedEventData(Model):
    id: int
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["active", "ended"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    ended_at: Optional[str]
    invitation_id: Optional[str] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LinkCreatedEventData:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            created_at=need(json, "created_at"),
            ended_at=json.get("ended_at"),
            invitation_id=json.get("invitation_id"),
            raw=json,
        )



@dataclass(frozen=True)
class LinkEndedEventData(Model):
    id: int
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["active", "ended"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    ended_at: Optional[str]
    ended_by: Literal["company", "beneficiary"]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LinkEndedEventData:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            created_at=need(json, "created_at"),
            ended_at=json.get("ended_at"),
            ended_by=need(json, "ended_by"),
            raw=json,
        )



@dataclass(frozen=True)
class LinkHistory(Model):
    id: int
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["active", "ended"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    ended_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LinkHistory:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            created_at=need(json, "created_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class LinkWidenedEventData(Model):
    id: int
    type: Literal["merchant", "courier"]
    name: str
    status: Literal["active", "ended"]
    modes: List[Literal["test", "live"]]
    """A link created in test mode serves only test mode until it is widened"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    ended_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> LinkWidenedEventData:
        return cls(
            id=need(json, "id"),
            type=need(json, "type"),
            name=need(json, "name"),
            status=need(json, "status"),
            modes=need(json, "modes"),
            created_at=need(json, "created_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class MadeWebhookEndpoint(Model):
    """An endpoint with the secrets just created for it"""

    endpoint_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    kind: Literal["endpoint", "addresses"]
    """`addresses`: the `webhook_url`s that payments and orders carry themselves; there is one such endpoint"""
    url: Optional[str]
    description: str
    event_types: Optional[List[str]]
    """Null: every type, including later ones"""
    format: Literal["standard", "mypay", "quickei", "zerth"]
    """How events are written: `standard`, or as the receivers of existing plugins read them"""
    extra_header: Optional[str]
    """Carries a signature of the raw body, for plugins that expect their own header"""
    extra_header_prefix: str
    """Stands before the signature in the extra header"""
    status: Literal["active", "paused", "disabled"]
    status_reason: Optional[Literal["by_hand", "failing", "gone"]]
    status_since: str
    """UTC, ISO 8601 with milliseconds"""
    failing_since: Optional[str]
    last_succeeded_at: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    secret: Optional[str]
    """Shown only once; null if none was created, and in a replayed response"""
    extra_header_secret: Optional[str]
    """Shown only once; null if none was created, and in a replayed response"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> MadeWebhookEndpoint:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            mode=need(json, "mode"),
            kind=need(json, "kind"),
            url=json.get("url"),
            description=need(json, "description"),
            event_types=json.get("event_types"),
            format=need(json, "format"),
            extra_header=json.get("extra_header"),
            extra_header_prefix=need(json, "extra_header_prefix"),
            status=need(json, "status"),
            status_reason=json.get("status_reason"),
            status_since=need(json, "status_since"),
            failing_since=json.get("failing_since"),
            last_succeeded_at=json.get("last_succeeded_at"),
            created_at=need(json, "created_at"),
            secret=json.get("secret"),
            extra_header_secret=json.get("extra_header_secret"),
            raw=json,
        )



@dataclass(frozen=True)
class MerchantEndpoints(Model):
    endpoints: List[WebhookEndpoint]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> MerchantEndpoints:
        return cls(
            endpoints=[WebhookEndpoint.from_json(one) for one in need(json, "endpoints")],
            raw=json,
        )



@dataclass(frozen=True)
class MerchantEvents(Model):
    events: List[Event]
    next_cursor: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> MerchantEvents:
        return cls(
            events=[Event.from_json(one) for one in need(json, "events")],
            next_cursor=json.get("next_cursor"),
            raw=json,
        )



@dataclass(frozen=True)
class NewWebhookSecret(Model):
    endpoint_id: str
    secret: Optional[str]
    """Shown only once; null if none was created, and in a replayed response"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> NewWebhookSecret:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            secret=json.get("secret"),
            raw=json,
        )



@dataclass(frozen=True)
class Order(Model):
    """An order as it was recorded"""

    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    payment_url: Optional[str] = None
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Order:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            payment_url=json.get("payment_url"),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class OrderCapture(Model):
    """Only of an order with capture manual"""

    captured_amount: Optional[Decimal]
    capturable_until: Optional[str]
    splits: Optional[List[OrderSplit]]
    """The shares of what was captured, which the order settles; null before"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderCapture:
        return cls(
            captured_amount=None if json.get("captured_amount") is None else amount(json["captured_amount"]),
            capturable_until=json.get("capturable_until"),
            splits=None if json.get("splits") is None else [OrderSplit.from_json(one) for one in json["splits"]],
            raw=json,
        )



@dataclass(frozen=True)
class OrderCapturePreview(Model):
    """What a capture would take, and the shares of it"""

    dry_run: Literal[True]
    captured_amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderCapturePreview:
        return cls(
            dry_run=need(json, "dry_run"),
            captured_amount=amount(need(json, "captured_amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            raw=json,
        )



@dataclass(frozen=True)
class OrderChangeResult(Model):
    partner_order_ref: str
    """The partner's own order id"""
    ok: Literal[True, False]
    settlement_status: Optional[Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]] = None
    hold_reason: Optional[str] = None
    error: Optional[OrderChangeResultError] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderChangeResult:
        return cls(
            partner_order_ref=need(json, "partner_order_ref"),
            ok=need(json, "ok"),
            settlement_status=json.get("settlement_status"),
            hold_reason=json.get("hold_reason"),
            error=None if json.get("error") is None else OrderChangeResultError.from_json(json["error"]),
            raw=json,
        )



@dataclass(frozen=True)
class OrderChangeResultError(Model):
    code: str
    message: str
    details: List[OrderChangeResultErrorDetail]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderChangeResultError:
        return cls(
            code=need(json, "code"),
            message=need(json, "message"),
            details=[OrderChangeResultErrorDetail.from_json(one) for one in need(json, "details")],
            raw=json,
        )



@dataclass(frozen=True)
class OrderChangeResultErrorDetail(Model):
    field: str
    message: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderChangeResultErrorDetail:
        return cls(
            field=need(json, "field"),
            message=need(json, "message"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[OrderEventDataSettlement]
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else OrderEventDataSettlement.from_json(json["settlement"]),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class OrderEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderHeldEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[OrderHeldEventDataSettlement]
    capture: Optional[OrderCapture] = None
    reason: Optional[str] = None
    """The reason given when it was put on hold"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderHeldEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else OrderHeldEventDataSettlement.from_json(json["settlement"]),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            reason=json.get("reason"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderHeldEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderHeldEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderInFull(Model):
    """An order with its refunds and its settlement"""

    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    refunds: List[OrderRefund]
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[OrderInFullSettlement]
    payment_url: Optional[str] = None
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderInFull:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            refunds=[OrderRefund.from_json(one) for one in need(json, "refunds")],
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else OrderInFullSettlement.from_json(json["settlement"]),
            payment_url=json.get("payment_url"),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class OrderInFullSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderInFullSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderRefund(Model):
    """A refund or reversal of an order; its splits are in the order of the splits of the order"""

    refund_id: str
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderRefund:
        return cls(
            refund_id=need(json, "refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderRefundDeferredEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    refund_id: str
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    missing_amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderRefundDeferredEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            refund_id=need(json, "refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            missing_amount=amount(need(json, "missing_amount")),
            raw=json,
        )



@dataclass(frozen=True)
class OrderRefundEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    refund_id: str
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderRefundEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            refund_id=need(json, "refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderRefundPreview(Model):
    refund_id: Optional[str]
    """Null unless this refund already exists"""
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    transfers: List[LedgerTransfer]
    dry_run: Literal[True]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderRefundPreview:
        return cls(
            refund_id=json.get("refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            transfers=[LedgerTransfer.from_json(one) for one in need(json, "transfers")],
            dry_run=need(json, "dry_run"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderRefundWithTransfers(Model):
    refund_id: str
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    transfers: List[LedgerTransfer]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderRefundWithTransfers:
        return cls(
            refund_id=need(json, "refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            transfers=[LedgerTransfer.from_json(one) for one in need(json, "transfers")],
            raw=json,
        )



@dataclass(frozen=True)
class OrderResult(Model):
    """What POST /orders would have returned: the order, or why it was not recorded"""

    status: Literal[201, 200, 409, 422, 503, 500]
    data: Optional[Order] = None
    error: Optional[OrderResultError] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderResult:
        return cls(
            status=need(json, "status"),
            data=None if json.get("data") is None else Order.from_json(json["data"]),
            error=None if json.get("error") is None else OrderResultError.from_json(json["error"]),
            raw=json,
        )



@dataclass(frozen=True)
class OrderResultError(Model):
    code: str
    message: str
    details: List[OrderResultErrorDetail]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderResultError:
        return cls(
            code=need(json, "code"),
            message=need(json, "message"),
            details=[OrderResultErrorDetail.from_json(one) for one in need(json, "details")],
            raw=json,
        )



@dataclass(frozen=True)
class OrderResultErrorDetail(Model):
    field: str
    message: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderResultErrorDetail:
        return cls(
            field=need(json, "field"),
            message=need(json, "message"),
            raw=json,
        )



@dataclass(frozen=True)
class OrderSplit(Model):
    """One payee's share. The ref is null for commission, and until the split is assigned"""

    beneficiary_type: Literal["merchant", "courier", "partner"]
    beneficiary_ref: Optional[int]
    amount: Decimal
    """An exact decimal in units of the currency"""
    collects_cash: Optional[Literal[True]] = None
    """Only where this payee is known to collect the customer's cash"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> OrderSplit:
        return cls(
            beneficiary_type=need(json, "beneficiary_type"),
            beneficiary_ref=json.get("beneficiary_ref"),
            amount=amount(need(json, "amount")),
            collects_cash=json.get("collects_cash"),
            raw=json,
        )



@dataclass(frozen=True)
class PaidOutside(Model):
    """A payment made outside the service, by order and split"""

    paid_outside_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    payment_ref: str
    reference: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    lines: List[PaidOutsideLine]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaidOutside:
        return cls(
            paid_outside_id=need(json, "paid_outside_id"),
            mode=need(json, "mode"),
            payment_ref=need(json, "payment_ref"),
            reference=json.get("reference"),
            created_at=need(json, "created_at"),
            lines=[PaidOutsideLine.from_json(one) for one in need(json, "lines")],
            raw=json,
        )



@dataclass(frozen=True)
class PaidOutsideLine(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    split: int
    beneficiary_type: Literal["merchant", "courier"]
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaidOutsideLine:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            split=need(json, "split"),
            beneficiary_type=need(json, "beneficiary_type"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            raw=json,
        )



@dataclass(frozen=True)
class PartyMonth(Model):
    """A payee's month: balances, and the first 1,000 movements"""

    month: str
    time_zone: str
    from_: str
    """With the offset of the time zone"""
    to: str
    """With the offset of the time zone"""
    mode: Literal["test", "live"]
    """Decided by the API key"""
    beneficiary_type: Literal["merchant", "courier", "partner"]
    beneficiary_ref: Optional[int]
    name: Optional[str]
    accounts: List[PartyMonthAccount]
    shadow_merchant_ref: Optional[str] = None
    """In the shadow ledger only"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PartyMonth:
        return cls(
            month=need(json, "month"),
            time_zone=need(json, "time_zone"),
            from_=need(json, "from"),
            to=need(json, "to"),
            mode=need(json, "mode"),
            beneficiary_type=need(json, "beneficiary_type"),
            beneficiary_ref=json.get("beneficiary_ref"),
            name=json.get("name"),
            accounts=[PartyMonthAccount.from_json(one) for one in need(json, "accounts")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            raw=json,
        )



@dataclass(frozen=True)
class PartyMonthAccount(Model):
    account: str
    currency: str
    """Uppercase ISO 4217 code"""
    opening_balance: Decimal
    """An exact decimal in units of the currency"""
    credits: Decimal
    """An exact decimal in units of the currency"""
    debits: Decimal
    """An exact decimal in units of the currency"""
    closing_balance: Decimal
    """An exact decimal in units of the currency"""
    movements_total: int
    movements: List[PartyMonthAccountMovement]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PartyMonthAccount:
        return cls(
            account=need(json, "account"),
            currency=need(json, "currency"),
            opening_balance=amount(need(json, "opening_balance")),
            credits=amount(need(json, "credits")),
            debits=amount(need(json, "debits")),
            closing_balance=amount(need(json, "closing_balance")),
            movements_total=need(json, "movements_total"),
            movements=[PartyMonthAccountMovement.from_json(one) for one in need(json, "movements")],
            raw=json,
        )



@dataclass(frozen=True)
class PartyMonthAccountMovement(Model):
    at: str
    """With the offset of the time zone"""
    what: str
    code: str
    partner_order_ref: Optional[str]
    subject: str
    amount: Decimal
    """An exact decimal in units of the currency"""
    balance: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PartyMonthAccountMovement:
        return cls(
            at=need(json, "at"),
            what=need(json, "what"),
            code=need(json, "code"),
            partner_order_ref=json.get("partner_order_ref"),
            subject=need(json, "subject"),
            amount=amount(need(json, "amount")),
            balance=amount(need(json, "balance")),
            raw=json,
        )



@dataclass(frozen=True)
class Payment(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[PaymentPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Payment:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else PaymentPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentBlockedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[PaymentBlockedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    reason: Literal["not_approved", "suspended", "no_card_payments"]
    """Why no customer, or none without a wallet, can pay it"""
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentBlockedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else PaymentBlockedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            reason=need(json, "reason"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentBlockedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentBlockedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentCancelledEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[PaymentCancelledEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    cancelled_by: Literal["customer", "api", "dashboard", "service"]
    """Where it was canceled"""
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentCancelledEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else PaymentCancelledEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            cancelled_by=need(json, "cancelled_by"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentCancelledEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentCancelledEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentCapture(Model):
    """Only of a payment with capture manual"""

    authorized_amount: Optional[Decimal]
    requested_amount: Optional[Decimal]
    captured_amount: Optional[Decimal]
    capturable_until: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentCapture:
        return cls(
            authorized_amount=None if json.get("authorized_amount") is None else amount(json["authorized_amount"]),
            requested_amount=None if json.get("requested_amount") is None else amount(json["requested_amount"]),
            captured_amount=None if json.get("captured_amount") is None else amount(json["captured_amount"]),
            capturable_until=json.get("capturable_until"),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentDeclinedEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[PaymentDeclinedEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    reason: str
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentDeclinedEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else PaymentDeclinedEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            reason=need(json, "reason"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentDeclinedEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentDeclinedEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentEventData(Model):
    token: str
    trx_id: Optional[str]
    status: Literal["created", "processing", "authorized", "succeeded", "partially_refunded", "refunded", "cancelled", "expired"]
    paid: bool
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    custom: str
    """As sent; empty if nothing was sent"""
    payer: Optional[PaymentEventDataPayer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    paid_at: Optional[str]
    capture: Optional[PaymentCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentEventData:
        return cls(
            token=need(json, "token"),
            trx_id=json.get("trx_id"),
            status=need(json, "status"),
            paid=need(json, "paid"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            custom=need(json, "custom"),
            payer=None if json.get("payer") is None else PaymentEventDataPayer.from_json(json["payer"]),
            created_at=need(json, "created_at"),
            paid_at=json.get("paid_at"),
            capture=None if json.get("capture") is None else PaymentCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentEventDataPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentEventDataPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class PaymentPayer(Model):
    username: str
    email: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PaymentPayer:
        return cls(
            username=need(json, "username"),
            email=json.get("email"),
            raw=json,
        )



@dataclass(frozen=True)
class Payout(Model):
    payout_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["requested", "approved", "sent", "completed", "rejected", "cancelled", "failed"]
    account: Literal["wallet", "commission", "clearing", "earnings"]
    beneficiary_ref: Optional[int]
    amount: Decimal
    """An exact decimal in units of the currency"""
    fee: Decimal
    """An exact decimal in units of the currency"""
    net_amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    bank_account_id: str
    reason: Optional[str]
    reference: Optional[str]
    """What the payee knows it by, in the payment to the bank"""
    schedule_id: Optional[str]
    """The automatic payout that it is; null: requested by hand"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    approved_at: Optional[str]
    sent_at: Optional[str]
    ended_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Payout:
        return cls(
            payout_id=need(json, "payout_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            account=need(json, "account"),
            beneficiary_ref=json.get("beneficiary_ref"),
            amount=amount(need(json, "amount")),
            fee=amount(need(json, "fee")),
            net_amount=amount(need(json, "net_amount")),
            currency=need(json, "currency"),
            bank_account_id=need(json, "bank_account_id"),
            reason=json.get("reason"),
            reference=json.get("reference"),
            schedule_id=json.get("schedule_id"),
            created_at=need(json, "created_at"),
            approved_at=json.get("approved_at"),
            sent_at=json.get("sent_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class PayoutEventData(Model):
    payout_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["requested", "approved", "sent", "completed", "rejected", "cancelled", "failed"]
    account: Literal["wallet", "commission", "clearing", "earnings"]
    beneficiary_ref: Optional[int]
    amount: Decimal
    """An exact decimal in units of the currency"""
    fee: Decimal
    """An exact decimal in units of the currency"""
    net_amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    bank_account_id: str
    reason: Optional[str]
    reference: Optional[str]
    """What the payee knows it by, in the payment to the bank"""
    schedule_id: Optional[str]
    """The automatic payout that it is; null: requested by hand"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    approved_at: Optional[str]
    sent_at: Optional[str]
    ended_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PayoutEventData:
        return cls(
            payout_id=need(json, "payout_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            account=need(json, "account"),
            beneficiary_ref=json.get("beneficiary_ref"),
            amount=amount(need(json, "amount")),
            fee=amount(need(json, "fee")),
            net_amount=amount(need(json, "net_amount")),
            currency=need(json, "currency"),
            bank_account_id=need(json, "bank_account_id"),
            reason=json.get("reason"),
            reference=json.get("reference"),
            schedule_id=json.get("schedule_id"),
            created_at=need(json, "created_at"),
            approved_at=json.get("approved_at"),
            sent_at=json.get("sent_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class PayoutSchedule(Model):
    """When an account is paid out by itself"""

    schedule_id: str
    account: Literal["wallet", "commission", "clearing", "earnings"]
    beneficiary_ref: Optional[int]
    company: Optional[str]
    """The company whose book holds the earnings"""
    currency: str
    """Uppercase ISO 4217 code"""
    every: Literal["never", "day", "week", "month"]
    day: Optional[Union[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], int]]
    """The weekday, or the day of the month; null for `never` and `day`"""
    time: str
    """Of day, in the time zone"""
    time_zone: str
    minimum: Decimal
    """An exact decimal in units of the currency"""
    keep: Decimal
    """An exact decimal in units of the currency"""
    bank_account_id: Optional[str]
    """Null: the only one on file that accepts the currency"""
    set_by: Optional[str]
    """The name of the person; null for a key pair"""
    set_at: str
    """UTC, ISO 8601 with milliseconds"""
    next_at: Optional[str]
    next_amount: Optional[Decimal]
    """What would be paid out now; null: nothing"""
    next_reason: Optional[str]
    """Why nothing would be paid out now"""
    last: Optional[PayoutScheduleLast]
    """The last attempt"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PayoutSchedule:
        return cls(
            schedule_id=need(json, "schedule_id"),
            account=need(json, "account"),
            beneficiary_ref=json.get("beneficiary_ref"),
            company=json.get("company"),
            currency=need(json, "currency"),
            every=need(json, "every"),
            day=json.get("day"),
            time=need(json, "time"),
            time_zone=need(json, "time_zone"),
            minimum=amount(need(json, "minimum")),
            keep=amount(need(json, "keep")),
            bank_account_id=json.get("bank_account_id"),
            set_by=json.get("set_by"),
            set_at=need(json, "set_at"),
            next_at=json.get("next_at"),
            next_amount=None if json.get("next_amount") is None else amount(json["next_amount"]),
            next_reason=json.get("next_reason"),
            last=None if json.get("last") is None else PayoutScheduleLast.from_json(json["last"]),
            raw=json,
        )



@dataclass(frozen=True)
class PayoutScheduleLast(Model):
    at: str
    """UTC, ISO 8601 with milliseconds"""
    due_at: str
    """UTC, ISO 8601 with milliseconds"""
    outcome: Literal["requested", "nothing", "refused"]
    """`requested`: a payout; `nothing`: there was not enough; `refused`: as a request by hand would have been"""
    reason: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> PayoutScheduleLast:
        return cls(
            at=need(json, "at"),
            due_at=need(json, "due_at"),
            outcome=need(json, "outcome"),
            reason=json.get("reason"),
            raw=json,
        )



@dataclass(frozen=True)
class Refund(Model):
    refund_id: str
    refund_ref: str
    token: str
    status: Literal["pending", "succeeded", "failed"]
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    reason: str
    """Empty if none was given"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Refund:
        return cls(
            refund_id=need(json, "refund_id"),
            refund_ref=need(json, "refund_ref"),
            token=need(json, "token"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reason=need(json, "reason"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class RefundEventData(Model):
    refund_id: str
    refund_ref: str
    token: str
    status: Literal["pending", "succeeded", "failed"]
    amount: Decimal
    """A decimal string with 2 decimals, or 3 where the currency has 3"""
    currency: str
    """Uppercase ISO 4217 code"""
    reason: str
    """Empty if none was given"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> RefundEventData:
        return cls(
            refund_id=need(json, "refund_id"),
            refund_ref=need(json, "refund_ref"),
            token=need(json, "token"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reason=need(json, "reason"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class RestitutionDeferredEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    refund_id: str
    kind: Literal["refund", "reversal"]
    """A reversal takes shares of a charged-back order back and returns nothing to the customer"""
    refund_ref: str
    status: Literal["pending", "awaiting_funds", "succeeded", "failed"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    splits: List[OrderSplit]
    reason: Optional[str]
    failure: Optional[str]
    restitution: Optional[Literal["awaiting_funds", "paid"]]
    """Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    missing_amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> RestitutionDeferredEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            refund_id=need(json, "refund_id"),
            kind=need(json, "kind"),
            refund_ref=need(json, "refund_ref"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            reason=json.get("reason"),
            failure=json.get("failure"),
            restitution=json.get("restitution"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            missing_amount=amount(need(json, "missing_amount")),
            raw=json,
        )



@dataclass(frozen=True)
class ReversalOfTopUp(Model):
    """That the operator took it back"""

    amount: Decimal
    """An exact decimal in units of the currency"""
    owed_amount: Decimal
    """Of it, what the balance did not cover: a debt, recovered from the next credits"""
    reason: str
    reversed_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ReversalOfTopUp:
        return cls(
            amount=amount(need(json, "amount")),
            owed_amount=amount(need(json, "owed_amount")),
            reason=need(json, "reason"),
            reversed_at=need(json, "reversed_at"),
            raw=json,
        )



@dataclass(frozen=True)
class Schedule(Model):
    every: Literal["day", "week", "month"]
    time: str
    """Of day, in the time zone"""
    next_run_at: Optional[str]
    days: Optional[List[Union[Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"], int]]] = None
    """Weekdays of a weekly schedule, days of the month of a monthly one"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Schedule:
        return cls(
            every=need(json, "every"),
            time=need(json, "time"),
            next_run_at=json.get("next_run_at"),
            days=json.get("days"),
            raw=json,
        )



@dataclass(frozen=True)
class Settlement(Model):
    settlement_id: int
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["running", "done"]
    trigger: Literal["request", "command", "schedule", "funds"]
    currency: Optional[str]
    orders_settled: int
    orders_awaiting_funds: int
    orders_on_hold: int
    started_at: str
    """UTC, ISO 8601 with milliseconds"""
    finished_at: Optional[str]
    credited: Optional[List[SettlementCredited]]
    recorded: Optional[List[SettlementCredited]]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Settlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            trigger=need(json, "trigger"),
            currency=json.get("currency"),
            orders_settled=need(json, "orders_settled"),
            orders_awaiting_funds=need(json, "orders_awaiting_funds"),
            orders_on_hold=need(json, "orders_on_hold"),
            started_at=need(json, "started_at"),
            finished_at=json.get("finished_at"),
            credited=None if json.get("credited") is None else [SettlementCredited.from_json(one) for one in json["credited"]],
            recorded=None if json.get("recorded") is None else [SettlementCredited.from_json(one) for one in json["recorded"]],
            raw=json,
        )



@dataclass(frozen=True)
class SettlementCompletedEventData(Model):
    settlement_id: int
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["running", "done"]
    trigger: Literal["request", "command", "schedule", "funds"]
    currency: Optional[str]
    orders_settled: int
    orders_awaiting_funds: int
    orders_on_hold: int
    started_at: str
    """UTC, ISO 8601 with milliseconds"""
    finished_at: Optional[str]
    credited: Optional[List[SettlementCredited]]
    recorded: Optional[List[SettlementCredited]]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementCompletedEventData:
        return cls(
            settlement_id=need(json, "settlement_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            trigger=need(json, "trigger"),
            currency=json.get("currency"),
            orders_settled=need(json, "orders_settled"),
            orders_awaiting_funds=need(json, "orders_awaiting_funds"),
            orders_on_hold=need(json, "orders_on_hold"),
            started_at=need(json, "started_at"),
            finished_at=json.get("finished_at"),
            credited=None if json.get("credited") is None else [SettlementCredited.from_json(one) for one in json["credited"]],
            recorded=None if json.get("recorded") is None else [SettlementCredited.from_json(one) for one in json["recorded"]],
            raw=json,
        )



@dataclass(frozen=True)
class SettlementCredited(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementCredited:
        return cls(
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            raw=json,
        )



@dataclass(frozen=True)
class SettlementInFull(Model):
    """A settlement with its totals by party and a page of its lines"""

    settlement_id: int
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["running", "done"]
    trigger: Literal["request", "command", "schedule", "funds"]
    currency: Optional[str]
    orders_settled: int
    orders_awaiting_funds: int
    orders_on_hold: int
    started_at: str
    """UTC, ISO 8601 with milliseconds"""
    finished_at: Optional[str]
    credited: Optional[List[SettlementCredited]]
    recorded: Optional[List[SettlementCredited]]
    totals: List[SettlementTotal]
    lines: List[SettlementLine]
    lines_next_cursor: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementInFull:
        return cls(
            settlement_id=need(json, "settlement_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            trigger=need(json, "trigger"),
            currency=json.get("currency"),
            orders_settled=need(json, "orders_settled"),
            orders_awaiting_funds=need(json, "orders_awaiting_funds"),
            orders_on_hold=need(json, "orders_on_hold"),
            started_at=need(json, "started_at"),
            finished_at=json.get("finished_at"),
            credited=None if json.get("credited") is None else [SettlementCredited.from_json(one) for one in json["credited"]],
            recorded=None if json.get("recorded") is None else [SettlementCredited.from_json(one) for one in json["recorded"]],
            totals=[SettlementTotal.from_json(one) for one in need(json, "totals")],
            lines=[SettlementLine.from_json(one) for one in need(json, "lines")],
            lines_next_cursor=json.get("lines_next_cursor"),
            raw=json,
        )



@dataclass(frozen=True)
class SettlementLine(Model):
    """What a payee was credited for an order"""

    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    beneficiary_type: Literal["merchant", "courier", "partner"]
    beneficiary_ref: Optional[int]
    name: Optional[str]
    is_shadow: bool
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    shadow_merchant_ref: Optional[str] = None
    """In the shadow ledger only"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementLine:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            beneficiary_type=need(json, "beneficiary_type"),
            beneficiary_ref=json.get("beneficiary_ref"),
            name=json.get("name"),
            is_shadow=need(json, "is_shadow"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            raw=json,
        )



@dataclass(frozen=True)
class SettlementPreview(Model):
    settlement_id: None
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["preview"]
    trigger: Literal["request"]
    currency: Optional[str]
    orders_settled: int
    orders_awaiting_funds: int
    orders_on_hold: int
    started_at: None
    finished_at: None
    credited: Optional[List[SettlementCredited]]
    recorded: Optional[List[SettlementCredited]]
    totals: List[SettlementTotal]
    lines: List[SettlementLine]
    orders_recorded: int
    """Of those that settle, the ones only recorded in the shadow ledger"""
    blocked: List[BlockedQueue]
    """Where the queue of a currency stops; those behind wait"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementPreview:
        return cls(
            settlement_id=json.get("settlement_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            trigger=need(json, "trigger"),
            currency=json.get("currency"),
            orders_settled=need(json, "orders_settled"),
            orders_awaiting_funds=need(json, "orders_awaiting_funds"),
            orders_on_hold=need(json, "orders_on_hold"),
            started_at=json.get("started_at"),
            finished_at=json.get("finished_at"),
            credited=None if json.get("credited") is None else [SettlementCredited.from_json(one) for one in json["credited"]],
            recorded=None if json.get("recorded") is None else [SettlementCredited.from_json(one) for one in json["recorded"]],
            totals=[SettlementTotal.from_json(one) for one in need(json, "totals")],
            lines=[SettlementLine.from_json(one) for one in need(json, "lines")],
            orders_recorded=need(json, "orders_recorded"),
            blocked=[BlockedQueue.from_json(one) for one in need(json, "blocked")],
            raw=json,
        )



@dataclass(frozen=True)
class SettlementSchedule(Model):
    time_zone: str
    hold_seconds: int
    settle_only_paid: bool
    paused: bool
    schedule: Schedule
    currencies: Dict[str, Schedule]
    """By currency code"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementSchedule:
        return cls(
            time_zone=need(json, "time_zone"),
            hold_seconds=need(json, "hold_seconds"),
            settle_only_paid=need(json, "settle_only_paid"),
            paused=need(json, "paused"),
            schedule=Schedule.from_json(need(json, "schedule")),
            currencies={key: Schedule.from_json(one) for key, one in need(json, "currencies").items()},
            raw=json,
        )



@dataclass(frozen=True)
class SettlementTotal(Model):
    """A payee's total in a settlement"""

    beneficiary_type: Literal["merchant", "courier", "partner"]
    beneficiary_ref: Optional[int]
    name: Optional[str]
    is_shadow: bool
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    lines: int
    shadow_merchant_ref: Optional[str] = None
    """In the shadow ledger only"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SettlementTotal:
        return cls(
            beneficiary_type=need(json, "beneficiary_type"),
            beneficiary_ref=json.get("beneficiary_ref"),
            name=json.get("name"),
            is_shadow=need(json, "is_shadow"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            lines=need(json, "lines"),
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowBalance(Model):
    """The balance owed to one restaurant or courier, in one currency"""

    beneficiary_type: Literal["merchant", "courier", "partner"]
    shadow_merchant_ref: Optional[str]
    beneficiary_ref: Optional[int]
    names: List[str]
    currency: str
    """Uppercase ISO 4217 code"""
    balance: Decimal
    """An exact decimal in units of the currency"""
    open_orders: int
    claim_to: Optional[ShadowBalanceClaimTo]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowBalance:
        return cls(
            beneficiary_type=need(json, "beneficiary_type"),
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            beneficiary_ref=json.get("beneficiary_ref"),
            names=need(json, "names"),
            currency=need(json, "currency"),
            balance=amount(need(json, "balance")),
            open_orders=need(json, "open_orders"),
            claim_to=None if json.get("claim_to") is None else ShadowBalanceClaimTo.from_json(json["claim_to"]),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowBalanceClaimTo(Model):
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    name: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowBalanceClaimTo:
        return cls(
            beneficiary_ref=need(json, "beneficiary_ref"),
            name=need(json, "name"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaim(Model):
    claim_id: str
    claim_ref: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["done"]
    shadow_merchant_ref: str
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    orders: int
    orders_left: int
    totals: List[ShadowClaimTotal]
    transfers: List[ShadowClaimTransfer]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaim:
        return cls(
            claim_id=need(json, "claim_id"),
            claim_ref=need(json, "claim_ref"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            shadow_merchant_ref=need(json, "shadow_merchant_ref"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            orders=need(json, "orders"),
            orders_left=need(json, "orders_left"),
            totals=[ShadowClaimTotal.from_json(one) for one in need(json, "totals")],
            transfers=[ShadowClaimTransfer.from_json(one) for one in need(json, "transfers")],
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaimPreview(Model):
    claim_id: None
    claim_ref: None
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["preview"]
    shadow_merchant_ref: str
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    orders: int
    orders_left: int
    totals: List[ShadowClaimPreviewTotal]
    transfers: List[ShadowClaimPreviewTransfer]
    created_at: None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaimPreview:
        return cls(
            claim_id=json.get("claim_id"),
            claim_ref=json.get("claim_ref"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            shadow_merchant_ref=need(json, "shadow_merchant_ref"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            orders=need(json, "orders"),
            orders_left=need(json, "orders_left"),
            totals=[ShadowClaimPreviewTotal.from_json(one) for one in need(json, "totals")],
            transfers=[ShadowClaimPreviewTransfer.from_json(one) for one in need(json, "transfers")],
            created_at=json.get("created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaimPreviewTotal(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    debt_recovered: Decimal
    """An exact decimal in units of the currency"""
    clearing_spendable: Decimal
    """An exact decimal in units of the currency"""
    missing: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaimPreviewTotal:
        return cls(
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            debt_recovered=amount(need(json, "debt_recovered")),
            clearing_spendable=amount(need(json, "clearing_spendable")),
            missing=amount(need(json, "missing")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaimPreviewTransfer(Model):
    partner_order_ref: str
    """The partner's own order id"""
    split: int
    code: str
    from_: str
    to: str
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaimPreviewTransfer:
        return cls(
            partner_order_ref=need(json, "partner_order_ref"),
            split=need(json, "split"),
            code=need(json, "code"),
            from_=need(json, "from"),
            to=need(json, "to"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaimTotal(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    debt_recovered: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaimTotal:
        return cls(
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            debt_recovered=amount(need(json, "debt_recovered")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowClaimTransfer(Model):
    partner_order_ref: str
    """The partner's own order id"""
    split: int
    code: str
    from_: str
    to: str
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowClaimTransfer:
        return cls(
            partner_order_ref=need(json, "partner_order_ref"),
            split=need(json, "split"),
            code=need(json, "code"),
            from_=need(json, "from"),
            to=need(json, "to"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowInvitation(Model):
    invitation_id: str
    shadow_merchant_ref: str
    email: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowInvitation:
        return cls(
            invitation_id=need(json, "invitation_id"),
            shadow_merchant_ref=need(json, "shadow_merchant_ref"),
            email=need(json, "email"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowMovement(Model):
    code: str
    partner_order_ref: Optional[str]
    reference: Optional[str]
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowMovement:
        return cls(
            code=need(json, "code"),
            partner_order_ref=json.get("partner_order_ref"),
            reference=json.get("reference"),
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            at=need(json, "at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowNaming(Model):
    shadow_merchant_ref: str
    orders_named: int
    orders_left: int
    moved: List[ShadowNamingMoved]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowNaming:
        return cls(
            shadow_merchant_ref=need(json, "shadow_merchant_ref"),
            orders_named=need(json, "orders_named"),
            orders_left=need(json, "orders_left"),
            moved=[ShadowNamingMoved.from_json(one) for one in need(json, "moved")],
            raw=json,
        )



@dataclass(frozen=True)
class ShadowNamingMoved(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowNamingMoved:
        return cls(
            currency=need(json, "currency"),
            amount=amount(need(json, "amount")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOpenOrder(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    left: Decimal
    """An exact decimal in units of the currency"""
    settled_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOpenOrder:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            left=amount(need(json, "left")),
            settled_at=need(json, "settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderClaimedEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[ShadowOrderClaimedEventDataSettlement]
    claim_ref: str
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    amount: Decimal
    """An exact decimal in units of the currency"""
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderClaimedEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else ShadowOrderClaimedEventDataSettlement.from_json(json["settlement"]),
            claim_ref=need(json, "claim_ref"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            amount=amount(need(json, "amount")),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderClaimedEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderClaimedEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderNamedEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[ShadowOrderNamedEventDataSettlement]
    amount_moved: Decimal
    """An exact decimal in units of the currency"""
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderNamedEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else ShadowOrderNamedEventDataSettlement.from_json(json["settlement"]),
            amount_moved=amount(need(json, "amount_moved")),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderNamedEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderNamedEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderPaidOutsideEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[ShadowOrderPaidOutsideEventDataSettlement]
    payment_ref: str
    reference: Optional[str]
    amount: Decimal
    """An exact decimal in units of the currency"""
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderPaidOutsideEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else ShadowOrderPaidOutsideEventDataSettlement.from_json(json["settlement"]),
            payment_ref=need(json, "payment_ref"),
            reference=json.get("reference"),
            amount=amount(need(json, "amount")),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowOrderPaidOutsideEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowOrderPaidOutsideEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowRestaurant(Model):
    shadow_merchant_ref: str
    names: List[str]
    balances: List[ShadowRestaurantBalance]
    claim_to: Optional[ShadowRestaurantClaimTo]
    invitations: List[ShadowRestaurantInvitation]
    open_orders: List[ShadowOpenOrder]
    open_orders_next_cursor: Optional[str]
    movements: List[ShadowMovement]
    movements_next_cursor: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowRestaurant:
        return cls(
            shadow_merchant_ref=need(json, "shadow_merchant_ref"),
            names=need(json, "names"),
            balances=[ShadowRestaurantBalance.from_json(one) for one in need(json, "balances")],
            claim_to=None if json.get("claim_to") is None else ShadowRestaurantClaimTo.from_json(json["claim_to"]),
            invitations=[ShadowRestaurantInvitation.from_json(one) for one in need(json, "invitations")],
            open_orders=[ShadowOpenOrder.from_json(one) for one in need(json, "open_orders")],
            open_orders_next_cursor=json.get("open_orders_next_cursor"),
            movements=[ShadowMovement.from_json(one) for one in need(json, "movements")],
            movements_next_cursor=json.get("movements_next_cursor"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowRestaurantBalance(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    balance: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowRestaurantBalance:
        return cls(
            currency=need(json, "currency"),
            balance=amount(need(json, "balance")),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowRestaurantClaimTo(Model):
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    name: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowRestaurantClaimTo:
        return cls(
            beneficiary_ref=need(json, "beneficiary_ref"),
            name=need(json, "name"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowRestaurantInvitation(Model):
    invitation_id: str
    invited_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowRestaurantInvitation:
        return cls(
            invitation_id=need(json, "invitation_id"),
            invited_at=need(json, "invited_at"),
            raw=json,
        )



@dataclass(frozen=True)
class ShadowTotal(Model):
    currency: str
    """Uppercase ISO 4217 code"""
    merchants: Decimal
    """An exact decimal in units of the currency"""
    couriers: Decimal
    """An exact decimal in units of the currency"""
    total: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShadowTotal:
        return cls(
            currency=need(json, "currency"),
            merchants=amount(need(json, "merchants")),
            couriers=amount(need(json, "couriers")),
            total=amount(need(json, "total")),
            raw=json,
        )



@dataclass(frozen=True)
class ShortfallDetectedEventData(Model):
    settlement_id: int
    currency: str
    """Uppercase ISO 4217 code"""
    missing_amount: Decimal
    """An exact decimal in units of the currency"""
    orders_waiting: int
    clearing: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> ShortfallDetectedEventData:
        return cls(
            settlement_id=need(json, "settlement_id"),
            currency=need(json, "currency"),
            missing_amount=amount(need(json, "missing_amount")),
            orders_waiting=need(json, "orders_waiting"),
            clearing=amount(need(json, "clearing")),
            raw=json,
        )



@dataclass(frozen=True)
class SplitAssignedEventData(Model):
    order_id: int
    partner_order_ref: str
    """The partner's own order id"""
    currency: str
    """Uppercase ISO 4217 code"""
    order_amount: Decimal
    """An exact decimal in units of the currency"""
    payment_method: Literal["service", "card", "onlinewallet", "cod"]
    payment_status: Literal["pending", "authorized", "paid", "partially_refunded", "refunded", "cancelled"]
    settlement_status: Literal["unsettled", "awaiting_funds", "on_hold", "settled", "partially_reversed", "reversed", "void"]
    is_shadow: bool
    mode: Literal["test", "live"]
    """Decided by the API key"""
    splits: List[OrderSplit]
    shadow_merchant_ref: Optional[str]
    shadow_merchant_name: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    updated_at: str
    """UTC, ISO 8601 with milliseconds"""
    warnings: List[str]
    refunded_amount: Decimal
    """An exact decimal in units of the currency"""
    paid_at: Optional[str]
    hold_reason: Optional[str]
    settlement: Optional[SplitAssignedEventDataSettlement]
    split: int
    beneficiary_type: Literal["merchant", "courier", "partner"]
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    capture: Optional[OrderCapture] = None
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SplitAssignedEventData:
        return cls(
            order_id=need(json, "order_id"),
            partner_order_ref=need(json, "partner_order_ref"),
            currency=need(json, "currency"),
            order_amount=amount(need(json, "order_amount")),
            payment_method=need(json, "payment_method"),
            payment_status=need(json, "payment_status"),
            settlement_status=need(json, "settlement_status"),
            is_shadow=need(json, "is_shadow"),
            mode=need(json, "mode"),
            splits=[OrderSplit.from_json(one) for one in need(json, "splits")],
            shadow_merchant_ref=json.get("shadow_merchant_ref"),
            shadow_merchant_name=json.get("shadow_merchant_name"),
            created_at=need(json, "created_at"),
            updated_at=need(json, "updated_at"),
            warnings=need(json, "warnings"),
            refunded_amount=amount(need(json, "refunded_amount")),
            paid_at=json.get("paid_at"),
            hold_reason=json.get("hold_reason"),
            settlement=None if json.get("settlement") is None else SplitAssignedEventDataSettlement.from_json(json["settlement"]),
            split=need(json, "split"),
            beneficiary_type=need(json, "beneficiary_type"),
            beneficiary_ref=need(json, "beneficiary_ref"),
            capture=None if json.get("capture") is None else OrderCapture.from_json(json["capture"]),
            raw=json,
        )



@dataclass(frozen=True)
class SplitAssignedEventDataSettlement(Model):
    settlement_id: int
    settled_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> SplitAssignedEventDataSettlement:
        return cls(
            settlement_id=need(json, "settlement_id"),
            settled_at=json.get("settled_at"),
            raw=json,
        )



@dataclass(frozen=True)
class TestClock(Model):
    now: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> TestClock:
        return cls(
            now=need(json, "now"),
            raw=json,
        )



@dataclass(frozen=True)
class TopUp(Model):
    topup_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["pending", "succeeded", "cancelled", "expired", "refused"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    reference: Optional[str]
    requested_amount: Optional[Decimal]
    """The amount requested, if another amount arrived"""
    reason: Optional[str]
    beneficiary_ref: Optional[int]
    """The payee whose cash it hands over"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    expires_at: Optional[str]
    """When the top-up expires if no transfer arrives"""
    succeeded_at: Optional[str]
    ended_at: Optional[str]
    """When it was canceled, refused or expired"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> TopUp:
        return cls(
            topup_id=need(json, "topup_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reference=json.get("reference"),
            requested_amount=None if json.get("requested_amount") is None else amount(json["requested_amount"]),
            reason=json.get("reason"),
            beneficiary_ref=json.get("beneficiary_ref"),
            created_at=need(json, "created_at"),
            expires_at=json.get("expires_at"),
            succeeded_at=json.get("succeeded_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class TopUpEventData(Model):
    topup_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["pending", "succeeded", "cancelled", "expired", "refused"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    reference: Optional[str]
    requested_amount: Optional[Decimal]
    """The amount requested, if another amount arrived"""
    reason: Optional[str]
    beneficiary_ref: Optional[int]
    """The payee whose cash it hands over"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    expires_at: Optional[str]
    """When the top-up expires if no transfer arrives"""
    succeeded_at: Optional[str]
    ended_at: Optional[str]
    """When it was canceled, refused or expired"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> TopUpEventData:
        return cls(
            topup_id=need(json, "topup_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reference=json.get("reference"),
            requested_amount=None if json.get("requested_amount") is None else amount(json["requested_amount"]),
            reason=json.get("reason"),
            beneficiary_ref=json.get("beneficiary_ref"),
            created_at=need(json, "created_at"),
            expires_at=json.get("expires_at"),
            succeeded_at=json.get("succeeded_at"),
            ended_at=json.get("ended_at"),
            raw=json,
        )



@dataclass(frozen=True)
class TopUpReversedEventData(Model):
    topup_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    status: Literal["pending", "succeeded", "cancelled", "expired", "refused"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    reference: Optional[str]
    requested_amount: Optional[Decimal]
    """The amount requested, if another amount arrived"""
    reason: Optional[str]
    beneficiary_ref: Optional[int]
    """The payee whose cash it hands over"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    expires_at: Optional[str]
    """When the top-up expires if no transfer arrives"""
    succeeded_at: Optional[str]
    ended_at: Optional[str]
    """When it was canceled, refused or expired"""
    reversal: ReversalOfTopUp
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> TopUpReversedEventData:
        return cls(
            topup_id=need(json, "topup_id"),
            mode=need(json, "mode"),
            status=need(json, "status"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            reference=json.get("reference"),
            requested_amount=None if json.get("requested_amount") is None else amount(json["requested_amount"]),
            reason=json.get("reason"),
            beneficiary_ref=json.get("beneficiary_ref"),
            created_at=need(json, "created_at"),
            expires_at=json.get("expires_at"),
            succeeded_at=json.get("succeeded_at"),
            ended_at=json.get("ended_at"),
            reversal=ReversalOfTopUp.from_json(need(json, "reversal")),
            raw=json,
        )



@dataclass(frozen=True)
class TransferSucceededEventData(Model):
    transfer_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    from_: Literal["commission"]
    to: Literal["clearing"]
    amount: Decimal
    """An exact decimal in units of the currency"""
    currency: str
    """Uppercase ISO 4217 code"""
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> TransferSucceededEventData:
        return cls(
            transfer_id=need(json, "transfer_id"),
            mode=need(json, "mode"),
            from_=need(json, "from"),
            to=need(json, "to"),
            amount=amount(need(json, "amount")),
            currency=need(json, "currency"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class Wallet(Model):
    """The company's balances in one currency, and those of its links"""

    currency: str
    """Uppercase ISO 4217 code"""
    clearing: Decimal
    """An exact decimal in units of the currency"""
    commission: Decimal
    """An exact decimal in units of the currency"""
    debt: Decimal
    """An exact decimal in units of the currency"""
    reserved: Decimal
    """For waiting refunds, and for the shares of paid orders that have not settled"""
    spendable: Decimal
    """What payouts and the settlement of other orders may take from clearing: less reserved and debt"""
    beneficiaries: List[WalletBeneficiary]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Wallet:
        return cls(
            currency=need(json, "currency"),
            clearing=amount(need(json, "clearing")),
            commission=amount(need(json, "commission")),
            debt=amount(need(json, "debt")),
            reserved=amount(need(json, "reserved")),
            spendable=amount(need(json, "spendable")),
            beneficiaries=[WalletBeneficiary.from_json(one) for one in need(json, "beneficiaries")],
            raw=json,
        )



@dataclass(frozen=True)
class WalletBeneficiary(Model):
    beneficiary_ref: int
    """Link id of the merchant or courier"""
    beneficiary_type: Literal["merchant", "courier"]
    name: str
    balance: Decimal
    """An exact decimal in units of the currency"""
    debt: Decimal
    """An exact decimal in units of the currency"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WalletBeneficiary:
        return cls(
            beneficiary_ref=need(json, "beneficiary_ref"),
            beneficiary_type=need(json, "beneficiary_type"),
            name=need(json, "name"),
            balance=amount(need(json, "balance")),
            debt=amount(need(json, "debt")),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookDelivery(Model):
    endpoint_id: str
    event_id: str
    type: str
    url: Optional[str]
    """The address that the payment or order carries; null: that of the endpoint"""
    status: Literal["pending", "delivered", "parked"]
    """`parked`: failed for good, for the reason given"""
    reason: Optional[Literal["attempts_exhausted", "unusable_address", "gone", "endpoint_paused", "endpoint_disabled", "endpoint_deleted"]]
    attempts: int
    next_attempt_at: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    finished_at: Optional[str]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookDelivery:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            event_id=need(json, "event_id"),
            type=need(json, "type"),
            url=json.get("url"),
            status=need(json, "status"),
            reason=json.get("reason"),
            attempts=need(json, "attempts"),
            next_attempt_at=json.get("next_attempt_at"),
            created_at=need(json, "created_at"),
            finished_at=json.get("finished_at"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookDeliveryInFull(Model):
    endpoint_id: str
    event_id: str
    type: str
    url: Optional[str]
    """The address that the payment or order carries; null: that of the endpoint"""
    status: Literal["pending", "delivered", "parked"]
    """`parked`: failed for good, for the reason given"""
    reason: Optional[Literal["attempts_exhausted", "unusable_address", "gone", "endpoint_paused", "endpoint_disabled", "endpoint_deleted"]]
    attempts: int
    next_attempt_at: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    finished_at: Optional[str]
    request_id: Optional[str]
    """The `X-Request-Id` of the request that did it; null if the service acted by itself"""
    log: List[WebhookDeliveryInFullLog]
    """Newest first"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookDeliveryInFull:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            event_id=need(json, "event_id"),
            type=need(json, "type"),
            url=json.get("url"),
            status=need(json, "status"),
            reason=json.get("reason"),
            attempts=need(json, "attempts"),
            next_attempt_at=json.get("next_attempt_at"),
            created_at=need(json, "created_at"),
            finished_at=json.get("finished_at"),
            request_id=json.get("request_id"),
            log=[WebhookDeliveryInFullLog.from_json(one) for one in need(json, "log")],
            raw=json,
        )



@dataclass(frozen=True)
class WebhookDeliveryInFullLog(Model):
    number: int
    started_at: str
    """UTC, ISO 8601 with milliseconds"""
    duration_ms: int
    outcome: Literal["delivered", "refused", "timed_out", "not_connected", "certificate_invalid", "address_not_allowed", "address_unusable"]
    """`refused`: a response other than 2xx"""
    status_code: Optional[int]
    request: WebhookDeliveryInFullLogRequest
    response: Optional[WebhookDeliveryInFullLogResponse]
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookDeliveryInFullLog:
        return cls(
            number=need(json, "number"),
            started_at=need(json, "started_at"),
            duration_ms=need(json, "duration_ms"),
            outcome=need(json, "outcome"),
            status_code=json.get("status_code"),
            request=WebhookDeliveryInFullLogRequest.from_json(need(json, "request")),
            response=None if json.get("response") is None else WebhookDeliveryInFullLogResponse.from_json(json["response"]),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookDeliveryInFullLogRequest(Model):
    headers: Dict[str, str]
    """Without signatures and cookies"""
    body: Optional[str]
    """The first 4 KiB"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookDeliveryInFullLogRequest:
        return cls(
            headers=need(json, "headers"),
            body=json.get("body"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookDeliveryInFullLogResponse(Model):
    headers: Dict[str, str]
    """Without signatures and cookies"""
    body: Optional[str]
    """The first 4 KiB"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookDeliveryInFullLogResponse:
        return cls(
            headers=need(json, "headers"),
            body=json.get("body"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookEndpoint(Model):
    endpoint_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    kind: Literal["endpoint", "addresses"]
    """`addresses`: the `webhook_url`s that payments and orders carry themselves; there is one such endpoint"""
    url: Optional[str]
    description: str
    event_types: Optional[List[str]]
    """Null: every type, including later ones"""
    format: Literal["standard", "mypay", "quickei", "zerth"]
    """How events are written: `standard`, or as the receivers of existing plugins read them"""
    extra_header: Optional[str]
    """Carries a signature of the raw body, for plugins that expect their own header"""
    extra_header_prefix: str
    """Stands before the signature in the extra header"""
    status: Literal["active", "paused", "disabled"]
    status_reason: Optional[Literal["by_hand", "failing", "gone"]]
    status_since: str
    """UTC, ISO 8601 with milliseconds"""
    failing_since: Optional[str]
    last_succeeded_at: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookEndpoint:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            mode=need(json, "mode"),
            kind=need(json, "kind"),
            url=json.get("url"),
            description=need(json, "description"),
            event_types=json.get("event_types"),
            format=need(json, "format"),
            extra_header=json.get("extra_header"),
            extra_header_prefix=need(json, "extra_header_prefix"),
            status=need(json, "status"),
            status_reason=json.get("status_reason"),
            status_since=need(json, "status_since"),
            failing_since=json.get("failing_since"),
            last_succeeded_at=json.get("last_succeeded_at"),
            created_at=need(json, "created_at"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookEndpointInFull(Model):
    endpoint_id: str
    mode: Literal["test", "live"]
    """Decided by the API key"""
    kind: Literal["endpoint", "addresses"]
    """`addresses`: the `webhook_url`s that payments and orders carry themselves; there is one such endpoint"""
    url: Optional[str]
    description: str
    event_types: Optional[List[str]]
    """Null: every type, including later ones"""
    format: Literal["standard", "mypay", "quickei", "zerth"]
    """How events are written: `standard`, or as the receivers of existing plugins read them"""
    extra_header: Optional[str]
    """Carries a signature of the raw body, for plugins that expect their own header"""
    extra_header_prefix: str
    """Stands before the signature in the extra header"""
    status: Literal["active", "paused", "disabled"]
    status_reason: Optional[Literal["by_hand", "failing", "gone"]]
    status_since: str
    """UTC, ISO 8601 with milliseconds"""
    failing_since: Optional[str]
    last_succeeded_at: Optional[str]
    created_at: str
    """UTC, ISO 8601 with milliseconds"""
    has_secret: bool
    """Whether a signing secret was ever created"""
    pending: int
    """Pending deliveries, counted up to 1,000"""
    parked: int
    """Failed deliveries, counted up to 1,000"""
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookEndpointInFull:
        return cls(
            endpoint_id=need(json, "endpoint_id"),
            mode=need(json, "mode"),
            kind=need(json, "kind"),
            url=json.get("url"),
            description=need(json, "description"),
            event_types=json.get("event_types"),
            format=need(json, "format"),
            extra_header=json.get("extra_header"),
            extra_header_prefix=need(json, "extra_header_prefix"),
            status=need(json, "status"),
            status_reason=json.get("status_reason"),
            status_since=need(json, "status_since"),
            failing_since=json.get("failing_since"),
            last_succeeded_at=json.get("last_succeeded_at"),
            created_at=need(json, "created_at"),
            has_secret=need(json, "has_secret"),
            pending=need(json, "pending"),
            parked=need(json, "parked"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhookTested(Model):
    event_id: str
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhookTested:
        return cls(
            event_id=need(json, "event_id"),
            raw=json,
        )



@dataclass(frozen=True)
class WebhooksResent(Model):
    resent: int
    raw: Mapping[str, Any] = _field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> WebhooksResent:
        return cls(
            resent=need(json, "resent"),
            raw=json,
        )


EVENT_DATA: Dict[str, Callable[[Mapping[str, Any]], Model]] = {
    "order.created": OrderEventData.from_json,
    "order.authorized": OrderEventData.from_json,
    "order.reopened": OrderEventData.from_json,
    "order.paid": OrderEventData.from_json,
    "order.cancelled": OrderEventData.from_json,
    "order.partially_refunded": OrderEventData.from_json,
    "order.refunded": OrderEventData.from_json,
    "order.settled": OrderEventData.from_json,
    "order.deferred": OrderEventData.from_json,
    "order.held": OrderHeldEventData.from_json,
    "order.released": OrderEventData.from_json,
    "order.partially_reversed": OrderEventData.from_json,
    "order.reversed": OrderEventData.from_json,
    "order.voided": OrderEventData.from_json,
    "order.restored": OrderEventData.from_json,
    "split.assigned": SplitAssignedEventData.from_json,
    "order_refund.created": OrderRefundEventData.from_json,
    "order_refund.deferred": OrderRefundDeferredEventData.from_json,
    "order_refund.succeeded": OrderRefundEventData.from_json,
    "order_refund.failed": OrderRefundEventData.from_json,
    "order_reversal.succeeded": OrderRefundEventData.from_json,
    "order_reversal.failed": OrderRefundEventData.from_json,
    "restitution.deferred": RestitutionDeferredEventData.from_json,
    "restitution.paid": OrderRefundEventData.from_json,
    "shadow_order.named": ShadowOrderNamedEventData.from_json,
    "shadow_order.paid_outside": ShadowOrderPaidOutsideEventData.from_json,
    "shadow_order.claimed": ShadowOrderClaimedEventData.from_json,
    "settlement.completed": SettlementCompletedEventData.from_json,
    "shortfall.detected": ShortfallDetectedEventData.from_json,
    "top_up.succeeded": TopUpEventData.from_json,
    "top_up.reversed": TopUpReversedEventData.from_json,
    "top_up.cancelled": TopUpEventData.from_json,
    "top_up.refused": TopUpEventData.from_json,
    "top_up.expired": TopUpEventData.from_json,
    "debt.repaid": DebtEventData.from_json,
    "debt.written_off": DebtEventData.from_json,
    "cash_handover.recorded": CashHandoverEventData.from_json,
    "cash_handover.posted": CashHandoverEventData.from_json,
    "cash_handover.declined": CashHandoverEventData.from_json,
    "transfer.succeeded": TransferSucceededEventData.from_json,
    "payment.created": PaymentEventData.from_json,
    "payment.authorized": PaymentEventData.from_json,
    "capture.requested": PaymentEventData.from_json,
    "capture.refused": PaymentEventData.from_json,
    "payment.paid": PaymentEventData.from_json,
    "payment.declined": PaymentDeclinedEventData.from_json,
    "payment.cancelled": PaymentCancelledEventData.from_json,
    "payment.expired": PaymentEventData.from_json,
    "payment.blocked": PaymentBlockedEventData.from_json,
    "late_capture.returned": LateCaptureReturnedEventData.from_json,
    "late_capture.refused": LateCaptureRefusedEventData.from_json,
    "chargeback.created": ChargebackCreatedEventData.from_json,
    "chargeback.reversed": ChargebackReversedEventData.from_json,
    "dispute_evidence.submitted": DisputeEvidenceSubmittedEventData.from_json,
    "refund.created": RefundEventData.from_json,
    "refund.succeeded": RefundEventData.from_json,
    "refund.failed": RefundEventData.from_json,
    "earning.settled": EarningEventData.from_json,
    "earning.reversed": EarningEventData.from_json,
    "earning.restored": EarningEventData.from_json,
    "earning.forgiven": EarningEventData.from_json,
    "earning.recovered": EarningEventData.from_json,
    "earning.netted": EarningEventData.from_json,
    "earning.owed": EarningEventData.from_json,
    "earning.overpaid": EarningEventData.from_json,
    "payout.requested": PayoutEventData.from_json,
    "payout.approved": PayoutEventData.from_json,
    "payout.sent": PayoutEventData.from_json,
    "payout.completed": PayoutEventData.from_json,
    "payout.rejected": PayoutEventData.from_json,
    "payout.failed": PayoutEventData.from_json,
    "payout.cancelled": PayoutEventData.from_json,
    "invitation.accepted": InvitationEventData.from_json,
    "invitation.declined": InvitationEventData.from_json,
    "invitation.revoked": InvitationEventData.from_json,
    "invitation.expired": InvitationEventData.from_json,
    "link.created": LinkCreatedEventData.from_json,
    "link.widened": LinkWidenedEventData.from_json,
    "link.ended": LinkEndedEventData.from_json,
    "dispute_fee.charged": DisputeFeeEventData.from_json,
    "dispute_fee.returned": DisputeFeeEventData.from_json,
    "fees.drawn": FeesDrawnEventData.from_json,
}


def event_data(type_: str, json: Mapping[str, Any]) -> Model:
    return EVENT_DATA.get(type_, Untyped.from_json)(json)
