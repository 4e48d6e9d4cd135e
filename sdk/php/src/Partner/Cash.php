<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\CashHandover;
use Sluice\Model\CashSettings;
use Sluice\Model\CashTotal;
use Sluice\Model\CashTransfer;
use Sluice\Model\HeldCash;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * Cash that beneficiaries collect from customers.
 *
 * @phpstan-import-type ListHeldCashQuery from Requests
 * @phpstan-import-type ListCashHandoversQuery from Requests
 * @phpstan-import-type RecordCashHandoverBody from Requests
 * @phpstan-import-type TransferCashBody from Requests
 * @phpstan-import-type UpdateCashSettingsBody from Requests
 */
final class Cash
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * What each beneficiary holds of the customers' cash.
     *
     * @param ListHeldCashQuery $query
     *
     * @return Page<HeldCash>
     */
    public function held(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(HeldCash::class, '/cash', $query, $options, CashTotal::class);
    }

    /**
     * @param ListCashHandoversQuery $query
     *
     * @return Page<CashHandover>
     */
    public function handovers(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(CashHandover::class, '/cash/handovers', $query, $options);
    }

    /**
     * Records that cash left a beneficiary's hands. What is handed over counts once the beneficiary confirms it.
     *
     * @param RecordCashHandoverBody $body
     */
    public function record(array $body, ?RequestOptions $options = null): CashHandover
    {
        return CashHandover::from($this->calls->post('recordCashHandover', '/cash/handovers', $body, $options));
    }

    public function confirm(string $id, ?RequestOptions $options = null): CashHandover
    {
        return CashHandover::from($this->calls->post('confirmCashHandover', '/cash/handovers/'.rawurlencode($id).'/confirm', null, $options));
    }

    public function decline(string $id, ?RequestOptions $options = null): CashHandover
    {
        return CashHandover::from($this->calls->post('declineCashHandover', '/cash/handovers/'.rawurlencode($id).'/decline', null, $options));
    }

    public function withdraw(string $id, ?RequestOptions $options = null): CashHandover
    {
        return CashHandover::from($this->calls->post('withdrawCashHandover', '/cash/handovers/'.rawurlencode($id).'/withdraw', null, $options));
    }

    /**
     * How a beneficiary hands cash over by bank transfer: in live mode its reference, which stays the same; in test mode the money arrives at once.
     *
     * @param TransferCashBody $body
     */
    public function transfer(array $body, ?RequestOptions $options = null): CashTransfer
    {
        return CashTransfer::from($this->calls->post('transferCash', '/cash/transfers', $body, $options));
    }

    public function settings(?RequestOptions $options = null): CashSettings
    {
        return CashSettings::from($this->calls->get('/cash/settings', [], $options));
    }

    /**
     * To remove every limit, send `limits` as `new \stdClass()`: an empty array is a list.
     *
     * @param UpdateCashSettingsBody $body
     */
    public function updateSettings(array $body, ?RequestOptions $options = null): CashSettings
    {
        return CashSettings::from($this->calls->write('updateCashSettings', 'PUT', '/cash/settings', $body, $options));
    }
}
