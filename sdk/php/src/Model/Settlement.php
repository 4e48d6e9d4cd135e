<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class Settlement extends Model
{
    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'running'|'done' $status
     * @param 'request'|'command'|'schedule'|'funds' $trigger
     * @param string $started_at UTC, ISO 8601 with milliseconds
     * @param list<SettlementCredited>|null $credited
     * @param list<SettlementCredited>|null $recorded
     */
    public function __construct(
        public readonly int $settlement_id,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $trigger,
        public readonly ?string $currency,
        public readonly int $orders_settled,
        public readonly int $orders_awaiting_funds,
        public readonly int $orders_on_hold,
        public readonly string $started_at,
        public readonly ?string $finished_at,
        public readonly ?array $credited,
        public readonly ?array $recorded,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            settlement_id: self::need($json, 'settlement_id'),
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            trigger: self::need($json, 'trigger'),
            currency: $json['currency'] ?? null,
            orders_settled: self::need($json, 'orders_settled'),
            orders_awaiting_funds: self::need($json, 'orders_awaiting_funds'),
            orders_on_hold: self::need($json, 'orders_on_hold'),
            started_at: self::need($json, 'started_at'),
            finished_at: $json['finished_at'] ?? null,
            credited: isset($json['credited']) ? array_map(SettlementCredited::from(...), $json['credited']) : null,
            recorded: isset($json['recorded']) ? array_map(SettlementCredited::from(...), $json['recorded']) : null,
        ))->of($json);
    }
}
