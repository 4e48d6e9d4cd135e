<?php

declare(strict_types=1);

namespace Sluice\Merchant;

use Sluice\Http\Request;
use Sluice\Model\MerchantEndpoints;
use Sluice\Model\Requests;
use Sluice\Model\WebhooksResent;
use Sluice\RequestOptions;

/** @phpstan-import-type ResendMerchantWebhooksBody from Requests */
final class Webhooks
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** Where webhooks are sent. They are made and changed in the dashboard. */
    public function list(?RequestOptions $options = null): MerchantEndpoints
    {
        return MerchantEndpoints::from($this->calls->get('/webhook-endpoints', [], $options));
    }

    /**
     * Sends one event again, all that were given up, or all events of a time range.
     *
     * @param string                     $id   of an endpoint, or `addresses` for that of the `webhook_url`s of payments
     * @param ResendMerchantWebhooksBody $body
     */
    public function resend(string $id, array $body, ?RequestOptions $options = null): WebhooksResent
    {
        $path = '/webhook-endpoints/'.rawurlencode($id).'/resend';

        return WebhooksResent::from($this->calls->post($path, $body, $options, Request::KEY));
    }
}
