"""JSON without floats: numbers with a fraction are read as ``Decimal``, and amounts are written with their own digits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, List

_number = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)


def decode(text: str) -> Any:
    return json.loads(text, parse_float=Decimal)


def encode(value: Any, amounts: Sequence[str] = ()) -> str:
    """
    :param amounts: where the value has amounts: ``splits.*.amount``, with ``*`` for every item.
    :raises TypeError: naming the field that is a float.
    :raises ValueError: naming the amount that is no decimal number.
    """
    return _written(value, [path.split(".") for path in amounts], "")


def _written(value: Any, amounts: List[List[str]], path: str) -> str:
    if isinstance(value, float):
        raise TypeError(f"{path} is a float, which may not be exact: use Decimal('12.50') or '12.50'.")
    if value is not None and [] in amounts:
        return _amount(value, path)
    if isinstance(value, Decimal):
        return json.dumps(_digits(value, path))
    if isinstance(value, Mapping):
        items = (
            f"{json.dumps(str(key), ensure_ascii=False)}:{_written(item, _below(amounts, str(key)), _join(path, key))}"
            for key, item in value.items()
        )
        return "{" + ",".join(items) + "}"
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        parts = (_written(item, _below(amounts, str(n)), _join(path, n)) for n, item in enumerate(value))
        return "[" + ",".join(parts) + "]"
    return json.dumps(value, ensure_ascii=False)


def _below(amounts: List[List[str]], key: str) -> List[List[str]]:
    return [steps[1:] for steps in amounts if steps and steps[0] in ("*", key)]


def _join(path: str, key: object) -> str:
    return str(key) if path == "" else f"{path}.{key}"


def _amount(value: Any, path: str) -> str:
    text = _digits(value, path) if isinstance(value, Decimal) else str(value)
    if isinstance(value, bool) or _number.fullmatch(text) is None:
        raise ValueError(f"{path} is not an amount: use Decimal('12.50') or '12.50'.")
    return text


def _digits(value: Decimal, path: str) -> str:
    if not value.is_finite():
        raise ValueError(f"{path} is not an amount: use Decimal('12.50') or '12.50'.")
    return format(value, "f")
