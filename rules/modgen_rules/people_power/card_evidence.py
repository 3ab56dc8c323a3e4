"""What the record of a card says against a turn: cylinders, announcements, seats, seams (2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

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
MOST_CUTS = 44
Seats = Mapping[str, Mapping[str, float]]
"""For each Faction and side what it costs that this side's player does an event of its turn."""


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

    def __post_init__(self) -> None:
        self.mark: dict[str, int] = {}
        self.said: dict[str, int] = {}
        self.options: dict[str, str | None] = {}
        log = self.log
        for n, event in enumerate(log.events):
            for who in event.marks:
                self.mark[who] = n
            for who in event.said:
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
        log = self.log
        cost = self._seams[last]
        at = self.mark.get(faction)
        if at is None:
            # What was straight put into the Ineligible box has a box, but no event of its own.
            unmarked = OUTSIDE if log.play.boxes.get(faction) else UNMARKED
            cost += unmarked if self.kept and option != NONE else 0.0
        elif self.together:
            pass  # the cylinders show only who acted
        elif not first <= at < last:
            away = (
                log.moves[first] - log.moves[at + 1]
                if at < first
                else (log.moves[at] - log.moves[last])
            )
            cost += OUTSIDE + PER_EVENT * min(away, 10)
        else:
            before = log.moves[at] - log.moves[first]
            after = log.moves[last] - log.moves[at + 1]
            if self.style == "first":
                before, after = after, before
            if after and not before:
                cost += EARLY
            elif after:
                cost += LATE_LEFTOVER + PER_EVENT * min(after, 10)
            if option == PASS and self.style == "last":
                cost += PASSED * (self._placed[last] - self._placed[at + 1])
        said = self.said.get(faction)
        if said is not None and not first <= said < last:
            cost += SAID_ELSEWHERE
        return cost + self.against(faction, first, last)

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
