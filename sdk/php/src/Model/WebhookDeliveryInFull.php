<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WebhookDeliveryInFull extends Model
{
    /**
     * @param string|null $url The address that the payment or order carries; null: that of the endpoint
     * @param 'pending'|'delivered'|'parked' $status `parked`: failed for good, for the reason given
     * @param 'attempts_exhausted'|'unusable_address'|'gone'|'endpoint_paused'|'endpoint_disabled'|'endpoint_deleted'|null $reason
     * @param string $created_at UTC, ISO 8601 with milliseconds
     * @param string|null $request_id The `X-Request-Id` of the request that did it; null if the service acted by itself
     * @param list<WebhookDeliveryInFullLog> $log Newest first
     */
    public function __construct(
        public readonly string $endpoint_id,
        public readonly string $event_id,
        public readonly string $type,
        public readonly ?string $url,
        public readonly string $status,
        public readonly ?string $reason,
        public readonly int $attempts,
        public readonly ?string $next_attempt_at,
        public readonly string $created_at,
        public readonly ?string $finished_at,
        public readonly ?string $request_id,
        public readonly array $log,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            endpoint_id: self::need($json, 'endpoint_id'),
            event_id: self::need($json, 'event_id'),
            type: self::need($json, 'type'),
            url: $json['url'] ?? null,
            status: self::need($json, 'status'),
            reason: $json['reason'] ?? null,
            attempts: self::need($json, 'attempts'),
            next_attempt_at: $json['next_attempt_at'] ?? null,
            created_at: self::need($json, 'created_at'),
            finished_at: $json['finished_at'] ?? null,
            request_id: $json['request_id'] ?? null,
            log: array_map(WebhookDeliveryInFullLog::from(...), self::need($json, 'log')),
        ))->of($json);
    }
}
