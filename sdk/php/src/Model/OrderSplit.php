<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** One payee's share. The ref is null for commission, and until the split is assigned */
final class OrderSplit extends Model
{
    protected const CONSTANTS = ['collects_cash' => true];

    /**
     * @param 'merchant'|'courier'|'partner' $beneficiary_type
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param true|null $collects_cash Only where this payee is known to collect the customer's cash
     */
    public function __construct(
        public readonly string $beneficiary_type,
        public readonly ?int $beneficiary_ref,
        public readonly string $amount,
        public readonly ?bool $collects_cash = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_type: self::need($json, 'beneficiary_type'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            amount: self::amount(self::need($json, 'amount')),
            collects_cash: $json['collects_cash'] ?? null,
        ))->of($json);
    }
}
