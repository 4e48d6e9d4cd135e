"""The bodies and queries of requests. Written by `npm run openapi`: do not edit."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

Amount = Union[Decimal, int, str]
"""Such as ``Decimal("12.50")`` or ``"12.50"``. A float is refused: it may not be exact."""

AdvanceTestClockBody = TypedDict(
    "AdvanceTestClockBody",
    {
        "advance_seconds": NotRequired["int"],
        "now": NotRequired["str"],
    },
)

AssignManySplitsBody = TypedDict(
    "AssignManySplitsBody",
    {
        "assignments": "Sequence[AssignManySplitsBodyAssignment]",
    },
)

AssignManySplitsBodyAssignment = TypedDict(
    "AssignManySplitsBodyAssignment",
    {
        "partner_order_ref": "str",
        "split": "int",
        "beneficiary_ref": "int",
    },
)

AssignSplitBody = TypedDict(
    "AssignSplitBody",
    {
        "beneficiary_ref": "int",
    },
)

CancelPaymentBody = TypedDict(
    "CancelPaymentBody",
    {
        "token": "str",
    },
)

CaptureOrderBody = TypedDict(
    "CaptureOrderBody",
    {
        "amount": NotRequired["Amount"],
        "splits": NotRequired["Sequence[CaptureOrderBodySplit]"],
        "dry_run": NotRequired["bool"],
    },
)

CaptureOrderBodySplit = TypedDict(
    "CaptureOrderBodySplit",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
        "amount": "Amount",
    },
)

CapturePaymentBody = TypedDict(
    "CapturePaymentBody",
    {
        "token": "str",
        "amount": NotRequired["Amount"],
    },
)

ClaimShadowOrdersBody = TypedDict(
    "ClaimShadowOrdersBody",
    {
        "beneficiary_ref": "int",
        "partner_order_refs": NotRequired["Sequence[str]"],
        "claim_ref": NotRequired["str"],
        "dry_run": NotRequired["bool"],
    },
)

CreateAccessTokenBody = TypedDict(
    "CreateAccessTokenBody",
    {
        "client_id": "str",
        "secret_id": "str",
    },
)

CreateInvitationBody = TypedDict(
    "CreateInvitationBody",
    {
        "email": "str",
        "type": "Literal['merchant', 'courier']",
        "name": "str",
        "language": NotRequired["Literal['en', 'ar', 'de', 'el', 'es', 'fr', 'it', 'nl', 'pt', 'tr']"],
    },
)

CreateManyOrdersBody = TypedDict(
    "CreateManyOrdersBody",
    {
        "orders": "Sequence[CreateManyOrdersBodyOrder]",
    },
)

CreateManyOrdersBodyOrder = TypedDict(
    "CreateManyOrdersBodyOrder",
    {
        "partner_order_ref": "str",
        "payment_source": "Literal['service', 'card', 'onlinewallet', 'cod']",
        "total_amount": "Amount",
        "currency": "str",
        "splits": "Sequence[CreateManyOrdersBodyOrderSplit]",
        "idempotency_key": NotRequired["str"],
        "is_shadow": NotRequired["bool"],
        "shadow_merchant_ref": NotRequired["str"],
        "shadow_merchant_name": NotRequired["str"],
        "return_url": NotRequired["str"],
        "cancel_url": NotRequired["str"],
        "capture": NotRequired["Literal['automatic', 'manual']"],
        "webhook_url": NotRequired["Any"],
    },
)

CreateManyOrdersBodyOrderSplit = TypedDict(
    "CreateManyOrdersBodyOrderSplit",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
        "amount": "Amount",
        "collects_cash": NotRequired["bool"],
    },
)

CreateOrderBody = TypedDict(
    "CreateOrderBody",
    {
        "partner_order_ref": "str",
        "payment_source": "Literal['service', 'card', 'onlinewallet', 'cod']",
        "total_amount": "Amount",
        "currency": "str",
        "splits": "Sequence[CreateOrderBodySplit]",
        "idempotency_key": NotRequired["str"],
        "is_shadow": NotRequired["bool"],
        "shadow_merchant_ref": NotRequired["str"],
        "shadow_merchant_name": NotRequired["str"],
        "return_url": NotRequired["str"],
        "cancel_url": NotRequired["str"],
        "capture": NotRequired["Literal['automatic', 'manual']"],
        "webhook_url": NotRequired["Any"],
    },
)

CreateOrderBodySplit = TypedDict(
    "CreateOrderBodySplit",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
        "amount": "Amount",
        "collects_cash": NotRequired["bool"],
    },
)

CreatePaymentBody = TypedDict(
    "CreatePaymentBody",
    {
        "amount": "Amount",
        "currency": "str",
        "return_url": "str",
        "cancel_url": NotRequired["str"],
        "custom": NotRequired["str"],
        "capture": NotRequired["Literal['automatic', 'manual']"],
        "full_name": NotRequired["Any"],
        "email": NotRequired["Any"],
        "webhook_url": NotRequired["Any"],
    },
)

CreatePayoutBody = TypedDict(
    "CreatePayoutBody",
    {
        "account": "Literal['commission', 'clearing']",
        "amount": "Amount",
        "currency": "str",
        "bank_account_id": NotRequired["Optional[str]"],
        "reference": NotRequired["Optional[str]"],
    },
)

CreateSettlementBody = TypedDict(
    "CreateSettlementBody",
    {
        "dry_run": NotRequired["bool"],
        "currency": NotRequired["str"],
    },
)

CreateTopUpBody = TypedDict(
    "CreateTopUpBody",
    {
        "amount": "Amount",
        "currency": "str",
    },
)

CreateWebhookEndpointBody = TypedDict(
    "CreateWebhookEndpointBody",
    {
        "url": "str",
        "description": NotRequired["str"],
        "event_types": NotRequired["Sequence[str]"],
        "extra_header": NotRequired["str"],
        "extra_header_prefix": NotRequired["str"],
        "format": NotRequired["Literal['standard', 'mypay', 'quickei', 'zerth']"],
    },
)

GetPaymentByKeysBody = TypedDict(
    "GetPaymentByKeysBody",
    {
        "client_id": NotRequired["str"],
        "secret_id": NotRequired["str"],
        "token": "str",
    },
)

HoldManyOrdersBody = TypedDict(
    "HoldManyOrdersBody",
    {
        "partner_order_refs": "Sequence[str]",
        "reason": NotRequired["str"],
    },
)

HoldOrderBody = TypedDict(
    "HoldOrderBody",
    {
        "reason": NotRequired["str"],
    },
)

InviteRestaurantBody = TypedDict(
    "InviteRestaurantBody",
    {
        "email": "str",
        "name": NotRequired["str"],
        "language": NotRequired["Literal['en', 'ar', 'de', 'el', 'es', 'fr', 'it', 'nl', 'pt', 'tr']"],
    },
)

NameRestaurantBody = TypedDict(
    "NameRestaurantBody",
    {
        "shadow_merchant_ref": "str",
        "partner_order_refs": NotRequired["Sequence[str]"],
        "shadow_merchant_name": NotRequired["str"],
    },
)

RecordCashHandoverBody = TypedDict(
    "RecordCashHandoverBody",
    {
        "beneficiary_ref": "int",
        "kind": "Literal['handed_over', 'returned', 'owed']",
        "amount": NotRequired["Amount"],
        "currency": "str",
        "note": NotRequired["str"],
    },
)

RecordDebtRepaidBody = TypedDict(
    "RecordDebtRepaidBody",
    {
        "beneficiary_ref": "int",
        "amount": NotRequired["Amount"],
        "currency": "str",
        "reason": "str",
    },
)

RecordPaidOutsideBody = TypedDict(
    "RecordPaidOutsideBody",
    {
        "payment_ref": "str",
        "reference": NotRequired["str"],
        "orders": "Sequence[RecordPaidOutsideBodyOrder]",
    },
)

RecordPaidOutsideBodyOrder = TypedDict(
    "RecordPaidOutsideBodyOrder",
    {
        "partner_order_ref": "str",
        "amount": NotRequired["Amount"],
        "beneficiary_type": NotRequired["Literal['merchant', 'courier']"],
    },
)

RefundOrderBody = TypedDict(
    "RefundOrderBody",
    {
        "refund_ref": "str",
        "amount": NotRequired["Amount"],
        "splits": NotRequired["Sequence[RefundOrderBodySplit]"],
        "liable": NotRequired["RefundOrderBodyLiable"],
        "reason": NotRequired["str"],
        "dry_run": NotRequired["bool"],
    },
)

RefundOrderBodyLiable = TypedDict(
    "RefundOrderBodyLiable",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
    },
)

RefundOrderBodySplit = TypedDict(
    "RefundOrderBodySplit",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
        "amount": "Amount",
    },
)

RefundPaymentBody = TypedDict(
    "RefundPaymentBody",
    {
        "token": "str",
        "refund_ref": "str",
        "amount": NotRequired["Amount"],
        "reason": NotRequired["str"],
    },
)

ReleaseManyOrdersBody = TypedDict(
    "ReleaseManyOrdersBody",
    {
        "partner_order_refs": "Sequence[str]",
    },
)

ResendMerchantWebhooksBody = TypedDict(
    "ResendMerchantWebhooksBody",
    {
        "event_id": NotRequired["str"],
        "parked": NotRequired["Literal[True]"],
        "from": NotRequired["str"],
        "to": NotRequired["str"],
    },
)

ResendWebhooksBody = TypedDict(
    "ResendWebhooksBody",
    {
        "event_id": NotRequired["str"],
        "parked": NotRequired["Literal[True]"],
        "from": NotRequired["str"],
        "to": NotRequired["str"],
    },
)

ReverseOrderBody = TypedDict(
    "ReverseOrderBody",
    {
        "refund_ref": "str",
        "amount": NotRequired["Amount"],
        "splits": NotRequired["Sequence[ReverseOrderBodySplit]"],
        "reason": NotRequired["str"],
        "dry_run": NotRequired["bool"],
    },
)

ReverseOrderBodySplit = TypedDict(
    "ReverseOrderBodySplit",
    {
        "beneficiary_type": "Literal['merchant', 'courier', 'partner']",
        "beneficiary_ref": NotRequired["int"],
        "amount": "Amount",
    },
)

RotateWebhookSecretBody = TypedDict(
    "RotateWebhookSecretBody",
    {
        "grace_hours": "int",
        "purpose": NotRequired["Literal['signature', 'extra_header']"],
    },
)

SetPayoutScheduleBody = TypedDict(
    "SetPayoutScheduleBody",
    {
        "account": "Literal['wallet', 'earnings', 'commission', 'clearing']",
        "beneficiary_ref": NotRequired["Optional[int]"],
        "currency": "str",
        "every": "Literal['never', 'day', 'week', 'month']",
        "day": NotRequired["Optional[Union[Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], int]]"],
        "time_zone": NotRequired["str"],
        "minimum": NotRequired["Amount"],
        "keep": NotRequired["Amount"],
        "bank_account_id": NotRequired["Optional[str]"],
    },
)

TransferCashBody = TypedDict(
    "TransferCashBody",
    {
        "beneficiary_ref": "int",
        "amount": NotRequired["Amount"],
        "currency": "str",
    },
)

TransferCommissionBody = TypedDict(
    "TransferCommissionBody",
    {
        "amount": "Amount",
        "currency": "str",
    },
)

UpdateCashSettingsBody = TypedDict(
    "UpdateCashSettingsBody",
    {
        "is_tracked": NotRequired["bool"],
        "limits": NotRequired["Mapping[str, Amount]"],
        "days_max": NotRequired["Optional[int]"],
        "above_limits": NotRequired["Literal['warn', 'refuse']"],
    },
)

UpdateSettlementScheduleBody = TypedDict(
    "UpdateSettlementScheduleBody",
    {
        "time_zone": NotRequired["str"],
        "hold_seconds": NotRequired["int"],
        "settle_only_paid": NotRequired["bool"],
        "paused": NotRequired["bool"],
        "schedule": NotRequired["UpdateSettlementScheduleBodySchedule"],
        "currencies": NotRequired["Mapping[str, UpdateSettlementScheduleBodyCurrency]"],
    },
)

UpdateSettlementScheduleBodyCurrency = TypedDict(
    "UpdateSettlementScheduleBodyCurrency",
    {
        "every": "Literal['day', 'week', 'month']",
        "days": NotRequired["Sequence[Union[Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], int]]"],
        "time": "str",
    },
)

UpdateSettlementScheduleBodySchedule = TypedDict(
    "UpdateSettlementScheduleBodySchedule",
    {
        "every": "Literal['day', 'week', 'month']",
        "days": NotRequired["Sequence[Union[Literal['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], int]]"],
        "time": "str",
    },
)

UpdateWebhookEndpointBody = TypedDict(
    "UpdateWebhookEndpointBody",
    {
        "url": NotRequired["str"],
        "description": NotRequired["str"],
        "event_types": NotRequired["Sequence[str]"],
        "extra_header": NotRequired["str"],
        "extra_header_prefix": NotRequired["str"],
        "format": NotRequired["Literal['standard', 'mypay', 'quickei', 'zerth']"],
    },
)

WriteOffDebtBody = TypedDict(
    "WriteOffDebtBody",
    {
        "beneficiary_ref": "int",
        "amount": NotRequired["Amount"],
        "currency": "str",
        "reason": "str",
    },
)

GetPaymentByQueryQuery = TypedDict(
    "GetPaymentByQueryQuery",
    {
        "token": "str",
    },
)

ListMerchantEventsQuery = TypedDict(
    "ListMerchantEventsQuery",
    {
        "after": NotRequired["str"],
        "from": NotRequired["str"],
        "limit": NotRequired["int"],
        "type": NotRequired["str"],
        "wait": NotRequired["int"],
    },
)

ListOrdersQuery = TypedDict(
    "ListOrdersQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "partner_order_ref": NotRequired["str"],
        "payment_status": NotRequired["Literal['pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'cancelled']"],
        "settlement_status": NotRequired["Literal['unsettled', 'awaiting_funds', 'on_hold', 'settled', 'partially_reversed', 'reversed', 'void']"],
        "is_shadow": NotRequired["bool"],
        "from": NotRequired["str"],
        "to": NotRequired["str"],
    },
)

ListEventsQuery = TypedDict(
    "ListEventsQuery",
    {
        "after": NotRequired["str"],
        "from": NotRequired["str"],
        "limit": NotRequired["int"],
        "type": NotRequired["str"],
        "wait": NotRequired["int"],
    },
)

ListDebtSettlementsQuery = TypedDict(
    "ListDebtSettlementsQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "beneficiary_ref": NotRequired["int"],
        "status": NotRequired["Literal['requested', 'posted', 'declined']"],
    },
)

ListHeldCashQuery = TypedDict(
    "ListHeldCashQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
    },
)

ListCashHandoversQuery = TypedDict(
    "ListCashHandoversQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "beneficiary_ref": NotRequired["int"],
        "status": NotRequired["Literal['waiting', 'posted', 'declined', 'withdrawn']"],
    },
)

ListSettlementsQuery = TypedDict(
    "ListSettlementsQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "from": NotRequired["str"],
        "to": NotRequired["str"],
    },
)

GetSettlementQuery = TypedDict(
    "GetSettlementQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
    },
)

ListInvitationsQuery = TypedDict(
    "ListInvitationsQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['pending', 'expired', 'accepted', 'declined', 'revoked']"],
    },
)

ListShadowBalancesQuery = TypedDict(
    "ListShadowBalancesQuery",
    {
        "currency": NotRequired["str"],
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "format": NotRequired["Literal['json', 'csv']"],
    },
)

GetShadowBalancesCsvQuery = TypedDict(
    "GetShadowBalancesCsvQuery",
    {
        "currency": NotRequired["str"],
    },
)

GetRestaurantQuery = TypedDict(
    "GetRestaurantQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "orders_cursor": NotRequired["str"],
    },
)

GetStatementQuery = TypedDict(
    "GetStatementQuery",
    {
        "beneficiary_ref": "str",
        "time_zone": NotRequired["str"],
    },
)

GetStatementCsvQuery = TypedDict(
    "GetStatementCsvQuery",
    {
        "beneficiary_ref": "str",
        "time_zone": NotRequired["str"],
    },
)

GetStatementPageQuery = TypedDict(
    "GetStatementPageQuery",
    {
        "beneficiary_ref": "str",
        "time_zone": NotRequired["str"],
    },
)

ListPayoutsQuery = TypedDict(
    "ListPayoutsQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['requested', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed']"],
    },
)

ListWebhookDeliveriesQuery = TypedDict(
    "ListWebhookDeliveriesQuery",
    {
        "limit": NotRequired["int"],
        "cursor": NotRequired["str"],
        "status": NotRequired["Literal['pending', 'delivered', 'parked']"],
    },
)

AMOUNTS: Dict[str, List[str]] = {
    "createOrder": ["total_amount", "splits.*.amount"],
    "captureOrder": ["amount", "splits.*.amount"],
    "refundOrder": ["amount", "splits.*.amount"],
    "reverseOrder": ["amount", "splits.*.amount"],
    "createTopUp": ["amount"],
    "transferCommission": ["amount"],
    "recordDebtRepaid": ["amount"],
    "writeOffDebt": ["amount"],
    "recordCashHandover": ["amount"],
    "transferCash": ["amount"],
    "updateCashSettings": ["limits.*"],
    "recordPaidOutside": ["orders.*.amount"],
    "createPayout": ["amount"],
    "setPayoutSchedule": ["minimum", "keep"],
    "createManyOrders": ["orders.*.total_amount", "orders.*.splits.*.amount"],
}
"""Where the body of an operation has amounts: ``*`` is every item."""
