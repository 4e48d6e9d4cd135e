<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowRestaurantInvitation extends Model
{
    /** @param string $invited_at UTC, ISO 8601 with milliseconds */
    public function __construct(
        public readonly string $invitation_id,
        public readonly string $invited_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            invitation_id: self::need($json, 'invitation_id'),
            invited_at: self::need($json, 'invited_at'),
        ))->of($json);
    }
}
