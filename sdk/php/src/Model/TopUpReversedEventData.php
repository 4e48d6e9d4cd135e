<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class TopUpReversedEventData extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'pending'|'succeeded'|'cancelled'|'expired'|'refused' $status
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string|null $requested_amount The amount requested, if another amount arrived
     * @param int|null $beneficiary_ref The payee whose cash it hands over
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string|null $expires_at When the top-up expires if no transfer arrives
     * @param string|null $ended_at When it was canceled, refused or expired
     */
    public function __construct(
        public readonly string $topup_id,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly ?string $reference,
        public readonly ?string $requested_amount,
        public readonly ?string $reason,
        public readonly ?int $beneficiary_ref,
        public readonly string $created_at,
        public readonly ?string $expires_at,
        public readonly ?string $succeeded_at,
        public readonly ?string $ended_at,
        public readonly ReversalOfTopUp $reversal,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            topup_id: self::need($json, 'topup_id'),
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            reference: $json['reference'] ?? null,
            requested_amount: isset($json['requested_amount']) ? self::amount($json['requested_amount']) : null,
            reason: $json['reason'] ?? null,
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            created_at: self::need($json, 'created_at'),
            expires_at: $json['expires_at'] ?? null,
            succeeded_at: $json['succeeded_at'] ?? null,
            ended_at: $json['ended_at'] ?? null,
            reversal: ReversalOfTopUp::from(self::need($json, 'reversal')),
        ))->of($json);
    }
}
