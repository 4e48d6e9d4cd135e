<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowMovement extends Model
{
    /**
     * @param string $currency Uppercase ISO 4217 code
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param string $at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $code,
        public readonly ?string $partner_order_ref,
        public readonly ?string $reference,
        public readonly string $currency,
        public readonly string $amount,
        public readonly string $at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            code: self::need($json, 'code'),
            partner_order_ref: $json['partner_order_ref'] ?? null,
            reference: $json['reference'] ?? null,
            currency: self::need($json, 'currency'),
            amount: self::amount(self::need($json, 'amount')),
            at: self::need($json, 'at'),
        ))->of($json);
    }
}
