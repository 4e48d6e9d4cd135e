<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** Only of a payment with capture manual */
final class PaymentCapture extends Model
{
    public function __construct(
        public readonly ?string $authorized_amount,
        public readonly ?string $requested_amount,
        public readonly ?string $captured_amount,
        public readonly ?string $capturable_until,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            authorized_amount: isset($json['authorized_amount']) ? self::amount($json['authorized_amount']) : null,
            requested_amount: isset($json['requested_amount']) ? self::amount($json['requested_amount']) : null,
            captured_amount: isset($json['captured_amount']) ? self::amount($json['captured_amount']) : null,
            capturable_until: $json['capturable_until'] ?? null,
        ))->of($json);
    }
}
