<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowTotal extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $merchants An exact decimal in units of the currency
     * @param numeric-string $couriers An exact decimal in units of the currency
     * @param numeric-string $total An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $merchants,
        public readonly string $couriers,
        public readonly string $total,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            merchants: self::amount(self::need($json, 'merchants')),
            couriers: self::amount(self::need($json, 'couriers')),
            total: self::amount(self::need($json, 'total')),
        ))->of($json);
    }
}
