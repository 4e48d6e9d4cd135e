<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowOrderNamedEventDataSettlement extends Model
{
    public function __construct(
        public readonly int $settlement_id,
        public readonly ?string $settled_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            settlement_id: self::need($json, 'settlement_id'),
            settled_at: $json['settled_at'] ?? null,
        ))->of($json);
    }
}
