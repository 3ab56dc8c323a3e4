"""Who fired, when the record is untidy: control markers set late, battles without a marker."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.engine.writing.human_noise import HUMAN, SLOPPY, HumanNoise
from tests.junta_coup.bridge import SEATS, CoupBench, checked
from tests.junta_coup.sheet import BASE_1, BASE_2, PALACE, PARLIAMENT, Sheet, sheet
from tests.junta_reference.play import play


def rebellion(coups: CoupBench) -> Sheet:
    """Benítez's Police meet the Palace Guards in the Rebellion phase."""
    table = Sheet(coups)
    table.go("police", 1, "police_precinct_1", PALACE, seat="benitez")
    table.rebel("benitez")
    return table


@pytest.mark.parametrize("given", [True, False])
def test_a_control_marker_that_is_set_after_all_battles(given: bool, coups: CoupBench) -> None:
    """6.a: Cárdenas's fire fits a transfer in Movement; without any he has no Unit there."""
    table = rebellion(coups)
    table.attack("cardenas", PALACE)
    table.battle(PALACE, "first")
    table.fire("cardenas", "aranda", 5)
    table.battle(PALACE, "retreats")
    table.rebel("cardenas")
    if given:
        table.gives("police", PALACE, "cardenas")
    table.home()
    table.phase(1)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter", seat="dorado")
    table.go("brigade_3", 6, "brigade_3_base", "radio_road", seat="estrada")
    assert table.illegal() == ([] if given else ["11.f", "13.i"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "noise"),
    [
        (11, HUMAN),  # 6.a: a control marker set late
        (23, SLOPPY),  # 3.e: fire in one of two spaces, in one of them at the Palace Guard
        (511, HUMAN),  # 9.b: Police that react, and that the Helicopter takes along
        (552, SLOPPY),  # 15.n: Units that were dragged away and put back
        (625, HUMAN),  # 8.b: one of the new Units goes with the Helicopter
    ],
)
def test_legal_coups_in_untidy_records(
    seed: int, noise: HumanNoise, coups: CoupBench, path: Path
) -> None:
    start, events = play(seed, SEATS[seed % len(SEATS)])
    report = checked(coups, start, events, path, seed, noise)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []


def test_palace_guards_outside_the_palace_roll_two_dice_each(coups: CoupBench) -> None:
    """14.c: the hit on Estrada shows that four of the dice were those of two Palace Guards."""
    placed = {("palace_guard", PALACE): {"hills": 2}, ("brigade_3", "brigade_3_base"): {"hills": 6}}
    table = sheet(coups, placed)
    table.battle("hills", "first")
    table.rolls(1, 2, 5, 6)
    table.rolls(1, 2, 3, 4, 5, 5)
    table.dies("brigade_3", "hills")
    table.home()
    table.phase(3)
    assert table.illegal() == ["14.c"]


@pytest.mark.parametrize(
    ("number", "target", "clauses"),
    [(8, "brigade_1", []), (8, "police", []), (6, "brigade_1", ["14.a"])],
)
def test_one_throw_for_three_families(
    number: int, target: str, clauses: list[str], coups: CoupBench
) -> None:
    """14.a: they have four, three and one; nothing tells whose the hit is, and at whom."""
    police = {("police", "police_precinct_3"): {PARLIAMENT: 1}}
    table = sheet(coups, {BASE_2: {PARLIAMENT: 4}, BASE_1: {PARLIAMENT: 3}, **police})
    table.rolls(6, *[1] * (number - 1))
    table.dies(target, PARLIAMENT)
    table.phase(3)
    assert table.illegal() == clauses


@pytest.mark.parametrize(("own", "clauses"), [(False, []), (True, ["14.a"])])
def test_one_throw_after_dice_of_each(own: bool, clauses: list[str], coups: CoupBench) -> None:
    """14.a: who rolled alone in the first exchange does so in the second."""
    table = sheet(coups, {BASE_2: {PARLIAMENT: 4}, BASE_1: {PARLIAMENT: 3}})
    for number in (4, 3) if own else (7,):
        table.rolls(*[1] * number)
    table.rolls(*[2] * 7)
    table.phase(3)
    assert table.illegal() == clauses
