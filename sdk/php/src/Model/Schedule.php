<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class Schedule extends Model
{
    /**
     * @param 'day'|'week'|'month' $every
     * @param string $time Of day, in the time zone
     * @param list<'monday'|'tuesday'|'wednesday'|'thursday'|'friday'|'saturday'|'sunday'|int>|null $days Weekdays of a weekly schedule, days of the month of a monthly one
     */
    public function __construct(
        public readonly string $every,
        public readonly string $time,
        public readonly ?string $next_run_at,
        public readonly ?array $days = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            every: self::need($json, 'every'),
            time: self::need($json, 'time'),
            next_run_at: $json['next_run_at'] ?? null,
            days: $json['days'] ?? null,
        ))->of($json);
    }
}
