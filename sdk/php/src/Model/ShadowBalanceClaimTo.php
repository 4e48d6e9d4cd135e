<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowBalanceClaimTo extends Model
{
    /** @param int $beneficiary_ref Link id of the merchant or courier */
    public function __construct(
        public readonly int $beneficiary_ref,
        public readonly string $name,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            beneficiary_ref: self::need($json, 'beneficiary_ref'),
            name: self::need($json, 'name'),
        ))->of($json);
    }
}
