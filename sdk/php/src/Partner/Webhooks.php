<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Model\MadeWebhookEndpoint;
use Sluice\Model\NewWebhookSecret;
use Sluice\Model\Requests;
use Sluice\Model\WebhookDelivery;
use Sluice\Model\WebhookDeliveryInFull;
use Sluice\Model\WebhookEndpoint;
use Sluice\Model\WebhookEndpointInFull;
use Sluice\Model\WebhookTested;
use Sluice\Model\WebhooksResent;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * Where events are sent, what became of each, and sending them again. In place of the id of an endpoint, `addresses` is that of the `webhook_url`s of orders.
 *
 * @phpstan-import-type CreateWebhookEndpointBody from Requests
 * @phpstan-import-type UpdateWebhookEndpointBody from Requests
 * @phpstan-import-type RotateWebhookSecretBody from Requests
 * @phpstan-import-type ListWebhookDeliveriesQuery from Requests
 * @phpstan-import-type ResendWebhooksBody from Requests
 */
final class Webhooks
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /** @return Page<WebhookEndpoint> */
    public function list(?RequestOptions $options = null): Page
    {
        return $this->calls->page(WebhookEndpoint::class, '/webhook-endpoints', [], $options);
    }

    public function get(string $id, ?RequestOptions $options = null): WebhookEndpointInFull
    {
        return WebhookEndpointInFull::from($this->calls->get('/webhook-endpoints/'.rawurlencode($id), [], $options));
    }

    /**
     * Its `secret` is shown this once: null when an answer was lost and the request repeated. Then rotate it.
     *
     * @param CreateWebhookEndpointBody $body
     */
    public function create(array $body, ?RequestOptions $options = null): MadeWebhookEndpoint
    {
        return MadeWebhookEndpoint::from($this->calls->post('createWebhookEndpoint', '/webhook-endpoints', $body, $options));
    }

    /**
     * What is left out stays as it is.
     *
     * @param UpdateWebhookEndpointBody $body
     */
    public function update(string $id, array $body, ?RequestOptions $options = null): MadeWebhookEndpoint
    {
        return MadeWebhookEndpoint::from($this->calls->write('updateWebhookEndpoint', 'PUT', '/webhook-endpoints/'.rawurlencode($id), $body, $options));
    }

    public function delete(string $id, ?RequestOptions $options = null): void
    {
        $this->calls->write('deleteWebhookEndpoint', 'DELETE', '/webhook-endpoints/'.rawurlencode($id), null, $options);
    }

    /**
     * The new `secret` is shown this once: null when an answer was lost and the request repeated. Then rotate again.
     *
     * @param RotateWebhookSecretBody $body
     */
    public function rotateSecret(string $id, array $body, ?RequestOptions $options = null): NewWebhookSecret
    {
        return NewWebhookSecret::from($this->calls->post('rotateWebhookSecret', '/webhook-endpoints/'.rawurlencode($id).'/rotations', $body, $options));
    }

    public function pause(string $id, ?RequestOptions $options = null): WebhookEndpoint
    {
        return WebhookEndpoint::from($this->calls->post('pauseWebhookEndpoint', '/webhook-endpoints/'.rawurlencode($id).'/pause', null, $options));
    }

    /** Sends what happens from now on; what was missed is sent by `resendMany`. */
    public function resume(string $id, ?RequestOptions $options = null): WebhookEndpoint
    {
        return WebhookEndpoint::from($this->calls->post('resumeWebhookEndpoint', '/webhook-endpoints/'.rawurlencode($id).'/resume', null, $options));
    }

    public function sendTest(string $id, ?RequestOptions $options = null): WebhookTested
    {
        return WebhookTested::from($this->calls->post('testWebhookEndpoint', '/webhook-endpoints/'.rawurlencode($id).'/test', null, $options));
    }

    /**
     * Newest first.
     *
     * @param ListWebhookDeliveriesQuery $query
     *
     * @return Page<WebhookDelivery>
     */
    public function deliveries(string $id, array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(WebhookDelivery::class, '/webhook-endpoints/'.rawurlencode($id).'/deliveries', $query, $options);
    }

    /**
     * @param ListWebhookDeliveriesQuery $query
     *
     * @return \Generator<int, WebhookDelivery, void, void>
     */
    public function allDeliveries(string $id, array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(WebhookDelivery::class, '/webhook-endpoints/'.rawurlencode($id).'/deliveries', $query, $options);
    }

    /** One, with every attempt. */
    public function delivery(string $id, string $eventId, ?RequestOptions $options = null): WebhookDeliveryInFull
    {
        return WebhookDeliveryInFull::from($this->calls->get('/webhook-endpoints/'.rawurlencode($id).'/deliveries/'.rawurlencode($eventId), [], $options));
    }

    public function resend(string $id, string $eventId, ?RequestOptions $options = null): WebhooksResent
    {
        return WebhooksResent::from($this->calls->post('resendWebhook', '/webhook-endpoints/'.rawurlencode($id).'/deliveries/'.rawurlencode($eventId).'/resend', null, $options));
    }

    /**
     * One event, all that were given up, or all events of a time range.
     *
     * @param ResendWebhooksBody $body
     */
    public function resendMany(string $id, array $body, ?RequestOptions $options = null): WebhooksResent
    {
        return WebhooksResent::from($this->calls->post('resendWebhooks', '/webhook-endpoints/'.rawurlencode($id).'/resend', $body, $options));
    }
}
