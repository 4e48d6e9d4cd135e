<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** A debt, or a part of one, that was repaid outside or written off */
final class DebtSettlement extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'repaid'|'written_off' $kind Repaid outside the service, or written off
     * @param 'requested'|'posted'|'declined' $status A write-off that takes two people is `requested` until the second one approves or declines it
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param string $requested_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $debt_settlement_id,
        public readonly string $mode,
        public readonly string $kind,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly ?int $beneficiary_ref,
        public readonly ?string $beneficiary_name,
        public readonly string $reason,
        public readonly string $requested_at,
        public readonly ?string $decided_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            debt_settlement_id: self::need($json, 'debt_settlement_id'),
            mode: self::need($json, 'mode'),
            kind: self::need($json, 'kind'),
            status: self::need($json, 'status'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            beneficiary_name: $json['beneficiary_name'] ?? null,
            reason: self::need($json, 'reason'),
            requested_at: self::need($json, 'requested_at'),
            decided_at: $json['decided_at'] ?? null,
        ))->of($json);
    }
}
