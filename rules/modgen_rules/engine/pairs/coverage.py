"""What is known of each clause: reported by a test, modelled by the code, or not observable."""

from __future__ import annotations

import ast
import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from modgen_rules.engine.pairs.pairs import Pair, read_pairs
from modgen_rules.engine.reports.clauses import (
    CONSEQUENCES,
    FILE,
    QUESTIONS,
    ClauseError,
    ClauseTable,
)

REPORTED = "reported.json"
"""The file of a rulebook with the tests in which each clause was the finding."""
State = Literal["reported", "modelled", "not observable"]


class ClauseCoverage(NamedTuple):
    """The state of a clause.

    `reported`: the code can report it, and a pair shows that it is the finding; in a rulebook
    without pairs another test does. `modelled`: the procedure of the rules follows it, so that a
    breach finds no legal action, but nothing shows it as the finding. `not observable`: no log
    shows a breach, or another clause tells of it; the clause says why.
    """

    state: State
    code: list[str]
    """The functions and tables that name the clause, as `module.name`."""
    tests: list[str]
    """The tests in which the clause was the finding."""
    pairs: tuple[Pair, ...] = ()
    """Acts that keep the clause, and look-alikes that break it."""

    @property
    def paired(self) -> bool:
        """Whether a pair shows that the breach is reported by this clause."""
        return any(pair.shows for pair in self.pairs)


def coverage(
    folder: Path, clauses: ClauseTable, game: Path | None = None
) -> dict[str, ClauseCoverage]:
    """The state of every clause of the rulebook in a folder, by number.

    The pairs are in the folder `game`, if they are those of a rulebook that asks for the laws of
    this one.
    """
    code, tests = cited(folder, clauses), reported(folder)
    pairs: dict[str, list[Pair]] = defaultdict(list)
    for pair in read_pairs(game or folder):
        pairs[pair.clause].append(pair)
    found = {}
    by_test = not pairs
    for clause in clauses.clauses:
        where, by = code.get(clause.number, []), tests.get(clause.number, [])
        state: State = "not observable" if clause.cannot else "modelled"
        if clause.proof:
            by = [clause.proof]
        mine = tuple(pairs[clause.number])
        shown = clause.proof or (by and by_test) or any(pair.shows for pair in mine)
        if shown and (where or clause.proof):
            state = "reported"
        found[clause.number] = ClauseCoverage(state, where, by, mine)
    return found


def reported(folder: Path) -> Mapping[str, list[str]]:
    """The tests in which each clause was the finding; the tests themselves write the file."""
    path = folder / REPORTED
    if not path.exists():
        return {}
    tests: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    return tests


def cited(folder: Path, clauses: ClauseTable) -> Mapping[str, list[str]]:
    """For each clause the functions and tables with its number as a text of its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in _code(folder):
        for name, literals in _texts(path, path.stat().st_mtime_ns):
            for number in literals:
                if number in clauses.by_number:
                    found[number].append(f"{path.stem}.{name}")
    return found


@cache
def _texts(path: Path, changed: int) -> list[tuple[str, list[str]]]:
    """The functions, methods and tables of a file, or its rows, each with its different texts."""
    if path.suffix == ".csv":
        return [(row[0], row) for row in csv.reader(_text(path).splitlines()) if row]
    tree = ast.parse(_text(path))
    return [(name, list(dict.fromkeys(_literals(node)))) for name, node in _parts(tree)]


def unknown(folder: Path, clauses: ClauseTable) -> list[str]:
    """Literals in the code that look like the number of a clause that does not exist."""
    sections = {clause.section for clause in clauses.clauses}
    wrong = []
    for path in _code(folder):
        if path.suffix == ".csv":
            rows = _texts(path, path.stat().st_mtime_ns)
            numbers = [cell for _, row in rows for cell in row]
        else:
            numbers = _literals(ast.parse(_text(path)))
        for number in numbers:
            head, _, tail = number.rpartition(".")
            if head in sections and tail.isalpha() and number not in clauses.by_number:
                wrong.append(f"{path.name}: {number}")
    return wrong


def _text(path: Path) -> str:
    """The text of a file of a rulebook. Raises ClauseError."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise ClauseError(f"{path} is not UTF-8 text; save it as UTF-8") from problem


def _code(folder: Path) -> list[Path]:
    """The files of a rulebook's code and its tables, without its tests and clauses."""
    others = (FILE, QUESTIONS, CONSEQUENCES)
    found = (path for end in ("py", "csv") for path in folder.rglob(f"*.{end}"))
    return sorted(one for one in found if not one.name.startswith(("test_", *others)))


def _parts(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The functions, methods and tables of a module by name."""
    for part in tree.body:
        if isinstance(part, ast.FunctionDef):
            yield part.name, part
        elif isinstance(part, ast.ClassDef):
            methods = [one for one in part.body if isinstance(one, ast.FunctionDef)]
            yield from ((f"{part.name}.{one.name}", one) for one in methods)
        elif isinstance(part, ast.Assign | ast.AnnAssign):
            target = part.targets[0] if isinstance(part, ast.Assign) else part.target
            yield target.id if isinstance(target, ast.Name) else "table", part


def _literals(node: ast.AST) -> list[str]:
    """Every text in the code, except docstrings (which are never the number alone)."""
    return [
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
