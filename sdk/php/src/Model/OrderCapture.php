<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** Only of an order with capture manual */
final class OrderCapture extends Model
{
    /**
     * @param numeric-string|null $captured_amount
     * @param list<OrderSplit>|null $splits The shares of what was captured, which the order settles; null before
     */
    public function __construct(
        public readonly ?string $captured_amount,
        public readonly ?string $capturable_until,
        public readonly ?array $splits,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            captured_amount: isset($json['captured_amount']) ? self::amount($json['captured_amount']) : null,
            capturable_until: $json['capturable_until'] ?? null,
            splits: isset($json['splits']) ? array_map(OrderSplit::from(...), $json['splits']) : null,
        ))->of($json);
    }
}
