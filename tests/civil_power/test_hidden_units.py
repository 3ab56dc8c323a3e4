"""Hidden units that show themselves by firing, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
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
    street.act("hide", piece=key, kind=kind, source="hidden", target="seen")


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
