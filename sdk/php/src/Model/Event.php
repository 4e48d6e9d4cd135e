<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class Event extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string|null $request_id The `X-Request-Id` of the request that did it; null if the service acted by itself
     * @param Model $data The object as this interface shows it
     * @param string|null $subject What the transfer or event is about
     */
    public function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly string $mode,
        public readonly string $created_at,
        public readonly ?string $request_id,
        public readonly Model $data,
        public readonly ?string $subject = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            id: self::need($json, 'id'),
            type: self::need($json, 'type'),
            mode: self::need($json, 'mode'),
            created_at: self::need($json, 'created_at'),
            request_id: $json['request_id'] ?? null,
            data: EventData::of(self::need($json, 'type'), self::need($json, 'data')),
            subject: $json['subject'] ?? null,
        ))->of($json);
    }
}
