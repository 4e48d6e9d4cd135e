<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowOpenOrder extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $left An exact decimal in units of the currency
     * @param string $settled_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly string $currency,
        public readonly string $left,
        public readonly string $settled_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            currency: self::need($json, 'currency'),
            left: self::amount(self::need($json, 'left')),
            settled_at: self::need($json, 'settled_at'),
        ))->of($json);
    }
}
