# Written by `npm run openapi` from `_async`: do not edit.
"""Calls of interface B, with the key pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Callable, Optional

from .. import _json
from .._core import Idempotency, Options, Page, Request, RequestOptions, T
from ..requests import AMOUNTS
from .http import Http
from .pages import items_of

Query = Optional[Mapping[str, Any]]
Own = Optional[RequestOptions]
Make = Callable[[Mapping[str, Any]], T]


class PartnerCalls:
    def __init__(self, http: Http, options: Options) -> None:
        self._http = http
        self._keys = {"x-client-id": options.client_id, "x-client-secret": options.client_secret}
        self.retries_max = options.retries_max

    def get(self, path: str, query: Query, own: Own) -> Any:
        return (self._http.json(Request("GET", path, query, headers=self._keys), own)).get("data", {})

    def page(
        self, make: Make[T], path: str, query: Query, own: Own, totals: Optional[Make[Any]] = None
    ) -> Page[T]:
        """A page whole: its objects, and the cursor of the next one."""
        json = self._http.json(Request("GET", path, query, headers=self._keys), own)
        sums = [] if totals is None else [totals(one) for one in json.get("totals", [])]
        return Page([make(one) for one in json.get("data", [])], json.get("next_cursor"), sums)

    def all(self, make: Make[T], path: str, query: Query, own: Own) -> Iterator[T]:
        return items_of(lambda cursor: self.page(make, path, {**(query or {}), "cursor": cursor}, own))

    def text(self, path: str, query: Query, own: Own) -> str:
        return self._http.text(Request("GET", path, query, headers=self._keys), own)

    def write(
        self, operation: str, method: str, path: str, body: Query, own: Own, idempotency: Idempotency = "key"
    ) -> Any:
        text = None if body is None else _json.encode(body, AMOUNTS.get(operation, []))
        request = Request(method, path, None, text, self._keys, idempotency)
        return (self._http.json(request, own)).get("data", {})

    def post(self, operation: str, path: str, body: Query, own: Own) -> Any:
        return self.write(operation, "POST", path, body, own)

    def pause(self, seconds: float) -> None:
        self._http.pause(seconds)
