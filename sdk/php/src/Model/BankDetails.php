<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** Where the operator takes bank transfers in one currency */
final class BankDetails extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param string $changed_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $currency,
        public readonly string $account_holder,
        public readonly ?string $iban,
        public readonly ?string $bic,
        public readonly ?string $bank_name,
        public readonly ?string $other,
        public readonly string $changed_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            currency: self::need($json, 'currency'),
            account_holder: self::need($json, 'account_holder'),
            iban: $json['iban'] ?? null,
            bic: $json['bic'] ?? null,
            bank_name: $json['bank_name'] ?? null,
            other: $json['other'] ?? null,
            changed_at: self::need($json, 'changed_at'),
        ))->of($json);
    }
}
