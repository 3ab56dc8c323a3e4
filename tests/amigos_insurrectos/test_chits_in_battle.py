"""Advantage Chits in battles: what they change, order, forbid and bring to Manila."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.engine.record.declarations import Announcement
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_chit_effects import NEAR, REST, bring


def fight(
    war: Rulebook, *chits: str, turn: int = 3, phase: str = "us_combat", **more: Any
) -> Paper:
    """Four US steps (or as given) against three Regulars in Laguna, with chits."""
    army = {"us_army": 4, "regular": 3} | more
    paper = Paper(war, REST | {"laguna": army}, turn, phase)
    paper.battle("laguna", "chits")
    for chit in chits:
        paper.play(chit)
    paper.battle("laguna", "round_1")
    return paper


@pytest.mark.long
def test_chits_in_battle(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = fight(war, "us_s1")
    paper.roll("us", 2)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    reported(paper.report(), "US.S1")
    paper = fight(war, "us_s2")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 4, 4, 5, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    reported(paper.report(), "US.S2")
    paper = fight(war, "us_s8")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 3, 3, 3, 1)
    paper.lose("laguna", "regular", 3)
    paper.will(3)
    reported(paper.report(), "US.S8")
    paper = fight(war, "us_s6", regular=0, guerrilla=3)
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 5)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire_6", 5, 5, 1, 1)
    reported(paper.report(), "US.S6")
    paper = fight(war, "us_g4", turn=10, regular=0, guerrilla=3, phase="filipino_combat")
    paper.roll("us_fire", 3, 4, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    reported(paper.report(), "US.G4")
    paper = fight(war, "us_s9", anderson=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("casualty", 3)
    reported(paper.report(), "US.S9")
    paper = fight(war, "us_s9", anderson=1, ricarte=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("stratagem", 2)
    paper.lost("ricarte")
    paper.will(2)
    report = paper.report()
    reported(report, "US.S9")
    assert "10.7.a" not in {one.clause for one in report.findings}
    paper = fight(war, "us_s9", funston=1, ricarte=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("casualty", 3)
    reported(paper.report(), "US.S9.a")


def test_parting_shots_with_chits(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, dice, clause in (("us_s4", (4, 4), "US.S4"), ("fil_s5", (1, 1), "PH.S5")):
        paper = fight(war, chit)
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 5, 1, 1, 1)
        paper.lose("laguna", "regular")
        paper.roll("us_parting", *dice)
        paper.go("laguna", "tayabas", "regular")
        paper.will(1)
        reported(paper.report(), clause)


def uprising(war: Rulebook, chit: str, turn: int, kind: str, number: int, die: int) -> Paper:
    """Filipinos rise in Manila."""
    forces = REST | {"manila": {"us_army": 4, "us_artillery": 1}}
    paper = Paper(war, forces, turn, "filipino_movement")
    paper.play(chit)
    bring("manila", kind, number)(paper)
    paper.phase("filipino_combat")
    paper.roll("filipino", die)
    paper.battle("manila", "artillery")
    return paper


@pytest.mark.parametrize("hits", [3, 6])
def test_a_chit_for_few_units_that_many_play_is_one_mistake(hits: int, war: Rulebook) -> None:
    """US.G4: its hits are counted, or not; the play alone is wrong."""
    paper = fight(war, "us_g4", turn=10, us_army=6, regular=0, guerrilla=4, phase="filipino_combat")
    dice = (3, 3, 4, 6, 1, 1)
    paper.roll("us_fire", *dice)
    paper.lose("laguna", "guerrilla", sum(die >= hits for die in dice))
    paper.will(sum(die >= hits for die in dice))
    paper.roll("filipino_fire", *[1] * paper.position.strong("laguna", "filipino"))
    paper.battle("supply_source")
    paper.chit("us_g4", "cup_us_guerrilla")
    found = [(one.clause, one.verdict) for one in paper.findings()]
    chit = [one for one in found if one[0] in ("US.G4", "10.6.4.a")]
    assert chit == [("US.G4", "illegal")]


def test_risings_in_manila(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, turn, kind, number in (("fil_s11", 3, "regular", 4), ("fil_g11", 10, "guerrilla", 2)):
        clause = "PH.S11" if turn == 3 else "PH.G11"
        paper = uprising(war, chit, turn, kind, number, 5)
        paper.roll("artillery", 1, 1, 1)
        paper.battle("manila", "round_1")
        paper.roll("filipino_fire", *[1] * number)
        reported(paper.report(), clause)
        paper = uprising(war, chit, turn, kind, number + 1, 2)
        paper.roll("artillery", 1, 1, 1)
        paper.battle("manila", "round_1")
        paper.roll("us_fire", 1, 1, 1, 1)
        paper.roll("filipino_fire", *[1] * (number + 1))
        reported(paper.report(), clause)


def test_units_that_are_dragged_along_with_the_battle_marker(war: Rulebook) -> None:
    """10.8.a: it goes straight from the battle of a chit to the next one; they are taken back."""
    forces = REST | {"cavite": {"regular": 1}, "laguna": {"us_army": 4, "regular": 2}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.play("fil_s1")
    units = paper.keys("manila", "us_army")[:2]
    paper.drag(units, "cavite")
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 5, 1, 1, 1)
    paper.lose("cavite", "regular")
    paper.will(1)
    paper.drag(["battle#0", *units], "laguna")
    paper.drag(units, "cavite")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.battle("supply_source")
    for phase in ("us_combat", "us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert "10.8.a" not in {one.clause for one in paper.findings()}


def test_a_rising_elsewhere_than_in_manila(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"cavite": {"us_army": 4, "guerrilla": 2}}, 3, "reinforcements")
    paper.play("fil_s7")
    bring("abra", "regular", 2)(paper)
    for phase in ("us_ground", "us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.play("fil_s11")
    bring("cavite", "regular", 4)(paper)
    paper.phase("filipino_combat")
    paper.battle("cavite", "round_1")
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("cavite", "regular")
    reported(paper.report(), "PH.S11")


def test_battles_that_chits_forbid(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, NEAR, 10, "reinforcements")
    paper.play("fil_g3")
    paper.chit("fil_g3", "cup_filipino_guerrilla")
    paper.phase("us_ground")
    for area in ("cavite", "laguna"):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
    paper.phase("us_combat")
    for area in ("cavite", "laguna"):
        paper.battle(area, "round_1")
        paper.roll("filipino_fire", 1, 1, 1, 1)
        paper.roll("us_fire", 1, 1)
    reported(paper.report(), "PH.G3")
    paper = Paper(war, NEAR, 10, "us_ground")
    paper.play("fil_g9")
    paper.drag(paper.keys("manila", "us_army")[:2], "cavite")
    paper.phase("us_combat")
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.chit("fil_g9", "cup_filipino_guerrilla")
    reported(paper.report(), "PH.G9")


@pytest.mark.parametrize("before", [True, False])
def test_lack_of_information_is_played_for_one_march(
    war: Rulebook, reported: Callable[..., None], before: bool
) -> None:
    paper = Paper(war, NEAR, 10, "us_ground")
    if before:
        paper.away("manila", "us_army", "cavite")
    paper.play("fil_g9")
    paper.chit("fil_g9", "cup_filipino_guerrilla")
    paper.away("manila", "us_army", "laguna")
    paper.phase("us_combat")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1)
    wrong = paper.report()
    if before:
        assert "PH.G9" not in {one.clause for one in wrong.findings}
    else:
        reported(wrong, "PH.G9")


def test_a_second_battle_is_told_where_it_begins(war: Rulebook) -> None:
    paper = Paper(war, NEAR, 10, "reinforcements")
    paper.play("fil_g3")
    paper.chit("fil_g3", "cup_filipino_guerrilla")
    paper.phase("us_ground")
    for area in ("cavite", "laguna"):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
    paper.phase("us_combat")
    for area in ("cavite", "laguna"):
        paper.battle(area, "round_1")
        begun = paper.step + 1
        paper.roll("filipino_fire", 1, 1, 1, 1)
        paper.roll("us_fire", 1, 1)
    where = [one.where.first for one in paper.findings() if one.clause == "PH.G3"]
    assert where == [begun]


def test_the_die_of_a_rising_is_no_shot(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {"manila": {"us_army": 4}}
    paper = Paper(war, forces, 3, "filipino_movement")
    paper.play("us_s1", hidden=True)  # it would silence some Filipinos
    paper.play("fil_s11")
    bring("manila", "regular", 4)(paper)
    paper.roll("filipino", 5)
    paper.battle("manila", "round_1")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.phase("filipino_combat")
    reported(paper.report(), "PH.S11")


def test_a_hand_on_the_table_explains_nothing(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "regular": 3}}, 3, "us_combat")
    paper.cards["us_s2"] = "chits_us"
    paper.masked |= {"us_s2", *paper.keys("laguna", "regular")}
    paper.record.chits["us_s2"] = "us_s2"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    for key in paper.keys("laguna", "regular"):
        paper.masked.discard(key)
        paper.act("mask", "", piece=key, kind="regular", source="down", target="up")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 4, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "10.6.3.a")


def test_a_charge_that_is_turned_up_on_the_table(war: Rulebook) -> None:
    forces = REST | {"bataan": {"us_army": 4}, "zambales": {"regular": 1}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.cards["fil_s2"] = "chits_filipino"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.act("mask", "", kind="fil_s2", source="down", target="up")
    paper.go("bataan", "zambales", "us_army")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("zambales", "regular")
    paper.will(1)
    paper.chit("fil_s2", "cup_filipino_stand_up")
    paper.drag(paper.keys("manila", "us_army")[:1], "cavite")
    for phase in ("us_combat", "filipino_movement"):
        paper.phase(phase)
    assert not [one.message for one in paper.findings()]


def test_chits_for_other_dice(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = fight(war, "us_s4")  # for parting shots
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire_4", 4, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "US.S4")
    paper = fight(war, "fil_s4")  # the survivors fire once more
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.will(2)
    reported(paper.report(), "PH.S4")
    paper = fight(war, "fil_s3")
    for _ in range(2):  # twice in one round only
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 1, 1, 1, 1)
    reported(paper.report(), "PH.S3")


def test_small_forces_are_small_before_the_first_die(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = fight(war, "us_s2", us_army=6)
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire_4", 4, 1, 1, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "US.S2")


def test_fagen_is_worth_two_points(war: Rulebook, reported: Callable[..., None]) -> None:
    army = {"us_army": 4, "guerrilla": 0, "fagen": 1}
    for points in (2, 1):
        paper = Paper(war, REST | {"laguna": army}, 10, "filipino_combat")
        paper.battle("laguna", "round_1")
        paper.roll("us_fire", 5, 1, 1, 1)
        paper.lose("laguna", "fagen")
        paper.will(points)
        if points == 2:
            assert not [one.message for one in paper.findings()]
        else:
            reported(paper.report(), "PH.G1")


def test_difficult_terrain_before_the_operation_is_declared(war: Rulebook) -> None:
    for far, clauses in (("cavite", set[str]()), ("nueva_ecija", {"PH.S6"})):
        paper = Paper(war, REST, 3, "us_ground")
        paper.play("fil_s6")
        said = Announcement("us", {"operation": "ground"}, {"operation_in": frozenset({"manila"})})
        paper.act("said", "us", said=said)
        paper.drag(paper.keys("manila", "us_army")[:1], far)
        paper.chit("fil_s6", "cup_filipino_stand_up")
        for phase in ("us_combat", "filipino_movement"):
            paper.phase(phase)
        assert {one.clause for one in paper.findings() if one.verdict == "illegal"} == clauses


def test_gunboats_activity_and_a_way_by_sea_to_an_area_that_is_near(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    forces = REST | {"zambales": {"guerrilla": 1}}
    for seas in (("zambales_sea", "lingayen"), ()):
        paper = Paper(war, forces, 10, "filipino_movement")
        paper.play("us_g3")
        key = paper.keys("zambales", "guerrilla")[0]
        for place in (*seas, "la_union"):
            paper.drag([key], place)
        paper.chit("us_g3", "cup_us_guerrilla")
        paper.phase("filipino_combat")
        if seas:
            reported(paper.report(), "8.2.2.c")
        else:
            assert not [one.message for one in paper.findings()]
