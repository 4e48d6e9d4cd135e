<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class OrderRefundEventData extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param 'refund'|'reversal' $kind A reversal takes shares of a charged-back order back and returns nothing to the customer
     * @param 'pending'|'awaiting_funds'|'succeeded'|'failed' $status
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param list<OrderSplit> $splits
     * @param 'awaiting_funds'|'paid'|null $restitution Of a failed refund: whether what clearing owes the parties waits for funds, or was paid after it had waited. Null when nothing had to wait
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string $updated_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly string $refund_id,
        public readonly string $kind,
        public readonly string $refund_ref,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly array $splits,
        public readonly ?string $reason,
        public readonly ?string $failure,
        public readonly ?string $restitution,
        public readonly string $created_at,
        public readonly string $updated_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            refund_id: self::need($json, 'refund_id'),
            kind: self::need($json, 'kind'),
            refund_ref: self::need($json, 'refund_ref'),
            status: self::need($json, 'status'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            splits: array_map(OrderSplit::from(...), self::need($json, 'splits')),
            reason: $json['reason'] ?? null,
            failure: $json['failure'] ?? null,
            restitution: $json['restitution'] ?? null,
            created_at: self::need($json, 'created_at'),
            updated_at: self::need($json, 'updated_at'),
        ))->of($json);
    }
}
