"""Political Will after battles (10.9.a), and two battles in the same area."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.engine.reading import windows
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_battles import fought


def _scored(paper: Paper) -> list[tuple[str, str]]:
    """The turn goes on to its end; the verdicts on Political Will."""
    for phase in ("filipino_movement", "filipino_combat", "jungle_us", "jungle_combat"):
        paper.phase(phase)
    found = [one for one in paper.findings() if one.clause in ("10.9.a", "11.0.e", "17.1.b")]
    return [(one.clause, one.verdict) for one in found]


@pytest.mark.parametrize(("points", "found"), [(2, []), (3, [("10.9.a", "illegal")])])
def test_the_battle_is_paid_wrongly_and_the_site_rightly(
    war: Rulebook, points: int, found: list[tuple[str, str]]
) -> None:
    """The point for a later POA site was not recorded with the battle."""
    paper = fought(war, marked=True)
    paper.battle("laguna", "will")
    paper.will(points)
    paper.battle("battle_box")
    paper.phase("us_poa")
    paper.drag(paper.keys("pool_markers", "poa")[:1], "manila")
    paper.will(1)
    assert _scored(paper) == found


@pytest.mark.parametrize(
    ("points", "removed", "verdicts"),
    [(2, 0, []), (4, 0, ["illegal"]), (1, 0, ["illegal"]), (4, 2, ["suspect"])],
)
def test_points_that_no_losses_explain_without_a_marker(
    war: Rulebook, points: int, removed: int, verdicts: list[str]
) -> None:
    """Two Filipino steps are lost in Laguna. Others may have been lost somewhere else."""
    paper = fought(war, marked=False)
    paper.will(points)
    if removed:
        paper.lose("tayabas", "regular", removed)
    paper.phase("us_poa")
    assert [verdict for _, verdict in _scored(paper)] == verdicts


@pytest.mark.parametrize(("leader", "clauses"), [("", ["10.3.1.c"]), ("pilar", [])])
def test_a_retreat_after_a_battle_of_stand_up_fight_in_the_same_area(
    war: Rulebook, leader: str, clauses: list[str]
) -> None:
    """The US units go, the chit is put away, and others come for a battle of their own."""
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 2, "regular": 4}}
    if leader:
        forces["laguna"][leader] = 1
    paper = Paper(war, forces, turn=3, phase="us_ground")
    paper.play("fil_s1")
    paper.battle("laguna", "round_1")
    paper.say("filipino", "stays", "laguna")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1)
    paper.go("laguna", "manila", "us_army")
    paper.roll("filipino_parting", *[1] * 4)
    paper.battle("battle_box")
    paper.chit("fil_s1", "removed_filipino")
    paper.go("manila", "laguna", "us_army")
    paper.phase("us_combat")
    paper.battle("laguna", "retreat")
    paper.say("filipino", "retreats_before", "laguna")
    paper.go("laguna", "tayabas", "regular", *([leader] if leader else []))
    paper.battle("battle_box")
    paper.phase("us_poa")
    assert [one.clause for one in paper.findings() if one.clause == "10.3.1.c"] == clauses


@pytest.mark.parametrize(("points", "found"), [(1, []), (2, [("11.0.e", "illegal")])])
def test_the_site_is_paid_wrongly_and_the_battle_rightly(
    war: Rulebook, points: int, found: list[tuple[str, str]]
) -> None:
    paper = fought(war, marked=True)
    paper.battle("laguna", "will")
    paper.will(2)
    paper.battle("battle_box")
    paper.phase("us_poa")
    paper.drag(paper.keys("pool_markers", "poa")[:1], "manila")
    paper.will(points)
    assert _scored(paper) == found


@pytest.mark.parametrize(("points", "found"), [(-2, []), (-1, ["15.2.b"])])
def test_a_step_without_supply_is_paid_by_too_little(
    war: Rulebook, points: int, found: list[str]
) -> None:
    """The points of a battle before it are recorded rightly, each side by itself."""
    forces = {
        "manila": {"us_army": 6},
        "laguna": {"us_army": 7, "guerrilla": 1},
        "tarlac": {"us_army": 1},
    }
    paper = Paper(war, forces, turn=11)
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 6)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire_6", 6, 1, 1, 1, 1, 1)
    paper.lose("laguna", "guerrilla")
    paper.battle("laguna", "will")
    paper.will(1)
    paper.will(-2)
    paper.battle("battle_box")
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us", "jungle_filipino"):
        paper.phase(phase)
    paper.phase("supply")
    paper.lose("tarlac", "us_army")
    paper.will(points)
    illegal = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert illegal == found


@pytest.mark.parametrize(
    ("marked", "paid", "found"),
    [(False, 2, ["10.6.5.f"]), (False, 3, []), (True, 2, [])],
)
def test_the_log_begins_with_the_combat_of_the_us(
    war: Rulebook, marked: bool, paid: int, found: list[str]
) -> None:
    """The Artillery that is taken gives 1. In the middle of a battle more may have happened."""
    forces = {"manila": {"us_army": 6}, "abra": {"aguinaldo": 1, "regular": 1}}
    paper = Paper(war, forces | {"sorsogon": {"us_army": 4, "regular": 2, "fil_artillery": 1}}, 5)
    if marked:
        paper.battle("sorsogon", "round_1")
    paper.begin_here()
    paper.battle("sorsogon", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("sorsogon", "regular", 2)
    paper.away("sorsogon", "fil_artillery", "pool_filipino")
    paper.will(paid)
    paper.battle("battle_box", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    illegal = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert illegal == found


def test_the_log_begins_between_a_battle_and_its_points(war: Rulebook) -> None:
    """What was earned before the log is paid, and then the POA site."""
    forces = {"manila": {"us_army": 10}, "abra": {"regular": 2, "aguinaldo": 1}}
    paper = Paper(war, forces | {"manila_bay": {"gunboat": 2}}, 5, "us_poa")
    paper.begin_here()
    paper.will(2)
    paper.drag(paper.keys("pool_markers", "poa")[:1], "manila")
    paper.will(1)
    for phase in ("filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    assert not [one for one in paper.findings() if one.verdict == "illegal"]


@pytest.mark.parametrize(("paid", "found"), [(True, []), (False, ["15.2.b"])])
def test_the_last_turn_of_the_war_is_scored_without_a_tracker(
    war: Rulebook, paid: bool, found: list[str]
) -> None:
    """Nobody moves the turn marker after it: Political Will that goes back to 0 ends it."""
    forces = {"manila": {"us_army": 6}, "tarlac": {"us_army": 1}, "abra": {"guerrilla": 2}}
    paper = Paper(war, forces, 15, "us_ground")
    paper._level("political_will_marker", 4)
    paper.begin_here()
    paper.go("manila", "cavite", "us_army")
    paper.go("abra", "ilocos_norte", "guerrilla")
    paper.lose("tarlac", "us_army")
    if paid:
        paper.will(-2)
    paper.level("victory_marker", 1)
    paper.level("political_will_marker", 0)
    illegal = [one.clause for one in paper.findings(complete=False) if one.verdict == "illegal"]
    assert [one for one in illegal if one.startswith("15.")] == found


@pytest.mark.parametrize(("paid", "found"), [(True, []), (False, [("7.1.e", "suspect")])])
def test_a_payment_that_is_missing_when_others_are_made_much_later(
    war: Rulebook, paid: bool, found: list[tuple[str, str]]
) -> None:
    """The log ends in the turn; what is left out so long is hardly paid after it."""
    forces = {"manila": {"us_army": 8}, "laguna": {"us_army": 4, "regular": 2}}
    forces["lost_us"] = {"us_artillery": 1}
    paper = Paper(war, forces, 3, "objectives")
    for phase in ("advantage", "arms", "reinforcements"):
        paper.phase(phase)
    paper.drag(paper.keys("lost_us", "us_artillery")[:1], "manila")
    if paid:
        paper.will(-1)
    paper.phase("us_ground")
    for _ in range(windows.MUCH_LATER):
        paper.act("chat")
    for phase in ("us_amphibious", "us_gunboats", "us_shelling", "us_combat"):
        paper.phase(phase)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 6, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.battle("laguna", "will")
    paper.will(2)
    paper.battle("battle_box")
    told = [(one.clause, one.verdict) for one in paper.findings(complete=False)]
    assert [one for one in told if one[0] in ("7.1.e", "10.9.a")] == found
