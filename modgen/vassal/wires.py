"""The forms of single values in saves and modules: numbers, booleans, keys and lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Any, NamedTuple

from modgen.vassal import sequence
from modgen.vassal.keys import Key, parse_key

LONGEST_NUMBER = 40
"""The most characters of a number, with its sign and point; longer text is treated as damage."""


class Wire(NamedTuple):
    """How a value is written in a token. `read` may raise ValueError; the default then applies."""

    kind: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _write_key(value: Key | None) -> str:
    return "" if value is None else str(value)


def _write_list(values: Sequence[object]) -> str:
    texts = [str(value) for value in values]
    if texts == [""]:
        raise sequence.SequenceError("a list of one empty text would read as an empty list")
    return sequence.join(texts, ",")


def _read_list(token: str) -> tuple[str, ...]:
    return tuple(sequence.split(token, ",")) if token else ()


def _read_keys(token: str) -> tuple[Key, ...]:
    if token and token.find(",") < 1:
        # The form of old engines, without named keys: each character is a key with Ctrl.
        return tuple(Key(ord(char.upper()[0]), 130) for char in token)
    keys = [parse_key(part) for part in sequence.split(token, ",")] if token else []
    return tuple(key for key in keys if key is not None)


def read_integer(token: str) -> int:
    """A whole number as Java reads one. Raises ValueError for other text and beyond 64 bits."""
    if len(token) > LONGEST_NUMBER:
        raise ValueError("the number is too long")
    value = int(token)
    if not -(1 << 63) <= value < 1 << 63:
        raise ValueError("the number does not fit in 64 bits")
    return value


def _read_float(token: str) -> float:
    value = float(token) if len(token) <= LONGEST_NUMBER else inf
    if not isfinite(value):
        raise ValueError("the number is not finite or too long")
    return value


def _write_boolean(value: bool) -> str:
    return "true" if value else "false"


TEXT = Wire("text", str, str)
INTEGER = Wire("integer", str, read_integer)
FLOATING = Wire("float", lambda value: repr(float(value)), _read_float)
BOOLEAN = Wire("boolean", _write_boolean, "true".__eq__)
KEY = Wire("key", _write_key, parse_key)
KEYS = Wire("keys", _write_list, _read_keys)
LIST = Wire("list", _write_list, _read_list)

WIRES = {
    "str": TEXT,
    "str | None": TEXT,
    "int": INTEGER,
    "float": FLOATING,
    "bool": BOOLEAN,
    "Key | None": KEY,
    "tuple[Key, ...]": KEYS,
    "tuple[str, ...]": LIST,
}
"""The encoding of each annotation."""
