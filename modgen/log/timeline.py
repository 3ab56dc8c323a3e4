"""A log as a timeline: the table at any step, forwards and backwards.

Going to a step costs what changed on the way. Several logs of one game are read as one: each begins
where the one before ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from modgen.log.table import Piece, Player, Table, TableChange, changed_levels
from modgen.vassal import commands as c
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import LogStep, SaveFile


class Moment(NamedTuple):
    """A step of the log: what it changed, what was said, who did it.

    `number` counts from 1, step 0 is the set-up. `undoes` is the step that this one takes back.
    """

    number: int
    changes: tuple[TableChange, ...]
    chat: tuple[str, ...]
    player: str
    undoes: int | None
    file: str
    offset: int


class Timeline:
    """The table now, and all steps. `go` moves to a step; `table` is the state after it."""

    def __init__(self) -> None:
        self.table = Table()
        self.moments: list[Moment] = []
        self.set_up: list[str] = []
        """Chat of the set-up."""
        self.module: Metadata | None = None
        self.problems: list[str] = []
        """Commands that name what is not there, with their step."""
        self.now = 0
        self._undone: set[int] = set()
        self.between: list[int] = []
        """Steps that no log shows: a further log began with another position."""

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def undone(self) -> frozenset[int]:
        """The steps that a later step took back."""
        return frozenset(self._undone)

    def go(self, number: int) -> Table:
        """The table after a step; 0 is the set-up. Raises IndexError for a step there is not."""
        if not 0 <= number <= len(self.moments):
            raise IndexError(f"there is no step {number}; the log has {len(self.moments)}")
        while self.now < number:
            self.table.redo(list(self.moments[self.now].changes))
            self.now += 1
        while self.now > number:
            self.now -= 1
            self.table.undo(list(self.moments[self.now].changes))
        return self.table

    def player(self, moment: Moment) -> Player | None:
        """Who did a step, if the log says so: as the roster is at the current step."""
        return self.table.players.get(moment.player)

    def moved(self, moment: Moment) -> Iterator[tuple[Piece | None, Piece | None]]:
        """Pieces that a step brings, takes or moves: before and after it."""
        before: dict[str, Piece | None] = {}
        after: dict[str, Piece | None] = {}
        for collection, key, old, new in moment.changes:
            if collection == "pieces":
                before.setdefault(key, old)
                after[key] = new
        for key, old in before.items():
            new = after[key]
            if old is None or new is None or (old.map, old.x, old.y) != (new.map, new.x, new.y):
                yield old, new

    # --- reading -----------------------------------------------------------------------------

    def read(self, steps: Iterable[LogStep], file: str = "") -> None:
        """Read a save or log on.

        A further log begins where we are; where its set-up differs, that is a step of its own.
        """
        first = not self.moments
        own = Table()
        begun = first
        for step in steps:
            if step.number is None:
                if first:
                    self._set_up(step)
                else:
                    for command in step.commands:
                        own.apply(command)
                continue
            if not begun:
                self._follow(own, file)
                begun = True
            self._step(step, file)
        if first:
            self.table.journal.clear()

    def _follow(self, other: Table, file: str) -> None:
        """Go on from another table: pieces that are elsewhere or other than here are changed."""
        for key in {**self.table.pieces, **other.pieces}:
            here, there = self.table.pieces.get(key), other.pieces.get(key)
            alike = here and there and here._replace(state="") == there._replace(state="")
            if not alike or (here and there and changed_levels(here.state, there.state)):
                self.table.put("pieces", key, there)
        if not self.table.journal:
            return
        for key in {**self.table.piles, **other.piles}:
            self.table.put("piles", key, other.piles.get(key))
        number = len(self.moments) + 1
        changes = tuple(self.table.journal)
        self.table.journal.clear()
        said = (f"{file} begins with another position",)
        self.moments.append(Moment(number, changes, said, "", None, file, 0))
        self.between.append(number)
        self.now = number

    def _set_up(self, step: LogStep) -> None:
        for command in step.commands:
            if isinstance(command, c.Chat):
                self.set_up.append(command.message)
            self.table.apply(command)
        self._note_problems(0)
        self.table.journal.clear()

    def _step(self, step: LogStep, file: str) -> None:
        number = len(self.moments) + 1
        chat: list[str] = []
        player, undoes = "", None
        for command in step.commands:
            if isinstance(command, c.Chat):
                chat.append(command.message)
            elif isinstance(command, c.MovePiece):
                player = player or command.player or ""
            elif isinstance(command, c.Undo):
                # Undoing a step that changed nothing leaves only the brackets.
                undoes = self._last_done() if len(step.commands) > 2 else None
            self.table.apply(command)
        if undoes:
            self._undone |= {undoes, number}
        self._note_problems(number)
        changes = tuple(self.table.journal)
        self.table.journal.clear()
        self.moments.append(Moment(number, changes, tuple(chat), player, undoes, file, step.offset))
        self.now = number

    def _last_done(self) -> int | None:
        """The last step that has not been taken back, which an undo takes back."""
        for moment in reversed(self.moments):
            if moment.number not in self._undone:
                return moment.number
        return None

    def _note_problems(self, number: int) -> None:
        self.problems += [f"step {number}: {problem}" for problem in self.table.problems]
        self.table.problems.clear()


def read_timeline(paths: Iterable[Path]) -> Timeline:
    """Read logs of one game, in their order. Raises what reading a save raises."""
    timeline = Timeline()
    for path in paths:
        with SaveFile(path) as save:
            timeline.module = timeline.module or save.moduledata
            timeline.read(save.steps(), path.name)
    return timeline
