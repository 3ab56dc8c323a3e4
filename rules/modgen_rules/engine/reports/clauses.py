"""The clauses of a rulebook: their numbers, stable codes and sentences, from `clauses.csv`.

Columns: `clause` (the rulebook's number with a letter, `3.2.2.c`), `slug` (the end of the code),
`rule`, `kind`, `severity`, `why`, `shown`, `legal`, `illegal`, `cannot`, and optionally `ruling`:
`soft people-power.md#heading` or `firm people-power.md#heading`, a heading of `docs/rulings`, and
`needs`: words of `NEEDS`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple, cast

from modgen.errors import ModgenError
from modgen_rules.engine.reading import prices
from modgen_rules.engine.record.told_dice import NUMBER, RESULT
from modgen_rules.engine.reports.findings import Severity

FILE, QUESTIONS, CONSEQUENCES = "clauses.csv", "questions.csv", "consequences.csv"
COLUMNS = (
    "clause",
    "slug",
    "rule",
    "kind",
    "severity",
    "why",
    "shown",
    "legal",
    "illegal",
    "cannot",
)
DICE, TRACKER, TURN = "dice", "tracker", "turn"
SEVERITIES = ("error", "warning", "info")
NEEDS = {
    DICE: prices.MIXED,
    NUMBER: prices.MIXED,
    RESULT: prices.MIXED,
    TURN: prices.BEGUN,
    "phase": prices.BEGUN,
    "fight": prices.BEGUN,
    "before": prices.BEGUN,
    "rest": prices.ENDS,
    TRACKER: prices.PHASE_FAR,
}
"""What a judgement of a clause needs to see, with the price of the lapse by which a log lacks it.

The dice that were rolled; how many they were, or what they brought, which is not judged at all
where players tell their dice in chat (the number is if they tell it, too); the beginning of the
turn (`turn:9`: of the ninth alone), of the phase or of the fight; what was done just before; the
rest of what is done as the log ends; a tracker that is stepped in time, `tracker:fire` to such a
phase.
"""
Within = Literal["anywhere", "part", "turn", "next", "game", "side"]
"""Where a consequence lies: `anywhere` in the same part of a turn; at the same place, if both
findings name one, in the same `part`, the same `turn`, or that or the `next` turn; at the same
place and by the same side in any later turn (`game`); anywhere later, by the same `side`."""
WITHIN: tuple[Within, ...] = ("anywhere", "part", "turn", "next", "game", "side")


STATES = ("invariant", "position")
"""The kinds of clauses about positions."""


class ClauseError(ModgenError, ValueError):
    """A `clauses.csv` that cannot be read; the message names the line."""


class Clause(NamedTuple):
    """A numbered clause of a rulebook."""

    number: str
    """The rulebook's number with a letter: `3.2.2.c`."""
    code: str
    """The stable code, `PP-3.2.2-protest-origin`; it never changes."""
    rule: str
    """The rule as a sentence."""
    kind: str
    severity: Severity
    why: str
    """The reason for the rule."""
    shown: str
    """What a log must show for the clause to be checked."""
    legal: str
    illegal: str
    cannot: str
    """Why no log can show a breach; empty when a log can."""
    soft: bool = False
    """Whether players may reasonably read the clause otherwise: then a breach is not illegal."""
    ruling: str = ""
    """The ruling about the clause: a file of `docs/rulings` and a heading."""
    needs: tuple[str, ...] = ()
    """What a judgement needs to see, in words of `NEEDS`: a breach is in doubt without it."""
    proof: str = ""
    """Where examples show that a breach is reported, for a clause without code of its own."""

    @property
    def state(self) -> bool:
        """Whether the clause is about a position, whatever led to it."""
        return self.kind in STATES

    @property
    def section(self) -> str:
        """The rulebook's own number: `3.2.2` of `3.2.2.c`."""
        return section_of(self.number)


class Consequence(NamedTuple):
    """A clause that may be broken because others were: a row of `consequences.csv`."""

    follows: tuple[str, ...]
    """The numbers of the others, or how they begin: `8.1` for all of its clauses."""
    within: Within

    def of(self, number: str) -> bool:
        """Whether a breach of a clause may have led to it."""
        return any(number == one or number.startswith(f"{one}.") for one in self.follows)


def section_of(number: str) -> str:
    """The rulebook's own number: `3.2.2` of `3.2.2.c`, `moves` of `moves.too-far`."""
    head, _, tail = number.rpartition(".")
    return head if head and tail.replace("-", "").isalpha() else number


@dataclass(frozen=True)
class ClauseTable:
    """All clauses of a rulebook. `prefix` begins every code, such as `PP`."""

    prefix: str
    clauses: tuple[Clause, ...]
    questions: Mapping[str, str] = field(default_factory=dict)
    """Maps the heading of a ruling to the question with which the players decide."""
    consequences: Mapping[str, tuple[Consequence, ...]] = field(default_factory=dict)
    """What may follow from other breaches, by the number of its clause."""

    @cached_property
    def by_number(self) -> Mapping[str, Clause]:
        """The clauses by their number."""
        return {clause.number: clause for clause in self.clauses}

    def __getitem__(self, number: str) -> Clause:
        return self.by_number[number]

    def matching(self, text: str) -> Iterator[Clause]:
        """Clauses by code, by number, or by the beginning of either: `PP-3.2.2`, `3.2`, `PP-3`."""
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


def read_clauses(folder: Path, prefix: str) -> ClauseTable:
    """The table `clauses.csv` of a rulebook's folder. Raises ClauseError."""
    path = folder / FILE
    if not path.is_file():
        raise ClauseError(f"{path} cannot be read; a rulebook needs a table of clauses")
    clauses: dict[str, Clause] = {}
    for line, row in _table(path, COLUMNS):
        clause = _clause(row, prefix, f"{path}:{line}")
        if clause.number in clauses:
            raise ClauseError(f"{path}:{line}: {clause.number} is duplicated")
        clauses[clause.number] = clause
    questions = {
        row["ruling"]: row["question"]
        for _, row in _table(folder / QUESTIONS, ("ruling", "question"))
        if row["ruling"] and row["question"]
    }
    return ClauseTable(prefix, tuple(clauses.values()), questions, consequences(folder))


def consequences(folder: Path) -> Mapping[str, tuple[Consequence, ...]]:
    """The table `consequences.csv` of a rulebook's folder, if there is one. Raises ClauseError."""
    found: dict[str, tuple[Consequence, ...]] = {}
    path = folder / CONSEQUENCES
    for line, row in _table(path, ("clause", "follows", "within")):
        if row["within"] not in WITHIN:
            raise ClauseError(f"{path}:{line}: `within` is not one of {', '.join(WITHIN)}")
        one = Consequence(tuple(row["follows"].split()), row["within"])
        found[row["clause"]] = (*found.get(row["clause"], ()), one)
    return found


def _table(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table, with their lines; none if there is no such file. Raises ClauseError."""
    try:
        rows = csv.DictReader(path.read_text("utf-8").splitlines())
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as problem:
        raise ClauseError(f"{path} cannot be read: {problem}") from problem
    if missing := [name for name in columns if name not in (rows.fieldnames or ())]:
        raise ClauseError(f"{path}:1: the column `{missing[0]}` is missing")
    for row in rows:
        yield rows.line_num, {key: value or "" for key, value in row.items() if key}


def _is_need(text: str) -> bool:
    """Whether a text is one of the words of `needs`.

    That of the tracker names a phase; that of the turn may have a number.
    """
    word, mark, name = text.partition(":")
    if word == TRACKER:
        return bool(name)
    return word in NEEDS and (not mark or (word == TURN and name.isdigit()))


def _clause(row: Mapping[str, str], prefix: str, where: str) -> Clause:
    cells = {name: row.get(name, "").strip() for name in (*COLUMNS, "ruling", "needs")}
    if not cells["clause"] or not cells["slug"]:
        raise ClauseError(f"{where}: a clause needs a number and a slug")
    if cells["severity"] not in SEVERITIES:
        raise ClauseError(
            f"{where}: the severity `{cells['severity']}` is not one of {', '.join(SEVERITIES)}"
        )
    firmness, _, ruling = cells["ruling"].partition(" ")
    if firmness not in ("", "soft", "firm"):
        raise ClauseError(f"{where}: a ruling is `soft FILE#HEADING` or `firm FILE#HEADING`")
    needs = tuple(cells["needs"].split())
    if unknown := [one for one in needs if not _is_need(one)]:
        words = ", ".join(f"{one}:PHASE" if one == TRACKER else one for one in NEEDS)
        raise ClauseError(f"{where}: `{unknown[0]}` is none of {words}")
    return Clause(
        cells["clause"],
        f"{prefix}-{section_of(cells['clause'])}-{cells['slug']}",
        cells["rule"],
        cells["kind"],
        cast("Severity", cells["severity"]),
        cells["why"],
        cells["shown"],
        cells["legal"],
        cells["illegal"],
        cells["cannot"],
        firmness == "soft",
        ruling.strip(),
        needs,
    )
