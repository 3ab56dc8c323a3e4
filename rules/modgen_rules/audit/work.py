"""What a worker process does: judges one log, or the logs of one game together."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from modgen.errors import ModgenError
from modgen.log.timeline import Timeline
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import SaveFile
from modgen_rules.audit import collect
from modgen_rules.audit.books import Book, Options, books
from modgen_rules.audit.limits import TooLongError, limit_memory, time_limit
from modgen_rules.audit.sources import Found, TooBigError, opened
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import judge_chain
from modgen_rules.engine.record.chain import LogEnds, chains, read_with_ends
from modgen_rules.engine.record.log_parts import UnusableLogError

WINDOW = 5
"""Steps of a window: logs that share one may repeat each other."""
SAMPLED = 4
"""Of this many windows, one is kept."""
MOST_WINDOWS = 2_000
COLLECTED = (300_000, 20, 20)
"""How rarely garbage is collected while a file is judged: little of what judging makes is any."""
T = TypeVar("T")


class Facts(NamedTuple):
    """What a log says about itself."""

    module: Metadata | None = None
    game: str | None = None
    saved: datetime | None = None
    players: tuple[str, ...] = ()
    steps: int | None = None
    first_position: str | None = None
    last_position: str | None = None
    party: str | None = None
    """A fingerprint of the module and the players, if at least two have names of their own."""
    windows: tuple[int, ...] = ()


class Result(NamedTuple):
    """The result of judging a file, or one game of several files.

    `rows` are those of a game without the columns of its group; they are empty when `state` is not
    `judged` or `no-rules`.
    """

    found: Found
    state: str
    reason: str = ""
    sha256: str | None = None
    facts: Facts = Facts()
    game: collect.Row | None = None
    rows: collect.Rows = {}  # noqa: RUF012 - never changed
    seconds: float = 0.0


class Member(NamedTuple):
    """A file that may belong together with others; `sha256` is that of its first reading.

    `judged` says that the database has the game of this log alone.
    """

    found: Found
    sha256: str
    judged: bool = False


class Joined(NamedTuple):
    """The games of some files that were judged together."""

    games: tuple[tuple[collect.Row, collect.Rows], ...]
    kept: tuple[Member, ...] = ()
    """The files that are games of their own, as the database has them."""
    repeated: tuple[Member, ...] = ()
    """The files whose steps another has."""
    problem: tuple[str, str] | None = None
    """A state of `files` and the reason, when they could not be judged together."""
    seconds: float = 0.0


def warm(options: Options) -> None:
    """Prepare a worker process of our own."""
    # Ctrl-C reaches every process of a terminal; the main process decides what happens then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.set_threshold(*COLLECTED)
    if options.memory:
        limit_memory(options.memory)


def _end_with_parent() -> None:
    """End this process when the main process was killed; nobody else would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def examine(options: Options, found: Found, hard: bool = True) -> Result:
    """Judge one file alone. Every problem of the file becomes a state and a reason."""
    began = time.process_time()
    if found.problem:
        return Result(found, "unusable", collect.clean(found.problem))
    sums: list[str] = []
    facts: list[Facts] = [Facts()]

    def judge() -> Result:
        with opened(found, options.max_size) as (path, sha256):
            sums.append(sha256)
            return _examined(options, found, path, sha256, facts)

    result, problem = _guarded(options, hard, [found], judge)
    if result is None:
        state, reason = problem
        result = Result(found, state, reason, sums[0] if sums else None, facts[-1])
    return result._replace(seconds=time.process_time() - began)


def _guarded(  # noqa: PLR0911 - one for each kind of problem
    options: Options, hard: bool, files: Sequence[Found], do: Callable[[], T]
) -> tuple[T | None, tuple[str, str]]:
    """What `do` returns, or None with the state and the reason when it fails."""
    usual = gc.get_threshold()
    gc.set_threshold(*COLLECTED)
    try:
        with time_limit(options.timeout * len(files), hard):
            return do(), ("", "")
    except TooLongError:
        reason = f"judging took more than {options.timeout:g} seconds of the processor"
        return None, ("too-long", reason)
    except MemoryError:
        # The traceback holds what filled the memory.
        gc.collect()
        return None, ("too-big", "judging needs more memory than a worker may use")
    except TooBigError as problem:
        return None, ("too-big", _sentence(problem, files))
    except RecursionError:
        return None, ("unusable", "something in it is nested too deeply")
    except (ModgenError, OSError) as problem:
        return None, ("unusable", _sentence(problem, files))
    except Exception as problem:
        return None, ("crashed", _sentence(problem, files, f"{type(problem).__name__}: "))
    finally:
        gc.set_threshold(*usual)


def _sentence(problem: BaseException, files: Sequence[Found], start: str = "") -> str:
    """The message of an error, without the file that it is about."""
    text = str(problem)
    for found in files:
        text = text.replace(f"{found.address}: ", "").replace(found.address, "it")
    return collect.clean(start + (text.splitlines() or [""])[0])


@contextmanager
def _named(found: Found, path: Path) -> Iterator[None]:
    """Errors name the address of a file, not its copy."""
    try:
        yield
    except ModgenError as problem:
        text = str(problem)
        for name in {str(path), path.as_posix()}:
            text = text.replace(f"{name}: ", "").replace(name, "it")
        raise UnusableLogError(text) from problem


def _examined(
    options: Options, found: Found, path: Path, sha256: str, facts: list[Facts]
) -> Result:
    with _named(found, path):
        with SaveFile(path) as save:
            module = save.moduledata
            saved = collect.moment(save.savedata) or collect.moment(module)
        facts.append(Facts(module, saved=saved))
        book = books(options).of(module.name if module else None)
        game_id = collect.fingerprint(sha256)
        if book is None:
            return _without_rules(found, path, sha256, facts, game_id)
        book.lookups()
        timeline, ends = read_with_ends(path, book.tracker)
        facts.append(_facts(facts[-1], book, timeline, ends))
        lookups, given = book.lookups(), book.extensions
        logs = [path.name]
        report = judge_log(book.rulebook, timeline, logs, *lookups, book.own, extensions=given)
        gathered = collect.Gathered(book)
        gathered.add(timeline)
    named = sorted(name for name in gathered.players if name and name not in book.sides)
    party = collect.fingerprint(book.game.id, *named) if len(named) > 1 else None
    facts.append(facts[-1]._replace(players=tuple(sorted(gathered.players)), party=party))
    rows = gathered.rows(game_id) | collect.judged_rows(report, gathered, game_id)
    rows["logs"] = [(game_id, 1, sha256, found.address, len(timeline))]
    game = collect.game_row(game_id, gathered, report, [module], [saved], 0)
    return Result(found, "judged", "", sha256, facts[-1], game, rows)


def _without_rules(
    found: Found, path: Path, sha256: str, facts: list[Facts], game_id: str
) -> Result:
    """Keep what a log of an unknown game shows: players and dice."""
    timeline = Timeline()
    with SaveFile(path) as save:
        timeline.read(save.steps(), path.name)
    gathered = collect.Gathered(None)
    gathered.add(timeline)
    facts.append(facts[-1]._replace(steps=len(timeline), players=tuple(sorted(gathered.players))))
    rows = gathered.rows(game_id)
    rows["logs"] = [(game_id, 1, sha256, found.address, len(timeline))]
    module = facts[-1].module
    game = collect.game_row(game_id, gathered, None, [module], [facts[-1].saved], 0)
    name = module.name if module else None
    told = f"the module `{name}`" if name else "a module that the log does not name"
    reason = f"it was played on {told}, for which no game was found; name one with --game"
    return Result(found, "no-rules", collect.clean(reason), sha256, facts[-1], game, rows)


def _facts(facts: Facts, book: Book, timeline: Timeline, ends: LogEnds) -> Facts:
    return facts._replace(
        game=book.game.id,
        steps=len(timeline),
        first_position=collect.fingerprint(*sorted(ends.start.values())),
        last_position=collect.fingerprint(*sorted(ends.end.values())),
        windows=tuple(sorted(_windows(ends.steps))),
    )


def _windows(steps: Sequence[int]) -> set[int]:
    """Fingerprints of some windows, and of the first one."""
    found: set[int] = set()
    for n in range(len(steps) - WINDOW + 1):
        value = _mixed(*steps[n : n + WINDOW])
        if (value % SAMPLED == 0 and len(found) < MOST_WINDOWS) or n == 0:
            found.add(value)
    return found


def _mixed(*values: int) -> int:
    """64 bits of some numbers of 64 bits."""
    total = 0x9E3779B97F4A7C15
    for value in values:
        total = ((total ^ value) * 0xFF51AFD7ED558CCD) & 0xFFFFFFFFFFFFFFFF
        total ^= total >> 32
    return total


# --- several files ---------------------------------------------------------------------------


def join(
    options: Options, game: str, members: Sequence[Member], close: bool, hard: bool = True
) -> Joined:
    """Judge the games of some logs of one module that may continue each other.

    With `close` a log may also continue one from a position that differs a little.
    """
    began = time.process_time()
    files = [member.found for member in members]
    result, problem = _guarded(options, hard, files, lambda: _joined(options, game, members, close))
    if result is None:
        result = Joined((), problem=problem)
    return result._replace(seconds=time.process_time() - began)


def _joined(options: Options, module: str, members: Sequence[Member], close: bool) -> Joined:
    book = books(options).of(module)
    if book is None:
        raise UnusableLogError(f"no game was found for the module `{module}`")
    with ExitStack() as stack:
        files: dict[Path, Member] = {}
        for member in members:
            path, sha256 = stack.enter_context(opened(member.found, options.max_size))
            stack.enter_context(_named(member.found, path))
            if sha256 != member.sha256:
                raise UnusableLogError(f"{member.found.address} changed while it was judged")
            files[path] = member
        book.lookups()
        ends = [read_with_ends(path, book.tracker)[1] for path in files]
        found = chains(ends, close)
        games, kept = [], []
        for chain in found:
            own = files[chain.parts[0].path]
            if own.judged and len(chain.parts) == 1 and not chain.remarks:
                kept.append(own)
                continue
            gathered = collect.Gathered(book)
            report = judge_chain(
                book.rulebook,
                chain,
                book.lookups(),
                own=book.own,
                visit=gathered.add,
                extensions=book.extensions,
            )
            parts = [(files[part.path], part) for part in chain.parts]
            game_id = collect.fingerprint(*(member.sha256 for member, _ in parts))
            modules, saved = [], []
            for part in chain.parts:
                with SaveFile(part.path) as save:
                    modules.append(save.moduledata)
                    saved.append(collect.moment(save.savedata) or collect.moment(modules[-1]))
            rows = gathered.rows(game_id) | collect.judged_rows(report, gathered, game_id)
            rows["logs"] = [
                (game_id, number, member.sha256, member.found.address, part.last)
                for number, (member, part) in enumerate(parts, 1)
            ]
            gaps = len(chain.gaps)
            row = collect.game_row(game_id, gathered, report, modules, saved, gaps)
            games.append((row, rows))
        used = {part.path for chain in found for part in chain.parts}
        repeated = tuple(member for path, member in files.items() if path not in used)
    return Joined(tuple(games), tuple(kept), repeated)
