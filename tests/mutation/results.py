"""What earlier runs found out, the accepted survivors, and the summary."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from tests.mutation.packages import ROOT, Target, digest, test_files

KNOWN = Path(__file__).with_name("survivors.txt")
"""Mutants that may survive: `file | function | text of the line | change | reason`."""
Z = 1.96
"""The quantile of the normal distribution for 95 %."""


class Outcome(NamedTuple):
    """What happened to a mutant: the test that noticed it, or "" if it survived."""

    title: str
    key: str
    """The digest of the function's text."""
    test: str
    tests: str
    """The digest of the text of the module of that test, or of all tests if it survived."""
    line: int


class Results:
    """Outcomes in a file, to which each run adds; the last line about a mutant counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[str, Outcome] = {}
        self.texts: dict[str, str] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                row = Outcome(**json.loads(line))
                self.rows[row.title] = row

    def outcome(self, target: Target, package: str) -> Outcome | None:
        """What is known about a mutant, if neither the function nor the tests have changed."""
        row = self.rows.get(target.title)
        if not row or row.key != target.key or row.tests != self._text(row.test, package):
            return None
        return row

    def add(self, target: Target, package: str, test: str) -> Outcome:
        text = self._text(test, package)
        row = Outcome(target.title, target.key, test, text, target.place.line)
        self.rows[row.title] = row
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row._asdict()) + "\n")
        return row

    def _text(self, test: str, package: str) -> str:
        """The digest of the module of a test, or of all test modules of a package."""
        name = test.partition("::")[0] if "::" in test else package
        if name not in self.texts:
            path = ROOT / name
            paths = [path] if path.is_file() else test_files(package)
            self.texts[name] = digest("".join(one.read_text("utf-8") for one in paths))
        return self.texts[name]


def known() -> dict[str, str]:
    """The survivors that are accepted, with the reason."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.exists() else []
    rows = [line.rpartition(" | ") for line in lines if line and not line.startswith("#")]
    return {title: reason for title, _, reason in rows}


def interval(part: int, whole: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if not whole:
        return 0.0, 1.0
    share, z = part / whole, Z * Z
    middle = share + z / (2 * whole)
    reach = Z * sqrt(share * (1 - share) / whole + z / (4 * whole * whole))
    return max(0.0, (middle - reach) / (1 + z / whole)), (middle + reach) / (1 + z / whole)


class Count(NamedTuple):
    """The outcomes of one package, or of all."""

    name: str
    mutants: int
    tried: int
    survivors: int
    explained: int

    def __str__(self) -> str:
        low, high = interval(self.survivors, self.tried)
        share = self.survivors / max(1, self.tried)
        return (
            f"{self.name:<20} {self.mutants:>7} {self.tried:>7} {self.tried - self.survivors:>8} "
            f"{self.survivors:>9} {self.explained:>9}  {share:>6.1%} ({low:.1%}-{high:.1%})"
        )


def summary(counts: Iterable[Count]) -> str:
    """A table by package, with a last row of all."""
    rows = list(counts)
    head = (
        f"{'package':<20} {'mutants':>7} {'tried':>7} {'noticed':>8} {'survived':>9} "
        f"{'explained':>9}  survived (95 % Wilson)"
    )
    if len(rows) > 1:
        rows.append(Count("all", *(sum(row[n] for row in rows) for n in range(1, 5))))
    return "\n".join([head, *map(str, rows)])
