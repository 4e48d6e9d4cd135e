<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class RefundEventData extends Model
{
    /**
     * @param 'pending'|'succeeded'|'failed' $status
     * @param string $amount A decimal string with 2 decimals, or 3 where the currency has 3
     * @param string $currency Uppercase ISO 4217 code
     * @param string $reason Empty if none was given
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $refund_id,
        public readonly string $refund_ref,
        public readonly string $token,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $reason,
        public readonly string $created_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            refund_id: self::need($json, 'refund_id'),
            refund_ref: self::need($json, 'refund_ref'),
            token: self::need($json, 'token'),
            status: self::need($json, 'status'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            reason: self::need($json, 'reason'),
            created_at: self::need($json, 'created_at'),
        ))->of($json);
    }
}
