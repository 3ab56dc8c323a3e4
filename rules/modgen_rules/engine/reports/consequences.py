"""Which findings have one cause.

A finding is of the same act as an earlier one if both are of the same step and name the same
piece or place, if both are of the same clause and show the same pieces on the board, or if both
say the same. So it is if a side breaks a clause with several pieces at once: both findings name the
same places and are of the same steps, or of steps that follow each other. It is a consequence of an
earlier one if it would be right had that act been done as the law says:

- The earlier finding is of one step and illegal, and it is about what that step led to: both name
  the same place, or one names none.
- Its clause is about a position, and in the same turn the earlier finding led to this position:
  they name the same place, and a piece lies where the earlier act put it, if the board shows it.
- Its clause is not about a position, and in the same part of a turn it is about a piece that the
  earlier act put where it lies. In another part, or in one of the next two turns, it moves the
  piece to where it might have gone without the earlier act. Of a piece that came from nowhere it is
  any act in that turn. A finding that names only other kinds of pieces is about something else.
- The rulebook says so: `consequences.csv` names for a clause those whose breach leads to it, and
  whether both must name the same place.

A consequence is never surer than its cause.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from modgen.model.game import Game
from modgen_rules.engine.reports.clauses import ClauseTable, Within
from modgen_rules.engine.reports.findings import RANK, Finding, Mark, Segment
from modgen_rules.engine.reports.words import Words

MOVED = ("moved", "changed")
SOON = 2
"""In how many turns after an act a piece is still known to lie where the act put it."""


HALF = 0.5
"""The share of the pieces of an act that a later one must move to follow from it."""
ADJOINING = 2
"""Of which steps it is said that they follow each other: a line of chat may come between."""


def _turn(title: str) -> str:
    """What a title begins with: `Turn 3`, `Card 12`, `Coup phase 2`."""
    return title.partition(",")[0]


@dataclass
class _Told:
    """A finding with what its words name."""

    finding: Finding
    words: Words
    game: Game
    part: tuple[str, int]
    """The part of a turn in which it is: its title, and its number among those with this title."""

    @cached_property
    def said(self) -> tuple[frozenset[str], frozenset[str]]:
        """The spaces and cells that the finding and its title name, and its kinds of pieces.

        Boxes and tracks are not places here: many are called like something else, such as `Fire`.
        """
        part = self.finding.title.partition(", ")[2]
        places, _ = self.words.said(f"{part}: {self.finding.what}")
        kinds = self.words.said(self.finding.what)[1]  # a title such as `battle in Manila` has none
        named = frozenset(place for ids in places for place in ids)
        return named - self.game.tracks.keys() - self.game.boxes.keys(), frozenset(kinds)

    @cached_property
    def way(self) -> list[set[str]]:
        """The places that the finding names, in its order."""
        return self.words.said(self.finding.what)[0]

    def leads_home(self, later: _Told) -> bool:
        """Whether a later move ends where this one began, or next to it."""
        if not self.way or len(later.way) < 2:
            return False
        if len(self.way) < 2 and " from " not in later.finding.what:
            return False  # the only place may be where the piece was put, and no move is told
        home, end = self.way[0], later.way[1]
        spaces = self.game.spaces
        near = {one for place in home if place in spaces for one in self.game.neighbours(place)}
        return not end.isdisjoint(home | near)

    @property
    def turn(self) -> str:
        """The turn in which it is."""
        return _turn(self.finding.title)

    def meets(self, other: _Told) -> bool:
        """Whether both name the same place or kind of piece."""
        return any(not one.isdisjoint(two) for one, two in zip(self.said, other.said, strict=True))

    def names_others(self, other: _Told) -> bool:
        """Whether both name kinds of pieces, and none in common."""
        ours, theirs = self.said[1], other.said[1]
        return bool(ours and theirs) and ours.isdisjoint(theirs)

    def same_place(self, other: _Told, *, or_none: bool = False) -> bool:
        """Whether both name a common place, or with `or_none` one of them names none."""
        here, there = self.said[0], other.said[0]
        return not here.isdisjoint(there) or (or_none and not (here and there))


@dataclass
class _Cause:
    """A finding with those that have its cause."""

    told: _Told
    alike: list[_Told] = field(default_factory=list)
    therefore: list[_Told] = field(default_factory=list)

    @property
    def whole(self) -> Finding:
        """The finding with all that is listed under it."""
        alike, therefore = (
            tuple(one.finding for one in some) for some in (self.alike, self.therefore)
        )
        return replace(self.told.finding, alike=alike, therefore=therefore)


def by_cause(
    findings: Sequence[Finding],
    segments: Iterable[Segment],
    words: Words,
    game: Game,
    clauses: ClauseTable,
) -> list[Finding]:
    """The findings that are causes, each with those that have its cause, in the given order.

    `segments` are the turns of the log.
    """
    causes: list[_Cause] = []
    begins: dict[str, list[int]] = defaultdict(list)
    for segment in segments:
        begins[segment.title].append(segment.where.first)
    every = [*begins, *(one.title for one in findings)]
    titles = dict.fromkeys(map(_turn, every))
    turns = {title: n for n, title in enumerate(titles)}
    for finding in findings:
        part = sum(first <= finding.where.last for first in begins.get(finding.title, ()))
        told = _Told(finding, words, game, (finding.title, part))
        if finding.verdict == "note" or not _under(told, causes, clauses, turns):
            causes.append(_Cause(told))
    return [one.whole for one in causes]


def _under(
    told: _Told, causes: Sequence[_Cause], clauses: ClauseTable, turns: Mapping[str, int]
) -> bool:
    """List a finding under its cause, if it has one."""
    for cause in reversed(causes):
        first = cause.told.finding
        if first.verdict == "note" or RANK[first.verdict] > RANK[told.finding.verdict]:
            continue
        if any(_same_act(one, told) for one in (cause.told, *cause.alike)):
            cause.alike.append(told)
            return True
        above = (cause.told, *cause.alike, *cause.therefore)
        if any(_follows(one, told, clauses, turns) for one in above):
            cause.therefore.append(told)
            return True
    return False


def _same_act(told: _Told, later: _Told) -> bool:
    """Whether two findings are about one act."""
    one, two = told.finding, later.finding
    if (one.where, one.actor, one.what) == (two.where, two.actor, two.what):
        return True
    if (one.code, one.where, one.actor) == (two.code, two.where, two.actor):
        act, other = one.act, two.act
        if act and other and act[:2] == other[:2]:
            return True
    if one.where == two.where and one.where.first == one.where.last and told.meets(later):
        return True
    return (one.code, one.actor) == (two.code, two.actor) and _together(told, later)


def _together(told: _Told, later: _Told) -> bool:
    """Whether two findings name the same places and are of the same or of adjoining steps."""
    one, two = told.finding.where, later.finding.where
    near = one == two or 0 < two.first - one.last <= ADJOINING
    return near and told.part == later.part and told.said[0] == later.said[0] != frozenset()


def _follows(told: _Told, later: _Told, clauses: ClauseTable, turns: Mapping[str, int]) -> bool:
    """Whether a finding is a consequence of an earlier one."""
    one, two = told.finding, later.finding
    passed = turns[later.turn] - turns[told.turn]
    same = told.part == later.part and told.same_place(later, or_none=True)
    if one.verdict == "illegal" and same and _starts(one, two):
        return True
    led = not passed and told.same_place(later) and not _apart(one, two)
    if led and _is_state(two, clauses) > _is_state(one, clauses):
        return True
    soon = 0 <= passed <= SOON and not _is_state(two, clauses)
    return (soon and _put_there(told, later, passed)) or any(
        rule.of(one.clause) and _within(rule.within, passed, told, later)
        for rule in clauses.consequences.get(two.clause, ())
    )


def _starts(one: Finding, two: Finding) -> bool:
    """Whether a finding is of one step, with which another one begins."""
    return one.where.first == one.where.last == two.where.first


def _apart(one: Finding, two: Finding) -> bool:
    """Whether both findings show pieces, and none lies in the later one where the first put it."""
    if one.act is None or two.act is None:
        return False
    put = {mark.piece: mark.after for mark in _moved(one.act.marks)}
    lies = {mark.piece: mark.after or mark.before for mark in two.act.marks if mark.piece}
    shared = (lies[piece] == spot for piece, spot in put.items() if piece in lies)
    return bool(put and lies) and not any(shared)


def _is_state(finding: Finding, clauses: ClauseTable) -> bool:
    clause = clauses.by_number.get(finding.clause)
    return clause is not None and clause.state


def _within(within: Within, turns: int, told: _Told, later: _Told) -> bool:
    """Whether a consequence, so many turns later, lies where the table of consequences says."""
    one, two = told.finding, later.finding
    match within:
        case "side":
            return one.actor == two.actor
        case "game":
            return one.actor == two.actor and told.same_place(later)
        case "anywhere":
            return told.part == later.part
        case "part":
            return told.part == later.part and told.same_place(later, or_none=True)
        case "turn":
            return not turns and told.same_place(later, or_none=True)
        case "next":
            return 0 <= turns <= 1 and told.same_place(later, or_none=True)


def _put_there(told: _Told, later: _Told, turns: int) -> bool:
    """Whether a later act is of a piece that lies where an earlier one put it.

    In another part of a turn, and in another turn, the act must bring the piece to where it might
    have gone without the earlier one: to the place from which that took it, or to one next to it.
    Nor may the findings name different kinds of pieces, or the later act be of a few of them in the
    same turn: the earlier one may have been right for these.
    """
    act, other = told.finding.act, later.finding.act
    if act is None or other is None or other.before < act.after - 1:
        return False
    same = told.part == later.part
    if not same and told.names_others(later):
        return False
    came = not turns and len(told.way) < 2  # from nowhere, so that all that it does is wrong
    if not (same or came or told.leads_home(later)):
        return False
    after = {mark.piece: mark.after for mark in _moved(act.marks) if mark.after is not None}
    marks = other.marks if same else _moved(other.marks)
    moved = sum(after.get(mark.piece) == mark.before for mark in marks if mark.before)
    few = 0 if same or came or turns else HALF * len(after)
    return moved > 0 and moved >= few


def _moved(marks: Iterable[Mark]) -> Iterable[Mark]:
    return (mark for mark in marks if mark.role in MOVED and mark.piece)
