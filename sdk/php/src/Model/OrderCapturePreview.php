<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** What a capture would take, and the shares of it */
final class OrderCapturePreview extends Model
{
    protected const CONSTANTS = ['dry_run' => true];

    /**
     * @param numeric-string $captured_amount An exact decimal in units of the currency
     * @param string $currency Uppercase ISO 4217 code
     * @param list<OrderSplit> $splits
     */
    public function __construct(
        public readonly bool $dry_run,
        public readonly string $captured_amount,
        public readonly string $currency,
        public readonly array $splits,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            dry_run: self::need($json, 'dry_run'),
            captured_amount: self::amount(self::need($json, 'captured_amount')),
            currency: self::need($json, 'currency'),
            splits: array_map(OrderSplit::from(...), self::need($json, 'splits')),
        ))->of($json);
    }
}
