<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PartyMonthAccountMovement extends Model
{
    /**
     * @param string $at With the offset of the time zone
     * @param numeric-string $amount An exact decimal in units of the currency
     * @param numeric-string $balance An exact decimal in units of the currency
     */
    public function __construct(
        public readonly string $at,
        public readonly string $what,
        public readonly string $code,
        public readonly ?string $partner_order_ref,
        public readonly string $subject,
        public readonly string $amount,
        public readonly string $balance,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            at: self::need($json, 'at'),
            what: self::need($json, 'what'),
            code: self::need($json, 'code'),
            partner_order_ref: $json['partner_order_ref'] ?? null,
            subject: self::need($json, 'subject'),
            amount: self::amount(self::need($json, 'amount')),
            balance: self::amount(self::need($json, 'balance')),
        ))->of($json);
    }
}
