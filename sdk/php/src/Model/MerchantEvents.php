<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class MerchantEvents extends Model
{
    /** @param list<Event> $events */
    public function __construct(
        public readonly array $events,
        public readonly ?string $next_cursor,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            events: array_map(Event::from(...), self::need($json, 'events')),
            next_cursor: $json['next_cursor'] ?? null,
        ))->of($json);
    }
}
