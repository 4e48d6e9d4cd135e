<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\BankAccount;
use Sluice\Model\Payout;
use Sluice\Model\PayoutSchedule;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreatePayoutBody from Requests
 * @phpstan-import-type ListPayoutsQuery from Requests
 * @phpstan-import-type SetPayoutScheduleBody from Requests
 */
final class Payouts
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** @param CreatePayoutBody $body */
    public function create(array $body, ?RequestOptions $options = null): Payout
    {
        return Payout::from($this->calls->post('createPayout', '/payouts', $body, $options));
    }

    public function get(int|string $id, ?RequestOptions $options = null): Payout
    {
        return Payout::from($this->calls->get('/payouts/'.rawurlencode((string) $id), [], $options));
    }

    /**
     * @param ListPayoutsQuery $query
     *
     * @return Page<Payout>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(Payout::class, '/payouts', $query, $options);
    }

    /**
     * @param ListPayoutsQuery $query
     *
     * @return \Generator<int, Payout, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(Payout::class, '/payouts', $query, $options);
    }

    public function cancel(int|string $id, ?RequestOptions $options = null): Payout
    {
        return Payout::from($this->calls->post('cancelPayout', '/payouts/'.rawurlencode((string) $id).'/cancel', null, $options));
    }

    /** @return Page<PayoutSchedule> */
    public function schedules(?RequestOptions $options = null): Page
    {
        return $this->calls->page(PayoutSchedule::class, '/payout-schedules', [], $options);
    }

    /** @param SetPayoutScheduleBody $body */
    public function setSchedule(array $body, ?RequestOptions $options = null): PayoutSchedule
    {
        return PayoutSchedule::from($this->calls->write('setPayoutSchedule', 'PUT', '/payout-schedules', $body, $options));
    }

    /** @return Page<BankAccount> */
    public function bankAccounts(?RequestOptions $options = null): Page
    {
        return $this->calls->page(BankAccount::class, '/bank-accounts', [], $options);
    }
}
