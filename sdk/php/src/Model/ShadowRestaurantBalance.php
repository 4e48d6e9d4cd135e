<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowRestaurantBalance extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $balance An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $balance,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            balance: self::amount(self::need($json, 'balance')),
        ))->of($json);
    }
}
