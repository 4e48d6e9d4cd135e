<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PaidOutsideLine extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param 'merchant'|'courier' $beneficiary_type
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     */
    public function __construct(
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly int $split,
        public readonly string $beneficiary_type,
        public readonly string $currency,
        public readonly string $amount,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            split: self::need($json, 'split'),
            beneficiary_type: self::need($json, 'beneficiary_type'),
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
        ))->of($json);
    }
}
