<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowRestaurant extends Model
{
    /**
     * @param list<string> $names
     * @param list<ShadowRestaurantBalance> $balances
     * @param list<ShadowRestaurantInvitation> $invitations
     * @param list<ShadowOpenOrder> $open_orders
     * @param list<ShadowMovement> $movements
     */
    public function __construct(
        public readonly string $shadow_merchant_ref,
        public readonly array $names,
        public readonly array $balances,
        public readonly ?ShadowRestaurantClaimTo $claim_to,
        public readonly array $invitations,
        public readonly array $open_orders,
        public readonly ?string $open_orders_next_cursor,
        public readonly array $movements,
        public readonly ?string $movements_next_cursor,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            shadow_merchant_ref: self::need($json, 'shadow_merchant_ref'),
            names: self::need($json, 'names'),
            balances: array_map(ShadowRestaurantBalance::from(...), self::need($json, 'balances')),
            claim_to: isset($json['claim_to']) ? ShadowRestaurantClaimTo::from($json['claim_to']) : null,
            invitations: array_map(ShadowRestaurantInvitation::from(...), self::need($json, 'invitations')),
            open_orders: array_map(ShadowOpenOrder::from(...), self::need($json, 'open_orders')),
            open_orders_next_cursor: $json['open_orders_next_cursor'] ?? null,
            movements: array_map(ShadowMovement::from(...), self::need($json, 'movements')),
            movements_next_cursor: $json['movements_next_cursor'] ?? null,
        ))->of($json);
    }
}
