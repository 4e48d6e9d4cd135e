<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** That the operator took it back */
final class ReversalOfTopUp extends Model
{
    /**
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param numeric-string $owed_amount Of it, what the balance did not cover: a debt, recovered from the next credits
     * @param string $reversed_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $amount,
        public readonly string $owed_amount,
        public readonly string $reason,
        public readonly string $reversed_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            amount: self::amount(self::need($json, 'amount')),
            owed_amount: self::amount(self::need($json, 'owed_amount')),
            reason: self::need($json, 'reason'),
            reversed_at: self::need($json, 'reversed_at'),
        ))->of($json);
    }
}
