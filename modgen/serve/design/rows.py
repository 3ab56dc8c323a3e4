"""The rows of a part: its fields, each with its place in the files, and the lines themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.text import leads_out, read_text
from modgen.model.game import Game
from modgen.model.types.base import Part

MAX_LINES = 60
"""The most lines of a file that are shown."""
CONTEXT = 400
"""Longer values are shortened."""
NUMBER = re.compile(r"[0-9]{1,9}")
"""The number of a label or an element of a layout, counted from 0."""


def part_of(game: Game, key: str) -> Part | None:
    """The part of a key such as `card/12`, `piece/troops/active` or `space/cebu`."""
    kind, _, rest = key.partition("/")
    if kind in ("label", "element"):
        return _member(game, kind, rest)
    id_ = rest.partition("/")[0] if kind in ("piece", "back", "state") else rest
    lists: dict[str, Any] = {
        "side": game.sides,
        "space": game.spaces,
        "box": game.boxes,
        "track": game.tracks,
        "grid": game.grids,
        "board": game.boards,
        "piece": game.piece_types,
        "back": game.piece_types,
        "card": game.card,
        "deck": game.decks,
        "state": game.states,
        "layout": game.layouts,
        "chart": {chart.id: chart for chart in game.charts},
        "setup": {scenario.id: scenario for scenario in game.scenarios},
        "edge": {str(number): edge for number, edge in enumerate(game.map.edges)},
    }
    part: Part | None = lists.get(kind, {}).get(id_)
    return part


def _member(game: Game, kind: str, rest: str) -> Part | None:
    """A label of a board or an element of a layout, such as `fortune/1`, counted from 0."""
    owner, _, number = rest.rpartition("/")
    lists: dict[str, list[Any]] = {}
    if kind == "label":
        lists = {key: board.labels for key, board in game.boards.items()}
    else:
        lists = {key: layout.elements for key, layout in game.layouts.items()}
    members = lists.get(owner, [])
    at = int(number) if NUMBER.fullmatch(number) else len(members)
    return members[at] if at < len(members) else None


def rows(game: Game, sources: SourceMap, key: str) -> dict[str, Any] | None:
    """The rows of a part of the game in its first language; None if there is no such part."""
    part = part_of(game, key)
    if part is None:
        return None
    at = sources.position(part)
    fields = []
    last = at.line
    for name in part.model_fields_set:
        value = getattr(part, name)
        place = sources.position(part, (name,))
        fields.append((place.line, place.column, name, _shown(value)))
        last = max(last, place.line)
    fields.sort()
    return {
        "key": key,
        "file": at.file,
        "line": at.line,
        "fields": [
            {"name": name, "value": value, "line": line, "column": column}
            for line, column, name, value in fields
        ],
        "lines": _lines(game.folder, at.file, at.line, last),
        "edges": _edges(game, sources, key),
    }


def _edges(game: Game, sources: SourceMap, key: str) -> list[dict[str, Any]]:
    """The edges of a space, each with its line."""
    kind, _, id_ = key.partition("/")
    if kind != "space":
        return []
    return [
        {
            "key": f"edge/{number}",
            "between": list(edge.between),
            "kind": edge.kind,
            "line": sources.position(edge).line,
        }
        for number, edge in enumerate(game.map.edges)
        if id_ in edge.between
    ]


def _shown(value: object) -> str:
    """A value as a short text."""
    if isinstance(value, Part):
        value = value.model_dump(mode="json", exclude_unset=True)
    elif isinstance(value, list | tuple):
        value = [
            one.model_dump(mode="json", exclude_unset=True) if isinstance(one, Part) else one
            for one in value
        ]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= CONTEXT else f"{text[: CONTEXT - 1]}…"


def _lines(folder: Path, file: str, first: int, last: int) -> list[list[Any]]:
    """Lines of a text file, with their numbers; a table's first line too."""
    path = folder / file
    if path.suffix not in (".csv", ".yaml") or not path.is_file() or leads_out(path, folder):
        return []
    text = read_text(path, file, Diagnostics())
    if text is None:
        return []
    lines = text.splitlines()
    wanted = range(first, min(last, first + MAX_LINES - 1, len(lines)) + 1)
    numbers = [*([1] if path.suffix == ".csv" and first > 1 else []), *wanted]
    return [[number, lines[number - 1][:CONTEXT]] for number in numbers if number <= len(lines)]
