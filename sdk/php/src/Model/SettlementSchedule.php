<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class SettlementSchedule extends Model
{
    /** @param array<string, Schedule> $currencies By currency code */
    public function __construct(
        public readonly string $time_zone,
        public readonly int $hold_seconds,
        public readonly bool $settle_only_paid,
        public readonly bool $paused,
        public readonly Schedule $schedule,
        public readonly array $currencies,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            time_zone: self::need($json, 'time_zone'),
            hold_seconds: self::need($json, 'hold_seconds'),
            settle_only_paid: self::need($json, 'settle_only_paid'),
            paused: self::need($json, 'paused'),
            schedule: Schedule::from(self::need($json, 'schedule')),
            currencies: array_map(Schedule::from(...), self::need($json, 'currencies')),
        ))->of($json);
    }
}
