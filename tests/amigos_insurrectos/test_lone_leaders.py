"""1.2.2.b: Leaders whom units of the enemy find alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_courses import wrong

Reported = Callable[..., None]
FOUND = {
    "manila": {"us_army": 4},
    "laguna": {"us_army": 1},
    "bataan": {"wheaton": 1},
    "zambales": {"regular": 2},
    "abra": {"regular": 2},
}


def found(war: Rulebook, die: int = 0, phase: str = "filipino_movement") -> Paper:
    """Regulars come to a US Leader who is alone; perhaps a die is rolled for him."""
    paper = Paper(war, FOUND, turn=5, phase="us_combat")
    paper.phase(phase)
    paper.go("zambales", "bataan", "regular")
    if die:
        paper.roll("leader_alone", die)
    return paper


def go_on(paper: Paper) -> Paper:
    """The phases after the moves."""
    for phase in ("filipino_combat", "jungle_us", "jungle_filipino"):
        paper.phase(phase)
    return paper


@pytest.mark.parametrize("die", [0, 3, 4])
@pytest.mark.parametrize("complete", [True, False])
def test_a_leader_stays_with_the_enemy(
    die: int, complete: bool, war: Rulebook, reported: Reported
) -> None:
    report = go_on(found(war, die)).report(complete=complete)
    reported(report, "1.2.2.b")
    assert [one.clause for one in report.findings if one.verdict == "illegal"] == ["1.2.2.b"]


@pytest.mark.parametrize("phase", ["filipino_movement", "us_poa"])
def test_a_leader_goes_too_far(phase: str, war: Rulebook) -> None:
    paper = found(war, 6, phase)
    paper.go("bataan", "laguna", "wheaton")
    report = go_on(paper).report()
    assert "did not go to the closest" in "".join(one.message for one in report.findings)
    assert "1.2.2.b" in [one.clause for one in report.findings if one.verdict == "illegal"]


def test_a_leader_lives_after_a_low_die(war: Rulebook, reported: Reported) -> None:
    paper = found(war, 2)
    paper.go("bataan", "manila", "wheaton")
    reported(go_on(paper).report(), "1.2.2.b")


def test_a_leader_dies_after_a_high_die(war: Rulebook, reported: Reported) -> None:
    paper = found(war, 5)
    paper.lost("wheaton")
    paper.will(-2)
    reported(go_on(paper).report(), "1.2.2.b")


def test_a_filipino_leader_stays(war: Rulebook, reported: Reported) -> None:
    forces = {
        "manila": {"us_army": 4},
        "marong": {"us_army": 2},
        "infanta": {"luna": 1},
        "abra": {"regular": 2},
        "tayabas": {"regular": 2},
    }
    paper = Paper(war, forces, turn=5, phase="us_ground")
    paper.go("marong", "infanta", "us_army")
    paper.phase("us_combat")
    paper.phase("filipino_movement")
    reported(paper.report(), "1.2.2.b")


def saved(paper: Paper) -> None:
    """A high die: he goes to the closest friends."""
    paper.roll("leader_alone", 4)
    paper.go("bataan", "manila", "wheaton")


def taken(paper: Paper) -> None:
    """A low die: he is lost."""
    paper.roll("leader_alone", 1)
    paper.lost("wheaton")
    paper.will(-2)


def withdrawn(paper: Paper) -> None:
    """The Regulars go back: the move is undone."""
    paper.go("bataan", "zambales", "regular")


def late(paper: Paper) -> None:
    """The tracker goes on before the die is rolled."""
    paper.phase("filipino_combat")
    saved(paper)


@pytest.mark.parametrize("end", [saved, taken, withdrawn, late])
def test_what_is_right(end: Callable[[Paper], None], war: Rulebook) -> None:
    paper = found(war)
    end(paper)
    assert wrong(go_on(paper)) == []


def test_nothing_is_said_while_the_moves_go_on(war: Rulebook) -> None:
    paper = found(war)
    paper.phase("filipino_combat")
    assert [one for one in paper.findings(complete=False) if one.verdict == "illegal"] == []


def test_a_leader_with_artillery_is_not_alone(war: Rulebook) -> None:
    forces = {**FOUND, "bataan": {"wheaton": 1, "us_artillery": 1}}
    paper = Paper(war, forces, turn=5, phase="filipino_movement")
    paper.go("zambales", "bataan", "regular")
    assert "1.2.2.b" not in [one.clause for one in go_on(paper).findings()]


@pytest.mark.parametrize(
    ("rolled", "away", "clauses"),
    [("", "tayabas", ["1.2.2.b"]), ("filipino", "tayabas", []), ("", "", [])],
)
def test_a_leader_who_goes_to_his_friends_without_a_die(
    rolled: str, away: str, clauses: list[str], war: Rulebook, reported: Reported
) -> None:
    """The US units march past him if they go on."""
    forces = {
        "manila": {"us_army": 4},
        "marong": {"us_army": 2},
        "infanta": {"luna": 1},
        "abra": {"regular": 2},
        "tayabas": {"regular": 2},
    }
    paper = Paper(war, forces, turn=5, phase="us_ground")
    paper.roll("arms", 3)
    paper.go("marong", "infanta", "us_army")
    if rolled:
        paper.roll(rolled, 5)
    if away:
        paper.go("infanta", away, "luna")
    else:
        paper.go("infanta", "marong", "us_army")
    for phase in ("us_combat", "filipino_movement"):
        paper.phase(phase)
    report = paper.report()
    found = [one.clause for one in report.findings if one.verdict == "illegal"]
    assert [one for one in found if one == "1.2.2.b"] == clauses
    if clauses:
        reported(report, "1.2.2.b")


@pytest.mark.parametrize("battle, broken", [("abra", True), ("bataan", False)])
def test_a_die_that_falls_in_a_battle(battle: str, broken: bool, war: Rulebook) -> None:
    """It is for the Leader of that battle, not for one who left another area before."""
    paper = found(war)
    paper.go("bataan", "manila", "wheaton")
    for points in (1, -1) * 4:
        paper.will(points)
    paper.phase("filipino_combat")
    paper.battle(battle)
    paper.roll("leader_alone", 5)
    for phase in ("jungle_us", "jungle_filipino"):
        paper.phase(phase)
    assert ("1.2.2.b" in [one.clause for one in paper.findings()]) == broken
