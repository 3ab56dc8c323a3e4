"""Runs the tests of a mutant: in a fork of a warm test session, or in a fresh one.

The warm session has collected the tests of a package and made their session fixtures. A fork of it
gets the code of the function with the mistake, forgets what the sources have cached, and runs the
chosen tests. A mutant of a module's or class's own statements, and one that survives this way, runs
in a process that has not imported its module yet.
"""

from __future__ import annotations

import ast
import functools
import gc
import os
import pickle
import shutil
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.tmpdir import tmppath_result_key

from tests.mutation.calls import QUIET
from tests.mutation.forks import (
    LEAST_SECONDS,
    Loader,
    bounded,
    code_of,
    functions_of_sources,
    quiet,
    rule_caches,
    waited,
)
from tests.mutation.mutants import with_mistake
from tests.mutation.packages import Target, is_rules, path_of, test_files


def mutated(target: Target) -> CodeType:
    """The code of the whole module with the mistake."""
    path = path_of(target.file)
    tree = with_mistake(ast.parse(path.read_text("utf-8")), target.place)
    return compile(tree, str(path), "exec")


# --- the warm session ----------------------------------------------------------------------------


class Warm:
    """A test session of one package in a process of its own, which forks for every mutant."""

    def __init__(self, package: str) -> None:
        context = get_context("fork")
        self.end, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(package, other))
        self.process.start()
        other.close()

    def noticed_by(self, target: Target, tests: Sequence[str], seconds: float) -> str | None:
        """The test that fails with a mutant, "" if none; None if only a fresh process can tell."""
        self.end.send((target, list(tests), seconds))
        return self.end.recv()

    def close(self) -> None:
        self.end.send(None)
        self.process.join()


def _serve(package: str, end: Any) -> None:
    files = [str(path) for path in test_files(package)]
    pytest.main([*files, *QUIET, "-x", "--tb=no", "-s"], [_Server(end)])
    os._exit(0)


class _Server:
    """A plugin whose test loop answers requests with the outcome of mutants."""

    def __init__(self, end: Any) -> None:
        self.end = end
        self.fit: dict[str, bool] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.functions = functions_of_sources()
        self.caches = rule_caches()
        self.kept = {
            id(one.func) for one in gc.get_objects() if isinstance(one, functools.cached_property)
        }
        self.folder = Path(session.config._tmp_path_factory.getbasetemp())  # type: ignore[attr-defined]
        gc.freeze()
        while (request := self.end.recv()) is not None:
            self.end.send(self._outcome(*request))
        return True

    def _outcome(self, target: Target, tests: list[str], seconds: float) -> str | None:
        path = path_of(target.file)
        whole = compile(path.read_text("utf-8"), str(path), "exec")
        original = code_of(whole, target.function)
        changed = code_of(mutated(target), target.function)
        aims = self.functions.get((target.file, target.function), [])
        if not original or not changed or not aims or original == changed:
            return None
        if any(len(one.__code__.co_freevars) != len(changed.co_freevars) for one in aims):
            return None
        if any(id(one) in self.kept or one.__name__ == "__init__" for one in aims):
            return None  # Objects of session fixtures keep what it made.
        chosen = [test for test in tests if self._ready(test)]
        while chosen:
            noticed = self._fork(chosen, seconds, aims, changed)
            if not noticed or self._passes_again(noticed):
                return noticed
            chosen.remove(noticed)
        return "" if any(self.fit[test] for test in tests) else None

    def _ready(self, test: str) -> bool:
        """Whether a test can be set up; makes its session fixtures, and does not run it here."""
        if test not in self.fit:
            item = self.items.get(test)
            self.fit[test] = item is not None and self._run(item, call=False)
            gc.freeze()
        return self.fit[test]

    def _passes_again(self, test: str) -> bool:
        """Whether a test passes in a fork without a mutant, looked at once."""
        again = f"{test} again"
        if again not in self.fit:
            self.fit[again] = self._fork([test], LEAST_SECONDS, [], None) == ""
            self.fit[test] = self.fit[again]
        return self.fit[again]

    def _run(self, item: pytest.Item, call: bool = True) -> bool:
        """Set up, run and take down one test; whether it passes or is skipped."""
        state = self.session._setupstate
        if hasattr(item, "_request") and not item._request:
            item._initrequest()  # type: ignore[attr-defined]
        item.stash[tmppath_result_key] = {}
        try:
            state.setup(item)
            if not call:
                # Fixtures that expect something of a test complain when they are taken down.
                return self._taken_down() or True
            item.runtest()
            state.teardown_exact(self.session)  # type: ignore[arg-type]
        except pytest.skip.Exception:
            return self._taken_down()
        except BaseException:
            self._taken_down()
            return False
        finally:
            if hasattr(item, "_request"):
                item._request = False
                item.funcargs = None  # type: ignore[attr-defined]
        return True

    def _taken_down(self) -> bool:
        try:
            self.session._setupstate.teardown_exact(self.session)  # type: ignore[arg-type]
        except BaseException:
            return False
        return True

    def _fork(
        self, tests: list[str], seconds: float, aims: list[FunctionType], code: CodeType | None
    ) -> str:
        """The first test that fails in a fork with a function's code, or "" if all pass."""
        kept = set(self.folder.iterdir())
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            quiet()
            bounded(seconds)
            for one in self.caches:
                one.cache_clear()
            for aim in aims:
                if code:
                    aim.__code__ = code
            for number, test in enumerate(tests):
                os.write(writing, number.to_bytes(2, "big"))
                if not self._run(self.items[test]):
                    os._exit(1)
            os._exit(0)
        os.close(writing)
        done = waited(child)
        numbers = os.read(reading, 2 * len(tests) + 2)
        os.close(reading)
        for made in set(self.folder.iterdir()) - kept:
            shutil.rmtree(made, ignore_errors=True)
        return "" if done == 0 else tests[int.from_bytes(numbers[-2:], "big")]


# --- a fresh process -----------------------------------------------------------------------------


class First:
    """A plugin that notes the first test that fails."""

    def __init__(self) -> None:
        self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.test:
            self.test = report.nodeid


def warm_up(folder: Path, package: str) -> None:
    """Load what tests need, but nothing of a package; build each game's module only once."""
    if not is_rules(package):
        if any(name.startswith("modgen.") for name in sys.modules):
            sys.exit("modgen is loaded too early.")
        return
    from modgen.assets import bundled_games
    from modgen.compile import module as builder
    from modgen.model.loading.folder import load

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
    for name, path in bundled_games().items():
        if name == package.replace("_", "-"):
            once(load(path).game, folder / "warm")
    if any(name.startswith("modgen_rules") for name in sys.modules):
        sys.exit("modgen_rules is loaded too early.")


def fresh(target: Target, tests: Sequence[str], seconds: float) -> str:
    """The test that fails with a mutant in a process that imports it, or "" if none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = 1
        try:
            quiet()
            bounded(seconds)
            first = First()
            try:
                sys.meta_path.insert(0, Loader(target.file, mutated(target)))
                code = int(pytest.main([*tests, *QUIET, "-x", "--tb=no"], [first]))
            finally:
                os.write(writing, pickle.dumps(first.test[:1000]))
        finally:
            os._exit(code)
    os.close(writing)
    done = waited(child)
    answer = os.read(reading, 4096)
    os.close(reading)
    if done == 0:
        return ""
    return (pickle.loads(answer) if answer else "") or "it does not load or does not end"
