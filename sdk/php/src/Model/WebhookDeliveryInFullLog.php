<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class WebhookDeliveryInFullLog extends Model
{
    /**
     * @param string $started_at UTC, ISO 8601 with milliseconds
     * @param 'delivered'|'refused'|'timed_out'|'not_connected'|'certificate_invalid'|'address_not_allowed'|'address_unusable' $outcome `refused`: a response other than 2xx
     */
    public function __construct(
        public readonly int $number,
        public readonly string $started_at,
        public readonly int $duration_ms,
        public readonly string $outcome,
        public readonly ?int $status_code,
        public readonly WebhookDeliveryInFullLogRequest $request,
        public readonly ?WebhookDeliveryInFullLogResponse $response,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            number: self::need($json, 'number'),
            started_at: self::need($json, 'started_at'),
            duration_ms: self::need($json, 'duration_ms'),
            outcome: self::need($json, 'outcome'),
            status_code: $json['status_code'] ?? null,
            request: WebhookDeliveryInFullLogRequest::from(self::need($json, 'request')),
            response: isset($json['response']) ? WebhookDeliveryInFullLogResponse::from($json['response']) : null,
        ))->of($json);
    }
}
