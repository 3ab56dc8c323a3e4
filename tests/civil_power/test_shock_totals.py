"""Totals of Shock Combat, unit by unit (5.4.1, 6.4, 8.8, S.I1.c, S.I1.f, S.I1.g)."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.shock import LADDER, fighters, lowered, totals, watched
from modgen_rules.civil_power.law.plan import SUPPRESSED
from tests.civil_power.street import Street
from tests.civil_power.test_told_late import say

SQUARE = "W-D8"


@pytest.mark.parametrize(
    ("scenario", "side", "attacks", "kinds", "found"),
    [
        ("ii-4", "mob", True, ("untrained_crowd",), {4}),
        ("ii-4", "mob", True, ("untrained_crowd", "agitator"), {5}),
        ("ii-4", "mob", False, ("trained_crowd", "untrained_crowd", "agitator"), {11}),
        ("ii-4", "mob", True, ("agitator",), {0}),
        ("ii-4", "mob", True, ("mob_sniper", "agitator"), {0}),
        ("ii-4", "mob", True, ("slingshot_punk", "agitator"), {3}),
        ("ii-4", "police", True, ("line", "reserve"), {8}),
        ("ii-4", "police", True, ("generic_veh", "reserve"), {3}),
        ("i-1", "police", True, ("untrained_crowd_2", "reserve"), {3}),
        ("i-1", "police", False, ("untrained_crowd_2", "reserve"), {7}),
        ("i-1", "police", False, ("untrained_crowd_2", "agitator_2"), {5}),
        ("i-1", "police", True, ("reserve", "agitator_2"), {3}),
        ("i-1", "mob", True, ("untrained_crowd", "agitator"), {5}),
    ],
)
def test_totals(
    scenario: str,
    side: str,
    attacks: bool,
    kinds: tuple[str, ...],
    found: set[int],
    civil_power: Game,
) -> None:
    """In I-1 marching Crowds do not attack, and their Agitator helps nobody but Crowds."""
    street = Street(civil_power, scenario)
    for kind in kinds:
        street.put(SQUARE, kind)
    units = [unit for unit in street.position.units.values() if unit.side == side]
    assert totals(street.position, units, attacks) == found


def test_suppressed_units_have_no_shock_and_no_help(civil_power: Game) -> None:
    street = Street(civil_power, "ii-4")
    crowd = street.put(SQUARE, "untrained_crowd")
    street.put(SQUARE, "agitator")
    street.conditions[crowd] = frozenset({SUPPRESSED})
    assert totals(street.position, list(street.position.units.values()), True) == {0}


@pytest.mark.parametrize(
    ("kinds", "doubled", "found"),
    [
        (("untrained_crowd",), 1, {8}),
        (("untrained_crowd", "agitator"), 1, {9, 10}),
        (("untrained_crowd", "slingshot_punk", "agitator"), 1, {11, 12}),
        (("untrained_crowd", "slingshot_punk", "agitator"), 0, {7}),
    ],
)
def test_doubled_totals(
    kinds: tuple[str, ...], doubled: int, found: set[int], civil_power: Game
) -> None:
    """Whether the Agitator's 1 is doubled too is open."""
    street = Street(civil_power, "ii-4")
    keys = [street.put(SQUARE, kind) for kind in kinds]
    units = list(street.position.units.values())
    assert totals(street.position, units, True, keys[:doubled]) == found


def test_who_fights(civil_power: Game) -> None:
    street = Street(civil_power, "ii-4")
    for kind in ("line", "untrained_crowd", "tv_crew", "helicopter"):
        street.put(SQUARE, kind)
    street.put("W-D9", "reserve")
    kinds = {unit.kind for unit in fighters(street.position, SQUARE, 0)}
    assert kinds == {"line", "untrained_crowd"}
    assert fighters(street.position, SQUARE, 1) == []


@pytest.mark.parametrize(("cell", "seen"), [("W-D8", True), ("W-E9", True), ("W-D10", False)])
def test_a_tv_crew_watches_its_square_and_those_beside_it(
    cell: str, seen: bool, civil_power: Game
) -> None:
    street = Street(civil_power, "ii-4")
    street.put(SQUARE, "tv_crew")
    street.put("W-D10", "line")
    assert watched(street.position, cell) == seen


def test_a_watched_result_is_one_step_milder() -> None:
    assert [lowered(one, LADDER) for one in LADDER] == ["–", "–", "M", "1", "2"]


@pytest.mark.parametrize(
    ("line", "clauses"),
    [
        ("3+3+4 = 10 against 4", ["S.I1.c"]),
        ("3+3 = 6 against 4", []),
        ("7 against 4", []),
        ("10 against 5", []),
        ("10 - 4 = 6 days to 2027", []),
        ("6 against 4, earlier it was 10 to 4", []),
        pytest.param("1" * 5000 + " against 4", [], id="a number of 5,000 digits"),
    ],
)
def test_totals_that_are_told(civil_power: Game, line: str, clauses: list[str]) -> None:
    """What happens is right by either total; other numbers are no totals."""
    street = Street(civil_power, "i-1", "police_shock")
    for kind in ("reserve", "reserve", "untrained_crowd_2"):
        street.put(SQUARE, kind)
    street.put(SQUARE, "untrained_crowd")
    street.begin({"turn": 3, "el_mob": 1})
    say(street, line, "Police (Bob)")
    street.roll("police", 1)
    street.roll("mob", 1)
    street.phase("police_recovery")
    assert [one for one in street.clauses() if one.startswith("S.I1.c")] == clauses
