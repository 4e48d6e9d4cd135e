<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The company's balances in one currency, and those of its links */
final class Wallet extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $clearing An exact decimal in units of the currency
     * @param numeric-string $commission An exact decimal in units of the currency
     * @param numeric-string $debt An exact decimal in units of the currency
     * @param numeric-string $reserved For waiting refunds, and for the shares of paid orders that have not settled
     * @param numeric-string $spendable What payouts and the settlement of other orders may take from clearing: less reserved and debt
     * @param list<WalletBeneficiary> $beneficiaries
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $clearing,
        public readonly string $commission,
        public readonly string $debt,
        public readonly string $reserved,
        public readonly string $spendable,
        public readonly array $beneficiaries,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            clearing: self::amount(self::need($json, 'clearing')),
            commission: self::amount(self::need($json, 'commission')),
            debt: self::amount(self::need($json, 'debt')),
            reserved: self::amount(self::need($json, 'reserved')),
            spendable: self::amount(self::need($json, 'spendable')),
            beneficiaries: array_map(WalletBeneficiary::from(...), self::need($json, 'beneficiaries')),
        ))->of($json);
    }
}
