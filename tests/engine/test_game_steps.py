"""Steps of a log: idle ones take no memory, but can be asked for like all others."""

from __future__ import annotations

import pytest

from modgen_rules.engine.record.game_steps import FIRST, RETRIED, SPOILT, GameStep, Steps, writes


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


@pytest.mark.parametrize(
    ("line", "voids", "retries"),
    [
        ("<Ann> - wrong button", True, True),
        ("&lt;Ann&gt; - that didn't count", True, False),
        ("<Ann> - oops, once more", False, True),
        ("<Ann> - I attack", False, False),
        ("* wrong button *", False, False),
    ],
)
def test_players_say_that_dice_do_not_count(line: str, voids: bool, retries: bool) -> None:
    assert (writes(line, SPOILT), writes(line, RETRIED)) == (voids, retries)


def test_players_say_that_the_dice_before_the_last_do_not_count() -> None:
    assert writes("<Ann> - ignore the first roll", SPOILT)
    assert writes("<Ann> - ignore the first roll", FIRST)
    assert not writes("<Ann> - ignore that roll", FIRST)
