<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\Model;
use Sluice\Model\PaidOutside;
use Sluice\Model\Requests;
use Sluice\Model\ShadowBalance;
use Sluice\Model\ShadowClaim;
use Sluice\Model\ShadowClaimPreview;
use Sluice\Model\ShadowInvitation;
use Sluice\Model\ShadowNaming;
use Sluice\Model\ShadowRestaurant;
use Sluice\Model\ShadowTotal;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * Restaurants without an account, by the refs that the company gives them.
 *
 * @phpstan-import-type ListShadowBalancesQuery from Requests
 * @phpstan-import-type GetShadowBalancesCsvQuery from Requests
 * @phpstan-import-type GetRestaurantQuery from Requests
 * @phpstan-import-type RecordPaidOutsideBody from Requests
 * @phpstan-import-type NameRestaurantBody from Requests
 * @phpstan-import-type InviteRestaurantBody from Requests
 * @phpstan-import-type ClaimShadowOrdersBody from Requests
 */
final class Shadow
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * @param ListShadowBalancesQuery $query
     *
     * @return Page<ShadowBalance>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(ShadowBalance::class, '/shadow', $query, $options, ShadowTotal::class);
    }

    /**
     * @param ListShadowBalancesQuery $query
     *
     * @return \Generator<int, ShadowBalance, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(ShadowBalance::class, '/shadow', $query, $options);
    }

    /** @param GetShadowBalancesCsvQuery $query */
    public function csv(array $query = [], ?RequestOptions $options = null): string
    {
        return $this->calls->text('/shadow.csv', $query, $options);
    }

    /** @param GetRestaurantQuery $query */
    public function get(string $ref, array $query = [], ?RequestOptions $options = null): ShadowRestaurant
    {
        return ShadowRestaurant::from($this->calls->get('/shadow/'.rawurlencode($ref), $query, $options));
    }

    /** @param RecordPaidOutsideBody $body */
    public function recordPaidOutside(array $body, ?RequestOptions $options = null): PaidOutside
    {
        return PaidOutside::from($this->calls->post('recordPaidOutside', '/shadow/paid-outside', $body, $options));
    }

    /** @param NameRestaurantBody $body */
    public function name(array $body, ?RequestOptions $options = null): ShadowNaming
    {
        return ShadowNaming::from($this->calls->post('nameRestaurant', '/shadow/names', $body, $options));
    }

    /** @param InviteRestaurantBody $body */
    public function invite(string $ref, array $body, ?RequestOptions $options = null): ShadowInvitation
    {
        return ShadowInvitation::from($this->calls->post('inviteRestaurant', '/shadow/'.rawurlencode($ref).'/invite', $body, $options));
    }

    /**
     * With `dry_run` it only says what would be transferred.
     *
     * @param ClaimShadowOrdersBody $body
     */
    public function claim(string $ref, array $body, ?RequestOptions $options = null): ShadowClaimPreview|ShadowClaim
    {
        $answer = $this->calls->post('claimShadowOrders', '/shadow/'.rawurlencode($ref).'/claims', $body, $options);

        return Model::oneOf($answer, ShadowClaimPreview::class, ShadowClaim::class);
    }
}
