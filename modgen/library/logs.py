"""Saves and logs: the steps, moves, dice, chat and pieces of a game that was played in VASSAL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from modgen.errors import ModgenError
from modgen.log.dice import Roll, moment_rolls
from modgen.log.story import Line, Story, properties
from modgen.log.table import NOWHERE, Piece, Table
from modgen.log.timeline import Moment, Timeline
from modgen.vassal.extensions import read_extended
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import PieceError
from modgen.vassal.save import SaveFile


class ClosedLogError(ModgenError, ValueError):
    """The log was closed before it was read."""


class ViewerError(ModgenError, ValueError):
    """The game has no side of the viewer's name, or no module says what it can see."""


class Move(NamedTuple):
    """A piece that a step moved, brought into play or removed.

    `origin` and `destination` are places as VASSAL names them; `origin` is None for a new piece,
    `destination` for one that was removed. `undone` is true if the player undid the move later.
    """

    step: int
    side: str
    piece: str
    origin: str | None
    destination: str | None
    undone: bool
    piece_id: str


class ChatLine(NamedTuple):
    """A line of the chat window without its formatting. Step 0 is the set-up."""

    step: int
    text: str


@dataclass(frozen=True)
class PlacedPiece:
    """A piece on the table at some step.

    `place` is its place as VASSAL names it; `x` and `y` are pixels on `map`, from its top left
    corner, or 0 where the viewer cannot look. `stack` is the id of the stack or deck that holds it,
    or an empty string.
    """

    id: str
    name: str
    place: str
    map: str
    x: int
    y: int
    stack: str
    _piece: Piece | None = field(repr=False, compare=False)

    @cached_property
    def markers(self) -> dict[str, str]:
        """The constant properties of the piece by name; empty if it is hidden or damaged."""
        try:
            return properties(self._piece) if self._piece is not None else {}
        except PieceError:
            return {}


@dataclass(frozen=True)
class Step:
    """A step of a log: everything that one action of a player did.

    `number` counts from 1 over all files; `file` is the name of the file it is in. `side` is the
    side of the player who moved pieces, empty if the log does not say. `text` describes what
    happened. `undone` is true if a later step undoes this one; `undoes` is the number of the step
    that this one undoes, or None.
    """

    number: int
    file: str
    side: str
    text: str
    moves: tuple[Move, ...]
    rolls: tuple[Roll, ...]
    chat: tuple[str, ...]
    undone: bool
    undoes: int | None


class GameLog:
    """A save, a log, or several logs of one game in the order of play.

    Iterating yields the steps; `len()` counts them. Made by `open_save` and `read_log`. The files
    are read when their content is first needed, and closed by `close` or at the end of a `with`
    block; what was read stays available.
    """

    def __init__(
        self, paths: tuple[Path, ...], module: Module | None = None, viewer: str | None = ""
    ) -> None:
        self.paths = paths
        self._module = module
        self._viewer = viewer
        self._story: Story | None = None
        with ExitStack() as opened:
            self._saves = [opened.enter_context(SaveFile(path)) for path in paths]
            self._open = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.timeline)

    def __iter__(self) -> Iterator[Step]:
        return self.steps()

    def __repr__(self) -> str:
        return f"<GameLog {', '.join(path.name for path in self.paths)}>"

    def close(self) -> None:
        """Close the files. Content that has not been read yet is no longer available."""
        self._open.close()
        self._saves = []

    @property
    def metadata(self) -> Metadata | None:
        """The name and version of the module that was used, or None if no file says.

        Raises XMLError if that part of a file is damaged.
        """
        if self._story is not None:
            return self._story.timeline.module
        for save in self._saves:
            if save.moduledata is not None:
                return save.moduledata
        return None

    @property
    def timeline(self) -> Timeline:
        """The log as a lower-level timeline of table changes."""
        return self._read().timeline

    @property
    def problems(self) -> list[str]:
        """Commands that do not fit the table, such as a move of a piece that does not exist."""
        return list(self.timeline.problems)

    def steps(self, first: int = 1, last: int | None = None) -> Iterator[Step]:
        """Yield the steps from `first` to `last` (both included), by default all."""
        story = self._read()
        end = len(self) if last is None else min(last, len(self))
        for number in range(max(1, first), end + 1):
            yield self._step(story, story.timeline.moments[number - 1])

    def moves(self) -> Iterator[Move]:
        """Yield every move of every step, undone ones too."""
        for step in self.steps():
            yield from step.moves

    def dice(self) -> Iterator[Roll]:
        """Yield every roll of dice that the chat reports."""
        for moment in self.timeline.moments:
            if not moment.undoes:
                yield from moment_rolls(moment)

    def chat(self) -> Iterator[ChatLine]:
        """Yield every line of chat and every report of the module, in order."""
        story = self._read()
        yield from (ChatLine(0, text) for text in story.chat(None))
        for moment in story.timeline.moments:
            yield from (ChatLine(moment.number, text) for text in story.chat(moment))

    def pieces(self, step: int | None = None) -> list[PlacedPiece]:
        """Return the pieces on the table after a step; 0 is the set-up, None the last step.

        Raises IndexError if there is no such step.
        """
        story, table = self._read(), self._table(step)
        return [_placed(story, piece, table) for piece in table.pieces.values()]

    def properties(self, step: int | None = None) -> dict[str, str]:
        """Return the module's global properties by name after a step. Raises IndexError."""
        story, table = self._read(), self._table(step)
        return {
            name: value
            for (container, name), value in table.properties.items()
            if container in ("", "Module") and story.can_see_property(container, name)
        }

    def players(self, step: int | None = None) -> dict[str, str]:
        """Return the side of each player by name after a step. Raises IndexError."""
        return {player.name: player.side for player in self._table(step).players.values()}

    # --- reading -----------------------------------------------------------------------------

    def _read(self) -> Story:
        if self._story is None:
            if not self._saves:
                raise ClosedLogError("the log was closed before it was read")
            timeline = Timeline()
            timeline.module = self.metadata
            for save in self._saves:
                timeline.read(save.steps(), save.path.name)
            tree = self._module.tree if self._module else None
            images = self._module.images if self._module else None
            story = Story(timeline, tree, self._viewer, images)
            if story.wrong_viewer():
                raise ViewerError(story.wrong_viewer())
            self._story = story
        return self._story

    def _table(self, step: int | None) -> Table:
        return self.timeline.go(len(self) if step is None else step)

    def _step(self, story: Story, moment: Moment) -> Step:
        line = story.line(moment)
        return Step(
            moment.number,
            moment.file,
            line.side,
            line.text,
            tuple(self._moves(story, moment, line)),
            () if moment.undoes else tuple(moment_rolls(moment)),
            line.chat,
            line.undone,
            moment.undoes,
        )

    def _moves(self, story: Story, moment: Moment, line: Line) -> Iterator[Move]:
        moved = list(story.timeline.moved(moment))
        table = story.timeline.go(moment.number - 1)
        origins = {old.id: story.place(old, table) for old, _ in moved if old is not None}
        names = {old.id: story.name(old) for old, _ in moved if old is not None}
        table = story.timeline.go(moment.number)
        for old, new in moved:
            piece = new or old
            if piece is not None:
                yield Move(
                    moment.number,
                    line.side,
                    story.name(new) if new else names[piece.id],
                    origins.get(piece.id),
                    story.place(new, table) if new else None,
                    line.undone,
                    piece.id,
                )


def _placed(story: Story, piece: Piece, table: Table) -> PlacedPiece:
    """A piece on the table as the viewer of a story sees it."""
    seen = story.seen(piece, table)
    unseen = story.is_out_of_sight(piece)
    at = (0, 0) if unseen or not story.can_see_map(piece.map) else (piece.x, piece.y)
    return PlacedPiece(
        piece.id,
        seen.name,
        seen.place,
        "" if piece.map == NOWHERE or unseen else piece.map,
        *at,
        piece.pile,
        None if seen.is_hidden else piece,
    )


def open_save(
    *paths: str | Path, module: str | Path | Module | None = None, viewer: str | None = ""
) -> GameLog:
    """Open a save (`.vsav`) or log (`.vlog`), or several logs of one game in the order of play.

    Use it as a context manager. With the `module` that was used, places have the names that VASSAL
    gives them; without it they are a map and pixels. The extensions in the folder beside the
    module's file are read, too. `viewer` is the side that looks: what its players could not see is
    hidden. With None, everything is revealed; by default only masked and invisible pieces have no
    name.

    Raises ArchiveError if a file is not a save or log or is not safe to read, XMLError or
    ObfuscationError if it is damaged (some damage shows only when the steps are read), and
    OSError if it cannot be opened. Reading raises ViewerError if the game has no such side, or if
    a side is given without the module.

    >>> with open_save("game.vlog", module="game.vmod") as log:
    ...     print(log.metadata.name, len(log))
    People Power 25
    """
    if not paths:
        raise TypeError("open_save needs at least one file")
    if isinstance(module, str | Path):
        module = read_extended(Path(module)).module
    return GameLog(tuple(Path(path) for path in paths), module, viewer)


def read_log(
    *paths: str | Path, module: str | Path | Module | None = None, viewer: str | None = ""
) -> GameLog:
    """Read a save or log, or several logs of one game in the order of play, and close the files.

    Takes and raises the same as `open_save`.

    >>> log = read_log("game.vlog", module="game.vmod")
    >>> [move.piece for move in log.moves() if move.destination == "Southern Luzon"]
    ['Guerrilla (Underground)']
    >>> sum(piece.place == "Manila" for piece in log.pieces(0))
    14
    >>> log.pieces(26)
    Traceback (most recent call last):
    ...
    IndexError: there is no step 26; the log has 25
    """
    with open_save(*paths, module=module, viewer=viewer) as log:
        log.timeline  # noqa: B018 - reads the files while they are open
        return log
