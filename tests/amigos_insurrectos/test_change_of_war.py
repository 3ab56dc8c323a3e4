"""2.0: mistakes in the turn with which the Guerrilla War begins, in a log that begins with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_courses import ARMY, WHOLE, draw

Reported = Callable[..., None]
HANDS = {"us": ("us_s1", "us_s2", "us_s3"), "filipino": ("fil_s2", "fil_s3", "fil_s4")}


def begun(war: Rulebook, **forces: dict[str, int]) -> Paper:
    """The table of turn 9, with hands of the Stand-Up Fight."""
    paper = Paper(war, {**ARMY, **forces}, turn=9, phase="objectives")
    for side, chits in HANDS.items():
        for chit in chits:
            paper.chit(chit, f"hand:{side}", hidden=True)
    paper.begin_here()
    return paper


def came(paper: Paper, area: str, steps: int) -> None:
    """Guerrilla steps come to an area."""
    for face in ("two",) * (steps // 2) + ("one",) * (steps % 2):
        key = paper.keys("pool_filipino", "guerrilla")[-1]
        paper._place(key, "pool_filipino", face)
        paper.record.positions[-1] = paper.position
        paper.drag([key], area)


def change(paper: Paper, *areas: str, steps: int | None = None) -> None:
    """The Regulars of some areas become Guerrillas."""
    for area in areas:
        keys = paper.keys(area, "regular")
        number = sum(paper.size(key) for key in keys)
        paper.drag(keys, "pool_filipino")
        came(paper, area, min(5, number) if steps is None else steps)


def put_back(paper: Paper, *sides: str) -> None:
    """The old chits of some sides go back to their cup."""
    for side in sides:
        for chit in HANDS[side]:
            paper.chit(chit, f"cup_{side}_stand_up", hidden=True)


def go_on(paper: Paper) -> list[str]:
    """The next phases; the clauses of what is illegal."""
    for phase in ("advantage", "arms"):
        paper.phase(phase)
    return [one.clause for one in paper.report(complete=False).findings if one.verdict == "illegal"]


def test_a_change_without_mistakes(war: Rulebook) -> None:
    paper = begun(war)
    change(paper, *WHOLE)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert go_on(paper) == []


def test_the_surplus_goes_next_door(war: Rulebook) -> None:
    paper = begun(war, tayabas={"regular": 6})
    change(paper, *WHOLE)
    came(paper, "laguna", 1)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert go_on(paper) == []


def test_each_of_two_mistakes_is_found(war: Rulebook) -> None:
    paper = begun(war, abra={"regular": 6})
    change(paper, *WHOLE[1:], "pangasinan")
    change(paper, "abra", steps=6)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert sorted(go_on(paper)) == ["2.0.b", "2.0.c"]


def _left_out(paper: Paper) -> None:
    change(paper, *WHOLE[:-1])


def _led_too(paper: Paper) -> None:
    change(paper, *WHOLE, "pangasinan")


def _six_stay(paper: Paper) -> None:
    change(paper, *WHOLE[1:])
    change(paper, "abra", steps=6)


def _too_far(paper: Paper) -> None:
    change(paper, *WHOLE)
    came(paper, "cagayan", 1)


def _too_many(paper: Paper) -> None:
    change(paper, *WHOLE[:-1])
    change(paper, "infanta", steps=4)


@pytest.mark.parametrize(
    "mistake, clause, abra",
    [
        (_left_out, "2.0.b", 2),
        (_led_too, "2.0.b", 2),
        (_six_stay, "2.0.c", 6),
        (_too_far, "2.0.c", 6),
        (_too_many, "2.0.b", 2),
    ],
)
def test_pieces(
    mistake: Callable[[Paper], None], clause: str, abra: int, war: Rulebook, reported: Reported
) -> None:
    paper = begun(war, abra={"regular": abra}, cagayan={"guerrilla": 1})
    mistake(paper)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert go_on(paper) == [clause]
    reported(paper.report(complete=False), clause)


def test_a_side_keeps_its_chits(war: Rulebook, reported: Reported) -> None:
    paper = begun(war)
    change(paper, *WHOLE)
    put_back(paper, "us")
    assert go_on(paper) == ["2.0.e"]
    report = paper.report(complete=False)
    reported(report, "2.0.e")
    assert "the Filipinos kept 3" in report.findings[0].message


def test_regulars_are_recruited_no_more(war: Rulebook, reported: Reported) -> None:
    paper = begun(war)
    change(paper, *WHOLE)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert go_on(paper) == []
    paper.phase("reinforcements")
    paper.roll("luzon", 2)
    paper.drag(paper.keys("pool_filipino", "regular")[:1], "abra")
    paper.phase("us_ground")
    reported(paper.report(complete=False), "2.0.d")


@pytest.mark.parametrize("scenario, clauses", [("campaign", ["2.0.a"]), ("stand-up", [])])
def test_aguinaldo_is_lost_and_nothing_changes(
    scenario: str, clauses: list[str], war: Rulebook, reported: Reported
) -> None:
    paper = Paper(war, ARMY | {"pangasinan": {"regular": 1}}, turn=7, phase="objectives")
    paper.begin_here()
    paper.record = replace(paper.record, scenario=scenario)
    assert go_on(paper) == clauses
    if clauses:
        reported(paper.report(complete=False), "2.0.a")


def _dropped(paper: Paper) -> None:
    change(paper, *WHOLE)


def _kept_next_door(paper: Paper) -> None:
    change(paper, *WHOLE)
    came(paper, "ilocos_norte", 1)


def _fewer(paper: Paper) -> None:
    change(paper, *WHOLE[1:])
    change(paper, WHOLE[0], steps=1)


@pytest.mark.parametrize(
    "deed, steps, clauses",
    [(_dropped, 6, ["2.0.c"]), (_kept_next_door, 6, []), (_dropped, 5, []), (_fewer, 2, ["2.0.b"])],
)
def test_steps_that_are_dropped(
    deed: Callable[[Paper], None],
    steps: int,
    clauses: list[str],
    war: Rulebook,
    reported: Reported,
) -> None:
    """Those beyond five go next door while there is room and counters are left."""
    paper = begun(war, **{WHOLE[0]: {"regular": steps}})
    deed(paper)
    put_back(paper, *HANDS)
    draw(paper, "g")
    assert go_on(paper) == clauses
    if clauses:
        reported(paper.report(complete=False), clauses[0])


@pytest.mark.parametrize(("after", "clauses"), [(1, []), (6, ["2.0.b"])])
def test_a_log_that_ends_while_counters_are_exchanged(
    after: int, clauses: list[str], war: Rulebook
) -> None:
    """2.0.b: the tracker is ahead; the Regulars of the last area may change after the log."""
    paper = begun(war)
    put_back(paper, *HANDS)
    draw(paper, "g")
    for phase in ("advantage", "arms"):
        paper.phase(phase)
    change(paper, *WHOLE[:-1])
    for _ in range(after):
        paper.act("chat")
    found = [one.clause for one in paper.findings(complete=False)]
    assert [one for one in found if one == "2.0.b"] == clauses
