# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: the clock of test mode."""

from __future__ import annotations

from typing import Optional

from .._core import RequestOptions
from ..models import Drained, TestClock
from ..requests import AdvanceTestClockBody
from .calls import PartnerCalls


class Test:
    """With a test key pair only."""

    def __init__(self, calls: PartnerCalls) -> None:
        self._calls = calls

    def clock(self, options: Optional[RequestOptions] = None) -> TestClock:
        return TestClock.from_json(self._calls.get("/test/clock", None, options))

    def advance_clock(self, body: AdvanceTestClockBody, options: Optional[RequestOptions] = None) -> TestClock:
        return TestClock.from_json(self._calls.post("advanceTestClock", "/test/clock", body, options))

    def drain(self, options: Optional[RequestOptions] = None) -> Drained:
        """Waits until all due work is done."""
        return Drained.from_json(self._calls.post("drainTestWork", "/test/drain", None, options))
