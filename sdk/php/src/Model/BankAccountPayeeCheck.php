<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class BankAccountPayeeCheck extends Model
{
    /**
     * @param 'match'|'close_match'|'no_match'|'not_possible'|'not_checked' $result
     * @param string|null $name Under which the bank knows the account; with `close_match` only
     * @param string $checked_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $result,
        public readonly ?string $name,
        public readonly string $checked_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            result: self::need($json, 'result'),
            name: $json['name'] ?? null,
            checked_at: self::need($json, 'checked_at'),
        ))->of($json);
    }
}
