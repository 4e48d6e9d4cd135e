<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class Drained extends Model
{
    /**
     * @param bool $drained False: there is more; send it again
     * @param string $now UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly bool $drained,
        public readonly string $now,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            drained: self::need($json, 'drained'),
            now: self::need($json, 'now'),
        ))->of($json);
    }
}
