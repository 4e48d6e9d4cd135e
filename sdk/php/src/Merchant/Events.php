<?php

declare(strict_types=1);

namespace Sluice\Merchant;

use Sluice\Http\Pages;
use Sluice\Model\Event;
use Sluice\Model\MerchantEvents;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/**
 * The log of what happened to the shop's payments.
 *
 * @phpstan-import-type ListMerchantEventsQuery from Requests
 */
final class Events
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Oldest first, after the event that was read last. With `wait` it waits for one when there is none.
     *
     * @param ListMerchantEventsQuery $query
     */
    public function list(array $query = [], ?RequestOptions $options = null): MerchantEvents
    {
        return MerchantEvents::from($this->calls->get('/events', $query, $options));
    }

    /**
     * Every event that has happened.
     *
     * @param ListMerchantEventsQuery $query
     *
     * @return \Generator<int, Event, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return Pages::eventsToEnd(fn (array $at) => $this->page($at, $options), $query);
    }

    /**
     * Every event, and then each as it happens, until the loop is left.
     *
     * @param ListMerchantEventsQuery $query
     *
     * @return \Generator<int, Event, void, never>
     */
    public function follow(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return Pages::followedEvents(fn (array $at) => $this->page($at, $options), $query);
    }

    /**
     * @param array<string, mixed> $query
     *
     * @return Page<Event>
     */
    private function page(array $query, ?RequestOptions $options): Page
    {
        $page = $this->list($query, $options);

        return new Page($page->events, $page->next_cursor);
    }
}
