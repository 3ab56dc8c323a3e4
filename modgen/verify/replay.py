"""Replay a log in the engine and compare the state after every step with our reading."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from modgen.log.piece_changes import HIDDEN
from modgen.log.story import NAMELESS, Story
from modgen.log.table import NOWHERE, Piece, Table
from modgen.log.timeline import read_timeline
from modgen.vassal.module import read_module
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.sequence import SequenceError
from modgen.vassal.traits import Label, Layer, Mask, Mat, Trait
from modgen.verify.engine import TIMEOUT, CannotRunError, run_harness

Point = tuple[str, int, int]
"""A map and a point on it in map pixels."""
Layout = dict[Point, frozenset[tuple[str, ...]]]
"""The stacks and decks at each point: the ids of their pieces, bottom first."""
NOT_LOGGED = re.compile("Old|Clicked|UniqueID$")
"""Properties that the engine keeps with a piece and does not log, or that old saves lack."""


@dataclass
class EngineState:
    """What the engine has after a step."""

    layout: Layout = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    """Names by the ids of pieces."""
    states: dict[str, str] = field(default_factory=dict)
    """The texts of states by the ids of pieces."""
    properties: dict[tuple[str, str], str] = field(default_factory=dict)
    """Global properties by container and name."""
    seats: dict[str, str] = field(default_factory=dict)
    """Sides by the names of players."""
    changes: int = 0
    """The number of changes so far."""


def engine_states(lines: Iterable[str]) -> Iterator[EngineState]:
    """The state after each step, from the lines of the harness; the first is the set-up.

    All of them are the same object, which changes from step to step. Raises CannotRunError when
    the lines end before the engine has finished.
    """
    state = EngineState()
    begun = False
    for kind, *rest in (line.split("\t") for line in lines):
        state.changes += kind != "STEP"
        if kind == "STEP":
            if begun:
                yield state
            begun = True
        elif kind == "POINT" and len(rest) == 4:
            point = rest[0], int(rest[1]), int(rest[2])
            state.layout.pop(point, None)
            if rest[3]:
                piles = rest[3].split(";")
                state.layout[point] = frozenset(tuple(pile.split(",")) for pile in piles)
        elif kind == "PIECE" and len(rest) == 3:
            state.names[rest[0]] = _unescaped(rest[1])
            state.states[rest[0]] = _unescaped(rest[2])
        elif kind == "GONE" and len(rest) == 1:
            del state.names[rest[0]], state.states[rest[0]]
        elif kind == "PROPERTY" and len(rest) == 3:
            container, name, value = map(_unescaped, rest)
            state.properties[container, name] = value
        elif kind == "SEATS":
            texts = [_unescaped(text) for text in rest]
            state.seats = dict(zip(texts[::2], texts[1::2], strict=False))
        elif kind == "DONE" and begun:
            yield state
            return
    raise CannotRunError("the engine stopped before the log ended")


def _unescaped(text: str) -> str:
    ends = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(.)", lambda found: ends[found[1]], text)


def layout_of(table: Table) -> Layout:
    """The layout of a table. A piece that is in no stack is a pile of its own."""
    points: dict[Point, set[tuple[str, ...]]] = defaultdict(set)
    for pile in table.piles.values():
        if pile.contents:
            points[pile.map, pile.x, pile.y].add(pile.contents)
    for piece in table.pieces.values():
        if not piece.pile:
            points[piece.map, piece.x, piece.y].add((piece.id,))
    return {point: frozenset(piles) for point, piles in points.items()}


def _on_maps(layout: Layout) -> Layout:
    """The layout without the points of pieces that are on no map, which mean nothing."""
    kept = {point: piles for point, piles in layout.items() if point[0] != NOWHERE}
    off = [piles for point, piles in layout.items() if point[0] == NOWHERE]
    return kept | {(NOWHERE, 0, 0): frozenset[tuple[str, ...]]().union(*off)} if off else kept


def traits_of(piece: GamePiece, level: Callable[[Layer], int] | None = None) -> object:
    """The states of a piece's traits, its gpid, and the properties of the piece that are logged.

    They are encoded as the newest engine does, because the engine does so with all it has read.
    With `level`, layers that follow a property have the level that it gives: the engine keeps that
    with the piece.
    """
    try:
        traits = [_as_in_engine(trait, level) for trait in piece.traits]
        states = [trait.canonical().texts[1:] for trait in traits]
    except (PieceError, SequenceError):
        return piece.state_text()
    kept = {key: value for key, value in piece.basic.properties if not NOT_LOGGED.match(key)}
    return states, piece.basic.gpid, kept


@lru_cache(maxsize=20_000)
def _fixed_state(type_text: str, state_text: str) -> object:
    return traits_of(GamePiece.read(type_text, state_text))


def _state(story: Story, piece: Piece) -> object:
    if _depends(piece.type):
        return traits_of(piece.game_piece, story.properties.of(piece).level)
    return _fixed_state(piece.type, piece.state)


@lru_cache(maxsize=20_000)
def _depends(type_text: str) -> bool:
    """Whether what a piece of this type shows can follow from something outside its state."""
    traits = GamePiece.read(type_text, "", repair=True).traits
    return any(isinstance(trait, Label) or _follows(trait) for trait in traits)


def _follows(trait: Trait) -> bool:
    return isinstance(trait, Layer) and trait.follow


def _as_in_engine(trait: Trait, level: Callable[[Layer], int] | None) -> Trait:
    if isinstance(trait, Layer):
        shown = level(trait) if level and trait.follow else trait.level
        most = len(trait.images)
        return trait.but(level=max(-most, min(shown, most)))
    if isinstance(trait, Mat):
        # The engine keeps them in no order.
        return trait.but(contents=tuple(sorted(trait.contents)))
    if isinstance(trait, Mask):
        # The engine adds the options of the mask, which say who may peek.
        return trait.but(options="")
    return trait


def differences(module: Path, log: Path, engine: Path, timeout: float = TIMEOUT) -> list[str]:
    """Replay a log in the engine: one sentence for each difference between it and our reading.

    Compared after every step: where each piece is and with which others, the states of its traits,
    its name, and the global properties. A difference that lasts is listed once. Raises
    CannotRunError when the engine cannot replay the log.
    """
    lines, _ = run_harness([module, log], engine, timeout)
    return [
        *(f"the engine complains: {line}" for line in lines if line.startswith("COMPLAINT")),
        *compared(module, log, engine_states(lines)),
    ]


def compared(module: Path, log: Path, states: Iterable[EngineState]) -> Iterator[str]:
    """The differences between the engine's states and our reading of a log."""
    timeline = read_timeline([log])
    opened = read_module(module)
    story = Story(timeline, opened.tree, "", opened.images)
    known: dict[tuple[str, object], tuple[object, object]] = {}
    names: dict[tuple[str, str], str] = {}

    def name_of(piece: Piece) -> str:
        if _depends(piece.type):
            return _engines_name(story.name(piece))
        key = piece.type, piece.state
        if key not in names:
            names[key] = _engines_name(story.name(piece))
        return names[key]

    number = -1
    seen = (0, 0)
    for number, theirs in enumerate(states):
        if number > len(timeline):
            break
        last, seen = seen, (id(theirs), theirs.changes)
        table = timeline.go(number)
        if seen == last and not timeline.moments.changes(number - 1):
            continue
        pieces = table.pieces
        ours = {key: _state(story, piece) for key, piece in pieces.items()}
        engines = {
            key: _fixed_state(pieces[key].type, text) if key in pieces else text
            for key, text in theirs.states.items()
        }
        engines_names = {key: _engines_name(name) for key, name in theirs.names.items()}
        properties = {
            key: theirs.properties[key] for key in table.properties if key in theirs.properties
        }
        pairs: list[tuple[str, Mapping[Any, object], Mapping[Any, object]]] = [
            ("at", _on_maps(layout_of(table)), _on_maps(theirs.layout)),
            ("the name of", {key: name_of(pieces[key]) for key in pieces}, engines_names),
            ("the state of", ours, engines),
            ("the property", table.properties, table.properties | properties),
        ]
        found = dict(_differing(pairs))
        for (what, key), (mine, other) in found.items():
            if known.get((what, key)) != (mine, other):
                yield f"step {number}, {what} {key}: the engine has {other}, we have {mine}"
        known = found
    if number != len(timeline):
        yield f"the engine made {number} steps, the log has {len(timeline)}"


def _engines_name(name: str) -> str:
    """A name without what stands for no name, which is a question mark in the engine."""
    return "" if name in (NAMELESS, HIDDEN) else name.strip("?")


def _differing(
    pairs: Iterable[tuple[str, Mapping[Any, object], Mapping[Any, object]]],
) -> Iterator[tuple[tuple[str, object], tuple[object, object]]]:
    """What differs, with our value and the engine's."""
    for what, ours, theirs in pairs:
        for key in {**ours, **theirs}:
            mine, other = ours.get(key), theirs.get(key)
            if mine != other:
                yield (what, key), (_shown(mine), _shown(other))


def _shown(value: object) -> object:
    if isinstance(value, frozenset):
        return " and ".join(sorted("+".join(pile) for pile in value))
    return "nothing" if value is None else value
