<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\Model;
use Sluice\Model\Requests;
use Sluice\Model\Settlement;
use Sluice\Model\SettlementInFull;
use Sluice\Model\SettlementPreview;
use Sluice\Model\SettlementSchedule;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreateSettlementBody from Requests
 * @phpstan-import-type GetSettlementQuery from Requests
 * @phpstan-import-type ListSettlementsQuery from Requests
 * @phpstan-import-type UpdateSettlementScheduleBody from Requests
 */
final class Settlements
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Settles now. A run that takes longer than ten seconds is still `running` in the answer. With `dry_run` it only says what would be settled.
     *
     * @param CreateSettlementBody $body
     */
    public function create(array $body = [], ?RequestOptions $options = null): SettlementPreview|SettlementInFull
    {
        $answer = $this->calls->post('createSettlement', '/settlements', $body, $options);

        return Model::oneOf($answer, SettlementPreview::class, SettlementInFull::class);
    }

    /** @param GetSettlementQuery $query */
    public function get(int|string $id, array $query = [], ?RequestOptions $options = null): SettlementInFull
    {
        return SettlementInFull::from($this->calls->get('/settlements/'.rawurlencode((string) $id), $query, $options));
    }

    /**
     * @param ListSettlementsQuery $query
     *
     * @return Page<Settlement>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(Settlement::class, '/settlements', $query, $options);
    }

    /**
     * @param ListSettlementsQuery $query
     *
     * @return \Generator<int, Settlement, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(Settlement::class, '/settlements', $query, $options);
    }

    public function statementCsv(int|string $id, ?RequestOptions $options = null): string
    {
        return $this->calls->text('/settlements/'.rawurlencode((string) $id).'/statement.csv', [], $options);
    }

    public function statementHtml(int|string $id, ?RequestOptions $options = null): string
    {
        return $this->calls->text('/settlements/'.rawurlencode((string) $id).'/statement.html', [], $options);
    }

    public function schedule(?RequestOptions $options = null): SettlementSchedule
    {
        return SettlementSchedule::from($this->calls->get('/settlement-schedule', [], $options));
    }

    /** @param UpdateSettlementScheduleBody $body */
    public function updateSchedule(array $body, ?RequestOptions $options = null): SettlementSchedule
    {
        return SettlementSchedule::from($this->calls->write('updateSettlementSchedule', 'PUT', '/settlement-schedule', $body, $options));
    }
}
