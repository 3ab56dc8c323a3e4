"""Turns that follow another course than the rules: one finding, and the rest is judged by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.reading.outbreak import Outbreak
from tests.amigos_insurrectos.paper import Paper

ARMY = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "abra": {"regular": 2},
    "bontoc": {"regular": 3},
    "tayabas": {"regular": 4},
    "infanta": {"regular": 2},
    "pangasinan": {"regular": 1, "aguinaldo": 1},
}


def wrong(paper: Paper) -> list[str]:
    """The clauses of all that is illegal."""
    return [one.clause for one in paper.findings() if one.verdict == "illegal"]


def change(paper: Paper, *areas: str) -> None:
    """The Regulars of some areas become Guerrillas; what is too much is lost."""
    for area in areas:
        keys = paper.keys(area, "regular")
        steps = min(5, sum(paper.size(key) for key in keys))
        paper.drag(keys, "pool_filipino")
        for face in ("two",) * (steps // 2) + ("one",) * (steps % 2):
            key = paper.keys("pool_filipino", "guerrilla")[-1]
            paper._place(key, "pool_filipino", face)
            paper.record.positions[-1] = paper.position
            paper.drag([key], area)


def draw(paper: Paper, letter: str) -> None:
    """Each side draws five chits of one phase of the war."""
    for side, short in (("us", "us"), ("filipino", "fil")):
        chits = [one for one in paper.cards if one.startswith(f"{short}_{letter}")]
        for chit in [one for one in chits if not one.startswith("us_s5")][:5]:
            paper.chit(chit, f"hand:{side}", hidden=True)


Reported = Callable[..., None]


def once(paper: Paper, clause: str, reported: Reported) -> None:
    """Assert that a clause is the only thing that is illegal."""
    report = paper.report()
    assert [one.clause for one in report.findings if one.verdict == "illegal"] == [clause]
    reported(report, clause)


WHOLE = ("abra", "bontoc", "tayabas", "infanta")


def test_the_guerrilla_war_begins_too_early_and_that_is_said_once(
    war: Rulebook, reported: Reported
) -> None:
    paper = Paper(war, ARMY, turn=4, phase="advantage")
    draw(paper, "g")
    paper.phase("reinforcements")
    change(paper, *WHOLE, "pangasinan")
    paper.phase("filipino_combat")
    once(paper, "2.0.a", reported)


@pytest.mark.parametrize("chits", ["g", "s"])
def test_the_guerrilla_war_does_not_begin(chits: str, war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, ARMY, turn=8, phase="supply")
    paper.phase("victory")
    paper.level("turn_marker", 9)
    paper.phase("advantage")
    if chits == "g":
        draw(paper, chits)
    paper.phase("filipino_combat")
    once(paper, "2.0.b" if chits == "g" else "2.0.a", reported)


def test_aguinaldo_falls_by_a_chit_and_the_war_changes_at_once(war: Rulebook) -> None:
    paper = Paper(war, {**ARMY, "cavite": {"regular": 1, "luna": 1}}, turn=4, phase="advantage")
    paper.cards["us_s5_2"] = "luna:1"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.chit("us_s5", "hand:us")
    paper.chit("us_s5", "luna:2")
    paper.roll("us", 5)
    paper.lost("aguinaldo")
    change(paper, *WHOLE, "pangasinan", "cavite")
    draw(paper, "g")
    paper.phase("filipino_combat")
    assert wrong(paper) == []


def filipinos_first(paper: Paper) -> None:
    """The Filipino phases, and then those of the US."""
    paper.phase("filipino_movement")
    paper.go("tayabas", "bondoc", "regular")
    paper.phase("filipino_combat")
    paper.phase("us_ground")
    paper.drag(paper.keys("manila", "us_army")[:2], "marong")
    paper.phase("us_gunboats")
    paper.go("manila_bay", "verde", "gunboat")
    paper.phase("us_combat")


def recruits_first(paper: Paper) -> None:
    """Reinforcements before the chits and Imported Arms."""
    paper.phase("reinforcements")
    paper.roll("luzon", 2)
    paper.roll("visayas", 1)
    key = paper.keys("pool_filipino", "regular")[0]
    paper.turn_over(key, "one")
    paper.drag([key], "abra")
    paper.phase("advantage")
    for chit in ("us_s2", "fil_s3"):
        paper.chit(chit, f"hand:{'us' if chit.startswith('us') else 'filipino'}", hidden=True)
    paper.phase("arms")
    paper.roll("arms", 4)
    paper.phase("us_combat")


def second_us_phase(paper: Paper) -> None:
    """The US moves, searches, and moves again."""
    paper.phase("us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], "marong")
    paper.phase("us_combat")
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    paper.battle("supply_source", "retreat")
    paper.phase("us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], "cavite")
    paper.phase("us_combat")


@pytest.mark.parametrize(
    ("course", "clause"),
    [(filipinos_first, "3.3.a"), (recruits_first, "3.3.a"), (second_us_phase, "3.3.b")],
)
def test_another_order_of_phases_is_said_once(
    course: Callable[[Paper], None], clause: str, war: Rulebook, reported: Reported
) -> None:
    forces = ARMY | {"laguna": {"us_army": 4, "guerrilla": 4}}
    paper = Paper(war, forces, phase="objectives")
    course(paper)
    paper.phase("jungle_us")
    once(paper, clause, reported)


def test_a_turn_marker_that_is_not_moved_is_said_once(war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, ARMY, phase="objectives")
    for turn in range(3):
        paper.phase("objectives")
        paper.phase("us_ground")
        paper.drag(paper.keys("manila", "us_army")[:1], ("cavite", "marong", "bulacan")[turn])
        for phase in ("us_combat", "filipino_movement", "filipino_combat", "supply", "victory"):
            paper.phase(phase)
        if turn == 1:
            paper.level("turn_marker", 3)
    once(paper, "1.1.1.c", reported)


def test_a_war_that_goes_on_after_its_end_is_said_once(war: Rulebook, reported: Reported) -> None:
    paper = Paper(war, ARMY, turn=14)
    for turn in (15, 16, 17):
        paper.phase("victory")
        paper.level("turn_marker", turn)
        paper.phase("filipino_combat")
    once(paper, "2.0.f", reported)


@pytest.mark.parametrize("cleared", [True, False])
def test_a_gunboat_secures_islands_that_a_chit_has_cleared(cleared: bool, war: Rulebook) -> None:
    forces = {
        "manila": {"us_army": 8},
        "visayan": {"gunboat": 1},
        "capiz": {"guerrilla": 1},
        "iloilo": {"us_army": 4, "poa": 1},
    }
    paper = Paper(war, forces, turn=14, phase="us_ground")
    paper.play("us_g5")
    if cleared:
        paper.lose("capiz", "guerrilla")
    paper.will(1)
    paper.phase("us_gunboats")
    paper.go("visayan", "securing_panay", "gunboat")
    paper.phase("us_combat")
    assert ("9.4.a" in wrong(paper)) is not cleared


def test_an_objective_is_put_back_taken_again_and_scored(war: Rulebook) -> None:
    paper = Paper(war, {"manila": {"us_army": 8}}, phase="objectives")
    paper.cards["us_o1"] = "objectives_us"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.chit("us_o1", "hand:us")
    paper.level("victory_marker", -1)
    paper.chit("us_o1", "objectives_us")
    paper.phase("us_combat")
    paper.phase("scoring")
    paper.level("victory_marker", 0)
    paper.chit("us_o1", "hand:us")
    assert not {"17.1.b", "4.0.c", "4.0.e"} & {*wrong(paper)}


@pytest.mark.parametrize(("turn", "heir"), [(9, True), (7, False)])
def test_a_log_may_begin_with_the_turn_of_the_change(turn: int, heir: bool, war: Rulebook) -> None:
    """The war changes on turn 9, or when Aguinaldo has fallen."""
    forces = ARMY if heir else ARMY | {"pangasinan": {"regular": 1}}
    paper = Paper(war, forces, turn=turn, phase="objectives")
    paper.begin_here()
    for area in (*WHOLE, *(() if heir else ("pangasinan",))):
        regulars = paper.keys(area, "regular")
        for face in [paper.pieces[key].face for key in regulars]:
            key = paper.keys("pool_filipino", "guerrilla")[-1]
            paper._place(key, "pool_filipino", face)
            paper.record.positions[-1] = paper.position
            paper.drag([key], area)
        paper.drag(regulars, "pool_filipino")
    draw(paper, "g")
    for phase in ("advantage", "arms", "reinforcements", "us_ground", "us_combat"):
        paper.phase(phase)
    begins, wrongly = Outbreak(paper.record, paper.country).begins(0, paper.step, True)
    assert begins
    assert wrongly is None
    told = {one.clause for one in paper.findings(complete=False) if one.verdict == "illegal"}
    assert not told & {"7.2.a", "7.2.f", "1.2.1.b"}
