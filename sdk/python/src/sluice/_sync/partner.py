# Written by `npm run openapi` from `_async`: do not edit.
"""Interface B: orders with their splits, settlements, wallets, payouts and webhooks of a company."""

from __future__ import annotations

from types import TracebackType
from typing import Callable, Optional, Type

import httpx

from .._core import Seen, checked
from .calls import PartnerCalls
from .events import Events
from .http import Http, Pause
from .money import Cash, Debts, Payouts, Wallets
from .orders import Orders
from .people import Beneficiaries, Invitations
from .settling import Settlements, Shadow, Statements
from .testing import Test
from .webhook_endpoints import Webhooks

_base = "/partner/v1"


class Partner:
    """A client for one key pair, and so for one company in one mode."""

    def __init__(
        self,
        *,
        base_url: Optional[str],
        client_id: Optional[str],
        client_secret: Optional[str],
        timeout_seconds: float = 30.0,
        retries_max: int = 3,
        on_response: Optional[Callable[[Seen], None]] = None,
        http_client: Optional[httpx.Client] = None,
        pause: Optional[Pause] = None,
    ) -> None:
        """
        :param base_url: the origin of the service, such as ``https://pay.example.com``.
        :param client_id: the client ID of a key pair: ``pk_test_…`` or ``pk_live_…``.
        :param client_secret: its secret: ``sk_test_…`` or ``sk_live_…``.
        :param timeout_seconds: how long one attempt may take, apart from the ``wait`` of events.
        :param retries_max: how often a request is sent again.
        :param on_response: called with every answer, for logs.
        :param http_client: instead of one of its own.
        :param pause: waits between attempts, in seconds; to be replaced in tests.
        """
        options = checked(base_url, client_id, client_secret, timeout_seconds, retries_max, on_response)
        self._http = Http(_base, options, http_client, pause)
        calls = PartnerCalls(self._http, options)
        self.orders = Orders(calls)
        self.beneficiaries = Beneficiaries(calls)
        self.invitations = Invitations(calls)
        self.wallets = Wallets(calls)
        self.debts = Debts(calls)
        self.cash = Cash(calls)
        self.settlements = Settlements(calls)
        self.shadow = Shadow(calls)
        self.statements = Statements(calls)
        self.payouts = Payouts(calls)
        self.webhooks = Webhooks(calls)
        self.events = Events(calls)
        # With a test key pair only.
        self.test = Test(calls)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Partner:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
