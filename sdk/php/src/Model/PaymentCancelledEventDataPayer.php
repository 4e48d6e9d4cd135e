<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PaymentCancelledEventDataPayer extends Model
{
    public function __construct(
        public readonly string $username,
        public readonly ?string $email,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            username: self::need($json, 'username'),
            email: $json['email'] ?? null,
        ))->of($json);
    }
}
