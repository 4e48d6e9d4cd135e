<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class BankAccount extends Model
{
    /**
     * @param 'active'|'ended' $status
     * @param string $number Masked: its last four characters
     * @param string $country ISO 3166 code
     * @param BankAccountAddress|null $address Of the account’s holder; null: not known
     * @param BankAccountPayeeCheck|null $payee_check Whether the bank knows the account under this name; null: the service does not ask
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $bank_account_id,
        public readonly string $status,
        public readonly string $account_name,
        public readonly string $number,
        public readonly string $country,
        public readonly ?string $currency,
        public readonly ?BankAccountAddress $address,
        public readonly ?BankAccountPayeeCheck $payee_check,
        public readonly string $created_at,
        public readonly ?string $ended_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            bank_account_id: self::need($json, 'bank_account_id'),
            status: self::need($json, 'status'),
            account_name: self::need($json, 'account_name'),
            number: self::need($json, 'number'),
            country: self::need($json, 'country'),
            currency: $json['currency'] ?? null,
            address: isset($json['address']) ? BankAccountAddress::from($json['address']) : null,
            payee_check: isset($json['payee_check']) ? BankAccountPayeeCheck::from($json['payee_check']) : null,
            created_at: self::need($json, 'created_at'),
            ended_at: $json['ended_at'] ?? null,
        ))->of($json);
    }
}
