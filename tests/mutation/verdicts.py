"""Takes one part at a time out of the rules and tells which removals change no verdict.

python -m tests.mutation.verdicts --package people_power --only reading/ --lines 2

A process has the rulebook loaded and the kept logs of its game decoded (`corpus.py`). For each
removal it forks, and the fork judges the logs that run the line (`traces.py`) until a finding is
another one: its verdict, its clause or its place. A part that runs when the rulebook is loaded is
judged by a fork of a process that has not loaded it. What only changes words is told as `words`.

`--map` measures which log runs which line; it is kept in output/mutation/traces.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from multiprocessing import get_context
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from tests.mutation import corpus
from tests.mutation.forks import (
    Loader,
    bounded,
    code_of,
    functions_of_sources,
    quiet,
    rule_caches,
    waited,
)
from tests.mutation.mutants import with_mistake
from tests.mutation.packages import ROOT, TESTS, Target, digest, is_rules, path_of, targets
from tests.mutation.removals import Effect, effect
from tests.mutation.traces import LOADED, Tracer, Traces

TRACES = ROOT / "output" / "mutation" / "traces"
MOST_SECONDS = 10.0
"""The most CPU seconds of logs that are judged for a removal."""
LOADING = 4.0
"""The CPU seconds that loading a rulebook may need."""


class Verdicts(NamedTuple):
    """What was said of a log."""

    findings: tuple[tuple[str, ...], ...]
    """Verdict, clause and place of each finding."""
    turns: tuple[str, ...]
    words: str
    """A digest of everything that is said."""


class Outcome(NamedTuple):
    """What a removal changes: the verdicts on a log, only words, or nothing."""

    change: str
    log: str = ""


NEVER = Outcome("unrun")
"""No log runs it."""
RANKS = ("unrun", "nothing", "words", "verdict")
"""The changes, the least first."""


class Bench:
    """The decoded logs of a game and, unless it is a fresh one, its rulebook."""

    def __init__(self, game: str, folder: Path, fresh: bool) -> None:
        self.game, self.folder, self.fresh = game, folder, fresh
        self.data = corpus.loaded(game)
        self.book: Any = None if fresh else corpus.book_of(self.data)
        self.functions = {} if fresh else functions_of_sources()
        self.caches = [] if fresh else rule_caches()
        self.log = cache(self._log)
        self.known: dict[str, Verdicts] = {}
        gc.collect()
        gc.freeze()

    def _log(self, name: str) -> corpus.Log:
        return corpus.log(self.folder / name)

    def judged(self, name: str) -> Verdicts:
        """What the checker says of a log."""
        from modgen_rules.engine.judging import judge_log

        one = self.log(name)
        try:
            report = judge_log(self.book, one.timeline, one.files)
        except Exception as problem:
            return Verdicts((("crash", repr(problem)),), (), "")
        found = report.findings
        words = "\n".join([*(one.message for one in found), *(s.story for s in report.segments)])
        return Verdicts(
            tuple((one.verdict, one.clause, str(one.where)) for one in found),
            tuple(one.verdict for one in report.segments),
            digest(words),
        )

    def baseline(self, names: Sequence[str]) -> None:
        """Judge logs without a removal, those that are not known yet."""
        new = [name for name in names if name not in self.known]
        for name in new:
            self.log(name)
        if new:
            gc.freeze()
            self.known |= _answer(lambda say: say({name: self.judged(name) for name in new}), 1e5)

    def tried(self, target: Target, names: Sequence[str], seconds: float) -> Outcome | None:
        """What a removal changes in these logs; None if only a fresh bench can tell."""
        for name in names:
            self.log(name)
        aims = self.functions.get((target.file, target.function), [])
        if not self.fresh and not aims:
            return None

        def judge(say: Callable[[object], None]) -> None:
            say(Outcome("verdict", "none is read"))  # If the process ends here, that is noticed.
            tree, original = _parsed(target.file)
            changed = compile(with_mistake(tree, target.place), str(path_of(target.file)), "exec")
            if self.fresh:
                sys.meta_path.insert(0, Loader(target.file, changed))
                self.book = corpus.book_of(self.data)
            else:
                code = code_of(changed, target.function)
                if code == code_of(original, target.function):
                    return say(Outcome("nothing"))
                for aim in aims:
                    if code is None or len(aim.__code__.co_freevars) != len(code.co_freevars):
                        return say(None)
                    aim.__code__ = code
            words = ""
            for name in names:
                say(Outcome("verdict", name))
                now, was = self.judged(name), self.known[name]
                if now[:2] != was[:2]:
                    return None
                if now.words != was.words:
                    words = name
            return say(Outcome("words", words) if words else Outcome("nothing"))

        return _answer(judge, seconds + (LOADING if self.fresh else 0.0))

    def map(self, names: Sequence[str]) -> dict[str, Any]:
        """Which log runs which line, and the seconds of each, while lines are noted."""

        def measure(say: Callable[[object], None]) -> None:
            seconds, tracer = {}, Tracer()
            tracer.begin(LOADED)
            self.book = corpus.book_of(self.data)
            tracer.end()
            caches = rule_caches()
            for name in names:
                self.log(name)
                for one in caches:
                    one.cache_clear()
                began = time.process_time()
                tracer.begin(name)
                self.judged(name)
                tracer.end()
                seconds[name] = round(time.process_time() - began, 4)
            say(tracer.found(seconds))

        return _answer(measure, 1e5)


@lru_cache(maxsize=8)
def _parsed(file: str) -> tuple[ast.Module, CodeType]:
    path = path_of(file)
    text = path.read_text("utf-8")
    return ast.parse(text), compile(text, str(path), "exec")


def _answer(work: Callable[[Callable[[object], None]], None], seconds: float) -> Any:
    """The last thing that a function says in a fork of this process."""
    with tempfile.TemporaryFile() as file:
        child = os.fork()
        if not child:
            quiet()
            bounded(seconds)

            def say(what: object) -> None:
                file.seek(0)
                pickle.dump(what, file)
                file.flush()

            try:
                work(say)
            finally:
                os._exit(0)
        waited(child, 20 * seconds + 60)
        file.seek(0)
        return pickle.load(file)


# --- a loaded bench in another process -----------------------------------------------------------


class Loaded:
    """A bench with the rulebook, in a process of its own."""

    def __init__(self, game: str, folder: Path) -> None:
        context = get_context("fork")
        self.end, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(game, folder, other), daemon=True)
        self.process.start()
        other.close()

    def ask(self, *request: object) -> Any:
        self.end.send(request)
        return self.end.recv()

    def close(self) -> None:
        self.end.send(None)
        self.process.join()


def _serve(game: str, folder: Path, end: Any) -> None:
    bench = Bench(game, folder, fresh=False)
    while (request := end.recv()) is not None:
        target, names, seconds = request
        bench.baseline(names)
        found = bench.tried(target, names, seconds) if target else None
        end.send((found, {name: bench.known[name] for name in names}))
    os._exit(0)


# --- the run -------------------------------------------------------------------------------------


class Trials:
    """Tries removals by the logs of a game."""

    def __init__(self, game: str, folder: Path, traces: Traces, seconds: float) -> None:
        self.traces, self.most = traces, seconds
        self.loaded = Loaded(game, folder)
        self.bench = Bench(game, folder, fresh=True)

    def outcome(self, target: Target, where: Effect) -> Outcome:
        """What a removal changes, by the logs that run its lines."""
        names = self.traces.logs(target.file, where.first, where.last)
        if not names:
            return NEVER
        loading = LOADED in names
        chosen = self._chosen(names if names != [LOADED] else self.traces.names)
        seconds = sum(self.traces.seconds[name] for name in chosen)
        found = None
        if target.function and not loading:
            found, _ = self.loaded.ask(target, chosen, seconds)
        if found is None:
            _, self.bench.known = self.loaded.ask(None, chosen, 0)
            found = self.bench.tried(target, chosen, seconds)
        assert found is not None
        return found

    def _chosen(self, names: Iterable[str]) -> list[str]:
        """Logs within the seconds: in turn one of the quickest and one by chance."""
        quick = sorted(set(names) - {LOADED}, key=lambda name: (self.traces.seconds[name], name))
        mixed = sorted(quick, key=digest)
        chosen: dict[str, None] = {}
        spent = 0.0
        for name in (one for pair in zip(quick, mixed, strict=True) for one in pair):
            if name not in chosen and spent + self.traces.seconds[name] <= self.most:
                chosen[name] = None
                spent += self.traces.seconds[name]
        return list(chosen or quick[:1])


class Judges:
    """The trials of several games, made when they are needed."""

    def __init__(self, games: Sequence[str], wanted: argparse.Namespace) -> None:
        self.games, self.wanted = games, wanted
        self.made: dict[str, Trials] = {}

    def outcome(self, target: Target, where: Effect) -> Outcome:
        """The outcome by the first game whose verdicts change; else the greatest change."""
        found = [NEVER]
        for game in self.games:
            found.append(self._of(game).outcome(target, where))
            if found[-1].change == "verdict":
                break
        return max(found, key=lambda one: RANKS.index(one.change))

    def _of(self, game: str) -> Trials:
        if game not in self.made:
            traces = Traces.read(TRACES / f"{game}.json")
            self.made[game] = Trials(game, self.wanted.logs, traces, self.wanted.seconds)
        return self.made[game]

    def close(self) -> None:
        for one in self.made.values():
            one.loaded.close()


def chosen(wanted: argparse.Namespace) -> list[tuple[Target, Effect]]:
    """The removals, the largest first; or so many by chance."""
    found = []
    trees: dict[str, list[ast.AST]] = {}
    for package in wanted.package:
        for target in targets(package, taken_out=not wanted.changes):
            if not any(one in target.title for one in wanted.only or [""]):
                continue
            if target.file not in trees:
                tree = ast.parse(path_of(target.file).read_text("utf-8"))
                trees[target.file] = list(ast.walk(tree))
            where = _effect(target, trees[target.file])
            if where.size >= wanted.lines:
                found.append((target, where))
    if wanted.sample:
        found.sort(key=lambda one: digest(f"{wanted.seed} {one[0].title}"))
        return found[: wanted.sample]
    return sorted(found, key=lambda one: -one[1].size)


def _effect(target: Target, nodes: list[ast.AST]) -> Effect:
    if target.place.removal:
        return effect(nodes[target.place.number], target.place.change)
    return Effect(1, target.place.line, target.place.line)


def write_map(game: str, folder: Path) -> None:
    """Measure which log runs which line, and keep it."""
    names = sorted(f"{one.parent.name}/{one.name}" for one in folder.glob(f"{game}*/*/"))
    found = Bench(game, folder, fresh=True).map(names)
    TRACES.mkdir(parents=True, exist_ok=True)
    (TRACES / f"{game}.json").write_text(json.dumps(found), "utf-8")


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Which removals change no verdict.")
    packages = sorted(name for name in TESTS if is_rules(name))
    parser.add_argument("--package", action="append", choices=packages, help="repeatable")
    parser.add_argument(
        "--game", action="append", choices=corpus.GAMES, help="by whose logs; for the engine"
    )
    parser.add_argument("--logs", type=Path, default=corpus.LOGS, help="a folder of other logs")
    parser.add_argument("--only", action="append", help="with this text in the title; repeatable")
    parser.add_argument("--lines", type=int, default=1, help="only of at least so many lines")
    parser.add_argument("--sample", type=int, default=0, help="so many by chance")
    parser.add_argument("--seed", type=int, default=1, help="which ones a sample has")
    parser.add_argument("--changes", action="store_true", help="small changes, not removals")
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="of logs, a removal")
    parser.add_argument("--minutes", type=float, default=6000.0, help="stop after so long")
    parser.add_argument("--map", action="store_true", help="measure which log runs which line")
    return parser.parse_args(arguments)


def games_of(package: str) -> list[str]:
    """The games whose logs judge a package: its own, or all."""
    game = corpus.game_of(package)
    return [game] if game in corpus.GAMES else list(corpus.GAMES)


def main(arguments: list[str] | None = None) -> None:
    """Try removals and print those that change no verdict."""
    wanted = parsed(arguments)
    os.chdir(ROOT)
    os.environ.setdefault("MODGEN_CACHE", str(ROOT / "output" / "mutation" / "cache"))
    began = time.monotonic()
    games = {one: wanted.game or games_of(one) for one in wanted.package or ()}
    for game in dict.fromkeys(game for some in games.values() for game in some):
        made = wanted.logs == corpus.LOGS and corpus.make(game)
        if wanted.map or made or not (TRACES / f"{game}.json").exists():
            write_map(game, wanted.logs)
    if wanted.map:
        return
    removals = chosen(wanted)
    judges = {key: Judges(key, wanted) for key in {tuple(some) for some in games.values()}}
    print(f"{len(removals)} removals; ready after {time.monotonic() - began:.0f} s", flush=True)
    counts = Counter[str]()
    for target, where in removals:
        if time.monotonic() - began > wanted.minutes * 60:
            break
        package = target.file.partition("/")[0]
        found = judges[tuple(games[package])].outcome(target, where)
        counts[found.change] += 1
        if found.change != "verdict":
            line = f"{target.title} (line {target.place.line}) {found.log}"
            print(f"{found.change:<8} {where.size:>3} {line}", flush=True)
    for one in judges.values():
        one.close()
    told = ", ".join(f"{counts[change]} {change}" for change in RANKS)
    print(f"{told} in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
