"""
Sends requests: with a time-out, and again after a network error, a 429 or a 503. All may safely be sent twice: they are reads, or
writes with an idempotency key or a ref of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Awaitable, Callable, Optional

import httpx

from .._core import Options, Request, RequestOptions, connection_error, decoded, delay_before, error_of, seen
from ..errors import SluiceConnectionError, SluiceError

Pause = Callable[[float], Awaitable[None]]


class AsyncHttp:
    def __init__(
        self, base: str, options: Options, client: Optional[httpx.AsyncClient], pause: Optional[Pause]
    ) -> None:
        self._origin = options.base_url + base
        self._options = options
        self._client = client or httpx.AsyncClient()
        self._is_own = client is None
        self._pause: Pause = pause or asyncio.sleep

    async def close(self) -> None:
        """Closes the connections, unless the client was given."""
        if self._is_own:
            await self._client.aclose()

    async def pause(self, seconds: float) -> None:
        await self._pause(seconds)

    async def json(self, request: Request, own: Optional[RequestOptions]) -> Mapping[str, Any]:
        return decoded(await self.text(request, own))

    async def text(self, request: Request, own: Optional[RequestOptions]) -> str:
        own = own or RequestOptions()
        retries_max = self._options.retries_max if own.retries_max is None else own.retries_max
        key = request.key(own)
        attempt = 0
        while True:
            try:
                return await self._attempt(request, own, key)
            except (SluiceError, SluiceConnectionError) as error:
                delay = None if attempt >= retries_max else delay_before(attempt, error)
                if delay is None:
                    raise
            await self._pause(delay)
            attempt += 1

    async def _attempt(self, request: Request, own: RequestOptions, key: Optional[str]) -> str:
        try:
            response = await self._client.request(
                request.method,
                self._origin + request.target(),
                content=request.body,
                headers=request.all_headers(key),
                timeout=request.seconds(own, self._options),
                follow_redirects=False,
            )
        except httpx.HTTPError as cause:
            raise connection_error(request, cause) from cause
        if self._options.on_response is not None:
            self._options.on_response(seen(request, response))
        if not response.is_success:
            raise error_of(response)
        return response.text
