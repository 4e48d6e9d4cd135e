<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PaymentCancelledEventData extends Model
{
    /**
     * @param 'created'|'processing'|'authorized'|'succeeded'|'partially_refunded'|'refunded'|'cancelled'|'expired' $status
     * @param string $amount A decimal string with 2 decimals, or 3 where the currency has 3
     * @param string $currency Uppercase ISO 4217 code
     * @param string $custom As sent; empty if nothing was sent
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param 'customer'|'api'|'dashboard'|'service' $cancelled_by Where it was canceled
     */
    public function __construct(
        public readonly string $token,
        public readonly ?string $trx_id,
        public readonly string $status,
        public readonly bool $paid,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $custom,
        public readonly ?PaymentCancelledEventDataPayer $payer,
        public readonly string $created_at,
        public readonly ?string $paid_at,
        public readonly string $cancelled_by,
        public readonly ?PaymentCapture $capture = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            token: self::need($json, 'token'),
            trx_id: $json['trx_id'] ?? null,
            status: self::need($json, 'status'),
            paid: self::need($json, 'paid'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            custom: self::need($json, 'custom'),
            payer: isset($json['payer']) ? PaymentCancelledEventDataPayer::from($json['payer']) : null,
            created_at: self::need($json, 'created_at'),
            paid_at: $json['paid_at'] ?? null,
            cancelled_by: self::need($json, 'cancelled_by'),
            capture: isset($json['capture']) ? PaymentCapture::from($json['capture']) : null,
        ))->of($json);
    }
}
