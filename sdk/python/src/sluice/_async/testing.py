"""Interface B: the clock of test mode."""

from __future__ import annotations

from typing import Optional

from .._core import RequestOptions
from ..models import Drained, TestClock
from ..requests import AdvanceTestClockBody
from .calls import AsyncPartnerCalls


class AsyncTest:
    """With a test key pair only."""

    def __init__(self, calls: AsyncPartnerCalls) -> None:
        self._calls = calls

    async def clock(self, options: Optional[RequestOptions] = None) -> TestClock:
        return TestClock.from_json(await self._calls.get("/test/clock", None, options))

    async def advance_clock(self, body: AdvanceTestClockBody, options: Optional[RequestOptions] = None) -> TestClock:
        return TestClock.from_json(await self._calls.post("advanceTestClock", "/test/clock", body, options))

    async def drain(self, options: Optional[RequestOptions] = None) -> Drained:
        """Waits until all due work is done."""
        return Drained.from_json(await self._calls.post("drainTestWork", "/test/drain", None, options))
