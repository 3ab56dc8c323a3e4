"""Turns, the edges of phases, order and dice on both sides of each limit."""

from __future__ import annotations

import pytest

from modgen.log.dice import Roll
from modgen_rules.general.board_functions import BoardFunctions
from modgen_rules.general.dice import dice_rows
from modgen_rules.general.rule_examples import read_example
from modgen_rules.general.rule_page import turn_scene
from tests.general.test_moves import finished
from tests.general.test_order_and_information import laws
from tests.general.workbench import Hands, Workbench

RED_EAST = "red army_red east north"
BLUE_WEST = "blue army_blue west north"


def play(log: Hands, text: str) -> Hands:
    """Acts, divided by `;`: `phase march`, `roll red`, or a side, a kind and two places."""
    for line in text.split(";"):
        match line.split():
            case ["phase", phase]:
                log.phase(phase)
            case ["roll", side]:
                log.roll(side, "die", [3])
            case [side, kind, source, target]:
                log.go(side, kind, source, target)
            case words:
                raise ValueError(words)
    return log


# --- turns: the phases of `vales` are card, march, count ------------------------------------------

Row = tuple[str, str, int, tuple[str, ...], int]
"""Side, phase, game turn, phases left out, steps."""
CUTS: dict[str, tuple[str, list[Row]]] = {
    "the tracker goes on by mistake and back": (
        f"phase march; {RED_EAST}; phase count; phase march; {RED_EAST}",
        [("red", "march", 1, (), 2)],
    ),
    "the tracker goes on into the next turn by mistake and back": (
        f"phase march; {RED_EAST}; phase card; phase march; {RED_EAST}",
        [("red", "march", 1, (), 2)],
    ),
    "dice in between: the sequence begins again": (
        f"phase march; {RED_EAST}; phase count; roll red; phase march; {RED_EAST}",
        [("red", "march", 1, (), 1), ("", "count", 1, (), 1), ("red", "march", 2, (), 1)],
    ),
    "a phase without acts is not left out": (
        f"phase march; {RED_EAST}; phase count; phase card; {RED_EAST}",
        [("red", "march", 1, (), 1), ("red", "card", 2, (), 1)],
    ),
    "the first phases are left out": (
        f"phase count; {RED_EAST}; phase card; phase march; {RED_EAST}",
        [("red", "count", 1, ("march",), 1), ("red", "march", 2, (), 1)],
    ),
    "three turns of one move in one phase": (
        f"phase march; {RED_EAST}; {BLUE_WEST}; red army_red east south",
        [("red", "march", 1, (), 1), ("blue", "march", 1, (), 1), ("red", "march", 1, (), 1)],
    ),
    "three turns of one move without a tracker": (
        f"{RED_EAST}; {BLUE_WEST}; red army_red east south",
        [("red", "", 0, (), 1), ("blue", "", 0, (), 1), ("red", "", 0, (), 1)],
    ),
}


def cut(bench: Workbench, script: str) -> list[Row]:
    return [
        (turn.side, turn.phase, turn.game_turn, turn.left_out, len(turn.steps))
        for turn in bench.turns(play(bench.writer(), script))
    ]


@pytest.mark.parametrize("name", CUTS)
def test_how_a_log_is_cut(name: str, vales: Workbench) -> None:
    script, expected = CUTS[name]
    assert cut(vales, script) == expected


MOVED = "north foot_north 0202 0203; phase north_fight; roll north"
BORDERS: dict[str, tuple[str, list[int]]] = {
    "two early moves of the next side": (
        f"{MOVED}; south foot_south 0307 0306; south foot_south 0306 0305; phase south_move; "
        "south foot_south 0305 0304",
        [1, 1, 3],
    ),
    "two late moves of the side before": (
        f"{MOVED}; phase south_move; north foot_north 0203 0204; north foot_north 0204 0203; "
        "south foot_south 0307 0306",
        [1, 3, 1],
    ),
    "the side before moves a piece of the next side first": (
        f"{MOVED}; phase south_move; north foot_south 0307 0306; north foot_north 0203 0204; "
        "south foot_south 0306 0305",
        [1, 1, 3],
    ),
}


@pytest.mark.parametrize("name", BORDERS)
def test_moves_beside_the_border_of_two_phases(name: str, ridge: Workbench) -> None:
    script, steps = BORDERS[name]
    assert [row[-1] for row in cut(ridge, script)] == steps


@pytest.mark.parametrize(
    ("script", "left_out"),
    [
        (
            "roll north; phase north_fight; roll north; phase south_fight; roll south",
            ["south_move"],
        ),
        ("roll north; phase north_fight; roll north; phase north_move; roll north", []),
        ("roll north; phase north_fight; roll north; phase south_move; roll south", []),
        ("roll north; phase south_fight; roll south", ["north_fight", "south_move"]),
    ],
)
def test_phases_that_the_tracker_leaves_out(
    script: str, left_out: list[str], ridge: Workbench
) -> None:
    """A step back to the phase before leaves nothing out."""
    assert [phase for row in cut(ridge, script) for phase in row[3]] == left_out


# --- moves and order -----------------------------------------------------------------------------


@pytest.mark.parametrize("before", range(9))
def test_a_march_among_other_acts_of_the_wrong_phase(before: int, vales: Workbench) -> None:
    """It is suspect as one of the first three acts or of the last three: march, count, card."""
    log = vales.writer()
    log.phase("march")
    log.roll("red", "die", [1])
    log.phase("count")
    for number in range(9):
        ends = (
            ("track:4", "track:3") if (number - (number > before)) % 2 else ("track:3", "track:4")
        )
        if number == before:
            log.go("red", "army_red", "east", "north")
        else:
            log.go("red", "harvest_red", *ends)
    verdict = "illegal" if before in (3, 4, 5) else "suspect"
    assert laws(vales.judge(finished(log, "card")), "moves") == [("moves.wrong-phase", verdict)]


@pytest.mark.parametrize(
    ("acts", "ends", "expected"),
    [
        ("south foot_south 0307 0306; roll north", True, "illegal"),
        ("roll north; south foot_south 0307 0306", True, "suspect"),
        ("south foot_south 0307 0306", True, "illegal"),
        ("south foot_south 0307 0306", False, ""),
        ("south foot_south 0307 south_dead", True, ""),
        ("north foot_south 0307 0306", True, "illegal"),
        ("roll north; north foot_south 0307 0306", True, ""),
    ],
)
def test_a_piece_in_the_phase_of_the_other_side(
    acts: str, ends: bool, expected: str, ridge: Workbench
) -> None:
    """After dice it may have retreated; a log that ends may have gone on with its own phase."""
    log = play(ridge.writer(), f"north foot_north 0202 0203; {acts}; north foot_north 0302 0303")
    report = ridge.judge(finished(log, "north_fight") if ends else log)
    assert [verdict for _, verdict in laws(report, "order")] == ([expected] if expected else [])


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("each", "extra", "tested"), [(5, 0, True), (5, -1, False), (6, 0, True)])
def test_the_test_needs_five_expected_dice_for_each_result(
    each: int, extra: int, tested: bool, vales: Workbench
) -> None:
    results = [n for n in range(1, 7) for _ in range(each)][: 6 * each + extra]
    (row,) = dice_rows(vales.games, [Roll(1, "Red", "Die", tuple(results))])
    assert (row.chance is not None, row.chi_square is not None) == (tested, tested)
    assert row.mean == pytest.approx(sum(results) / len(results))


def test_results_at_the_ends_of_a_die(vales: Workbench) -> None:
    """A roll with a result that the die does not have is left out as a whole."""
    rolls = [Roll(n, "Red", "Die", dice) for n, dice in enumerate([(1, 6), (0, 3), (7, 3), (6,)])]
    (row,) = dice_rows(vales.games, rolls)
    assert row.counts == (1, 0, 0, 0, 0, 2)


# --- expressions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('attribute("harvest", "draw")', 0),
        ('min(rolled("die").filter(d, d > 6))', 0),
        ('max(rolled("die").filter(d, d > 6))', 0),
        ('sum(rolled("die").filter(d, d > 6))', 0),
        ('reach("east", 0)', []),
        ('reach("east", 2).size()', 3),
        ('adjacent("east", "east")', False),
        ('distance("east", "east")', 0),
        ('moved("army_red", "*", "north")', 1),
        ('moved("army_red", "*", "east")', 0),
        ('count("red force", "north")', 1),
        ('count("blue force", "north")', 0),
    ],
)
def test_values_at_the_edge(text: str, value: object, vales: Workbench) -> None:
    board = BoardFunctions(vales.games)
    example = read_example(
        "scenario start; side red; phase march; army_red from east to north; roll die 2 5",
        board.game,
    )
    assert board.value(board.compile(text), turn_scene(board.game, example)) == value
