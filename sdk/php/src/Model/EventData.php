<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The object in the `data` of each type of event. */
final class EventData
{
    /** @var array<string, class-string<Model>> */
    public const CLASSES = [
        'order.created' => OrderEventData::class,
        'order.authorized' => OrderEventData::class,
        'order.reopened' => OrderEventData::class,
        'order.paid' => OrderEventData::class,
        'order.cancelled' => OrderEventData::class,
        'order.partially_refunded' => OrderEventData::class,
        'order.refunded' => OrderEventData::class,
        'order.settled' => OrderEventData::class,
        'order.deferred' => OrderEventData::class,
        'order.held' => OrderHeldEventData::class,
        'order.released' => OrderEventData::class,
        'order.partially_reversed' => OrderEventData::class,
        'order.reversed' => OrderEventData::class,
        'order.voided' => OrderEventData::class,
        'order.restored' => OrderEventData::class,
        'split.assigned' => SplitAssignedEventData::class,
        'order_refund.created' => OrderRefundEventData::class,
        'order_refund.deferred' => OrderRefundDeferredEventData::class,
        'order_refund.succeeded' => OrderRefundEventData::class,
        'order_refund.failed' => OrderRefundEventData::class,
        'order_reversal.succeeded' => OrderRefundEventData::class,
        'order_reversal.failed' => OrderRefundEventData::class,
        'restitution.deferred' => RestitutionDeferredEventData::class,
        'restitution.paid' => OrderRefundEventData::class,
        'shadow_order.named' => ShadowOrderNamedEventData::class,
        'shadow_order.paid_outside' => ShadowOrderPaidOutsideEventData::class,
        'shadow_order.claimed' => ShadowOrderClaimedEventData::class,
        'settlement.completed' => SettlementCompletedEventData::class,
        'shortfall.detected' => ShortfallDetectedEventData::class,
        'top_up.succeeded' => TopUpEventData::class,
        'top_up.reversed' => TopUpReversedEventData::class,
        'top_up.cancelled' => TopUpEventData::class,
        'top_up.refused' => TopUpEventData::class,
        'top_up.expired' => TopUpEventData::class,
        'debt.repaid' => DebtEventData::class,
        'debt.written_off' => DebtEventData::class,
        'cash_handover.recorded' => CashHandoverEventData::class,
        'cash_handover.posted' => CashHandoverEventData::class,
        'cash_handover.declined' => CashHandoverEventData::class,
        'transfer.succeeded' => TransferSucceededEventData::class,
        'payment.created' => PaymentEventData::class,
        'payment.authorized' => PaymentEventData::class,
        'capture.requested' => PaymentEventData::class,
        'capture.refused' => PaymentEventData::class,
        'payment.paid' => PaymentEventData::class,
        'payment.declined' => PaymentDeclinedEventData::class,
        'payment.cancelled' => PaymentCancelledEventData::class,
        'payment.expired' => PaymentEventData::class,
        'payment.blocked' => PaymentBlockedEventData::class,
        'late_capture.returned' => LateCaptureReturnedEventData::class,
        'late_capture.refused' => LateCaptureRefusedEventData::class,
        'chargeback.created' => ChargebackCreatedEventData::class,
        'chargeback.reversed' => ChargebackReversedEventData::class,
        'dispute_evidence.submitted' => DisputeEvidenceSubmittedEventData::class,
        'refund.created' => RefundEventData::class,
        'refund.succeeded' => RefundEventData::class,
        'refund.failed' => RefundEventData::class,
        'earning.settled' => EarningEventData::class,
        'earning.reversed' => EarningEventData::class,
        'earning.restored' => EarningEventData::class,
        'earning.forgiven' => EarningEventData::class,
        'earning.recovered' => EarningEventData::class,
        'earning.netted' => EarningEventData::class,
        'earning.owed' => EarningEventData::class,
        'earning.overpaid' => EarningEventData::class,
        'payout.requested' => PayoutEventData::class,
        'payout.approved' => PayoutEventData::class,
        'payout.sent' => PayoutEventData::class,
        'payout.completed' => PayoutEventData::class,
        'payout.rejected' => PayoutEventData::class,
        'payout.failed' => PayoutEventData::class,
        'payout.cancelled' => PayoutEventData::class,
        'invitation.accepted' => InvitationEventData::class,
        'invitation.declined' => InvitationEventData::class,
        'invitation.revoked' => InvitationEventData::class,
        'invitation.expired' => InvitationEventData::class,
        'link.created' => LinkCreatedEventData::class,
        'link.widened' => LinkWidenedEventData::class,
        'link.ended' => LinkEndedEventData::class,
        'dispute_fee.charged' => DisputeFeeEventData::class,
        'dispute_fee.returned' => DisputeFeeEventData::class,
        'fees.drawn' => FeesDrawnEventData::class,
    ];

    /** @param array<string, mixed> $json */
    public static function of(string $type, array $json): Model
    {
        $class = self::CLASSES[$type] ?? Untyped::class;

        return $class::from($json);
    }
}
