"""What the turn tracker shows while the acts of a game turn are done."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from modgen_rules.engine.reading.act_records import Act


def run_of(acts: Sequence[Act], first: int, last: int) -> list[str]:
    """The phases through which the tracker is stepped at once, from act `first` on to `last`.

    Markers of tracks, such as that of the turn, may be moved between these steps.
    """
    each = (acts[n] for n in range(first, last + 1))
    steps = takewhile(lambda act: act.what in ("phase", "level"), each)
    return [act.target for act in steps if act.what == "phase"]


class Stretch(NamedTuple):
    """What the tracker shows between two of its steps. Phases are their places in the order."""

    number: int
    first: int
    """The first act of it: the step to its phase, or the first act of the turn."""
    shown: str
    """The phase; empty when the tracker shows none, or one of the turn before."""
    low: int
    high: int
    """The first and the last phase that it leaves open."""
    then: int
    """The phase before the next one that it shows; below `low` where it goes back, or on to the
    next turn."""

    @property
    def open(self) -> range:
        """The phase that it shows, with those that it leaves out until its next step."""
        return range(self.low, self.high + 1)

    def away(self, fits: Collection[int]) -> int:
        """How many phases an act is behind (below 0) or ahead of the tracker; 0 if it fits.

        `fits` are the phases in which it may be done.
        """
        if any(self.low <= one <= self.high for one in fits):
            return 0
        before = [one - self.low for one in fits if one < self.low]
        after = [one - self.then for one in fits if one > self.then]
        return min([*after, *before], key=abs)


@dataclass
class Tracker:
    """The turn tracker in a game turn: acts `first` to `last`. `order` are the phases in order."""

    acts: Sequence[Act]
    first: int
    last: int
    order: Sequence[str]
    began: str = ""
    """The phase that it shows as the turn begins."""
    new: bool = False
    """Whether that is one of the turn before."""
    complete: bool = True
    """Whether the log goes on beyond the turn, so that all its phases may have been played."""
    since: int = 0
    """The act from which it shows this turn; before that it is put right for earlier ones."""
    late: bool = False
    """Whether it is put right for this turn only in a later one."""

    @cached_property
    def rank(self) -> dict[str, int]:
        """The places of the phases in the order."""
        return {phase: n for n, phase in enumerate(self.order)}

    @cached_property
    def marks(self) -> list[int]:
        """The acts with which it is stepped to a phase of the order."""
        each = ((n, self.acts[n]) for n in range(max(self.first, self.since), self.last + 1))
        return [n for n, act in each if act.what == "phase" and act.target in self.rank]

    @cached_property
    def phases(self) -> list[str]:
        """The phases to which it is stepped."""
        return [self.acts[n].target for n in self.marks]

    @cached_property
    def used(self) -> bool:
        """Whether it tells phases.

        It does if it is stepped in the turn or, in the first turn of a log, only in a later one.
        """
        later = not self.new and any(act.what == "phase" for act in self.acts)
        return bool(self.marks) or (later and not self.late)

    @cached_property
    def stretches(self) -> list[Stretch]:
        """What it shows before the first of these acts, and from each of them on."""
        known = "" if self.new else self.began
        shown = [known, *self.phases]
        lows = [self.rank.get(one, 0) for one in shown]
        top = len(self.order) - 1 if self.complete else lows[-1]
        then = [*(low - 1 for low in lows[1:]), top]
        if self.marks and shown[1] == self.order[-1] and then[1] < lows[1]:
            lows[1] = 0  # the turn marker went on before the tracker showed the last phase
        if self.marks and self.since > self.first:
            then[0] = self.rank[self.run(self.marks[0])[-1]]  # it is put right at once
        each = zip([self.first, *self.marks], shown, lows, then, strict=True)
        return [
            Stretch(n, first, one, low, max(low, top), top)
            for n, (first, one, low, top) in enumerate(each)
        ]

    def at(self, n: int) -> Stretch:
        """What it shows as an act is done; with a step of it what it shows then."""
        return self.stretches[bisect_right(self.marks, n)]

    def shown(self, n: int) -> str:
        """The phase that it shows as an act is done, also if that is one of the turn before."""
        return self.at(n).shown or self.began

    def run(self, n: int) -> list[str]:
        """The phases through which it is stepped at once, from an act on."""
        return [one for one in run_of(self.acts, n, self.last) if one in self.rank]

    def ends(self, n: int, within: int) -> bool:
        """Whether it is stepped on within so many acts after an act."""
        return self.at(min(n + within, self.last)) is not self.at(n)

    def passed(self, stretch: Stretch) -> list[str]:
        """The phases through which it is stepped at once after a stretch, if there are several."""
        run = self.run(self.marks[stretch.number]) if stretch.number < len(self.marks) else []
        return run if len(run) > 1 else []
