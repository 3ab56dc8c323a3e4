"""Changes single fields of places, labels and elements of card layouts, and adds elements."""

from __future__ import annotations

from typing import Any, get_args, get_origin

from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.text import FORBIDDEN
from modgen.model.files.yaml_source import parse_yaml
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.cards import CardLayout, Element
from modgen.serve.design.columns import known_values
from modgen.serve.design.drawing import text_of
from modgen.serve.design.moving import place_of
from modgen.serve.design.rows import part_of
from modgen.serve.design.written import Change, FileError, Written, write_all
from modgen.serve.design.yaml_edit import Item, added, edited, removed

KINDS = (
    *("space", "box", "track", "grid", "label", "element", "setup", "side", "deck", "chart"),
    *("state", "board"),
)
"""The kinds of parts whose fields can be changed here."""
LONGEST = 2000
"""The most characters of a field."""
GAP = 1.0
"""The space in mm that is left about a new element."""
SIZES = {"text": 5.0, "icon": 10.0, "box": 8.0, "line": 0.0}
"""The kinds of elements that can be added, and their heights in mm."""


def changeable(game: Game, key: str) -> dict[str, dict[str, Any]]:
    """The fields of a part that can be changed, each with its meaning and its known values."""
    part = part_of(game, key)
    if part is None or key.partition("/")[0] not in KINDS:
        return {}
    model = type(part)
    values = known_values(model, game)
    return {
        name: {"meaning": field.description or "", "values": values.get(name, [])}
        for name, field in model.model_fields.items()
        if name != "id"
    }


def set_field(game: Game, sources: SourceMap, key: str, name: str, text: str) -> Written:
    """Give a field of a part another value, or its default if the text is blank.

    Raises FileError.
    """
    if name not in changeable(game, key):
        raise FileError(f"`{name[:40]}` of this part cannot be changed here; edit its file")
    part = part_of(game, key)
    assert part is not None
    file, path = place_of(game, sources, part, key)
    before, whole, mark = text_of(game, file)
    if text.strip():
        after = edited(whole, file, {(*path, name): _value(part, name, text.strip())})
    elif name in part.model_fields_set:
        after = removed(whole, file, [(*path, name)])
    else:
        after = whole
    return write_all([Change(game.folder / file, before, mark + after.encode("utf-8"))])


def _value(part: Part, name: str, text: str) -> Any:
    """A text from the page as a value of a field. Raises FileError."""
    if len(text) > LONGEST or FORBIDDEN.search(text):
        raise FileError(f"use at most {LONGEST:,} characters, without control characters")
    annotation = type(part).model_fields[name].annotation
    listed = get_origin(annotation) in (dict, list, tuple)
    if annotation is str or (str in get_args(annotation) and not listed):
        return text
    located = parse_yaml(f"value: {text}", "", Diagnostics())
    value = located.data.get("value") if located and isinstance(located.data, dict) else None
    if value is None:
        raise FileError(f"`{text[:60]}` is not a value that a file can hold")
    return value


def add_element(game: Game, key: str, kind: str) -> Written:
    """Add an element to a layout below the others, or where there is room. Raises FileError."""
    layout = game.layouts.get(key)
    decks = [deck for deck in game.cards_file.decks if key in (deck.layout, deck.back)]
    if layout is None or not decks or kind not in SIZES:
        raise FileError("this layout is no longer in the game; reload the page", 404)
    width, height = decks[0].width, decks[0].height
    high = SIZES[kind]
    wide = high if kind == "icon" else width - 8 * GAP
    top = _room(layout, high, height) if kind in ("text", "icon") else GAP
    item: dict[str, Any] = {"kind": kind, "x": 4 * GAP, "y": round(top, 1), "w": wide, "h": high}
    more: dict[str, Item] = {
        "text": {"text": "Text", "size": 7},
        "icon": {"icon": "star"},
        "box": {"fill": "none", "stroke": "accent"},
        "line": {"stroke": "accent"},
    }
    file = f"layouts/{key}.yaml"
    before, text, mark = text_of(game, file)
    after = mark + added(text, file, ("elements",), item | dict(more[kind])).encode("utf-8")
    return write_all([Change(game.folder / file, before, after)])


def _room(layout: CardLayout, high: float, height: float) -> float:
    """The top of the lowest free strip of a card. Raises FileError if there is none."""
    held = [one for one in layout.elements if one.kind in ("text", "icon", "art", "order")]
    tops = [height - high - 2 * GAP, *(one.y - high - GAP for one in held)]
    for top in sorted(tops, reverse=True):
        if top >= GAP and not any(_meets(one, top, high) for one in held):
            return top
    raise FileError(f"the card has no free strip of {high:g} mm; make another element smaller")


def _meets(element: Element, top: float, high: float) -> bool:
    return element.y < top + high and top < element.y + element.h
