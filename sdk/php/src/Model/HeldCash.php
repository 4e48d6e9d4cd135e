<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** The cash of a company's customers that one payee holds */
final class HeldCash extends Model
{
    /**
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $held What it holds: collected, and neither kept as earnings nor handed over
     * @param numeric-string $waiting Of that, what is said to be handed over and not confirmed yet
     * @param numeric-string $expected What it collects for orders that have not settled
     * @param bool $above_limit It holds and will hold more than the limit, or for longer
     */
    public function __construct(
        public readonly int $beneficiary_ref,
        public readonly string $beneficiary_name,
        public readonly string $currency,
        public readonly string $held,
        public readonly string $waiting,
        public readonly string $expected,
        public readonly ?string $held_since,
        public readonly ?string $reference,
        public readonly bool $above_limit,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            beneficiary_name: self::need($json, 'beneficiary_name'),
            currency: self::need($json, 'currency'),
            held: self::amount(self::need($json, 'held')),
            waiting: self::amount(self::need($json, 'waiting')),
            expected: self::amount(self::need($json, 'expected')),
            held_since: $json['held_since'] ?? null,
            reference: $json['reference'] ?? null,
            above_limit: self::need($json, 'above_limit'),
        ))->of($json);
    }
}
