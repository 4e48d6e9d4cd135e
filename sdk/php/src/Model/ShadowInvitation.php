<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class ShadowInvitation extends Model
{
    public function __construct(
        public readonly string $invitation_id,
        public readonly string $shadow_merchant_ref,
        public readonly string $email,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            invitation_id: self::need($json, 'invitation_id'),
            shadow_merchant_ref: self::need($json, 'shadow_merchant_ref'),
            email: self::need($json, 'email'),
        ))->of($json);
    }
}
