<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** A payee's month: balances, and the first 1,000 movements */
final class PartyMonth extends Model
{
    /**
     * @param string $from With the offset of the time zone
     * @param string $to With the offset of the time zone
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'merchant'|'courier'|'partner' $beneficiary_type
     * @param list<PartyMonthAccount> $accounts
     * @param string|null $shadow_merchant_ref In the shadow ledger only
     */
    public function __construct(
        public readonly string $month,
        public readonly string $time_zone,
        public readonly string $from,
        public readonly string $to,
        public readonly string $mode,
        public readonly string $beneficiary_type,
        public readonly ?int $beneficiary_ref,
        public readonly ?string $name,
        public readonly array $accounts,
        public readonly ?string $shadow_merchant_ref = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            month: self::need($json, 'month'),
            time_zone: self::need($json, 'time_zone'),
            from: self::need($json, 'from'),
            to: self::need($json, 'to'),
            mode: self::need($json, 'mode'),
            beneficiary_type: self::need($json, 'beneficiary_type'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            name: $json['name'] ?? null,
            accounts: array_map(PartyMonthAccount::from(...), self::need($json, 'accounts')),
            shadow_merchant_ref: $json['shadow_merchant_ref'] ?? null,
        ))->of($json);
    }
}
