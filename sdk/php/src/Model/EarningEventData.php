<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class EarningEventData extends Model
{
    /**
     * @param 'in'|'out'|'owed'|'forgiven' $effect `owed` and `forgiven` change what is owed to the company and move no money
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $movement_id,
        public readonly string $code,
        public readonly string $effect,
        public readonly int $beneficiary_ref,
        public readonly string $company,
        public readonly ?string $partner_order_ref,
        public readonly ?string $payout_id,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $created_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            movement_id: self::need($json, 'movement_id'),
            code: self::need($json, 'code'),
            effect: self::need($json, 'effect'),
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            company: self::need($json, 'company'),
            partner_order_ref: $json['partner_order_ref'] ?? null,
            payout_id: $json['payout_id'] ?? null,
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            created_at: self::need($json, 'created_at'),
        ))->of($json);
    }
}
