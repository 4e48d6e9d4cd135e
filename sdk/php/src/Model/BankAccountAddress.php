<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class BankAccountAddress extends Model
{
    /** @param string $country ISO 3166 code */
    public function __construct(
        public readonly ?string $street,
        public readonly ?string $building_number,
        public readonly ?string $post_code,
        public readonly string $town,
        public readonly string $country,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            street: $json['street'] ?? null,
            building_number: $json['building_number'] ?? null,
            post_code: $json['post_code'] ?? null,
            town: self::need($json, 'town'),
            country: self::need($json, 'country'),
        ))->of($json);
    }
}
