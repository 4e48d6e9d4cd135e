<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class LedgerTransfer extends Model
{
    /**
     * @param string $from An account of the ledger
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     */
    public function __construct(
        public readonly string $from,
        public readonly string $to,
        public readonly string $amount,
        public readonly string $currency,
        public readonly string $code,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            from: self::need($json, 'from'),
            to: self::need($json, 'to'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            code: self::need($json, 'code'),
        ))->of($json);
    }
}
