<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowClaimPreview extends Model
{
    protected const CONSTANTS = ['status' => 'preview'];

    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'preview' $status
     * @param int $beneficiary_ref Link id of the merchant or courier
     * @param list<ShadowClaimPreviewTotal> $totals
     * @param list<ShadowClaimPreviewTransfer> $transfers
     */
    public function __construct(
        public readonly mixed $claim_id,
        public readonly mixed $claim_ref,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $shadow_merchant_ref,
        public readonly int $beneficiary_ref,
        public readonly int $orders,
        public readonly int $orders_left,
        public readonly array $totals,
        public readonly array $transfers,
        public readonly mixed $created_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            claim_id: $json['claim_id'] ?? null,
            claim_ref: $json['claim_ref'] ?? null,
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            shadow_merchant_ref: self::need($json, 'shadow_merchant_ref'),
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            orders: self::need($json, 'orders'),
            orders_left: self::need($json, 'orders_left'),
            totals: array_map(ShadowClaimPreviewTotal::from(...), self::need($json, 'totals')),
            transfers: array_map(ShadowClaimPreviewTransfer::from(...), self::need($json, 'transfers')),
            created_at: $json['created_at'] ?? null,
        ))->of($json);
    }
}
