<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowNaming extends Model
{
    /** @param list<ShadowNamingMoved> $moved */
    public function __construct(
        public readonly string $shadow_merchant_ref,
        public readonly int $orders_named,
        public readonly int $orders_left,
        public readonly array $moved,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            shadow_merchant_ref: self::need($json, 'shadow_merchant_ref'),
            orders_named: self::need($json, 'orders_named'),
            orders_left: self::need($json, 'orders_left'),
            moved: array_map(ShadowNamingMoved::from(...), self::need($json, 'moved')),
        ))->of($json);
    }
}
