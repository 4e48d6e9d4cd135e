<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\Beneficiary;
use Sluice\Model\LinkHistory;
use Sluice\RequestOptions;

final class Beneficiaries
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** @return list<Beneficiary> */
    public function list(?RequestOptions $options = null): array
    {
        return array_map(Beneficiary::from(...), $this->calls->get('/beneficiaries', [], $options));
    }

    public function end(int|string $id, ?RequestOptions $options = null): LinkHistory
    {
        return LinkHistory::from($this->calls->post('endBeneficiary', '/beneficiaries/'.rawurlencode((string) $id).'/end', null, $options));
    }

    public function widen(int|string $id, ?RequestOptions $options = null): LinkHistory
    {
        return LinkHistory::from($this->calls->post('widenBeneficiary', '/beneficiaries/'.rawurlencode((string) $id).'/widen', null, $options));
    }
}
