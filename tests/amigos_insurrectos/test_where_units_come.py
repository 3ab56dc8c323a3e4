"""7.1.e, 7.2: where lost US units come back, and the first reason that bars recruits."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Reported = Callable[..., None]
FORCES = {
    "manila": {"us_army": 8},
    "marong": {"us_army": 2},
    "bulacan": {"us_army": 5, "poa": 1},
    "tayabas": {"guerrilla": 2},
}


@pytest.mark.parametrize("area", ["manila", "marong"])
@pytest.mark.parametrize("kind", ["us_artillery", "us_cavalry"])
def test_lost_units_come_back_in_manila(
    kind: str, area: str, war: Rulebook, reported: Reported
) -> None:
    """The point is paid wherever they are put."""
    paper = Paper(war, FORCES, turn=5, phase="reinforcements")
    key = paper.keys(war.game.piece_types[kind].home or "", kind)[0]
    paper._place(key, "lost_us", "one" if kind == "us_cavalry" else None)
    paper.record.positions[-1] = paper.position
    paper.drag([key], area)
    paper.will(-1)
    paper.roll("luzon", 1)
    paper.roll("visayas", 1)
    for phase in ("us_ground", "us_combat", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    report = paper.report()
    found = [one.clause for one in report.findings if one.verdict in ("illegal", "suspect")]
    assert found == ([] if area == "manila" else ["7.1.e"])
    if found:
        reported(report, "7.1.e")


@pytest.mark.parametrize(
    "area, clause",
    [("marong", "7.2.g"), ("laguna", "7.2.g"), ("infanta", "7.2.k"), ("tayabas", "")],
)
def test_a_recruit_comes_to_an_area(area: str, clause: str, war: Rulebook) -> None:
    paper = Paper(war, FORCES | {"infanta": {"guerrilla": 1}}, turn=10, phase="reinforcements")
    paper.roll("luzon", 6)
    paper.roll("visayas", 1)
    recruit = paper.keys("pool_filipino", "guerrilla")[0]
    paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag([recruit], area)
    for phase in ("us_ground", "us_combat", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    found = {one.clause for one in paper.findings() if one.clause.startswith("7.2")}
    assert found == ({clause} if clause else set())


@pytest.mark.parametrize(
    ("turn", "chit", "verdicts"),
    [(5, "", ["illegal"]), (10, "", ["illegal"]), (10, "hand", ["suspect"]), (10, "play", [])],
)
def test_scouts_come_from_nowhere(turn: int, chit: str, verdicts: list[str], war: Rulebook) -> None:
    """7.1.a, US.G9: perhaps their chit was played without being laid."""
    paper = Paper(war, {"manila": {"us_army": 8}, "abra": {"guerrilla": 1}}, turn, "reinforcements")
    paper.roll("luzon", 1)
    if chit == "play":
        paper.play("us_g9")
    elif chit:
        paper.cards["us_g9"] = "hand:us"
        paper.record.positions[-1] = paper.position
    paper.drag(["scouts#0"], "manila")
    if chit == "play":
        paper.chit("us_g9", "cup_us_guerrilla")
    for phase in ("us_ground", "us_combat", "filipino_movement"):
        paper.phase(phase)
    assert [one.verdict for one in paper.findings() if one.clause == "7.1.a"] == verdicts


@pytest.mark.parametrize("mine", [False, True])
def test_a_recruit_is_put_down_on_its_way(mine: bool, war: Rulebook) -> None:
    """Where a like unit goes on from there, it stands for the recruit."""
    paper = Paper(war, FORCES, turn=10, phase="reinforcements")
    paper.roll("luzon", 6)
    paper.roll("visayas", 1)
    recruit = paper.keys("pool_filipino", "guerrilla")[0]
    paper._place(recruit, "pool_filipino", "one")
    paper.record.positions[-1] = paper.position
    paper.drag([recruit], "tayabas")
    paper.drag([recruit if mine else paper.keys("tayabas", "guerrilla")[-1]], "infanta")
    for phase in ("us_ground", "us_combat", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert "3.1.a" not in {one.clause for one in paper.findings()}
