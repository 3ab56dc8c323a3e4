"""The table of dice and its test, against published values."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from modgen.log.dice import Roll
from modgen_rules.engine.reports.findings import Report
from modgen_rules.engine.reports.reports import as_json, as_text
from modgen_rules.general.dice import FEWEST, chi_square, dice_rows, upper_tail
from tests.general.workbench import Workbench

TABLE = {
    (1, 3.841): 0.05,
    (2, 5.991): 0.05,
    (5, 11.070): 0.05,
    (5, 15.086): 0.01,
    (5, 20.515): 0.001,
    (5, 4.351): 0.5,
    (5, 1.145): 0.95,
    (9, 16.919): 0.05,
    (19, 30.144): 0.05,
    (99, 123.225): 0.05,
}
"""Critical values of chi-square, as statistical tables print them, by degrees of freedom."""


@pytest.mark.parametrize(("point", "chance"), TABLE.items())
def test_the_p_value_of_printed_tables(point: tuple[int, float], chance: float) -> None:
    freedom, value = point
    assert upper_tail(value, freedom) == pytest.approx(chance, rel=2e-3)


def test_both_ways_of_computing_agree_where_they_meet() -> None:
    for freedom in (1, 2, 5, 11, 19):
        below, above = (upper_tail(freedom + 2 + step, freedom) for step in (-1e-9, 1e-9))
        assert below == pytest.approx(above, rel=1e-7)
    assert upper_tail(0, 5) == 1
    assert 0 <= upper_tail(1e6, 5) < 1e-12


def test_chi_square() -> None:
    assert chi_square((10, 10, 10)) == 0
    assert chi_square((5, 8, 9, 8, 10, 20)) == pytest.approx(13.4)


@pytest.mark.long
def test_fair_dice_are_rarely_unusual(vales: Workbench) -> None:
    chance = random.Random(3)
    values = []
    for _ in range(300):
        rolls = [Roll(n, "Red", "Die", (chance.randint(1, 6),)) for n in range(120)]
        (row,) = dice_rows(vales.games, rolls)
        assert row.chance is not None
        values.append(row.chance)
    assert sum(value < 0.05 for value in values) / len(values) == pytest.approx(0.05, abs=0.04)
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.06)


def test_loaded_dice(vales: Workbench) -> None:
    results = [6] * 40 + [1, 2, 3, 4, 5] * 8
    (row,) = dice_rows(vales.games, [Roll(1, "Red", "Die", tuple(results))])
    assert row.counts == (8, 8, 8, 8, 8, 40)
    assert row.chance is not None
    assert row.chance < 1e-6
    assert "proves nothing" in row.told


def test_few_dice_and_unknown_dice(vales: Workbench) -> None:
    rolls = [Roll(1, "Red", "Die", (3,)), Roll(2, "Red", "Die", (7,)), Roll(3, "Red", "Coin", (1,))]
    (row,) = dice_rows(vales.games, rolls)
    assert (row.counts, row.chance) == ((0, 0, 1, 0, 0, 0), None)
    assert f"{FEWEST * 6} are needed" in row.told


def test_the_table_in_a_report(vales: Workbench) -> None:
    log = vales.writer()
    chance = random.Random(1)
    seen: Counter[int] = Counter()
    for _ in range(40):
        result = chance.randint(1, 6)
        seen[result] += 1
        log.roll("red", "die", [result])
    log.roll("blue", "die", [5])
    report = Report([vales.judge(log)])
    text = as_text(report)
    told = "  ".join(f"{n}: {seen[n]}" for n in range(1, 7))
    assert f"Red (Red), Die: {told}; mean" in text
    assert "1 dice are too few" not in text
    rows = json.loads(as_json(report))["games"][0]["dice"]
    assert [row["who"] for row in rows] == ["Red (Red)", "Blue (Blue)"]
    assert rows[1]["chance"] is None
