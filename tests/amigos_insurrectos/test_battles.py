"""Battles: random legal ones, a worked one with its illegal variants, and every kind of mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.random_battles import random_battles
from tests.amigos_insurrectos.wrong_battles import BATTLES as MISTAKES

FORCES = {
    "manila": {"us_volunteers": 12, "us_army": 6},
    "marong": {
        "us_army": 8,
        "us_cavalry": 2,
        "us_artillery": 1,
        "lawton": 1,
        "regular": 6,
        "fil_artillery": 1,
        "luna": 1,
    },
    "bulacan": {"regular": 6},
    "batangas": {"us_volunteers": 6, "wheaton": 1, "regular": 3},
}
"""The worked turn's forces when its battles begin."""
SEEDS = {
    "DefenderRollsOneMore": 2, "DefenderRollsOneLess": 2, "AttackerRollsOneMore": 2,
    "AttackerRollsTwoLess": 2, "WholePartingShot": 2, "ArtilleryRollsFour": 3,
    "ArtilleryInRoundTwo": 3, "ArtilleryTooLate": 27, "GunboatsInTheUsPhase": 2,
    "AttackerFiresFirst": 2, "HitStepsFire": 13, "KeepsAStep": 2, "LosesAStepMore": 27,
    "GuerrillasFirst": 8, "EasyGuerrillas": 22, "EasyMountains": 81, "FilipinosHitOnFive": 27,
    "FilipinosHitOnFiveInMountains": 81, "MountainStepsEach": 3, "RegularsWithoutLeader": 2,
    "FromANightAttack": 92, "GuerrillasAfterTheSearch": 12, "AttackerBeforeCombat": 1,
    "ShotBeforeCombat": 1, "ARearguard": 1, "WrongRefuge": 1, "RetreatsForNothing": 1,
    "FightsOn": 73, "InTheMiddle": 2, "ArtilleryStays": 25, "LeaderLostOnFour": 75,
    "LeaderFarAway": 75, "LostWithoutAOne": 3, "NobodyIsLost": 10, "TheOtherSidesLeader": 109,
    "NoCheck": 12, "SpreadsAfterARetreat": 2, "SpreadsTooFar": 5, "DefenderRecordsFirst": 15,
    "AStepUnpaid": 233, "PaidLikeAnyLeader": 4, "SmithRollsForNothing": 18, "NoAtrocities": 36,
    "ChitAfterDice": 5, "TooManyForTheChit": 8,
}  # fmt: skip
"""For each kind of mistake a random battle with a chance to make it."""
AGAIN = (("KeepsAStep", 5), ("KeepsAStep", 13))
"""More battles, in which the mistake breaks another clause."""


@pytest.mark.parametrize("seed", range(20))
def test_legal_battles_are_accepted(seed: int, war: Rulebook) -> None:
    assert not random_battles(war, seed).paper.findings()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 1600, 100))
def test_many_legal_battles_are_accepted(seed: int, war: Rulebook) -> None:
    for number in range(seed, seed + 100):
        assert not random_battles(war, number).paper.findings(), number


@pytest.mark.parametrize(("name", "seed"), [*SEEDS.items(), *AGAIN])
def test_mistakes_are_flagged(
    name: str, seed: int, war: Rulebook, reported: Callable[..., None]
) -> None:
    table = random_battles(war, seed, MISTAKES[name])
    clause = table.slipped
    assert clause, "the mistake was not made"
    reported(table.paper.report(), clause)


def test_every_kind_of_mistake_has_a_battle() -> None:
    assert SEEDS.keys() == MISTAKES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_flagged_with_their_clause(name: str, war: Rulebook) -> None:
    made = right = 0
    for seed in range(1, 1500):
        table = random_battles(war, seed, MISTAKES[name])
        clause = table.slipped
        if clause:
            found = table.paper.findings()
            made += 1
            right += bool(found) and found[0].clause == clause
        if made == 10:
            break
    assert right >= 0.9 * made


# --- the worked turn -----------------------------------------------------------------------------

Change = Callable[[Paper], Any]


def worked_turn(war: Rulebook, **changes: Change) -> Paper:
    """Two battles of turn 2, as the example has them; `changes` replace single moments."""
    paper = Paper(war, FORCES)

    def at(name: str, act: Change) -> None:
        changes.get(name, act)(paper)

    paper.battle("marong", "retreat")
    paper.roll("night_attack", 2)
    at("step_a", lambda p: None)
    paper.battle("marong", "chits")
    paper.play("us_s3")
    paper.play("fil_s3")
    paper.battle("marong", "artillery")
    at("artillery", lambda p: p.roll("artillery", 5, 3, 1))
    paper.roll("artillery", 6, 4, 2)
    paper.lose("marong", "regular", 2)
    paper.battle("marong", "round_1")
    at("marong_d1", lambda p: p.roll("filipino_fire", 5, 4, 3, 1))
    paper.roll("filipino_fire", 2, 6, 6, 4)
    paper.lose("marong", "us_army", 2)
    paper.roll("us_fire", 6, 5, 4, 3, 3, 2, 2, 1)
    paper.lose("marong", "regular", 2)
    paper.battle("marong", "round_2")
    at("round_2", lambda p: None)
    at("marong_d1_2", lambda p: p.roll("filipino_fire", 3, 2))
    paper.roll("us_fire", 6, 6, 4, 3, 2, 2, 1, 1)
    paper.lose("marong", "regular", 2)
    paper.away("marong", "fil_artillery", "pool_filipino")
    at("luna", _luna)
    paper.battle("marong", "leaders")
    paper.roll("casualty", 4)
    paper.battle("marong", "reorganise")
    paper.go("marong", "infanta", "us_cavalry")
    paper.battle("marong", "will")
    at("will", lambda p: (p.will(7), p.will(-4)))
    _home(paper)
    paper.battle("batangas", "chits")
    at("batangas_b", lambda p: p.play("fil_s4"))
    at("step_c", lambda p: None)
    paper.battle("batangas", "round_1")
    paper.roll("filipino_fire", 6, 2, 1)
    paper.roll("us_fire", 5, 4, 3, 2, 1, 1)
    paper.lose("batangas", "regular")
    paper.roll("filipino_fire", 6, 3)
    at("second_hit", lambda p: p.lose("batangas", "us_volunteers"))
    paper.battle("batangas", "round_2")
    paper.roll("filipino_fire", 4, 1)
    volunteers = sum(map(paper.size, paper.keys("batangas", "us_volunteers")))
    paper.roll("us_fire", *(6, 5, 3, 2, 1, 1)[:volunteers])
    paper.lose("batangas", "regular", 2)
    at("atrocity", _atrocity)
    paper.battle("batangas", "leaders")
    paper.roll("casualty", 3)
    paper.battle("batangas", "will")
    paper.will(3)
    at("last_will", lambda p: p.will(-2))
    _home(paper)
    return paper


def _luna(paper: Paper) -> None:
    paper.roll("leader_alone", 5)
    paper.away("marong", "luna", "bulacan")


def _atrocity(paper: Paper) -> None:
    paper.roll("atrocity", 1)
    paper.away("pool_markers", "us_massacre", "batangas")
    paper.will(-1)


def _home(paper: Paper) -> None:
    paper.battle("supply_source", "retreat")
    for chit, place in list(paper.cards.items()):
        if place.startswith("chits_"):
            paper.chit(chit, f"cup_{paper.country.game.card[chit].deck}")


def test_the_worked_turn_is_accepted(war: Rulebook) -> None:
    report = worked_turn(war).report()
    assert not [one.message for one in report.findings]
    stories = [one.story for one in report.segments if one.story]
    assert stories == [
        "battle in Marong (US lost 2, Filipinos 6); battle in Batangas (US lost 1, Filipinos 3)"
    ]


VARIANTS: dict[str, tuple[str, dict[str, Change]]] = {
    "artillery again": (
        "1.2.1.g",
        {
            "round_2": lambda p: (p.roll("artillery", 1, 2, 3), p.roll("artillery", 1, 1, 1)),
        },
    ),
    "Gunboats in step C": ("10.5", {"step_c": lambda p: p.roll("shelling", 2, 1)}),
    "a second hit ignored": (
        "1.2.2.c",
        {
            "second_hit": lambda p: None,
            "last_will": lambda p: None,
        },
    ),
    "Filipinos record first": ("10.9.b", {"will": lambda p: (p.will(-4), p.will(6), p.will(1))}),
    "chit for two rounds": (
        "PH.S3",
        {
            "marong_d1_2": lambda p: p.roll("filipino_fire", 3, 2, 1, 1),
        },
    ),
    "no chit": ("10.6.1", {"batangas_b": lambda p: None}),
    "three rolls of Artillery": (
        "US.S3",
        {
            "artillery": lambda p: p.roll("artillery", 5, 3, 1, 1, 1, 1),
        },
    ),
    "no Massacre marker": (
        "1.2.1.d",
        {"atrocity": lambda p: (p.roll("atrocity", 1), p.will(-1))},
    ),
    "Luna lost on a 5": (
        "10.6.5.g",
        {
            "luna": lambda p: (p.roll("leader_alone", 5), p.lost("luna")),
            "will": lambda p: (p.will(9), p.will(-4)),
        },
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_illegal_variants_of_the_worked_turn(
    name: str, war: Rulebook, reported: Callable[..., None]
) -> None:
    clause, changes = VARIANTS[name]
    paper = worked_turn(war, **changes)
    reported(paper.report(), clause)


@pytest.mark.parametrize("leader, verdicts", [({}, ["illegal"]), ({"wheaton": 1}, ["suspect"])])
def test_volunteers_alone_roll_for_atrocities(
    leader: dict[str, int], verdicts: list[str], war: Rulebook
) -> None:
    """Whether a Leader is a unit depends on a soft ruling."""
    forces = {"manila": {"us_army": 8}, "batangas": {"regular": 1, "us_volunteers": 4, **leader}}
    paper = Paper(war, forces, phase="us_shelling")
    paper.phase("us_combat")
    paper.battle("batangas", "round_1")
    paper.roll("filipino_fire", 3)
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("batangas", "regular")
    if leader:
        paper.battle("batangas", "leaders")
        paper.roll("casualty", 4)
    paper.battle("batangas", "will")
    paper.will(1)
    _home(paper)
    paper.phase("filipino_movement")
    found = [one for one in paper.findings() if one.clause == "1.2.1.d"]
    assert [one.verdict for one in found] == verdicts


def test_landed_units_do_not_spread(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = {
        "manila": {"us_volunteers": 12, "wheaton": 1},
        "manila_bay": {"gunboat": 3},
        "batangas": {"regular": 1},
        "cavite": {"regular": 1},
        "laguna": {"regular": 1},
    }
    paper = Paper(war, forces, phase="us_amphibious")
    paper.drag([*paper.keys("manila", "us_volunteers")[:3], "wheaton#0"], "batangas")
    paper.drag(paper.keys("manila_bay", "gunboat"), "verde")
    paper.phase("us_combat")
    paper.battle("batangas", "round_1")
    paper.roll("filipino_fire", 3)
    paper.roll("us_fire", 6, 5, 1, 1, 1, 1)
    paper.lose("batangas", "regular")
    paper.roll("atrocity", 3)
    paper.roll("casualty", 3)
    paper.drag(paper.keys("batangas", "us_volunteers")[:1], "tayabas")
    paper.will(1)
    _home(paper)
    reported(paper.report(), "10.8.b")


def test_filipinos_may_not_leave_a_night_attack(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = Paper(war, {name: FORCES[name] for name in ("manila", "marong", "bulacan")})
    paper.battle("marong", "retreat")
    paper.roll("night_attack", 2)
    paper.go("marong", "bulacan", "regular", "fil_artillery", "luna")
    _home(paper)
    reported(paper.report(), "1.2.2.i")


@pytest.mark.parametrize("die", [0, 2, 5])
def test_a_night_attack_is_rolled_as_lawton_enters(
    war: Rulebook, reported: Callable[..., None], die: int
) -> None:
    forces = {
        "manila": {"us_army": 8, "lawton": 1},
        "tayabas": {"us_army": 2},
        "laguna": {"regular": 2, "geronimo": 1},
        "cavite": {"regular": 2},
    }
    paper = Paper(war, forces, 3, "us_ground")
    paper._place("battle#0", "tayabas")  # it still lies where the last battle was
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.drag([*paper.keys("manila", "us_army")[:2], "lawton#0"], "laguna")
    if die:
        paper.roll("night_attack", die)
    paper.go("tayabas", "batangas", "us_army")
    paper.phase("us_combat")
    paper.battle("laguna", "retreat")
    paper.go("laguna", "cavite", "regular", "geronimo")
    _home(paper)
    report = paper.report()
    if die < 3:
        reported(report, "1.2.2.i")
    else:
        wrong = [one.message for one in report.findings if one.verdict in ("illegal", "suspect")]
        assert not wrong


@pytest.mark.parametrize("way", ["one by one", "unmarked", "plain dice", "late losses"])
def test_untidy_records_are_accepted(way: str, war: Rulebook) -> None:
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 4, "regular": 3}}
    paper = Paper(war, forces, turn=3)
    if way != "unmarked":
        paper.battle("laguna", "retreat")
    fire, shots = ("us_fire", "filipino_fire")
    if way == "plain dice":
        fire, shots = ("us", "filipino")
    for one in [(6, 2, 1)] if way != "one by one" else [(6,), (2,), (1,)]:
        paper.roll(shots, *one)
    if way != "late losses":
        paper.lose("laguna", "us_army")
    for one in [(6, 5, 5)] if way != "one by one" else [(6,), (5,), (5,)]:
        paper.roll(fire, *one)
    paper.lose("laguna", "regular", 3)
    if way == "late losses":
        paper.lose("laguna", "us_army")
    paper.will(3)
    paper.will(-2)
    assert not [one.message for one in paper.findings()]


def test_a_unit_elsewhere_that_is_turned_and_turned_back_changes_nothing(war: Rulebook) -> None:
    paper = Paper(war, {"manila": {"us_army": 6}, "marong": {"us_army": 4, "regular": 4}}, turn=3)
    paper.battle("marong", "round_1")
    paper.roll("filipino_fire", 2, 2, 2, 2)
    paper.roll("us_fire", 2, 2, 2, 2)
    slip = paper.keys("manila", "us_army")[0]
    paper.turn_over(slip, "one")
    paper.turn_over(slip, "two")
    assert len(paper.record.positions) == len(paper.record.acts) + 1
    paper.go("marong", "infanta", "regular")
    paper.roll("us_parting", 6, 1)
    paper.lose("infanta", "regular", 1)
    paper.will(1)
    assert not [one.message for one in paper.findings()]


def test_cavalry_joins_a_second_battle_from_where_the_first_one_left_it(war: Rulebook) -> None:
    forces = {
        "manila": {"us_army": 6},
        "bulacan": {"us_cavalry": 2},
        "nueva_ecija": {"us_volunteers": 2, "guerrilla": 2},
        "pangasinan": {"us_volunteers": 2, "guerrilla": 2},
    }
    paper = Paper(war, forces, turn=3, phase="filipino_combat")
    paper.go("bulacan", "nueva_ecija", "us_cavalry")
    paper.roll("us_fire", 6, 6, 1, 1)
    paper.lose("nueva_ecija", "guerrilla", 2)
    paper.will(2)
    paper.go("nueva_ecija", "tarlac", "us_cavalry")
    paper.go("tarlac", "pangasinan", "us_cavalry")
    paper.roll("us_fire", 6, 6, 1, 1)
    assert "1.2.1.e" not in [one.clause for one in paper.findings()]


def fought(war: Rulebook, marked: bool, **more: int) -> Paper:
    """A battle in Laguna, in which two Filipino steps are lost."""
    forces = {
        "manila": {"us_army": 6},
        "ilocos_sur": {"us_army": 2},
        "abra": {"aguinaldo": 1},
        "tayabas": {"regular": 2},
        "laguna": {"us_volunteers": 2, "us_army": 2, "regular": 2 + more.pop("left", 0), **more},
    }
    paper = Paper(war, forces, turn=3)
    if marked:
        paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", *[1] * paper.position.strong("laguna", "filipino"))
    paper.roll("us_fire", 6, 6, 1, 1)
    paper.lose("laguna", "regular", 2)
    return paper


def _over(paper: Paper) -> None:
    """The US phase ends, and the Filipinos do nothing."""
    _home(paper)
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us", "jungle_combat"):
        paper.phase(phase)


def test_points_for_atrocities_of_a_mixed_force_name_their_clause(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = fought(war, marked=True)
    paper.roll("atrocity", 1)
    paper.away("pool_markers", "us_massacre", "laguna")
    paper.will(-1)
    paper.battle("laguna", "will")
    paper.will(2)
    _over(paper)
    report = paper.report()
    reported(report, "1.2.1.d")


def test_points_for_a_filipino_retreat_before_combat_name_their_clause(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 4, "guerrilla": 2}}
    paper = Paper(war, forces | {"tayabas": {"guerrilla": 1}}, turn=3)
    paper.battle("laguna", "retreat")
    paper.go("laguna", "tayabas", "guerrilla")
    paper.will(1)
    _over(paper)
    reported(paper.report(), "10.3.1.a")


@pytest.mark.parametrize(("points", "clause"), [(2, ""), (5, "10.7.b")])
def test_points_for_a_leader_without_a_marker(points: int, clause: str, war: Rulebook) -> None:
    paper = fought(war, marked=False, left=2, lawton=1, pilar=1)
    paper.go("laguna", "tayabas", "regular", "pilar")
    paper.roll("us_parting", 1, 1)
    paper.roll("casualty", 1)
    paper.roll("whose_leader", 3)
    paper.lost("pilar")
    paper.will(points)
    paper.will(2)
    _over(paper)
    found = paper.findings()
    assert [one.clause for one in found if one.verdict == "illegal"] == [clause] * bool(clause)


def test_the_wrong_sides_leader_is_lost_without_a_marker(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = fought(war, marked=False, left=2, lawton=1, pilar=1)
    paper.go("laguna", "tayabas", "regular", "pilar")
    paper.roll("us_parting", 1, 1)
    paper.roll("casualty", 1)
    paper.roll("whose_leader", 3)
    paper.lost("lawton")
    paper.will(-2)
    paper.will(2)
    _over(paper)
    report = paper.report()
    reported(report, "10.7.b")
    assert "10.7.b" in [one.clause for one in report.findings if one.verdict == "illegal"]


@pytest.mark.parametrize(("down", "clauses"), [("luna", []), ("regular", ["16.0.d"])])
def test_steps_fight_face_up(down: str, clauses: list[str], war: Rulebook) -> None:
    """16.0.d: who leads them may still lie face down."""
    forces = {"laguna": {"us_army": 2, "regular": 4, "luna": 1}, "cavite": {"guerrilla": 1}}
    paper = Paper(war, forces, turn=3, phase="filipino_combat")
    paper.masked |= {*paper.keys("laguna", down), *paper.keys("cavite", "guerrilla")}
    paper.record.positions[-1] = paper.position
    paper.masked -= {*paper.keys("cavite", "guerrilla")}
    paper.act("mask", piece="guerrilla#0", kind="guerrilla", source="down", target="up")
    paper.battle("laguna", "round_1")
    paper.roll("us_fire", 1, 2)
    paper.roll("filipino_fire", 1, 2, 3, 4)
    assert [one.clause for one in paper.findings() if one.clause == "16.0.d"] == clauses


@pytest.mark.parametrize(
    ("leader", "die", "lost", "clauses"),
    [
        ("lawton", "casualty", ("pilar",), ["10.7.b"]),
        ("lawton", "", ("pilar", "lawton"), ["10.7.a", "10.7.a", "10.6.5.h"]),
        ("funston", "", (), ["1.2.2.h"]),
    ],
)
def test_leaders_who_are_lost_without_their_die(
    leader: str, die: str, lost: tuple[str, ...], clauses: list[str], war: Rulebook
) -> None:
    paper = fought(war, marked=True, left=2, pilar=1, **{leader: 1})
    paper.go("laguna", "tayabas", "regular", "pilar")
    paper.roll("us_parting", 1, 1)
    if die:
        paper.roll(die, 1)
    for one in lost:
        paper.lost(one)
        paper.will(2 if one == "pilar" else -2)
    paper.will(2)
    _over(paper)
    assert [one.clause for one in paper.findings()] == clauses
