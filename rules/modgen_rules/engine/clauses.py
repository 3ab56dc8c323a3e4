"""A rulebook's clauses: their numbers, stable codes, our own words for them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import NamedTuple, cast

from modgen_rules.engine.findings import Severity


class Clause(NamedTuple):
    """A numbered clause. `number` is the rulebook's with a letter: `3.2.2.c`."""

    number: str
    code: str
    """`PP-3.2.2-protest-origin`; never changes."""
    rule: str
    kind: str
    severity: Severity
    why: str
    shown: str
    """What a log must show for it to be checked."""
    legal: str
    illegal: str
    cannot: str
    """Why a log cannot show a breach; empty when it can."""

    @property
    def section(self) -> str:
        """The rulebook's own number: `3.2.2` of `3.2.2.c`."""
        head, _, tail = self.number.rpartition(".")
        return head if head and tail.isalpha() else self.number


@dataclass(frozen=True)
class ClauseTable:
    """All clauses of a game."""

    prefix: str
    clauses: tuple[Clause, ...]

    @cached_property
    def by_number(self) -> Mapping[str, Clause]:
        """Clauses by their number."""
        return {clause.number: clause for clause in self.clauses}

    def __getitem__(self, number: str) -> Clause:
        return self.by_number[number]

    def matching(self, text: str) -> Iterator[Clause]:
        """Clauses by code, by number, or by the start of either: `PP-3.2.2`, `3.2`, `PP-3`."""
        wanted = text.removeprefix(f"{self.prefix}-")
        for clause in self.clauses:
            bare = clause.code.removeprefix(f"{self.prefix}-")
            number = clause.number
            if (
                wanted in (bare, number)
                or number.startswith(wanted + ".")
                or bare.startswith(wanted + "-")
            ):
                yield clause


def read_clauses(package: str, prefix: str) -> ClauseTable:
    """The table `clauses.csv` of a rulebook's package."""
    text = files(package).joinpath("clauses.csv").read_text("utf-8")
    found = []
    for row in csv.DictReader(text.splitlines()):
        head, _, tail = row["clause"].rpartition(".")
        section = head if head and tail.isalpha() else row["clause"]
        found.append(
            Clause(
                row["clause"], f"{prefix}-{section}-{row['slug']}", row["rule"], row["kind"],
                cast("Severity", row["severity"]), row["why"], row["shown"], row["legal"],
                row["illegal"], row["cannot"],
            )
        )  # fmt: skip
    return ClauseTable(prefix, tuple(found))
