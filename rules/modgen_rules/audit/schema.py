"""The tables of the results database, from `schema.csv`: SQL and documentation come from it.

A row of the CSV without a column says what a row of its table is. No column depends on the order,
the time or the machine of a run, except those of `runs` and `work`: the same files give the same
rows.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

SCHEMA = 1
"""The version of the schema. A database of another version is refused."""


class Column(NamedTuple):
    """A column: its name, its type in DuckDB, and what it holds."""

    name: str
    type: str
    anonymous: str = ""
    """In a database without names it is `kept`, has them replaced (`scrubbed`), or is `dropped`."""
    text: str = ""


class Table(NamedTuple):
    """A table and what one of its rows is."""

    name: str
    text: str
    columns: tuple[Column, ...]

    @property
    def sql(self) -> str:
        """The statement that creates the table."""
        columns = ", ".join(f'"{one.name}" {one.type}' for one in self.columns)
        return f"CREATE TABLE IF NOT EXISTS {self.name} ({columns})"


def _tables() -> tuple[Table, ...]:
    texts: dict[str, str] = {}
    columns: dict[str, list[Column]] = {}
    text = files("modgen_rules.audit").joinpath("schema.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        if row["column"]:
            columns[row.pop("table")].append(Column(row.pop("column"), **row))
        else:
            texts[row["table"]], columns[row["table"]] = row["text"], []
    return tuple(Table(name, text, tuple(columns[name])) for name, text in texts.items())


TABLES = _tables()
FILES, GAMES, LOGS, PLAYERS, TURNS, FINDINGS, DICE, MOVES, WORK, RUNS = TABLES
OF_GAME = (LOGS, PLAYERS, TURNS, FINDINGS, DICE, MOVES)
"""The tables with rows of a game, besides `games`."""


def documented() -> str:
    """The tables as Markdown, for `docs/audit.md`."""
    parts = []
    for table in TABLES:
        rows = "\n".join(f"| `{c.name}` | {c.type} | {c.text} |" for c in table.columns)
        parts.append(f"### {table.name}\n\n{table.text}\n\n| column | type | |\n|--|--|--|\n{rows}")
    return "\n\n".join(parts) + "\n"
