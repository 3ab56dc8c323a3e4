"""The rows of the kept sets: what a game is, what is true of it, and what the checker said.

The columns are documented in `README.md` beside this file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from modgen.vassal.archive import write_text

FOLDER = Path(__file__).parent / "games"
UNKNOWN = "?"
"""The mistake of a game of which nobody has written down what is wrong in it."""
CRASH = "crash"
"""What stands for the findings of a game on which the checker fails."""
DOUBT, APART = "?", "-"
"""Behind the clause of a suspect finding; before that of a finding that is not of the mistake."""


class Row(NamedTuple):
    """A game, and how it was judged. Numbers of text have the same order as in `README.md`."""

    name: str = ""
    seed: int = 0
    record: str = ""
    mistake: str = ""
    clauses: str = ""
    also: str = ""
    step: int = 0
    turns: int = 0
    accused: int = 0
    suspected: int = 0
    findings: str = ""

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What tells a game from the others of its set."""
        return self.name, self.seed, self.record, self.mistake

    @property
    def legal(self) -> bool:
        return not self.mistake

    @property
    def known(self) -> bool:
        """Whether it is known what is wrong in the game."""
        return self.mistake != UNKNOWN

    @property
    def marks(self) -> list[Mark]:
        """The findings; none if the checker failed."""
        if self.findings == CRASH:
            return []
        return [Mark.read(one, self.legal) for one in self.findings.split()]

    @property
    def mistakes(self) -> list[set[str]]:
        """The clauses of each mistake."""
        return [set(one.split()) for one in self.clauses.split(";")] if self.clauses else []


class Mark(NamedTuple):
    """A finding: its clause, whether it is certain, and whether it can be of the mistake."""

    clause: str
    certain: bool
    fits: bool

    @classmethod
    def read(cls, text: str, legal: bool = False) -> Mark:
        """A finding from its text; in a legal game there is no mistake that it could be of."""
        fits = not legal and not text.startswith(APART)
        return cls(text.strip(APART + DOUBT), not text.endswith(DOUBT), fits)

    def __str__(self) -> str:
        return ("" if self.fits else APART) + self.clause + ("" if self.certain else DOUBT)


class Score(NamedTuple):
    """The figures of a row, or the sums of many."""

    games: int = 0
    turns: int = 0
    """Turns of legal games."""
    accused: int = 0
    """Those that are called illegal."""
    suspected: int = 0
    mistakes: int = 0
    illegal: int = 0
    """Mistakes that are found and called illegal."""
    suspect: int = 0
    """Mistakes that are found and called suspect at most."""
    first: int = 0
    """Mistakes whose own clause is named first (of several in one game: is named)."""
    certain_right: int = 0
    """Findings called illegal that are of a mistake and name a clause of it."""
    certain_other: int = 0
    """Those that are of a mistake, or follow from it, and name another clause."""
    certain_false: int = 0
    """Those that are of no mistake."""
    doubt_right: int = 0
    doubt_other: int = 0
    doubt_false: int = 0

    def __add__(self, other: tuple[int, ...]) -> Score:  # type: ignore[override]
        return Score(*map(sum, zip(self, other, strict=True)))


def kinds(row: Row) -> list[int]:
    """For each finding, 0 if it is right, 1 if it names another clause, 2 if it is false."""
    right = {*row.also.split(), *(clause for one in row.mistakes for clause in one)}
    return [int(one.clause not in right) if one.fits else 2 for one in row.marks]


def score(row: Row) -> Score:
    """The figures of a row; of a game of which nothing is known, only that it is one."""
    if not row.known:
        return Score(1)
    marks, mistakes = row.marks, row.mistakes
    counts = [0] * 6
    for mark, kind in zip(marks, kinds(row), strict=True):
        counts[kind + (0 if mark.certain else 3)] += 1
    if row.legal:
        return Score(1, row.turns, row.accused, row.suspected, 0, 0, 0, 0, *counts)
    fitting = [mark for mark in marks if mark.fits]
    found = _found(fitting, mistakes)
    certain, doubtful, first = (sum(one[n] for one in found) for n in range(3))
    return Score(1, 0, 0, 0, len(mistakes), certain, doubtful, first, *counts)


def _found(marks: Sequence[Mark], mistakes: Sequence[set[str]]) -> list[tuple[bool, bool, bool]]:
    """Whether each mistake is found for certain, found with doubt, named by its own clause.

    One mistake is found by any finding; several are distinguished by their clauses.
    """
    if len(mistakes) == 1:
        certain = any(mark.certain for mark in marks)
        first = bool(marks) and marks[0].clause in mistakes[0]
        return [(certain, bool(marks) and not certain, first)]
    found = []
    for clauses in mistakes:
        own = [mark for mark in marks if mark.clause in clauses]
        certain = any(mark.certain for mark in own)
        found.append((certain, bool(own) and not certain, bool(own)))
    return found


def worse(before: Row, now: Row) -> str:
    """In what a row is judged worse than before; empty if in nothing.

    Of a game of which nothing is known every other finding counts as worse.
    """
    if now.findings == CRASH != before.findings:
        return CRASH
    if not before.known:
        return "" if before.findings == now.findings else "other findings"
    old, new = score(before), score(now)
    found = []
    if (new.accused, new.certain_false) > (old.accused, old.certain_false):
        found.append("accused more")
    if (new.suspected, new.doubt_false) > (old.suspected, old.doubt_false) and not (
        new.accused + new.certain_false < old.accused + old.certain_false
    ):
        found.append("suspected more")
    if new.illegal + new.suspect < old.illegal + old.suspect:
        found.append("missed")
    elif new.illegal < old.illegal:
        found.append("only suspect")
    if new.first < old.first:
        found.append("another clause first")
    return ", ".join(found)


# --- files ---------------------------------------------------------------------------------------


def path_of(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.csv"


def read(name: str) -> list[Row]:
    """The rows of a set; empty if the file does not exist yet."""
    path = path_of(name)
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Row(**{key: int(text) if key in NUMBERS else text for key, text in one.items()})
            for one in csv.DictReader(file)
        ]


NUMBERS = [key for key, value in Row._field_defaults.items() if isinstance(value, int)]


def write(name: str, rows: Iterable[Row]) -> None:
    """Write the rows of a set in the order of seeds and names."""
    found = sorted(rows, key=lambda row: (row.seed, row.name, row.record, row.mistake))
    lines = [Row._fields, *found]
    text = "".join(",".join(_cell(str(cell)) for cell in line) + "\n" for line in lines)
    write_text(path_of(name), text)


def _cell(text: str) -> str:
    quoted = '"' + text.replace('"', '""') + '"'
    return quoted if any(mark in text for mark in ',"\n') else text
