<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class OrderResultError extends Model
{
    /** @param list<OrderResultErrorDetail> $details */
    public function __construct(
        public readonly string $code,
        public readonly string $message,
        public readonly array $details,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            code: self::need($json, 'code'),
            message: self::need($json, 'message'),
            details: array_map(OrderResultErrorDetail::from(...), self::need($json, 'details')),
        ))->of($json);
    }
}
