<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

/** An endpoint with the secrets just created for it */
final class MadeWebhookEndpoint extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'endpoint'|'addresses' $kind `addresses`: the `webhook_url`s that payments and orders carry themselves; there is one such endpoint
     * @param list<string>|null $event_types Null: every type, including later ones
     * @param 'standard'|'mypay'|'quickei'|'zerth' $format How events are written: `standard`, or as the receivers of existing plugins read them
     * @param string|null $extra_header Carries a signature of the raw body, for plugins that expect their own header
     * @param string $extra_header_prefix Stands before the signature in the extra header
     * @param 'active'|'paused'|'disabled' $status
     * @param 'by_hand'|'failing'|'gone'|null $status_reason
     * @param string $status_since UTC, ISO 8601 with milliseconds
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string|null $secret Shown only once; null if none was created, and in a replayed response
     * @param string|null $extra_header_secret Shown only once; null if none was created, and in a replayed response
     */
    public function __construct(
        public readonly string $endpoint_id,
        public readonly string $mode,
        public readonly string $kind,
        public readonly ?string $url,
        public readonly string $description,
        public readonly ?array $event_types,
        public readonly string $format,
        public readonly ?string $extra_header,
        public readonly string $extra_header_prefix,
        public readonly string $status,
        public readonly ?string $status_reason,
        public readonly string $status_since,
        public readonly ?string $failing_since,
        public readonly ?string $last_succeeded_at,
        public readonly string $created_at,
        public readonly ?string $secret,
        public readonly ?string $extra_header_secret,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            endpoint_id: self::need($json, 'endpoint_id'),
            mode: self::need($json, 'mode'),
            kind: self::need($json, 'kind'),
            url: $json['url'] ?? null,
            description: self::need($json, 'description'),
            event_types: $json['event_types'] ?? null,
            format: self::need($json, 'format'),
            extra_header: $json['extra_header'] ?? null,
            extra_header_prefix: self::need($json, 'extra_header_prefix'),
            status: self::need($json, 'status'),
            status_reason: $json['status_reason'] ?? null,
            status_since: self::need($json, 'status_since'),
            failing_since: $json['failing_since'] ?? null,
            last_succeeded_at: $json['last_succeeded_at'] ?? null,
            created_at: self::need($json, 'created_at'),
            secret: $json['secret'] ?? null,
            extra_header_secret: $json['extra_header_secret'] ?? null,
        ))->of($json);
    }
}
