<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Http\Http;
use Sluice\Http\Json;
use Sluice\Http\Request;
use Sluice\Model\Model;
use Sluice\Model\Order;
use Sluice\Model\OrderCapturePreview;
use Sluice\Model\OrderChangeResult;
use Sluice\Model\OrderInFull;
use Sluice\Model\OrderRefundPreview;
use Sluice\Model\OrderRefundWithTransfers;
use Sluice\Model\OrderResult;
use Sluice\Model\Requests;
use Sluice\Options;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * @phpstan-import-type CreateOrderBody from Requests
 * @phpstan-import-type ListOrdersQuery from Requests
 * @phpstan-import-type CaptureOrderBody from Requests
 * @phpstan-import-type RefundOrderBody from Requests
 * @phpstan-import-type ReverseOrderBody from Requests
 * @phpstan-import-type HoldOrderBody from Requests
 * @phpstan-import-type AssignSplitBody from Requests
 * @phpstan-import-type HoldManyOrdersBody from Requests
 * @phpstan-import-type ReleaseManyOrdersBody from Requests
 * @phpstan-import-type AssignManySplitsBody from Requests
 */
final class Orders
{
    private const ORDERS_MAX = 1_000;
    /** Below the service's limit of 8 MiB. */
    private const BODY_BYTES_MAX = 2_000_000;
    private const UNAVAILABLE = 503;

    public function __construct(private readonly Calls $calls, private readonly Options $options)
    {
    }

    /**
     * Records an order. Sending the same `partner_order_ref` again returns the stored order and never a second one.
     *
     * @param CreateOrderBody $body
     */
    public function create(array $body, ?RequestOptions $options = null): Order
    {
        return Order::from($this->calls->write('createOrder', 'POST', '/orders', $body, $options, Request::REF));
    }

    /**
     * Records many orders, 1,000 to a request, and returns one result for each, in their order. Those answered 503 are sent again, as
     * a request is; what is 503 in the end may be sent again later.
     *
     * @param iterable<CreateOrderBody> $orders
     *
     * @return list<OrderResult>
     */
    public function createMany(iterable $orders, ?RequestOptions $options = null): array
    {
        $results = [];
        foreach (self::parts($orders) as $part) {
            array_push($results, ...$this->recordPart($part, $options));
        }

        return $results;
    }

    public function get(string $ref, ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->get('/orders/'.rawurlencode($ref), [], $options));
    }

    /**
     * @param ListOrdersQuery $query
     *
     * @return Page<OrderInFull>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(OrderInFull::class, '/orders', $query, $options);
    }

    /**
     * @param ListOrdersQuery $query
     *
     * @return \Generator<int, OrderInFull, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return $this->calls->all(OrderInFull::class, '/orders', $query, $options);
    }

    public function confirmPayment(string $ref, ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->post('confirmOrderPayment', '/orders/'.rawurlencode($ref).'/confirm-payment', null, $options));
    }

    public function cancel(string $ref, ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->post('cancelOrder', '/orders/'.rawurlencode($ref).'/cancel', null, $options));
    }

    /**
     * All that was authorized, or a part; once. With `dry_run` it only says what would be captured, and the shares of it.
     *
     * @param CaptureOrderBody $body
     */
    public function capture(string $ref, array $body = [], ?RequestOptions $options = null): OrderCapturePreview|OrderInFull
    {
        $answer = $this->calls->post('captureOrder', '/orders/'.rawurlencode($ref).'/capture', $body, $options);

        return Model::oneOf($answer, OrderCapturePreview::class, OrderInFull::class);
    }

    /**
     * With `dry_run` it only says what would be transferred.
     *
     * @param RefundOrderBody $body
     */
    public function refund(string $ref, array $body, ?RequestOptions $options = null): OrderRefundPreview|OrderRefundWithTransfers
    {
        $answer = $this->calls->post('refundOrder', '/orders/'.rawurlencode($ref).'/refunds', $body, $options);

        return Model::oneOf($answer, OrderRefundPreview::class, OrderRefundWithTransfers::class);
    }

    /**
     * Takes shares of a charged-back order back. With `dry_run` it only says what would be transferred.
     *
     * @param ReverseOrderBody $body
     */
    public function reverse(string $ref, array $body, ?RequestOptions $options = null): OrderRefundPreview|OrderRefundWithTransfers
    {
        $answer = $this->calls->post('reverseOrder', '/orders/'.rawurlencode($ref).'/reversals', $body, $options);

        return Model::oneOf($answer, OrderRefundPreview::class, OrderRefundWithTransfers::class);
    }

    /** @param HoldOrderBody $body */
    public function hold(string $ref, array $body = [], ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->post('holdOrder', '/orders/'.rawurlencode($ref).'/hold', $body, $options));
    }

    public function release(string $ref, ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->post('releaseOrder', '/orders/'.rawurlencode($ref).'/release', null, $options));
    }

    /** @param AssignSplitBody $body */
    public function assignSplit(string $ref, int $split, array $body, ?RequestOptions $options = null): OrderInFull
    {
        return OrderInFull::from($this->calls->post('assignSplit', '/orders/'.rawurlencode($ref).'/splits/'.rawurlencode((string) $split).'/assign', $body, $options));
    }

    /**
     * @param HoldManyOrdersBody $body
     *
     * @return list<OrderChangeResult>
     */
    public function holdMany(array $body, ?RequestOptions $options = null): array
    {
        return array_map(OrderChangeResult::from(...), $this->calls->post('holdManyOrders', '/orders/holds', $body, $options)['results'] ?? []);
    }

    /**
     * @param ReleaseManyOrdersBody $body
     *
     * @return list<OrderChangeResult>
     */
    public function releaseMany(array $body, ?RequestOptions $options = null): array
    {
        return array_map(OrderChangeResult::from(...), $this->calls->post('releaseManyOrders', '/orders/releases', $body, $options)['results'] ?? []);
    }

    /**
     * @param AssignManySplitsBody $body
     *
     * @return list<OrderChangeResult>
     */
    public function assignMany(array $body, ?RequestOptions $options = null): array
    {
        return array_map(OrderChangeResult::from(...), $this->calls->post('assignManySplits', '/orders/assignments', $body, $options)['results'] ?? []);
    }

    /**
     * @param list<CreateOrderBody> $orders
     *
     * @return list<OrderResult>
     */
    private function recordPart(array $orders, ?RequestOptions $options): array
    {
        $retriesMax = $options?->retriesMax ?? $this->options->retriesMax;
        $results = [];
        for ($attempt = 0; ; ++$attempt) {
            $body = ['orders' => array_values($orders)];
            $answer = $this->calls->write('createManyOrders', 'POST', '/orders/bulk', $body, $options, Request::REF);
            foreach (array_keys($orders) as $index => $place) {
                $results[$place] = OrderResult::from($answer['results'][$index]);
            }
            $isOpen = static fn (int $place) => $results[$place]->status === self::UNAVAILABLE;
            $orders = array_filter($orders, $isOpen, ARRAY_FILTER_USE_KEY);
            if ($orders === [] || $attempt >= $retriesMax) {
                return $results;
            }
            ($this->options->pause)(Http::delayAfter($attempt));
        }
    }

    /**
     * Splits orders into requests of the largest size.
     *
     * @param iterable<CreateOrderBody> $orders
     *
     * @return \Generator<int, non-empty-list<CreateOrderBody>, void, void>
     */
    private static function parts(iterable $orders): \Generator
    {
        $part = [];
        $bytes = 0;
        foreach ($orders as $order) {
            $length = \strlen(Json::encode($order, Requests::AMOUNTS['createOrder']));
            if (\count($part) === self::ORDERS_MAX || ($part !== [] && $bytes + $length > self::BODY_BYTES_MAX)) {
                yield $part;
                $part = [];
                $bytes = 0;
            }
            $part[] = $order;
            $bytes += $length;
        }
        if ($part !== []) {
            yield $part;
        }
    }
}
