<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** A payee's total in a settlement */
final class SettlementTotal extends Model
{
    /**
     * @param 'merchant'|'courier'|'partner' $beneficiary_type
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string|null $shadow_merchant_ref In the shadow ledger only
     */
    public function __construct(
        public readonly string $beneficiary_type,
        public readonly ?int $beneficiary_ref,
        public readonly ?string $name,
        public readonly bool $is_shadow,
        public readonly string $currency,
        public readonly string $amount,
        public readonly int $lines,
        public readonly ?string $shadow_merchant_ref = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_type: self::need($json, 'beneficiary_type'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            name: $json['name'] ?? null,
            is_shadow: self::need($json, 'is_shadow'),
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
            lines: self::need($json, 'lines'),
            shadow_merchant_ref: $json['shadow_merchant_ref'] ?? null,
        ))->of($json);
    }
}
