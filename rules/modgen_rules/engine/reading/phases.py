"""The phase of each act, also when players forget the tracker.

What an act is tells the phases to which it may belong. Of the ways to give every act a phase the
cheapest is taken: it agrees with the tracker, or is near it, and goes through the phases in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, TypeVar

from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.prices import (
    BREACH,
    PHASE_BACK,
    PHASE_FAR,
    PHASE_LEFT_OUT,
    PHASE_NEAR,
    TRACKER_FORGOTTEN,
    TRACKER_SLIPPED,
)
from modgen_rules.engine.reading.tracker import Tracker

R = TypeVar("R", bound=ActRecord[Act, Any])
P = TypeVar("P")
BEGINS = ("roll", "said")
"""Acts that follow from nothing before them."""


@dataclass
class PhaseActs(Generic[R]):
    """The acts of one phase of a turn. `acts` are their numbers in the record, ascending."""

    record: R
    turn: int
    id: str
    """An id of the game's phases, or the rulebook's own for acts outside of them."""
    acts: list[int]
    certain: bool = False
    """Whether the tracker showed this phase in this turn."""
    finished: bool = True
    """Whether the log goes on beyond the phase."""

    def each(self, *what: str) -> Iterator[tuple[int, Act]]:
        """Its acts of some sorts with their numbers; of all sorts without `what`."""
        acts = self.record.acts
        return ((n, acts[n]) for n in self.acts if not what or acts[n].what in what)


F = TypeVar("F", bound=PhaseActs[Any])


@dataclass
class TurnActs(Generic[R, P, F]):
    """A game turn: acts `first` to `last` of the record. Phases are in the order of play."""

    record: R
    number: int
    tracker: Tracker
    phases: dict[str, F] = field(default_factory=dict)
    complete: bool = False
    """Whether the log shows its end."""

    @property
    def first(self) -> int:
        """The number of its first act."""
        return self.tracker.first

    @property
    def last(self) -> int:
        """The number of its last act."""
        return self.tracker.last

    @property
    def span(self) -> range:
        """The numbers of its acts."""
        return range(self.first, self.last + 1)

    @property
    def before(self) -> P:
        """The table as it begins."""
        found: P = self.record.positions[self.first]
        return found

    @property
    def after(self) -> P:
        """The table as it ends."""
        found: P = self.record.positions[self.last + 1]
        return found


def off_tracker(phase: int, shown: range, far: float = PHASE_FAR) -> float:
    """What speaks against a phase by its distance from the tracker.

    `shown` is the phase that the tracker shows, with those after it that the tracker leaves out;
    `far` is the price of a phase that is more than one off.
    """
    away = max(shown.start - phase, phase - shown.stop + 1, 0)
    if not away:
        return PHASE_LEFT_OUT * (phase != shown.start)
    return PHASE_NEAR if away == 1 else far


def count_off(lapses: Lapses, phase: int, shown: range) -> None:
    """Count an act of a phase while the tracker shows this."""
    away = max(shown.start - phase, phase - shown.stop + 1, 0)
    lapses.note("PHASE_LEFT_OUT", not away and phase != shown.start, len(shown) > 1)
    lapses.note("PHASE_NEAR", away == 1)
    lapses.note("PHASE_FAR", away > 1)


def assign(
    tracker: Tracker,
    fits: Mapping[int, Mapping[str, float]],
    lapses: Lapses,
    far: float = PHASE_FAR,
) -> dict[int, str]:
    """A phase for each act, by the tracker and by what it is; counts how far the tracker is off.

    `fits`: for each act the phases to which it may belong, with what speaks against each of them;
    empty for an act that may be done in any phase. Under "" is what speaks against all others; it
    is a breach if nothing is there. `far` speaks against a phase that is more than one off the
    tracker. A tracker that is stepped through several phases at once was perhaps late for acts of
    these phases before; that has its price.
    """
    order = tracker.order
    acts: list[list[Mapping[str, float]]] = [[] for _ in tracker.stretches]
    for n, known in fits.items():
        named = known if not tracker.rank.keys().isdisjoint(known) else {}
        acts[tracker.at(n).number].append(named)
    choices: list[dict[int, float]] = []
    for stretch, mine in zip(tracker.stretches, acts, strict=True):
        off = {name: off_tracker(n, stretch.open, far) for n, name in enumerate(order)}
        off = off if tracker.used else dict.fromkeys(order, 0.0)
        late = off | dict.fromkeys(tracker.passed(stretch), PHASE_LEFT_OUT)
        found = []
        for prices, lapse in ((off, 0.0), (late, TRACKER_FORGOTTEN)):
            each = [
                {n: prices[name] + _price(known, name) for n, name in enumerate(order)}
                for known in mine
            ]
            found.append((lapse + sum(min(one.values()) for one in each), each))
        choices += min(found, key=itemgetter(0))[1]
    chosen = dict(zip(fits, cheapest_phases(choices), strict=True))
    before = -1
    for n, phase in chosen.items():
        if not tracker.used or n < tracker.since:
            # What fits the phase of what is done before it as well follows from that.
            begins = before < 0 or (fits[n] and tracker.acts[n].what in BEGINS)
            if begins or _price(fits[n], order[before]) > _price(fits[n], order[phase]):
                before = phase
            chosen[n] = before
    for n, phase in chosen.items() if tracker.used else ():
        count_off(lapses, phase, tracker.at(n).open)
    return {n: order[phase] for n, phase in chosen.items()}


def _price(fits: Mapping[str, float], phase: str) -> float:
    """What speaks against a phase of an act."""
    return fits.get(phase, fits.get("", BREACH)) if fits else 0.0


def cheapest_phases(choices: Sequence[Mapping[int, float]]) -> list[int]:
    """A phase for each act, with the least price of all; a step back in the order has its price.

    `choices`: for each act the phases, by their places in the order, to which it may belong, with
    what speaks against each of them.
    """
    paths: dict[int, float] = {}
    trails: list[dict[int, int]] = []
    for prices in choices:
        # The best phase before each phase: the cheapest one up to it, or any with a step back.
        found: dict[int, float] = {}
        trail: dict[int, int] = {}
        least = min(paths.values(), default=0.0)
        anyone = next((phase for phase, cost in paths.items() if cost == least), -1)
        ahead, nearest = -1, 0.0
        reached = sorted(paths, reverse=True)
        for phase in sorted(prices):
            while reached and reached[-1] <= phase:
                at = reached.pop()
                if ahead < 0 or paths[at] <= nearest:
                    ahead, nearest = at, paths[at]
            before, cost = ahead, nearest
            if paths and (ahead < 0 or least + PHASE_BACK < cost):
                before, cost = anyone, least + PHASE_BACK
            found[phase], trail[phase] = cost + prices[phase], before
        paths = found
        trails.append(trail)
    chosen: list[int] = []
    phase = min(paths, key=lambda one: paths[one], default=-1)
    for trail in reversed(trails):
        chosen.append(phase)
        phase = trail[phase]
    return chosen[::-1]


def rather_late(acts: int) -> bool:
    """Whether so many acts off the tracker tell that it was late rather than of mistakes."""
    return acts * PHASE_FAR > TRACKER_SLIPPED
