<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class NewWebhookSecret extends Model
{
    /** @param string|null $secret Shown only once; null if none was created, and in a replayed response */
    public function __construct(
        public readonly string $endpoint_id,
        public readonly ?string $secret,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            endpoint_id: self::need($json, 'endpoint_id'),
            secret: $json['secret'] ?? null,
        ))->of($json);
    }
}
