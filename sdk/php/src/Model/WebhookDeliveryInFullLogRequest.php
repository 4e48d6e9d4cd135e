<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WebhookDeliveryInFullLogRequest extends Model
{
    /**
     * @param array<string, string> $headers Without signatures and cookies
     * @param string|null $body The first 4 KiB
     */
    public function __construct(
        public readonly array $headers,
        public readonly ?string $body,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            headers: self::need($json, 'headers'),
            body: $json['body'] ?? null,
        ))->of($json);
    }
}
