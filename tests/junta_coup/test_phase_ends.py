"""Where a phase ends in the log when the phase marker is late: battles, and spaces in peace."""

from __future__ import annotations

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.lines import found
from tests.junta_coup.sheet import PARLIAMENT, TIE_FREE, Placed, Sheet, sheet

PEACE: Placed = {
    **TIE_FREE,
    ("brigade_3", "brigade_3_base"): {"university": 2},
    ("police", "police_precinct_3"): {"university": 1},
}
"""Two families fight in Parliament, and two share the University in peace."""


def fought_in_parliament(coups: CoupBench, *, home: bool = True, attack: bool = False) -> Sheet:
    table = sheet(coups, PEACE)
    if attack:
        table.attack("dorado", PARLIAMENT)
    table.log.roll("figueroa", "gunboat", (1, 2, 3))
    table.battle(PARLIAMENT)
    table.battle(PARLIAMENT, "first")
    table.rolls(6, 1, 2)
    table.dies("brigade_2", PARLIAMENT)
    if home:
        table.battle("markers")
    return table


@pytest.mark.parametrize("attack", [True, False])
def test_units_leave_a_space_in_peace_before_the_phase_marker(
    attack: bool, coups: CoupBench
) -> None:
    """2.f: nobody does so in Battle; a marker of an attack may lie in Parliament still."""
    table = fought_in_parliament(coups, attack=attack)
    table.go("brigade_3", 2, "university", "market")
    table.phase(3)
    assert table.found() == [("suspect", "15.c"), ("suspect", "2.f")]


def test_the_winner_leaves_before_the_markers(coups: CoupBench) -> None:
    """15.a: that does not begin a new phase."""
    table = fought_in_parliament(coups, home=False)
    table.go("palace_guard", 3, PARLIAMENT, "cathedral_square")
    table.battle("markers")
    table.phase(3)
    assert table.illegal() == ["15.a"]


def test_the_winner_leaves_after_the_markers(coups: CoupBench) -> None:
    """2.f: the Battle is over, so it is the next Movement."""
    table = fought_in_parliament(coups)
    table.go("palace_guard", 3, PARLIAMENT, "cathedral_square")
    table.phase(3)
    assert table.found() == [("suspect", "15.c"), ("suspect", "2.f")]


@pytest.mark.parametrize(("space", "clauses"), [("waterfront", []), ("market", ["7.b"])])
def test_a_landing_before_the_phase_marker(
    space: str, clauses: list[str], coups: CoupBench
) -> None:
    """7.b: it is told what is wrong whenever the Marines landed."""
    table = fought_in_parliament(coups)
    table.go("marines", 1, "off_map", space)
    table.phase(3)
    assert table.illegal() == clauses


def test_a_landing_inland_in_battle(coups: CoupBench) -> None:
    table = fought_in_parliament(coups, home=False)
    table.go("marines", 1, "off_map", "market")
    table.rolls(1, 2, 3)
    table.battle("markers")
    table.phase(3)
    assert table.illegal() == ["7.d", "7.b"]


@pytest.mark.parametrize(("order", "clause"), [(2, ["2.d"]), (3, [])])
def test_a_phase_marker_that_goes_on_twice(order: int, clause: list[str], coups: CoupBench) -> None:
    """2.d, 5.a: the order of turns shows whether nobody acted in phase 2, or it is played now."""
    estrada = "2 brigade_3 brigade_3_base > hills"
    others = "1 palace_guard presidential_palace > parliament; " + (
        "2 brigade_1 brigade_1_base > industrial_district"
    )
    played = f"{estrada}; {others}" if order == 2 else f"{others}; {estrada}"
    script = (
        "phase 1; starts; 2 brigade_2 brigade_2_base > government_quarter; phase 2; phase 3; "
        f"{played}; phase 4; 1 police police_precinct_2 > central_bank"
    )
    wrong = found(script, coups).split()
    assert wrong[1::2] == clause


@pytest.mark.parametrize("seen", [True, False])
def test_the_phase_marker_makes_up_for_a_phase(seen: bool, coups: CoupBench) -> None:
    """2.d: one drag puts it right after two phases, and skips a phase if only one was played."""
    fight = "battle slums first; cardenas fires dorado 1 2 3; dorado fires cardenas 1 2 3; home; "
    script = (
        "phase 1; 3 brigade_1 brigade_1_base > slums; 3 brigade_2 brigade_2_base > slums; starts; "
        f"{fight}{f'1 brigade_3 brigade_3_base > hills; {fight}' if seen else ''}phase 3; "
        "1 palace_guard presidential_palace > parliament; phase 4"
    )
    assert found(script, coups) == ("" if seen else "suspect 2.d")


MARCH = "4 brigade_2 brigade_2_base > government_quarter; rebel dorado; {}"
ON = "4 brigade_2 government_quarter > parliament"
TRACKED = "tracker rebellion_battle; tracker coup_1_movement; "


@pytest.mark.parametrize(
    ("then", "clauses"),
    [
        (f"{TRACKED}{ON}; phase 1", []),
        (f"{TRACKED}{ON}", []),
        (f"{ON}; {TRACKED}phase 1", ["5.d"]),
        (f"{ON}; phase 1", ["5.d"]),
        (f"tracker rebellion_battle; {ON}; phase 1", ["5.d"]),
    ],
)
def test_a_turn_tracker_shows_where_a_phase_ends(
    then: str, clauses: list[str], coups: CoupBench
) -> None:
    """2.a: it is as good as the phase marker, which may follow late or not at all."""
    wrong = found(MARCH.format(then), coups).split()
    assert [clause for clause in wrong[1::3] if clause == "5.d"] == clauses


OUT = (
    "3 brigade_3 brigade_3_base > hills; 3 brigade_1 brigade_1_base > industrial_district; "
    "3 brigade_2 brigade_2_base > government_quarter; "
)
ESTRADA_ON = "3 brigade_3 hills > radio_transmitter; "
ALL_ON = (
    "3 brigade_1 industrial_district > market; 3 brigade_2 government_quarter > parliament; "
    f"{ESTRADA_ON}"
)


@pytest.mark.parametrize(
    ("on", "verdict"), [(ALL_ON, "suspect 2.f"), (ESTRADA_ON, "illegal 5.d Estrada")]
)
def test_two_movements_before_the_phase_marker(on: str, verdict: str, coups: CoupBench) -> None:
    """2.f, 5.d: all that moved move on in the order of the next phase; Estrada alone may not."""
    script = f"phase 2; starts; {OUT}{on}phase 3"
    assert found(script, coups) == verdict


FOUGHT = (
    "phase 2; 3 brigade_1 brigade_1_base > market; 4 students street_pool > market; give students "
    "market dorado; starts; 1 palace_guard presidential_palace > hills; battle market first; "
    "cardenas fires dorado 6 1 2; phase 3; "
)


@pytest.mark.parametrize(
    ("then", "verdict"),
    [
        ("1 students market > street_pool; 3 students market > university", ""),
        ("3 students market > university", "illegal 14.d Dorado"),
    ],
)
def test_a_phase_that_ends_with_the_log(then: str, verdict: str, coups: CoupBench) -> None:
    """14.d, 15.c: losses and retreats after the phase marker; nobody moves in the next phase."""
    assert found(FOUGHT + then, coups) == verdict
