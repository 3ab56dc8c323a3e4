"""Changes how many pieces a set-up places in a space or box."""

from __future__ import annotations

from typing import Any

from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import DataPath
from modgen.model.game import Game
from modgen.serve.design.drawing import data_of, text_of
from modgen.serve.design.written import Change, FileError, Written, write_all
from modgen.serve.design.yaml_edit import Value, edited, removed


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
    changes: dict[DataPath, Value] = dict(_left(data, piece, count - before))
    gone: list[DataPath] = []
    if count and isinstance(held, dict) and held:
        changes["place", place, key] = count
    elif count and isinstance(placed, dict) and placed:
        changes["place", place] = {key: count}
    elif count:
        changes["place",] = {place: {key: count}}
    else:
        gone = [("place", place, key) if held and len(held) > 1 else ("place", place)]
    text = edited(text, file, changes)
    after = mark + removed(text, file, gone).encode("utf-8")
    return write_all([Change(game.folder / file, old, after)])


def _left(data: Any, piece: str, more: int) -> list[tuple[DataPath, Value]]:
    """What remains available, if the set-up says it."""
    available = data.get("available")
    number = available.get(piece) if isinstance(available, dict) else None
    if not isinstance(number, int):
        return []
    if number < more:
        raise FileError(f"only {number} of `{piece}` are available; raise its count first")
    return [(("available", piece), number - more)]
