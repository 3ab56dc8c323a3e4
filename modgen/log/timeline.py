"""A log as a timeline: the table at any step, forwards and backwards.

Going to a step costs as much as the changes in between. Several logs of one game are read as
one: each continues from the end of the one before.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path

from modgen.log.moments import Moment, Moments
from modgen.log.table import Piece, Player, Table, changed_levels
from modgen.vassal import commands as c
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import LogStep, SaveFile
from modgen.vassal.stream import LOG, StreamError

__all__ = ["Moment", "Timeline", "read_timeline"]

CHAT = LOG + "CHAT"
"""The beginning of a step with chat."""
MAX_STEPS = 1_000_000
"""The most steps of a game that are read."""
LEAST_UNDO = 2
"""The number of commands of an undo that changes nothing: its start and its end."""


FAR_BACK = 2000
"""How many steps are searched for what moved last."""


class Timeline:
    """All steps of a game and the table after the current one. `go` moves to another step."""

    def __init__(self) -> None:
        self.table = Table()
        self.moments = Moments()
        self.set_up: list[str] = []
        """Chat of the set-up."""
        self.module: Metadata | None = None
        self.extensions: dict[str, str] = {}
        """The versions of the extensions that the game was played with, by name."""
        self.problems: list[str] = []
        """Commands that could not be executed, one sentence each, with the step."""
        self.now = 0
        """The number of the current step."""
        self._begun = False
        self._done = array("q")
        self._undone: set[int] = set()
        self.between: list[int] = []
        """Steps that represent changes between two logs."""

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def undone(self) -> Set[int]:
        """The steps that were undone, and the steps that undid them."""
        return self._undone

    def go(self, number: int) -> Table:
        """The table after a step; step 0 is the set-up. Raises IndexError for an unknown step."""
        if not 0 <= number <= len(self.moments):
            raise IndexError(f"there is no step {number}; the log has {len(self.moments)}")
        while self.now < number:
            self.table.redo(self.moments.changes(self.now))
            self.now += 1
        while self.now > number:
            self.now -= 1
            self.table.undo(self.moments.changes(self.now))
        return self.table

    def player(self, moment: Moment) -> Player | None:
        """Who did a step, by the players at the current step; None when the log does not say."""
        return self.table.players.get(moment.player)

    def moved(self, moment: Moment) -> Iterator[tuple[Piece | None, Piece | None]]:
        """The pieces that a step adds, removes or moves, each before and after it."""
        before: dict[str, Piece | None] = {}
        after: dict[str, Piece | None] = {}
        for collection, key, old, new in moment.changes:
            if collection == "pieces":
                before.setdefault(key, old)
                after[key] = new
        for key, old in before.items():
            new = after[key]
            if old is None or new is None or _point(old) != _point(new):
                yield old, new

    def last_moved(self, map_name: str) -> tuple[str, ...]:
        """What moved last on a map by the current step: the pieces of its stack, bottom first.

        Pieces that were added count, and of a removed piece what is left of its stack. Empty if
        nothing moved within FAR_BACK steps, or if it is on another map now.
        """
        for number in range(self.now, max(self.now - FAR_BACK, 0), -1):
            for kind, key, old, new in reversed(self.moments.changes(number - 1)):
                if kind != "pieces" or (old and new and _point(old) == _point(new)):
                    continue
                if (new or old).map == map_name:
                    piece = self.table.pieces.get(key)
                    pile = self.table.piles.get((piece or old).pile)
                    members = pile.contents if pile is not None else (key,) if piece else ()
                    there = all(self.table.pieces[each].map == map_name for each in members)
                    return members if there else ()
        return ()

    # --- reading -----------------------------------------------------------------------------

    def read(self, steps: Iterable[LogStep], file: str = "") -> None:
        """Read a save or log. A further log continues from the current step.

        When its set-up differs from the table, the difference becomes a step of its own. Raises
        StreamError for more than MAX_STEPS steps.
        """
        first, self._begun = not self._begun, True
        set_up = Table()
        begun = first
        for step in steps:
            if step.number is None:
                if first:
                    self._set_up(step)
                else:
                    for command in step.commands:
                        set_up.apply(command)
                continue
            if not begun:
                self._follow(set_up, file)
                begun = True
            if len(self.moments) >= MAX_STEPS:
                raise StreamError(f"the game has more than {MAX_STEPS:,} steps")
            leaf = step.leaves[0]
            if len(step.leaves) == 1 and leaf.text.startswith(CHAT):
                self.moments.append_chat(leaf.text[len(CHAT) :], file, leaf.offset)
                self.now += 1
                self._done.append(self.now)
            else:
                self._step(step, file)
        if not begun:
            self._follow(set_up, file)
        if first:
            self.table.journal.clear()

    def _follow(self, target: Table, file: str) -> None:
        """Continue from another table: pieces that differ from it are changed."""
        for key in {**self.table.pieces, **target.pieces}:
            old, new = self.table.pieces.get(key), target.pieces.get(key)
            same = old and new and _position(self.table, old) == _position(target, new)
            if not same or (old and new and changed_levels(old.state, new.state)):
                self.table.put("pieces", key, new)
        if not self.table.journal:
            return
        self.table.follow(target)
        number = len(self.moments) + 1
        changes = tuple(self.table.journal)
        self.table.journal.clear()
        note = (f"{file} starts from a different position",)
        self.moments.append(Moment(number, changes, note, "", None, file, 0))
        self.between.append(number)
        self.now = number

    def _set_up(self, step: LogStep) -> None:
        for command in step.commands:
            if isinstance(command, c.Chat):
                self.set_up.append(command.message)
            elif isinstance(command, c.RegisterExtension):
                self.extensions[command.name] = command.version
            self.table.apply(command)
        self._note_problems(0)
        self.table.journal.clear()

    def _step(self, step: LogStep, file: str) -> None:
        number = len(self.moments) + 1
        chat: list[str] = []
        player, undoes = "", None
        commands = step.commands
        for command in commands:
            if isinstance(command, c.Chat):
                chat.append(command.message)
            elif isinstance(command, c.MovePiece):
                player = player or command.player or ""
            elif isinstance(command, c.Undo) and command.begins:
                undoes = self._undo_target(empty=len(commands) <= LEAST_UNDO)
            self.table.apply(command)
        if undoes:
            self._undone |= {undoes, number}
        else:
            self._done.append(number)
        self._note_problems(number)
        changes = tuple(self.table.journal)
        self.table.journal.clear()
        self.moments.append(Moment(number, changes, tuple(chat), player, undoes, file, step.offset))
        self.now = number

    def _undo_target(self, *, empty: bool) -> int | None:
        """The last step that has not been undone; None when there is none.

        An undo without commands cannot have reverted changes of the table: it belongs to a step
        without any, such as a drag to the same point, which the engine does not count. What is
        drawn above what does not matter: such a drag changes it, and its undo does not.
        """
        if not self._done:
            return None
        changes = self.moments.changes(self._done[-1] - 1)
        if empty and any(kind != "raised" for kind, *_ in changes):
            return None
        return self._done.pop()

    def _note_problems(self, number: int) -> None:
        if not self.table.problems:
            return
        self.problems += [f"step {number}: {problem}" for problem in self.table.problems]
        self.table.problems.clear()


def _point(piece: Piece) -> tuple[str, int, int]:
    return piece.map, piece.x, piece.y


def _position(table: Table, piece: Piece) -> tuple[object, ...]:
    """Where a piece is, and with which others; the ids of stacks differ between logs."""
    pile = table.piles.get(piece.pile)
    together = pile.contents if pile and (pile.is_deck or len(pile.contents) > 1) else ()
    return piece.type, piece.map, piece.x, piece.y, together


def read_timeline(paths: Iterable[Path]) -> Timeline:
    """Read the logs of one game in the given order.

    Raises ArchiveError, ObfuscationError, StreamError or XMLError for a file that is not a log.
    """
    timeline = Timeline()
    for path in paths:
        with SaveFile(path) as save:
            timeline.module = timeline.module or save.moduledata
            timeline.read(save.steps(), path.name)
    return timeline


def extension_problems(
    played: Mapping[str, str], given: Mapping[str, str], effect: str
) -> Iterator[str]:
    """How the extensions that a log was played with differ from those given: no full sentences.

    Both are versions by name. `effect` tells what becomes of an extension that is not given.
    """
    for name, version in played.items():
        if name not in given:
            yield (
                f"the log was played with the extension `{name}` {version}, which is not given; "
                f"{effect}"
            )
        elif given[name] != version:
            yield (
                f"the log was played with version {version} of the extension `{name}`, "
                f"not with {given[name]}"
            )
