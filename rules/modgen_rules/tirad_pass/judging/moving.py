"""Judges the Movement phases: sections 3, 4 and 5 of the rules."""

from __future__ import annotations

from collections import Counter

from modgen.model.movement.movement import Verdict as MoveVerdict
from modgen.model.tactics.stacking import overstacked
from modgen_rules.engine.reports.findings import listed
from modgen_rules.tirad_pass.law.plan import COLUMN, FILIPINO, LOST, US, Plan
from modgen_rules.tirad_pass.law.position import Position
from modgen_rules.tirad_pass.reading.record import Phase
from modgen_rules.tirad_pass.reading.story import Story, names

CLAUSES = {
    "too-far": "3.1", "not-adjacent": "3.1", "no-path": "3.5", "closed-terrain": "3.5",
    "barred-enemy": "3.6", "must-stop-zone": "4.2", "zone-to-zone": "4.2", "barred-zone": "3.10",
    "wrong-phase": "2.2",
}  # fmt: skip
"""The clause that each breach of the model's search of paths breaks."""
WHY = {
    "not-adjacent": ", which is not adjacent", "no-path": ", to which no way leads",
    "closed-terrain": " through closed terrain", "barred-enemy": " into an enemy unit",
    "must-stop-zone": " without stopping in an enemy zone of control",
    "zone-to-zone": " from one enemy zone of control to the next",
    "barred-zone": " into an enemy zone of control",
}  # fmt: skip
"""Why a move is wrong, after its way."""


def movement(phase: Phase, story: Story) -> None:
    """A Movement phase: who moved, how far, and what nobody does in it."""
    start, end = phase.start, phase.end
    movers = []
    for key, before in start.pieces.items():
        after = end.pieces.get(key)
        sized = story.plan.sizes.get(before.kind)
        if not sized or after is None or after.place == before.place:
            continue
        if start.side(key) != phase.side:
            what = f"{names(start, [key])} moves from {before.place} to {after.place} "
            what += "in the enemy's turn"
            story.find("2.1", phase.side, what)
        elif start.on_map(key) and end.on_map(key):
            movers.append(key)
        elif after.place not in LOST.values():
            _off_map(phase, story, key)
    for key in movers:
        _move(phase, story, key, movers)
    story.moved |= {key for key in movers if story.plan.is_unit(start.pieces[key].kind)}
    stacking(phase, story)
    if movers:
        story.deeds.append(f"{len(movers)} moved")


def _off_map(phase: Phase, story: Story, key: str) -> None:
    """3.11: only the flank column leaves and enters the map, and that in the Orders phase."""
    source, target = phase.start.pieces[key].place, phase.end.pieces[key].place
    if not story.plan.is_unit(phase.start.pieces[key].kind):
        return
    told = f"{names(phase.start, [key])} goes from {_place(story.plan, source)} to "
    story.find("3.11", phase.side, told + _place(story.plan, target))


def _place(plan: Plan, place: str) -> str:
    found = plan.game.place(place)
    return found.name if found else place


def _move(phase: Phase, story: Story, key: str, movers: list[str]) -> None:
    before, after = phase.start.pieces[key], phase.end.pieces[key]
    span = _span(phase, key)
    told = f"{names(phase.start, [key])} moves from {before.place} to {after.place}"
    if before.pinned and story.plan.is_unit(before.kind):
        story.find("3.8", phase.side, f"{told} while it is pinned", *span)
        return
    verdict = explained(phase.start, key, after.place, phase, movers, phase.turn)
    if verdict.allowed:
        return
    broken = verdict.breaches[0]
    clause = CLAUSES.get(broken.kind, "3.1")
    if broken.kind == "too-far" and phase.side == US and _tired(phase, key, after.place, movers):
        clause = "3.9"
    way = verdict.path[1:-1]
    told += f" by way of {listed(way)}" if 0 < len(way) < 7 else ""
    told += WHY.get(broken.kind, "")
    needs = most = ""
    if broken.needs is not None and broken.has is not None:
        needs, most = f"{broken.needs:g}", f"at most {broken.has:g}"
        told += f" and needs {needs} movement points instead of {most}"
    story.find(clause, phase.side, told, *span, expected=most, observed=needs)


def explained(
    position: Position, key: str, target: str, phase: Phase, movers: list[str], turn: int
) -> MoveVerdict:
    """How a piece can go from its hex to another, with the rules of a game turn."""
    unit, plan = position.pieces[key], position.plan
    held = position.held(movers)
    if plan.is_leader(unit.kind):
        # Units that move in the same phase may have been with him on his way.
        for other in movers:
            places = (position.pieces[other].place, phase.end.pieces[other].place)
            for place in dict.fromkeys(places):
                if plan.is_unit(position.pieces[other].kind) and place in plan.heights:
                    held.setdefault(place, Counter())[position.pieces[other][:2]] += 1
    return plan.movement.explain(
        (unit.kind, unit.face),
        unit.place,
        target,
        held,
        phase.id,
        turn=turn,
    )


def _tired(phase: Phase, key: str, target: str, movers: list[str]) -> bool:
    """Whether only the heat makes a move too long (3.9)."""
    return explained(phase.start, key, target, phase, movers, turn=1).allowed


def _span(phase: Phase, key: str) -> tuple[int, int]:
    """The steps in which a piece changed in a phase."""
    steps = [act.step for act in phase.acts if act.key == key]
    return (steps[0], steps[-1]) if steps else (phase.first, phase.last)


def stacking(phase: Phase, story: Story) -> None:
    """5.1, 5.2: hexes with more units than before the phase, beyond the limit."""
    start, end = phase.start.held(), phase.end.held()
    for place, here in end.items():
        if here == start.get(place):
            continue
        for over in overstacked(story.plan.game, here, place):
            squads = story.plan.sizes["squad_1"] in over.rule.sizes
            before = [
                one.count
                for one in overstacked(story.plan.game, start.get(place, {}), place)
                if one.rule is over.rule
            ]
            if before and before[0] >= over.count:
                continue
            side = FILIPINO if squads else US
            story.find(
                "5.2" if squads else "5.1",
                side,
                f"{names(phase.end, sorted(phase.end.at(place, side)))} end the phase in {place}",
                observed=over.count,
                expected=f"at most {over.most}",
            )


def left_for_column(phase: Phase) -> list[str]:
    """The sections that went from a hex to the box of the flank column."""
    end = phase.end
    return [
        key
        for key in phase.start.units(US)
        if key in end.pieces and end.pieces[key].place == COLUMN
    ]
