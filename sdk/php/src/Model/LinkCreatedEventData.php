<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class LinkCreatedEventData extends Model
{
    /**
     * @param 'merchant'|'courier' $type
     * @param 'active'|'ended' $status
     * @param list<'test'|'live'> $modes A link created in test mode serves only test mode until it is widened
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly int $id,
        public readonly string $type,
        public readonly string $name,
        public readonly string $status,
        public readonly array $modes,
        public readonly string $created_at,
        public readonly ?string $ended_at,
        public readonly ?string $invitation_id = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            id: self::need($json, 'id'),
            type: self::need($json, 'type'),
            name: self::need($json, 'name'),
            status: self::need($json, 'status'),
            modes: self::need($json, 'modes'),
            created_at: self::need($json, 'created_at'),
            ended_at: $json['ended_at'] ?? null,
            invitation_id: $json['invitation_id'] ?? null,
        ))->of($json);
    }
}
