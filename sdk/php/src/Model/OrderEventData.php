<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class OrderEventData extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $order_amount An exact decimal in units of the currency
     * @param 'service'|'card'|'onlinewallet'|'cod' $payment_method
     * @param 'pending'|'authorized'|'paid'|'partially_refunded'|'refunded'|'cancelled' $payment_status
     * @param 'unsettled'|'awaiting_funds'|'on_hold'|'settled'|'partially_reversed'|'reversed'|'void' $settlement_status
     * @param 'test'|'live' $mode Decided by the API key
     * @param list<OrderSplit> $splits
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string $updated_at UTC, ISO 8601 with milliseconds
     * @param list<string> $warnings
     * @param numeric-string $refunded_amount An exact decimal in units of the currency
     */
    public function __construct(
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly string $currency,
        public readonly string $order_amount,
        public readonly string $payment_method,
        public readonly string $payment_status,
        public readonly string $settlement_status,
        public readonly bool $is_shadow,
        public readonly string $mode,
        public readonly array $splits,
        public readonly ?string $shadow_merchant_ref,
        public readonly ?string $shadow_merchant_name,
        public readonly string $created_at,
        public readonly string $updated_at,
        public readonly array $warnings,
        public readonly string $refunded_amount,
        public readonly ?string $paid_at,
        public readonly ?string $hold_reason,
        public readonly ?OrderEventDataSettlement $settlement,
        public readonly ?OrderCapture $capture = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            currency: self::need($json, 'currency'),
            order_amount: self::amount(self::need($json, 'order_amount')),
            payment_method: self::need($json, 'payment_method'),
            payment_status: self::need($json, 'payment_status'),
            settlement_status: self::need($json, 'settlement_status'),
            is_shadow: self::need($json, 'is_shadow'),
            mode: self::need($json, 'mode'),
            splits: array_map(OrderSplit::from(...), self::need($json, 'splits')),
            shadow_merchant_ref: $json['shadow_merchant_ref'] ?? null,
            shadow_merchant_name: $json['shadow_merchant_name'] ?? null,
            created_at: self::need($json, 'created_at'),
            updated_at: self::need($json, 'updated_at'),
            warnings: self::need($json, 'warnings'),
            refunded_amount: self::amount(self::need($json, 'refunded_amount')),
            paid_at: $json['paid_at'] ?? null,
            hold_reason: $json['hold_reason'] ?? null,
            settlement: isset($json['settlement']) ? OrderEventDataSettlement::from($json['settlement']) : null,
            capture: isset($json['capture']) ? OrderCapture::from($json['capture']) : null,
        ))->of($json);
    }
}
