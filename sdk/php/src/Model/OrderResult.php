<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** What POST /orders would have returned: the order, or why it was not recorded */
final class OrderResult extends Model
{
    public function __construct(
        public readonly int $status,
        public readonly ?Order $data = null,
        public readonly ?OrderResultError $error = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            status: self::need($json, 'status'),
            data: isset($json['data']) ? Order::from($json['data']) : null,
            error: isset($json['error']) ? OrderResultError::from($json['error']) : null,
        ))->of($json);
    }
}
