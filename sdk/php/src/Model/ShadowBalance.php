<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The balance owed to one restaurant or courier, in one currency */
final class ShadowBalance extends Model
{
    /**
     * @param 'merchant'|'courier'|'partner' $beneficiary_type
     * @param list<string> $names
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $balance An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $beneficiary_type,
        public readonly ?string $shadow_merchant_ref,
        public readonly ?int $beneficiary_ref,
        public readonly array $names,
        public readonly string $currency,
        public readonly string $balance,
        public readonly int $open_orders,
        public readonly ?ShadowBalanceClaimTo $claim_to,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_type: self::need($json, 'beneficiary_type'),
            shadow_merchant_ref: $json['shadow_merchant_ref'] ?? null,
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            names: self::need($json, 'names'),
            currency: self::need($json, 'currency'),
            balance: self::amount(self::need($json, 'balance')),
            open_orders: self::need($json, 'open_orders'),
            claim_to: isset($json['claim_to']) ? ShadowBalanceClaimTo::from($json['claim_to']) : null,
        ))->of($json);
    }
}
