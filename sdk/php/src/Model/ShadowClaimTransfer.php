<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowClaimTransfer extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $partner_order_ref,
        public readonly int $split,
        public readonly string $code,
        public readonly string $from,
        public readonly string $to,
        public readonly string $currency,
        public readonly string $amount,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            partner_order_ref: self::need($json, 'partner_order_ref'),
            split: self::need($json, 'split'),
            code: self::need($json, 'code'),
            from: self::need($json, 'from'),
            to: self::need($json, 'to'),
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
        ))->of($json);
    }
}
