<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class CashSettings extends Model
{
    /**
     * @param bool $is_tracked Whether new orders paid in cash say who collects it
     * @param array<string, numeric-string> $limits How much cash one payee may hold, by currency
     * @param 'warn'|'refuse' $above_limits What happens to an order whose collector is above a limit
     */
    public function __construct(
        public readonly bool $is_tracked,
        public readonly array $limits,
        public readonly ?int $days_max,
        public readonly string $above_limits,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            is_tracked: self::need($json, 'is_tracked'),
            limits: array_map(static fn ($one) => self::amount($one), self::need($json, 'limits')),
            days_max: $json['days_max'] ?? null,
            above_limits: self::need($json, 'above_limits'),
        ))->of($json);
    }
}
