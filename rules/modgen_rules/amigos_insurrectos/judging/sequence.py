"""The sequence of play (3.1, 3.3): acts that no order of phases and no late tracker explains.

What an act is tells the phases in which it may be done. An order of phases is looked for that
leaves out as few acts as possible; an act that is left out is out of its phase. Acts that fit into
an order are compared with the tracker, as far as the people of this record keep it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, takewhile
from typing import NamedTuple

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.country import BATTLE
from modgen_rules.amigos_insurrectos.reading.deeds import Deed, Deeds
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE, US_PHASES
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.phases import caught_up, run_of
from modgen_rules.engine.reading.verdicts import unless

FILIPINO_PHASES = ("filipino_movement", "filipino_combat")
JUNGLE_PHASES = ("jungle_us", "jungle_combat", "jungle_filipino")
MARKS = 10
"""From this number of steps of the tracker on a record tells how punctual its players are."""
FEW, FAR, OFTEN = 0.01, 3, 0.1
"""How often others acts may be off the tracker, at most, and how often if an act is far off."""
PROVEN = 6
"""In how many phases acts must fit the tracker before an act that is a little ahead is illegal."""
HARMLESS = 3
"""Moves in the Jungle that are up to this number of phases late change little."""
AHEAD = 2
"""An act is ahead of the tracker if this number of phases, or more, is still to be shown."""


class Stretch(NamedTuple):
    """What the tracker shows: ranks of the first and the last phase that it leaves open."""

    number: int
    shown: str
    low: int
    high: int
    then: int
    """The rank before the next phase that it shows; below `low` where it goes back, or on to the
    next turn."""


@dataclass
class Timing:
    """How punctually the players of a record step the tracker."""

    turns: Sequence[Sequenced]

    @cached_property
    def marks(self) -> int:
        """How often it was stepped."""
        return sum(
            act.what == "phase"
            for one in self.turns
            for act in one.turn.record.acts[one.turn.first : one.turn.last + 1]
        )

    @cached_property
    def off(self) -> Mapping[bool, set[tuple[int, int]]]:
        """The stretches with acts behind (true) or ahead of the tracker, by turn and number."""
        found: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
        for one in self.turns:
            for deed, stretch in one.placed:
                away = one.away(deed, stretch)
                if away:
                    found[away < 0].add((one.turn.first, stretch.number))
        return found

    @cached_property
    def proven(self) -> bool:
        """Whether enough phases of the record have their acts while the tracker shows them."""
        kept = {
            (one.turn.first, stretch.number)
            for one in self.turns
            for deed, stretch in one.placed
            if not one.away(deed, stretch)
        }
        return len(kept - self.off[True] - self.off[False]) >= PROVEN

    def punctual(self, turn: Turn, stretch: Stretch, away: int) -> bool:
        """Whether the tracker tells that an act is out of its phase.

        So it does where other acts of the record are hardly ever behind it, or ahead of it.
        """
        others = self.off[away < 0] - {(turn.first, stretch.number)}
        few = FEW if abs(away) < FAR else OFTEN
        return self.marks >= MARKS and len(others) <= few * self.marks


class Sequenced:
    """The deeds of a turn and where the tracker puts them."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.country = turn, turn.record.country
        self.order = list(self.country.game.phases)
        self.rank = {name: n for n, name in enumerate(self.order)}
        reader = Deeds(turn, self.rank)
        self.deeds = sorted(reader.read())
        self.battlefields = reader.battlefields
        """The areas with battles, and those to which units retreated from them."""

    @cached_property
    def stretches(self) -> Sequence[Stretch]:
        """For each act of the turn what the tracker shows."""
        turn, acts = self.turn, self.turn.record.acts
        marks = [n for n in range(turn.first, turn.last + 1) if acts[n].what == "phase"]
        ends = [*marks, turn.last + 1]
        following = [self.rank[acts[n].target] - 1 for n in marks] + [len(self.order) - 1]
        known = turn.began if turn.first == 0 else ""
        low, shown = self.rank.get(known, 0), known
        found: list[Stretch] = []
        for number, end in enumerate(ends):
            stretch = Stretch(number, shown, low, max(low, following[number]), following[number])
            stretch = self._caught_up(stretch, turn.first + len(found), end)
            found += [stretch] * (end - turn.first - len(found))
            if end in marks:
                shown, low = acts[end].target, self.rank[acts[end].target]
                if not number and shown == self.order[-1] and following[1] < low:
                    low = 0  # the turn marker went on before the tracker showed the last phase
        for n in range(turn.first, turn.last):
            run = run_of(acts, n + 1) if n + 1 in marks else []
            # the tracker goes on after what is counted or rolled
            if run and acts[n].what in ("level", "roll"):
                at, rank = found[n - turn.first], self.rank[run[-1]]
                if rank > at.high:
                    found[n - turn.first] = at._replace(high=rank, then=max(rank, at.then))
        return found

    def _caught_up(self, stretch: Stretch, first: int, end: int) -> Stretch:
        """A stretch with the phases to which the tracker goes at once after it, if it was late."""
        run = [self.rank[one] for one in run_of(self.turn.record.acts[: self.turn.last + 1], end)]
        ahead = [
            one.fits
            for one in self.deeds
            if first <= one.first < end and min(one.fits) > stretch.high
        ]
        if run and caught_up(ahead, range(stretch.low, run[-1] + 1)):
            return stretch._replace(high=run[-1], then=run[-1])
        return stretch

    @cached_property
    def placed(self) -> Sequence[tuple[Deed, Stretch]]:
        """The deeds, each with what the tracker showed."""
        return [(one, self.stretches[one.first - self.turn.first]) for one in self.deeds]

    def away(self, deed: Deed, stretch: Stretch) -> int:
        """How many phases a deed is behind (below 0) or ahead of the tracker; 0 if it fits."""
        if not self.turn.shown or any(stretch.low <= one <= stretch.high for one in deed.fits):
            return 0
        before = [one - stretch.low for one in deed.fits if one < stretch.low]
        after = [one - stretch.then for one in deed.fits if one > stretch.then]
        return min([*after, *before], key=abs)

    def opens(self, deed: Deed, stretch: Stretch) -> bool:
        """Whether the tracker moved too early: since then only deeds of phases before were done."""
        before = [(one, at) for one, at in self.placed if one.first < deed.first]
        return all(at.number < stretch.number or self.away(one, at) < 0 for one, at in before)

    @cached_property
    def weighed(self) -> Sequence[Deed]:
        """The deeds; one that the tracker agrees with is probably in its phase and weighs more."""
        return [
            one if self.away(one, stretch) else one._replace(weight=2 * one.weight + 1)
            for one, stretch in self.placed
        ]

    @cached_property
    def ahead(self) -> Sequence[Sequence[int]]:
        """The least weight of deeds left out up to each, by the rank that was reached."""
        found: list[list[int]] = [[0] * len(self.order)]
        for one in self.weighed:
            found.append(_onward(found[-1], one))
        return found

    @cached_property
    def strays(self) -> Sequence[tuple[Deed, Stretch]]:
        """The deeds that no order of the phases explains, and those in the middle of a battle."""
        deeds, ahead, size = self.weighed, self.ahead, range(len(self.order))
        back: list[list[int]] = [[0] * len(size)]
        for one in reversed(deeds):
            turned = one._replace(fits=tuple(size[-1] - fit for fit in one.fits))
            back.append(_onward(back[-1], turned))
        back = [list(reversed(one)) for one in reversed(back)]
        found = []
        for n, (one, (deed, stretch)) in enumerate(zip(deeds, self.placed, strict=True)):
            most_low = list(accumulate(ahead[n], min))
            least_high = list(accumulate(reversed(back[n + 1]), min))[::-1]
            kept = min(most_low[fit] + least_high[fit] for fit in one.fits)
            left = min(most_low[at] + least_high[at] for at in size) + one.weight
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


def _onward(costs: Sequence[int], deed: Deed) -> list[int]:
    """The least weight of left-out deeds by the rank that was reached, after one deed more."""
    best = list(accumulate(costs, min))
    return [
        min(cost + deed.weight, best[rank] if rank in deed.fits else cost + deed.weight)
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
        harmless = jungle and -HARMLESS <= away < 0
        late = (away < 0 and not harmless) or away >= AHEAD
        if deed.first not in strays and not (late and timing.punctual(one.turn, stretch, away)):
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
        little = deed.first not in strays and 0 < away < FAR and not timing.proven
        what = f"{deed.what}{where}"
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
