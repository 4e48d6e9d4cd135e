<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowClaimPreviewTotal extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param numeric-string $debt_recovered An exact decimal in units of the currency
     * @param numeric-string $clearing_spendable An exact decimal in units of the currency
     * @param numeric-string $missing An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $amount,
        public readonly string $debt_recovered,
        public readonly string $clearing_spendable,
        public readonly string $missing,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
            debt_recovered: self::amount(self::need($json, 'debt_recovered')),
            clearing_spendable: self::amount(self::need($json, 'clearing_spendable')),
            missing: self::amount(self::need($json, 'missing')),
        ))->of($json);
    }
}
