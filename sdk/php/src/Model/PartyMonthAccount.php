<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PartyMonthAccount extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $opening_balance An exact decimal in units of the currency
     * @param numeric-string $credits An exact decimal in units of the currency
     * @param numeric-string $debits An exact decimal in units of the currency
     * @param numeric-string $closing_balance An exact decimal in units of the currency
     * @param list<PartyMonthAccountMovement> $movements
     */
    public function __construct(
        public readonly string $account,
        public readonly string $currency,
        public readonly string $opening_balance,
        public readonly string $credits,
        public readonly string $debits,
        public readonly string $closing_balance,
        public readonly int $movements_total,
        public readonly array $movements,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            account: self::need($json, 'account'),
            currency: self::need($json, 'currency'),
            opening_balance: self::amount(self::need($json, 'opening_balance')),
            credits: self::amount(self::need($json, 'credits')),
            debits: self::amount(self::need($json, 'debits')),
            closing_balance: self::amount(self::need($json, 'closing_balance')),
            movements_total: self::need($json, 'movements_total'),
            movements: array_map(PartyMonthAccountMovement::from(...), self::need($json, 'movements')),
        ))->of($json);
    }
}
