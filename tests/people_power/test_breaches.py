"""Mistakes that no pair shows: markers that nobody moves, dice too many, late cylinders."""

from __future__ import annotations

import pytest

from tests.accuracy.cases import Bench
from tests.people_power.scripts import Act, Script, changed


def test_markers_of_control_that_nobody_moves(bench: Bench) -> None:
    """1.7: one finding names all their spaces; a marker left behind once is told by its space."""
    moves = [
        Act("npa", "1_op_only", "visayas: underground+1 police-0", "npa-1"),
        Act("reformers", "pass", tracks="reformers+1"),
        Act("gov", "2_op_only", "zamboanga: troops-2; visayas: troops+4", "gov-2"),
    ]
    script = Script(bench, opening=19)
    script.driver.bookkeeping = lambda after: None
    report = script.card(20).play(moves).card(21).report()
    found = [one for one in report.findings if one.clause.startswith("1.7")]
    assert [one.verdict for one in found] == ["suspect"]
    assert "are not moved in this log" in found[0].message


@pytest.mark.long
@pytest.mark.parametrize(("rolls", "verdicts"), [((2, 2), []), ((2, 1), ["suspect"])])
def test_a_die_too_many(rolls: tuple[int, ...], verdicts: list[str], bench: Bench) -> None:
    """3.4.3.c: a second die is told only if the Attack would have ended otherwise with it."""
    attack = Act(
        "npa",
        "1_op_only",
        "western_mindanao: underground-2 active+2 troops-1 police-1",
        "npa-1",
        rolls=rolls,
    )
    report = Script(bench, opening=19).card(20).play([attack]).card(21).report()
    found = [one for one in report.findings if one.clause.startswith("3.4")]
    assert [one.verdict for one in found] == verdicts


PASSES = [
    Act("npa", "pass", tracks="npa+1"),
    Act("reformers", "pass", tracks="reformers+1"),
    Act("gov", "pass", tracks="gov+3"),
]


@pytest.mark.parametrize(
    ("space", "clauses"), [("cebu", []), ("davao", ["1.5.2.a"])], ids=["free", "full"]
)
def test_a_base_that_an_event_places(space: str, clauses: list[str], bench: Bench) -> None:
    """1.5.2.a: one finding, and none besides that the Base was not placed elsewhere (5.1.2)."""
    script = Script(bench, opening=19).card(30)
    base = Act("reformers", "1_op_only", f"{space}: ref_base+1", "reformers+3")
    script.play([base, PASSES[2], PASSES[0]]).card(31)
    found = script.report().findings
    assert [one.clause for one in found if one.verdict == "illegal"] == clauses


def test_cubes_that_leave_a_protest(bench: Bench) -> None:
    """3.2.2.c: the finding names the space that has it."""
    script = Script(bench, opening=19).card(20).play(PASSES[:2], adjust=False)
    troops = [key for key, one in script.writer.where("troops") if one.place == "manila"]
    script.writer.move(troops, "visayas")
    script.state = changed(script.state, bench, "manila: troops-2; visayas: troops+2", "")
    sweep = Act("gov", "1_op_only", "visayas: underground-1 active+1", "gov-2")
    found = script.play([sweep]).card(21).report().findings[0]
    assert (found.clause, found.verdict) == ("3.2.2.c", "illegal")
    assert "moved from Manila, which has a Protest, to Visayas" in found.message


@pytest.mark.parametrize("late", [False, True])
def test_a_cylinder_that_goes_to_the_wrong_box(late: bool, bench: Bench, reported) -> None:
    """It is found where it was moved, or on the next card if that is turned over first."""
    script = Script(bench, opening=19).card(20).play(PASSES, adjust=False)
    for who in ("reformers", "gov"):
        script.driver.cylinder(who, "eligible")
    if late:
        script.card(21)
    script.driver.cylinder("npa", "ineligible")
    if not late:
        script.card(21)
    report = script.play(PASSES[1:], adjust=False).card(22).report()
    reported(report, "2.3.6.a")
    found = next(one for one in report.findings if one.verdict == "illegal")
    assert found.message.startswith("Card 21" if late else "Card 20")
    assert found.where.first == 10
