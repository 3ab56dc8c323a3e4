"""What an attack did, compared with its result: sections 7 and 8, and the fate of the general."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from modgen_rules.engine.reading.verdicts import CERTAIN
from modgen_rules.engine.reports.findings import counted
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.tirad_pass.law.combat import Result
from modgen_rules.tirad_pass.law.plan import FILIPINO, GENERAL, OTHER, Plan
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.reading.record import Act, Phase
from modgen_rules.tirad_pass.reading.story import Story, fallen, names


@dataclass
class Attack:
    """One attack: from its announcement to the next one, or to the end of the phase."""

    kind: str
    target: str
    step: int
    before: Position
    attackers: list[str]
    after: Position
    die: int = 0
    fates: list[tuple[int, int]] = field(default_factory=list)
    """Rolls for the general: step and die."""
    acts: list[Act] = field(default_factory=list)
    """What happened after the die."""
    last: int = 0
    again: bool = False
    """Whether it was rolled for again; then nobody knows which result counts."""


@dataclass
class Outcome:
    """Compares what an attack did with its result."""

    phase: Phase
    story: Story
    attack: Attack
    defenders: list[str]
    result: Result

    def __post_init__(self) -> None:
        self.before, self.after = self.attack.before, self.attack.after
        self.plan: Plan = self.story.plan
        self.fire = self.attack.kind == "fire"
        self.clause = "6.10" if self.fire else "7.7"
        self.side = self.phase.side
        self.hexes = {self.before.pieces[key].place for key in self.attack.attackers}
        self.found = len(self.story.issues)

    def judge(self) -> None:
        """Every unit on the map: attackers, defenders, and those whom it does not concern."""
        result = self.result
        sides = (
            (self.attack.attackers, result.attacker_steps, result.attacker_retreats, self.side),
            (self.defenders, result.defender_steps, result.defender_retreats, OTHER[self.side]),
        )
        for units, steps, retreat, side in sides:
            self._losses(units, steps, retreat, side)
        if self._sound():
            for units, _, retreat, side in sides:
                if retreat:
                    self._retreats(units, set() if side == self.side else self.hexes)
        # What follows from a wrong result is not a mistake of its own.
        for check in (self._pins, self._places, self._leaders, self._general):
            if self._sound():
                check()

    def _sound(self) -> bool:
        """Whether no breach of this attack was found yet."""
        return len(self.story.issues) == self.found

    def find(self, clause: str, what: str, expected: str = "", observed: str = "") -> None:
        """Note a breach of the attack."""
        told = self._told(what)
        self.story.find(clause, self.side, told, expected=expected, observed=observed)

    def _told(self, what: str) -> str:
        """What happened, after the attack with its die and result."""
        attack, code = self.attack, self.result.code or "none"
        return f"{attack.kind} at {attack.target}, die {attack.die}, result {code}: {what}"

    def _lost(self, key: str) -> int:
        return self.before.steps(key) - self.after.steps(key)

    def _losses(self, units: Sequence[str], due: int, retreat: bool, side: str) -> None:
        """As many steps are lost as the result says, and units that could not retreat (8.5)."""
        due = min(due, sum(self.before.steps(key) for key in units))
        lost = sum(map(self._lost, units))
        trapped = [key for key in units if self._trapped(key)] if retreat else []
        most = due + sum(self.before.steps(key) for key in trapped)
        who = self.plan.game.sides[side].name
        if lost < due or lost > most:
            what = f"the {who} lose {counted(lost, 'step')} instead of {due}"
            self.find(self.clause, what, str(due), str(lost))

    def _trapped(self, key: str) -> bool:
        """Whether a unit that is lost had no hex to retreat to just before."""
        if self.after.steps(key):
            return False
        side = self.before.side(key)
        foes = self.hexes if side != self.side else set()
        for act in reversed(self.attack.acts):
            if (
                act.key == key
                and act.before
                and act.before.place == (self.before.pieces[key].place)
            ):
                return not act.table.refuges(key, foes)
        return False

    def _retreats(self, units: Sequence[str], foes: set[str]) -> None:
        """8.3 to 8.6: each unit that is left goes one hex, and is pinned."""
        stays: dict[tuple[str, str], list[str]] = {}
        for key in units:
            if not self.after.steps(key):
                continue
            start, end = self.before.pieces[key].place, self.after.pieces[key].place
            moves = [
                act.table
                for act in self.attack.acts
                if act.key == key
                and act.before
                and act.after
                and act.before.place != act.after.place
            ]
            if start == end:
                trapped = not self.after.refuges(key, foes)
                why = (
                    ("8.5", "could not retreat and stayed in")
                    if trapped
                    else (self.clause, "did not retreat from")
                )
                stays.setdefault((why[0], f"{why[1]} {start}"), []).append(key)
                continue
            there = (moves[-1] if moves else self.before).copy()
            there.pieces[key] = there.pieces[key]._replace(place=start)
            allowed = there.refuges(key, foes)
            name = names(self.before, [key])
            if end not in allowed:
                clause = "8.4" if end in there.ways_out(key, foes) else "8.3"
                expected = ", ".join(sorted(allowed)) or "no hex"
                may = " or ".join(sorted(allowed)) or "being removed"
                way = f"{name} retreats from {start} to {end} instead of {may}"
                self.find(clause, way, expected, end)
            elif not self.after.pieces[key].pinned:
                stays.setdefault(("8.6", f"retreated to {end} without becoming pinned"), []).append(
                    key
                )
        for (clause, what), keys in stays.items():
            self.find(clause, f"{names(self.before, keys)} {what}")

    def _pins(self) -> None:
        """Units are pinned by the result, and by nothing else (8.8)."""
        for key, unit in self.before.pieces.items():
            after = self.after.pieces.get(key)
            if not self.plan.is_unit(unit.kind) or after is None or not self.after.steps(key):
                continue
            name = names(self.before, [key])
            if key in self.defenders and self.result.defender_pinned:
                if not after.pinned:
                    self.find(self.clause, f"{name} is not pinned")
            elif after.pinned and not unit.pinned and after.place == unit.place:
                clause = self.clause if key in self.defenders else "8.8"
                self.find(clause, f"{name} is pinned, which the result does not call for")

    def _places(self) -> None:
        """Nobody else moves, but attackers may advance (7.6)."""
        retreated = set(self.defenders if self.result.defender_retreats else ())
        retreated |= set(self.attack.attackers if self.result.attacker_retreats else ())
        empty = not self.after.at(self.attack.target, OTHER[self.side])
        for key, unit in self.before.pieces.items():
            after = self.after.pieces.get(key)
            if not self.plan.is_unit(unit.kind) or after is None or key in retreated:
                continue
            name = names(self.before, [key])
            if after.place == unit.place:
                if after.face != unit.face and key not in self.defenders + self.attack.attackers:
                    self.find("1.5", f"{name} loses a step, though it took no part")
                continue
            if not self.after.steps(key):
                if key not in self.defenders + self.attack.attackers:
                    self.find("1.5", f"{name} is lost, though it took no part")
                continue
            told = f"{name} goes from {unit.place} to {after.place}"
            if after.place == self.attack.target and not self.fire:
                if key not in self.attack.attackers or not empty:
                    self.find("7.6", told)
            else:
                self.find("7.6" if not self.fire else "2.2", told)

    def _leaders(self) -> None:
        """8.7: leaders do not stay in a hex that their units have left or lost."""
        hexes = [(self.attack.target, OTHER[self.side]), *((one, self.side) for one in self.hexes)]
        for place, side in hexes:
            if not self.before.at(place, side) or self.after.at(place, side):
                continue
            left = [
                key
                for key in self.after.leaders(place, side)
                if key in self.before.pieces and self.before.pieces[key].place == place
            ]
            if left:
                self.find("8.7", f"{names(self.before, left)} stayed alone in {place}")

    def _general(self) -> None:
        """9.8: a die for del Pilar when a unit in his hex loses a step or retreats."""
        key = self.before.find(GENERAL)
        rolls = [die for _, die in self.attack.fates]
        place = self.before.place_of(GENERAL)
        fought = (*self.defenders, *self.attack.attackers)
        his = [one for one in self.before.at(place, FILIPINO) if one in fought]
        steps = any(self._lost(one) for one in his)
        left = any(
            self.after.steps(one)
            and self.after.pieces[one].place != place
            and (self.result.defender_retreats or self.result.attacker_retreats)
            for one in his
        )
        due = bool(key) and (steps or left)
        hits = self.plan.dice["general"].hits or 0
        gone = fallen(self.after) and not fallen(self.before)
        late = len(rolls) - due
        if due and not rolls:
            told = self._told("no die is rolled for del Pilar")
            self.story.owed.append(Issue("9.8", CERTAIN, self.side, told, *self.story.span))
        elif late > 0 and not self.story.owed and not due:
            self.find("9.8", "a die is rolled for del Pilar, but none is due")
        else:
            # Players who forgot a die roll it after a later attack of the same player turn.
            del self.story.owed[: max(late, 0)]
            killed = max(rolls, default=0) >= hits
            if killed != gone and rolls:
                told = "del Pilar is not killed" if killed else "del Pilar is killed"
                self.find("9.8", f"{told} by a {max(rolls)}")
            elif gone and not rolls:
                self.find("9.8", "del Pilar is killed without a die")
        self.story.dead = self.story.dead or fallen(self.after)
