"""What the objects of answers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any


class Model:
    """An object of an answer. ``raw`` has every field that the service sent, also those newer than this library."""

    raw: Mapping[str, Any]

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Model:
        raise NotImplementedError


@dataclass(frozen=True)
class Untyped(Model):
    """What an event is about whose type is newer than this library: read it with ``raw``."""

    raw: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, json: Mapping[str, Any]) -> Untyped:
        return cls(raw=json)


def need(json: Mapping[str, Any], name: str) -> Any:
    value = json.get(name)
    if value is None:
        raise ValueError(f"The answer has no {name}.")
    return value


def amount(value: Any) -> Decimal:
    """A whole amount is an integer in JSON, and those of interface A are text."""
    return value if isinstance(value, Decimal) else Decimal(value)
