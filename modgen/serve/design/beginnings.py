"""What a set-up places where: a number of pieces in a place, or all of them as a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from modgen.model.files.binding import SourceMap
from modgen.model.files.column_names import rename_columns
from modgen.model.files.diagnostics import DataPath, Diagnostics, did_you_mean
from modgen.model.files.table_source import read_table
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario
from modgen.serve.design.drawing import data_of, text_of
from modgen.serve.design.written import Change, FileError, Written, write_all
from modgen.serve.design.yaml_edit import Value, edited, parsed, removed

COLUMNS = {
    "place": "The space, box, hex or square in which the pieces begin.",
    "piece": "The pieces, by their id. With another face than the first: `guard/tired`.",
    "count": "How many of them begin there.",
}
"""The columns of a set-up's table, each with what it means."""
NUMBER = re.compile(r"[0-9]{1,6}")
"""Matches a number of pieces."""
MOST = 10_000
"""The most equal pieces in a place."""
Rows = Sequence[Sequence[str]]


def setup_table(game: Game, sources: SourceMap, scenario: Scenario) -> dict[str, Any]:
    """What a set-up places, as the rows of a table; no rows if a table of its own states it."""
    file = sources.position(scenario).file
    held = {} if scenario.laid else _held(parsed(text_of(game, file)[1], file))
    kinds = [one.id for one in game.pieces]
    faces = [f"{one.id}/{face.id}" for one in game.pieces for face in one.faces[1:]]
    return {
        "file": file,
        "rows": [
            [] if scenario.laid else [*COLUMNS],
            *([place, key, str(count)] for (place, key), count in held.items()),
        ],
        "meanings": COLUMNS,
        "choices": {
            "place": [*game.spaces, *game.boxes, *game.cells],
            "piece": sorted(kinds + faces),
        },
    }


def _held(data: Any) -> dict[tuple[str, str], int]:
    """How many pieces the data of a set-up place where."""
    places = data.get("place") if isinstance(data, dict) else None
    return {
        (str(place), str(key)): count
        for place, held in (places.items() if isinstance(places, dict) else ())
        for key, count in (held.items() if isinstance(held, dict) else ())
        if isinstance(count, int)
    }


def lay_pieces(
    game: Game, sources: SourceMap, setup: str, rows: Rows
) -> tuple[Written | None, list[dict[str, Any]]]:
    """Let a set-up place what the rows below the header of its table say, or what is wrong there.

    Rows that are not finished are left out. What the set-up says is available changes too. As with
    other tables, what other facts of the game then contradict is told later. Raises FileError.
    """
    scenario = next((one for one in game.scenarios if one.id == setup), None)
    if scenario is None or scenario.laid:
        raise FileError("the game has changed since; try again", 404)
    file = sources.position(scenario).file
    old, text, mark = text_of(game, file)
    data = parsed(text, file)
    before = _held(data)
    wanted: dict[tuple[str, str], int] = {}
    problems = []
    for line, cells in enumerate(rows, 2):
        place, key, count = (cell.strip() for cell in (*cells, "", "", "")[:3])
        if not (place or key or count):
            continue
        column, message, hint = _wrong(game, wanted, (place, key, count))
        if message:
            warning = not (place, key, count)[column - 1]
            problems.append(_problem(file, (line, column), message, hint, warning))
        else:
            wanted[place, key] = int(count)
    changes = {
        at: wanted.get(at, 0)
        for at in sorted({*before, *wanted})
        if wanted.get(at, 0) != before.get(at, 0)
    }
    more: Counter[str] = Counter()
    for at, number in changes.items():
        more[at[1].partition("/")[0]] += number - before.get(at, 0)
    problems += _too_many(file, rows, data, more)
    if not changes or any(not one["warning"] for one in problems):
        return None, problems
    for (place, key), number in changes.items():
        text = _placed(text, file, place, key, number)
    text = _with_left(text, file, more)
    return write_all([Change(game.folder / file, old, mark + text.encode("utf-8"))]), problems


def _wrong(
    game: Game, wanted: Mapping[tuple[str, str], int], cells: tuple[str, str, str]
) -> tuple[int, str, str]:
    """The column of a row that is wrong, counted from 1, what is wrong, and what to do."""
    place, key, count = cells
    for column, (name, cell) in enumerate(zip(COLUMNS, cells, strict=True), 1):
        if not cell:
            return column, f"`{name}` is empty, so the row is left out", f"fill in the {name}"
    places = [*game.spaces, *game.boxes, *game.cells]
    if place not in places and place.rpartition("/")[0] not in game.cells:
        return 1, f"unknown place `{place[:40]}`", did_you_mean(place, places)
    piece, slash, face = key.partition("/")
    known = game.piece_types.get(piece)
    faces = [one.id for one in known.faces] if known else []
    if known is None or (slash and face not in faces):
        keys = [*game.piece_types, *(f"{piece}/{one}" for one in faces[1:])]
        return 2, f"unknown piece `{key[:40]}`", did_you_mean(key, keys)
    if not (NUMBER.fullmatch(count) and 0 < int(count) <= MOST):
        return 3, f"`{count[:40]}` is not a number of pieces", f"write 1 to {MOST:,}"
    if (place, key) in wanted:
        return 2, f"`{key}` in `{place}` has a row already", "write the sum into one of the two"
    return 0, "", ""


def _too_many(file: str, rows: Rows, data: Any, more: Mapping[str, int]) -> list[dict[str, Any]]:
    """The rows of pieces of which the set-up says that fewer are available."""
    available = data.get("available") if isinstance(data, dict) else None
    found = []
    for piece, number in more.items():
        left = available.get(piece) if isinstance(available, dict) else None
        lines = [
            line
            for line, cells in enumerate(rows, 2)
            if len(cells) > 1 and cells[1].strip().partition("/")[0] == piece
        ]
        if isinstance(left, int) and left < number and lines:
            message = f"only {left} more of `{piece}` are available"
            hint = f"write a higher `count` for `{piece}` in pieces.csv, or place fewer"
            found.append(_problem(file, (lines[-1], 3), message, hint))
    return found


def _problem(
    file: str, at: tuple[int, int], message: str, hint: str, warning: bool = False
) -> dict[str, Any]:
    return {
        "file": file,
        "line": at[0],
        "column": at[1],
        "message": message,
        "hint": hint,
        "warning": warning,
    }


def place_pieces(
    game: Game, sources: SourceMap, setup: str, place: str, pieces: tuple[str, int]
) -> Written | None:
    """Let a set-up place a number of pieces, such as `("band/shown", 2)`, in a space or box.

    What the set-up says is available changes with it. None if it is so already. Raises FileError.
    """
    key, count = pieces
    piece, _, face = key.partition("/")
    scenario = next((one for one in game.scenarios if one.id == setup), None)
    known = game.piece_types.get(piece)
    if scenario is None or place not in {*game.spaces, *game.boxes} or known is None:
        raise FileError("the game has changed since; try again", 404)
    if face and face not in {one.id for one in known.faces}:
        raise FileError(f"`{piece}` has no face `{face[:40]}`")
    file = sources.position(scenario).file
    data = data_of(game, file)
    placed = data.get("place")
    held = placed.get(place) if isinstance(placed, dict) else None
    before = held.get(key, 0) if isinstance(held, dict) else 0
    if count == before:
        return None
    old, text, mark = text_of(game, file)
    text = _with_left(_placed(text, file, place, key, count), file, {piece: count - before})
    return write_all([Change(game.folder / file, old, mark + text.encode("utf-8"))])


def _placed(text: str, file: str, place: str, key: str, count: int) -> str:
    """The text of a set-up with a number of pieces in a place. Raises FileError."""
    placed = parsed(text, file).get("place")
    held = placed.get(place) if isinstance(placed, dict) else None
    if not count:
        whole = not isinstance(held, dict) or len(held) < 2
        return removed(text, file, [("place", place) if whole else ("place", place, key)])
    if isinstance(held, dict) and held:
        return edited(text, file, {("place", place, key): count})
    if isinstance(placed, dict) and placed:
        return edited(text, file, {("place", place): {key: count}})
    return edited(text, file, {("place",): {place: {key: count}}})


def _with_left(text: str, file: str, more: Mapping[str, int]) -> str:
    """The text of a set-up whose places hold more pieces, with what it says is available."""
    data = parsed(text, file)
    left = [one for piece, number in more.items() for one in _left(data, piece, number)]
    return edited(text, file, dict(left))


def counts(folder: Path, name: str = "pieces.csv") -> dict[str, int]:
    """How many pieces there are of each kind, as far as the table says it in numbers."""
    if not (folder / name).is_file():
        return {}
    found = Diagnostics()
    rows = read_table(folder / name, name, found)
    rows = rename_columns(rows, PieceType.model_fields, PieceType.synonyms, found)
    stated = ((row.cells.get("id", ""), row.cells.get("count", "")) for row in rows)
    return {id_: int(count) for id_, count in stated if NUMBER.fullmatch(count)}


def follow_counts(game: Game, sources: SourceMap, more: Mapping[str, int]) -> list[Change]:
    """The set-ups with what they say is available, of pieces of which there are more now."""
    changes = []
    for scenario in game.scenarios:
        file = sources.position(scenario).file
        old, text, mark = text_of(game, file)
        data = parsed(text, file)
        available = data.get("available") if isinstance(data, dict) else None
        held = available if isinstance(available, dict) else {}
        new: dict[DataPath, Value] = {
            ("available", piece): held[piece] + number
            for piece, number in more.items()
            if isinstance(held.get(piece), int) and held[piece] + number >= 0
        }
        if new:
            after = mark + edited(text, file, new).encode("utf-8")
            changes.append(Change(game.folder / file, old, after))
    return changes


def _left(data: Any, piece: str, more: int) -> list[tuple[DataPath, Value]]:
    """What remains available, if the set-up says it."""
    available = data.get("available")
    number = available.get(piece) if isinstance(available, dict) else None
    if not isinstance(number, int):
        return []
    if number < more:
        raise FileError(f"only {number} of `{piece}` are available; raise its count first")
    return [(("available", piece), number - more)]
