<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class CommissionTransfer extends Model
{
    protected const CONSTANTS = ['from' => 'commission', 'to' => 'clearing'];

    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'commission' $from
     * @param 'clearing' $to
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $transfer_id,
        public readonly string $mode,
        public readonly string $from,
        public readonly string $to,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $created_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            transfer_id: self::need($json, 'transfer_id'),
            mode: self::need($json, 'mode'),
            from: self::need($json, 'from'),
            to: self::need($json, 'to'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            created_at: self::need($json, 'created_at'),
        ))->of($json);
    }
}
