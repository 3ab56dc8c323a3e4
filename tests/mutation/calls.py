"""Which test runs which line of the sources: measured once, kept in a file for each test module.

python -m tests.mutation.calls --package civil_power     (`make mutation-map`: all packages)

measures the test modules that are new or have changed; it can be stopped and continued. The lines
are kept by function and place in it, so that they stay true when another function of the file
changes.
"""

from __future__ import annotations

import argparse
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
    MODGEN,
    ROOT,
    RULES,
    SOURCES,
    TESTS,
    Target,
    belongs,
    digest,
    file_of,
    is_rules,
    path_of,
    span_of,
    spans,
    test_files,
)

QUIET = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", MARKED]
"""How the tests run, with and without a mistake."""
CALLS = ROOT / "output" / "mutation" / "calls"
MOST_TESTS = 500
"""The most tests that run for a mutant, of those that run its line."""
MOST_SECONDS = 30.0
"""The most CPU seconds of tests that run for a mutant; the fastest test always runs."""


class Watch:
    """A plugin that notes for each test the CPU seconds and, by file, the lines that it runs."""

    def __init__(self, source: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(
            data_file=None, source=[str(source)], config_file=False, messages=False
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
        """The tests that pass: their seconds, and the lines that they run."""
        lines = self._lines()
        for test in sorted(self.failed):
            self.seconds.pop(test, None)
            print(f"{test} fails without any mutant and is left out.")
        return {
            test: {"seconds": seconds, "lines": lines.get(test, {})}
            for test, seconds in self.seconds.items()
        }

    def _lines(self) -> dict[str, dict[str, dict[str, str]]]:
        """By test, file and function: the lines of the function, as the bits of a number."""
        data = self.coverage.get_data()
        found: dict[str, Any] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
        for path in data.measured_files():
            name = file_of(Path(path))
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

    def __init__(self, package: str, folder: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.lines: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for file in test_files(package):
            for test, found in measured(file, folder)["tests"].items():
                self.seconds[test] = found["seconds"]
                for name, functions in found["lines"].items():
                    if belongs(name, package):
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
            self.trees[file] = ast.parse(path_of(file).read_text("utf-8"))
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


def measured(file: Path, folder: Path, again: bool = False) -> dict[str, Any]:
    """What is known of a test module, which is run if nothing is, or if a source file is gone.

    `again`: it is also run if its text has changed. The tests that it had before are of use
    without that.
    """
    name = file.relative_to(ROOT).as_posix()
    store = folder / f"{name.removesuffix('.py').replace('/', '.')}.json"
    known: dict[str, Any] = json.loads(store.read_text("utf-8")) if store.exists() else {}
    sources = {name for test in known.get("tests", {}).values() for name in test["lines"]}
    moved = not all(path_of(name).exists() for name in sources)
    if known and not moved and (not again or known["text"] == _text(file)):
        return known
    print(f"Measuring {name}.", flush=True)
    store.parent.mkdir(parents=True, exist_ok=True)
    child = os.fork()
    if not child:
        _measure(name, store)
    if os.waitpid(child, 0)[1]:
        sys.exit("The tests cannot be run without any mutant; mend them first.")
    return measured(file, folder)


def _measure(name: str, store: Path) -> None:
    """Run a test module, and write which test runs which lines; ends the process."""
    code = 1
    try:
        watch = Watch(_source(name))
        code = int(pytest.main([name, *QUIET, "--tb=no"], [watch]))
        if code in (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
            code = 0
        part = store.with_suffix(".part")
        part.write_text(json.dumps({"text": _text(ROOT / name), "tests": watch.found()}), "utf-8")
        part.replace(store)
    finally:
        os._exit(code)


def _source(test: str) -> Path:
    """The sources whose lines are noted for a test module: those of the packages it is for."""
    folder = Path(test).parts[1]
    own = any(folder in TESTS[package] for package in TESTS if not is_rules(package))
    return MODGEN if own else RULES


def _text(path: Path) -> str:
    return digest(path.read_text("utf-8"))


def _users() -> dict[str, set[tuple[str, str]]]:
    """For each name, the functions in whose text it stands."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path in sorted(path for folder in SOURCES for path in folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = list(spans(tree))
        name = file_of(path)
        for node in ast.walk(tree):
            word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            span = span_of(functions, getattr(node, "lineno", 0)) if word else None
            if span:
                found[word].add((name, span.name))
    return found


def main() -> None:
    """Measure the test modules of packages that are new or have changed."""
    parser = argparse.ArgumentParser(description="Measure which test runs which line.")
    parser.add_argument("--package", action="append", choices=sorted(TESTS), help="repeatable")
    wanted = parser.parse_args()
    os.chdir(ROOT)
    for file in sorted({file for name in wanted.package or TESTS for file in test_files(name)}):
        measured(file, CALLS, again=True)


if __name__ == "__main__":
    main()
