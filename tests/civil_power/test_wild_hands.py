"""Random drags, flips, dice and phases: whatever hands do, the rulebook judges it."""

from __future__ import annotations

from random import Random

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.law.plan import FIRES, UPSTAIRS
from tests.civil_power.opening import Opening
from tests.civil_power.street import Street
from tests.civil_power.test_bystanders import PHASES

SCENARIOS = tuple(f"i-{n}" for n in range(1, 9)) + tuple(f"ii-{n}" for n in range(1, 8))
ACTS = 100
AWAY = ("off", "", "nowhere@1")


def wild(street: Street, chance: Random, acts: int = ACTS) -> None:
    """Random acts on a table; every second drag is of a piece that was dragged before."""
    game = street.plan.game
    squares = sorted(street.field.ground.names)
    boxes = sorted({one.home for one in game.pieces if one.home})
    dice = [one.id for one in game.info.dice]
    keys, used = sorted(street.pieces), ["turn#0"]
    for _ in range(acts):
        key = chance.choice(used if chance.random() < 0.5 else keys)
        used.append(key)
        square = chance.choice(squares)
        match chance.randrange(9):
            case 0 | 1 | 2:
                near = street.pieces[key].place
                street.drag(key, chance.choice(sorted(street.field.near.get(near, [square]))))
            case 3:
                street.drag(key, chance.choice((square, f"{square}@1", *boxes, *AWAY)))
            case 4:
                faces = [face.id for face in game.piece_types[street.pieces[key].kind].faces]
                street.turn_over(key, chance.choice(faces))
            case 5:
                street.roll(chance.choice(dice), *(chance.randint(1, 6) for _ in range(2)))
            case 6:
                unit = street.position.units.get(key)
                if unit is not None:
                    street.check(key, chance.randint(1, 6), chance.randint(0, 2))
                    street.mark(key, chance.choice((FIRES, UPSTAIRS)))
            case 7:
                street.phase(chance.choice(PHASES))
            case _:
                _attacks(street, square, chance.random() < 0.5)


def _attacks(street: Street, square: str, shock: bool) -> None:
    if shock:
        street.fight(square)
    else:
        street.fire(square, "group", way="gas_gun", side="police")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("begun", [False, True])
def test_nothing_stops_the_checker(civil_power: Game, scenario: str, begun: bool) -> None:
    street = Opening(civil_power, scenario) if begun else Street(civil_power, scenario)
    wild(street, Random(f"{scenario} {begun}"))
    street.report()
