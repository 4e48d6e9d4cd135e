<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The first order of a currency that clearing cannot cover, and what it lacks */
final class BlockedQueue extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param string $partner_order_ref The partner's own order id
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param numeric-string $available An exact decimal in units of the currency
     * @param numeric-string $missing An exact decimal in units of the currency
     * @param int $orders_waiting This order and those behind it that wait with it, at most 10,000
     * @param numeric-string $missing_for_all What clearing lacks to settle all of them
     */
    public function __construct(
        public readonly string $currency,
        public readonly int $order_id,
        public readonly string $partner_order_ref,
        public readonly string $amount,
        public readonly string $available,
        public readonly string $missing,
        public readonly int $orders_waiting,
        public readonly string $missing_for_all,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            order_id: self::need($json, 'order_id'),
            partner_order_ref: self::need($json, 'partner_order_ref'),
            amount: self::amount(self::need($json, 'amount')),
            available: self::amount(self::need($json, 'available')),
            missing: self::amount(self::need($json, 'missing')),
            orders_waiting: self::need($json, 'orders_waiting'),
            missing_for_all: self::amount(self::need($json, 'missing_for_all')),
        ))->of($json);
    }
}
