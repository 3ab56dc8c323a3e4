"""Logs joined to one, and a part of a log as a log or save of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.log.table import NOWHERE, Piece, Table, changed_levels
from modgen.log.timeline import Timeline
from modgen.saving.position import restated
from modgen.vassal import commands as c
from modgen.vassal.archive import Archive, write_archive
from modgen.vassal.metadata import Metadata
from modgen.vassal.obfuscation import Style, hide
from modgen.vassal.pieces import Stack
from modgen.vassal.save import GAME, MAX_COMMANDS, LogStep, SaveFile
from modgen.vassal.save import steps as grouped
from modgen.vassal.stream import LOG, Leaf, encode_leaves

MAX_OTHER = 64 << 20
"""The largest other entry of a log, in bytes."""
SHOWN = 8
"""The most differences that an error lists."""


class LogsError(ModgenError, ValueError):
    """Logs do not follow each other, or there is no such step."""


class _Log(NamedTuple):
    """A log in memory: its set-up, its steps, and how its game is obfuscated."""

    path: Path
    set_up: list[Leaf]
    steps: list[LogStep]
    entries: Mapping[str, bytes]
    module: Metadata | None
    style: Style
    key: int
    upper: bool

    def write(self, all_leaves: Iterable[Leaf], path: Path) -> None:
        """Write other leaves like this log."""
        text = encode_leaves(all_leaves).encode("utf-8", "surrogateescape")
        game = hide(text, self.style, self.key, upper=self.upper)
        write_archive(path, {**self.entries, GAME: game})


def _read(path: Path) -> _Log:
    with Archive(path) as archive:
        entries = {name: archive.read(name, MAX_OTHER) for name in archive.names() if name != GAME}
    with SaveFile(path) as save:
        found = list(grouped(save.held()))
        return _Log(
            path,
            [leaf for step in found if step.number is None for leaf in step.leaves],
            [step for step in found if step.number is not None],
            entries,
            save.moduledata,
            save.style,
            save.key,
            save.upper,
        )


# A part of a log.


def trim(source: Path, path: Path, first: int, last: int | None = None) -> int:
    """Write the position after step `first` and the steps from there to `last`; return how many.

    Step 0 is the set-up; without `last` it is the end. Raises LogsError if there is no such step.
    """
    log = _read(source)
    count = len(log.steps)
    last = count if last is None else last
    for number in (first, last):
        if not 0 <= number <= count:
            raise LogsError(f"{source} has no step {number}; its last step is {count}")
    if first > last:
        raise LogsError(f"step {first} is after step {last}; give the smaller number first")
    timeline = _played(log.set_up, log.steps)
    set_up: Iterable[Leaf] = log.set_up
    if first:
        set_up = restated(log.set_up, timeline.go(first), log.steps[:first], log.steps[first:last])
    kept = (leaf for step in log.steps[first:last] for leaf in step.leaves)
    log.write([*set_up, *kept], path)
    return last - first


# Several logs as one.


def join(sources: Sequence[Path], path: Path) -> int:
    """Write the logs of one game as one, in the order of play; return how many steps it has.

    Seats that were taken or left between two logs become a step. Raises LogsError if a log does
    not begin where the one before it ends.
    """
    first = _read(sources[0])
    steps = list(first.steps)
    timeline = _played(first.set_up, steps)
    expected = len(timeline.problems)
    for before, source in pairwise(sources):
        log = _read(source)
        _check_module(first, log)
        end, begin = timeline.go(len(timeline)), _played(log.set_up, []).table
        found = list(differences(end, begin))
        if found:
            more = f" and {len(found) - SHOWN} more differences" if len(found) > SHOWN else ""
            raise LogsError(
                f"{source} does not begin where {before} ends: {'; '.join(found[:SHOWN])}{more}. "
                "Give the logs in the order of play, and the one that is missing in between"
            )
        between = list(_between(end, begin, log.steps))
        if between:
            steps.append(_one_step(between))
        steps += log.steps
        if sum(len(step.leaves) for step in steps) > MAX_COMMANDS:
            raise LogsError(
                f"up to {source} the logs have more than {MAX_COMMANDS:,} commands; join fewer"
            )
        timeline = _played(first.set_up, steps)
        expected += len(_played(log.set_up, log.steps).problems)
        if len(timeline.problems) > expected:
            raise LogsError(f"{source} cannot be joined: {timeline.problems[-1]}")
    first.write([*first.set_up, *(leaf for step in steps for leaf in step.leaves)], path)
    return len(timeline)


def _played(set_up: Iterable[Leaf], steps: Iterable[LogStep]) -> Timeline:
    timeline = Timeline()
    begin = (LogStep(None, leaf.offset, (leaf,)) for leaf in set_up)
    numbered = (step._replace(number=at) for at, step in enumerate(steps))
    timeline.read([*begin, *numbered])
    return timeline


def _one_step(commands: Iterable[str]) -> LogStep:
    found = [Leaf(0, min(at, 1), LOG + text, LOG + text) for at, text in enumerate(commands)]
    return LogStep(0, 0, tuple(found))


def _check_module(first: _Log, log: _Log) -> None:
    names = [each.module.name if each.module else None for each in (first, log)]
    if names[0] and names[1] and names[0] != names[1]:
        raise LogsError(
            f"{log.path} was played on the module `{names[1]}` and {first.path} on `{names[0]}`; "
            "logs of one game are joined"
        )


def differences(before: Table, after: Table) -> Iterator[str]:
    """What differs between the end of a log and the set-up of the next, except seats."""
    for key in {**before.pieces, **after.pieces}:
        old, new = before.pieces.get(key), after.pieces.get(key)
        if old is None or new is None:
            piece = old or new
            assert piece is not None
            missing = "is missing" if new is None else "is new"
            yield f"{_named(piece)} {missing}"
        elif _place(old) != _place(new):
            yield f"{_named(old)} is {_at(new)}, not {_at(old)}"
        elif old.type != new.type or changed_levels(old.state, new.state):
            yield f"{_named(old)} {_at(old)} has changed"
        elif _below(before, old) != _below(after, new):
            yield f"{_named(old)} {_at(old)} is in another order or stack"
    for name in sorted(after.saved):
        was, now = before.properties.get(name, ""), after.properties[name]
        was = before.properties.get(("", name[1]), was)
        if was != now:
            yield f"the property {name[1]} is {now!r}, not {was!r}"
    for tracker, state in after.turns.items():
        if before.turns.get(tracker, state) != state:
            yield f"the turn {tracker} is {state!r}, not {before.turns[tracker]!r}"


def _named(piece: Piece) -> str:
    return f"the piece {piece.id} ({piece.game_piece.basic.name})"


def _at(piece: Piece) -> str:
    return "on no map" if piece.map == NOWHERE else f"at {piece.map} {piece.x},{piece.y}"


def _place(piece: Piece) -> tuple[object, ...]:
    return (NOWHERE,) if piece.map == NOWHERE else piece[3:6]


def _below(table: Table, piece: Piece) -> tuple[str, ...]:
    """The pieces below one in its stack or deck."""
    pile = table.piles.get(piece.pile)
    return pile.contents[: pile.contents.index(piece.id)] if pile else ()


def _between(before: Table, after: Table, later: Sequence[LogStep]) -> Iterator[str]:
    """The commands that make the end of a log the beginning of the next: seats, ids of stacks."""
    for key, player in before.players.items():
        if after.players.get(key) != player:
            yield c.RemovePlayer(id=key).text
    for key, player in after.players.items():
        if before.players.get(key) != player:
            yield c.AddPlayer(id=key, name=player.name, side=player.side).text
    used = {
        command.id
        for step in later
        for command in step.commands
        if isinstance(command, c.ChangePiece | c.MovePiece)
    }
    for pile in after.piles.values():
        if pile.id in used and pile.id not in before.piles and not pile.is_deck:
            yield Stack(pile.id, pile.map, pile.x, pile.y, pile.contents).add_command()
