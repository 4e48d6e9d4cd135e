<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class OrderResultErrorDetail extends Model
{
    public function __construct(
        public readonly string $field,
        public readonly string $message,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            field: self::need($json, 'field'),
            message: self::need($json, 'message'),
        ))->of($json);
    }
}
