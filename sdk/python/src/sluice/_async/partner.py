"""Interface B: orders with their splits, settlements, wallets, payouts and webhooks of a company."""

from __future__ import annotations

from types import TracebackType
from typing import Callable, Optional, Type

import httpx

from .._core import Seen, checked
from .calls import AsyncPartnerCalls
from .events import AsyncEvents
from .http import AsyncHttp, Pause
from .money import AsyncCash, AsyncDebts, AsyncPayouts, AsyncWallets
from .orders import AsyncOrders
from .people import AsyncBeneficiaries, AsyncInvitations
from .settling import AsyncSettlements, AsyncShadow, AsyncStatements
from .testing import AsyncTest
from .webhook_endpoints import AsyncWebhooks

_base = "/partner/v1"


class AsyncPartner:
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
        http_client: Optional[httpx.AsyncClient] = None,
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
        self._http = AsyncHttp(_base, options, http_client, pause)
        calls = AsyncPartnerCalls(self._http, options)
        self.orders = AsyncOrders(calls)
        self.beneficiaries = AsyncBeneficiaries(calls)
        self.invitations = AsyncInvitations(calls)
        self.wallets = AsyncWallets(calls)
        self.debts = AsyncDebts(calls)
        self.cash = AsyncCash(calls)
        self.settlements = AsyncSettlements(calls)
        self.shadow = AsyncShadow(calls)
        self.statements = AsyncStatements(calls)
        self.payouts = AsyncPayouts(calls)
        self.webhooks = AsyncWebhooks(calls)
        self.events = AsyncEvents(calls)
        # With a test key pair only.
        self.test = AsyncTest(calls)

    async def aclose(self) -> None:
        await self._http.close()

    async def __aenter__(self) -> AsyncPartner:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.aclose()
