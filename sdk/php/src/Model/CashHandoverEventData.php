<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** Cash of the company's customers that a payee no longer holds */
final class CashHandoverEventData extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param 'handed_over'|'returned'|'owed' $kind Handed over to the company, given back to a customer, or owed as a debt from now on
     * @param 'waiting'|'posted'|'declined'|'withdrawn' $status What is handed over is `waiting` until the other side confirms or declines it, or it is withdrawn
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param 'company'|'link' $recorded_by The company, or the payee who holds the cash
     * @param string|null $topup_id The top-up that its bank transfer became; nobody confirms that
     * @param numeric-string|null $taken_back
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $handover_id,
        public readonly string $mode,
        public readonly int $beneficiary_ref,
        public readonly string $beneficiary_name,
        public readonly string $kind,
        public readonly string $status,
        public readonly string $amount,
        public readonly string $currency,
        public readonly ?string $note,
        public readonly string $recorded_by,
        public readonly ?string $topup_id,
        public readonly ?string $taken_back,
        public readonly string $created_at,
        public readonly ?string $decided_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            handover_id: self::need($json, 'handover_id'),
            mode: self::need($json, 'mode'),
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            beneficiary_name: self::need($json, 'beneficiary_name'),
            kind: self::need($json, 'kind'),
            status: self::need($json, 'status'),
            amount: self::amount(self::need($json, 'amount')),
            currency: self::need($json, 'currency'),
            note: $json['note'] ?? null,
            recorded_by: self::need($json, 'recorded_by'),
            topup_id: $json['topup_id'] ?? null,
            taken_back: isset($json['taken_back']) ? self::amount($json['taken_back']) : null,
            created_at: self::need($json, 'created_at'),
            decided_at: $json['decided_at'] ?? null,
        ))->of($json);
    }
}
