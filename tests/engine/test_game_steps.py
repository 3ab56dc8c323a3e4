"""Steps of a log: idle ones take no memory, but can be asked for like all others."""

from __future__ import annotations

import pytest

from modgen_rules.engine.game_steps import GameStep, Steps


def test_idle_steps_are_made_on_demand() -> None:
    steps = Steps()
    made = [GameStep(1), GameStep(2, side="red"), GameStep(3), GameStep(4, undone=True)]
    for step in made:
        steps.append(step)
    assert [*steps.busy] == [made[1], made[3]]
    assert [steps[n] for n in range(4)] == made
    assert steps[-1] == made[-1]
    for ends in ((0, 4), (1, 3), (-1, 2), (2, 99)):
        assert [*steps.between(*ends)] == made[slice(*ends)]
    with pytest.raises(IndexError):
        steps[4]
