"""Judges who fires and who assaults: sections 6 and 7 of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import listed
from modgen_rules.tirad_pass.judging.moving import stacking
from modgen_rules.tirad_pass.judging.outcome import Attack, Outcome
from modgen_rules.tirad_pass.law.combat import attack_result
from modgen_rules.tirad_pass.law.plan import DIE, LOST, OTHER
from modgen_rules.tirad_pass.law.position import Position, Unit
from modgen_rules.tirad_pass.reading.record import Act, Phase
from modgen_rules.tirad_pass.reading.story import Story, fallen, names


def combat(phase: Phase, story: Story) -> None:
    """A Fire or an Assault phase."""
    loose: list[Act] = []
    done = list(_attacks(phase, story, loose))
    for attack in done:
        story.span = attack.step, attack.last
        _judge(phase, story, attack)
    story.span = phase.first, phase.last
    idle(phase, story, loose)
    _moved_in_combat(phase, story, loose)
    stacking(phase, story)
    if done:
        story.deeds.append(f"{len(done)} × {phase.kind}")


def _attacks(phase: Phase, story: Story, loose: list[Act]) -> Iterator[Attack]:
    """The attacks of a phase; `loose` takes the changes before the first one."""
    attack: Attack | None = None
    for act in phase.acts:
        position = act.table
        if act.what == "attack":
            if attack is not None:
                yield replace(attack, after=position)
            attack = _begun(phase, position, act.name or phase.kind, act.place, act.step)
        elif act.what == "roll":
            if attack is not None and attack.die and act.name == DIE[phase.side]:
                # Other units may attack the hex where the marker still lies.
                other = _begun(phase, position, attack.kind, attack.target, act.step)
                if other.attackers and set(other.attackers) != set(attack.attackers):
                    yield replace(attack, after=position)
                    attack = other
            _rolled(phase, story, attack, act)
        elif attack is not None and attack.die:
            attack.acts.append(act)
            attack.last = act.step
        elif attack and act.before and act.after and act.before.attacks != act.after.attacks:
            # The badges may be put on after the marker, as long as it is before the die.
            attack = _begun(phase, act.then, attack.kind, attack.target, attack.step)
        else:
            loose.append(act)
    if attack is not None:
        yield replace(attack, after=phase.end)


def _begun(phase: Phase, position: Position, kind: str, target: str, step: int) -> Attack:
    """An attack of the units that carry the badge now."""
    attackers = [key for key in position.units(phase.side) if position.pieces[key].attacks]
    return Attack(kind, target, step, position, attackers, position, last=step)


def _rolled(phase: Phase, story: Story, attack: Attack | None, act: Act) -> None:
    if act.name == "general":
        if attack is None:
            late_fate(phase, story, act)
            return
        attack.fates.append((act.step, act.dice[0]))
        attack.last = act.step
    elif act.name in DIE.values():
        if attack is None or act.name != DIE[phase.side]:
            gap = lapse(prices.IDLE_DICE)
            story.find("6.11", phase.side, "a die is rolled without an attack", act.step, gap=gap)
        elif attack.die:
            told = (
                f"another die is rolled for the attack on {attack.target}: {act.dice[0]}, after "
                f"the {attack.die}"
            )
            story.find("6.11", phase.side, told, act.step)
            attack.again = True
        else:
            attack.die, attack.last = act.dice[0], act.step


def late_fate(phase: Phase, story: Story, act: Act) -> None:
    """A die for del Pilar that is rolled in a later phase of the player turn (9.8)."""
    if not story.owed:
        return
    owed = story.owed.pop(0)
    killed = act.dice[0] >= (story.plan.dice["general"].hits or 0)
    if killed != fallen(phase.end):
        told = "del Pilar is not killed" if killed else "del Pilar is killed"
        story.find("9.8", owed.actor, f"{told} by a {act.dice[0]}", owed.first, act.step)


def _judge(phase: Phase, story: Story, attack: Attack) -> None:
    """One attack: who attacks whom, the result, the fate of the general."""
    if not attack.die:
        return
    position, side = attack.before, phase.side
    if attack.kind != phase.kind:
        what = f"{_told(story, attack, side)} in the {phase.kind.capitalize()} phase"
        story.find("2.2", side, what)
    defenders = position.at(attack.target, OTHER[side])
    if not attack.attackers:
        told = f"no unit is marked as attacking {attack.target}"
        story.find("6.11", side, told, unknown=True)
        return
    if not defenders:
        clause = "6.1" if attack.kind == "fire" else "7.1"
        what = f"{_told(story, attack, side)}, where no enemy unit is"
        story.find(clause, side, what)
        return
    fire = attack.kind == "fire"
    allowed = _fire_allowed(story, attack, side) if fire else _assault_allowed(story, attack, side)
    for key in attack.attackers:
        if key in story.attacked:
            what = f"{names(position, [key])} attacks {attack.target} again in this player turn"
            story.find("2.5", side, what)
            allowed = False
        story.attacked.setdefault(key, attack.step)
    if allowed and not attack.again:
        result = attack_result(position, attack.kind, attack.attackers, attack.target, attack.die)
        Outcome(phase, story, attack, defenders, result).judge()


def _told(story: Story, attack: Attack, side: str) -> str:
    """`the Americans fire at 0409`."""
    verb = "fire at" if attack.kind == "fire" else "assault"
    return f"the {story.plan.game.sides[side].name} {verb} {attack.target}"


def _fire_allowed(story: Story, attack: Attack, side: str) -> bool:
    """6.1 to 6.3: who may fire together at a hex."""
    position, plan = attack.before, story.plan
    found = len(story.issues)
    places = {position.pieces[key].place for key in attack.attackers}
    if len(places) > 1:
        told = f"units in {listed(sorted(places))} fire together at {attack.target}"
        story.find("6.3", side, told)
    for key in attack.attackers:
        unit = position.pieces[key]
        if key in story.moved:
            what = f"{names(position, [key])} fires at {attack.target} but has moved in this turn"
            story.find("6.1", side, what)
        far = plan.distance(unit.place, attack.target)
        reach = plan.face(unit.kind, unit.face).reach
        if far > reach:
            what = f"{names(position, [key])} fires from {unit.place} at {attack.target}"
            expected = f"at most {reach}"
            story.find("6.2", side, what, observed=f"{far} hexes", expected=expected)
    return len(story.issues) == found


def _assault_allowed(story: Story, attack: Attack, side: str) -> bool:
    """7.1: who may assault a hex."""
    position, plan = attack.before, story.plan
    found = len(story.issues)
    for key in attack.attackers:
        unit = position.pieces[key]
        told = f"{names(position, [key])} assaults {attack.target} from {unit.place}"
        if attack.target not in plan.near[unit.place]:
            story.find("7.1", side, f"{told}, which is not adjacent")
        elif unit.pinned:
            story.find("7.1", side, f"{told} while it is pinned")
        elif plan.sizes[unit.kind] == "marksmen":
            story.find("7.1", side, f"{told}, although sharpshooters only fire")
    return len(story.issues) == found


def _moved_in_combat(phase: Phase, story: Story, acts: Sequence[Act]) -> None:
    """2.2: units move in the Movement phase only.

    Where none of the side's units moved in it, the tracker may have been stepped too early.
    """
    start, plan = phase.start, story.plan
    changed = {act.key: act for act in acts if act.what == "change"}
    for key, act in changed.items():
        before, after = start.pieces.get(key), act.after
        if before is None or after is None or not plan.is_unit(before.kind):
            continue
        if before.place == after.place or not {before.place, after.place} <= plan.heights.keys():
            continue
        kept = {start.side(one) for one in story.moved if one in start.pieces}
        told = f"{names(start, [key])} moves from {before.place} to {after.place} in this phase"
        gap = CERTAIN if start.side(key) in kept else lapse(prices.TRACKER_SHIFTED)
        story.find("2.2", phase.side, told, act.step, gap=gap)


def idle(phase: Phase, story: Story, acts: Sequence[Act]) -> None:
    """Steps lost and units pinned where no result says so (1.5, 8.8), by their last state."""
    seen: dict[str, tuple[int, Unit, int, Unit]] = {}
    for act in acts:
        if act.before and act.after and story.plan.is_unit(act.before.kind):
            step, before, _, _ = seen.get(act.key, (act.step, act.before, 0, act.before))
            seen[act.key] = step, before, act.step, act.after
    for step, before, last, after in seen.values():
        name = story.plan.game.piece_types[before.kind].name
        clause, what = "1.5", ""
        if after.place in LOST.values():
            what = "is removed as lost"
        elif after.face != before.face:
            what = "loses a step"
        elif after.pinned and not before.pinned:
            clause, what = "8.8", "is pinned"
        if what:
            told = f"{name} in {before.place} {what} without an attack"
            story.find(clause, phase.side, told, step, last)
