"""What both kinds of clients decide alike, without sending anything."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Literal, Optional, TypedDict, TypeVar
from urllib.parse import quote, urlencode

import httpx

from . import _json
from ._model import Model
from .errors import SluiceConnectionError, SluiceError, SluiceTimeoutError
from .requests import AMOUNTS, CreateOrderBody

T = TypeVar("T", bound=Model)


class Seen(TypedDict):
    """A response, for logs."""

    method: str
    path: str
    status: int
    request_id: Optional[str]


@dataclass(frozen=True)
class Options:
    base_url: str
    client_id: str
    client_secret: str = field(repr=False)
    timeout_seconds: float
    retries_max: int
    on_response: Optional[Callable[[Seen], None]]


def checked(
    base_url: Optional[str],
    client_id: Optional[str],
    client_secret: Optional[str],
    timeout_seconds: float,
    retries_max: int,
    on_response: Optional[Callable[[Seen], None]],
) -> Options:
    """:raises ValueError: naming the option that is missing."""
    given = {"base_url": base_url, "client_id": client_id, "client_secret": client_secret}
    for name, value in given.items():
        if not value:
            raise ValueError(f"{name} is missing")
    return Options(
        base_url=str(base_url).rstrip("/"),
        client_id=str(client_id),
        client_secret=str(client_secret),
        timeout_seconds=timeout_seconds,
        retries_max=retries_max,
        on_response=on_response,
    )


@dataclass(frozen=True)
class RequestOptions:
    """
    For one call. With an ``idempotency_key`` a write that is called again is done once; by default each call has a new one.
    """

    idempotency_key: Optional[str] = None
    timeout_seconds: Optional[float] = None
    retries_max: Optional[int] = None


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. ``next_cursor`` is that of the next page: None on the last one. ``totals`` are of the whole list."""

    data: List[T]
    next_cursor: Optional[str]
    totals: List[Any] = field(default_factory=list)

    def __iter__(self) -> Iterator[T]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)


Idempotency = Literal["key", "ref"]


@dataclass(frozen=True)
class Request:
    """``idempotency`` is ``ref`` where the request has a ref of its own, or may be sent twice anyhow."""

    method: str
    path: str
    query: Optional[Mapping[str, Any]] = None
    body: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    idempotency: Idempotency = "ref"

    def key(self, own: RequestOptions) -> Optional[str]:
        if own.idempotency_key is not None:
            return own.idempotency_key
        return str(uuid.uuid4()) if self.idempotency == "key" else None

    def target(self) -> str:
        given = {name: _text(value) for name, value in (self.query or {}).items() if value is not None}
        return self.path + (f"?{urlencode(given)}" if given else "")

    def seconds(self, own: RequestOptions, options: Options) -> float:
        """An answer that was asked to wait is not late before that."""
        timeout = options.timeout_seconds if own.timeout_seconds is None else own.timeout_seconds
        return timeout + float((self.query or {}).get("wait") or 0)

    def all_headers(self, key: Optional[str]) -> Dict[str, str]:
        return {
            "accept": "application/json",
            **({} if self.body is None else {"content-type": "application/json"}),
            **({} if key is None else {"idempotency-key": key}),
            **self.headers,
        }


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def segment(value: object) -> str:
    """A value as one segment of a path."""
    return quote(str(value), safe="")


def connection_error(request: Request, cause: httpx.HTTPError) -> SluiceConnectionError:
    what = f"{request.method} {request.path} was not answered"
    if isinstance(cause, httpx.TimeoutException):
        return SluiceTimeoutError(f"{what} in time.")
    return SluiceConnectionError(f"{what}.")


def decoded(text: str) -> Mapping[str, Any]:
    """Empty if it is no JSON object."""
    try:
        value = _json.decode(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def seen(request: Request, response: httpx.Response) -> Seen:
    request_id = response.headers.get("x-request-id")
    return {"method": request.method, "path": request.path, "status": response.status_code, "request_id": request_id}


def error_of(response: httpx.Response) -> SluiceError:
    """Reads an error of either interface. A proxy in between may send something else."""
    body = decoded(response.text)
    error = body.get("error")
    error = error if isinstance(error, dict) else {}
    message = body.get("message")
    messages = message.get("error") if isinstance(message, dict) else None
    seconds = response.headers.get("retry-after", "")
    status = response.status_code
    return SluiceError(
        error.get("message") or (messages or [None])[0] or f"The request was answered {status}.",
        status=status,
        code=error.get("code") or f"http_{status}",
        details=error.get("details"),
        request_id=response.headers.get("x-request-id") or error.get("request_id"),
        retry_after_seconds=int(seconds) if re.fullmatch(r"[0-9]{1,9}", seconds) else None,
    )


_first_delay_seconds = 0.25
_delay_seconds_max = 8.0
# A longer `Retry-After` is left to the caller.
_retry_after_seconds_max = 60


def delay_after(attempt: int) -> float:
    """A pause before the next attempt, in seconds: random, so that clients do not come back all at once."""
    return random.uniform(0, min(_delay_seconds_max, _first_delay_seconds * 2.0 ** min(attempt, 10)))


def delay_before(attempt: int, error: Exception) -> Optional[float]:
    """:returns: None when the request is not sent again."""
    if isinstance(error, SluiceError):
        if error.status not in (429, 503):
            return None
        if error.retry_after_seconds is not None:
            is_soon = error.retry_after_seconds <= _retry_after_seconds_max
            return float(error.retry_after_seconds) if is_soon else None
    return delay_after(attempt)


def is_of_token(error: SluiceError) -> bool:
    """The service refused the access token, not the request."""
    return error.status == 401 or (error.status == 403 and re.search(r"\btoken\b", str(error), re.I) is not None)


_orders_max = 1_000
# Below the service's limit of 8 MiB.
_body_characters_max = 2_000_000


def parts_of(orders: Iterable[CreateOrderBody]) -> Iterator[List[CreateOrderBody]]:
    """Splits orders into requests of the largest size."""
    part: List[CreateOrderBody] = []
    characters = 0
    for order in orders:
        length = len(_json.encode(order, AMOUNTS["createOrder"]))
        if len(part) == _orders_max or (part and characters + length > _body_characters_max):
            yield part
            part, characters = [], 0
        part.append(order)
        characters += length
    if part:
        yield part


def placed(query: Mapping[str, Any], after: Optional[str]) -> Dict[str, Any]:
    return dict(query) if after is None else {**query, "after": after}


def next_after(after: Optional[str], next_cursor: Optional[str]) -> Optional[str]:
    """
    Where a follower goes on. No cursor: the log was empty. What happens between two requests is the first event, and not to be
    skipped.
    """
    if next_cursor is not None:
        return next_cursor
    return None if after == "latest" else after
