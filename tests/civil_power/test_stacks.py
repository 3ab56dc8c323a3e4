"""What goes with its stack when that is eliminated or dragged away."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.riot import Riot
from tests.civil_power.street import Reported, judged


def gun_left(riot: Riot) -> None:
    squad = riot.street.put("W-E11", "line")
    riot.street.put("W-E11", "gas_gun")
    _shot_at(riot, squad)


def agitator_left(riot: Riot) -> None:
    riot.street.put("W-E11", "agitator")
    _shot_at(riot, riot.street.put("W-E11", "slingshot_punk"), "police")


def sniper_left(riot: Riot) -> None:
    riot.street.put("W-E11", "mob_sniper")
    _shot_at(riot, riot.street.put("W-E11", "slingshot_punk"), "police")


def _shot_at(riot: Riot, target: str, side: str = "mob") -> None:
    """A Group is fired on and eliminated by its check."""
    kinds = {"mob": "pistol_punk", "police": "tactical"}
    gang = riot.street.put("W-D11", kinds[side])
    street = riot.begin(el_mob=4, el_police=4)
    street.fire("W-E11", "group", gang, side=side)
    street.roll(side, 1)
    agitator = any(one.kind == "agitator" for one in street.position.at("W-E11"))
    street.suppress(target)
    street.check(target, 6, -1 if agitator else 0, apply=False)
    street.lose(target)
    street.phase(f"{side}_move")


@pytest.mark.parametrize(
    ("phase", "play", "clause"),
    [
        ("mob_fire", gun_left, "6.1.1.b"),
        ("police_fire", agitator_left, "6.4.c"),
        ("police_fire", sniper_left, "6.3.c"),
    ],
)
def test_what_goes_with_its_stack(
    civil_power: Game, reported: Reported, phase: str, play: Callable[[Riot], None], clause: str
) -> None:
    riot = Riot(civil_power, phase)
    play(riot)
    assert clause in judged(riot.street, reported, clause)


def test_a_stack_is_dragged_away_in_one_step(civil_power: Game) -> None:
    """6.4.c: the Agitator goes with the Crowd that fled to it, before it in the same step."""
    riot = Riot(civil_power, "police_fire")
    street = riot.street
    agitator, crowd = street.put("W-E11", "agitator"), street.put("W-D11", "trained_crowd")
    street.put("W-A11", "line")
    street.begin({"el_police": 1})
    street.act("chat")
    street.drag(crowd, "W-E11")
    street.check(crowd, 6, 1, apply=False)
    street.lose(agitator)
    street.lose(crowd)
    street.record.acts[-1] = street.record.acts[-1]._replace(step=street.step - 1)
    street.phase("police_move")
    assert [one.what for one in street.issues() if one.what.startswith("Agitator")] == []
