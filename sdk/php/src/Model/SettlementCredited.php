<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class SettlementCredited extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $amount,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
        ))->of($json);
    }
}
