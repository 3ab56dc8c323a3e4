"""Fights in the Jungle, searches and shelling: legal ones are accepted, mistakes are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

REST = {"manila": {"us_army": 4}, "abra": {"regular": 1, "aguinaldo": 1}}
Rolls = dict[str, tuple[int, ...]]
LEGAL: Rolls = {
    "jungle_combat": (4,),
    "jungle_ambush": (4, 1),
    "jungle_discovery": (5, 5, 1),
    "jungle_rounds": (1,),
    "jungle_filipino": (6, 1, 2),
    "jungle_us": (6,),
}


def jungle(war: Rulebook, rolls: Rolls, us: int = 1, filipinos: int = 1, **more: Any) -> Paper:
    """Two US steps and three Guerrilla steps in Jungle 1, with dice and losses."""
    forces = REST | {"jungle_1": {"us_army": 2, "guerrilla": 3} | more}
    paper = Paper(war, forces, 10, "jungle_combat")
    for die, dice in rolls.items():
        if dice:
            paper.roll(die, *dice)
    if us:
        paper.lose("jungle_1", "us_army", us)
    if filipinos:
        paper.lose("jungle_1", "guerrilla", filipinos)
    paper.will(filipinos)
    paper.will(-2 * us)
    return paper


def test_a_fight_in_the_jungle_is_accepted(war: Rulebook) -> None:
    assert not [one.message for one in jungle(war, LEGAL).findings()]
    calm = jungle(war, {"jungle_combat": (3,)}, 0, 0)
    assert not [one.message for one in calm.findings()]
    scouts = LEGAL | {"jungle_us": (6, 1)}
    assert not [one.message for one in jungle(war, scouts, scouts=1).findings()]


WRONG: dict[str, tuple[str, Rolls, int, int]] = {
    "combat on a 3": ("12.B.a", {"jungle_combat": (3,)}, 1, 1),
    "dice for one US step": ("12.B.b", {"jungle_ambush": (4,), "jungle_us": (6,)}, 1, 1),
    "dice for two Filipinos": ("12.B.c", {"jungle_discovery": (5, 5)}, 1, 1),
    "two rounds": ("12.B.d", {"jungle_rounds": (2,)}, 1, 1),
    "the ambushed fire": ("12.B.e", {"jungle_us": (6, 6)}, 1, 1),
    "a loss too many": ("12.B.e", {}, 1, 2),
    "a hit without a loss": ("12.B.e", {}, 0, 1),
    "no dice for the ambush": ("12.B.b", {"jungle_ambush": ()}, 1, 1),
    "no dice for the discovery": ("12.B.c", {"jungle_discovery": ()}, 1, 1),
    "no die for the rounds": ("12.B.d", {"jungle_rounds": ()}, 1, 1),
    "no fire": ("12.B.a", {one: () for one in LEGAL if one != "jungle_combat"}, 0, 0),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_fights_in_the_jungle(
    name: str, war: Rulebook, reported: Callable[..., None]
) -> None:
    clause, rolls, us, filipinos = WRONG[name]
    report = jungle(war, LEGAL | rolls, us, filipinos).report()
    reported(report, clause)
    if () in rolls.values():
        assert len(report.findings) == 1


def test_every_box_with_both_sides_has_a_die(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = jungle(war, {"jungle_combat": (3,)}, 0, 0)
    assert not paper.findings()
    both = {box: {"us_army": 2, "guerrilla": 3} for box in ("jungle_1", "jungle_2")}
    paper = Paper(war, REST | both, 10, "jungle_combat")
    paper.roll("jungle_combat", 3)
    reported(paper.report(), "12.B.a")


def test_markers_in_the_jungle(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"jungle_1": {"us_army": 2, "guerrilla": 3}}, 10, "jungle_combat")
    for die, dice in LEGAL.items():
        if die == "jungle_rounds":
            paper.drag(paper.keys("pool_markers", "ambushed")[:2], "jungle_1")
        paper.roll(die, *dice)
    paper.lose("jungle_1", "us_army")
    paper.lose("jungle_1", "guerrilla")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "12.B.f")


# --- searches ------------------------------------------------------------------------------------


def search(
    war: Rulebook, die: int, fought: bool, marker: bool = True, turn: int = 10, **more: int
) -> Paper:
    """Four US steps look for Guerrillas in Laguna."""
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "guerrilla": 3} | more}, turn)
    paper.battle("laguna", "retreat")
    if die:
        paper.roll("us_search", die)
    if marker:
        paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    if fought:
        paper.battle("laguna", "round_1")
        paper.roll("filipino_fire", *[1] * (3 + more.get("guerrilla", 3) - 3))
        paper.roll("us_fire_6", 1, 1, 1, 1)
        if more.get("scouts"):
            paper.roll("casualty", 4)
    paper.battle("supply_source", "retreat")
    return paper


def test_searches(war: Rulebook, reported: Callable[..., None]) -> None:
    assert not search(war, 5, fought=True).findings()
    assert not search(war, 4, fought=False).findings()
    assert not search(war, 3, fought=True, guerrilla=4, scouts=1).findings()
    reported(search(war, 0, fought=True, marker=False).report(), "10.1.c")
    reported(search(war, 2, fought=True).report(), "10.1.c")
    reported(search(war, 4, fought=True).report(), "10.1.c")
    reported(search(war, 3, fought=True, guerrilla=4).report(), "10.1.d")
    reported(search(war, 5, fought=True, marker=False).report(), "10.1.e")
    reported(search(war, 2, fought=False, turn=4).report(), "13.0.c")


def test_regulars_are_fought(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": {"regular": 3}}, 10, "us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], "laguna")
    paper.phase("us_combat")
    paper.say("us", "stays", "laguna")
    reported(paper.report(), "10.1.b")


# --- shelling ------------------------------------------------------------------------------------


def shelled(war: Rulebook, dice: tuple[int, ...], lost: int, turn: int = 3, **army: int) -> Paper:
    """Two Gunboats in Manila Bay shell Cavite."""
    forces = REST | {"manila_bay": {"gunboat": 2}, "cavite": army or {"regular": 4}}
    paper = Paper(war, forces, turn, "us_shelling")
    paper.roll("shelling", *dice)
    kind = next(iter(army or {"regular": 4}))
    if lost:
        paper.lose("cavite", kind, lost)
    paper.will(lost)
    return paper


def test_shelling(war: Rulebook, reported: Callable[..., None]) -> None:
    assert not shelled(war, (5, 2), 1).findings()
    reported(shelled(war, (5, 2, 2), 1).report(), "9.1.c")
    reported(shelled(war, (5, 2), 2).report(), "10.6.4.a")
    reported(shelled(war, (5, 2), 1, guerrilla=3).report(), "9.1.a")
    reported(shelled(war, (5, 2), 1, turn=8).report(), "13.0.b")


@pytest.mark.parametrize(("turn", "verdicts"), [(7, []), (8, ["suspect"])])
def test_gunboats_join_a_battle_in_a_monsoon(turn: int, verdicts: list[str], war: Rulebook) -> None:
    """13.0.b: perhaps they may, as Artillery."""
    forces = REST | {"manila_bay": {"gunboat": 2}, "cavite": {"us_army": 4, "regular": 4}}
    paper = Paper(war, forces, turn, "filipino_combat")
    paper.battle("cavite", "artillery")
    paper.roll("shelling", 2, 3)
    paper.battle("cavite", "round_1")
    paper.roll("us_fire", 1, 2, 3, 4)
    paper.roll("filipino_fire", 1, 2, 3, 4)
    assert [one.verdict for one in paper.findings() if one.clause == "13.0.b"] == verdicts


@pytest.mark.parametrize(("button", "verdict"), [("shelling", "illegal"), ("us", "suspect")])
def test_a_die_of_a_gunboat_that_is_next_to_no_regulars(
    button: str, verdict: str, war: Rulebook
) -> None:
    forces = REST | {"manila_bay": {"gunboat": 2}, "cavite": {"regular": 4}}
    forces |= {"tayabas_sea": {"gunboat": 1}, "tayabas": {"guerrilla": 1}}
    paper = Paper(war, forces, 3, "us_shelling")
    paper.roll(button, 1, 2, 1)
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "scoring"):
        paper.phase(phase)
    assert [(one.clause, one.verdict) for one in paper.findings()] == [("9.1.c", verdict)]


@pytest.mark.parametrize(
    ("button", "dice", "boats", "found"),
    [
        ("shelling", (6,), 1, [("10.6.4.a", "suspect")]),
        ("shelling", (5,), 1, [("10.6.4.a", "suspect")]),
        ("shelling_6", (5,), 1, []),
        ("shelling", (6, 1), 1, [("10.6.4.a", "suspect")]),
        ("shelling", (6, 1), 2, [("10.6.4.a", "suspect")]),
        ("shelling", (1, 1), 1, [("9.1.c", "illegal")]),
        ("shelling", (1, 1), 2, []),
    ],
)
def test_hits_of_shelling_without_a_loss(
    button: str, dice: tuple[int, ...], boats: int, found: list[tuple[str, str]], war: Rulebook
) -> None:
    """10.6.4.a: perhaps the dice were for something else; then they tell nothing of the Gunboats.

    The other Gunboat is next to no Filipinos.
    """
    forces = REST | {"tayabas": {"regular": 2}, "tayabas_sea": {"gunboat": boats}}
    forces["manila_bay"] = {"gunboat": 1}
    paper = Paper(war, forces, 3, "us_shelling")
    paper.roll(button, *dice)
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "scoring"):
        paper.phase(phase)
    assert [(one.clause, one.verdict) for one in paper.findings()] == found


@pytest.mark.parametrize("button", ["shelling", "shelling_6"])
def test_shelling_with_a_late_tracker_and_a_battle_marker_left_behind(
    button: str, war: Rulebook
) -> None:
    """The losses that follow the dice are those of the shelling, and the point is paid."""
    forces = REST | {"manila_bay": {"gunboat": 2}, "cavite": {"regular": 4}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.battle("laguna")
    paper.phase("us_gunboats")
    paper.roll(button, 6, 2)
    paper.lose("cavite", "regular", 1)
    paper.will(1)
    paper.phase("us_shelling")
    paper.phase("us_combat")
    assert not paper.findings()


def test_gunboats_in_a_battle(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {"manila_bay": {"gunboat": 2}, "laguna": {"us_army": 2, "regular": 1}}
    paper = Paper(war, forces, 3, "filipino_combat")
    paper.battle("laguna", "artillery")
    paper.roll("shelling", 1, 1)
    paper.battle("laguna", "round_1")
    paper.roll("us_fire", 1, 1)
    paper.roll("filipino_fire", 1)
    reported(paper.report(), "9.1.b")


# --- special units -------------------------------------------------------------------------------


def test_who_joins_a_battle(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {"laguna": {"us_army": 2, "regular": 3}, "tayabas": {"us_army": 2}}
    paper = Paper(war, forces, 3, "filipino_combat")
    paper.battle("laguna", "round_1")
    paper.roll("us_fire", 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.go("tayabas", "laguna", "us_army")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    reported(paper.report(), "1.2.1.e")


def test_body_counts_go_back(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": {"us_army": 2, "regular": 3}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 1)
    paper.lose("laguna", "regular")
    paper.level("body_count_filipino_marker", 1)
    paper.roll("us_parting", 1)
    paper.go("laguna", "tayabas", "regular")
    paper.will(1)
    reported(paper.report(), "1.1.1.e")


def test_funstons_die(war: Rulebook, reported: Callable[..., None]) -> None:
    army = {"us_army": 2, "regular": 3, "funston": 1, "ricarte": 1}
    for die, lost, clause in ((2, False, "1.2.2.h"), (3, True, "1.2.2.h")):
        paper = Paper(war, REST | {"laguna": army}, 3)
        paper.battle("laguna", "round_1")
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 1, 1)
        paper.roll("stratagem", die)
        if lost:
            paper.lost("ricarte")
            paper.will(2)
        reported(paper.report(), clause)


def test_a_second_leader_of_the_turn(war: Rulebook, reported: Callable[..., None]) -> None:
    army = {"us_army": 2, "regular": 3}
    forces = REST | {"laguna": army | {"anderson": 1}, "cavite": army | {"wheaton": 1}}
    paper = Paper(war, forces, 3)
    for area, leader in (("laguna", "anderson"), ("cavite", "wheaton")):
        paper.battle(area, "round_1")
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 1, 1)
        paper.roll("casualty", 1)
        paper.lost(leader)
        paper.will(-2)
    reported(paper.report(), "10.6.5.h")


def test_artillery_is_never_hit(war: Rulebook, reported: Callable[..., None]) -> None:
    army = {"us_army": 2, "us_artillery": 1, "regular": 3}
    paper = Paper(war, REST | {"laguna": army}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("artillery", 1, 1, 1)
    paper.roll("filipino_fire", 6, 1, 1)
    paper.away("laguna", "us_artillery", "lost_us")
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 1)
    paper.will(-2)
    reported(paper.report(), "10.6.4.c")


# --- who enters, and who stays -------------------------------------------------------------------

INTO = {"manila": {"us_army": 8}, "cavite": {"us_army": 4}, "abra": {"guerrilla": 1}}


@pytest.mark.parametrize(
    ("marks", "source", "found"),
    [
        ({"operation_ground": "manila"}, "cavite", ["suspect"]),
        ({"operation_ground": "manila"}, "manila", []),
        ({"operation_ground": "manila", "operation_search": "cavite"}, "cavite", []),
        ({}, "cavite", []),
    ],
)
def test_who_marks_every_operation_marks_the_force_that_enters(
    marks: dict[str, str], source: str, found: list[str], war: Rulebook
) -> None:
    """12.A.c: an operation is left, and perhaps the marker was forgotten."""
    paper = Paper(war, INTO, 10, "us_ground")
    for kind, area in marks.items():
        paper.away("us_operations", kind, area)
    paper.drag(paper.keys("manila", "us_army")[:1], "marong")
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    paper.drag(paper.keys(source, "us_army")[:1], "jungle_1")
    assert [one.verdict for one in paper.findings() if one.clause == "12.A.c"] == found


@pytest.mark.parametrize(
    ("later", "verdicts"),
    [
        ((), []),
        (("jungle_combat", "jungle_filipino"), ["suspect"]),
        (("jungle_combat", "jungle_filipino", "supply"), ["illegal"]),
    ],
)
@pytest.mark.parametrize("chit", [True, False])
def test_the_log_ends_in_the_turn(
    chit: bool, later: tuple[str, ...], verdicts: list[str], war: Rulebook
) -> None:
    """12.A.b, PH.G6: what is not done may be forgotten, or still to come."""
    paper = Paper(war, INTO | ({} if chit else {"jungle_1": {"us_army": 1}}), 10, "us_ground")
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    if chit:
        paper.play("fil_g6")
        paper.drag(paper.keys("cavite", "us_army")[:1], "jungle_1")
        if later:
            paper.chit("fil_g6", "cup_filipino_guerrilla")
    for phase in later:
        paper.phase(phase)
    found = [one for one in paper.findings(complete=False) if one.clause in ("12.A.b", "PH.G6")]
    assert [one.verdict for one in found] == verdicts


def test_a_force_enters_the_jungle_a_little_late(war: Rulebook) -> None:
    """3.1.a: the tracker is pressed too early, and nobody fights there."""
    paper = Paper(war, INTO | {"marong": {"us_army": 2}}, 10, "us_ground")
    paper.go("marong", "bulacan", "us_army")
    for phase in ("us_amphibious", "us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.go("abra", "kalinga", "guerrilla")
    for phase in ("filipino_combat", "jungle_us", "jungle_combat"):
        paper.phase(phase)
    paper.drag(paper.keys("manila", "us_army")[:1], "jungle_1")
    paper.phase("jungle_filipino")
    found = [one for one in paper.findings() if one.clause in ("3.1.a", "3.3.d")]
    assert "illegal" not in [one.verdict for one in found]
