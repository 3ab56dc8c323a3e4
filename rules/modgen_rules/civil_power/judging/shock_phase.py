"""Reads and judges a Shock Combat phase: rounds, retreats, checks, and what must be fought."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.bookings import NOTHING, Booked, CombatPhase, Entry
from modgen_rules.civil_power.judging.fire import is_armoured
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.judging.shock import SLIPS, Duty, Round, Side, X, fighters, onward
from modgen_rules.civil_power.law.levels import AGITATOR, HELICOPTER, TV_CREW, base, is_sniper
from modgen_rules.civil_power.law.plan import CROWD, GROUP, MOBS, POLICE, TANK, VEHICLE
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.attacks import owner
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.spoken import lines_between
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.record.chat_words import ChatWords, typed
from modgen_rules.engine.reports.sections import Issue

MARKER = "shock_combat"


def judge(phase: Phase, riot: Riot) -> str:
    """Judge a Shock Combat phase; notes what is wrong in `riot`. Returns its story."""
    return ShockPhase(phase, riot).judge()


@dataclass
class Part:
    """The acts of one round: from `first` up to before `end`."""

    cell: str
    first: int
    announced: bool = True
    dice: list[tuple[str, int]] = field(default_factory=list)
    """The side that rolled each, and the result."""
    rolled: list[int] = field(default_factory=list)
    """The act of each die."""
    nameless: bool = False
    """Whether the log does not say who rolled some of them."""
    deeds: dict[str, set[str]] = field(default_factory=dict)
    doubled: frozenset[str] = frozenset()
    """The sides that doubled in an earlier round there: they may not say so again."""
    end: int = 0
    late: int = 0
    """The act up to which its effects may be seen in an untidy record."""
    others: frozenset[str] = frozenset()
    """The squares that are fought in from its end until then."""


@dataclass
class ShockPhase(CombatPhase):
    """Judges one phase of Shock rounds."""

    WRONG = "5.4.1.a"

    def judge(self) -> str:
        """All rounds in order, then what was not fought, and losses without a reason."""
        parts = self.parts()
        if parts and not self.phase.finished:
            self.riot.under_way = parts[-1].first
        for part in parts:
            self._round(part)
        unclear = self.unclear or any(not part.cell for part in parts)
        wrong = list(self.ledger.judge()) if parts and not unclear else []
        self.riot.issues += wrong
        self.riot.booked_late |= self.ledger.late
        if parts:
            self.riot.booked = not (unclear or wrong)
        if self.phase.finished:
            self._unfought({part.cell for part in parts})
            self._surges({part.cell for part in parts})
            self._slips_away({part.cell for part in parts})
        self.told |= self.phase.crowded
        if not unclear:
            self.unexplained("a fight")
        return "; ".join(self.story)

    # --- reading ---------------------------------------------------------------------------------

    def parts(self) -> list[Part]:
        """The rounds of the phase, each with its acts."""
        parts: list[Part] = []
        marker = _marked(self.phase.before)
        now: Part | None = None
        for n, act in self.phase.each():
            cell = ""
            if act.what == "said" and act.said and "shock_in" in act.said.spaces:
                cell = min(act.said.spaces["shock_in"], default="") or marker
            elif act.kind == MARKER and act.what in ("move", "face"):
                marker = cell = _marked(self.record.positions[n + 1])
                now = now if cell else None
            if cell:
                if now is None or now.dice or now.cell != cell:
                    now = Part(cell, n)
                    parts.append(now)
                deed = act.said.choices.get("deed") if act.said else None
                if deed and act.said:
                    now.deeds.setdefault(act.said.side or act.side, set()).add(deed)
            elif act.what == "roll" and act.kind in (*MOBS, POLICE, "both"):
                scene = act.source if act.target.startswith("Round") else ""
                if now is None or (scene and scene != now.cell) or self._again(now, n):
                    now = Part(scene or self._only(n), n, announced=False)
                    parts.append(now)
                now.dice += [(owner(act), die) for die in act.dice]
                now.rolled += [n] * len(act.dice)
                now.nameless |= not act.side
        for n, part in enumerate(parts):
            later = parts[n + 1 :]
            part.end = later[0].first if later else self.phase.end
            again = (one.first for one in later if one.cell == part.cell)
            part.late = next(again, self.phase.end)
            part.others = frozenset(one.cell for one in later if one.first < part.late)
            part.doubled = frozenset(
                side
                for one in parts[:n]
                if one.cell == part.cell
                for side, deeds in one.deeds.items()
                if "doubled" in deeds
            )
        return [part for part in parts if part.dice or part.deeds]

    def _only(self, n: int) -> str:
        """The only square that is fought in at an act; empty when there are several."""
        cells = self.record.positions[n].fights
        return cells[0] if len(cells) == 1 else ""

    def _again(self, part: Part, n: int) -> bool:
        """Whether the die of an act begins another round than one that nobody announced.

        Both sides have rolled then, and somebody has checked since.
        """
        sides = {one.side for one in self._before(part).at(part.cell)}
        if part.announced or len(part.dice) < len(sides):
            return False
        return any(act.what == "check" for act in self.record.acts[part.rolled[-1] : n])

    # --- a round ---------------------------------------------------------------------------------

    def _round(self, part: Part) -> None:
        """Judge a round by the reading of the record that breaks least."""
        if not part.cell:
            # Several fights, and nothing tells whose dice these are.
            for cell in self.phase.before.fights:
                self.told |= {one.key for one in self.phase.before.at(cell)}
            return
        before = self._before(part)
        self.told |= {one.key for one in before.at(part.cell)}
        if not before.contested(part.cell):
            self._apart(part, before)
            return
        alone = lonely(before, part.cell) if part.announced and part.dice else []
        if alone:
            self._spared(alone, part.first, "fights")
            self.unclear = True
            return
        found = self._best(part)
        fought_on = any(one.observed in part.others for one in found[0])  # and driven on from there
        if found[0] and part.late > part.end and not fought_on:
            later = self._best(replace(part, end=part.late))
            found = min(found, later, key=lambda one: len(one[0]))
        issues, options = found
        # Two squares around a corner would end where one diagonal step does, which is likelier.
        diagonal = [one.clause for one in issues] == ["5.4.3.n"]
        if issues and part.announced and not diagonal:
            issues = self._slip(part) or issues
        if not part.announced:
            issues = [one._replace(unknown=True) for one in issues]
            self.unclear = True
        self.riot.note(*(issues or self._told_totals(part)))
        self._rolled_again(part)
        booked = self.ledger.booked(n for n in self.phase.acts if part.first <= n < part.end)
        why = {} if booked in options else self._why(part)
        entry = Entry(options, part.first, part.end, self.side, "5.3.1.e", why, part.cell)
        self.ledger.entries.append(entry)
        self.story.append(f"Shock in {part.cell}")

    def _rolled_again(self, part: Part) -> None:
        """5.4.1.a: two dice of a side one after the other, where units check by the menu."""
        if not self._window(part).checked or part.nameless:
            return
        there = {one.side for one in self._before(part).at(part.cell)}
        if POLICE not in there and len(part.dice) == len(there):
            return  # both Mobs have the same die, and one player rolls for both
        for n in range(1, len(part.dice)):
            (side, first), (other, second) = part.dice[n - 1], part.dice[n]
            again = side == other and part.rolled[n] - part.rolled[n - 1] == 1
            if again and not self._is_check(part, n):
                what = f"the {self._called(side)} rolled {first} and {second} for a round in "
                gap, numbers = lapse(prices.IDLE_DICE), ("1 die", "2 dice")
                at = part.rolled[n]
                self.riot.find("5.4.1.a", side, f"{what}{part.cell}", at, at, gap, *numbers)

    def _is_check(self, part: Part, n: int) -> bool:
        """Whether a round breaks nothing as it is, and a check is missing in it without a die."""
        dice, rolled = ([*of[:n], *of[n + 1 :]] for of in (part.dice, part.rolled))
        without = replace(part, dice=dice, rolled=rolled)
        return not self._best(part)[0] and bool(self._best(without)[0])

    def _apart(self, part: Part, before: Position) -> None:
        """4.2.d, 8.6.b, 8.8.a: units on different levels, Helicopters, TV Crews do not fight."""
        self._spectators(part, before)
        mine = {one.level for one in before.at(part.cell, self.side)}
        theirs = {one.level for one in before.enemies(part.cell, self.side)}
        if part.announced and part.dice and mine and theirs and not mine & theirs:
            what = f"Shock combat is fought in {part.cell} between units on different levels"
            gap = unless(self.record.tidy, prices.MOVED)
            self.riot.find("4.2.d", self.side, what, part.first, gap=gap)

    def _spectators(self, part: Part, before: Position) -> None:
        """8.6.b, 8.8.a: a fight of or with a Helicopter alone, or with a TV Crew alone."""
        enemies = before.enemies(part.cell, self.side)
        sooner = self.phase.before.contested(part.cell)
        if sooner or not (part.announced and part.dice and before.at(part.cell, self.side)):
            return
        if all(one.kind == HELICOPTER for one in before.at(part.cell, self.side)):
            enemies = before.at(part.cell, self.side)
        kinds = {base(one) for one in enemies}
        clause = {HELICOPTER: "8.6.b", TV_CREW: "8.8.a"}.get(next(iter(kinds), ""), "")
        if len(kinds) == 1 and clause and (clause == "8.6.b" or self.side == POLICE):
            name = self.riot.name(enemies[0].kind)
            own = "by" if enemies[0].side == self.side else "against"
            what = f"Shock combat is fought in {part.cell} {own} {name}"
            gap = unless(self.record.tidy, prices.MOVED)
            self.riot.find(clause, self.side, what, part.first, gap=gap)

    def _slips(self, part: Part) -> Iterator[tuple[str, tuple[list[Issue], frozenset[Booked]]]]:
        """Readings of a round by which one side forgot something, each with its clause."""
        for clause in SLIPS:
            for slips in ({True: clause}, {False: clause}, {True: clause, False: clause}):
                yield clause, self._best(part, slips)

    def _slip(self, part: Part) -> list[Issue]:
        """A round that only something forgotten explains; nothing if that does not."""
        for clause, (issues, _) in self._slips(part):
            if not issues:
                what = f"the round in {part.cell} ends as if {SLIPS[clause]}"
                again = clause == "5.2.c" and self._fell(part)
                clause = "5.4.1.j" if again else clause  # noqa: PLW2901
                return [self._window(part).issue(clause, self.side, what)]
        return []

    def _told_totals(self, part: Part) -> Iterator[Issue]:
        """A total that a player tells before the dice, and that only something forgotten explains.

        He tells the attacker's first: `3+3+4 = 10 against 4`.
        """
        lines = lines_between(self.record, part.first, part.rolled[0]) if part.rolled else []
        aims = ChatWords.of([self.riot.plan.game]).aims.pattern
        pair = rf"(?<!\d)(\d{{1,3}})\s*(?:{aims})\s*(\d{{1,3}})(?!\d)"
        told = re.findall(pair, typed(lines[-1]) if lines else "")
        right = self._totals(part) if told else {}
        pairs = [(int(one), int(two)) for one, two in told]
        if any(ours in right[True] for ours, _ in pairs):
            return
        for ours, theirs in pairs:
            if theirs not in right[False]:
                continue
            for clause in SLIPS:
                if ours in self._totals(part, clause)[True]:
                    what = f"the attack in {part.cell} is told as if {SLIPS[clause]}"
                    expected = " or ".join(map(str, sorted(right[True])))
                    window = self._window(part)
                    yield window.issue(clause, self.side, what, -1, -1, expected, str(ours))
                    return

    def _totals(self, part: Part, slip: str = "") -> dict[bool, set[int]]:
        """The totals of the attacker (true) and the defender by each reading, with a slip."""
        before, dice = self._before(part), {True: 1, False: 1}
        found: dict[bool, set[int]] = {True: set(), False: set()}
        for level in before.contested(part.cell):
            round_ = Round(part.cell, level, self.side, before, dice, part.deeds, part.announced)
            round_ = replace(round_, slips={True: slip, False: slip}, doubled=part.doubled)
            for attacks, totals in found.items():
                totals |= {one.total for one in round_.readings(self.riot, attacks)}
        return found

    def _fell(self, part: Part) -> bool:
        """5.4.1.j: whether all who are suppressed in a round became so in the same fight."""
        down = [one.key for one in self._before(part).at(part.cell) if one.suppressed]
        sooner = self.phase.before.units
        return all(key in sooner and not sooner[key].suppressed for key in down)

    def _why(self, part: Part) -> dict[Booked, str]:
        """Wrong bookings with the clause of what was forgotten."""
        found: dict[Booked, str] = {}
        for clause, (_, options) in self._slips(part):
            for one in options:
                found.setdefault(one, clause)
        return found

    def _best(
        self, part: Part, slips: Mapping[bool, str] | None = None
    ) -> tuple[list[Issue], frozenset[Booked]]:
        """What is wrong by the reading that breaks least, and the casualties of all such."""
        before = self._before(part)
        best: tuple[list[Issue], frozenset[Booked]] | None = None
        for level in before.contested(part.cell):
            for dice, spare in self._owners(part, before, level):
                round_ = Round(
                    part.cell,
                    level,
                    self.side,
                    before,
                    dice,
                    part.deeds,
                    part.announced,
                    slips or {},
                    part.doubled,
                )
                for ours, theirs in round_.combinations(self.riot):
                    issues = [*self._announced(part, round_, ours, theirs, spare)]
                    issues += self._fulfilled(part, round_, ours, theirs, spare)
                    options = self._wounded(round_, ours, theirs)
                    if best is None or len(issues) < len(best[0]):
                        best = issues, options
                    elif not issues and not best[0]:
                        best = issues, best[1] | options
        return best or ([], frozenset({NOTHING}))

    def _owners(
        self, part: Part, before: Position, level: int
    ) -> Iterator[tuple[dict[bool, int], list[tuple[str, int]]]]:
        """The dice of the round, true for the attacker's, and the others, by each reading."""
        there = {one.side for one in fighters(before, part.cell, level)}
        quiet = {side for side in there if "retreats" in part.deeds.get(side, ())}
        mobs = sorted(side for side in there if side in MOBS)
        rolled = [
            (mobs[0] if side not in there and side in MOBS and len(mobs) == 1 else side, die)
            for side, die in part.dice
        ]
        mine = [n for n, (side, _) in enumerate(rolled) if side == self.side not in quiet]
        others = [n for n, (side, _) in enumerate(rolled) if side in there - quiet - {self.side}]
        found: dict[bool, int] = {}
        # The first die counts, or the next at once when the first was spoilt.
        once = [
            [n for n in dice[:2] if part.rolled[n] - part.rolled[dice[0]] <= 1] or [-1]
            for dice in (mine, others)
        ]
        for ours, theirs in product(*once):
            chosen = {True: ours, False: theirs}
            found = {key: rolled[n][1] for key, n in chosen.items() if n >= 0}
            spare = [one for n, one in enumerate(rolled) if n not in chosen.values()]
            yield found, spare
        one_hand = POLICE not in there or part.nameless
        if len(found) < len(there) and len(part.dice) > 1 and one_hand:
            # One player rolls for both sides.
            first, second, *others = (die for _, die in part.dice)
            rest = [(side, die) for die in others for side in sorted(there)]
            yield {True: first, False: second}, rest
            yield {True: second, False: first}, rest

    def _announced(
        self, part: Part, round_: Round, ours: Side, theirs: Side, spare: list[tuple[str, int]]
    ) -> Iterator[Issue]:
        """Doubling without the Engagement Level for it, and dice that are missing."""
        window = self._window(part)
        for attacks, reading in ((True, ours), (False, theirs)):
            side = next((one.side for one in round_.units(attacks)), "")
            if reading.breach:
                what = f"Shock was doubled in {part.cell} below Engagement Level 2"
                yield window.issue(reading.breach, side, what)
            missing = attacks not in round_.dice and not round_.retreats(attacks)
            alone = part.announced and round_.retreats(not attacks)
            if missing and alone and self.phase.finished:
                what = f"the {self._called(side)} did not roll in {part.cell}"
                yield window.issue("5.4.1.h", side, what)
            elif (
                missing
                and part.dice
                and (
                    any(map(window.stays, round_.units(attacks)))
                    or any(self._fulfilled(part, round_.leaves(attacks), ours, theirs, spare))
                )
            ):
                what = f"no die was rolled for the {self._called(side)} in {part.cell}"
                yield window.issue("5.4.1.a", side, what)

    def _called(self, side: str) -> str:
        """A side as messages call it."""
        return self.riot.plan.game.sides[side].name if side else "side"

    def _before(self, part: Part) -> Position:
        return self.record.positions[part.first]

    def _window(self, part: Part) -> Window:
        return Window(self.phase, self.riot, part.first, part.end, self.told)

    def _wounded(self, round_: Round, ours: Side, theirs: Side) -> frozenset[Booked]:
        """5.4: the WIA of the result X; whether a Crowd counts it twice is open."""
        options = {NOTHING}
        for attacks, other in ((True, theirs), (False, ours)):
            if other.result != X:
                continue
            units = round_.units(attacks)
            markers = {f"wia_{one.side}" for one in units}
            most = 2 if any(one.size == CROWD for one in units) else 1
            options = {
                frozenset({*one, (marker, number)})
                for one in options
                for marker in markers
                for number in range(1, most + 1)
            }
        return frozenset(options)

    # --- what a result asks ----------------------------------------------------------------------

    def _fulfilled(
        self, part: Part, round_: Round, ours: Side, theirs: Side, spare: list[tuple[str, int]]
    ) -> Iterator[Issue]:
        """What a pair of readings asks of every unit, and the record does not show."""
        duties, window = round_.duties(ours, theirs), self._window(part)
        window.spare = spare
        for attacks in (True, False):
            units = round_.units(attacks)
            fellows = frozenset(one.key for one in units)
            for unit in units:
                duty = duties[unit.key]
                if unit.size == VEHICLE:
                    enemies = round_.units(not attacks)
                    yield from self._vehicle(window, unit, units, enemies, duty)
                elif base(unit) == AGITATOR:
                    yield from self._companion(window, unit, units)
                else:
                    yield from window.judge(unit, fellows, duty, self._sources(unit, round_))
        yield from window.settle()
        duty_bound = {key for key, duty in duties.items() if duty.checks}
        for _, act in morale.made(self.record, window.acts):
            if act.piece and act.piece not in duty_bound:
                self.told.add(act.piece)

    def _sources(self, unit: Unit, round_: Round) -> list[str]:
        """The squares from which the enemies of a unit came in this player-turn, if they did."""
        enemies = round_.units(unit.side != self.side)
        beside = self.record.field.beside[unit.cell]
        came = {one.key: self.riot.came.get(one.key, "") for one in enemies}
        return [
            came[one.key] if one.size != CROWD or came[one.key] in beside else ""
            for one in enemies
            if one.side == self.side
        ]

    def _vehicle(
        self, window: Window, unit: Unit, units: list[Unit], enemies: list[Unit], duty: Duty
    ) -> Iterator[Issue]:
        """8.12.2: a Vehicle stays, and is eliminated when it is alone and must retreat."""
        lost, name = morale.is_lost(window.after, unit.key), window.name(unit)
        if not lost and not window.stays(unit):
            yield window.issue("8.12.2", unit.side, f"{name} retreated")
        alone = all(one.size == VEHICLE for one in units)
        held = any(window.stays(one) for one in enemies)
        armoured = is_armoured(self.riot, unit)
        if alone and duty.areas and held and not (lost or armoured or unit.kind == TANK):
            yield window.issue("8.12.2", unit.side, f"{name} is not eliminated")
        if lost and unit.kind == TANK:
            clause = "S.II7.j" if self.riot.plays("ii-7") else "S.II2.g"
            yield window.issue(clause, unit.side, f"{name} was eliminated in Shock combat")
        elif lost and armoured:
            yield window.issue("8.12.3", unit.side, f"{name} is armoured and was eliminated")
        elif lost and not duty.areas:
            yield window.issue("8.12.2", unit.side, f"{name} was eliminated")

    def _companion(self, window: Window, unit: Unit, units: list[Unit]) -> Iterator[Issue]:
        """6.4: an Agitator makes no check; he may go with a unit that retreats."""
        after, name = window.after, window.name(unit)
        friends = [one for one in units if one.key != unit.key and window.stays(one)]
        if morale.is_lost(after, unit.key) and friends:
            yield window.issue("6.4.c", unit.side, f"{name} was eliminated among friends")

    # --- what the rounds left behind -------------------------------------------------------------

    def _slips_away(self, fought: set[str]) -> None:
        """6.3.b, 6.4.c: who is alone with enemies does not go elsewhere."""
        before, after = self.phase.before, self.phase.after
        for cell in before.fights:
            for unit in lonely(before, cell) if cell not in fought else ():
                moved = self.phase.drags.get(unit.key)
                if moved is not None and unit.key in after.units:
                    self._spared([unit], moved, "leaves")

    def _spared(self, units: list[Unit], at: int, deed: str) -> None:
        """6.3.b, 6.4.c: who is alone with enemies is eliminated, and does not fight."""
        for unit in units:
            soon = self.phase.soon(windows.LATER)
            gone = morale.is_lost(soon, unit.key)
            now = soon.units.get(unit.key)
            met = now is not None and soon.enemies(now.cell, unit.side, now.level)
            if self.phase.finished and not (gone or met):
                clause = _of_lone(unit)
                what = f"{self.riot.name(unit.kind)} of {unit.cell}, alone with enemies, {deed} "
                self.riot.find(clause, unit.side, f"{what}and is not eliminated", at)

    def _unfought(self, fought: set[str]) -> None:
        """3.0.h, 5.4.1.c: nobody shares a square and level with enemies at the end."""
        after = self.phase.after
        elsewhere = {cell for one in self.riot.turn.strays for cell in one.cells}
        for cell in after.fights:
            found = unfought(self.riot, after, cell, self.side)
            if cell in elsewhere or self._came_in(cell) or found is None:
                continue
            clause, who, what = found
            if clause == "3.0.h" and cell in fought:
                clause, what = "5.4.1.c", f"enemies still share {cell}"
            # Where two others meet, the Shock is fought in their own turn.
            gap = unless(after.at(cell, self.side), prices.MOVED)
            self.riot.find(clause, who, what, self.phase.last, gap=gap)

    def _came_in(self, cell: str) -> bool:
        """Whether enemies came out of turn."""
        side, near = self.riot.field.side, self.riot.field.near
        late = any(
            act.at == cell and side.get(act.kind, self.side) != self.side and act.origin in near
            for _, act in self.phase.each("move")
        )
        return cell in self.riot.strayed or (late and not self.phase.before.contested(cell))

    def _surges(self, fought: set[str]) -> None:
        """5.4.2.b, 5.4.2.d: after a surge one of two Crowds moves on, or all are suppressed."""
        after, before = self.phase.after, self.phase.before
        for cell, units in after.present.items():
            for side in sorted({one.side for one in units}):
                crowds = [one for one in after.at(cell, side) if one.size == CROWD]
                surged = [one for one in before.at(cell, side) if one.size == CROWD]
                surge = len(surged) > 1 and side == self.side and cell in fought
                if len(crowds) < 2 or not surge or after.enemies(cell, side):
                    continue
                free = onward(after, crowds[0])
                if any(not after.enemies(end, side) for end in free):
                    what = f"two Crowds stay in {cell} although one can move on"
                    self.riot.find("5.4.2.b", side, what, self.phase.last)
                if not free:
                    self.riot.overstacked[cell] = "5.4.2.e"
                if not free and any(
                    morale.checks_morale(one) and base(one) != TV_CREW and not one.suppressed
                    for one in after.at(cell, side)
                ):
                    what = f"the units in overcrowded {cell} are not suppressed"
                    self.riot.find("5.4.2.d", side, what, self.phase.last)
                self.told |= {one.key for one in after.at(cell, side)}


def _marked(position: Position) -> str:
    """The square with the marker of Shock combat."""
    return next(iter(position.cells_with(MARKER)), "")


def _of_lone(unit: Unit) -> str:
    """The clause by which a Sniper or an Agitator alone with enemies is eliminated."""
    return "6.3.b" if is_sniper(unit) else "6.4.c"


def lonely(position: Position, cell: str) -> list[Unit]:
    """6.3.b, 6.4.c: the Snipers or Agitators of a square who are alone with enemies."""
    for level in position.contested(cell):
        there = fighters(position, cell, level)
        for side in sorted({one.side for one in there}):
            mine = [one for one in there if one.side == side]
            enemies = [one for one in there if one.side != side and one.size in (GROUP, CROWD)]
            police = any(one.side == POLICE for one in enemies)
            snipers = all(is_sniper(one) for one in mine)
            if enemies and (snipers or (police and all(base(one) == AGITATOR for one in mine))):
                return mine
    return []


def unfought(riot: Riot, at: Position, cell: str, side: str) -> tuple[str, str, str] | None:
    """3.0.h, 6.3.b, 6.4.c: what a side leaves undone in a square: clause, who, in words."""
    for unit in lonely(at, cell):
        what = f"{riot.name(unit.kind)} is alone with enemies in {cell} and is not eliminated"
        return _of_lone(unit), unit.side, what
    there = [one for level in at.contested(cell) for one in fighters(at, cell, level)]
    if any(one.side == side for one in there):
        return "3.0.h", side, f"no Shock combat was fought in {cell}"
    return None
