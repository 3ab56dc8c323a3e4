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
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from modgen.errors import ModgenError
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import SaveFile
from modgen_rules.audit import collect
from modgen_rules.audit.books import Options, books
from modgen_rules.audit.limits import TooLongError, limit_memory, time_limit
from modgen_rules.audit.sources import Found, TooBigError, opened
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import judge_chain
from modgen_rules.engine.record.chain import chains, read_parts, read_with_ends
from modgen_rules.engine.record.log_parts import LogPart, UnusableLogError

WINDOW = 5
"""Steps of a window: logs that share one may repeat each other."""
SAMPLED = 4
"""Of this many windows, one is kept."""
MOST_WINDOWS = 2_000
COLLECTED = (300_000, 20, 20)
"""How rarely garbage is collected while a file is judged: little of what judging makes is any."""
T = TypeVar("T")


@dataclass
class Facts:
    """What a log says about itself, as far as it could be read."""

    sha256: str | None = None
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
    """The result of judging a file; it has a game when `state` is `judged` or `no-rules`."""

    found: Found
    state: str
    reason: str
    facts: Facts
    game: collect.Recorded | None = None
    seconds: float = 0.0


class Member(NamedTuple):
    """A file that may belong together with others; `sha256` is that of its first reading.

    `judged` says that the database has the game of this log alone.
    """

    found: Found
    sha256: str
    judged: bool = False


class Group(NamedTuple):
    """Logs that may be one game, in the order of their addresses; `key` stands for them."""

    key: str
    module: str
    members: tuple[Member, ...]
    close: bool
    """Whether one may continue another from a position that differs a little."""


class Joined(NamedTuple):
    """The games of some files that were judged together."""

    games: tuple[collect.Recorded, ...]
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
        return Result(found, "unusable", collect.clean(found.problem), Facts())
    facts = Facts()
    result, problem = _guarded(options, hard, [found], lambda: _examined(options, found, facts))
    if result is None:
        result = Result(found, *problem, facts)
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


def _examined(options: Options, found: Found, facts: Facts) -> Result:
    """Judge a file, and note in `facts` what is known of it as soon as it is."""
    with opened(found, options.max_size) as (path, sha256), _named(found, path):
        facts.sha256 = sha256
        facts.module, facts.saved = _metadata(path)
        name = facts.module.name if facts.module else None
        book = books(options).of(name)
        gathered = collect.Gathered(book)
        report = None
        if book is None:
            timeline = read_parts([LogPart(path)])
            facts.steps = len(timeline)
        else:
            book.lookups()
            timeline, ends = read_with_ends(path, book.tracker)
            facts.game, facts.steps = book.game.id, len(timeline)
            facts.first_position = collect.fingerprint(*sorted(ends.start.values()))
            facts.last_position = collect.fingerprint(*sorted(ends.end.values()))
            facts.windows = tuple(sorted(_windows(ends.steps)))
            report = judge_log(book.rulebook, timeline, [path.name], book.lookups())
        gathered.add(timeline)
    facts.players = tuple(sorted(gathered.players))
    part = collect.Part(sha256, found.address, facts.steps, facts.module, facts.saved)
    game = collect.recorded([part], gathered, report)
    if book is not None:
        named = [name for name in facts.players if name and name not in book.sides]
        if len(named) > 1:
            facts.party = collect.fingerprint(book.game.id, *named)
        return Result(found, "judged", "", facts, game)
    told = f"the module `{name}`" if name else "a module that the log does not name"
    reason = f"it was played on {told}, for which no game was found; name one with --game"
    return Result(found, "no-rules", collect.clean(reason), facts, game)


def _metadata(path: Path) -> tuple[Metadata | None, datetime | None]:
    """The module of a log, and when the log was written."""
    with SaveFile(path) as save:
        module = save.moduledata
        return module, collect.moment(save.savedata) or collect.moment(module)


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


def join(options: Options, group: Group, hard: bool = True) -> Joined:
    """Judge the games of some logs of one module that may continue each other."""
    began = time.process_time()
    files = [member.found for member in group.members]
    result, problem = _guarded(options, hard, files, lambda: _joined(options, group))
    if result is None:
        result = Joined((), problem=problem)
    return result._replace(seconds=time.process_time() - began)


def _joined(options: Options, group: Group) -> Joined:
    book = books(options).of(group.module)
    if book is None:
        raise UnusableLogError(f"no game was found for the module `{group.module}`")
    with ExitStack() as stack:
        files: dict[Path, Member] = {}
        for member in group.members:
            path, sha256 = stack.enter_context(opened(member.found, options.max_size))
            stack.enter_context(_named(member.found, path))
            if sha256 != member.sha256:
                raise UnusableLogError(f"{member.found.address} changed while it was judged")
            files[path] = member
        book.lookups()
        found = chains([read_with_ends(path, book.tracker)[1] for path in files], group.close)
        games, kept = [], []
        for chain in found:
            own = files[chain.parts[0].path]
            if own.judged and len(chain.parts) == 1 and not chain.remarks:
                kept.append(own)
                continue
            gathered = collect.Gathered(book)
            report = judge_chain(book.rulebook, chain, book.lookups(), visit=gathered.add)
            parts = []
            for path, last in chain.parts:
                member = files[path]
                address = member.found.address
                parts.append(collect.Part(member.sha256, address, last, *_metadata(path)))
            games.append(collect.recorded(parts, gathered, report, len(chain.gaps)))
        used = {part.path for chain in found for part in chain.parts}
        repeated = tuple(member for path, member in files.items() if path not in used)
    return Joined(tuple(games), tuple(kept), repeated)
