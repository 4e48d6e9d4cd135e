<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class MerchantEndpoints extends Model
{
    /** @param list<WebhookEndpoint> $endpoints */
    public function __construct(
        public readonly array $endpoints,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            endpoints: array_map(WebhookEndpoint::from(...), self::need($json, 'endpoints')),
        ))->of($json);
    }
}
