<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** What a payee was credited for an order */
final class SettlementLine extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param 'merchant'|'courier'|'partner' $beneficiary_type
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string|null $shadow_merchant_ref In the shadow ledger only
     */
    public function __construct(
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly string $beneficiary_type,
        public readonly ?int $beneficiary_ref,
        public readonly ?string $name,
        public readonly bool $is_shadow,
        public readonly string $currency,
        public readonly string $amount,
        public readonly ?string $shadow_merchant_ref = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            beneficiary_type: self::need($json, 'beneficiary_type'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            name: $json['name'] ?? null,
            is_shadow: self::need($json, 'is_shadow'),
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
            shadow_merchant_ref: $json['shadow_merchant_ref'] ?? null,
        ))->of($json);
    }
}
