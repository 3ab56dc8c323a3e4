"""Battles without the Battle marker, and under a late tracker, are told by what happens."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.reading.phases import turns
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "abra": {"regular": 1, "aguinaldo": 1},
    "laguna": {"us_army": 4, "regular": 3},
    "bulacan": {"us_army": 4, "regular": 2},
}


def illegal(paper: Paper) -> list[str]:
    """The clauses of what is illegal."""
    return [one.clause for one in paper.findings() if one.verdict == "illegal"]


def shown(paper: Paper, area: str, *kinds: str) -> None:
    """Units lay face down, and are turned up."""
    for key in paper.keys(area, *kinds):
        paper.masked.add(key)
    paper.record.positions[-1] = paper.position
    for key in paper.keys(area, *kinds):
        paper.masked.discard(key)
        kind = paper.pieces[key].kind
        paper.act("mask", "", piece=key, kind=kind, source="down", target="up")


def two_battles(war: Rulebook, lost: int) -> Paper:
    """Battles in Bulacan and Laguna without a marker; steps are lost to one hit in Laguna."""
    paper = Paper(war, FORCES, 3)
    shown(paper, "bulacan", "regular")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("bulacan", "regular", 2)
    paper.will(2)
    shown(paper, "laguna", "regular")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 1, 1, 1)
    paper.lose("laguna", "regular", lost)
    paper.will(lost)
    if lost == 1:
        paper.roll("us_parting", 1, 1)
        paper.go("laguna", "tayabas", "regular")
    paper.phase("filipino_movement")
    return paper


def test_dice_between_what_happens_in_an_area_are_those_of_its_battle(war: Rulebook) -> None:
    assert not two_battles(war, lost=1).findings()
    assert "10.6.4.a" in illegal(two_battles(war, lost=3))


@pytest.mark.parametrize(("lost", "clauses"), [(1, []), (2, ["10.6.4.a"])])
def test_a_battle_of_which_the_retreat_is_the_first_that_happens_in_its_area(
    lost: int, clauses: list[str], war: Rulebook
) -> None:
    """The parting shot hits where the units fled to; no battle was there."""
    forces = FORCES | {"laguna": {"us_army": 4}, "tayabas": {"guerrilla": 3}}
    paper = Paper(war, forces | {"bulacan": {"us_army": 4}}, 3, "filipino_movement")
    units = paper.keys("tayabas", "guerrilla")
    paper.drag(units, "laguna")
    paper.phase("filipino_combat")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.drag(units, "tayabas")
    paper.roll("us_parting", 5, 1)
    paper.lose("tayabas", "guerrilla", lost)
    paper.will(lost)
    paper.phase("jungle_us")
    assert illegal(paper) == clauses


@pytest.mark.parametrize(("shelled", "clauses"), [(True, []), (False, ["10.9.a"])])
def test_without_a_tracker_gunboats_fire_in_a_battle_of_the_filipinos(
    shelled: bool, clauses: list[str], war: Rulebook
) -> None:
    """10.5, 10.9.b: the US fought before; at the end of the track two Filipino steps for one of the
    US need no move of the marker, if those lost to Gunboats count with the others."""
    forces = FORCES | {"pampanga": {"regular": 3}, "bulacan": {"us_army": 4}}
    paper = Paper(war, forces, 3, "us_ground")
    paper._level("political_will_marker", 5)
    paper.begin_here()
    paper.record.phase = "us_ground"
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 5, 5, 1)
    paper.lose("laguna", "regular", 3)
    paper.will(3)
    paper.drag(paper.keys("pool_markers", "poa")[:1], "manila")
    paper.go("pampanga", "bulacan", "regular")
    paper.roll("shelling", 5 if shelled else 1)
    if shelled:
        paper.lose("bulacan", "regular")
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("bulacan", "regular")
    paper.roll("filipino_fire", 6, *[1] * (not shelled))
    paper.lose("bulacan", "us_army")
    paper.roll("us_parting", 1, 1)
    paper.go("bulacan", "pampanga", "regular")
    paper.act("chat")
    paper.level("victory_marker", 2)
    paper.level("political_will_marker", 0)
    paper.level("turn_marker", 4)
    paper.act("chat")
    found = [one.clause for one in paper.findings(complete=False)]
    assert [one for one in found if one.startswith("10.9")] == clauses


@pytest.mark.parametrize(("left", "clauses"), [(True, []), (False, ["10.1.b"])])
def test_without_a_tracker_units_may_have_retreated_before_combat(
    left: bool, clauses: list[str], war: Rulebook
) -> None:
    """10.1.b: no battle is due in Bulacan, which is left after the Filipinos began to march."""
    paper = Paper(war, FORCES, 3, "us_ground")
    paper.begin_here()
    paper.record.phase = ""
    paper.battle("laguna", "round_1")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.battle("supply_source")
    paper.go("abra", "benguet", "regular", "aguinaldo")
    if left:
        paper.go("bulacan", "tarlac", "regular")
    paper.level("turn_marker", 4)
    paper.act("chat")
    found = [one.clause for one in paper.findings(complete=False)]
    assert [one for one in found if one == "10.1.b"] == clauses


def cleared(paper: Paper, area: str) -> None:
    """The US clears an area of the only Guerrilla, and the Search marker is put away."""
    paper.battle(area, "round_1")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire_6", 6, 1, 1, 1)
    paper.lose(area, "guerrilla")
    paper.will(1)
    paper.drag(paper.keys(area, "search"), "pool_markers")


def found_in_cavite(war: Rulebook, die: int) -> Paper:
    """Searches in Bulacan and Cavite before both battles; the Search markers tell the areas."""
    forces = FORCES | {
        "laguna": {},
        "bulacan": {"us_army": 4, "guerrilla": 1},
        "cavite": {"us_army": 4, "guerrilla": 1},
    }
    paper = Paper(war, forces, 10, "us_ground")
    for area, number in (("bulacan", 5), ("cavite", die)):
        paper.roll("us_search", number)
        paper.drag(paper.keys("pool_markers", "search")[:1], area)
    paper.phase("us_combat")
    for area in ("bulacan", "cavite"):
        cleared(paper, area)
    paper.battle("supply_source", "retreat")
    paper.phase("filipino_movement")
    return paper


def test_search_markers_tell_which_area_a_die_searched(war: Rulebook) -> None:
    assert not found_in_cavite(war, 5).findings()  # a search is part of a Ground Operation
    found = [one for one in found_in_cavite(war, 2).findings() if one.verdict == "illegal"]
    assert [one.clause for one in found] == ["10.1.c"]
    assert "Cavite" in found[0].message


def test_a_search_whose_area_nothing_tells_may_be_that_of_the_battle(war: Rulebook) -> None:
    forces = FORCES | {
        "laguna": {},
        "bulacan": {"us_army": 4, "guerrilla": 1},
        "cavite": {"us_army": 4, "guerrilla": 1},
    }
    paper = Paper(war, forces, 10)
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "bulacan")
    paper.roll("us_search", 5)  # its marker is forgotten
    shown(paper, "cavite", "guerrilla")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire_6", 6, 1, 1, 1)
    paper.lose("cavite", "guerrilla")
    paper.will(1)
    paper.phase("filipino_movement")
    assert not illegal(paper)


def under_shelling(war: Rulebook, lost: int) -> Paper:
    """A battle that is fought while the tracker still shows the shelling."""
    paper = Paper(war, FORCES | {"bulacan": {}}, 3, "us_shelling")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army", lost)
    paper.roll("us_fire", 5, 5, 5, 1)
    paper.lose("laguna", "regular", 3)
    paper.will(3)
    paper.will(-2 * lost)
    paper.battle("supply_source", "retreat")
    paper.phase("us_combat")
    return paper


def test_losses_of_a_battle_under_a_late_tracker_are_its_losses(war: Rulebook) -> None:
    late = under_shelling(war, 1)
    assert not illegal(late)


def test_losses_in_the_jungle_under_a_late_tracker(war: Rulebook) -> None:
    forces = {
        "manila": {"us_army": 4},
        "abra": {"regular": 1, "aguinaldo": 1},
        "jungle_2": {"us_army": 2, "guerrilla": 2},
    }
    for lost in (1, 2):
        paper = Paper(war, forces, 10, "jungle_us")
        paper.roll("jungle_combat", 5)
        paper.roll("jungle_ambush", 5, 2)
        paper.roll("jungle_discovery", 4, 5)
        paper.roll("jungle_rounds", 2)
        paper.roll("jungle_filipino", 1, 1)
        paper.roll("jungle_us", 6)
        paper.lose("jungle_2", "guerrilla")
        paper.roll("jungle_filipino", 1)
        paper.roll("jungle_us", 2)
        if lost == 2:
            paper.lose("jungle_2", "guerrilla")
        paper.will(lost)
        paper.away("jungle_2", "us_army", "manila")
        paper.phase("jungle_combat")
        paper.phase("jungle_filipino")
        assert ("12.B.e" in illegal(paper)) == (lost == 2)


def test_fives_that_count_in_mountains(war: Rulebook) -> None:
    forces = {
        "manila": {"us_army": 8},
        "abra": {"regular": 1, "aguinaldo": 1},
        "bontoc": {"us_army": 5, "guerrilla": 4},
    }
    paper = Paper(war, forces, 10)
    paper.battle("bontoc", "retreat")
    paper.roll("us_search", 6)
    paper.drag(paper.keys("pool_markers", "search")[:1], "bontoc")
    paper.battle("bontoc", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire_6", 5, 5, 6, 5, 1)
    paper.lose("bontoc", "guerrilla", 2)
    paper.will(2)
    paper.phase("filipino_movement")
    assert "10.6.3.d" in illegal(paper)


@pytest.mark.parametrize(("elsewhere", "verdicts"), [(3, ["illegal"]), (1, ["suspect"])])
def test_the_battle_that_follows_tells_the_area_of_a_second_search(
    war: Rulebook, elsewhere: int, verdicts: list[str]
) -> None:
    """10.1.f: it takes an operation, which the turn has or has not."""
    others = ("laguna", "tarlac", "batangas")
    forces = {area: {"us_army": 4} for area in others}
    forces |= {"manila": {"us_army": 8}, "cavite": {"guerrilla": 3, "us_army": 2}}
    paper = Paper(war, forces, 10, "us_ground")
    paper.drag(paper.keys("manila", "us_army")[:2], "cavite")
    for area, goal in zip(others[:elsewhere], ("marong", "pampanga", "tayabas"), strict=False):
        paper.drag(paper.keys(area, "us_army")[:1], goal)
    paper.phase("us_combat")
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "cavite")
    paper.roll("us_search", 6)
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire_6", 1, 1, 1, 1, 1, 1)
    paper.go("cavite", "manila", "us_army")
    paper.roll("filipino_parting", 1, 1)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert [one.verdict for one in paper.findings() if one.clause == "3.2.d"] == verdicts


@pytest.mark.parametrize(
    ("up", "points", "verdicts"),
    [(True, -2, []), (True, -1, ["illegal"]), (False, -1, ["suspect"])],
)
def test_losses_that_their_dice_tell_were_losses(
    up: bool, points: int, verdicts: list[str], war: Rulebook
) -> None:
    """10.9.a: the area of the dice is told by the units that are turned up there."""
    forces = FORCES | {"laguna": {"us_army": 4, "regular": 2}}
    paper = Paper(war, forces | {"bulacan": {"us_army": 4, "guerrilla": 1}}, 3)
    if up:
        shown(paper, "laguna", "regular")
    paper.roll("filipino_fire", 6, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 5, 5, 5)
    paper.lose("laguna", "regular", 2)
    paper.will(2)
    paper.will(points)
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    found = [one for one in paper.findings() if one.clause == "10.9.a"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(("hits", "illegal_ones"), [((6, 6, 1), []), ((6, 1, 1), ["1.2.1.n"])])
def test_the_search_marker_tells_the_area_of_the_dice_that_follow(
    war: Rulebook, hits: tuple[int, ...], illegal_ones: list[str]
) -> None:
    """The tracker still shows the shelling when it is placed."""
    forces = {"manila": {"us_army": 8}, "bontoc": {"us_army": 3, "guerrilla": 2}}
    paper = Paper(war, forces, 10, "us_ground")
    paper.phase("us_shelling")
    paper.roll("us_search", 6)
    paper.drag(paper.keys("pool_markers", "search")[:1], "bontoc")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire_6", *hits)
    paper.lose("bontoc", "guerrilla")
    paper.roll("us_parting", 1, 1)
    paper.go("bontoc", "abra", "guerrilla")
    paper.will(1)
    paper.phase("us_combat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert [one for one in illegal(paper) if one == "1.2.1.n"] == illegal_ones


@pytest.mark.parametrize(
    ("others", "verdict"),
    [({}, "illegal"), ({"bulacan": {"us_army": 4, "guerrilla": 1}}, "suspect")],
)
def test_dice_are_those_of_the_only_area_with_both_sides(
    others: dict[str, dict[str, int]], verdict: str, war: Rulebook
) -> None:
    """Nobody uses the Battle marker or turns units up."""
    forces = {"manila": {"us_army": 8}, "abra": {"regular": 1, "aguinaldo": 1}}
    paper = Paper(war, forces | {"sorsogon": {"us_army": 4, "regular": 4}} | others, 5)
    paper.roll("filipino_fire", *[1] * 5)
    paper.roll("us_fire", *[1] * 4)
    paper.roll("us_parting", 1, 1)
    paper.go("sorsogon", "albay", "regular")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    found = [one.verdict for one in paper.findings() if one.clause == "10.6.1"]
    assert found == [verdict]


@pytest.mark.parametrize("placed", [True, False])
def test_the_marker_of_a_search_operation_tells_its_area(placed: bool, war: Rulebook) -> None:
    """10.1.e: a search that finds nobody leaves a Search marker."""
    forces = FORCES | {
        "laguna": {"us_army": 4, "guerrilla": 2},
        "bulacan": {"us_army": 4, "guerrilla": 2},
    }
    paper = Paper(war, forces, 10, "us_ground")
    paper.away("us_operations", "operation_search", "laguna")
    paper.phase("us_combat")
    paper.roll("us_search", 2)
    if placed:
        paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert ("10.1.e" in [one.clause for one in paper.findings()]) is not placed


@pytest.mark.parametrize(("marched", "clauses"), [(False, []), (True, ["10.6.4.a"])])
def test_the_last_step_is_taken_off_after_the_tracker_went_on(
    marched: bool, clauses: list[str], war: Rulebook
) -> None:
    """By the other player, before his own march."""
    paper = Paper(war, FORCES | {"bulacan": {}, "laguna": {"us_army": 4, "regular": 1}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 5, 1, 1, 1)
    paper.will(1)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    if marched:
        paper.go("abra", "kalinga", "regular", "aguinaldo")
    paper.lose("laguna", "regular")
    paper.phase("filipino_combat")
    assert [one for one in illegal(paper) if one == "10.6.4.a"] == clauses


def test_the_search_marker_counts_while_the_battle_marker_is_elsewhere(war: Rulebook) -> None:
    """It is still in Bulacan as Cavite is searched."""
    army = {"us_army": 4, "guerrilla": 1}
    forces = FORCES | {"laguna": {}, "bulacan": army, "cavite": army}
    paper = Paper(war, forces, 10)
    for area in ("bulacan", "cavite"):
        paper.roll("us_search", 5)
        paper.drag(paper.keys("pool_markers", "search")[:1], area)
        cleared(paper, area)
    paper.battle("supply_source", "retreat")
    paper.phase("filipino_movement")
    assert not illegal(paper)


@pytest.mark.parametrize("told", [True, False])
def test_where_dice_are_told_losses_show_where_a_battle_was(told: bool, war: Rulebook) -> None:
    paper = Paper(war, FORCES, 3)
    paper.record.told = told
    paper.roll("arms", 3)
    paper.lose("laguna", "regular")
    turn = [*turns(paper.record, war.country)][-1]
    assert Sequenced(turn).battlefields == ({"laguna"} if told else set())


@pytest.mark.parametrize(("told", "clauses"), [(True, []), (False, ["17.1.b"])])
def test_where_dice_are_told_points_may_be_for_what_they_brought(
    told: bool, clauses: list[str], war: Rulebook
) -> None:
    """A step is lost to shelling before the tracker goes on."""
    paper = Paper(war, FORCES | {"bulacan": {}, "laguna": {}}, 3, "objectives")
    paper.record.told = told
    paper.lose("abra", "regular")
    paper.will(1)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert [one.clause for one in paper.findings() if one.clause == "17.1.b"] == clauses
