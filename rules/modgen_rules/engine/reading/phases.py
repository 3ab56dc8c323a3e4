"""The phase of each act, also when players forget the tracker.

What an act is tells the phases to which it may belong. Of the ways to give every act a phase the
cheapest is taken: it agrees with the tracker, or is near it, and goes through the phases in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Generic, TypeVar

from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.prices import (
    BREACH,
    PHASE_BACK,
    PHASE_FAR,
    PHASE_LEFT_OUT,
    PHASE_NEAR,
    TRACKER_SHIFTED_ONCE,
)

R = TypeVar("R", bound=ActRecord[Act, Any])
P = TypeVar("P")


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
    first: int
    last: int
    phases: dict[str, F] = field(default_factory=dict)
    complete: bool = False
    """Whether the log shows its end."""

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


def run_of(acts: Sequence[Act], n: int) -> list[str]:
    """The phases through which the tracker is stepped at once, from an act on."""
    return [act.target for act in takewhile(lambda act: act.what == "phase", acts[n:])]


def caught_up(fits: Iterable[Collection[int]], passed: range) -> bool:
    """Whether a tracker that is stepped through some phases at once was late for acts before.

    `fits`: for each of these acts the phases, by their places in the order, in which it may be
    done. They must fit the phases that are passed, in their order. Each phase that they need is
    a breach if the tracker was right; that it was late is one lapse.
    """
    needed, now = 0, -1
    for phases in fits:
        later = [phase for phase in phases if phase >= now and phase in passed]
        if not later:
            return False
        needed, now = needed + (min(later) > now), min(later)
    return needed * BREACH > TRACKER_SHIFTED_ONCE
