"""Where on the board the act of a finding is: the pieces, where they were, and where they went.

A finding names pieces and places in words. Of what its steps changed, the change that fits these
words best is the act. If none fits, as with a shot, the act is that of the pieces in the places
that the finding names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from modgen.log.table import Piece, Table
from modgen.log.timeline import Moment
from modgen.model.boards import layout
from modgen.model.boards.arrangement import board_of
from modgen.model.game import Game
from modgen.model.types.base import Point
from modgen_rules.engine.record.game_steps import GameStep, read_steps
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState, PieceTracker
from modgen_rules.engine.record.place_lookup import MM
from modgen_rules.engine.reports.findings import Act, Finding, Mark, Role, Spot
from modgen_rules.engine.reports.questions import Moved, question
from modgen_rules.engine.reports.words import Words, words_of

LONGEST = 400
"""How many of the last steps of a finding are searched for its act."""
MOST = 12
"""The most pieces of an act."""
SHORT = 2
"""If a finding has fewer steps and its words name no change, all changes are its act."""
MOST_PLACES = 3
"""The most places of a finding that are marked without a change."""
NUMBER = re.compile(r"-?\d+")


@dataclass
class _Change:
    """What happened to one piece in some steps."""

    first: int
    last: int
    piece: str
    before: PieceState | None
    after: PieceState | None
    start: Spot | None
    end: Spot | None

    @property
    def way(self) -> tuple[str, str]:
        """The places before and after, without sides of cells and levels."""
        return _base(self.before), _base(self.after)

    @property
    def kind(self) -> str:
        """The kind of the piece."""
        state = self.after or self.before
        return state.kind if state else ""

    def then(self, later: _Change) -> _Change:
        """Both changes of a piece as one."""
        return replace(self, last=later.last, after=later.after, end=later.end)


def _base(state: PieceState | None) -> str:
    """A place, without the side of a cell, the level, and the number of a track's cell."""
    return state.where.id.partition(":")[0] if state else ""


@dataclass
class _Search:
    """The search for the act of one finding."""

    finding: Finding
    words: Words

    @cached_property
    def text(self) -> str:
        """What happened, in words."""
        return self.finding.what

    @cached_property
    def said(self) -> tuple[list[set[str]], set[str]]:
        """The places and the kinds of pieces that the finding names."""
        return self.words.said(self.text)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers that the finding names."""
        return frozenset(NUMBER.findall(self.text))

    @cached_property
    def wanted(self) -> set[str]:
        """The places where something should have come, but did not."""
        wanted, seen = (
            {place for ids in self.words.said(text)[0] for place in ids}
            for text in (self.finding.expected, self.finding.observed)
        )
        return wanted - seen

    def _at(self, place: str) -> int | None:
        """The position of a place among those that the finding names."""
        return next((n for n, ids in enumerate(self.said[0]) if place in ids), None)

    def fits(self, change: _Change) -> int:
        """How well a change fits the words of the finding; 0 for not at all."""
        came, went = change.way
        start, end = self._at(came), self._at(went)
        if went in self.wanted and came != went:
            end = None
        kind = 2 * (change.kind in self.said[1])
        if came == went:
            return kind + 2 * (end is not None) + self._counted(change)
        ordered = start is not None and end is not None and start < end
        return kind + 2 * (start is not None) + 2 * (end is not None) + ordered

    def _counted(self, change: _Change) -> int:
        """How well the cells of a track fit the numbers that the finding names."""
        old, new = (
            one.where.id.partition(":")[2] if one else "" for one in (change.before, change.after)
        )
        if not (old and new):
            return 0
        told = f"from {old} to {new}" if old != new else f"stayed at {new}"
        return len({old, new} & self.numbers) + 2 * (told in self.text)

    def best(self, changes: Iterable[_Change]) -> tuple[int, list[_Change]]:
        """The changes that fit best, each piece once, and how well they do."""
        found: dict[str, tuple[int, _Change]] = {}
        for one in changes:
            fit = self.fits(one)
            known = found.get(one.piece)
            if fit and (known is None or fit > known[0]):
                found[one.piece] = fit, one
        most = max((fit for fit, _ in found.values()), default=0)
        return most, [one for fit, one in found.values() if fit == most][:MOST]


@dataclass
class _Standing:
    """The pieces in the places that a finding names, before its steps."""

    fits: int
    marks: tuple[Mark, ...]


def with_acts(log: OpenLog, findings: Sequence[Finding]) -> list[Finding]:
    """The findings, each with its act if the log and its words tell which it is."""
    wanted = [n for n, one in enumerate(findings) if one.where.last and one.verdict != "note"]
    if not wanted:
        return list(findings)
    words = words_of(log.games)
    searches = {n: _Search(findings[n], words) for n in wanted}
    starts = {
        n: max(1, one.where.first, one.where.last - LONGEST) for n, one in enumerate(findings)
    }
    inside = {step for n in wanted for step in range(starts[n], findings[n].where.last + 1)}
    standing: dict[int, _Standing] = {}
    by_start = {
        start: list(them)
        for start, them in groupby(sorted(wanted, key=lambda n: starts[n]), lambda n: starts[n])
    }
    changes: list[_Change] = []
    rolled: set[int] = set()
    aimed: dict[int, list[Mark]] = {}
    old = log.tracker
    tracker = PieceTracker(old.timeline, old.places, old.pieces)
    tracker.begin()
    board = _Board(log.games[0], tracker)
    for n in by_start.get(1, ()):
        standing[n] = board.standing(searches[n])
    last = max(inside)
    for moment, step in read_steps(tracker, log.announcements):
        if moment.number in inside:
            changes += _changed(moment, step)
            if step.rolls or step.typed:
                rolled.add(moment.number)
            aimed[moment.number] = list(board.aims(step, changes))
        for n in by_start.get(moment.number + 1, ()):
            standing[n] = board.standing(searches[n])
        if moment.number >= last:
            break
    found = list(findings)
    for n in wanted:
        span = range(starts[n], findings[n].where.last + 1)
        there = [one for one in changes if one.first in span]
        dice = [step for step in span if step in rolled]
        act, shown = _act(searches[n], there, standing[n], dice)
        if act is not None and not any(mark.role in ("moved", "target") for mark in act.marks):
            aims = [one for step in span if step <= act.after for one in aimed.get(step, ())]
            named = {mark.before and mark.before[:3] for mark in act.marks}
            act = act._replace(marks=(*act.marks, *(a for a in aims[-1:] if a.after not in named)))
        moved = [Moved(one.before, one.after) for one in shown]
        asked = question(board.game, findings[n], moved, dice[-1] if dice else 0)
        found[n] = replace(findings[n], act=act, question=asked)
    return found


def _changed(moment: Moment, step: GameStep) -> Iterator[_Change]:
    """What a step did to the pieces of the game, with the pixels where they were and are."""
    ends: dict[str, list[Piece | None]] = {}
    for collection, key, old, new in moment.changes:
        if collection == "pieces":
            ends.setdefault(key, [old, new])[1] = new
    for number, piece, before, after, _ in step.changes:
        old, new = ends.get(piece, (None, None))
        start, end = _spot(old) if before else None, _spot(new) if after else None
        yield _Change(number, number, piece, before, after, start, end)


def _spot(piece: Piece | None) -> Spot | None:
    return Spot(piece.map, piece.x, piece.y) if piece is not None else None


def _act(
    search: _Search, changes: Sequence[_Change], standing: _Standing, rolled: Sequence[int]
) -> tuple[Act | None, list[_Change]]:
    """The act of a finding, if something on the board shows it, and its changes."""
    fits, best = search.best((*changes, *_whole(changes)))
    where = search.finding.where
    if best and fits >= standing.fits:
        marks = tuple(
            Mark(one.piece, "moved" if one.start != one.end else "changed", one.start, one.end)
            for one in best
        )
        first = min(one.first for one in best)
        return Act(first - 1, max(one.last for one in best), marks), best
    if changes and where.last - where.first < SHORT and not standing.fits:
        marks = tuple(Mark(one.piece, "moved", one.start, one.end) for one in changes[:MOST])
        return Act(changes[0].first - 1, changes[-1].last, marks), list(changes)
    if not standing.marks:
        return None, []
    # The last dice of the steps are those of the act.
    step = rolled[-1] if rolled and standing.fits else 0
    act = Act(step - 1 if step else where.first - 1, step or where.last, standing.marks)
    return act, []


def _whole(changes: Iterable[_Change]) -> Iterator[_Change]:
    """The overall change of each piece that some steps change more than once."""
    first: dict[str, _Change] = {}
    for one in changes:
        if one.piece in first:
            first[one.piece] = whole = first[one.piece].then(one)
            yield whole
        else:
            first[one.piece] = one


class _Board:
    """The pieces on the board at the step of a tracker."""

    def __init__(self, game: Game, tracker: PieceTracker) -> None:
        self.game = game
        self.tracker = tracker

    def standing(self, search: _Search) -> _Standing:
        """The pieces and places that a finding names, as marks."""
        named_places, kinds = search.said
        places = [ids for ids in named_places if ids.isdisjoint(self.game.tracks)]
        table = self.tracker.timeline.table
        here: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for key, state in self.tracker.states.items():
            if state.where.kind == "place":
                here[_base(state)].append((key, state.kind))
        marks: list[Mark] = []
        known = False
        if not any(kind in kinds for ids in places for at in ids for _, kind in here[at]):
            # The finding does not name the place of the piece.
            alike = [key for them in here.values() for key, kind in them if kind in kinds]
            known = 0 < len(alike) <= MOST_PLACES
            for key in alike if known else ():
                spot = _spot(table.pieces.get(key))
                marks.append(Mark(key, "acting", spot, spot))
        for ids in places[:MOST_PLACES]:
            members = [one for at in ids for one in here[at]]
            named = [key for key, kind in members if kind in kinds]
            known = known or bool(named)
            role: Role = "target" if marks else "acting"
            keys = named or [key for key, _ in members]
            spot = _spot(table.pieces.get(keys[-1])) if keys else self._empty(ids, table)
            if spot is not None:
                marks.append(Mark(keys[-1] if keys else "", role, spot, spot))
        fits = (2 if not places else 3) if known else min(len(marks), 1)
        return _Standing(fits, tuple(marks))

    def aims(self, step: GameStep, changes: Sequence[_Change]) -> Iterator[Mark]:
        """The targets of a step: the places that are announced, and where a marker is put."""
        table = self.tracker.timeline.table
        for said in step.said:
            for place in sorted(one for ids in said.spaces.values() for one in ids):
                if at := self._point(place, table):
                    yield Mark("", "target", at, at)
        places = {*self.game.spaces, *self.game.cells}
        for one in changes:
            found = self.game.piece_types.get(one.kind)
            put = one.first == step.number and _base(one.after) in places
            if put and found is not None and found.kind in ("marker", "pawn"):
                yield Mark(one.piece, "target", None, one.end)

    def _empty(self, ids: Iterable[str], table: Table) -> Spot | None:
        """The middle of the first place whose middle is known."""
        return next(filter(None, (self._point(one, table) for one in ids)), None)

    def _point(self, place: str, table: Table) -> Spot | None:
        """The middle of a space, a box or a cell in pixels, if the module's boards are known."""
        corner = getattr(self.tracker.places, "corner", None)
        at = _middle(self.game, place)
        if corner is None or at is None:
            return None
        name, left, top = corner(board_of(self.game, place), table)
        dpi = self.game.info.module.dpi
        return Spot(name, left + round(at[0] / MM * dpi), top + round(at[1] / MM * dpi))


def _middle(game: Game, place: str) -> Point | None:
    """The middle of a space, a box or a cell in millimetres; None for a track."""
    if place in game.spaces:
        return layout.centre(game, game.spaces[place])
    if place in game.boxes:
        return layout.inner_rect(game.boxes[place]).centre
    return game.cells[place][1] if place in game.cells else None
