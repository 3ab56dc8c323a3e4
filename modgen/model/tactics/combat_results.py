"""Combat results tables: the entry for a strength and an adjusted die."""

from __future__ import annotations

from bisect import bisect_right

from modgen.model.types.scenario import Chart


def entry(chart: Chart, strength: int, die: int) -> str:
    """The entry of a results table. Values beyond its ends use the first or last column or row.

    Raises ValueError for a chart without `results`.
    """
    if chart.results is None:
        raise ValueError(f"the chart `{chart.id}` is not a table of results")
    column = max(bisect_right(chart.results.columns_from, strength), 1)
    row = max(bisect_right(chart.results.rows_from, die), 1)
    return chart.rows[row - 1][column]
