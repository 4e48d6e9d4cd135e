<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class Payout extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'requested'|'approved'|'sent'|'completed'|'rejected'|'cancelled'|'failed' $status
     * @param 'wallet'|'commission'|'clearing'|'earnings' $account
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param numeric-string $fee An exact decimal in units of the currency
     * @param numeric-string $net_amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param string|null $reference What the payee knows it by, in the payment to the bank
     * @param string|null $schedule_id The automatic payout that it is; null: requested by hand
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $payout_id,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $account,
        public readonly ?int $beneficiary_ref,
        public readonly string $amount,
        public readonly string $fee,
        public readonly string $net_amount,
        public readonly string $currency,
        public readonly string $bank_account_id,
        public readonly ?string $reason,
        public readonly ?string $reference,
        public readonly ?string $schedule_id,
        public readonly string $created_at,
        public readonly ?string $approved_at,
        public readonly ?string $sent_at,
        public readonly ?string $ended_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            payout_id: self::need($json, 'payout_id'),
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            account: self::need($json, 'account'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            amount: self::amount(self::need($json, 'amount')),
            fee: self::amount(self::need($json, 'fee')),
            net_amount: self::amount(self::need($json, 'net_amount')),
            currency: self::need($json, 'currency'),
            bank_account_id: self::need($json, 'bank_account_id'),
            reason: $json['reason'] ?? null,
            reference: $json['reference'] ?? null,
            schedule_id: $json['schedule_id'] ?? null,
            created_at: self::need($json, 'created_at'),
            approved_at: $json['approved_at'] ?? null,
            sent_at: $json['sent_at'] ?? null,
            ended_at: $json['ended_at'] ?? null,
        ))->of($json);
    }
}
