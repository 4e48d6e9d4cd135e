<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** A merchant or courier linked to the company; splits name its id */
final class Beneficiary extends Model
{
    /**
     * @param int $id Link id of the merchant or courier
     * @param 'merchant'|'courier' $type
     * @param 'active'|'ended' $status
     * @param list<'test'|'live'> $modes A link created in test mode serves only test mode until it is widened
     */
    public function __construct(
        public readonly int $id,
        public readonly string $type,
        public readonly string $name,
        public readonly string $status,
        public readonly array $modes,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            id: self::need($json, 'id'),
            type: self::need($json, 'type'),
            name: self::need($json, 'name'),
            status: self::need($json, 'status'),
            modes: self::need($json, 'modes'),
        ))->of($json);
    }
}
