"""Which test runs which line of modgen_rules: measured once for each text of a test module.

The lines are kept by function and place in it, so that they stay true when another function of the
file changes.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.mutation.packages import (
    MARKED,
    ROOT,
    SOURCES,
    Target,
    digest,
    span_of,
    spans,
    test_files,
)

QUIET = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", MARKED]
"""How the tests run, with and without a mistake."""
MOST_TESTS = 500
"""The most tests that run for a mutant, of those that run its line."""
MOST_SECONDS = 30.0
"""The most CPU seconds of tests that run for a mutant; the fastest test always runs."""


class Watch:
    """A plugin that notes for each test the CPU seconds and, by file, the lines that it runs."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(
            data_file=None, source=[str(SOURCES)], config_file=False, messages=False
        )

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.start()
        self.coverage.switch_context(item.nodeid)
        yield
        self.coverage.stop()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        began = time.process_time()
        yield
        self.seconds[item.nodeid] = round(time.process_time() - began, 4)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def found(self) -> dict[str, Any]:
        """For each test module: its text's digest and those of its tests that pass."""
        lines = self._lines()
        for test in sorted(self.failed):
            self.seconds.pop(test, None)
            print(f"{test} fails without any mutant and is left out.")
        made: dict[str, Any] = {}
        for test, seconds in self.seconds.items():
            file = test.partition("::")[0]
            row = made.setdefault(file, {"text": _text(ROOT / file), "tests": {}})
            row["tests"][test] = {"seconds": seconds, "lines": lines.get(test, {})}
        return made

    def _lines(self) -> dict[str, dict[str, dict[str, str]]]:
        """By test, file and function: the lines of the function, as the bits of a number."""
        data = self.coverage.get_data()
        found: dict[str, Any] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
        for path in data.measured_files():
            name = Path(path).relative_to(SOURCES).as_posix()
            functions = list(spans(ast.parse(Path(path).read_text("utf-8"))))
            for line, tests in data.contexts_by_lineno(path).items():
                span = span_of(functions, line)
                for test in tests:
                    function, first = (span.name, span.first) if span else ("", 0)
                    found[test][name][function] |= 1 << (line - first)
        return {
            test: {name: {f: hex(bits) for f, bits in own.items()} for name, own in files.items()}
            for test, files in found.items()
        }


class Chooser:
    """Finds the tests that may notice a mutant of a package."""

    def __init__(self, package: str, folder: Path, fresh: bool = False) -> None:
        rows = measured(package, folder / f"{package}.json", fresh)
        self.seconds: dict[str, float] = {}
        self.lines: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for row in rows.values():
            for test, found in row["tests"].items():
                self.seconds[test] = found["seconds"]
                for name, functions in found["lines"].items():
                    for function, bits in functions.items():
                        self.lines[name, function][test] = int(bits, 16)
        self.users = _users()
        self.trees: dict[str, ast.Module] = {}

    def tests(
        self, target: Target, number: int = MOST_TESTS, most: float = MOST_SECONDS
    ) -> list[str]:
        """Tests of all modules that run what was changed, within a number and a sum of seconds."""
        chosen: list[str] = []
        spent = 0.0
        for test in self._in_turn(self._all(target)):
            if chosen and (len(chosen) >= number or spent + self.seconds[test] > most):
                continue
            spent += self.seconds[test]
            chosen.append(test)
        return sorted(chosen, key=lambda test: (self.seconds[test], test))

    def _in_turn(self, tests: set[str]) -> list[str]:
        """The tests in an order in which every test module has its turn, its fastest test first."""
        ordered = sorted(tests, key=lambda test: (self.seconds[test], test))
        ranks = Counter[str]()
        placed = []
        for test in ordered:
            module = test.partition("::")[0]
            placed.append((ranks[module], test))
            ranks[module] += 1
        return [test for _, test in sorted(placed, key=lambda one: one[0])]

    def _all(self, target: Target) -> set[str]:
        if target.function:
            known = self.lines.get((target.file, target.function), {})
            bits = 0
            for line in self._statement_lines(target):
                bits |= 1 << line
            return {test for test, ran in known.items() if ran & bits} or set(known)
        here = self.lines.get((target.file, ""), {})
        found = {test for test, ran in here.items() if ran >> target.place.line & 1}
        for word in self._names(target):
            for user in self.users[word]:
                found |= set(self.lines.get(user, {}))
        if not found:
            found = {t for (file, _), own in self.lines.items() if file == target.file for t in own}
        return found

    def _tree(self, file: str) -> ast.Module:
        if file not in self.trees:
            self.trees[file] = ast.parse((SOURCES / file).read_text("utf-8"))
        return self.trees[file]

    def _statement_lines(self, target: Target) -> list[int]:
        """The lines, from the first of the function, of the innermost statement of a mutant."""
        line = target.place.line
        span = span_of(list(spans(self._tree(target.file))), line)
        assert span
        best = (span.first, span.last)
        for node in ast.walk(self._tree(target.file)):
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
                body = getattr(node, "body", None)
                last = node.end_lineno or node.lineno
                if isinstance(body, list) and body and line < body[0].lineno:
                    last = body[0].lineno - 1
                if last - node.lineno <= best[1] - best[0]:
                    best = (node.lineno, last)
        return [line - span.first, *(n - span.first for n in range(best[0], best[1] + 1))]

    def _names(self, target: Target) -> set[str]:
        """The names that the statement around a mutant of a module or class gives a value to."""
        found: set[str] = set()
        for node in ast.walk(self._tree(target.file)):
            if not isinstance(node, (ast.Assign, ast.AnnAssign)):
                continue
            if node.lineno <= target.place.line <= (node.end_lineno or node.lineno):
                aims = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {one.id for a in aims for one in ast.walk(a) if isinstance(one, ast.Name)}
        return found


def measured(package: str, store: Path, fresh: bool) -> dict[str, Any]:
    """The rows of a package's test modules; those whose text has changed are run again."""
    rows = json.loads(store.read_text("utf-8")) if store.exists() and not fresh else {}
    current = {path.relative_to(ROOT).as_posix(): _text(path) for path in test_files(package)}
    rows = {file: row for file, row in rows.items() if row["text"] == current.get(file)}
    missing = [file for file in current if file not in rows]
    if missing:
        store.parent.mkdir(parents=True, exist_ok=True)
        part = store.with_suffix(".part")
        _run(missing, part)
        rows |= {file: {"text": current[file], "tests": {}} for file in missing}
        rows |= json.loads(part.read_text("utf-8"))
        part.unlink()
        store.write_text(json.dumps(rows), "utf-8")
    return rows


def _run(files: list[str], target: Path) -> None:
    """Run test modules in a process of its own, and write which test runs which lines."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit("The tests cannot be run without any mutant; mend them first.")
        return
    code = 1
    try:
        watch = Watch()
        code = int(pytest.main([*files, *QUIET, "--tb=no"], [watch]))
        code = 0 if code == pytest.ExitCode.TESTS_FAILED else code
        target.write_text(json.dumps(watch.found()), "utf-8")
    finally:
        os._exit(code)


def _text(path: Path) -> str:
    return digest(path.read_text("utf-8"))


def _users() -> dict[str, set[tuple[str, str]]]:
    """For each name, the functions in whose text it stands."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = list(spans(tree))
        name = path.relative_to(SOURCES).as_posix()
        for node in ast.walk(tree):
            word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            span = span_of(functions, getattr(node, "lineno", 0)) if word else None
            if span:
                found[word].add((name, span.name))
    return found
