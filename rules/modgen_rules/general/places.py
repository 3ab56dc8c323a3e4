"""Where a piece may lie when a turn ends: its kinds of space, open terrain, its box, its track."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from modgen.model.movement.traveller import words_of
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.general.breach import Basis, Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord


def homes(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Pieces that a turn leaves where the data does not let them be.

    A piece that moved on the map by `moves` is judged by the laws of movement.
    """
    found: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        if after is None or after.kind not in case.game.piece_types:
            continue
        if before is not None and (before.place == after.place or _moved(case, before, after)):
            continue
        number = _wrong(case, after.kind, after.face, after.place)
        if number:
            found[number, after.kind, after.place].append(key)
    for (number, kind, place), keys in found.items():
        face = turn.after[keys[0]].face
        earlier = turn.before.get(keys[0])
        source = case.place(earlier.place) if earlier is not None else ""
        told = case.pieces([kind] * len(keys))
        yield Breach(
            number,
            lapse(prices.PUT_ASIDE) if number == "places.box" else turn.gap,
            _basis(case, number, kind, face, place),
            piece=told,
            source=source,
            target=case.place(place),
            keys=tuple(keys),
        )


def _moved(case: Case, before: PieceState, after: PieceState) -> bool:
    """Whether the laws of movement judge a piece."""
    inside = case.on_map(before.place) and case.on_map(after.place)
    return bool(inside and case.movement.rules((after.kind, after.face)))


def _wrong(case: Case, kind: str, face: str, place: str) -> str:
    """The law that a piece in a place breaks; empty for none."""
    game = case.game
    piece = game.piece_types[kind]
    space = game.spaces.get(case.on_map(place))
    if space is not None and piece.goes_to and space.kind not in piece.goes_to:
        return "places.space"
    if _closed(case, kind, face, place) is not None:
        return "places.terrain"
    box = game.boxes.get(place)
    if box is not None and (box.holds or box.takes):
        known = kind in box.holds or kind in box.takes or (kind, place) in case.first_held
        if not known and box.id not in (piece.home, piece.lost_to):
            return "places.box"
    track = place.partition(":")[0]
    if piece.tracks and track in game.tracks and track != piece.tracks:
        return "places.track"
    return ""


def _closed(case: Case, kind: str, face: str, place: str) -> Basis | None:
    """The terrain of a place that is closed to a piece."""
    terrain = case.movement.graph.terrain.get(case.on_map(place))
    words = words_of(case.game.piece_types[kind], face)
    shut = terrain is not None and bool(words & set(terrain.closed_to))
    return (terrain, ("closed_to",)) if terrain is not None and shut else None


def _basis(case: Case, number: str, kind: str, face: str, place: str) -> Basis:
    piece = case.game.piece_types[kind]
    match number:
        case "places.space":
            return piece, ("goes_to",)
        case "places.terrain":
            return _closed(case, kind, face, place) or (piece, ())
        case "places.box":
            return case.game.boxes[place], ("holds",)
    return piece, ("tracks",)
