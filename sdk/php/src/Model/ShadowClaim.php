<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowClaim extends Model
{
    protected const CONSTANTS = ['status' => 'done'];

    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'done' $status
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param list<ShadowClaimTotal> $totals
     * @param list<ShadowClaimTransfer> $transfers
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $claim_id,
        public readonly string $claim_ref,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $shadow_merchant_ref,
        public readonly int $beneficiary_ref,
        public readonly int $orders,
        public readonly int $orders_left,
        public readonly array $totals,
        public readonly array $transfers,
        public readonly string $created_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            claim_id: self::need($json, 'claim_id'),
            claim_ref: self::need($json, 'claim_ref'),
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            shadow_merchant_ref: self::need($json, 'shadow_merchant_ref'),
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            orders: self::need($json, 'orders'),
            orders_left: self::need($json, 'orders_left'),
            totals: array_map(ShadowClaimTotal::from(...), self::need($json, 'totals')),
            transfers: array_map(ShadowClaimTransfer::from(...), self::need($json, 'transfers')),
            created_at: self::need($json, 'created_at'),
        ))->of($json);
    }
}
