"""The phases of a coup (2.a, 2.d): where in the log each of them ends.

The phase marker and the turn tracker are evidence of where a phase ends, not proof: they are moved
late, early, or not at all. The search takes the cheapest way to cut the log into phases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.effort import CUTS, CUTS_UNMARKED
from modgen_rules.engine.reading.frontier import Frontier
from modgen_rules.engine.reading.prices import (
    TRACKER_EACH,
    TRACKER_FORGOTTEN,
    TRACKER_NEVER,
    TRACKER_SHIFTED,
    TRACKER_SHIFTED_ONCE,
    TRACKER_SLIPPED,
)
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.judging.phase import Phase, PhaseJudgement
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.phase_ends import PhaseEnds
from modgen_rules.junta_coup.reading.record import Record, is_over
from modgen_rules.junta_coup.wording import Words


@dataclass
class Cut:
    """A phase in one way to cut the log: its acts, how it was judged, what came before."""

    number: int
    start: int
    end: int
    judged: PhaseJudgement
    before: Cut | None
    notes: tuple[Issue, ...] = ()
    sure: bool = True
    """Whether the phase marker or the turn tracker shows its end."""
    lapse: str = ""
    """How the phase marker departs from its end, by the name of the price; empty if it does not."""

    def line(self) -> list[Cut]:
        """All phases up to this one, in order."""
        return [*(self.before.line() if self.before else []), self]


class End(NamedTuple):
    """Where a phase may end, and what follows."""

    at: int
    following: int
    """The number of the next phase."""
    used: int
    """How many moves of the phase marker are accounted for."""
    price: float = 0.0
    """What it costs because the phase marker shows another end."""
    notes: tuple[Issue, ...] = ()
    lapse: str = ""
    """How the phase marker departs from it, by the name of the price; empty if it does not."""


class Step(NamedTuple):
    """A way to cut the log so far; with an `end`, its next phase is still to be judged."""

    total: float
    number: int
    """The phase that comes next."""
    used: int
    """How many moves of the phase marker are accounted for."""
    before: Cut | None
    start: int
    end: End | None = None


@dataclass
class Cutting:
    """Cuts acts `start` to `last` of a record into phases."""

    record: Record
    words: Words
    coup: Coup
    start: int
    last: int

    @cached_property
    def _clues(self) -> PhaseEnds:
        """What the acts say about the ends of phases."""
        return PhaseEnds(self.record, self.start, self.last)

    def phases(self) -> list[Cut]:
        """The cheapest phases, each judged."""
        cuts = self._closely(self._cut())
        for cut in cuts:
            for name in ("TRACKER_SHIFTED", "TRACKER_FORGOTTEN", "TRACKER_SLIPPED"):
                self.record.lapses.note(name, cut.lapse == name)
        return cuts

    def _marks(self) -> list[tuple[int, int, int]]:
        """Where the phase marker moved: act, old and new number; what was put right is left out.

        A marker that goes on twice by one phase shows a phase in which nobody did anything.
        """
        found: list[tuple[int, int, int]] = []
        for n in range(self.start, self.last):
            act = self.record.acts[n]
            if act.what != "level" or not act.target.isdigit():
                continue
            old, new = int(act.source) if act.source.isdigit() else 0, int(act.target)
            if found and all(
                self.record.acts[k].what in ("level", "office") for k in range(found[-1][0] - 1, n)
            ):
                since, *former = found[-1]
                passed = former == [old - 1, old] and new == old + 1
                if not passed or self.record.acts[since - 1].step == act.step:
                    old = found.pop()[1]
            if old != new:
                found.append((n + 1, old, new))
        return found

    def _cut(self) -> list[Cut]:
        """The cheapest phases: by cost, over the acts at which a phase may end."""
        start, last = self.start, self.last
        number = self.record.positions[start].phase
        marks = self._marks()
        first = Step(0.0, number, 0, None, start)
        frontier: Frontier[Step] = Frontier()
        frontier.add(first, 0.0)
        judged = 0
        for total, step in frontier:
            if step.end is not None:
                judged += 1
                done = self._judged(step)
                frontier.add(done, done.total, done.start)
                continue
            if not frontier.fresh((step.number, step.start, step.used)):
                continue
            if step.before and step.start >= last and step.used >= len(marks):
                return step.before.line()
            ends = self._ends(step.number, step.start, step.used, marks, last)
            most = CUTS if step.used < len(marks) else CUTS_UNMARKED
            plain = judged > most or self.record.effort.used_up
            for end in ends[:1] if plain else ends:
                open_ = step._replace(total=total + end.price, used=end.used, end=end)
                frontier.add(open_, open_.total, end.at)
        return []

    def _judged(self, step: Step) -> Step:
        """A phase whose end was only supposed, judged."""
        end = step.end
        assert end is not None
        judged = self._phase(step.number, step.start, end.at, step.before, quick=True)
        sure = not end.price
        cut = Cut(step.number, step.start, end.at, judged, step.before, end.notes, sure, end.lapse)
        return Step(step.total + judged.cost, end.following, end.used, cut, end.at)

    def _phase(
        self, number: int, start: int, end: int, before: Cut | None, quick: bool = False
    ) -> PhaseJudgement:
        """Some acts judged as a phase; the log may begin or end in the middle of it."""
        coup = before.judged.coup if before else self.coup
        opening = before is None and self.record.midway
        last = end >= len(self.record.acts) and not is_over(self.record)
        acts = self.record, self.words, number, start, end
        return Phase(*acts, coup.copy(), opening, last, quick).judge()

    def _closely(self, cuts: list[Cut]) -> list[Cut]:
        """The same phases, those in which something is wrong judged by a wider search."""
        found: list[Cut] = []
        changed = False
        for cut in cuts:
            if cut.judged.cost or changed:
                before = found[-1] if found else None
                judged = self._phase(cut.number, cut.start, cut.end, before)
                changed = changed or judged.coup != cut.judged.coup
                found.append(replace(cut, judged=judged, before=before))
            else:
                found.append(cut)
        return found

    def _ends(
        self, number: int, begin: int, used: int, marks: list[tuple[int, int, int]], last: int
    ) -> list[End]:
        """Where a phase may end, the likeliest first."""
        if used >= len(marks):
            tracked = self._tracked(number, begin, last, used)
            unmarked = self._unmarked(number, begin, marks, last)
            return [*tracked, End(last, number + 1, used), *unmarked]
        n, old, new = marks[used]
        step = self.record.step(n - 1)
        n = max(n, begin)
        found: list[End] = []
        if new == number + 1:
            found.append(End(n, new, used + 1))
            limit = marks[used + 1][0] if used + 1 < len(marks) else last
            found += self._tracked(number, begin, limit, used + 1)
            if used and not self._clues.played(begin, n):
                # Nobody acted, or the marker was moved twice and the phase is still to come.
                what = f"the phase marker went on to phase {new} before phase {number} was played"
                twice = breach("2.d", "", what, step, expected=str(number))
                found.append(End(n, number, used + 1, TRACKER_SLIPPED, (twice,)))
            resumed = self._clues.resumed(begin, n)
            for end in self._clues.seams(begin, limit):
                near = -windows.AT_THE_END <= end - n <= windows.LATER or end == resumed
                if end == n or not near or not self._clues.fits(number, begin, n, end):
                    continue
                fought = any(act.what == "roll" for act in self.record.acts[begin:end])
                habit = fought or end > n or self._clues.moved_late(marks)
                habit = habit or self._clues.opens(new, end, n, limit)
                price = TRACKER_SHIFTED if habit else TRACKER_SHIFTED_ONCE
                price += TRACKER_EACH * min(abs(end - n), windows.AT_THE_END)
                late: tuple[Issue, ...] = ()
                if end < n:
                    what = f"Units moved for phase {new} before the phase marker was moved on"
                    late = (oddity("2.f", "", what, self.record.step(end), step),)
                found.append(End(end, new, used + 1, price, late, "TRACKER_SHIFTED"))
            return found
        what = f"the phase marker went from phase {old} to phase {new}"
        if new > number + 1:
            found += self._tracked(number, begin, n, used)
            if new == old + 1:  # it is still ahead, as it was before
                found.append(End(n, number + 1, used + 1))
            jump = breach("2.d", "", what, step, expected=str(number + 1))
            found.append(End(n, new, used + 1, jump.price, (jump,)))
            slip = oddity("2.d", "", what, step, expected=str(number + 1))
            found.append(End(n, number + 1, used + 1, TRACKER_SLIPPED, (slip,), "TRACKER_SLIPPED"))
            for end in dict.fromkeys(self._clues.new_movements(number, begin, n)):
                skipped = End(end, number + 1, used, TRACKER_FORGOTTEN, (), "TRACKER_FORGOTTEN")
                found.append(skipped)
        else:
            back = breach("2.a", "", what, step, expected=str(number + 1))
            home = new == 0 and not self._clues.played(n, last)
            found.append(
                End(n, number, used + 1) if home else End(n, new, used + 1, back.price, (back,))
            )
        return found

    def _tracked(self, number: int, begin: int, limit: int, used: int) -> Iterator[End]:
        """Where the turn tracker shows that a phase ends, when `used` moves of the marker are told.

        A tracker that goes on over several phases at once shows the first of them.
        """
        ends = (at for at, shown in self.record.tracked if begin < at <= limit and shown > number)
        at = next(ends, None)
        if at is not None and number < self.record.city.last_phase:
            yield End(at, number + 1, used)

    def _unmarked(
        self, number: int, begin: int, marks: list[tuple[int, int, int]], last: int
    ) -> Iterator[End]:
        """Where a phase may end if its marker is not moved any more."""
        if number >= self.record.city.last_phase:
            return
        shown = marks[-1][2] if marks else self.record.positions[self.start].phase
        for end in self._clues.new_movements(number, begin, last):
            what = f"the phase marker was not moved after phase {number}"
            step = self.record.step(end)
            first = number == shown
            notes = (oddity("2.d", "", what, step, expected=str(number + 1)),) if first else ()
            loyal = self._clues.loyal_moves(number, begin, end)
            price = (TRACKER_FORGOTTEN if first else TRACKER_NEVER) + prices.LOYAL_MOVE * loyal
            yield End(end, number + 1, len(marks), price, notes, "TRACKER_FORGOTTEN")
