"""Which code checks which clause: read from the rulebook's own source, never kept by hand."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from modgen_rules.engine.clauses import ClauseTable

NUMBER = r"(?:S|\d+)(?:\.\d+)*(?:\.[a-z])?"
HEAD = re.compile(rf"({NUMBER}(?:, {NUMBER})*):")
"""How a docstring names the sections, or the clauses, that its function carries out."""


def cited(folder: Path, clauses: ClauseTable) -> Mapping[str, list[str]]:
    """For each clause the functions and tables in which its number stands, as `module.name`."""
    known = clauses.by_number
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for part in tree.body:
            for name, node in _parts(part):
                place = f"{path.stem}.{name}"
                for number in dict.fromkeys([*_numbers(node), *_documented(node, clauses)]):
                    if number in known:
                        found[number].append(place)
    return found


def _documented(node: ast.AST, clauses: ClauseTable) -> list[str]:
    """The clauses of the sections with which a function's docstring begins: `3.4.1: ...`.

    Such a function is the procedure of its section: a log that departs from it finds no way.
    """
    if not isinstance(node, ast.FunctionDef):
        return []
    begin = HEAD.match(ast.get_docstring(node) or "")
    sections = begin[1].split(", ") if begin else []
    return [
        one.number for one in clauses.clauses if one.number in sections or one.section in sections
    ]


def unknown(folder: Path, clauses: ClauseTable) -> list[str]:
    """Numbers that stand in the code like a clause's and are none."""
    sections = {clause.section for clause in clauses.clauses}
    wrong = []
    for path in sorted(folder.glob("*.py")):
        for number in _numbers(ast.parse(path.read_text("utf-8"))):
            head, _, tail = number.rpartition(".")
            if head in sections and tail.isalpha() and number not in clauses.by_number:
                wrong.append(f"{path.name}: {number}")
    return wrong


def _parts(part: ast.stmt) -> list[tuple[str, ast.AST]]:
    if isinstance(part, ast.FunctionDef):
        return [(part.name, part)]
    if isinstance(part, ast.ClassDef):
        return [
            (f"{part.name}.{one.name}", one)
            for one in part.body
            if isinstance(one, ast.FunctionDef)
        ]
    if isinstance(part, ast.Assign | ast.AnnAssign):
        target = part.targets[0] if isinstance(part, ast.Assign) else part.target
        return [(target.id if isinstance(target, ast.Name) else "table", part)]
    return []


def _numbers(node: ast.AST) -> list[str]:
    return [
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def exercised(folder: Path) -> Mapping[str, Mapping[str, list[str]]]:
    """Which tests try a clause: `exercised.json`, which the tests themselves write and compare."""
    try:
        text = folder.joinpath("exercised.json").read_text("utf-8")
    except FileNotFoundError:
        return {}
    found: dict[str, dict[str, list[str]]] = json.loads(text)
    return found
