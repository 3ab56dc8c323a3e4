"""Combat results tables: the entry for a strength and an adjusted die."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from modgen.model.game import Game
from modgen.model.loading.problems import Check, Problem
from modgen.model.types.scenario import Chart


def entry(chart: Chart, strength: int, die: int) -> str:
    """What a table says. Below its first column or row the first counts, above its last the last.

    Raises ValueError for a chart without `results`.
    """
    if chart.results is None:
        raise ValueError(f"the chart `{chart.id}` is no table of results")
    column = max(bisect_right(chart.results.columns_from, strength), 1)
    row = max(bisect_right(chart.results.rows_from, die), 1)
    return chart.rows[row - 1][column]


def results_tables(game: Game) -> Iterator[Problem]:
    """Tables of results have a lowest strength for each column and a lowest die for each row."""
    for chart in game.charts:
        if chart.results is None:
            continue
        for name, lowest, count in (
            ("columns_from", chart.results.columns_from, len(chart.columns) - 1),
            ("rows_from", chart.results.rows_from, len(chart.rows)),
        ):
            at = ("results", name)
            if lowest != sorted(set(lowest)):
                yield Problem(chart, at, f"the numbers of `{name}` do not rise")
            if len(lowest) != count:
                yield Problem(chart, at, f"`{name}` has {len(lowest)} numbers; it needs {count}")
        for number, row in enumerate(chart.rows):
            if len(row) != len(chart.columns):
                wanted = f"the table has {len(chart.columns)} columns"
                yield Problem(chart, ("rows", number), f"this row has {len(row)} entries; {wanted}")


CHECKS: tuple[Check, ...] = (results_tables,)
