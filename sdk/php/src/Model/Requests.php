<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/**
 * What requests take. Amounts are strings, such as `12.50`.
 *
 * @phpstan-type AdvanceTestClockBody array{advance_seconds?: int, now?: string}
 * @phpstan-type AssignManySplitsBody array{assignments: list<AssignManySplitsBodyAssignment>}
 * @phpstan-type AssignManySplitsBodyAssignment array{partner_order_ref: string, split: int, beneficiary_ref: int}
 * @phpstan-type AssignSplitBody array{beneficiary_ref: int}
 * @phpstan-type CancelPaymentBody array{token: string}
 * @phpstan-type CaptureOrderBody array{amount?: numeric-string, splits?: list<CaptureOrderBodySplit>, dry_run?: bool}
 * @phpstan-type CaptureOrderBodySplit array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int, amount: numeric-string}
 * @phpstan-type CapturePaymentBody array{token: string, amount?: string}
 * @phpstan-type ClaimShadowOrdersBody array{beneficiary_ref: int, partner_order_refs?: list<string>, claim_ref?: string, dry_run?: bool}
 * @phpstan-type CreateAccessTokenBody array{client_id: string, secret_id: string}
 * @phpstan-type CreateInvitationBody array{email: string, type: 'merchant'|'courier', name: string, language?: 'en'|'ar'|'de'|'el'|'es'|'fr'|'it'|'nl'|'pt'|'tr'}
 * @phpstan-type CreateManyOrdersBody array{orders: list<CreateManyOrdersBodyOrder>}
 * @phpstan-type CreateManyOrdersBodyOrder array{partner_order_ref: string, payment_source: 'service'|'card'|'onlinewallet'|'cod', total_amount: numeric-string, currency: string, splits: list<CreateManyOrdersBodyOrderSplit>, idempotency_key?: string, is_shadow?: bool, shadow_merchant_ref?: string, shadow_merchant_name?: string, return_url?: string, cancel_url?: string, capture?: 'automatic'|'manual', webhook_url?: mixed}
 * @phpstan-type CreateManyOrdersBodyOrderSplit array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int, amount: numeric-string, collects_cash?: bool}
 * @phpstan-type CreateOrderBody array{partner_order_ref: string, payment_source: 'service'|'card'|'onlinewallet'|'cod', total_amount: numeric-string, currency: string, splits: list<CreateOrderBodySplit>, idempotency_key?: string, is_shadow?: bool, shadow_merchant_ref?: string, shadow_merchant_name?: string, return_url?: string, cancel_url?: string, capture?: 'automatic'|'manual', webhook_url?: mixed}
 * @phpstan-type CreateOrderBodySplit array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int, amount: numeric-string, collects_cash?: bool}
 * @phpstan-type CreatePaymentBody array{amount: string, currency: string, return_url: string, cancel_url?: string, custom?: string, capture?: 'automatic'|'manual', full_name?: mixed, email?: mixed, webhook_url?: mixed}
 * @phpstan-type CreatePayoutBody array{account: 'commission'|'clearing', amount: numeric-string, currency: string, bank_account_id?: string|null, reference?: string|null}
 * @phpstan-type CreateSettlementBody array{dry_run?: bool, currency?: string}
 * @phpstan-type CreateTopUpBody array{amount: numeric-string, currency: string}
 * @phpstan-type CreateWebhookEndpointBody array{url: string, description?: string, event_types?: list<string>, extra_header?: string, extra_header_prefix?: string, format?: 'standard'|'mypay'|'quickei'|'zerth'}
 * @phpstan-type GetPaymentByKeysBody array{client_id?: string, secret_id?: string, token: string}
 * @phpstan-type HoldManyOrdersBody array{partner_order_refs: list<string>, reason?: string}
 * @phpstan-type HoldOrderBody array{reason?: string}
 * @phpstan-type InviteRestaurantBody array{email: string, name?: string, language?: 'en'|'ar'|'de'|'el'|'es'|'fr'|'it'|'nl'|'pt'|'tr'}
 * @phpstan-type NameRestaurantBody array{shadow_merchant_ref: string, partner_order_refs?: list<string>, shadow_merchant_name?: string}
 * @phpstan-type RecordCashHandoverBody array{beneficiary_ref: int, kind: 'handed_over'|'returned'|'owed', amount?: numeric-string, currency: string, note?: string}
 * @phpstan-type RecordDebtRepaidBody array{beneficiary_ref: int, amount?: numeric-string, currency: string, reason: string}
 * @phpstan-type RecordPaidOutsideBody array{payment_ref: string, reference?: string, orders: list<RecordPaidOutsideBodyOrder>}
 * @phpstan-type RecordPaidOutsideBodyOrder array{partner_order_ref: string, amount?: numeric-string, beneficiary_type?: 'merchant'|'courier'}
 * @phpstan-type RefundOrderBody array{refund_ref: string, amount?: numeric-string, splits?: list<RefundOrderBodySplit>, liable?: RefundOrderBodyLiable, reason?: string, dry_run?: bool}
 * @phpstan-type RefundOrderBodyLiable array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int}
 * @phpstan-type RefundOrderBodySplit array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int, amount: numeric-string}
 * @phpstan-type RefundPaymentBody array{token: string, refund_ref: string, amount?: string, reason?: string}
 * @phpstan-type ReleaseManyOrdersBody array{partner_order_refs: list<string>}
 * @phpstan-type ResendMerchantWebhooksBody array{event_id?: string, parked?: true, from?: string, to?: string}
 * @phpstan-type ResendWebhooksBody array{event_id?: string, parked?: true, from?: string, to?: string}
 * @phpstan-type ReverseOrderBody array{refund_ref: string, amount?: numeric-string, splits?: list<ReverseOrderBodySplit>, reason?: string, dry_run?: bool}
 * @phpstan-type ReverseOrderBodySplit array{beneficiary_type: 'merchant'|'courier'|'partner', beneficiary_ref?: int, amount: numeric-string}
 * @phpstan-type RotateWebhookSecretBody array{grace_hours: int, purpose?: 'signature'|'extra_header'}
 * @phpstan-type SetPayoutScheduleBody array{account: 'wallet'|'earnings'|'commission'|'clearing', beneficiary_ref?: int|null, currency: string, every: 'never'|'day'|'week'|'month', day?: 'monday'|'tuesday'|'wednesday'|'thursday'|'friday'|'saturday'|'sunday'|int|null, time_zone?: string, minimum?: numeric-string, keep?: numeric-string, bank_account_id?: string|null}
 * @phpstan-type TransferCashBody array{beneficiary_ref: int, amount?: numeric-string, currency: string}
 * @phpstan-type TransferCommissionBody array{amount: numeric-string, currency: string}
 * @phpstan-type UpdateCashSettingsBody array{is_tracked?: bool, limits?: array<string, numeric-string>, days_max?: int|null, above_limits?: 'warn'|'refuse'}
 * @phpstan-type UpdateSettlementScheduleBody array{time_zone?: string, hold_seconds?: int, settle_only_paid?: bool, paused?: bool, schedule?: UpdateSettlementScheduleBodySchedule, currencies?: array<string, UpdateSettlementScheduleBodyCurrency>}
 * @phpstan-type UpdateSettlementScheduleBodyCurrency array{every: 'day'|'week'|'month', days?: list<'monday'|'tuesday'|'wednesday'|'thursday'|'friday'|'saturday'|'sunday'|int>, time: string}
 * @phpstan-type UpdateSettlementScheduleBodySchedule array{every: 'day'|'week'|'month', days?: list<'monday'|'tuesday'|'wednesday'|'thursday'|'friday'|'saturday'|'sunday'|int>, time: string}
 * @phpstan-type UpdateWebhookEndpointBody array{url?: string, description?: string, event_types?: list<string>, extra_header?: string, extra_header_prefix?: string, format?: 'standard'|'mypay'|'quickei'|'zerth'}
 * @phpstan-type WriteOffDebtBody array{beneficiary_ref: int, amount?: numeric-string, currency: string, reason: string}
 * @phpstan-type GetPaymentByQueryQuery array{token: string}
 * @phpstan-type ListMerchantEventsQuery array{after?: string, from?: string, limit?: int, type?: string, wait?: int}
 * @phpstan-type ListOrdersQuery array{limit?: int, cursor?: string, partner_order_ref?: string, payment_status?: 'pending'|'authorized'|'paid'|'partially_refunded'|'refunded'|'cancelled', settlement_status?: 'unsettled'|'awaiting_funds'|'on_hold'|'settled'|'partially_reversed'|'reversed'|'void', is_shadow?: bool, from?: string, to?: string}
 * @phpstan-type ListEventsQuery array{after?: string, from?: string, limit?: int, type?: string, wait?: int}
 * @phpstan-type ListDebtSettlementsQuery array{limit?: int, cursor?: string, beneficiary_ref?: int, status?: 'requested'|'posted'|'declined'}
 * @phpstan-type ListHeldCashQuery array{limit?: int, cursor?: string}
 * @phpstan-type ListCashHandoversQuery array{limit?: int, cursor?: string, beneficiary_ref?: int, status?: 'waiting'|'posted'|'declined'|'withdrawn'}
 * @phpstan-type ListSettlementsQuery array{limit?: int, cursor?: string, from?: string, to?: string}
 * @phpstan-type GetSettlementQuery array{limit?: int, cursor?: string}
 * @phpstan-type ListInvitationsQuery array{limit?: int, cursor?: string, status?: 'pending'|'expired'|'accepted'|'declined'|'revoked'}
 * @phpstan-type ListShadowBalancesQuery array{currency?: string, limit?: int, cursor?: string, format?: 'json'|'csv'}
 * @phpstan-type GetShadowBalancesCsvQuery array{currency?: string}
 * @phpstan-type GetRestaurantQuery array{limit?: int, cursor?: string, orders_cursor?: string}
 * @phpstan-type GetStatementQuery array{beneficiary_ref: string, time_zone?: string}
 * @phpstan-type GetStatementCsvQuery array{beneficiary_ref: string, time_zone?: string}
 * @phpstan-type GetStatementPageQuery array{beneficiary_ref: string, time_zone?: string}
 * @phpstan-type ListPayoutsQuery array{limit?: int, cursor?: string, status?: 'requested'|'approved'|'sent'|'completed'|'rejected'|'cancelled'|'failed'}
 * @phpstan-type ListWebhookDeliveriesQuery array{limit?: int, cursor?: string, status?: 'pending'|'delivered'|'parked'}
 */
final class Requests
{
    /** @var array<string, list<string>> Where the body of an operation has amounts: `*` is every item. */
    public const AMOUNTS = [
        'createOrder' => ['total_amount', 'splits.*.amount'],
        'captureOrder' => ['amount', 'splits.*.amount'],
        'refundOrder' => ['amount', 'splits.*.amount'],
        'reverseOrder' => ['amount', 'splits.*.amount'],
        'createTopUp' => ['amount'],
        'transferCommission' => ['amount'],
        'recordDebtRepaid' => ['amount'],
        'writeOffDebt' => ['amount'],
        'recordCashHandover' => ['amount'],
        'transferCash' => ['amount'],
        'updateCashSettings' => ['limits.*'],
        'recordPaidOutside' => ['orders.*.amount'],
        'createPayout' => ['amount'],
        'setPayoutSchedule' => ['minimum', 'keep'],
        'createManyOrders' => ['orders.*.total_amount', 'orders.*.splits.*.amount'],
    ];
}
