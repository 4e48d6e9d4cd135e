<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class InvitationEventData extends Model
{
    /**
     * @param 'merchant'|'courier' $type
     * @param 'pending'|'expired'|'accepted'|'declined'|'revoked' $status
     * @param list<'test'|'live'> $modes A link created in test mode serves only test mode until it is widened
     * @param string $expires_at UTC, ISO 8601 with milliseconds
     * @param string $created_at UTC, ISO 8601 with milliseconds
     */
    public function __construct(
        public readonly string $invitation_id,
        public readonly string $email,
        public readonly string $type,
        public readonly string $name,
        public readonly string $status,
        public readonly array $modes,
        public readonly ?int $beneficiary_ref,
        public readonly string $expires_at,
        public readonly string $created_at,
        public readonly ?string $decided_at,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            invitation_id: self::need($json, 'invitation_id'),
            email: self::need($json, 'email'),
            type: self::need($json, 'type'),
            name: self::need($json, 'name'),
            status: self::need($json, 'status'),
            modes: self::need($json, 'modes'),
            beneficiary_ref: $json['beneficiary_ref'] ?? null,
            expires_at: self::need($json, 'expires_at'),
            created_at: self::need($json, 'created_at'),
            decided_at: $json['decided_at'] ?? null,
        ))->of($json);
    }
}
