"""Steps of a log: idle ones take no memory, but can be asked for like all others."""

from __future__ import annotations

from itertools import pairwise

import pytest

from modgen_rules.engine.record.game_steps import (
    FIRST,
    RETRIED,
    SPOILT,
    GameStep,
    Steps,
    turned_once,
    writes,
)
from modgen_rules.engine.record.piece_states import PieceChange, PieceState


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


@pytest.mark.parametrize(("kinds", "once"), [("seat_", True), ("office", False)])
def test_a_piece_that_is_turned_on_at_once_shows_its_last_face(kinds: str, once: bool) -> None:
    faces = [PieceState("seat_red", face, "family_red") for face in ("in", "away", "dead")]
    flips = [PieceChange(n, "7", one, other, "") for n, (one, other) in enumerate(pairwise(faces))]
    steps = [GameStep(1, changes=(flips[0],)), GameStep(2), GameStep(3, changes=(flips[1],))]
    whole = flips[1]._replace(before=faces[0])
    found = [one.changes for one in turned_once(steps, kinds)]
    assert found == ([(), (), (whole,)] if once else [one.changes for one in steps])
