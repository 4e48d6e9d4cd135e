<?php

// Written by `npm run openapi`: do not edit.

declare(strict_types=1);

namespace Sluice\Model;

final class SettlementPreview extends Model
{
    protected const CONSTANTS = ['status' => 'preview', 'trigger' => 'request'];

    /**
     * @param 'test'|'live' $mode Decided by the API key
     * @param 'preview' $status
     * @param 'request' $trigger
     * @param list<SettlementCredited>|null $credited
     * @param list<SettlementCredited>|null $recorded
     * @param list<SettlementTotal> $totals
     * @param list<SettlementLine> $lines
     * @param int $orders_recorded Of those that settle, the ones only recorded in the shadow ledger
     * @param list<BlockedQueue> $blocked Where the queue of a currency stops; those behind wait
     */
    public function __construct(
        public readonly mixed $settlement_id,
        public readonly string $mode,
        public readonly string $status,
        public readonly string $trigger,
        public readonly ?string $currency,
        public readonly int $orders_settled,
        public readonly int $orders_awaiting_funds,
        public readonly int $orders_on_hold,
        public readonly mixed $started_at,
        public readonly mixed $finished_at,
        public readonly ?array $credited,
        public readonly ?array $recorded,
        public readonly array $totals,
        public readonly array $lines,
        public readonly int $orders_recorded,
        public readonly array $blocked,
    ) {
    }

    public static function from(array $json): static
    {
        return (new self(
            settlement_id: $json['settlement_id'] ?? null,
            mode: self::need($json, 'mode'),
            status: self::need($json, 'status'),
            trigger: self::need($json, 'trigger'),
            currency: $json['currency'] ?? null,
            orders_settled: self::need($json, 'orders_settled'),
            orders_awaiting_funds: self::need($json, 'orders_awaiting_funds'),
            orders_on_hold: self::need($json, 'orders_on_hold'),
            started_at: $json['started_at'] ?? null,
            finished_at: $json['finished_at'] ?? null,
            credited: isset($json['credited']) ? array_map(SettlementCredited::from(...), $json['credited']) : null,
            recorded: isset($json['recorded']) ? array_map(SettlementCredited::from(...), $json['recorded']) : null,
            totals: array_map(SettlementTotal::from(...), self::need($json, 'totals')),
            lines: array_map(SettlementLine::from(...), self::need($json, 'lines')),
            orders_recorded: self::need($json, 'orders_recorded'),
            blocked: array_map(BlockedQueue::from(...), self::need($json, 'blocked')),
        ))->of($json);
    }
}
