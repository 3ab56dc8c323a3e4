"""8.5: mounted squads and their charges."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged


def street(game: Game, phase: str) -> Street:
    """A street of I-6; the tracker shows a phase."""
    return Street(game, "i-6", phase)


@pytest.mark.parametrize(
    ("beside", "moves", "clauses"),
    [(False, True, []), (True, True, ["8.5.b"]), (False, False, ["8.5.c"])],
)
def test_horsemen_charge_from_afar(
    civil_power: Game, reported: Reported, beside: bool, moves: bool, clauses: list[str]
) -> None:
    on = street(civil_power, "police_move")
    rider = on.put("W-D8" if moves else "W-E4", "line", face="mounted")
    on.put("W-E4", "untrained_crowd")
    if beside:
        on.put("W-C8", "untrained_crowd")
    if moves:
        on.drag(rider, "W-E4")
    on.phase("police_shock")
    on.fight("W-E4", 1, police="charges")
    assert judged(on, reported, "8.5") == clauses


@pytest.mark.parametrize(("face", "clauses"), [("mounted", []), ("foot", ["8.5.b"])])
def test_squads_on_foot_do_not_charge(
    civil_power: Game, reported: Reported, face: str, clauses: list[str]
) -> None:
    on = street(civil_power, "police_move")
    squad = on.put("W-D8", "line", face=face)
    on.put("W-E4" if face == "mounted" else "W-E6", "untrained_crowd")
    on.drag(squad, "W-E4" if face == "mounted" else "W-E6")
    on.phase("police_shock")
    on.fight("W-E4" if face == "mounted" else "W-E6", 1, police="charges")
    assert judged(on, reported, "8.5") == clauses


@pytest.mark.parametrize(
    ("way", "clauses"),
    [
        (("W-D7", "W-D6", "W-D5", "W-E4"), ["8.5.b"]),
        (("W-E7", "W-E6", "W-E5", "W-E4"), []),
        (("W-E4",), []),
    ],
)
def test_a_charge_does_not_pass_through_police(
    civil_power: Game, way: tuple[str, ...], clauses: list[str]
) -> None:
    """Drags from square to square show the way; a single drag leaves it open."""
    on = street(civil_power, "police_move")
    rider = on.put("W-D8", "line", face="mounted")
    on.put("W-E4", "untrained_crowd")
    on.put("W-D6", "reserve")
    for cell in way:
        on.drag(rider, cell)
    on.phase("police_shock")
    on.fight("W-E4", 1, police="charges")
    assert [one for one in on.clauses() if one.startswith("8.5")] == clauses


@pytest.mark.parametrize(("deed", "clauses"), [("", []), ("charges", ["8.5.c"])])
def test_nobody_charges_in_the_turn_of_the_mob(
    civil_power: Game, reported: Reported, deed: str, clauses: list[str]
) -> None:
    on = street(civil_power, "mob_move")
    on.put("W-E4", "line", face="mounted")
    crowd = on.put("W-E6", "untrained_crowd")
    on.begin({"turn": 3})
    on.drag(crowd, "W-E4")
    on.phase("mob_shock")
    if deed:
        on.fight("W-E4", 1, police=deed)
    else:
        on.fight("W-E4")
    assert judged(on, reported, "8.5") == clauses


@pytest.mark.parametrize(("mounts", "clauses"), [("before", []), ("after", ["8.5.a"])])
def test_a_squad_mounts_before_it_enters(
    civil_power: Game, mounts: str, clauses: list[str]
) -> None:
    opening = Opening(civil_power, "i-1")
    opening.set_up()
    opening.play("police_move")
    (squad, *_) = (key for key in opening.waiting("police") if key.startswith("line"))
    if mounts == "before":
        opening.turn_over(squad, "mounted")
    opening.drag(squad, "W-D13")
    if mounts == "after":
        opening.turn_over(squad, "mounted")
    opening.play("police_shock")
    assert [one for one in opening.clauses() if one.startswith("8.5")] == clauses
