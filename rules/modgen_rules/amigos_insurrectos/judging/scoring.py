"""Objectives (4.0), Victory Points (17.1) and the end of a turn and of the war (17.2, 2.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product

from modgen.model.types.places import Track
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    OTHER,
    SIDES,
    SIGN,
    STEPS,
    US,
    WILL,
    Numbers,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import fitting
from modgen_rules.amigos_insurrectos.reading.flows import most_lost
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

LETTER = {US: "us", FILIPINO: "fil"}
NAMES = {US: "US", FILIPINO: "PH"}
Test = Callable[[Position, War], bool]


def _holds(side: str, area: str) -> Test:
    return lambda at, war: at.controller(area) == side


def _gone(leader: str) -> Test:
    return lambda at, war: not at.in_play(leader)


def _marked(side: str, kind: str) -> Test:
    return lambda at, war: any(at.controller(area) == side for area in at.where(kind))


def _not(test: Test) -> Test:
    return lambda at, war: not test(at, war)


ACHIEVED: Mapping[str, Test] = {
    "US.O1": _holds(US, "iloilo"),
    "US.O2": _holds(US, "bulacan"),
    "US.O3": _holds(US, "pangasinan"),
    "US.O4": _holds(US, "nueva_vizcaya"),
    "US.O5": lambda at, war: not any(at.units(area, FILIPINO) for area in war.country.railway),
    "US.O6": _gone("pilar"),
    "US.O7": lambda at, war: len(at.sites) >= war.country.numbers.objective_sites,
    "US.O8": _gone("aguinaldo"),
    "US.O9": _marked(US, "us_massacre"),
    "US.O10": lambda at, war: (
        max(war.killed["regular"], war.killed["guerrilla"] + war.killed["fagen"])
        >= war.country.numbers.filipino_lost_steps
    ),
    "PH.O1": _holds(FILIPINO, "manila"),
    "PH.O2": _holds(FILIPINO, "bulacan"),
    "PH.O3": _holds(FILIPINO, "pangasinan"),
    "PH.O4": _holds(FILIPINO, "nueva_vizcaya"),
    "PH.O5": _holds(FILIPINO, "iloilo"),
    "PH.O6": lambda at, war: war.killed["us_artillery"] > 0 or "us_artillery" in war.gone,
    "PH.O7": lambda at, war: (
        sum(war.killed[kind] for kind in STEPS[US]) >= war.country.numbers.us_lost_steps
    ),
    "PH.O8": lambda at, war: "lawton" in war.gone or not at.in_play("lawton"),
    "PH.O9": _marked(FILIPINO, "filipino_massacre"),
    "PH.O10": lambda at, war: war.killed["poa"] >= war.country.numbers.destroyed_sites,
}
"""US.O1 to PH.O10: what each objective asks for."""
BODY_COUNT: Mapping[str, Callable[[Numbers], int]] = {
    "US.O10": lambda numbers: numbers.filipino_lost_steps,
    "PH.O7": lambda numbers: numbers.us_lost_steps,
}
"""The objectives that count the steps that the enemy lost in the turn, and how many it takes."""
LOSSES = ("US.O10", "PH.O6", "PH.O7", "PH.O10")
"""The objectives that count what was destroyed in the turn."""
OPERATIONS = ("us_ground", "us_combat", "filipino_movement", "filipino_combat")
"""4.0.b: phases in which no objective is chosen."""
LASTING = (1, 2, 3, 4, 5)
"""The objectives that ask for an area: they are chosen while the enemy has it."""
POSSIBLE: Mapping[str, Test] = {
    **{
        clause: _not(test)
        for clause, test in ACHIEVED.items()
        if clause[4:].isdigit() and int(clause[4:]) in LASTING and clause != "US.O5"
    },
    "US.O7": lambda at, war: (
        len(at.sites) >= war.country.numbers.objective_sites - war.country.numbers.sites
    ),
    "US.O6": _not(ACHIEVED["US.O6"]),
    "US.O8": _not(ACHIEVED["US.O8"]),
    "US.O9": lambda at, war: bool(at.where("us_massacre")) or not war.guerrilla,
    "PH.O8": lambda at, war: at.in_play("lawton"),
    "PH.O9": lambda at, war: bool(at.where("filipino_massacre")) or not war.guerrilla,
    "PH.O10": lambda at, war: len(at.sites) >= war.country.numbers.destroyed_sites,
}
"""4.0.d: what must be so when an objective is chosen."""


def clause_of(side: str, number: int) -> str:
    """The clause of an objective: `US.O3`."""
    return f"{NAMES[side]}.O{number}"


def achieved(side: str, number: int, at: Position, war: War) -> bool:
    """Whether an objective is achieved; a dummy never is."""
    return number > 0 and ACHIEVED[clause_of(side, number)](at, war)


def possible(side: str, number: int, at: Position, war: War) -> bool:
    """4.0.d: whether an objective may be chosen."""
    test = POSSIBLE.get(clause_of(side, number))
    return test is None or test(at, war)


def number_of(chit: str) -> int | None:
    """The number of an objective, 0 for a dummy; None for another chit."""
    name = chit.rpartition("_")[2]
    if not name.startswith("o"):
        return None
    digits = name[1:]
    return int(digits) if digits.isdigit() else 0


@dataclass
class Objectives:
    """The objectives of one side in a turn."""

    turn: Turn
    war: War
    side: str
    paid: list[int] = field(default_factory=list)
    """The acts with which objectives were put back for a point."""

    def __post_init__(self) -> None:
        turn, self.box, self.record = self.turn, f"objectives_{self.side}", self.turn.record
        self.numbers, self.cards = self.war.country.numbers, self.war.country.game.card
        self.who = self.war.country.game.sides[self.side].name
        prefix = f"{LETTER[self.side]}_o"
        self.moves = [one for one in turn.each("card") if one[1].kind.startswith(prefix)]
        phase = turn.phases.get("scoring")
        known, begun = set(phase.acts) if phase else set(), self._operations()
        self.scoring = {
            n
            for n, _ in self.moves
            if (n in known or n > begun) and not (turn.kept and turn.tracker.shown(n) in OPERATIONS)
        }
        self.start, self.end = self._in_box(turn.first), self._in_box(turn.last + 1)
        self.last = {act.kind: n for n, act in self.moves}
        into = {act.kind for _, act in self.moves if act.target == self.box}
        self.scored = [
            one
            for one in sorted(self.start | into)
            if one not in self.end and self.last.get(one, -1) in self.scoring
        ]
        """The chits that left the display for points."""

    def judge(self) -> int:
        """Judge the side's objectives; returns the Victory Points that they must give."""
        points, back = 0, set[str]()
        if self._unclaimed():
            back = {one for one in self.scored if not self._done(one, self.last[one])}
            self.scored = [one for one in self.scored if one not in back]
        for chit, n in self.last.items():
            title, number = self.cards[chit].title, number_of(chit) or 0
            into = (m for m, act in self.moves if (act.kind, act.target) == (chit, self.box))
            if chit not in self.start and chit in {*self.end, *self.scored}:
                self._chosen(next(into, n), title, number)
            if chit in self.end and chit not in self.start:
                continue
            if chit in self.scored and number:
                points += self.numbers.worth(number)
                self._scored(chit, n, title, number)
            elif chit in back or (chit in self.start and chit not in self.end):
                self._returned(n, title, number)
                points -= bool(number)
                self.paid.append(n)
        self._too_many()
        return points

    @property
    def again(self) -> int:
        """How many objectives were put back and taken again, or only looked at."""
        into = {(act.kind, n) for n, act in self.moves if act.target == self.box}
        return sum(
            act.source == self.box
            and bool(number_of(act.kind))
            and any(kind == act.kind and m > n for kind, m in into)
            for n, act in self.moves
        )

    def _too_many(self) -> None:
        """4.0.a: the objectives on the display when they have been chosen."""
        put = [n for n, act in self.moves if act.target == self.box and n not in self.scoring]
        settled = max(put, default=self.turn.first) + windows.SOON
        lie, most = self._in_box(min(settled, self.turn.last + 1)), self.numbers.objectives
        if put and len(lie) > max(most, len(self.start)):
            what = f"{len(lie)} objectives are on the display of the {self.who}"
            self._find("4.0.a", what, max(put), f"at most {most}")

    def _unclaimed(self) -> bool:
        """Whether the marker surely shows no Victory Point for an objective of the side."""
        turn, sign = self.turn, SIGN[self.side]
        if not turn.complete or not (self.war.whole or _unscored(turn)):
            return False
        moved = [sign * one for one in _steps(turn)]
        will = max((sign * value for value in _values(self.war)), default=0)
        return sum(moved) <= will and sum(one for one in moved if one > 0) <= max(0, will)

    def _done(self, chit: str, n: int) -> bool:
        """Whether an objective was achieved when it left the display, or is a dummy."""
        number = number_of(chit) or 0
        moments = (self.turn.after, self.record.positions[n])
        return not number or any(achieved(self.side, number, at, self.war) for at in moments)

    def _in_box(self, n: int) -> set[str]:
        """The chits on the display before an act."""
        return {one for one, where in self.record.positions[n].cards.items() if where == self.box}

    def _find(self, clause: str, what: str, n: int, expected: str = "", ruling: str = "") -> None:
        self.war.find(clause, self.side, what, n, expected=expected, ruling=ruling)

    def _chosen(self, n: int, title: str, number: int) -> None:
        turn, at = self.turn, self.turn.before
        marks = [act.target for m, act in turn.each("phase") if m < n]
        late = turn.kept and "objectives" in marks and marks[-1] in OPERATIONS
        if n in self.scoring or late:
            self._find("4.0.b", f"an objective was chosen after phase 1: `{title}`", n)
        elif not possible(self.side, number, at, self.war):
            done = achieved(self.side, number, at, self.war)
            why = "has been achieved already" if done else "cannot be achieved in this turn"
            self._find("4.0.d", f"the {self.who} chose an objective that {why}: `{title}`", n)
        key = self.record.acts[n].piece
        masks = any(act.what == "mask" for act in self.record.acts) or bool(at.masked)
        if masks and key not in turn.after.masked | self.record.positions[n + 1].masked:
            what = f"the objective `{title}` lies face up on the display"
            self._find("4.0.i", what, n, ruling="face-up")

    def _operations(self) -> int:
        """The first act of the operations in this turn, by what the acts are."""
        acts, positions = self.record.acts, self.record.positions
        found = (
            n
            for one in OPERATIONS
            if one in self.turn.phases
            for n in self.turn.phases[one].acts
            if fitting(acts[n], positions[n])
        )
        return min(found, default=self.turn.last + 1)

    def _scored(self, chit: str, n: int, title: str, number: int) -> None:
        clause, war = clause_of(self.side, number), self.war
        counts = clause in LOSSES
        if (war.whole or not counts or self._from_before(clause)) and not self._done(chit, n):
            who = "US" if self.side == US else "Filipinos"
            what = f"the {who} scored the objective `{title}` without having achieved it"
            unread = counts and not self.turn.kept  # losses may be read wrongly
            if unread and clause in BODY_COUNT:
                needed, enemy = BODY_COUNT[clause](self.numbers), OTHER[self.side]
                span = self.turn.span
                unread = most_lost(self.record, span, enemy) >= needed
            war.find(clause, self.side, what, n, gap=unless(not unread, prices.LOSS_UNPAID))
        great = [one for one in self.end if number_of(one) == self.numbers.great_objective]
        if great and number != self.numbers.great_objective:
            undone = self.cards[great[0]].title
            what = f"the objective `{title}` was scored although `{undone}` is not achieved"
            self._find("4.0.f", what, n)
        if self.turn.after.cards.get(chit, "") in war.country.areas:
            self._find("4.0.g", f"the objective `{title}` did not go back to its pool", n)

    def _from_before(self, clause: str) -> bool:
        """Whether the log shows all losses of the turn, though not its beginning.

        Steps are lost by chits of the Reinforcement phase too, Artillery and sites only later.
        """
        order = list(self.war.country.game.phases)
        last = "arms" if clause in BODY_COUNT else OPERATIONS[0]
        return self.turn.began in order[: order.index(last) + 1]

    def _returned(self, n: int, title: str, number: int) -> None:
        key = self.record.acts[n].piece
        shown = any(
            m <= n and (act.piece, act.target) == (key, "up") for m, act in self.turn.each("mask")
        )
        if number == 0 and key in self.turn.before.masked and not shown:
            what = f"the dummy `{title}` was put back without being shown"
            self._find("4.0.h", what, n, ruling="dummy-shown")


def judge(turn: Turn, war: War) -> None:
    """17.1: the Victory Points of a turn: the Political Will's value and the objectives."""
    sides = {side: Objectives(turn, war, side) for side in SIDES}
    points = {side: sides[side].judge() for side in SIDES}
    if not turn.complete or not (war.whole or _unscored(turn)):
        return
    track = war.country.game.tracks["victory_points"]
    start, end, values = turn.before.points, turn.after.points, _values(war)
    again = (range(sides[side].again + 1) for side in SIDES)
    dues = [
        due
        for value, us, ph in product(values, *again)
        for due in _sums(start, (value, points[US] - us, ph - points[FILIPINO]), track)
    ]
    if end in dues:
        if turn.after.will != 0 and turn.record.returns(turn.last + 1) < 0:
            what = f"the Political Will marker stayed at {turn.after.will}"
            war.find("1.1.1.b", "", what, turn.last, expected="0", observed=str(turn.after.will))
    elif any(points.values()) or not _mistaken(turn, end - dues[0], sides):
        _blame(turn, war, sides, points, dues)
    else:
        return
    _order(turn, war, sides)


def _values(war: War) -> list[int]:
    """17.1.b: the Victory Points for each Political Will that the turn may have ended with."""
    return [war.country.victory_points(will) * ((will > 0) - (will < 0)) for will in war.finals]


def last_turn(war: War) -> int:
    """2.0.f: the last turn of a scenario; one ends before the track does."""
    country = war.country
    return country.numbers.last_stand_up_turn if war.scenario == "stand-up" else country.last_turn


def _scoring(turn: Turn) -> int:
    """The act with which Victory Points were last recorded; the turn's last if none were."""
    return max((n for n, _, _ in turn.levels("victory_marker")), default=turn.last)


def _mistaken(turn: Turn, off: int, sides: Mapping[str, Objectives]) -> bool:
    """4.0.e, 4.0.g: points for a dummy, or for an objective that then stayed on the display."""
    for side, one in sides.items():
        war = one.war
        for chit in sorted(one.end):
            number = number_of(chit) or 0
            worth = war.country.numbers.worth(number)
            if off == SIGN[side] * worth and achieved(side, number, turn.after, war):
                title = one.cards[chit].title
                what = f"the objective `{title}` was scored but stayed on the display"
                war.find("4.0.g", side, what, _scoring(turn))
                return True
        for chit in one.scored:
            if off == SIGN[side] and not number_of(chit):
                what = f"the dummy `{one.cards[chit].title}` was scored"
                war.find("4.0.e", side, what, _scoring(turn))
                return True
    return False


def _unscored(turn: Turn) -> bool:
    """Whether a log that begins in mid-turn shows all Victory Points of the turn.

    An objective may have been put back in phase 1. In phase 9, Political Will is scored first.
    """
    order = list(turn.record.country.game.phases)
    rank = order.index(turn.began) if turn.began else 0
    if order.index("objectives") < rank < order.index("scoring"):
        return True
    scored, reset = turn.levels("victory_marker"), turn.levels(WILL)
    return turn.began == "scoring" and bool(scored) and (not reset or scored[0] < reset[0])


def _sums(start: int, points: Sequence[int], track: Track) -> list[int]:
    """17.1.d: the Victory Points after some points in any order: what passes an end is lost."""
    found = []
    for order in permutations(points):
        now = start
        for one in order:
            now = min(max(now + one, track.first), track.last)
        found.append(now)
    return found


def _steps(turn: Turn) -> list[int]:
    """How far the Victory Points marker went with each of its acts."""
    return [new - old for _, old, new in turn.levels("victory_marker")]


def _blame(
    turn: Turn,
    war: War,
    sides: Mapping[str, Objectives],
    points: Mapping[str, int],
    dues: Sequence[int],
) -> None:
    """The clause of the points that are missing or too many."""
    due, end, last = dues[0], turn.after.points, _scoring(turn)
    off, value = end - due, _values(war)[0]
    recorded = bool(value) and value in _steps(turn)[:1]  # the points of Political Will
    returned = next((side for side in SIDES if points[side] < 0), "")
    scored = next((side for side in SIDES if points[side] > 0), "")
    seen = f"the marker is at {end} instead of {due}"
    clause, side = "17.1.b", ""
    what = f"the Victory Points for Political Will are wrong: {seen}"
    if returned and off == SIGN[returned] * -points[returned]:
        clause, side, last = "4.0.c", returned, max(sides[returned].paid, default=last)
        who = sides[returned].who
        what = f"the {who} put an objective back without paying a Victory Point"
    elif scored and (recorded or off != -value):
        clause, side = "4.0.e", returned or scored
        what = f"the Victory Points for an objective are wrong: {seen}"
    shown = {"objectives", "scoring"} <= turn.shown and len(set(dues)) == 1
    # Chits may be put away early or late.
    sure = turn.kept or shown or not (scored or returned)
    gap = unless(sure, prices.MOVED)
    war.find(clause, side, what, last, -1, gap, due, end, local=True)


def _order(turn: Turn, war: War, sides: Mapping[str, Objectives]) -> None:
    """17.1.c: the US scores first on even turns, the Filipinos on odd ones."""
    when = {
        side: min(n for n, act in one.moves if act.kind in one.scored)
        for side, one in sides.items()
        if one.scored
    }
    if len(when) == len(SIDES):
        first = US if turn.number % 2 == 0 else FILIPINO
        if min(when, key=lambda side: when[side]) != first:
            what = f"the other side scored before the {sides[first].who}"
            war.find("17.1.c", "", what, min(when.values()), ruling="order-of-scoring")


def end_of_turn(turn: Turn, war: War, more: bool) -> None:
    """1.1.1.c, 17.2.a, 2.0.f: the marker goes on by one; a decided war is not played on."""
    moves = turn.levels("turn_marker")
    begun, gone = (moves[0][1], moves[-1][2]) if moves else (0, 0)
    if turn.complete and begun != gone and gone - begun - 1 not in (0, turn.behind):
        what = f"the turn marker went from {begun} to {gone}"
        expected, observed = str(begun + 1), str(gone)
        war.find("1.1.1.c", "", what, moves[-1][0], expected=expected, observed=observed)
    elif turn.stood:
        war.find("1.1.1.c", "", "the turn marker was not moved", turn.last)
    if not (turn.complete and more) or war.over:
        return
    track, ended = war.country.game.tracks["victory_points"], last_turn(war)
    if turn.after.points in (track.first, track.last):
        war.over = True
        what = "play went on after a side had 8 Victory Points"
        war.find("17.2.a", "", what, turn.last + 1)
    elif turn.number >= ended:
        war.over = True
        war.find("2.0.f", "", f"play went on after turn {ended}", turn.last + 1)


def winner(turn: Turn, war: War) -> str:
    """17.2, 2.0.f: the side that has won at the end of a turn; empty for nobody or for a draw."""
    track = war.country.game.tracks["victory_points"]
    ahead = turn.after.points or turn.after.will
    ended = turn.after.points in (track.first, track.last) or turn.number >= last_turn(war)
    if not (turn.complete and ended and ahead):
        return ""
    return US if ahead > 0 else FILIPINO
