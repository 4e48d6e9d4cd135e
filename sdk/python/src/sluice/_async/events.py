"""Interface B: the log of events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Optional

from .._core import Page, RequestOptions
from ..models import Event
from ..requests import ListEventsQuery
from .calls import AsyncPartnerCalls
from .pages import events_to_end, followed_events


class AsyncEvents:
    def __init__(self, calls: AsyncPartnerCalls) -> None:
        self._calls = calls

    async def list(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> Page[Event]:
        """Oldest first, after the event that was read last. With ``wait`` it waits for one when there is none."""
        return await self._page(query or {}, options)

    def all(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> AsyncIterator[Event]:
        """Every event that has happened."""
        return events_to_end(lambda at: self._page(at, options), query or {})

    def follow(
        self, query: Optional[ListEventsQuery] = None, options: Optional[RequestOptions] = None
    ) -> AsyncIterator[Event]:
        """Every event, and then each as it happens, until the loop is left."""
        return followed_events(lambda at: self._page(at, options), query or {})

    async def _page(self, query: Mapping[str, Any], options: Optional[RequestOptions]) -> Page[Event]:
        return await self._calls.page(Event.from_json, "/events", query, options)
