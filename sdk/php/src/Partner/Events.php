<?php

declare(strict_types=1);

namespace Sluice\Partner;

use Sluice\Http\Pages;
use Sluice\Model\Event;
use Sluice\Model\Requests;
use Sluice\Page;
use Sluice\RequestOptions;

/** @phpstan-import-type ListEventsQuery from Requests */
final class Events
{
    public function __construct(private readonly Calls $calls)
    {
    }

    /**
     * Oldest first, after the event that was read last. With `wait` it waits for one when there is none.
     *
     * @param ListEventsQuery $query
     *
     * @return Page<Event>
     */
    public function list(array $query = [], ?RequestOptions $options = null): Page
    {
        return $this->calls->page(Event::class, '/events', $query, $options);
    }

    /**
     * Every event that has happened.
     *
     * @param ListEventsQuery $query
     *
     * @return \Generator<int, Event, void, void>
     */
    public function all(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return Pages::eventsToEnd(fn (array $at) => $this->list($at, $options), $query);
    }

    /**
     * Every event, and then each as it happens, until the loop is left.
     *
     * @param ListEventsQuery $query
     *
     * @return \Generator<int, Event, void, never>
     */
    public function follow(array $query = [], ?RequestOptions $options = null): \Generator
    {
        return Pages::followedEvents(fn (array $at) => $this->list($at, $options), $query);
    }
}
