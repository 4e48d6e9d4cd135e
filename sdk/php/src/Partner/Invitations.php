<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\Invitation;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreateInvitationBody from Requests
 * @phpstan-import-type ListInvitationsQuery from Requests
 */
final class Invitations
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** @param CreateInvitationBody $body */
    public function create(array $body, ?RequestOptions $options = null): Invitation
    {
        return Invitation::from($this->calls->post('createInvitation', '/invitations', $body, $options));
    }

    public function get(int|string $id, ?RequestOptions $options = null): Invitation
    {
        return Invitation::from($this->calls->get('/invitations/'.rawurlencode((string) $id), [], $options));
    }

    /**
     * @param ListInvitationsQuery $query
     *
     * @return Page<Invitation>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(Invitation::class, '/invitations', $query, $options);
    }

    /**
     * @param ListInvitationsQuery $query
     *
     * @return \Generator<int, Invitation, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(Invitation::class, '/invitations', $query, $options);
    }

    public function revoke(int|string $id, ?RequestOptions $options = null): Invitation
    {
        return Invitation::from($this->calls->post('revokeInvitation', '/invitations/'.rawurlencode((string) $id).'/revoke', null, $options));
    }

    public function resend(int|string $id, ?RequestOptions $options = null): Invitation
    {
        return Invitation::from($this->calls->post('resendInvitation', '/invitations/'.rawurlencode((string) $id).'/resend', null, $options));
    }
}
