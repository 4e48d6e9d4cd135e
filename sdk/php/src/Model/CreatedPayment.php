<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class CreatedPayment extends Model
{
    /** @param string $payment_url Redirect the customer here */
    public function __construct(
        public readonly string $token,
        public readonly string $payment_url,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            token: self::need($json, 'token'),
            payment_url: self::need($json, 'payment_url'),
        ))->of($json);
    }
}
