<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\DebtSettlement;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * What beneficiaries owe the company, for shares that refunds took back.
 *
 * @phpstan-import-type RecordDebtRepaidBody from Requests
 * @phpstan-import-type WriteOffDebtBody from Requests
 * @phpstan-import-type ListDebtSettlementsQuery from Requests
 */
final class Debts
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Records what a beneficiary repaid outside the service.
     *
     * @param RecordDebtRepaidBody $body
     */
    public function recordRepaid(array $body, ?RequestOptions $options = null): DebtSettlement
    {
        return DebtSettlement::from($this->calls->post('recordDebtRepaid', '/debts/repaid', $body, $options));
    }

    /**
     * Writes a debt off. Above the company's limit it is `requested` until a second person approves it.
     *
     * @param WriteOffDebtBody $body
     */
    public function writeOff(array $body, ?RequestOptions $options = null): DebtSettlement
    {
        return DebtSettlement::from($this->calls->post('writeOffDebt', '/debts/write-offs', $body, $options));
    }

    /**
     * @param ListDebtSettlementsQuery $query
     *
     * @return Page<DebtSettlement>
     */
    public function settlements(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(DebtSettlement::class, '/debts/settlements', $query, $options);
    }
}
