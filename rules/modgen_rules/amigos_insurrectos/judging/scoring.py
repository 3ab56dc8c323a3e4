"""Objectives (4.0), Victory Points (17.1) and the end of a turn and of the war (17.2, 2.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from modgen.model.types.places import Track
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, SIDES, SIGN, STEPS, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import fitting
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
BODY_COUNT = 7
"""PH.O7, like US.O10, counts the steps that the enemy lost in the turn."""
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

    def __post_init__(self) -> None:
        self.box = f"objectives_{self.side}"
        record, acts = self.turn.record, self.turn.record.acts
        self.moves = [
            (n, acts[n])
            for n in range(self.turn.first, self.turn.last + 1)
            if acts[n].what == "card" and acts[n].kind.startswith(f"{LETTER[self.side]}_o")
        ]
        begun = min(self._operations(), default=self.turn.last + 1)
        phase = self.turn.phases.get("scoring")
        known = set(phase.acts) if phase else set()
        self.scoring = {
            n
            for n, _ in self.moves
            if (n in known or n > begun) and not (self.turn.kept and self._shown(n) in OPERATIONS)
        }
        self.start = {one for one, where in self.turn.before.cards.items() if where == self.box}
        self.end = {one for one, where in self.turn.after.cards.items() if where == self.box}
        self.record = record
        self.paid: list[int] = []
        """The acts with which objectives were put back for a point."""

    def judge(self) -> int:
        """Judge the side's objectives; returns the Victory Points that they must give."""
        points, names = 0, self.war.country.game.card
        last: dict[str, int] = {act.kind: n for n, act in self.moves}
        scored = [
            chit
            for chit in sorted(self.start | self._held())
            if chit not in self.end and last.get(chit, -1) in self.scoring
        ]
        unclaimed = self._unclaimed()
        back = {one for one in scored if unclaimed and not self._done(one, last[one])}
        scored = [one for one in scored if one not in back]
        for chit, n in last.items():
            title, number = names[chit].title, number_of(chit) or 0
            into = (m for m, act in self.moves if (act.kind, act.target) == (chit, self.box))
            laid = next(into, n)
            if chit not in self.start and (chit in self.end or chit in scored):
                self._chosen(laid, title, number)
            if chit in self.end and chit not in self.start:
                continue
            if chit in scored and number:
                points += self.war.country.numbers.worth(number)
                self._scored(chit, n, title, number)
            elif chit in back or (chit in self.start and chit not in self.end):
                self._returned(n, title, number)
                points -= bool(number)
                self.paid.append(n)
        self.again = sum(
            act.source == self.box
            and bool(number_of(act.kind))
            and any(
                m > n and (other.kind, other.target) == (act.kind, self.box)
                for m, other in self.moves
            )
            for n, act in self.moves
        )  # put back and taken again, or only looked at
        put = [n for n, act in self.moves if act.target == self.box and n not in self.scoring]
        settled = max(put, default=self.turn.first) + windows.SOON
        lie = self._in_box(min(settled, self.turn.last + 1))
        if put and len(lie) > max(self.war.country.numbers.objectives, len(self.start)):
            whose = self.war.country.game.sides[self.side].name
            what = f"{len(lie)} objectives are on the display of the {whose}"
            self._find("4.0.a", what, max(put), f"at most {self.war.country.numbers.objectives}")
        self.scored = scored
        return points

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

    def _held(self) -> set[str]:
        """The chits that lay on the display at some moment of the turn, before scoring."""
        return {act.kind for n, act in self.moves if act.target == self.box}

    def _in_box(self, n: int) -> list[str]:
        return [one for one, where in self.record.positions[n].cards.items() if where == self.box]

    def _find(self, clause: str, what: str, n: int, expected: str = "", ruling: str = "") -> None:
        self.war.find(clause, self.side, what, n, expected=expected, ruling=ruling)

    def _chosen(self, n: int, title: str, number: int) -> None:
        at = self.turn.before
        if n in self.scoring or self._late(n):
            self._find("4.0.b", f"an objective was chosen after phase 1: `{title}`", n)
        elif not possible(self.side, number, at, self.war):
            done = achieved(self.side, number, at, self.war)
            why = "has been achieved already" if done else "cannot be achieved in this turn"
            who = self.war.country.game.sides[self.side].name
            self._find("4.0.d", f"the {who} chose an objective that {why}: `{title}`", n)
        keys = [act.piece for m, act in self.moves if m == n]
        open_ = keys and keys[0] not in self.turn.after.masked
        if open_ and keys[0] not in self.record.positions[n + 1].masked and self._masks():
            self._find(
                "4.0.i", f"the objective `{title}` lies face up on the display", n, ruling="face-up"
            )

    def _shown(self, n: int) -> str:
        """The phase that the tracker shows at an act of this turn; empty before the first."""
        acts = self.turn.record.acts
        shown = (
            acts[m].target for m in range(n, self.turn.first - 1, -1) if acts[m].what == "phase"
        )
        return next(shown, "")

    def _late(self, n: int) -> bool:
        """Whether a tracker that is kept showed phase 1 and then operations before an act."""
        acts, first = self.record.acts, self.turn.first
        marks = [acts[m].target for m in range(first, n) if acts[m].what == "phase"]
        return self.turn.kept and "objectives" in marks and marks[-1] in OPERATIONS

    def _masks(self) -> bool:
        """Whether the log shows masks of chits at all."""
        return any(act.what == "mask" for act in self.record.acts) or bool(self.turn.before.masked)

    def _operations(self) -> list[int]:
        """The first acts of the phases of operations in this turn, by what the acts are."""
        acts, positions = self.turn.record.acts, self.turn.record.positions
        return [
            next((n for n in found if fitting(acts[n], positions[n])), self.turn.last + 1)
            for one in OPERATIONS
            if one in self.turn.phases
            for found in [self.turn.phases[one].acts]
        ]

    def _scored(self, chit: str, n: int, title: str, number: int) -> None:
        lasting, numbers = clause_of(self.side, number) not in LOSSES, self.war.country.numbers
        seen = self.war.whole or lasting or self._from_before(number)
        if seen and not self._done(chit, n):
            who = "US" if self.side == US else "Filipinos"
            what = f"the {who} scored the objective `{title}` without having achieved it"
            clause = clause_of(self.side, number)
            counted = clause in LOSSES and not self.turn.kept  # losses may be read wrongly
            if number in (numbers.great_objective, BODY_COUNT):
                needed = numbers.filipino_lost_steps if self.side == US else numbers.us_lost_steps
                enemy = FILIPINO if self.side == US else US
                counted = counted and self._most_lost(enemy) >= needed
            self.war.find(
                clause,
                self.side,
                what,
                n,
                gap=unless(not counted, prices.LOSS_UNPAID),
            )
        great = [one for one in self.end if number_of(one) == numbers.great_objective]
        if great and number != numbers.great_objective:
            title10 = self.war.country.game.card[great[0]].title
            what = f"the objective `{title}` was scored although `{title10}` is not achieved"
            self._find("4.0.f", what, n)
        where = self.turn.after.cards.get(chit, "")
        if where in self.war.country.areas:
            self._find("4.0.g", f"the objective `{title}` did not go back to its pool", n)

    def _from_before(self, number: int) -> bool:
        """Whether the log shows all losses of the turn, though not its beginning.

        Steps are lost by chits of the Reinforcement phase too, Artillery and sites only later.
        """
        order = list(self.war.country.game.phases)
        last = "arms" if clause_of(self.side, number) in ("US.O10", "PH.O7") else OPERATIONS[0]
        return self.turn.began in order[: order.index(last) + 1]

    def _most_lost(self, side: str) -> int:
        """The steps that a side lost in the turn, at most."""
        record, found = self.record, 0
        for n in range(self.turn.first, self.turn.last + 1):
            act = record.acts[n]
            if act.kind in STEPS[side] and act.what in ("move", "face"):
                before, after = (
                    at.strength(act.piece)
                    if act.piece in at.pieces
                    and at.pieces[act.piece].place in self.war.country.areas
                    else 0
                    for at in record.positions[n : n + 2]
                )
                found += max(0, before - after)
        return found

    def _returned(self, n: int, title: str, number: int) -> None:
        key = next(act.piece for m, act in self.moves if m == n)
        shown = any(
            act.what == "mask" and act.piece == key and act.target == "up"
            for act in self.record.acts[self.turn.first : n + 1]
        )
        hidden = key in self.turn.before.masked
        if number == 0 and hidden and not shown:
            what = f"the dummy `{title}` was put back without being shown"
            self._find("4.0.h", what, n, ruling="dummy-shown")


def judge(turn: Turn, war: War) -> None:
    """17.1: the Victory Points of a turn: the Political Will's value and the objectives."""
    sides = {side: Objectives(turn, war, side) for side in SIDES}
    points = {side: sides[side].judge() for side in SIDES}
    if not turn.complete or not (war.whole or _unscored(turn)):
        return
    track = war.country.game.tracks["victory_points"]
    start, end = turn.before.points, turn.after.points
    values = _values(war)
    again = {side: range(sides[side].again + 1) for side in SIDES}
    dues = [
        due
        for value in values
        for us in again[US]
        for ph in again[FILIPINO]
        for due in _sums(start, (value, points[US] - us, ph - points[FILIPINO]), track)
    ]
    last = max((n for n in _acts(turn, "victory_marker")), default=turn.last)
    if end not in dues:
        value, due = values[0], dues[0]
        moves = [n for side in SIDES for n in sides[side].paid]
        gone = _steps(turn)
        if value and value in gone[:1]:
            value = track.last + 1  # the points of Political Will were recorded rightly
        shown = {"objectives", "scoring"} <= turn.shown and len(set(dues)) == 1
        if not any(points.values()) and _mistaken(end - due, sides, last):
            return
        _blame(end - due, value, points, war, last, due, end, turn.kept or shown, moves)
    elif turn.after.will != 0:
        what = f"the Political Will marker stayed at {turn.after.will}"
        war.find("1.1.1.b", "", what, turn.last, expected="0", observed=str(turn.after.will))
    _order(turn, war, sides)


def _values(war: War) -> list[int]:
    """17.1.b: the Victory Points for each Political Will that the turn may have ended with."""
    return [war.country.victory_points(will) * ((will > 0) - (will < 0)) for will in war.finals]


def last_turn(war: War) -> int:
    """2.0.f: the last turn of a scenario; one ends before the track does."""
    country = war.country
    return country.numbers.last_stand_up_turn if war.scenario == "stand-up" else country.last_turn


def _mistaken(off: int, sides: Mapping[str, Objectives], last: int) -> bool:
    """4.0.e, 4.0.g: points for a dummy, or for an objective that then stayed on the display."""
    for side, one in sides.items():
        war, cards = one.war, one.war.country.game.card
        for chit in sorted(one.end):
            number = number_of(chit) or 0
            worth = war.country.numbers.worth(number)
            if off == SIGN[side] * worth and achieved(side, number, one.turn.after, war):
                what = f"the objective `{cards[chit].title}` was scored but stayed on the display"
                war.find("4.0.g", side, what, last)
                return True
        for chit in one.scored:
            if off == SIGN[side] and not number_of(chit):
                war.find("4.0.e", side, f"the dummy `{cards[chit].title}` was scored", last)
                return True
    return False


def _unscored(turn: Turn) -> bool:
    """Whether a log that begins in mid-turn shows all Victory Points of the turn.

    An objective may have been put back in phase 1. In phase 9, Political Will is scored first.
    """
    order = list(turn.record.country.game.phases)
    rank = order.index(turn.began) if turn.began else 0
    if rank > order.index("objectives") and rank < order.index("scoring"):
        return True
    scored, reset = _acts(turn, "victory_marker"), _acts(turn, "political_will_marker")
    return turn.began == "scoring" and bool(scored) and (not reset or scored[0] < reset[0])


def _sums(start: int, points: Sequence[int], track: Track) -> Iterator[int]:
    """17.1.d: the Victory Points after some points in any order: what passes an end is lost."""
    for order in permutations(points):
        now = start
        for one in order:
            now = min(max(now + one, track.first), track.last)
        yield now


def _acts(turn: Turn, kind: str) -> list[int]:
    acts = turn.record.acts
    return [
        n
        for n in range(turn.first, turn.last + 1)
        if acts[n].kind == kind and acts[n].what == "level"
    ]


def _steps(turn: Turn) -> list[int]:
    """How far the Victory Points marker went with each of its acts."""
    ends = [
        (turn.record.acts[n].source, turn.record.acts[n].target)
        for n in _acts(turn, "victory_marker")
    ]
    return [
        int(new) - int(old)
        for old, new in ends
        if old.lstrip("-").isdigit() and new.lstrip("-").isdigit()
    ]


def _blame(
    off: int,
    value: int,
    points: Mapping[str, int],
    war: War,
    last: int,
    due: int,
    end: int,
    kept: bool,
    paid: Sequence[int],
) -> None:
    """The clause of the points that are missing or too many."""
    returned = [side for side in SIDES if points[side] < 0]
    scored = [side for side in SIDES if points[side] > 0]
    seen = f"the marker is at {end} instead of {due}"
    clause, what = "17.1.b", f"the Victory Points for Political Will are wrong: {seen}"
    if returned and off == SIGN[returned[0]] * -points[returned[0]]:
        whose = war.country.game.sides[returned[0]].name
        clause, what = "4.0.c", f"the {whose} put an objective back without paying a Victory Point"
    elif scored and off != -value:
        clause, what = "4.0.e", f"the Victory Points for an objective are wrong: {seen}"
    side = (returned or scored or [""])[0] if clause != "17.1.b" else ""
    if clause == "4.0.c":
        last = max(paid, default=last)
    # Chits may be put away early or late.
    gap = unless(not ((scored or returned) and not kept), prices.MOVED)
    war.find(clause, side, what, last, gap=gap, expected=str(due), observed=str(end))


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
            name = war.country.game.sides[first].name
            what = f"the other side scored before the {name}"
            war.find("17.1.c", "", what, min(when.values()), ruling="order-of-scoring")


def end_of_turn(turn: Turn, war: War, more: bool) -> None:
    """1.1.1.c, 17.2.a, 2.0.f: the marker goes on by one; a decided war is not played on."""
    acts = turn.record.acts
    n = max((n for n in _acts(turn, "turn_marker")), default=turn.last)
    goes, begun = acts[n], acts[min(_acts(turn, "turn_marker"), default=turn.last)]
    known = begun.source.isdigit() and goes.target.isdigit() and begun.source != goes.target
    skipped = int(goes.target) - int(begun.source) - 1 if known else 0
    if turn.complete and skipped not in (0, turn.behind):
        what = f"the turn marker went from {begun.source} to {goes.target}"
        expected = str(int(begun.source) + 1)
        war.find("1.1.1.c", "", what, n, expected=expected, observed=goes.target)
    elif turn.stood:
        war.find("1.1.1.c", "", "the turn marker was not moved", turn.last)
    if not (turn.complete and more) or war.over:
        return
    track = war.country.game.tracks["victory_points"]
    ended = last_turn(war)
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
    points, will = turn.after.points, turn.after.will
    early = points in (track.first, track.last)
    ended = turn.number >= last_turn(war)
    if not turn.complete or not (early or ended):
        return ""
    ahead = points or will
    return "" if not ahead else US if ahead > 0 else FILIPINO
