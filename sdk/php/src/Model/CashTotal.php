<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The cash of a company's customers in one currency */
final class CashTotal extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $held What all payees hold
     * @param numeric-string $waiting Of that, what is said to be handed over and not confirmed yet
     * @param numeric-string $expected What is collected for orders that have not settled
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $held,
        public readonly string $waiting,
        public readonly string $expected,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            held: self::amount(self::need($json, 'held')),
            waiting: self::amount(self::need($json, 'waiting')),
            expected: self::amount(self::need($json, 'expected')),
        ))->of($json);
    }
}
