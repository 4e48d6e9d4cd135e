# Written by `npm run openapi` from `_async`: do not edit.
"""The access token of interface A: requested once for all calls, and again before it expires."""

from __future__ import annotations

import threading
from time import monotonic
from typing import Optional, Tuple

from .. import _json
from .._core import Options, Request
from ..models import AccessToken
from .http import Http

# A token that expires sooner could expire on its way.
_margin_seconds = 30


class AccessTokens:
    def __init__(self, http: Http, options: Options) -> None:
        self._http = http
        self._options = options
        self._held: Optional[Tuple[str, float]] = None
        # Calls that begin at the same time share one request.
        self._lock = threading.Lock()

    def current(self) -> str:
        with self._lock:
            if self._held is None or monotonic() >= self._held[1]:
                self._held = self._request()
            return self._held[0]

    def drop(self, token: str) -> None:
        """After the service has refused it."""
        if self._held is not None and self._held[0] == token:
            self._held = None

    def _request(self) -> Tuple[str, float]:
        at = monotonic()
        keys = {"client_id": self._options.client_id, "secret_id": self._options.client_secret}
        request = Request("POST", "/authentication/token", body=_json.encode(keys))
        made = AccessToken.from_json((self._http.json(request, None)).get("data", {}))
        return made.access_token, at + made.expire_time - _margin_seconds
