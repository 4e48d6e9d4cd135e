<?php

declare(strict_types=1);

namespace Sluice\Http;

use Sluice\Model\Model;
use Sluice\Page;

/** @internal Lists, page by page. */
final class Pages
{
    /** What proxies let pass: many end a request that is silent for half a minute. */
    private const WAIT_SECONDS_DEFAULT = 20;
    private const LATEST = 'latest';

    /**
     * Every object of a list: the next page is fetched when it is needed.
     *
     * @template T of Model
     *
     * @param callable(string|null): Page<T> $pageAt
     *
     * @return \Generator<int, T, void, void>
     */
    public static function items(callable $pageAt): \Generator
    {
        $cursor = null;
        do {
            $page = $pageAt($cursor);
            foreach ($page->data as $item) {
                yield $item;
            }
            $cursor = $page->next_cursor;
        } while ($cursor !== null);
    }

    /**
     * Events to the end of the log.
     *
     * @template T of Model
     *
     * @param callable(array<string, mixed>): Page<T> $pageAt
     * @param array<string, mixed>                    $query
     *
     * @return \Generator<int, T, void, void>
     */
    public static function eventsToEnd(callable $pageAt, array $query): \Generator
    {
        unset($query['wait']);

        return self::items(static fn (?string $cursor) => $pageAt($cursor === null ? $query : ['after' => $cursor] + $query));
    }

    /**
     * Never ends by itself. Every event comes once: each request goes on where the last one ended.
     *
     * @template T of Model
     *
     * @param callable(array<string, mixed>): Page<T> $pageAt
     * @param array<string, mixed>                    $query
     *
     * @return \Generator<int, T, void, never>
     */
    public static function followedEvents(callable $pageAt, array $query): \Generator
    {
        $query += ['wait' => self::WAIT_SECONDS_DEFAULT];
        for (;;) {
            $page = $pageAt($query);
            foreach ($page->data as $event) {
                yield $event;
            }
            // No cursor: the log was empty. What happens between two requests is the first event, and not to be skipped.
            $after = $page->next_cursor ?? (($query['after'] ?? null) === self::LATEST ? null : $query['after'] ?? null);
            $query = ['after' => $after] + $query;
        }
    }
}
