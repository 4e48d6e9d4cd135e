<?php

declare(strict_types=1);

namespace Sluice\Merchant;

use Sluice\Http\Http;
use Sluice\Http\Json;
use Sluice\Http\Request;
use Sluice\Model\CreatedPayment;
use Sluice\Model\Payment;
use Sluice\Model\Refund;
use Sluice\Model\Requests;
use Sluice\Options;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreatePaymentBody from Requests
 * @phpstan-import-type RefundPaymentBody from Requests
 * @phpstan-import-type CapturePaymentBody from Requests
 * @phpstan-import-type GetPaymentByQueryQuery from Requests
 */
final class Payments
{
    public function __construct(
        private readonly Calls $calls,
        private readonly Http $http,
        private readonly Options $options,
    ) {
    }

    /**
     * Send the customer to the `payment_url` of the answer.
     *
     * @param CreatePaymentBody $body
     */
    public function create(array $body, ?RequestOptions $options = null): CreatedPayment
    {
        return CreatedPayment::from($this->calls->post('/payment/create', $body, $options, Request::KEY));
    }

    public function get(string $token, ?RequestOptions $options = null): Payment
    {
        return Payment::from($this->calls->get('/payment/status/'.rawurlencode($token), [], $options));
    }

    /**
     * As `get`, with the token in the query.
     *
     * @param GetPaymentByQueryQuery $query
     */
    public function find(array $query, ?RequestOptions $options = null): Payment
    {
        return Payment::from($this->calls->get('/payment/status', $query, $options));
    }

    /** As `get`, with the key pair instead of an access token. */
    public function getByKeys(string $token, ?RequestOptions $options = null): Payment
    {
        $keys = ['client_id' => $this->options->clientId, 'secret_id' => $this->options->clientSecret];
        $request = new Request('POST', '/payment/status', body: Json::encode($keys + ['token' => $token]));

        return Payment::from($this->http->json($request, $options)['data'] ?? []);
    }

    /**
     * Each `refund_ref` refunds once, however often it is sent.
     *
     * @param RefundPaymentBody $body
     */
    public function refund(array $body, ?RequestOptions $options = null): Refund
    {
        return Refund::from($this->calls->post('/payment/refund', $body, $options, Request::REF));
    }

    /**
     * All that was authorized, or a part; once. A repetition of the same answers alike.
     *
     * @param CapturePaymentBody $body
     */
    public function capture(array $body, ?RequestOptions $options = null): Payment
    {
        return Payment::from($this->calls->post('/payment/capture', $body, $options, Request::REF));
    }

    /** An authorized payment is voided. */
    public function cancel(string $token, ?RequestOptions $options = null): Payment
    {
        return Payment::from($this->calls->post('/payment/cancel', ['token' => $token], $options, Request::KEY));
    }
}
