<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShortfallDetectedEventData extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $missing_amount An exact decimal in units of the currency
     * @param numeric-string $clearing An exact decimal in units of the currency
     */
    public function __construct(
        public readonly int $settlement_id,
        public readonly string $currency,
        public readonly string $missing_amount,
        public readonly int $orders_waiting,
        public readonly string $clearing,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            settlement_id: self::need($json, 'settlement_id'),
            currency: self::need($json, 'currency'),
            missing_amount: self::amount(self::need($json, 'missing_amount')),
            orders_waiting: self::need($json, 'orders_waiting'),
            clearing: self::amount(self::need($json, 'clearing')),
        ))->of($json);
    }
}
