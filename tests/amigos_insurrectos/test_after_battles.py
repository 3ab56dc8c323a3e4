"""Mistakes when a battle ends: rearguards, Artillery, Arms and sites left behind, Leaders alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

REST = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "abra": {"regular": 1, "aguinaldo": 1},
}
Reported = Callable[..., None]


def wiped_out(war: Rulebook, **more: int) -> Paper:
    """The two Regulars of Laguna are lost."""
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "regular": 2} | more}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    return paper


def test_a_rearguard_that_is_destroyed(war: Rulebook, reported: Reported) -> None:
    forces = REST | {"laguna": {"us_army": 4, "regular": 4, "geronimo": 1}}
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "retreat")
    paper.drag([*paper.keys("laguna", "geronimo"), paper.keys("laguna", "regular")[0]], "tayabas")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.will(2)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    reported(paper.report(), "10.3.2.a")


def test_a_site_before_the_tracker_goes_on_is_paid_after_the_battle(war: Rulebook) -> None:
    forces = REST | {"laguna": {"us_army": 4, "regular": 3}, "manila": {"us_army": 6}}
    paper = Paper(war, forces, 3)
    paper._level("political_will_marker", 6)
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 5, 5, 5)
    paper.lose("laguna", "regular", 3)
    paper.will(3)
    paper.will(-2)
    paper.battle("supply_source", "retreat")
    paper.away("pool_markers", "poa", "manila")
    paper.will(1)
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert not [one.message for one in paper.findings()]


def test_artillery_that_leaves_when_its_infantry_is_gone(war: Rulebook, reported: Reported) -> None:
    paper = wiped_out(war, fil_artillery=1)
    paper.away("laguna", "fil_artillery", "tayabas")
    paper.will(2)
    reported(paper.report(), "10.6.5.f")


def test_imported_arms_that_leave_with_nobody(war: Rulebook, reported: Reported) -> None:
    paper = wiped_out(war, imported_arms=1)
    paper.away("laguna", "imported_arms", "tayabas")
    paper.will(2)
    reported(paper.report(), "6.0.g")


def test_a_site_that_one_guerrilla_destroys(war: Rulebook, reported: Reported) -> None:
    for survivors in (2, 1):
        forces = REST | {"laguna": {"us_army": 1, "guerrilla": survivors, "poa": 1}}
        paper = Paper(war, forces, 10, "filipino_combat")
        paper.battle("laguna", "round_1")
        paper.roll("us_fire", 1)
        paper.roll("filipino_fire", *[6] * survivors)
        paper.lose("laguna", "us_army")
        paper.away("laguna", "poa", "pool_markers")
        paper.will(-2)
        paper.will(-1)
        paper.battle("supply_source", "retreat")
        if survivors == 2:
            assert not [one.message for one in paper.findings()]
        else:
            reported(paper.report(), "11.0.f")


def test_a_leader_alone_who_is_lost_with_a_five(war: Rulebook, reported: Reported) -> None:
    for die in (2, 5):
        forces = REST | {"laguna": {"ricarte": 1}, "tayabas": {"regular": 1}}
        paper = Paper(war, forces, 3, "us_ground")
        paper.drag(paper.keys("manila", "us_army")[:1], "laguna")
        paper.roll("leader_alone", die)
        paper.lost("ricarte")
        paper.will(2)
        paper.phase("us_combat")
        paper.phase("filipino_movement")
        if die == 2:
            assert not [one.message for one in paper.findings()]
        else:
            reported(paper.report(), "1.2.2.b")


@pytest.mark.parametrize("phases, clauses", [(1, []), (4, ["6.0.g"])])
def test_imported_arms_without_filipinos(war: Rulebook, phases: int, clauses: list[str]) -> None:
    """They are told at the loss of the last unit, and also if the log ends in the turn."""
    paper = wiped_out(war, imported_arms=1)
    lost = paper.step
    paper.will(2)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us")[:phases]:
        paper.phase(phase)
    found = [one for one in paper.findings(complete=False) if one.clause == "6.0.g"]
    assert [one.clause for one in found] == clauses
    assert all((one.where.first, one.where.last) == (lost, lost) for one in found)


@pytest.mark.parametrize("target", ["tayabas", "pool_filipino"])
def test_artillery_whose_infantry_is_lost_to_the_parting_shot(target: str, war: Rulebook) -> None:
    """10.6.5.f: it is eliminated, though all have left the area."""
    forces = REST | {"laguna": {"us_army": 4, "regular": 3, "fil_artillery": 1}}
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.go("laguna", "tayabas", "regular", "fil_artillery")
    paper.roll("us_parting", 5, 1)
    paper.lose("tayabas", "regular")
    if target != "tayabas":
        paper.away("tayabas", "fil_artillery", target)
        paper.will(1)
    paper.will(3)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    found = [(one.clause, one.verdict) for one in paper.findings()]
    assert found == ([("10.6.5.f", "illegal")] if target == "tayabas" else [])


@pytest.mark.parametrize("rolled", [True, False])
def test_the_leaders_of_who_wins_are_checked(rolled: bool, war: Rulebook) -> None:
    """10.7.a: also if the Leader of who loses was left alone."""
    paper = wiped_out(war, lawton=1, geronimo=1)
    paper.roll("leader_alone", 5)
    paper.away("laguna", "geronimo", "abra")
    if rolled:
        paper.roll("casualty", 4)
    paper.will(2)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    found = [(one.clause, one.verdict) for one in paper.findings() if one.clause == "10.7.a"]
    assert found == ([] if rolled else [("10.7.a", "suspect")])


@pytest.mark.parametrize(("points", "clause"), [(-2, ""), (0, "1.2.1.i")])
def test_artillery_that_reorganising_filipinos_meet(
    points: int, clause: str, war: Rulebook
) -> None:
    """1.2.1.i: it is lost for 2 Political Will after the battle, as where they march."""
    forces = REST | {"laguna": {"us_army": 1, "regular": 4}, "tayabas": {"us_artillery": 1}}
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1, 1)
    paper.lose("laguna", "us_army")
    paper.drag(paper.keys("laguna", "regular")[:1], "tayabas")
    paper.will(-2)
    paper.battle("supply_source", "retreat")
    paper.away("tayabas", "us_artillery", "lost_us")
    paper.will(points)
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    paper.phase("filipino_combat")
    found = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert found == [clause] * bool(clause)


@pytest.mark.parametrize("acts", [0, 8])
def test_steps_lost_in_a_battle_do_not_come_back_as_change(acts: int, war: Rulebook) -> None:
    """1.2.1.b: however soon after the battle a counter comes from the pool."""
    forces = REST | {"laguna": {"us_army": 4, "regular": 4}}
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 6, 6, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.battle("supply_source")
    paper.phase("us_poa")
    for _ in range(acts):
        paper.act("chat")
    paper.phase("filipino_movement")
    paper.drag(paper.keys("pool_filipino", "regular")[:1], "laguna")
    paper.phase("filipino_combat")
    assert [one.verdict for one in paper.findings() if one.clause == "1.2.1.b"] == ["illegal"]


# --- Leaders -------------------------------------------------------------------------------------


def _stays(_: Paper) -> None:
    """Nothing is done."""


def _by_the_check(paper: Paper) -> None:
    paper.roll("casualty", 1)
    paper.lost("geronimo")
    paper.will(2)


def _by_a_die(paper: Paper) -> None:
    paper.roll("leader_alone", 2)
    paper.lost("geronimo")
    paper.will(2)


def _one_goes(paper: Paper) -> None:
    _by_a_die(paper)
    paper.away("laguna", "pilar", "cavite")


def _one_goes_with_a_die(paper: Paper) -> None:
    _by_a_die(paper)
    paper.roll("leader_alone", 5)
    paper.away("laguna", "pilar", "cavite")


def _both_are_lost(paper: Paper) -> None:
    _by_a_die(paper)
    paper.lost("pilar")
    paper.will(2)


@pytest.mark.parametrize(
    ("leaders", "act", "clauses"),
    [
        (("geronimo",), _stays, [("10.6.5.g", "illegal")]),
        (("geronimo",), _by_the_check, []),
        (("geronimo", "pilar"), _one_goes, []),
        (("geronimo", "pilar"), _one_goes_with_a_die, [("10.6.5.i", "note")]),
        (("geronimo", "pilar"), _both_are_lost, [("10.6.5.h", "illegal")]),
    ],
)
def test_leaders_whose_force_is_wiped_out(
    leaders: tuple[str, ...],
    act: Callable[[Paper], None],
    clauses: list[tuple[str, str]],
    war: Rulebook,
) -> None:
    paper = wiped_out(war, **dict.fromkeys(leaders, 1))
    paper.put("cavite", "regular", 1)  # the closest friends
    act(paper)
    paper.will(2)
    _end(paper)
    assert [(one.clause, one.verdict) for one in paper.report().findings] == clauses


def _end(paper: Paper) -> None:
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")


def _scouts_for_a_hit(paper: Paper) -> None:
    paper.roll("filipino_fire", 6, 1)
    paper.away("laguna", "scouts", "lost_us")
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.roll("casualty", 4)


def _scouts_to_the_pool(paper: Paper) -> None:
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.roll("casualty", 1)
    paper.away("laguna", "scouts", "pool_markers")
    paper.will(-2)


@pytest.mark.parametrize(
    ("act", "clause"), [(_scouts_for_a_hit, "10.6.4.c"), (_scouts_to_the_pool, "1.2.1.k")]
)
def test_scouts_who_are_lost(act: Callable[[Paper], None], clause: str, war: Rulebook) -> None:
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "scouts": 1, "regular": 2}}, 11)
    paper.battle("laguna", "round_1")
    act(paper)
    paper.will(2)
    _end(paper)
    assert clause in [one.clause for one in paper.findings()]


@pytest.mark.parametrize(("points", "clauses"), [(-2, []), (0, ["1.2.1.i"])])
def test_artillery_that_retreating_filipinos_meet(
    points: int, clauses: list[str], war: Rulebook
) -> None:
    forces = REST | {"laguna": {"us_army": 4, "regular": 4}, "tayabas": {"us_artillery": 1}}
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.go("laguna", "tayabas", "regular")
    paper.roll("us_parting", 1, 1)
    paper.away("tayabas", "us_artillery", "lost_us")
    paper.will(2)
    paper.will(points)
    _end(paper)
    assert [one.clause for one in paper.findings()] == clauses


@pytest.mark.parametrize(("target", "lost"), [("lost_us", True), ("manila", False)])
def test_artillery_is_left_by_both_sides(target: str, lost: bool, war: Rulebook) -> None:
    """10.6.5.e: it retreats."""
    paper = Paper(war, REST | {"laguna": {"us_army": 2, "regular": 2, "us_artillery": 1}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 6)
    paper.roll("us_fire", 6, 6)
    paper.lose("laguna", "us_army", 2)
    paper.lose("laguna", "regular", 2)
    paper.away("laguna", "us_artillery", target)
    paper.will(2)
    paper.will(-4)
    _end(paper)
    assert ("10.6.5.e" in [one.clause for one in paper.findings()]) is lost


def test_units_that_retreat_after_artillery(war: Rulebook, reported: Reported) -> None:
    forces = REST | {"laguna": {"us_army": 4, "us_artillery": 1, "regular": 3}}
    paper = Paper(war, forces | {"tayabas": {"regular": 1}}, 3)
    paper.battle("laguna", "artillery")
    paper.roll("artillery", 1, 1, 1)
    paper.go("laguna", "tayabas", "regular")
    _end(paper)
    reported(paper.report(), "10.2.a")
