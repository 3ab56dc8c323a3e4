"""Which scenario a log plays: the one that the save names, or that its pieces show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.scenario import Scenario
from modgen_rules.civil_power.law.plan import FORCE_BOXES, NOT_SHOWN, RIVAL, Plan
from modgen_rules.engine.reading import windows
from modgen_rules.engine.record.piece_states import PieceState


class Setting(NamedTuple):
    """What a table tells about the scenario."""

    scenario: Scenario
    """`NOT_SHOWN` when neither the boxes nor the units in play tell which one it is."""
    whole: bool = False
    """Whether the table is its set-up before the first act."""
    rival: bool = True
    """Whether a Rival Mob plays, or may play."""


def setting_of(
    plan: Plan, pieces: Mapping[str, PieceState], boards: Sequence[Sequence[str]], named: str = ""
) -> Setting:
    """What a table tells about the scenario; `named`: its id as the save has it."""
    boxes = {box: Counter[str]() for box in FORCE_BOXES.values()}
    levels: dict[str, int] = {}
    for state in pieces.values():
        if state.place in boxes:
            boxes[state.place][state.kind] += 1
        elif state.number is not None:
            levels[state.kind] = state.number
    for scenario in plan.scenarios.values():
        held = laid_out(plan.game, scenario)
        same = all(
            Counter({kind.partition("/")[0]: n for kind, n in held.get(box, {}).items()}) == found
            for box, found in boxes.items()
        )
        wanted = start_levels(plan.game, scenario)
        if same and all(levels.get(marker) == number for marker, number in wanted.items()):
            return Setting(scenario, True, _rival(scenario))
    if named in plan.scenarios:
        return Setting(plan.scenarios[named], rival=_rival(plan.scenarios[named]))
    return _by_units(plan, pieces, boards)


def _rival(scenario: Scenario) -> bool:
    return any(force.side == RIVAL for force in scenario.forces)


def _by_units(
    plan: Plan, pieces: Mapping[str, PieceState], boards: Sequence[Sequence[str]]
) -> Setting:
    """What the units in play tell in the middle of a game.

    All units are in play that do not lie in the box of those that can be bought, eliminated ones
    and those that left the map too. Reinforcements and other purchases make a difference, so the
    scenario whose forces fit best must fit much better than any other.
    """
    playing = Counter(
        state.kind
        for state in pieces.values()
        if state.kind in plan.units and state.place != plan.units[state.kind].home
    )
    differ: dict[str, int] = {}
    for scenario in plan.scenarios.values():
        if scenario.boards and [list(row) for row in boards] != scenario.boards:
            continue
        forces = Counter[str]()
        for held in laid_out(plan.game, scenario).values():
            for key, n in held.items():
                kind = key.partition("/")[0]
                forces[kind] += n if kind in plan.units else 0
        number = (forces - playing).total() + (playing - forces).total()
        if number < forces.total():
            differ[scenario.id] = number
    most = min(differ.values(), default=0) + windows.SET_UP_SLIPS
    alike = [plan.scenarios[name] for name, number in differ.items() if number < most]
    rival = not alike or any(map(_rival, alike))
    return Setting(alike[0] if len(alike) == 1 else NOT_SHOWN, rival=rival)
