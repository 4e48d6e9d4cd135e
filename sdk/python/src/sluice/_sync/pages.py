# Written by `npm run openapi` from `_async`: do not edit.
"""Lists, page by page, and the log of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Callable, Optional

from .._core import Page, T, next_after, placed

# What proxies let pass: many end a request that is silent for half a minute.
_wait_seconds_default = 20


def items_of(page_at: Callable[[Optional[str]], Page[T]]) -> Iterator[T]:
    """Every object of a list: the next page is fetched when it is needed."""
    cursor: Optional[str] = None
    while True:
        page = page_at(cursor)
        for item in page.data:
            yield item
        if page.next_cursor is None:
            return
        cursor = page.next_cursor


def events_to_end(
    page_at: Callable[[Mapping[str, Any]], Page[T]], query: Mapping[str, Any]
) -> Iterator[T]:
    rest = {name: value for name, value in query.items() if name != "wait"}
    for event in items_of(lambda cursor: page_at(placed(rest, cursor))):
        yield event


def followed_events(
    page_at: Callable[[Mapping[str, Any]], Page[T]], query: Mapping[str, Any]
) -> Iterator[T]:
    """Never ends by itself. Every event comes once: each request goes on where the last one ended."""
    rest = {"wait": _wait_seconds_default, **query}
    after: Optional[str] = rest.pop("after", None)
    while True:
        page = page_at(placed(rest, after))
        for event in page.data:
            yield event
        after = next_after(after, page.next_cursor)
