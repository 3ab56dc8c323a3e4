"""Hidden units that show themselves by firing, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged


def ambush(game: Game, cell: str) -> tuple[Street, str, str]:
    """Hidden Punks in building C, a Reserve in the street beside it; the Mob is to fire."""
    street = Street(game, "ii-4", "fires")
    punks, squad = street.put(cell, "slingshot_punk"), street.put("W-C8", "reserve")
    street.hidden.add(punks)
    street.begin({"turn": 3, "el_mob": 1, "molotovs": 3})
    street.phase("mob_fire")
    return street, punks, squad


def show(street: Street, key: str) -> None:
    """The owner shows a hidden unit."""
    street.hidden.discard(key)
    kind = street.pieces[key].kind
    street.act("mask", piece=key, kind=kind, source="down", target="up")


@pytest.mark.parametrize(("shows", "clauses"), [(True, []), (False, ["4.0.h"])])
def test_who_fires_from_hiding_appears_anywhere_in_the_building(
    civil_power: Game, reported: Reported, shows: bool, clauses: list[str]
) -> None:
    street, punks, squad = ambush(civil_power, "W-C6")
    if not shows:
        street.hidden.clear()
        street.record.positions[:] = [street.position] * len(street.record.positions)
    else:
        show(street, punks)
    street.drag(punks, "W-C7")
    street.fire("W-C8", "group", punks, way="molotov")
    street.book("molotovs", -1)
    street.roll("mob", 1)
    street.check(squad, 1)
    street.roll("fire_check", 1)
    for phase in ("mob_move", "mob_shock", "mob_recovery", "police_fire"):
        street.phase(phase)
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("when", "clauses"), [("", ["8.4.b"]), ("before", []), ("after", [])])
def test_who_fires_is_no_longer_hidden(
    civil_power: Game, reported: Reported, when: str, clauses: list[str]
) -> None:
    street, punks, squad = ambush(civil_power, "W-C7")
    if when == "before":
        show(street, punks)
    street.fire("W-C8", "group", punks, way="ambush")
    street.roll("mob", 1)
    street.check(squad, 1)
    street.phase("mob_move")
    if when == "after":
        show(street, punks)
    for phase in ("mob_shock", "mob_recovery", "police_fire"):
        street.phase(phase)
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("cell", "verdicts"), [("W-B10", ["suspect"]), ("W-C11", ["illegal"])])
def test_who_was_hidden_off_the_boards_appears_in_a_building(
    cell: str, verdicts: list[str], civil_power: Game
) -> None:
    """S.II2.m, 8.4.d: the log does not show the note of the building."""
    street = Street(civil_power, "ii-2", "mob_fire")
    squad = street.put("force_mob", "shotgun_punk")
    street.begin({"turn": 2})
    street.drag(squad, cell)
    street.phase("mob_move")
    found = [one for one in street.report().findings if one.clause == "S.II2.o"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(("fires", "verdicts"), [(True, []), (False, ["suspect"])])
def test_who_was_hidden_off_the_boards_appears_to_fire(
    fires: bool, verdicts: list[str], civil_power: Game
) -> None:
    """It is marked, and the attack is announced, before its die is rolled."""
    street = Street(civil_power, "ii-1", "mob_fire")
    punks, squad = street.put("force_mob", "shotgun_punk"), street.put("E-C11", "line")
    street.begin({"turn": 2, "el_mob": 4, "el_police": 4})
    street.drag(punks, "E-B10")
    if fires:
        street.act("chat")
        street.fire("E-C11", "group", punks, way="ambush")
        street.act("chat")
        street.roll("mob", 2)
        street.book("wia_police")
        street.check(squad, 1)
    street.phase("mob_move")
    street.phase("mob_shock")
    assert [one.verdict for one in street.report().findings] == verdicts


@pytest.mark.parametrize(
    ("cell", "clauses"), [("W-C6", []), ("W-C7", ["8.4.d"]), ("W-C8", ["8.4.d"])]
)
def test_who_is_found_appears_in_the_building_away_from_enemies(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    street, punks, squad = ambush(civil_power, "W-C6")
    street.phase("police_move")
    street.drag(squad, "W-C7")
    show(street, punks)
    if cell != "W-C6":
        street.drag(punks, cell)
    street.phase("police_shock")
    assert judged(street, reported, "8.4") == clauses


def test_nobody_hides_in_mid_game(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    punks = street.put("W-C6", "slingshot_punk")
    street.begin({"turn": 3})
    street.hidden.add(punks)
    street.act("mask", piece=punks, kind="slingshot_punk", source="up", target="down")
    street.phase("mob_move")
    assert judged(street, reported) == ["8.4.a"]


def test_a_hidden_unit_is_eliminated(civil_power: Game) -> None:
    street, punks, _ = ambush(civil_power, "W-C6")
    street.lose(punks)
    street.phase("mob_move")
    assert street.clauses() == ["5.1.d"]


@pytest.mark.parametrize(("placed", "found"), [(True, True), (False, False)])
def test_who_is_hidden_in_the_street(civil_power: Game, placed: bool, found: bool) -> None:
    """A unit that is not placed lies in its box."""
    opening = Opening(civil_power, "ii-4")
    punks = opening.buy("slingshot_punk", "mob")
    opening.hidden.add(punks)
    if placed:
        opening.drag(punks, "W-D8")
    opening.set_up(punks)
    opening.finish_set_up()
    opening.play("mob_fire")
    assert any("hides in W-D8" in one.what for one in opening.issues()) == found


def test_a_set_up_in_which_the_log_ends_is_not_judged(civil_power: Game) -> None:
    opening = Opening(civil_power, "ii-4")
    punks = opening.buy("slingshot_punk", "mob")
    opening.hidden.add(punks)
    opening.drag(punks, "W-D8")
    assert opening.issues() == []
