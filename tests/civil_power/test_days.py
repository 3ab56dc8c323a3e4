"""I-2: game-turns, entries and results on the days after the first, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.declarations import Announcement
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_out_of_phase import PHASES


def evening(game: Game) -> tuple[Street, str, str]:
    """The last game-turn of the first day: a Line waits for the next, as does a Crowd."""
    street = Street(game, "i-2", "gas_morale")
    street.put("W-D7", "untrained_crowd")
    line, crowd = street.put("force_police", "line"), street.put("force_mob", "trained_crowd")
    street.begin({"day": 1, "turn": 16})
    for name in PHASES[1:]:
        street.phase(name)
    return street, line, crowd


def morning(street: Street) -> None:
    """The second day begins."""
    street.book("day")
    street.book("turn", -15)
    street.phase("gas_morale")


@pytest.mark.parametrize(
    ("piece", "cell", "turn", "clauses"),
    [
        ("line", "W-A5", 1, []),
        ("line", "W-H13", 1, ["S.I2.d"]),
        ("line", "W-A5", 2, ["S.I2.d"]),
        ("crowd", "W-H13", 2, []),
        ("crowd", "W-H13", 3, ["S.I2.c"]),
    ],
)
def test_entries_of_the_second_day(
    civil_power: Game, piece: str, cell: str, turn: int, clauses: list[str], reported: Reported
) -> None:
    street, line, crowd = evening(civil_power)
    morning(street)
    for _ in range(turn - 1):
        for name in PHASES[1:]:
            street.phase(name)
        street.book("turn")
        street.phase("gas_morale")
    side = "police" if piece == "line" else "mob"
    for name in PHASES[1:]:
        street.phase(name)
        if name == f"{side}_move":
            street.drag(line if side == "police" else crowd, cell)
    assert judged(street, reported) == clauses


def test_nobody_plays_on_in_the_evening(civil_power: Game, reported: Reported) -> None:
    street, line, _ = evening(civil_power)
    street.book("turn", 1)
    for name in PHASES:
        street.phase(name)
        if name == "police_move":
            street.drag(line, "W-A5")
    assert "2.3.f" in judged(street, reported)


def test_results_of_later_days_are_not_certain(civil_power: Game) -> None:
    """Losses of earlier days lie in the same boxes."""
    street, _, _ = evening(civil_power)
    street.record.from_start = True
    morning(street)
    for name in PHASES[1:]:
        street.phase(name)
    street.act("said", said=Announcement("", {"result": "police_decisive"}, {}))
    assert [one for one in street.clauses() if one.startswith(("7.", "S.I2.b"))] == []


@pytest.mark.parametrize(("day", "verdict"), [(1, "illegal"), (2, "suspect")])
def test_the_result_of_a_day_in_a_log_from_mid_game(
    civil_power: Game, day: int, verdict: str
) -> None:
    """On the first day nothing can have been lost before; a lost Line pays the Mob 5."""
    street = Street(civil_power, "i-2", "police_recovery")
    for cell in ("W-D6", "W-D7"):
        street.put(cell, "untrained_crowd")
    street.put("lost_police", "line")
    street.begin({"day": day, "turn": 16})
    street.act("said", said=Announcement("", {"result": "police_decisive"}, {}))
    assert len(street.issues(verdict)) == 1


def test_a_right_result_of_the_first_day(civil_power: Game) -> None:
    street = Street(civil_power, "i-2", "police_recovery")
    for cell in ("W-D6", "W-D7"):
        street.put(cell, "untrained_crowd")
    street.put("lost_police", "line")
    street.begin({"day": 1, "turn": 16})
    street.act("said", said=Announcement("", {"result": "mob_decisive"}, {}))
    assert street.report().findings == []
