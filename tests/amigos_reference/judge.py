"""A judge of logs of the module: what this reading of the rules finds wrong in a tidy record.

It looks at the pieces at the edges of the phases and at the tracks, and asks only what those can
show. It is for games that others play, which must not break what it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.record.piece_states import PieceState
from tests.amigos_reference.country import COASTAL, LUZON, NAMES, NEXT, VISAYAS, distance
from tests.amigos_reference.forces import (
    FIL_STEPS,
    MONSOON,
    STEPPED,
    TOP,
    US_STEPS,
    operations,
    will_points,
)

Pieces = Mapping[str, PieceState]
GUERRILLAS = ("guerrilla", "fagen")


class Fault(NamedTuple):
    """A breach: turn, phase, clause, words."""

    turn: int
    phase: str
    clause: str
    words: str


class Span(NamedTuple):
    """A phase of a turn, the pieces before and after it, and its dice by button."""

    turn: int
    phase: str
    before: Pieces
    after: Pieces
    dice: frozenset[str]
    boxes: list[tuple[str, int]]
    """The moves of the markers of Political Will and Victory Points, in order."""


class Board:
    """Steps by area and kind."""

    def __init__(self, pieces: Pieces) -> None:
        self.count: dict[tuple[str, str], int] = {}
        self.units: dict[tuple[str, str], int] = {}
        for state in pieces.values():
            key = state.place, state.kind
            steps = int(state.kind == "fagen")
            if state.kind in STEPPED:
                steps = 2 if state.face == "two" else 1
            self.count[key] = self.count.get(key, 0) + steps
            self.units[key] = self.units.get(key, 0) + 1

    def steps(self, place: str, kinds: Sequence[str]) -> int:
        """Steps of some kinds in a place."""
        return sum(self.count.get((place, kind), 0) for kind in kinds)

    def us(self, place: str) -> int:
        """US steps."""
        return self.steps(place, US_STEPS)

    def us_controls(self, place: str) -> bool:
        """1.1.2."""
        regular, guerrilla = self.steps(place, ("regular",)), self.steps(place, GUERRILLAS)
        return self.us(place) > max(guerrilla, regular + guerrilla - 1, 0)


LEVEL = re.compile(r"(?:\||-1;)(\d+)")
"""The numbers of the turn tracker's levels, the phase last."""


def spans(games: Sequence[Game], path: Path) -> Iterator[Span]:
    """The phases of a log, by the turn tracker."""
    log = open_log(games, read_timeline([path]), {"turn_marker"})
    phases = list(games[0].phases)
    pieces = dict(log.start)
    before: Pieces = dict(pieces)
    dice: set[str] = set()
    boxes: list[tuple[str, int]] = []
    phase = now = ""
    for step in log.steps():
        states = log.timeline.go(step.number).turns.values()
        now = next((state for state in states), now)
        levels = LEVEL.findall(now)
        new = phases[int(levels[-1])] if levels else ""
        if new != phase:
            yield Span(_turn(before), phase, before, dict(pieces), frozenset(dice), boxes)
            before, phase, dice, boxes = dict(pieces), new, set(), []
        for change in step.changes:
            if change.after is not None:
                pieces[change.piece] = change.after
                track, _, box = change.after.place.partition(":")
                if track in {"political_will", "victory_points"}:
                    boxes.append((track, int(box)))
        dice |= {roll.what for roll in step.rolls}
    yield Span(_turn(before), phase, before, dict(pieces), frozenset(dice), boxes)


def _turn(pieces: Pieces) -> int:
    return _box(pieces, "turn_marker")


def _box(pieces: Pieces, kind: str) -> int:
    marker = next(one for one in pieces.values() if one.kind == kind)
    return int(marker.place.partition(":")[2])


def judge(games: Sequence[Game], path: Path) -> list[Fault]:
    """Every breach that the positions at the edges of the phases show."""
    return [
        Fault(span.turn, span.phase, clause, words)
        for span in spans(games, path)
        for clause, words in LAWS.get(span.phase, lambda _: iter(()))(span)
    ]


Breaches = Iterator[tuple[str, str]]


def _moved(span: Span, kinds: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Kind, start and end of pieces that went from area to area."""
    for key, before in span.before.items():
        after = span.after.get(key)
        if after is None or before.kind not in kinds or before.place == after.place:
            continue
        if before.place in NAMES and after.place in NAMES:
            yield before.kind, before.place, after.place


PROVOKED = 2
"""Forces that Grayson and Charge may make march besides (Filipino stand-up chits 1 and 2)."""


def _ground(span: Span) -> Breaches:
    """3.2, 8.1, 13.0: marches of the US, unless a chit made them fight at once."""
    moves = list(_moved(span, US_STEPS))
    if any("fire" in what for what in span.dice):
        return
    reach = 1 if span.turn in MONSOON else 2
    for kind, start, end in moves:
        if distance(start, end) > reach:
            clause = "13.0.a" if reach == 1 else "8.1.a"
            yield clause, f"{kind} went from {start} to {end}"
    if len({start for _, start, _ in moves}) > operations(span.turn) + PROVOKED:
        yield "3.2.a", "operations from too many areas"
    if span.turn == 4 and moves:
        yield "13.0.c", "US units moved on turn 4"


def _landing(span: Span) -> Breaches:
    """8.2.3, 8.3, 13.0."""
    moves = list(_moved(span, US_STEPS))
    ends = {(start, end) for _, start, end in moves}
    if ends and span.turn in MONSOON:
        yield "8.2.3.e", "a landing in Monsoon"
    if len(ends) > 1:
        yield "3.2.b", "two landings"
    for start, end in ends:
        if "manila" not in {start, end} or not {start, end} <= COASTAL:
            yield "8.2.3.a", f"a landing from {start} in {end}"
    board = Board(span.after)
    for place in NAMES:
        if place != "manila" and board.us(place) > 10:
            yield "8.3.a", f"{board.us(place)} US steps in {place}"


def _sites(span: Span) -> Breaches:
    """11.0."""
    board = Board(span.before)
    new = [
        after.place
        for key, after in span.after.items()
        if after.kind == "poa" and after.place in NAMES and span.before[key].place not in NAMES
    ]
    if len(new) > 2:
        yield "11.0.a", f"{len(new)} POA sites"
    if new and (span.turn in MONSOON or (span.turn == 1 and "manila" in new)):
        yield "11.0.c", f"POA sites in {new}"
    if new and _box(span.before, "political_will_marker") < 1:
        yield "11.0.a", "POA sites without Political Will"
    for place in new:
        if board.us(place) < 5:
            yield "11.0.b", f"a POA site in {place} with {board.us(place)} US steps"


def _rebels(span: Span) -> Breaches:
    """8.1, 8.2.2, 8.3."""
    if any("fire" in what for what in span.dice):
        return
    reach = 1 if span.turn in MONSOON else 2
    sailed: dict[str, int] = {}
    for kind, start, end in _moved(span, FIL_STEPS):
        if distance(start, end) > reach:
            if not {start, end} <= COASTAL or reach == 1:
                yield "8.1.a", f"{kind} went from {start} to {end}"
            sailed[kind] = sailed.get(kind, 0) + 1
    if sum(sailed.values()) > 2:
        yield "8.2.2.a", f"{sailed} went by sea"
    board = Board(span.after)
    for place in NAMES:
        regular, others = board.steps(place, ("regular",)), board.steps(place, GUERRILLAS)
        guns = board.units.get((place, "fil_artillery"), 0)
        if regular > 10 or others > 5 or guns > 1:
            yield "8.3.b", f"{regular} Regular, {others} Guerrilla steps, {guns} guns in {place}"


def _unfought(span: Span) -> Breaches:
    """10.1."""
    board = Board(span.after)
    for place in NAMES:
        if board.us(place) and board.steps(place, ("regular",)):
            yield "10.1.b", f"US units and Regulars in {place} after combat"


def _supply(span: Span) -> Breaches:
    """15: an area that the US does not control itself may count either way."""
    before, after = Board(span.before), Board(span.after)
    for place in NAMES:
        lost = before.us(place) - after.us(place)
        if not before.us(place):
            continue
        fed = place in VISAYAS or place in COASTAL or _joined(before, place)
        if (lost and fed and before.us_controls(place)) or lost > 1:
            yield "15.1.b", f"{place} lost {lost} steps"
        if not lost and not fed:
            yield "15.2.a", f"{place} lost nothing"


def _joined(board: Board, place: str) -> bool:
    seen, ring = {place}, [place]
    while ring:
        for there in NEXT[ring.pop()] & LUZON:
            if there == "manila":
                return True
            if there not in seen and board.us_controls(there):
                seen.add(there)
                ring.append(there)
    return False


def _scores(span: Span) -> Breaches:
    """17.1: the value of the Political Will box, then 0."""
    will, points = (_box(span.before, "political_will_marker"), _box(span.before, "victory_marker"))
    worth = will_points(will) * (1 if will > 0 else -1)
    right = max(-TOP, min(TOP, points + worth))
    first = next((box for track, box in span.boxes if track == "victory_points"), points)
    if worth and first != right:
        yield "17.1.b", f"Victory Points went from {points} to {first} with Will at {will}"
    if _box(span.after, "political_will_marker"):
        yield "1.1.1.b", "Political Will was not set to 0"


LAWS = {
    "us_ground": _ground,
    "us_amphibious": _landing,
    "us_poa": _sites,
    "filipino_movement": _rebels,
    "filipino_combat": _unfought,
    "supply": _supply,
    "scoring": _scores,
}
