# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: the log of events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

from .._core import Page, RequestOptions
from ..models import Event
from ..requests import ListEventsQuery
from .calls import PartnerCalls
from .pages import events_to_end, followed_events


class Events:
    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def list(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[Event]:
        """Oldest first, after the event that was read last. With ``wait`` it waits for one when there is none."""
        return self._page(query or {}, options)

    def all(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Event]:
        """Every event that has happened."""
        return events_to_end(lambda at: self._page(at, options), query or {})

    def follow(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Iterator[Event]:
        """Every event, and then each as it happens, until the loop is left."""
        return followed_events(lambda at: self._page(at, options), query or {})

    def _page(self, query: Mapping[str, Any], options: Optional[RequestOptions]) -> Page[Event]:
        return self._calls.page(Event.from_json, "/events", query, options)
