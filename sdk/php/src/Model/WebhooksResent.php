<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WebhooksResent extends Model
{
    public function __construct(
        public readonly int $resent,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            resent: self::need($json, 'resent'),
        ))->of($json);
    }
}
