"""Judges fire and assaults: sections 6, 7 and 8 of the rules, and the fate of the general (9.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from modgen_rules.engine.findings import Verdict
from modgen_rules.tirad_pass.combat import (
    Result,
    assault_column,
    assault_result,
    fire_column,
    fire_result,
)
from modgen_rules.tirad_pass.moving import stacking
from modgen_rules.tirad_pass.plan import FILIPINO, GENERAL, LOST, OTHER, US, Plan
from modgen_rules.tirad_pass.position import Position
from modgen_rules.tirad_pass.record import Event, Phase, apply
from modgen_rules.tirad_pass.story import Breach, Story, fallen, names

DIE = {US: "us_attack", FILIPINO: "filipino_attack"}


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
    die_step: int = 0
    fates: list[tuple[int, int]] = field(default_factory=list)
    """Rolls for the general: step and die."""
    events: list[tuple[Event, Position]] = field(default_factory=list)
    """What happened after the die, each with the position before it."""
    last: int = 0
    again: bool = False
    """Whether it was rolled for again; then nobody knows which result counts."""


def combat(phase: Phase, story: Story) -> None:
    """A Fire or an Assault phase."""
    loose: list[Event] = []
    done = list(_attacks(phase, story, loose))
    for attack in done:
        _judge(phase, story, attack)
    _loose(phase, story, loose)
    stacking(phase, story)
    if done:
        story.deeds.append(f"{len(done)} × {phase.kind}")


def _attacks(phase: Phase, story: Story, loose: list[Event]) -> Iterable[Attack]:
    """The attacks of a phase; `loose` takes the changes before the first one."""
    position = phase.start.copy()
    attack: Attack | None = None
    for event in phase.events:
        if event.what == "attack":
            if attack is not None:
                attack.after = position.copy()
                yield attack
            attack = _announced(phase, position, event)
        elif event.what == "roll":
            other = _another(phase, position, attack, event)
            if attack is not None and other is not None:
                attack.after = position.copy()
                yield attack
                attack = other
            _rolled(phase, story, attack, event)
        elif attack is not None and attack.die:
            attack.events.append((event, position.copy()))
            attack.last = event.step
        elif attack is None:
            loose.append(event)
        elif event.before and event.after and event.before.attacks != event.after.attacks:
            # The badges may be put on after the marker, as long as it is before the die.
            apply(position, event)
            attack = _again(phase, position, attack)
            continue
        else:
            loose.append(event)
        apply(position, event)
    if attack is not None:
        attack.after = position.copy()
        yield attack


def _announced(phase: Phase, position: Position, event: Event) -> Attack:
    attackers = [key for key in position.units(phase.side) if position.pieces[key].attacks]
    return Attack(
        event.name or phase.kind, event.place, event.step, position.copy(), attackers,
        position.copy(), last=event.step,
    )  # fmt: skip


def _again(phase: Phase, position: Position, attack: Attack) -> Attack:
    """The same attack with the attackers who carry the badge now."""
    attackers = [key for key in position.units(phase.side) if position.pieces[key].attacks]
    return Attack(attack.kind, attack.target, attack.step, position.copy(), attackers,
                  position.copy(), last=attack.last)  # fmt: skip


def _another(
    phase: Phase, position: Position, attack: Attack | None, event: Event
) -> Attack | None:
    """A new attack of other units on the hex where the marker still lies; None for no such one."""
    if attack is None or not attack.die or event.name != DIE[phase.side]:
        return None
    new = _again(phase, position, attack)
    new.step = event.step
    return new if new.attackers and set(new.attackers) != set(attack.attackers) else None


def _rolled(phase: Phase, story: Story, attack: Attack | None, event: Event) -> None:
    span = event.step, event.step
    if event.name == "general":
        if attack is None:
            late_fate(phase, story, event)
            return
        attack.fates.append((event.step, event.dice[0]))
        attack.last = event.step
    elif event.name in DIE.values():
        if attack is None or event.name != DIE[phase.side]:
            story.find("6.11", "suspect", span, phase.side, "a die is rolled without an attack")
        elif attack.die:
            story.find("6.11", "illegal", span, phase.side, "an attack is rolled for again")
            attack.again = True
        else:
            attack.die, attack.die_step, attack.last = event.dice[0], event.step, event.step


def late_fate(phase: Phase, story: Story, event: Event) -> None:
    """A die for del Pilar that is rolled in a later phase of the player turn (9.8)."""
    if not story.owed:
        return
    owed = story.owed.pop(0)
    killed = event.dice[0] >= (story.plan.dice["general"].hits or 0)
    if killed != fallen(phase.end):
        told = "del Pilar is not killed" if killed else "del Pilar is killed"
        story.find("9.8", "illegal", (owed.first, event.step), owed.side,
                   f"{told} by a {event.dice[0]}")  # fmt: skip


def _judge(phase: Phase, story: Story, attack: Attack) -> None:
    """One attack: who attacks whom, the result, the fate of the general."""
    if not attack.die:
        return
    position, plan = attack.before, story.plan
    span = attack.step, attack.last
    side = phase.side
    if attack.kind != phase.kind:
        story.find("2.2", "illegal", span, side, f"{attack.kind} in the {phase.kind} phase")
    defenders = position.at(attack.target, OTHER[side])
    if not attack.attackers:
        told = f"nobody is marked as attacking {attack.target}"
        story.find("6.11", "cannot-tell", span, side, told)
        return
    if not defenders:
        clause = "6.1" if attack.kind == "fire" else "7.1"
        story.find(clause, "illegal", span, side, f"no enemy unit is in {attack.target}")
        return
    fire = attack.kind == "fire"
    allowed = _fire_allowed(story, attack, side) if fire else _assault_allowed(story, attack, side)
    for key in attack.attackers:
        if key in story.attacked:
            what = f"{names(position, [key])} attacks again"
            story.find("2.5", "illegal", span, side, what)
            allowed = False
        story.attacked.setdefault(key, attack.step)
    if fire:
        result = fire_result(plan, fire_column(position, attack.attackers, attack.target),
                             attack.die)  # fmt: skip
    else:
        result = assault_result(plan, assault_column(position, attack.attackers, attack.target),
                                attack.die)  # fmt: skip
    if allowed and not attack.again:
        _Outcome(phase, story, attack, defenders, result).judge()


def _fire_allowed(story: Story, attack: Attack, side: str) -> bool:
    """6.1 to 6.3: who may fire together at a hex."""
    position, plan, span = attack.before, story.plan, (attack.step, attack.last)
    found = len(story.breaches)
    places = {position.pieces[key].place for key in attack.attackers}
    if len(places) > 1:
        told = f"units in {', '.join(sorted(places))} fire together at {attack.target}"
        story.find("6.3", "illegal", span, side, told)
    for key in attack.attackers:
        unit = position.pieces[key]
        if key in story.moved:
            story.find("6.1", "illegal", span, side, f"{names(position, [key])} has moved")
        far = plan.distance(unit.place, attack.target)
        reach = plan.face(unit.kind, unit.face).reach
        if far > reach:
            story.find(
                "6.2", "illegal", span, side,
                f"{names(position, [key])} fires from {unit.place} at {attack.target}",
                observed=f"{far} hexes", expected=f"at most {reach}",
            )  # fmt: skip
    return len(story.breaches) == found


def _assault_allowed(story: Story, attack: Attack, side: str) -> bool:
    """7.1: who may assault a hex."""
    position, plan, span = attack.before, story.plan, (attack.step, attack.last)
    found = len(story.breaches)
    for key in attack.attackers:
        unit = position.pieces[key]
        told = f"{names(position, [key])} assaults {attack.target} from {unit.place}"
        if attack.target not in plan.near[unit.place]:
            story.find("7.1", "illegal", span, side, told)
        elif unit.pinned:
            story.find("7.1", "illegal", span, side, f"{told}, pinned")
        elif plan.sizes[unit.kind] == "marksmen":
            story.find("7.1", "illegal", span, side, told)
    return len(story.breaches) == found


@dataclass
class _Outcome:
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
        self.span = self.attack.step, self.attack.last
        self.hexes = {self.before.pieces[key].place for key in self.attack.attackers}
        self.found = len(self.story.breaches)

    def judge(self) -> None:
        """Every unit on the map: attackers, defenders, and those whom it does not concern."""
        result = self.result
        self._losses(self.attack.attackers, result.attacker_steps, result.attacker_retreats,
                     self.side)  # fmt: skip
        self._losses(self.defenders, result.defender_steps, result.defender_retreats,
                     OTHER[self.side])  # fmt: skip
        if result.defender_retreats:
            self._retreats(self.defenders, OTHER[self.side], self.hexes)
        if result.attacker_retreats:
            self._retreats(self.attack.attackers, self.side, set())
        self._pins()
        self._places()
        if len(self.story.breaches) == self.found:
            self._leaders()
            self._general()

    def find(self, clause: str, what: str, expected: str = "", observed: str = "") -> None:
        """Note a breach of the attack."""
        self.story.find(clause, "illegal", self.span, self.side, self._told(what),
                        expected=expected, observed=observed)  # fmt: skip

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
            self.find(self.clause, f"{who} lose steps", str(due), str(lost))

    def _trapped(self, key: str) -> bool:
        """Whether a unit that is lost had no hex to retreat to just before."""
        if self.after.steps(key):
            return False
        side = self.before.side(key)
        foes = self.hexes if side != self.side else set()
        for event, position in reversed(self.attack.events):
            if (
                event.key == key
                and event.before
                and event.before.place == (self.before.pieces[key].place)
            ):
                return not position.refuges(key, foes)
        return False

    def _retreats(self, units: Sequence[str], side: str, foes: set[str]) -> None:
        """8.3 to 8.6: each unit that is left goes one hex, and is pinned."""
        del side
        for key in units:
            if not self.after.steps(key):
                continue
            start, end = self.before.pieces[key].place, self.after.pieces[key].place
            moves = [(event, position) for event, position in self.attack.events
                     if event.key == key and event.before and event.after
                     and event.before.place != event.after.place]  # fmt: skip
            name = names(self.before, [key])
            if start == end:
                trapped = not self.after.refuges(key, foes)
                if trapped:
                    self.find("8.5", f"{name} stays in {start}")
                else:
                    self.find(self.clause, f"{name} does not retreat from {start}")
                continue
            position = moves[-1][1] if moves else self.before
            there = position.copy()
            there.pieces[key] = there.pieces[key]._replace(place=start)
            allowed = there.refuges(key, foes)
            if end not in allowed:
                clause = "8.4" if end in there.ways_out(key, foes) else "8.3"
                expected = ", ".join(sorted(allowed)) or "no hex"
                self.find(clause, f"{name} retreats from {start} to {end}", expected, end)
            elif not self.after.pieces[key].pinned:
                self.find("8.6", f"{name} is not pinned in {end}")

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
                self.find(clause, f"{name} is pinned")

    def _places(self) -> None:
        """Nobody else moves, but attackers may advance (7.6)."""
        retreated = set(self.defenders if self.result.defender_retreats else ())
        retreated |= set(self.attack.attackers if self.result.attacker_retreats else ())
        empty = not self.after.at(self.attack.target, OTHER[self.side])
        for key, unit in self.before.pieces.items():
            after = self.after.pieces.get(key)
            if not self.plan.is_unit(unit.kind) or after is None or key in retreated:
                continue
            if after.place == unit.place:
                if after.face != unit.face and key not in self.defenders + self.attack.attackers:
                    self.find("1.5", f"{names(self.before, [key])} loses a step")
                continue
            if not self.after.steps(key):
                if key not in self.defenders + self.attack.attackers:
                    self.find("1.5", f"{names(self.before, [key])} is lost")
                continue
            name = f"{names(self.before, [key])} goes from {unit.place} to {after.place}"
            if after.place == self.attack.target and not self.fire:
                if key not in self.attack.attackers or not empty:
                    self.find("7.6", name)
            else:
                self.find("7.6" if not self.fire else "2.2", name)

    def _leaders(self) -> None:
        """8.7: leaders do not stay in a hex that their units have left or lost."""
        hexes = [(self.attack.target, OTHER[self.side]), *((one, self.side) for one in self.hexes)]
        for place, side in hexes:
            if not self.before.at(place, side):
                continue
            for key in self.after.leaders(place, side):
                if (
                    key in self.before.pieces
                    and not self.after.at(place, side)
                    and (self.before.pieces[key].place == place)
                ):
                    self.find("8.7", f"{names(self.before, [key])} stays alone in {place}")

    def _general(self) -> None:
        """9.8: a die for del Pilar when a unit in his hex loses a step or retreats."""
        key = self.before.find(GENERAL)
        rolls = [die for _, die in self.attack.fates]
        place = self.before.place_of(GENERAL)
        fought = (*self.defenders, *self.attack.attackers)
        his = [one for one in self.before.at(place, FILIPINO) if one in fought]
        steps = any(self._lost(one) for one in his)
        left = any(
            self.after.steps(one) and self.after.pieces[one].place != place
            and (self.result.defender_retreats or self.result.attacker_retreats)
            for one in his
        )  # fmt: skip
        due = bool(key) and (steps or left)
        hits = self.plan.dice["general"].hits or 0
        gone = fallen(self.after) and not fallen(self.before)
        late = len(rolls) - due
        if due and not rolls:
            told = self._told("no die is rolled for del Pilar")
            self.story.owed.append(Breach("9.8", "illegal", *self.span, self.side, told))
        elif late > 0 and not self.story.owed and not due:
            self.find("9.8", "a die is rolled for del Pilar without a cause")
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


def _loose(phase: Phase, story: Story, events: Sequence[Event]) -> None:
    """Changes of units before the first attack of a phase, or before its die."""
    idle(phase, story, events)
    _moved_in_combat(phase, story, events)


def _moved_in_combat(phase: Phase, story: Story, events: Sequence[Event]) -> None:
    """2.2: units move in the Movement phase only.

    Where none of the side's units moved in it, the tracker may have been stepped too early.
    """
    start, plan = phase.start, story.plan
    changed = {event.key: event for event in events if event.what == "change"}
    for key, event in changed.items():
        before, after = start.pieces.get(key), event.after
        if before is None or after is None or not plan.is_unit(before.kind):
            continue
        if before.place == after.place or not {before.place, after.place} <= plan.heights.keys():
            continue
        kept = {start.side(one) for one in story.moved if one in start.pieces}
        told = f"{names(start, [key])} moves from {before.place} to {after.place}"
        verdict: Verdict = "illegal" if start.side(key) in kept else "suspect"
        story.find("2.2", verdict, (event.step, event.step), phase.side, told)


def idle(phase: Phase, story: Story, events: Sequence[Event]) -> None:
    """Steps lost and units pinned where no result says so (1.5, 8.8), by their last state."""
    first: dict[str, Event] = {}
    last: dict[str, Event] = {}
    for event in events:
        if event.what == "change" and event.before and event.after:
            first.setdefault(event.key, event)
            last[event.key] = event
    for key, event in last.items():
        before, after = first[key].before, event.after
        if before is None or after is None or not story.plan.is_unit(before.kind):
            continue
        name = story.plan.game.piece_types[before.kind].name
        span = first[key].step, event.step
        gone = after.place in LOST.values()
        if gone or after.face != before.face:
            what = f"{name} {'is lost' if gone else 'is turned over'}"
            story.find("1.5", "illegal", span, phase.side, what)
        elif after.pinned and not before.pinned:
            story.find("8.8", "illegal", span, phase.side, f"{name} is pinned")
