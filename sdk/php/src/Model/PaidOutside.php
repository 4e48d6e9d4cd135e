<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** A payment made outside the service, by order and split */
final class PaidOutside extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param list<PaidOutsideLine> $lines
     */
    public function __construct(
        public readonly string $paid_outside_id,
        public readonly string $mode,
        public readonly string $payment_ref,
        public readonly ?string $reference,
        public readonly string $created_at,
        public readonly array $lines,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            paid_outside_id: self::need($json, 'paid_outside_id'),
            mode: self::need($json, 'mode'),
            payment_ref: self::need($json, 'payment_ref'),
            reference: $json['reference'] ?? null,
            created_at: self::need($json, 'created_at'),
            lines: array_map(PaidOutsideLine::from(...), self::need($json, 'lines')),
        ))->of($json);
    }
}
