<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\CommissionTransfer;
use Sluice\Model\Requests;
use Sluice\Model\TopUp;
use Sluice\Model\Wallet;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreateTopUpBody from Requests
 * @phpstan-import-type TransferCommissionBody from Requests
 */
final class Wallets
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** @return list<Wallet> */
    public function list(?RequestOptions $options = null): array
    {
        return array_map(Wallet::from(...), $this->calls->get('/wallets', [], $options));
    }

    /** @param CreateTopUpBody $body */
    public function topUp(array $body, ?RequestOptions $options = null): TopUp
    {
        return TopUp::from($this->calls->post('createTopUp', '/wallets/topups', $body, $options));
    }

    /**
     * Moves commission to clearing.
     *
     * @param TransferCommissionBody $body
     */
    public function transfer(array $body, ?RequestOptions $options = null): CommissionTransfer
    {
        return CommissionTransfer::from($this->calls->post('transferCommission', '/wallets/transfers', $body, $options));
    }
}
