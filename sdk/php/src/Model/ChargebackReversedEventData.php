<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ChargebackReversedEventData extends Model
{
    /**
     * @param 'created'|'processing'|'authorized'|'succeeded'|'partially_refunded'|'refunded'|'cancelled'|'expired' $status
     * @param string $amount A decimal string with 2 decimals, or 3 where the currency has 3
     * @param string $currency Uppercase ISO 4217 code
     * @param string $custom As sent; empty if nothing was sent
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string $chargeback_amount A decimal string with 2 decimals, or 3 where the currency has 3
     * @param string $chargeback_currency Uppercase ISO 4217 code
     */
    public function __construct(
        public readonly string $token,
        public readonly ?string $trx_id,
        public readonly string $status,
        public readonly bool $paid,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $custom,
        public readonly ?ChargebackReversedEventDataPayer $payer,
        public readonly string $created_at,
        public readonly ?string $paid_at,
        public readonly string $dispute,
        public readonly string $chargeback_amount,
        public readonly string $chargeback_currency,
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
            payer: isset($json['payer']) ? ChargebackReversedEventDataPayer::from($json['payer']) : null,
            created_at: self::need($json, 'created_at'),
            paid_at: $json['paid_at'] ?? null,
            dispute: self::need($json, 'dispute'),
            chargeback_amount: self::amount(self::need($json, 'chargeback_amount')),
            chargeback_currency: self::need($json, 'chargeback_currency'),
            capture: isset($json['capture']) ? PaymentCapture::from($json['capture']) : null,
        ))->of($json);
    }
}
