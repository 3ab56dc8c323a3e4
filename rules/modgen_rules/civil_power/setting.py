"""Which scenario a log plays, as far as its pieces show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.scenario import Scenario
from modgen_rules.civil_power.plan import FORCE_BOXES, Plan
from modgen_rules.engine.piece_states import PieceState


def scenario_of(plan: Plan, pieces: Mapping[str, PieceState]) -> tuple[Scenario | None, bool]:
    """The scenario of a table, and whether the table is its set-up before the first act.

    None when the pieces fit no set-up: the log begins in mid-game.
    """
    boxes = {box: Counter[str]() for box in FORCE_BOXES.values()}
    levels: dict[str, int] = {}
    for state in pieces.values():
        track, _, number = state.place.partition(":")
        if state.place in boxes:
            boxes[state.place][state.kind] += 1
        elif track in plan.game.tracks and number.lstrip("-").isdigit():
            levels[state.kind] = int(number)
    for scenario in plan.scenarios.values():
        held = laid_out(plan.game, scenario)
        same = all(
            Counter({kind.partition("/")[0]: n for kind, n in held.get(box, {}).items()}) == found
            for box, found in boxes.items()
        )
        wanted = start_levels(plan.game, scenario)
        if same and all(levels.get(marker) == number for marker, number in wanted.items()):
            return scenario, True
    return None, False
