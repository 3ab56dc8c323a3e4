"""Typed fields: how one value stands in a token of a sequence, and how it is read back.

A declaration (trait, deck, component) lists such fields in wire order; the codec is generic.
A token that cannot be read gives the field's default: the engine does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from modgen.vassal import sequence
from modgen.vassal.keys import Key, parse_key

T = TypeVar("T")

TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
"""The target of a new global key command trait: pieces on this map, found by filter."""


@dataclass(frozen=True)
class Wire(Generic[T]):
    """How a value stands in a token. `read` may raise ValueError: then the default holds."""

    kind: str
    write: Callable[[T], str]
    read: Callable[[str], T]


def _write_float(value: float) -> str:
    return repr(float(value))


def _write_key(value: Key | None) -> str:
    return "" if value is None else str(value)


def _write_list(values: tuple[str, ...]) -> str:
    return sequence.join(values, ",")


def _read_list(token: str) -> tuple[str, ...]:
    return tuple(sequence.split(token, ",")) if token else ()


def _write_keys(values: tuple[Key, ...]) -> str:
    return sequence.join(map(str, values), ",")


def _read_keys(token: str) -> tuple[Key, ...]:
    if token and token.find(",") < 1:
        # The form before named keys: one character a key, each with Ctrl.
        return tuple(Key(ord(char.upper()), 130) for char in token)
    keys = [parse_key(part) for part in sequence.split(token, ",")] if token else []
    return tuple(found for found in keys if found is not None)


TEXT: Wire[str] = Wire("text", str, str)
INTEGER: Wire[int] = Wire("integer", str, int)
FLOATING: Wire[float] = Wire("float", _write_float, float)
BOOLEAN: Wire[bool] = Wire(
    "boolean", lambda value: "true" if value else "false", lambda word: word == "true"
)
KEY: Wire[Key | None] = Wire("key", _write_key, parse_key)
KEYS: Wire[tuple[Key, ...]] = Wire("keys", _write_keys, _read_keys)
LIST: Wire[tuple[str, ...]] = Wire("list", _write_list, _read_list)


def _field(wire: Wire[Any], default: object, doc: str, state: bool) -> Any:
    return field(default=default, metadata={"wire": wire, "doc": doc, "state": state})


def text(default: str = "", doc: str = "", *, state: bool = False) -> Any:
    """A text: also message formats, expressions, colours and image names."""
    return _field(TEXT, default, doc, state)


def integer(default: int = 0, doc: str = "", *, state: bool = False) -> Any:
    """A whole number."""
    return _field(INTEGER, default, doc, state)


def floating(default: float = 0.0, doc: str = "", *, state: bool = False) -> Any:
    """A number with a fraction, written as Java writes it."""
    return _field(FLOATING, default, doc, state)


def boolean(default: bool = False, doc: str = "", *, state: bool = False) -> Any:
    """`true`; anything else is false."""
    return _field(BOOLEAN, default, doc, state)


def key(doc: str = "") -> Any:
    """A key stroke or named command; None for none."""
    return _field(KEY, None, doc, False)


def keys(doc: str = "") -> Any:
    """Several key strokes."""
    return _field(KEYS, (), doc, False)


def texts(default: tuple[str, ...] = (), doc: str = "", *, state: bool = False) -> Any:
    """A comma sequence of texts."""
    return _field(LIST, default, doc, state)
