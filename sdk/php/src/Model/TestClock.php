<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class TestClock extends Model
{
    /** @param string $now UTC, ISO 8601 with milliseconds */
    public function __construct(
        public readonly string $now,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            now: self::need($json, 'now'),
        ))->of($json);
    }
}
