<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class PayoutScheduleLast extends Model
{
    /**
     * @param string $at UTC, ISO 8601 with milliseconds
     * @param string $due_at UTC, ISO 8601 with milliseconds
     * @param 'requested'|'nothing'|'refused' $outcome `requested`: a payout; `nothing`: there was not enough; `refused`: as a request by hand would have been
     */
    public function __construct(
        public readonly string $at,
        public readonly string $due_at,
        public readonly string $outcome,
        public readonly ?string $reason,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            at: self::need($json, 'at'),
            due_at: self::need($json, 'due_at'),
            outcome: self::need($json, 'outcome'),
            reason: $json['reason'] ?? null,
        ))->of($json);
    }
}
