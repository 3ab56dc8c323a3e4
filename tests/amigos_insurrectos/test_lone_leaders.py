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


ALONE = {
    "manila": {"us_army": 8},
    "bulacan": {"luna": 1},
    "abra": {"regular": 2, "aguinaldo": 1},
    "nueva_ecija": {"regular": 3},
    "pampanga": {"us_army": 2},
}


def dies(paper: Paper, leader: str, die: int) -> None:
    """A die is rolled for a Leader, and he is lost and paid for."""
    paper.roll("leader_alone", die)
    paper.lost(leader)
    paper.will(2)


def elsewhere(paper: Paper) -> None:
    """US units find one Leader, and later another one in another area."""
    for leader, area, die in (("luna", "bulacan", 2), ("pilar", "cavite", 1)):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
        dies(paper, leader, die)


def together(paper: Paper) -> None:
    """US units find two Leaders in an area."""
    paper.drag(paper.keys("manila", "us_army")[:1], "bulacan")
    dies(paper, "luna", 2)
    dies(paper, "pilar", 1)


def die_first(paper: Paper) -> None:
    """The die is rolled before the units are dragged."""
    paper.roll("leader_alone", 2)
    paper.drag(paper.keys("manila", "us_army")[:1], "bulacan")
    paper.lost("luna")
    paper.will(2)


def attacked(paper: Paper) -> None:
    """The area that the units left is attacked later in the turn."""
    paper.drag(paper.keys("manila", "us_army")[:1], "bulacan")
    dies(paper, "luna", 2)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.go("nueva_ecija", "manila", "regular")
    paper.phase("filipino_combat")
    paper.battle("manila", "round_1")
    paper.roll("us_fire", 1, 1, 1)


@pytest.mark.parametrize(
    ("course", "pilar"),
    [(elsewhere, "cavite"), (together, "bulacan"), (die_first, ""), (attacked, "")],
)
def test_points_for_leaders_who_are_lost(
    course: Callable[[Paper], None], pilar: str, war: Rulebook
) -> None:
    forces = dict(ALONE)
    if pilar:
        forces[pilar] = {**forces.get(pilar, {}), "pilar": 1}
    paper = Paper(war, forces, turn=5, phase="us_ground")
    course(paper)
    if course is not attacked:
        for phase in ("us_combat", "us_poa", "filipino_movement"):
            paper.phase(phase)
    assert {"1.2.2.b", "17.1.b", "10.7.b"}.isdisjoint(wrong(paper))


@pytest.mark.parametrize(("dice", "number"), [((6, 5), 2), ((2, 5), 1), ((5, 2), 1), ((1, 3), 0)])
def test_each_of_two_leaders_needs_a_low_die(
    dice: tuple[int, int], number: int, war: Rulebook
) -> None:
    paper = Paper(war, {**ALONE, "cavite": {"pilar": 1}}, turn=5, phase="us_ground")
    for area in ("bulacan", "cavite"):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
    paper.roll("leader_alone", *dice)
    for leader in ("luna", "pilar"):
        paper.lost(leader)
        paper.will(2)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert wrong(paper) == ["1.2.2.b"] * number


@pytest.mark.parametrize("first", ["die", "drag"])
def test_a_leader_who_lives_where_the_log_ends(first: str, war: Rulebook) -> None:
    paper = Paper(war, ALONE, turn=5, phase="us_ground")
    if first == "die":
        paper.roll("leader_alone", 5)
    paper.drag(paper.keys("manila", "us_army")[:1], "bulacan")
    if first == "drag":
        paper.roll("leader_alone", 5)
    paper.go("bulacan", "nueva_ecija", "luna")
    found = paper.findings(complete=False)
    assert "1.2.2.b" not in [one.clause for one in found]


def test_a_leader_who_fled_falls_in_a_battle(war: Rulebook) -> None:
    paper = Paper(war, ALONE, turn=5, phase="us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], "bulacan")
    paper.roll("leader_alone", 5)
    paper.go("bulacan", "nueva_ecija", "luna")
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.go("nueva_ecija", "pampanga", "regular", "luna")
    paper.phase("filipino_combat")
    paper.battle("pampanga", "round_1")
    paper.roll("us_fire", 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("casualty", 1)
    paper.lost("luna")
    paper.will(2)
    paper.battle("supply_source", "retreat")
    assert {"1.2.2.b", "10.7.b", "17.1.b"}.isdisjoint(wrong(paper))


def test_a_leader_who_was_lost_comes_back(war: Rulebook, reported: Reported) -> None:
    paper = found(war, 2)
    paper.lost("wheaton")
    paper.will(-2)
    go_on(paper)
    paper.report()
    paper.phase("reinforcements")
    paper.away("leaders_us", "wheaton", "manila")
    reported(paper.report(), "1.2.2.b")
