<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** When an account is paid out by itself */
final class PayoutSchedule extends Model
{
    /**
     * @param 'wallet'|'commission'|'clearing'|'earnings' $account
     * @param string|null $company The company whose book holds the earnings
     * @param string $currency Uppercase ISO 4217 code
     * @param 'never'|'day'|'week'|'month' $every
     * @param 'monday'|'tuesday'|'wednesday'|'thursday'|'friday'|'saturday'|'sunday'|int|null $day The weekday, or the day of the month; null for `never` and `day`
     * @param string $time Of day, in the time zone
     * @param numeric-string $minimum An exact decimal in units of the currency
     * @param numeric-string $keep An exact decimal in units of the currency
     * @param string|null $bank_account_id Null: the only one on file that accepts the currency
     * @param string|null $set_by The name of the person; null for a key pair
     * @param string $set_at UTC, ISO 8601 with milliseconds
     * @param numeric-string|null $next_amount What would be paid out now; null: nothing
     * @param string|null $next_reason Why nothing would be paid out now
     * @param PayoutScheduleLast|null $last The last attempt
     */
    public function __construct(
        public readonly string $schedule_id,
        public readonly string $account,
        public readonly ?int $beneficiary_ref,
        public readonly ?string $company,
        public readonly string $currency,
        public readonly string $every,
        public readonly string|int|null $day,
        public readonly string $time,
        public readonly string $time_zone,
        public readonly string $minimum,
        public readonly string $keep,
        public readonly ?string $bank_account_id,
        public readonly ?string $set_by,
        public readonly string $set_at,
        public readonly ?string $next_at,
        public readonly ?string $next_amount,
        public readonly ?string $next_reason,
        public readonly ?PayoutScheduleLast $last,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            schedule_id: self::need($json, 'schedule_id'),
            account: self::need($json, 'account'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            company: $json['company'] ?? null,
            currency: self::need($json, 'currency'),
            every: self::need($json, 'every'),
            day: $json['day'] ?? null,
            time: self::need($json, 'time'),
            time_zone: self::need($json, 'time_zone'),
            minimum: self::amount(self::need($json, 'minimum')),
            keep: self::amount(self::need($json, 'keep')),
            bank_account_id: $json['bank_account_id'] ?? null,
            set_by: $json['set_by'] ?? null,
            set_at: self::need($json, 'set_at'),
            next_at: $json['next_at'] ?? null,
            next_amount: isset($json['next_amount']) ? self::amount($json['next_amount']) : null,
            next_reason: $json['next_reason'] ?? null,
            last: isset($json['last']) ? PayoutScheduleLast::from($json['last']) : null,
        ))->of($json);
    }
}
