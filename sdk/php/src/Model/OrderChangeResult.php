<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class OrderChangeResult extends Model
{
    /**
     * @param string $partner_order_ref The partner's own order id
     * @param 'unsettled'|'awaiting_funds'|'on_hold'|'settled'|'partially_reversed'|'reversed'|'void'|null $settlement_status
     */
    public function __construct(
        public readonly string $partner_order_ref,
        public readonly bool $ok,
        public readonly ?string $settlement_status = null,
        public readonly ?string $hold_reason = null,
        public readonly ?OrderChangeResultError $error = null,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            partner_order_ref: self::need($json, 'partner_order_ref'),
            ok: self::need($json, 'ok'),
            settlement_status: $json['settlement_status'] ?? null,
            hold_reason: $json['hold_reason'] ?? null,
            error: isset($json['error']) ? OrderChangeResultError::from($json['error']) : null,
        ))->of($json);
    }
}
