"""Players who step no tracker: what belongs together is of one phase."""

from __future__ import annotations

from modgen.model.game import Game
from modgen_rules.civil_power.reading.game_turns import turns
from tests.civil_power.street import Street


def gangs(game: Game) -> tuple[Street, str, str]:
    """Two gangs before a fight in E-B10 in a game of three sides; nobody steps the tracker."""
    street = Street(game, "ii-5", "")
    sling = street.put("E-C11", "slingshot_punk")
    rival = street.put("E-B10", "slingshot_punk_2")
    street.begin({"turn": 3, "el_mob": 4, "el_rival": 4, "el_police": 3})
    return street, sling, rival


def phases(street: Street) -> dict[int, str]:
    """The phase of each act."""
    found = turns(street.record)
    return {n: name for turn in found for name, one in turn.phases.items() for n in one.acts}


def test_a_check_goes_with_the_dice_before_it(civil_power: Game) -> None:
    """Not with the Fire of the next side."""
    street, sling, rival = gangs(civil_power)
    street.drag(sling, "E-B10")
    street.roll("mob", 4)
    street.roll("mob", 4)
    street.drag(rival, "E-A10")
    street.check(rival, 1)
    street.check(sling, 1)
    street.fire("E-B10", "group", rival, side="rival")
    street.roll("mob", 1)
    found = phases(street)
    assert [found[n] for n in range(6)] == ["mob_move", *["mob_shock"] * 5]


def test_a_retreat_in_stages(civil_power: Game) -> None:
    """Units that are dragged on square by square do not move in another phase."""
    street = Street(civil_power, "ii-5", "")
    squad = street.put("W-F11", "line")
    punks = [street.put("W-J11", "pistol_punk") for _ in range(3)]
    street.begin({"turn": 3, "el_mob": 4, "el_police": 3})
    street.drag(squad, "W-J11")
    street.roll("police", 4)
    street.roll("mob", 1)
    for cell in ("E-A11", "E-B12"):
        for punk in punks:
            street.drag(punk, cell)
    found = phases(street)
    assert {found[n] for n in range(1, 9)} == {"police_shock"}


def test_a_second_round_that_nobody_announces(civil_power: Game) -> None:
    """One player rolls for both gangs, with the same die."""
    street, sling, rival = gangs(civil_power)
    street.drag(sling, "E-B10")
    for first, second in ((4, 5), (6, 1)):
        street.roll("mob", first)
        street.roll("mob", second)
        if first == 4:
            street.check(rival, 1)
            street.check(sling, 1)
    street.drag(rival, "E-A10")
    street.check(rival, 1, 1)
    found = street.report().findings
    assert [one.clause for one in found if one.clause.startswith("5.4.1")] == []
