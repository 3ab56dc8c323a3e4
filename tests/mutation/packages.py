"""The packages of modgen and modgen_rules, their mutants and the tests that must notice them."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.mutation.mutants import Place, places

ROOT = Path(__file__).parents[2]
MODGEN = ROOT / "modgen"
RULES = ROOT / "rules" / "modgen_rules"
SOURCES = (MODGEN, RULES)
TESTS: dict[str, tuple[str, ...]] = {
    "cli": ("cli",),
    "compile": ("compile",),
    "draw": ("draw", "sheets", "compile"),
    "importing": ("importing",),
    "inspecting": ("inspecting",),
    "library": ("cli",),
    "log": ("log",),
    "model": ("model", "compile"),
    "refreshing": ("refreshing",),
    "saving": ("saving",),
    "serve": ("serve",),
    "sheets": ("sheets",),
    "unpacking": ("unpacking", "importing"),
    "vassal": ("vassal", "unpacking", "log"),
    "verify": ("verify",),
    "amigos_insurrectos": ("amigos_insurrectos", "amigos_reference"),
    "audit": ("audit",),
    "civil_power": ("civil_power", "civil_reference"),
    "engine": ("engine", "general", "tirad_pass", "junta_coup", "people_power", "api"),
    "general": ("general", "tirad_pass"),
    "junta_coup": ("junta_coup", "junta_reference"),
    "people_power": ("people_power", "people_power_reference", "engine"),
    "tirad_pass": ("tirad_pass",),
}
"""The folders of `tests` for each package, first those of modgen."""
MARKED = "whole or kept or not (slow or engine or browser)"
"""Which of their tests run."""


class Target(NamedTuple):
    """A mutant: the function that it is in (empty for the module) and its place there."""

    file: str
    function: str
    text: str
    place: Place
    which: int
    """The number of this mutant among those of its line with the same change, from 1."""
    key: str
    """A digest of the text of the function, or of the statement of the module."""

    @property
    def title(self) -> str:
        """The line of this mutant in the list of survivors, without the reason."""
        more = f" ({self.which})" if self.which > 1 else ""
        return f"{self.file} | {self.function} | {self.text} | {self.place.words}{more}"


class Span(NamedTuple):
    """A function and its lines; the name is that of the outermost function or method."""

    name: str
    first: int
    last: int


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_rules(package: str) -> bool:
    """Whether a package is one of modgen_rules."""
    return (RULES / package).is_dir()


def files_of(package: str) -> list[Path]:
    folder = RULES if is_rules(package) else MODGEN
    return sorted((folder / package).rglob("*.py"))


def file_of(path: Path) -> str:
    """The name of a source file: below modgen_rules, or beginning with `modgen/`."""
    return path.relative_to(RULES if path.is_relative_to(RULES) else ROOT).as_posix()


def path_of(file: str) -> Path:
    """The source file of a name."""
    return ROOT / file if file.startswith("modgen/") else RULES / file


def belongs(file: str, package: str) -> bool:
    """Whether a source file is one of a package."""
    return file.startswith(f"{package}/" if is_rules(package) else f"modgen/{package}/")


def judging(package: str) -> set[str]:
    """The files that a package's checker imports when it is loaded.

    The other files of a game's package play random games and make mistakes in them, for the tests
    and measures; their choices are tastes, not rules.
    """
    if not (RULES / package / "checker.py").exists():
        return {file_of(path) for path in files_of(package)}
    seen: set[str] = set()
    left = [f"{package}/checker.py"]
    while left:
        name = left.pop()
        if name not in seen and (RULES / name).exists():
            seen.add(name)
            left += _imports(RULES / name)
    return {name for name in seen if name.startswith(f"{package}/")}


def _imports(path: Path) -> list[str]:
    """The files of modgen_rules that a file's own statements import."""
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("modgen_rules."):
            stem = (node.module or "").partition(".")[2].replace(".", "/")
            inner = [f"{stem}/{one.name}.py" for one in node.names]
            found += [f"{stem}.py", f"{stem}/__init__.py", *inner]
    return found


def test_files(package: str) -> list[Path]:
    """The test modules of a package."""
    folders = [ROOT / "tests" / name for name in TESTS[package]]
    found = [path for folder in folders for path in folder.glob("test_*.py")]
    games = sorted(TESTS) if package == "engine" else [package]
    for name, folder in product(games, ("whole_reports", "kept")):
        path = ROOT / "tests" / folder / f"test_{name}.py"
        found += [path] if path.exists() else []
    return sorted(found)


def spans(tree: ast.AST, prefix: str = "") -> Iterator[Span]:
    """The functions of a module and the methods of its classes, with their decorators."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            yield Span(prefix + node.name, first, node.end_lineno or node.lineno)
        elif isinstance(node, ast.ClassDef):
            yield from spans(node, f"{prefix}{node.name}.")
        else:
            yield from spans(node, prefix)


def span_of(found: list[Span], line: int) -> Span | None:
    return next((one for one in found if one.first <= line <= one.last), None)


def targets(package: str, taken_out: bool = False) -> list[Target]:
    """All mutants of a package, in the order of the text; `taken_out`: the removals instead."""
    found = []
    for path in files_of(package):
        source = path.read_text("utf-8")
        lines, tree = source.splitlines(), ast.parse(source)
        functions, counted = list(spans(tree)), Counter[tuple[int, str]]()
        name = file_of(path)
        for place in places(tree, taken_out):
            inside = span_of(functions, place.line) or _statement(tree, place.line)
            counted[place.line, place.words] += 1
            found.append(
                Target(
                    name,
                    inside.name,
                    lines[place.line - 1].strip() if place.line else "",
                    place,
                    counted[place.line, place.words],
                    digest("\n".join(lines[inside.first - 1 : inside.last])),
                )
            )
    return found


def _statement(tree: ast.AST, line: int) -> Span:
    """The statement of a module or class around a line; it has no name."""
    found = Span("", line, line)
    for node in ast.iter_child_nodes(tree):
        last = getattr(node, "end_lineno", None)
        if last is not None and node.lineno <= line <= last:  # type: ignore[attr-defined]
            inner = isinstance(node, ast.ClassDef)
            return _statement(node, line) if inner else Span("", node.lineno, last)
    return found
