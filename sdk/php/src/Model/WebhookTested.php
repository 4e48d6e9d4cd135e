<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WebhookTested extends Model
{
    public function __construct(
        public readonly string $event_id,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            event_id: self::need($json, 'event_id'),
        ))->of($json);
    }
}
