"""7.2: recruits that are put into another area, or march on in the turn in which they came."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.reading.phases import turns
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "benguet": {"regular": 2},
    "nueva_vizcaya": {"us_army": 2},
    "isabela": {"regular": 2},
}


@pytest.mark.parametrize(
    ("dice", "steps", "clauses"),
    [((1, 6), 4, ["7.2.a"]), ((1, 6), 2, []), ((6, 1), 4, []), ((6,), 4, [])],
)
def test_a_die_that_is_rolled_again(
    war: Rulebook, dice: tuple[int, ...], steps: int, clauses: list[str]
) -> None:
    """7.2.a: a second die, perhaps rolled by mistake, changes nothing."""
    areas = ("benguet", "isabela", "abra", "tayabas")
    forces = {"manila": {"us_army": 8}} | {area: {"guerrilla": 2} for area in areas}
    paper = Paper(war, forces, turn=12, phase="reinforcements")
    for die in dice:
        paper.roll("luzon", die)
    for area in areas[:steps]:
        key = paper.keys("pool_filipino", "guerrilla")[0]
        paper._place(key, "pool_filipino", "one")
        paper.record.positions[-1] = paper.position
        paper.drag([key], area)
    paper.phase("us_ground")
    assert [one.clause for one in paper.findings() if one.clause.startswith("7.2")] == clauses


@pytest.mark.parametrize("target, clause", [("binatangan", "8.1.c"), ("isabela", "")])
def test_a_recruit_goes_on(
    target: str, clause: str, war: Rulebook, reported: Callable[..., None]
) -> None:
    """It is a march that the rules allow, or a correction where other Filipinos are."""
    paper = Paper(war, FORCES, turn=5, phase="reinforcements")
    paper.roll("luzon", 2)
    recruit = paper.keys("pool_filipino", "regular")[0]
    paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag([recruit], "benguet")
    for phase in ("us_ground", "us_combat", "filipino_movement"):
        paper.phase(phase)
    paper.drag([recruit], target)
    paper.phase("filipino_combat")
    if clause:
        reported(paper.report(), clause)
    else:
        assert not [one for one in paper.findings() if one.clause.startswith("8")]


@pytest.mark.parametrize("source, lands", [("trans_ocean", True), ("bataan", False)])
def test_units_that_land_in_a_wrong_area_go_on_to_manila(
    source: str, lands: bool, war: Rulebook
) -> None:
    """3.1.a: that is put right in the Reinforcement phase, after the dice for recruits."""
    paper = Paper(war, FORCES | {source: {"us_army": 4}}, turn=5, phase="reinforcements")
    units = paper.keys(source, "us_army")
    paper.drag(units, "zambales")
    paper.roll("luzon", 2)
    paper.drag(units, "manila")
    deeds = Sequenced(list(turns(paper.record, paper.country))[-1])
    moves = [one for one in deeds.deeds if "Zambales to Manila" in one.what]
    assert [deeds.rank["reinforcements"] in one.fits for one in moves] == [lands]


@pytest.mark.parametrize("target, clauses", [("isabela", []), ("abra", ["7.2.g"])])
def test_a_like_unit_goes_on_for_a_recruit(target: str, clauses: list[str], war: Rulebook) -> None:
    """It is the recruit that was put elsewhere, while the tracker shows the Reinforcements."""
    forces = FORCES | {area: {"guerrilla": 1} for area in ("benguet", "isabela")}
    paper = Paper(war, forces, turn=5, phase="reinforcements")
    old = paper.keys("benguet", "guerrilla")[0]
    paper.roll("luzon", 2)
    recruit = paper.keys("pool_filipino", "guerrilla")[0]
    paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag([recruit], "benguet")
    paper.drag([old], target)
    paper.phase("us_ground")
    found = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert found == clauses, [one.message for one in paper.findings()]


@pytest.mark.parametrize("numbers", [(7, 6), (6, 5, 6), (4, 6)])
def test_a_turn_marker_that_is_put_right(numbers: tuple[int, ...], war: Rulebook) -> None:
    """Only where it was, and where it comes to lie, count."""
    paper = Paper(war, FORCES, turn=5, phase="victory")
    for number in numbers:
        paper.level("turn_marker", number)
    paper.phase("objectives")
    report = paper.report(complete=False)
    assert not [one for one in report.findings if one.clause == "1.1.1.c"]
    assert {one.title.partition(",")[0] for one in report.segments} == {"Turn 5"}


def test_too_many_steps_in_luzon_are_no_consequence_of_a_step_in_the_visayas(war: Rulebook) -> None:
    luzon = ("benguet", "isabela", "abra", "tayabas")
    forces = {"manila": {"us_army": 8}} | {area: {"guerrilla": 2} for area in luzon}
    paper = Paper(war, forces, turn=12, phase="reinforcements")
    paper.roll("luzon", 1)
    paper.roll("visayas", 3)
    for area in (*luzon, "cebu_norte"):
        key = paper.keys("pool_filipino", "guerrilla")[0]
        paper._place(key, "pool_filipino", "one")
        paper.record.positions[-1] = paper.position
        paper.drag([key], area)
    paper.phase("us_ground")
    assert [one.clause for one in paper.findings()] == ["7.2.e", "7.2.g"]


@pytest.mark.parametrize("wrong", ["manila_bay", "laguna"])
def test_a_unit_that_was_taken_instead_of_a_recruit_is_put_back(wrong: str, war: Rulebook) -> None:
    forces = FORCES | {"cavite": {"regular": 2}}
    paper = Paper(war, forces, turn=5, phase="reinforcements")
    paper.roll("luzon", 2)
    [old] = paper.keys("cavite", "regular")
    recruits = paper.keys("pool_filipino", "regular")[:2]
    for recruit in recruits:
        paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag(recruits[:1], "cavite")
    paper.drag([old], wrong)
    paper.drag(recruits[1:], "benguet")
    paper.drag([old], "cavite")
    paper.phase("us_ground")
    assert "3.1.a" not in [one.clause for one in paper.findings() if one.verdict == "illegal"]


@pytest.mark.parametrize("kind", ["guerrilla", "regular"])
def test_a_unit_grows_while_the_tracker_shows_the_first_phase(kind: str, war: Rulebook) -> None:
    """7.2.j: a recruit may be a unit of one step that is turned over."""
    forces = {"manila": {"us_army": 8}, "isabela": {kind: 3}}
    paper = Paper(war, forces, turn=10, phase="objectives")
    paper.roll("luzon", 1)
    paper.turn_over(paper.keys("isabela", kind)[0], "two")
    paper.away("manila", "us_army", "bataan")
    for phase in ("us_ground", "us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    found = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert found == (["7.2.j"] if kind == "regular" else [])


@pytest.mark.parametrize(
    ("first", "second", "clauses"), [(2, 3, []), (0, 3, ["6.0.a"]), (2, 0, ["6.0.a"]), (0, 0, [])]
)
def test_the_die_for_imported_arms(
    first: int, second: int, clauses: list[str], war: Rulebook
) -> None:
    """6.0.a: it is rolled every turn, if the players roll it in the log at all."""
    paper = Paper(war, {"manila": {"us_army": 8}}, turn=5, phase="objectives")
    for die in (first, second):
        paper.phase("arms")
        if die:
            paper.roll("arms", die)
        paper.phase("reinforcements")
        paper.phase("us_ground")
        if paper.position.turn == 5:
            paper._upkeep()
            paper.phase("victory")
            paper.level("turn_marker", 6)
            paper.phase("objectives")
    assert [one.clause for one in paper.findings() if one.clause == "6.0.a"] == clauses


@pytest.mark.parametrize("turns", [1, 2])
def test_a_die_for_imported_arms_that_is_rolled_before_its_turn(turns: int, war: Rulebook) -> None:
    """6.0.a: a die just before the turn marker moves may be that of the next turn."""
    paper = Paper(war, {"manila": {"us_army": 8}}, turn=5, phase="objectives")
    for turn in range(6, 6 + turns):
        paper.phase("arms")
        paper.roll("arms", 3)
        for phase in ("reinforcements", "us_ground"):
            paper.phase(phase)
        paper._upkeep()
        paper.phase("victory")
        if turn == 5 + turns:
            paper.roll("arms", 4)
        paper.level("turn_marker", turn)
        paper.phase("objectives")
    for phase in ("reinforcements", "us_ground"):
        paper.phase(phase)
    found = [one.verdict for one in paper.findings() if one.clause == "6.0.a"]
    assert "illegal" not in found


@pytest.mark.parametrize(
    ("places", "clauses"),
    [
        (("turn:5", "trans_ocean"), []),
        (("turn:5", "turn:6"), ["18.1.c"]),
        (("turn:5", "trans_ocean", "manila"), ["7.1.a"]),
    ],
)
def test_units_on_the_turn_track(
    places: tuple[str, ...], clauses: list[str], war: Rulebook
) -> None:
    paper = Paper(war, FORCES | {"turn:5": {"us_army": 2}}, turn=5, phase="reinforcements")
    for source, target in pairwise(places):
        paper.away(source, "us_army", target)
    assert [one.clause for one in paper.findings()] == clauses


def test_a_regular_beside_us_units(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = {"laguna": {"us_army": 1, "regular": 2}, "abra": {"regular": 1, "aguinaldo": 1}}
    paper = Paper(war, FORCES | forces, 3, "reinforcements")
    paper.roll("luzon", 3)
    recruit = paper.keys("pool_filipino", "regular")[0]
    paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag([recruit], "laguna")
    reported(paper.report(), "7.2.g")
