<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WalletBeneficiary extends Model
{
    /**
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param 'merchant'|'courier' $beneficiary_type
     * @param numeric-string $balance An exact decimal in units of the currency
     * @param numeric-string $debt An exact decimal in units of the currency
     */
    public function __construct(
        public readonly int $beneficiary_ref,
        public readonly string $beneficiary_type,
        public readonly string $name,
        public readonly string $balance,
        public readonly string $debt,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            beneficiary_type: self::need($json, 'beneficiary_type'),
            name: self::need($json, 'name'),
            balance: self::amount(self::need($json, 'balance')),
            debt: self::amount(self::need($json, 'debt')),
        ))->of($json);
    }
}
