"""What the record of a round says against a turn: markers, announcements, seats, seams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Generic

from modgen_rules.engine.reading.acts import Act, RoundLog, S
from modgen_rules.engine.reading.habits import MARKERS, UNKNOWN, Habits, price_here
from modgen_rules.engine.reading.prices import (
    AHEAD,
    FOREIGN,
    MOST_EVIDENCE,
    OTHER_SEAT,
    OUTSIDE,
    PASSED,
    PER_ACT,
    RESIDUE,
    SAID_ELSEWHERE,
    SEAMLESS,
    SILENT,
    UNMARKED,
)
from modgen_rules.engine.reading.rules import Rules
from modgen_rules.engine.reading.sequence import NONE, PASS
from modgen_rules.engine.reading.turns import R, T

MOST_CUTS = 44
MOST_AWAY = 10
"""How many acts away a marker is at most for its price."""
Rests = dict[tuple[str, ...], dict[int, float]]
Seats = Mapping[str, Mapping[str, float]]
"""For each actor and side what it costs that this side's player does an act of its turn."""


def seat_prices(logs: Iterable[RoundLog[S]], actors: Sequence[str]) -> Seats:
    """Who plays whom, by who did what belongs to an actor at first sight.

    A player may act for another actor, or for all: then the seat says nothing.
    """
    done: dict[str, Counter[str]] = {who: Counter() for who in actors}
    for log in logs:
        for act in log.acts:
            if act.likely and act.side:
                done[act.likely][act.side] += 1
    prices = {}
    for who, sides in done.items():
        most = max(sides.values(), default=0)
        prices[who] = {
            side: price_here(OTHER_SEAT, sides[side], most) if sides[side] < most else 0.0
            for side in actors
        }
    return prices


@dataclass
class Evidence(Generic[S, T, R]):
    """What the acts of a round say. `style` is "first" where markers move before the pieces."""

    rules: Rules[S, T, R]
    log: RoundLog[S]
    style: str
    seats: Seats
    kept: bool
    habits: Habits = UNKNOWN

    def __post_init__(self) -> None:
        self.mark: dict[str, int] = {}
        self.said: dict[str, int] = {}
        self._word: dict[str, int] = {}
        log = self.log
        for n, act in enumerate(log.acts):
            for who in act.marks:
                self.mark[who] = n
            for who in act.said:
                if who not in self.said:
                    self._word[who] = self._pawns_before(n)
                self.said.setdefault(who, n)
        self.together = self._marks_together()
        self._least: dict[tuple[str, int, int], float] = {}
        self._otherwise: dict[tuple[str, str], float] = {}

    @cached_property
    def options(self) -> Mapping[str, str | None]:
        """The option that each actor announced."""
        return {who: self.rules.announced_option(self.log, who) for who in self.said}

    @cached_property
    def cuts(self) -> Sequence[int]:
        """Where a turn may end."""
        return _candidates(self.log)

    @cached_property
    def turning(self) -> set[int]:
        """Where the changes begin to belong to another actor at first sight."""
        return turning_points(self.log.acts)

    @cached_property
    def _placed(self) -> list[int]:
        return list(accumulate((bool(one.places) for one in self.log.acts), initial=0))

    @cached_property
    def _against(self) -> Mapping[str, list[float]]:
        return {who: list(accumulate(self._each(who), initial=0.0)) for who in self.rules.actors}

    @cached_property
    def _seams(self) -> list[float]:
        return [self._seam(n) for n in range(len(self.log) + 1)]

    def _pawns_before(self, said: int) -> int:
        """Where the announcement at an act begins: with the pawns that were set for it."""
        acts = self.log.acts
        while (
            said
            and acts[said - 1].pawns
            and not (acts[said - 1].moves or acts[said - 1].marks or acts[said - 1].said)
        ):
            said -= 1
        return said

    def _marks_together(self) -> bool:
        """Whether all markers moved before all pieces or after them: no turn's end is shown."""
        moves = self.log.moves
        if len(self.mark) < 2:
            return False
        first, last = min(self.mark.values()), max(self.mark.values())
        return moves[first] == moves[last + 1] and moves[first] in (0, moves[-1])

    def _each(self, actor: str) -> Iterator[float]:
        for act in self.log.acts:
            cost = 0.0
            if act.moves:
                cost += self.seats.get(actor, {}).get(act.side, 0.0)
                cost += FOREIGN if act.owners and actor not in act.owners else 0.0
            yield cost

    def _seam(self, at: int) -> float:
        """What it costs that one turn ends and another begins before an act."""
        acts = self.log.acts
        if not 0 < at < len(acts) or self.log.moves[at] in (0, self.log.moves[-1]):
            return 0.0
        before, after = acts[at - 1], acts[at]
        shown = after.settled or after.said or after.marks or before.marks or after.pawns
        if shown or (before.side and after.side and before.side != after.side):
            return 0.0
        return SEAMLESS * (2 if before.adds.places & after.adds.places else 1)

    def deviation(self, actor: str, first: int, last: int, option: str) -> float:
        """What the record says against a turn of an actor from act `first` up to `last`."""
        cost = self._seams[last]
        if actor not in self.mark:
            # What was straight put into the Ineligible box has a box, but no act of its own.
            unmarked = OUTSIDE if self.log.play.boxes.get(actor) else UNMARKED
            cost += unmarked if self.kept and option != NONE else 0.0
        else:
            cost += self.habits.marker * self.misplaced(actor, first, last)
            cost += self._after_pass(actor, first, last, option)
        said = self.said.get(actor)
        if said is not None and not first <= said < last:
            cost += SAID_ELSEWHERE * self.habits.word
        elif self.habits.ahead and self.ahead(actor, first):
            cost += self.habits.ahead * (AHEAD + PER_ACT * self.ahead(actor, first))
        return cost + self.against(actor, first, last)

    def otherwise(self, actor: str, option: str) -> float:
        """What an actor's announcements say at least against each turn of an option."""
        key = (actor, option)
        if key not in self._otherwise:
            self._otherwise[key] = self.rules.said_against(self.log, actor, option)
        return self._otherwise[key]

    def misplaced(self, actor: str, first: int, last: int) -> float:
        """What an actor's marker, which was moved in this round, says against a turn."""
        name, away = self.departure(actor, first, last)
        return MARKERS[name] + PER_ACT * min(away, MOST_AWAY) if name else 0.0

    def departure(self, actor: str, first: int, last: int) -> tuple[str, int]:
        """How an actor's marker departs from a turn, by the name of the price, and by how much.

        The name is empty if it does not, and where markers show only who acted.
        """
        moves = self.log.moves
        at = self.mark[actor]
        if self.together:
            return "", 0
        if not first <= at < last:
            away = moves[first] - moves[at + 1] if at < first else moves[at] - moves[last]
            return "OUTSIDE", away
        before = moves[at] - moves[first]
        after = moves[last] - moves[at + 1]
        if self.style == "first":
            before, after = after, before
        if after and not before:
            return "EARLY", 0
        return ("LATE_LEFTOVER", after) if after else ("", 0)

    def _after_pass(self, actor: str, first: int, last: int, option: str) -> float:
        at = self.mark[actor]
        if option != PASS or self.style != "last" or self.together or not first <= at < last:
            return 0.0
        return PASSED * (self._placed[last] - self._placed[at + 1])

    def ahead(self, actor: str, first: int) -> int:
        """How much was done from an act on before the actor announced its turn."""
        said = self.said.get(actor)
        if said is None or said < first:
            return 0
        return max(0, self.log.moves[self._word[actor]] - self.log.moves[first])

    def against(self, actor: str, first: int, last: int) -> float:
        """What seats and owners of pieces say against an actor for some acts."""
        sums = self._against[actor]
        return min(sums[last] - sums[first], MOST_EVIDENCE)

    def natural(self, actor: str, last: int) -> bool:
        """Whether a turn ends with its marker, with the round, or where somebody else begins."""
        log, at = self.log, self.mark.get(actor)
        if last == len(log) or last in self.turning or (at is not None and last == at + 1):
            return True
        return bool(log.acts[last].said or log.acts[last].marks)

    # --- a lower bound of what the rest of a round costs ---------------------------------------

    def least(self, actor: str, first: int, last: int) -> float:
        """What an actor's turn of these acts costs at least, whatever it did."""
        key = (actor, first, last)
        found = self._least.get(key)
        if found is None:
            found = self._least[key] = self._least_of(actor, first, last)
        return found

    def _least_of(self, actor: str, first: int, last: int) -> float:
        log = self.log
        boxes = (log.play.boxes.get(actor, ""), log.play.first_boxes.get(actor, ""))
        options = {one for box in boxes for one in self.rules.options(box)}
        still = log.moves[first] == log.moves[last]
        best = float("inf")
        if NONE in options and still:
            best = SILENT + self.deviation(actor, first, last, NONE)
        if options - {NONE}:
            cost = self.deviation(actor, first, last, "")
            if self.rules.boundless not in options:
                number = self.rules.foreign(actor, log.states[first], log.states[last])
                cost += RESIDUE * number
            best = min(best, cost)
        return best

    def rests(self, orders: Iterable[tuple[str, ...]], unfinished: float) -> Rests:
        """What the turns of some actors, who are the last, cost at least from each cut on.

        `unfinished` is the least price of a turn that the log breaks off.
        """
        log, cuts = self.log, self.cuts
        done = {at: log.moves[at] == log.moves[len(log)] for at in cuts}
        found: Rests = {(): {at: 0.0 if done[at] else float("inf") for at in cuts}}
        for actors in orders:
            for first in reversed(range(len(actors))):
                rest = actors[first:]
                if rest in found:
                    continue
                open_end = log.play.last and not any(who in log.play.boxes for who in rest)
                after, table = found[rest[1:]], found.setdefault(rest, {})
                for n, at in enumerate(cuts):
                    best = (0.0 if done[at] else unfinished) if open_end else float("inf")
                    for to in cuts[n:]:
                        if after[to] < best:
                            best = min(best, self.least(rest[0], at, to) + after[to])
                    table[at] = best
        return found


def _candidates(log: RoundLog[S]) -> list[int]:
    """Where a turn may end: where something changes that tells actors apart."""
    found = {0, len(log)}
    plain: set[int] = set()
    previous = None
    for n, act in enumerate(log.acts):
        if act.marks:
            found |= {n, n + 1}
        if act.said or act.pawns or (act.rolls and n and not log.acts[n - 1].rolls):
            found.add(n)
        if act.moves:
            if previous is not None:
                told = (act.side, act.kind, act.places) != (
                    previous.side,
                    previous.kind,
                    previous.adds.places,
                )
                if act.side != previous.side or act.owners != previous.owners:
                    found.add(n)
                elif told:
                    plain.add(n)
            previous = act
    if len(found) + len(plain) <= MOST_CUTS:
        found |= plain
    return sorted(found)


def turning_points(acts: Iterable[Act[S]]) -> set[int]:
    """Where the changes begin to belong to another actor at first sight."""
    found = set()
    previous = ""
    for n, act in enumerate(acts):
        if act.likely:
            if previous and act.likely != previous:
                found.add(n)
            previous = act.likely
    return found
