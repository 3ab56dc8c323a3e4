"""What the record of a card says against a turn: cylinders, announcements, seats, seams (2.3)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from modgen_rules.people_power.card_events import CardEvent, CardLog, announced
from modgen_rules.people_power.out_of_reach import out_of_reach
from modgen_rules.people_power.sequence import EVENT, NONE, classes_of
from modgen_rules.people_power.spaces import RESIDUE
from modgen_rules.people_power.state import FACTIONS
from modgen_rules.people_power.turn import PASS

LATE_LEFTOVER, EARLY, OUTSIDE, UNMARKED = 0.45, 0.35, 0.7, 1.0
"""Departures of a cylinder: among the pieces, before them, beside its turn, never moved."""
PER_EVENT = 0.05
PASSED = 1.0
"""What each change of a space costs after the cylinder of a Faction that passed."""
SAID_ELSEWHERE = 0.6
OTHER_SEAT, FOREIGN, MOST_EVIDENCE = 0.4, 0.12, 1.6
"""What an event costs that another player did, or with other Factions' pieces; the most."""
SEAMLESS = 0.15
"""What it costs that a turn ends where nothing shows an end, and again in the midst of a space."""
SILENT = 1.0
"""What it costs that a Faction did nothing, where cylinders are not kept."""
LEAST_FOREIGN = 3.0
"""What a turn costs at least in which something changed that its Faction never changes."""
AHEAD = 0.35
"""What it costs at least that something was done before the Faction's own announcement."""
STRICTEST = 3.5
"""By how much more a departure counts in a log whose players never depart so."""
MOST_CUTS = 44
Seats = Mapping[str, Mapping[str, float]]
"""For each Faction and side what it costs that this side's player does an event of its turn."""


class Habits(NamedTuple):
    """How much more departures of the record count than in a log that is not known."""

    cylinder: float = 1.0
    """A cylinder that is not moved at its turn's end (or beginning)."""
    word: float = 1.0
    """An announcement outside its turn."""
    ahead: float = 0.0
    """Something done before the Faction's own announcement."""
    order: float = 1.0
    """Events that belong to another turn than the one in which they stand."""


UNKNOWN = Habits()
"""Nothing is known of how the players keep the record."""


def strictness(number: int, departures: int, least: float = 1.0) -> float:
    """What a departure counts that was seen some times in a number of chances."""
    return min(STRICTEST, max(least, math.log((number + 2) / (departures + 1))))


def seat_prices(logs: Iterable[CardLog]) -> Seats:
    """Who plays whom, by who did what belongs to a Faction at first sight.

    A player may act for another Faction, or for all: then the seat says nothing.
    """
    done: dict[str, Counter[str]] = {who: Counter() for who in FACTIONS}
    for log in logs:
        for event in log.events:
            if event.likely and event.side:
                done[event.likely][event.side] += 1
    prices = {}
    for who, sides in done.items():
        most = max(sides.values(), default=0)
        shares = {side: sides[side] / most if most else 1.0 for side in FACTIONS}
        prices[who] = {side: OTHER_SEAT * (1 - share) for side, share in shares.items()}
    return prices


@dataclass
class Evidence:
    """What the events of a card say. `style` is "first" where cylinders move before the pieces."""

    log: CardLog
    style: str
    seats: Seats
    kept: bool
    habits: Habits = UNKNOWN

    def __post_init__(self) -> None:
        self.mark: dict[str, int] = {}
        self.said: dict[str, int] = {}
        self._word: dict[str, int] = {}
        self.options: dict[str, str | None] = {}
        log = self.log
        for n, event in enumerate(log.events):
            for who in event.marks:
                self.mark[who] = n
            for who in event.said:
                if who not in self.said:
                    self._word[who] = self._pawns_before(n)
                self.said.setdefault(who, n)
                said = announced(log.index, log.play, who, log.play.end)
                self.options[who] = said.option if said else None
        self.cuts = _candidates(log)
        self.turning = turning_points(log.events)
        self._placed = list(accumulate((bool(one.adds.places) for one in log.events), initial=0))
        self.together = self._marks_together()
        self._against = {who: list(accumulate(self._each(who), initial=0.0)) for who in FACTIONS}
        self._seams = [self._seam(n) for n in range(len(log) + 1)]
        self._least: dict[tuple[str, int, int], float] = {}

    def _pawns_before(self, said: int) -> int:
        """Where the announcement at an event begins: with the pawns that were set for it."""
        events = self.log.events
        while (
            said
            and events[said - 1].pawns
            and not (events[said - 1].moves or events[said - 1].marks or events[said - 1].said)
        ):
            said -= 1
        return said

    def _marks_together(self) -> bool:
        """Whether all cylinders moved before all pieces or after them: no turn's end is shown."""
        moves = self.log.moves
        if len(self.mark) < 2:
            return False
        first, last = min(self.mark.values()), max(self.mark.values())
        return moves[first] == moves[last + 1] and moves[first] in (0, moves[-1])

    def _each(self, faction: str) -> Iterator[float]:
        for event in self.log.events:
            cost = 0.0
            if event.moves:
                cost += self.seats.get(faction, {}).get(event.side, 0.0)
                cost += FOREIGN if event.owners and faction not in event.owners else 0.0
            yield cost

    def _seam(self, at: int) -> float:
        """What it costs that one turn ends and another begins before an event."""
        events = self.log.events
        if not 0 < at < len(events) or self.log.moves[at] in (0, self.log.moves[-1]):
            return 0.0
        before, after = events[at - 1], events[at]
        shown = after.settled or after.said or after.marks or before.marks or after.pawns
        if shown or (before.side and after.side and before.side != after.side):
            return 0.0
        return SEAMLESS * (2 if before.adds.places & after.adds.places else 1)

    def deviation(self, faction: str, first: int, last: int, option: str) -> float:
        """What the record says against a turn of a Faction from event `first` up to `last`."""
        cost = self._seams[last]
        if faction not in self.mark:
            # What was straight put into the Ineligible box has a box, but no event of its own.
            unmarked = OUTSIDE if self.log.play.boxes.get(faction) else UNMARKED
            cost += unmarked if self.kept and option != NONE else 0.0
        else:
            cost += self.habits.cylinder * self.misplaced(faction, first, last)
            cost += self._after_pass(faction, first, last, option)
        said = self.said.get(faction)
        if said is not None and not first <= said < last:
            cost += SAID_ELSEWHERE * self.habits.word
        elif self.habits.ahead and self.ahead(faction, first):
            cost += self.habits.ahead * (AHEAD + PER_EVENT * self.ahead(faction, first))
        return cost + self.against(faction, first, last)

    def misplaced(self, faction: str, first: int, last: int) -> float:
        """What a Faction's cylinder, which was moved on this card, says against a turn."""
        moves = self.log.moves
        at = self.mark[faction]
        if self.together:
            return 0.0  # the cylinders show only who acted
        if not first <= at < last:
            away = moves[first] - moves[at + 1] if at < first else moves[at] - moves[last]
            return OUTSIDE + PER_EVENT * min(away, 10)
        before = moves[at] - moves[first]
        after = moves[last] - moves[at + 1]
        if self.style == "first":
            before, after = after, before
        if after and not before:
            return EARLY
        return LATE_LEFTOVER + PER_EVENT * min(after, 10) if after else 0.0

    def _after_pass(self, faction: str, first: int, last: int, option: str) -> float:
        at = self.mark[faction]
        if option != PASS or self.style != "last" or self.together or not first <= at < last:
            return 0.0
        return PASSED * (self._placed[last] - self._placed[at + 1])

    def ahead(self, faction: str, first: int) -> int:
        """How much was done from an event on before the Faction announced its turn."""
        said = self.said.get(faction)
        if said is None or said < first:
            return 0
        return max(0, self.log.moves[self._word[faction]] - self.log.moves[first])

    def against(self, faction: str, first: int, last: int) -> float:
        """What seats and owners of pieces say against a Faction for some events."""
        sums = self._against[faction]
        return min(sums[last] - sums[first], MOST_EVIDENCE)

    def natural(self, faction: str, last: int) -> bool:
        """Whether a turn ends with its cylinder, with the card, or where somebody else begins."""
        log, at = self.log, self.mark.get(faction)
        if last == len(log) or last in self.turning or (at is not None and last == at + 1):
            return True
        return bool(log.events[last].said or log.events[last].marks)

    # --- a lower bound of what the rest of a card costs ---------------------------------------

    def least(self, faction: str, first: int, last: int) -> float:
        """What a Faction's turn of these events costs at least, whatever it did."""
        key = (faction, first, last)
        found = self._least.get(key)
        if found is None:
            found = self._least[key] = self._least_of(faction, first, last)
        return found

    def _least_of(self, faction: str, first: int, last: int) -> float:
        log = self.log
        boxes = (log.play.boxes.get(faction, ""), log.play.first_boxes.get(faction, ""))
        options = {one for box in boxes for one in classes_of(box)}
        still = log.moves[first] == log.moves[last]
        best = float("inf")
        if NONE in options and still:
            best = SILENT + self.deviation(faction, first, last, NONE)
        if options - {NONE}:
            cost = self.deviation(faction, first, last, "")
            if EVENT not in options:
                number = out_of_reach(faction, log.states[first], log.states[last])
                cost += max(LEAST_FOREIGN, RESIDUE * number) if number else 0.0
            best = min(best, cost)
        return best

    def rests(self, factions: tuple[str, ...], unfinished: float) -> list[dict[int, float]]:
        """For each of some turns, what it and those after it cost at least from each cut on.

        `unfinished` is the least price of a turn that the log breaks off. The last table is for no
        turn at all.
        """
        log, cuts = self.log, self.cuts
        done = {at: log.moves[at] == log.moves[len(log)] for at in cuts}
        found = [{at: 0.0 if done[at] else float("inf") for at in cuts}]
        open_end = log.play.last
        for faction in reversed(factions):
            open_end = open_end and faction not in log.play.boxes
            after, table = found[-1], {}
            for n, at in enumerate(cuts):
                best = (0.0 if done[at] else unfinished) if open_end else float("inf")
                for to in cuts[n:]:
                    if after[to] < best:
                        best = min(best, self.least(faction, at, to) + after[to])
                table[at] = best
            found.append(table)
        return found[::-1]


def _candidates(log: CardLog) -> list[int]:
    """Where a turn may end: where something changes that tells Factions apart."""
    found = {0, len(log)}
    plain: set[int] = set()
    previous = None
    for n, event in enumerate(log.events):
        if event.marks:
            found |= {n, n + 1}
        if event.said or event.pawns or (event.rolls and n and not log.events[n - 1].rolls):
            found.add(n)
        if event.moves:
            if previous is not None:
                told = (event.side, event.kind, event.adds.places) != (
                    previous.side,
                    previous.kind,
                    previous.adds.places,
                )
                if event.side != previous.side or event.owners != previous.owners:
                    found.add(n)
                elif told:
                    plain.add(n)
            previous = event
    if len(found) + len(plain) <= MOST_CUTS:
        found |= plain
    return sorted(found)


def turning_points(events: Iterable[CardEvent]) -> set[int]:
    """Where the changes begin to belong to another Faction at first sight."""
    found = set()
    previous = ""
    for n, event in enumerate(events):
        if event.likely:
            if previous and event.likely != previous:
                found.add(n)
            previous = event.likely
    return found
