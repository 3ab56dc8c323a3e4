"""Puts small mistakes into modgen_rules and lists those that no test notices.

python -m tests.mutation.run --sample 200 --seed 1 --minutes 30

Each mutant runs in a process forked from a warm one, with only the tests that call the function
that was changed (for a constant of a module, the functions that name it), the fastest first, until
one fails. mutmut and cosmic-ray were considered: the first does not change constants of modules,
the second starts a fresh interpreter for every mutant and cannot choose tests by the code they run.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.util
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "rules" / "modgen_rules"
TESTS = ("tests/engine", "tests/people_power", "tests/junta_coup", "tests/people_power_reference")
KNOWN = Path(__file__).with_name("survivors.txt")
"""Mutants that may survive: `file | function | text of the line | change | reason`."""
MOST_TESTS = 25
"""The most tests that run for a mutant: the fastest of those that call the function."""
TIMEOUT = 120
"""Seconds for one mutant; one that runs longer counts as noticed."""


class Target(NamedTuple):
    """A mutant of a file, with the function that it is in; empty for the module itself."""

    file: str
    function: str
    text: str
    mutant: Mutant

    @property
    def title(self) -> str:
        """The line of this mutant in the list of survivors, without the reason."""
        return f"{self.file} | {self.function} | {self.text} | {self.mutant.change}"


# --- which test calls which function -------------------------------------------------------------


class Calls:
    """A plugin that notes, for each test, the functions of modgen_rules that it calls."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        self.now: set[tuple[str, str]] = set()
        self.shared: set[tuple[str, str]] = set()

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(SOURCES)):
            name = code.co_filename[len(str(SOURCES)) + 1 :]
            self.now.add((name, code.co_qualname if hasattr(code, "co_qualname") else code.co_name))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.now = set()
        began = time.perf_counter()
        sys.setprofile(self._note)
        yield
        sys.setprofile(None)
        self.found[item.nodeid] = {
            "seconds": round(time.perf_counter() - began, 3), "calls": sorted(self.now),
        }  # fmt: skip


def profile(target: Path, tests: Sequence[str] = TESTS) -> None:
    """Run tests once in a process of their own, and write which test calls what."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit("the tests fail without any mutant; mend them first")
        return
    plugin = Calls()
    code = pytest.main([*tests, "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"], [plugin])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(plugin.found), "utf-8")
    os._exit(int(code))


# --- the mutants ---------------------------------------------------------------------------------


def targets(files: Iterable[Path]) -> Iterator[Target]:
    """All mutants of some files."""
    for path in files:
        source = path.read_text("utf-8")
        lines = source.splitlines()
        functions = list(_functions(ast.parse(source)))
        for mutant in mutants(source):
            inner = [name for name, first, last in functions if first <= mutant.line <= last]
            text = lines[mutant.line - 1].strip() if mutant.line else ""
            name = path.relative_to(SOURCES).as_posix()
            yield Target(name, inner[-1] if inner else "", text, mutant)


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, int, int]]:
    """Functions by qualified name, with their first and last line; inner ones after outer ones."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node.lineno, node.end_lineno or node.lineno
            yield from _functions(node, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        else:
            yield from _functions(node, prefix)


def users(files: Iterable[Path]) -> dict[str, set[tuple[str, str]]]:
    """For each name, the functions in whose text it stands."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for path in files:
        name = path.relative_to(SOURCES).as_posix()
        tree = ast.parse(path.read_text("utf-8"))
        functions = list(_functions(tree))
        for node in ast.walk(tree):
            word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            line = getattr(node, "lineno", 0)
            for function, first, last in functions:
                if word and first <= line <= last:
                    found[word].add((name, function.rsplit(".", 1)[-1]))
    return found


def names_of(path: Path, line: int) -> set[str]:
    """The names that a statement of a module or class, around a line, gives a value to."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, (ast.Assign, ast.AnnAssign)):
            continue
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            aims = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for aim in aims for one in ast.walk(aim) if isinstance(one, ast.Name)}
    return found


class Chooser:
    """Finds the tests for a mutant."""

    def __init__(self, calls: dict[str, dict[str, Any]], files: list[Path]) -> None:
        self.seconds = {test: found["seconds"] for test, found in calls.items()}
        self.by_function: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.by_file: dict[str, set[str]] = defaultdict(set)
        for test, found in calls.items():
            for file, function in found["calls"]:
                self.by_function[file, function.rsplit(".", 1)[-1]].add(test)
                self.by_file[file].add(test)
        self.users = users(files)

    def tests(self, target: Target) -> list[str]:
        """The fastest tests that call what was changed."""
        if target.function:
            found = self.by_function[target.file, target.function.rsplit(".", 1)[-1]]
        else:
            words = names_of(SOURCES / target.file, target.mutant.line)
            found = {
                test for word in words for user in self.users[word]
                for test in self.by_function[user]
            }  # fmt: skip
            found |= self.by_function[target.file, "<lambda>"]
            found = found or self.by_file[target.file]
        return sorted(found, key=lambda test: (self.seconds[test], test))[:MOST_TESTS]


# --- running -------------------------------------------------------------------------------------


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module a source of our own."""

    def __init__(self, file: str, source: str) -> None:
        stem = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.name = f"modgen_rules.{stem}"
        self.path = str(SOURCES / file)
        self.source = source

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(compile(self.source, self.path, "exec"), module.__dict__)

    def get_source(self, name: str) -> str:
        return self.source


def warm_up(folder: Path) -> None:
    """Load what every test needs, but nothing of modgen_rules; build each module only once."""
    from modgen.compile import module as builder

    build, made = builder.build_module, dict[tuple[str, str], Path]()

    def once(game: Any, output: Path, *rest: Any, **more: Any) -> Path:
        key = (game.info.id, game.language)
        if rest or more:
            return build(game, output, *rest, **more)
        if key not in made:
            made[key] = build(game, folder)
        output.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(made[key], output))

    builder.build_module = once
    from modgen.assets import bundled_games
    from modgen.model.loading.folder import load

    for name in ("people-power", "junta-coup"):
        loaded = load(bundled_games()[name])
        once(loaded.game, folder / "warm")
    assert not any(name.startswith("modgen_rules") for name in sys.modules)


def survives(target: Target, tests: list[str]) -> bool:
    """Whether all tests pass with a mutant, in a forked process."""
    child = os.fork()
    if child == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        sys.meta_path.insert(0, Loader(target.file, target.mutant.source))
        code = 1
        try:
            options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
            code = int(pytest.main([*tests, *options]))
        finally:
            os._exit(code)
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def work(
    number: int, workers: int, wanted: list[tuple[Target, list[str]]], until: float, results: Any
) -> None:
    """One worker: every n-th mutant until time is up."""
    for target, tests in wanted[number::workers]:
        if time.monotonic() > until:
            break
        results.put((target, not tests or survives(target, tests)))
    results.put(None)


def known() -> dict[str, str]:
    """The survivors that are accepted, with the reason."""
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.exists() else []
    rows = [line.rpartition(" | ") for line in lines if line and not line.startswith("#")]
    return {title: reason for title, _, reason in rows}


def main(arguments: list[str] | None = None) -> int:
    """Run a sample of mutants and print the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after so long")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="files whose path has this text")
    parser.add_argument("--tests", action="append", help="only these tests; needs its own --calls")
    parser.add_argument("--calls", type=Path, default=ROOT / "output" / "mutation" / "calls.json")
    wanted = parser.parse_args(arguments)
    os.chdir(ROOT)
    if not wanted.calls.exists():
        profile(wanted.calls, wanted.tests or TESTS)
    files = sorted(SOURCES.rglob("*.py"))
    chooser = Chooser(json.loads(wanted.calls.read_text("utf-8")), files)
    found = list(targets(path for path in files if wanted.only in path.as_posix()))
    random.Random(wanted.seed).shuffle(found)
    chosen = found[: wanted.sample or None]
    context = get_context("fork")
    results = context.Queue()
    until = time.monotonic() + wanted.minutes * 60
    os.environ["MODGEN_CACHE"] = str(wanted.calls.parent / "cache")
    jobs = [(target, chooser.tests(target)) for target in chosen]
    built = wanted.calls.parent / "modules"
    built.mkdir(parents=True, exist_ok=True)
    warm_up(built)
    processes = [
        context.Process(target=work, args=(n, wanted.workers, jobs, until, results))
        for n in range(wanted.workers)
    ]
    for process in processes:
        process.start()
    survivors, tried, finished = [], 0, 0
    accepted = known()
    while finished < wanted.workers:
        result = results.get()
        if result is None:
            finished += 1
            continue
        target, lives = result
        tried += 1
        if lives:
            survivors.append(target)
            why = accepted.get(target.title, "")
            print(
                f"{target.title} (line {target.mutant.line}){' | ' + why if why else ''}",
                flush=True,
            )
    for process in processes:
        process.join()
    new = [target for target in survivors if target.title not in accepted]
    share = len(survivors) / max(1, tried)
    print(
        f"{tried} of {len(found)} mutants, {len(survivors)} survive ({share:.1%}), "
        f"{len(new)} of them without a reason"
    )
    return int(share > 0.02 or bool(new))


if __name__ == "__main__":
    sys.exit(main())
