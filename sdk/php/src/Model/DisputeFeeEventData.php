<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class DisputeFeeEventData extends Model
{
    /**
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param 'test'|'live' $mode Decided by the API key
     */
    public function __construct(
        public readonly string $dispute,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $mode,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            dispute: self::need($json, 'dispute'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            mode: self::need($json, 'mode'),
        ))->of($json);
    }
}
