"""The tables of the rulebook besides that of its clauses, such as `causes.csv`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def table(name: str) -> Mapping[str, Mapping[str, str]]:
    """The rows of a table by their first cells."""
    path = Path(__file__).parents[1] / f"{name}.csv"
    rows = csv.DictReader(path.read_text("utf-8").splitlines())
    return {next(iter(row.values())): row for row in rows}
