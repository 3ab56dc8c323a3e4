"""The sequence of play (3.1, 3.3): acts that no order of phases and no late tracker explains.

What an act is tells the phases in which it may be done. An order of phases is looked for that
leaves out as few acts as possible; an act that is left out is out of its phase. Acts that fit into
an order are compared with the tracker, as far as the people of this record keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, takewhile

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.country import BATTLE
from modgen_rules.amigos_insurrectos.reading.deeds import Deed, Deeds
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE, US_PHASES
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.phases import rather_late
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.reading.tracker import Stretch
from modgen_rules.engine.reading.verdicts import unless

FILIPINO_PHASES = ("filipino_movement", "filipino_combat")
JUNGLE_PHASES = ("jungle_us", "jungle_combat", "jungle_filipino")


def timing(turns: Sequence[Sequenced]) -> Timing:
    """How punctually the players of a record step the tracker."""
    placed = [(at, one.away(deed, at)) for one in turns for deed, at in one.placed]
    return Timing(sum(len(one.turn.tracker.marks) for one in turns), placed)


class Sequenced:
    """The deeds of a turn and where the tracker puts them."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.country = turn, turn.record.country
        self.order, self.rank = turn.tracker.order, turn.tracker.rank
        reader = Deeds(turn, self.rank)
        self.deeds = sorted(reader.read())
        self.battlefields = reader.battlefields
        """The areas with battles, and those to which units retreated from them."""

    @cached_property
    def stretches(self) -> Sequence[Stretch]:
        """For each act of the turn what the tracker shows."""
        acts, tracker = self.turn.record.acts, self.turn.tracker
        late = [self._caught_up(one) for one in tracker.stretches]
        found = [late[tracker.at(n).number] for n in self.turn.span]
        for n, at in enumerate(found[:-1], self.turn.first):
            run = tracker.run(n + 1) if acts[n].what in ("level", "roll") else []
            if run and (rank := self.rank[run[-1]]) > at.high:
                # the tracker goes on after what is counted or rolled
                found[n - self.turn.first] = at._replace(high=rank, then=max(rank, at.then))
        return found

    def _caught_up(self, stretch: Stretch) -> Stretch:
        """A stretch with the phases to which the tracker goes at once after it, if it was late."""
        tracker = self.turn.tracker
        mine = (one.fits for one in self.deeds if tracker.at(one.first) is stretch)
        last = max((self.rank[one] for one in tracker.passed(stretch)), default=-1)
        if rather_late(sum(stretch.high < min(fits) <= last for fits in mine)):
            return stretch._replace(high=last, then=last)
        return stretch

    @cached_property
    def placed(self) -> Sequence[tuple[Deed, Stretch]]:
        """The deeds, each with what the tracker showed."""
        return [(one, self.stretches[one.first - self.turn.first]) for one in self.deeds]

    def away(self, deed: Deed, stretch: Stretch) -> int:
        """How many phases a deed is behind (below 0) or ahead of the tracker; 0 if it fits."""
        return stretch.away(deed.fits) if self.turn.shown else 0

    def opens(self, deed: Deed, stretch: Stretch) -> bool:
        """Whether the tracker moved too early: since then only deeds of phases before were done."""
        before = [(one, at) for one, at in self.placed if one.first < deed.first]
        return all(at.number < stretch.number or self.away(one, at) < 0 for one, at in before)

    @cached_property
    def weighed(self) -> Sequence[tuple[tuple[int, ...], int]]:
        """Where each deed fits, and its weight; one that the tracker agrees with weighs more."""
        shown = windows.DEEDS_OFF
        return [(one.fits, 1 if self.away(one, stretch) else shown) for one, stretch in self.placed]

    @cached_property
    def ahead(self) -> Sequence[Sequence[int]]:
        """The least weight of deeds left out up to each, by the rank that was reached."""
        found: list[list[int]] = [[0] * len(self.order)]
        for fits, weight in self.weighed:
            found.append(_onward(found[-1], fits, weight))
        return found

    @cached_property
    def strays(self) -> Sequence[tuple[Deed, Stretch]]:
        """The deeds that no order of the phases explains, and those in the middle of a battle."""
        weighed, ahead, size = self.weighed, self.ahead, range(len(self.order))
        back: list[list[int]] = [[0] * len(size)]
        for fits, weight in reversed(weighed):
            back.append(_onward(back[-1], [size[-1] - fit for fit in fits], weight))
        back = [list(reversed(one)) for one in reversed(back)]
        found = []
        for n, (deed, stretch) in enumerate(self.placed):
            most_low = list(accumulate(ahead[n], min))
            least_high = list(accumulate(reversed(back[n + 1]), min))[::-1]
            kept = min(most_low[fit] + least_high[fit] for fit in deed.fits)
            left = min(most_low[at] + least_high[at] for at in size) + weighed[n][1]
            if kept > left or self._inside(deed):
                found.append((deed, stretch))
        return found

    @cached_property
    def course(self) -> tuple[str, str, Deed] | None:
        """A phase that was played after a later one, that one, and the first deed of it.

        So it is where the tracker itself goes back, and shows the right phase for each deed that
        no order explains: the record follows another order than the rules.
        """
        strays = self.strays
        if not min(self.ahead[-1]) or not all(
            self.rank.get(at.shown, -1) in one.fits for one, at in strays
        ):
            return None
        done, latest = -1, ""
        for one, at in self.placed:
            rank = self.rank.get(at.shown, -1)
            if rank not in one.fits:
                continue
            if rank < done:
                return at.shown, latest, one
            done, latest = rank, at.shown
        return None

    def _inside(self, deed: Deed) -> bool:
        """Whether a deed that is no part of a battle comes between two dice of one battle."""
        turn, record = self.turn, self.turn.record
        acts, marked = record.acts, record.positions[deed.first].place(BATTLE)
        if marked not in self.country.areas or {self.rank[one] for one in BATTLES} & {*deed.fits}:
            return False

        def rolled(near: range) -> bool:
            """Whether a die of a battle falls before the Battle marker moves."""
            same = takewhile(lambda n: (acts[n].what, acts[n].kind) != ("move", BATTLE), near)
            return any(DICE.get(acts[n].kind, ())[:2] == BATTLES for n in same)

        before = range(deed.first - 1, turn.first - 1, -1)
        return rolled(before) and rolled(range(deed.last + 1, turn.last + 1))


def _onward(costs: Sequence[int], fits: Sequence[int], weight: int) -> list[int]:
    """The least weight of left-out deeds by the rank that was reached, after one deed more."""
    best = list(accumulate(costs, min))
    return [
        min(cost + weight, best[rank] if rank in fits else cost + weight)
        for rank, cost in enumerate(costs)
    ]


def judge(one: Sequenced, timing: Timing, war: War) -> None:
    """3.1.a, 3.3: what was done in a phase that is not its own.

    A turn whose phases are played in another order has one finding.
    """
    phases = war.country.game.phases
    told: set[tuple[str, str, int]] = set()
    strays = {deed.first for deed, _ in one.strays}
    if one.course is not None:
        now, later, deed = one.course
        first, second = (wording.phase_title(phases[one].name) for one in (now, later))
        what = f"{first} was played after {second}"
        war.find(clause_of_order(now, later), "", what, deed.first, deed.last, local=True)
        strays = set()
    for deed, stretch in one.placed:
        away = one.away(deed, stretch)
        jungle = not {one.order[fit] for fit in deed.fits}.isdisjoint(JUNGLE_PHASES)
        harmless = jungle and -windows.PHASES_OFF <= away < 0
        late = (away < 0 and not harmless) or away >= windows.PHASES_ON
        if deed.first not in strays and not (late and timing.punctual(stretch, away)):
            continue
        if deed.first not in strays and away == -1 and one.opens(deed, stretch):
            continue
        clause = deed.clause or _clause(deed, stretch, one)
        key = (clause, deed.side, stretch.number)
        if key in told or any(
            issue.first <= deed.first <= issue.last and issue.verdict == "illegal"
            for issue in war.told
        ):
            continue
        told.add(key)
        where = f" in {wording.phase_title(phases[stretch.shown].name)}" if stretch.shown else ""
        rolled = one.turn.record.acts[deed.first].what == "roll"
        what = f"{deed.what}{where}"
        little = deed.first not in strays and 0 < away < windows.PHASES_OFF and not timing.proven
        gap = unless(not (rolled or little or harmless), prices.LATE)
        war.find(clause, deed.side, what, deed.first, deed.last, gap=gap, local=True)


GROUPS = (("3.3.b", US_PHASES), ("3.3.c", FILIPINO_PHASES), ("3.3.d", JUNGLE_PHASES))
"""The clauses of the order of phases within the operations of a side, and in the Jungle."""


def clause_of_order(now: str, later: str) -> str:
    """The clause that a phase breaks which is played after a later one."""
    return next((clause for clause, group in GROUPS if {now, later} <= {*group}), "3.3.a")


def _clause(deed: Deed, stretch: Stretch, one: Sequenced) -> str:
    """The clause of the order of phases that an act out of its phase breaks."""
    own = {one.order[fit] for fit in deed.fits}
    return next(
        (clause for clause, group in GROUPS if own <= {*group} and stretch.shown in group), "3.1.a"
    )
