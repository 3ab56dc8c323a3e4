"""The texts of a game that players read: found, and replaced by others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin

from modgen.model.game import Game
from modgen.model.types.base import Part, Translatable

Key = tuple[str, ...]
"""Identifies a text: section, id of the part, field; such as `("cards", "7", "title")`."""

Lookup = Callable[[Key, str], str]
"""Returns the replacement of a text; called once for each text that is not empty."""

Kind = Literal["text", "texts", "rows", "numbered", "part", "parts"]
P = TypeVar("P", bound=Part)

SECTIONS = ("sides", "dice", "sequence", "states", "totals", "declarations", "buttons")
PLACES = ("spaces", "boxes", "tracks", "grids")


@cache
def text_fields(part: type[Part]) -> dict[str, Kind]:
    """The fields of a type of part that contain texts or parts, and in which form."""
    fields: dict[str, Kind] = {}
    for name, info in part.model_fields.items():
        if any(isinstance(mark, Translatable) for mark in info.metadata):
            fields[name] = "text"
        elif (kind := _kind(info.annotation)) is not None:
            fields[name] = kind
    return fields


def _is_text(annotation: object) -> bool:
    return any(isinstance(mark, Translatable) for mark in getattr(annotation, "__metadata__", ()))


def _kind(annotation: object) -> Kind | None:
    args = get_args(annotation)
    origin = get_origin(annotation)
    if origin is list and _is_text(args[0]):
        return "texts"
    if origin is list and get_origin(args[0]) is list and _is_text(get_args(args[0])[0]):
        return "rows"
    if origin is list and isinstance(args[0], type) and issubclass(args[0], Part):
        return "parts"
    if origin is dict and _is_text(args[1]):
        return "numbered"
    if origin is UnionType and type(None) in args:
        annotation = next(one for one in args if one is not type(None))
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return "part"
    return None


def rewrite(part: P, key: Key, lookup: Lookup) -> P:
    """A copy of a part with all its texts, at any depth, replaced by `lookup`."""
    changes: dict[str, Any] = {}
    for name, kind in text_fields(type(part)).items():
        value = getattr(part, name)
        at = (*key, name)
        if not value:
            continue
        if kind == "text":
            changes[name] = lookup(at, value)
        elif kind == "texts":
            changes[name] = _texts(value, at, lookup)
        elif kind == "rows":
            changes[name] = [
                _texts(row, (*at, str(number)), lookup) for number, row in enumerate(value)
            ]
        elif kind == "numbered":
            changes[name] = {n: lookup((*at, str(n)), text) for n, text in value.items()}
        elif kind == "part":
            changes[name] = rewrite(value, at, lookup)
        else:
            changes[name] = rewrite_all(value, at, lookup)
    return part.model_copy(update=changes) if changes else part


def _texts(texts: Sequence[str], key: Key, lookup: Lookup) -> list[str]:
    return [lookup((*key, str(n)), text) if text else text for n, text in enumerate(texts)]


def rewrite_all(parts: Sequence[P], key: Key, lookup: Lookup) -> list[P]:
    """Copies of parts with their texts replaced; each has the key of its id, side or index."""
    return [
        rewrite(
            part, (*key, getattr(part, "id", None) or getattr(part, "side", None) or str(n)), lookup
        )
        for n, part in enumerate(parts)
    ]


def rewrite_game(game: Game, language: str, lookup: Lookup) -> Game:
    """A copy of the game in `language` with all texts replaced by `lookup`."""
    bare = game.info.model_copy(update={name: [] for name in SECTIONS})
    info = rewrite(bare, ("game",), lookup).model_copy(
        update={name: rewrite_all(getattr(game.info, name), (name,), lookup) for name in SECTIONS}
    )
    places = game.map.model_copy(
        update={
            "boards": rewrite_all(game.map.boards, ("boards",), lookup),
            **{name: rewrite_all(getattr(game.map, name), ("places",), lookup) for name in PLACES},
        }
    )
    cards_file = game.cards_file.model_copy(
        update={
            name: rewrite_all(getattr(game.cards_file, name), (name,), lookup)
            for name in ("decks", "piles")
        }
    )
    layouts = rewrite_all(list(game.layouts.values()), ("layouts",), lookup)
    return replace(
        game,
        language=language,
        info=info,
        map=places,
        cards_file=cards_file,
        layouts={layout.id: layout for layout in layouts},
        pieces=tuple(rewrite_all(game.pieces, ("pieces",), lookup)),
        cards=tuple(rewrite_all(game.cards, ("cards",), lookup)),
        charts=tuple(rewrite_all(game.charts, ("charts",), lookup)),
        scenarios=tuple(rewrite_all(game.scenarios, ("scenarios",), lookup)),
        rules=tuple(rewrite_all(game.rules, ("rules",), lookup)),
    )
