"""A table whose every change is a step of a log, written as the engine itself writes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from modgen.compile.words import words
from modgen.errors import ModgenError
from modgen.log.table import Piece, Pile, Table
from modgen.log.timeline import Timeline
from modgen.model.boards import layout
from modgen.model.boards.arrangement import board_of
from modgen.model.game import Game
from modgen.model.types.places import Track
from modgen.vassal import commands as c
from modgen.vassal import save
from modgen.vassal.metadata import Metadata
from modgen.vassal.pieces import Deck, GamePiece, Stack
from modgen.vassal.stream import Node, leaves
from modgen_rules.engine.record.imported import ImportedPieces, ImportedPlaces, imported
from modgen_rules.engine.record.own_lookups import own_lookups
from modgen_rules.engine.record.piece_states import OwnPieces, PieceState
from modgen_rules.engine.record.place_lookup import MM, OwnModule

FIRST_STACK = 2_000_000_000_001
"""Ids of new stacks count up from here, or from the highest id of a stack on the table."""
HAND_POINT = (80, 100)
"""Where a card is put down in a hand's window, in pixels; the window puts its cards in a row."""


class LogWriterError(ModgenError, ValueError):
    """A step that cannot be written: there is no such place, marker or earlier step."""


class WrittenTable:
    """A table with the steps that changed it. `actor` is the side whose player moves the pieces."""

    def __init__(self, game: Game, games: Iterable[Game], table: Table, module: Metadata) -> None:
        self.game = game
        self.games = tuple(games)
        self.table = table
        self.module = module
        self._places: OwnModule | ImportedPlaces
        self._pieces: OwnPieces | ImportedPieces
        if game.info.module.parts:
            self._places, self._pieces = imported(game, None)
        else:
            self._places, self._pieces = own_lookups(self.games)
        self.steps: list[Node] = []
        self.start = table_commands(table)
        self.states: dict[str, PieceState] = {}
        self._at: dict[PieceState, list[str]] = defaultdict(list)
        self.actor = ""
        self.player_ids: dict[str, str] = {}
        """The ids of players who do not play under the id of their side."""
        self._inverses: list[list[c.Command]] = []
        numbers = [int(key) for key in table.piles if key.isdigit()]
        self._next_stack = max([FIRST_STACK, *(number + 1 for number in numbers)])
        for key in table.pieces:
            self._note(key)

    # --- what lies where ---------------------------------------------------------------------

    def _note(self, key: str) -> None:
        before = self.states.pop(key, None)
        if before is not None:
            self._at[before].remove(key)
        piece = self.table.pieces.get(key)
        if piece is None:
            return
        kind, face, space = self._pieces.identify(piece)
        if kind:
            state = PieceState(
                kind, face, space or str(self._places.place(piece, self.table, kind))
            )
            self.states[key] = state
            self._at[state].append(key)

    def find(self, kind: str, face: str, place: str) -> list[str]:
        """The ids of pieces of a kind that show a face in a place."""
        return list(self._at.get(PieceState(kind, face, place), ()))

    def where(self, kind: str) -> list[tuple[str, PieceState]]:
        """All pieces of a kind: id and state."""
        return [(key, state) for key, state in self.states.items() if state.kind == kind]

    def point(self, kind: str, place: str) -> tuple[str, int, int]:
        """Map and pixel at which a piece of a kind is put down in a place.

        `main@152,495` is a point of the board `main` in millimetres. The level of a cell (`W-C7@1`)
        is not a place of its own. Raises LogWriterError when there is no such place.
        """
        game = self.game
        board, _, free = place.partition("@")
        if "," not in free:
            place, free = board, ""
        name, _, cell = place.partition(":")
        piece = game.piece_types.get(kind)
        if name == "hand" and cell in game.sides:
            return words(game.language)("hand", side=game.sides[cell].name), *HAND_POINT
        if free:
            across, down = map(float, free.split(","))
            at = (across, down)
        elif name in game.tracks:
            track: Track = game.tracks[name]
            if piece is not None and piece.tracks:
                at = layout.level_point(game, piece, int(cell))
            else:
                at = layout.track_cell(track, int(cell)).centre
        elif name in game.spaces and piece is not None:
            at = layout.space_point(game, game.spaces[name], piece)
        elif name in game.boxes and piece is not None:
            at = layout.box_point(game, game.boxes[name], piece)
        elif name in game.boxes:
            at = layout.inner_rect(game.boxes[name]).centre
        elif name in game.cells:
            at = game.cells[name][1]
        elif name in game.cell_sides:
            at = game.cells[game.cell_sides[name][0]][1]
        else:
            raise LogWriterError(f"there is no place `{place}`")
        on = game.boards[board] if free else board_of(game, place)
        map_name, left, top = self._places.corner(on, self.table)
        dpi = game.info.module.dpi
        return map_name, left + round(at[0] / MM * dpi), top + round(at[1] / MM * dpi)

    def _target(self, piece: Piece, place: str) -> tuple[str, int, int]:
        """Where a piece is put down in a place; for a card, the deck that lies there."""
        kind = self.states[piece.id].kind if piece.id in self.states else ""
        if kind not in self.game.piece_types:
            piles = self.game.piles
            decks = {deck.name for deck in piles.values() if place in (deck.box, deck.id)}
            for pile in self.table.piles.values():
                if pile.name in decks:
                    return pile.map, pile.x, pile.y
        return self.point(kind, place)

    def pile_at(self, point: tuple[str, int, int]) -> Pile | None:
        """The stack or deck that lies on a pixel of a map."""
        piles = self.table.piles.values()
        return next((pile for pile in piles if (pile.map, pile.x, pile.y) == point), None)

    def _below(self, piece: Piece) -> str:
        """The id of the piece that lies directly below; `null` for none."""
        pile = self.table.piles.get(piece.pile)
        if pile is None or piece.id not in pile.contents[1:]:
            return "null"
        return pile.contents[pile.contents.index(piece.id) - 1]

    # --- steps -------------------------------------------------------------------------------

    def step(self, commands: Sequence[c.Command], said: str = "") -> None:
        """One step of the log: commands, and the line of chat that reports them."""
        for command in commands:
            self._apply(command)
        self._finish(commands, said)

    def _apply(self, command: c.Command) -> None:
        self.table.apply(command)
        key = getattr(command, "id", None)
        if isinstance(key, str):
            self._note(key)

    def _finish(self, commands: Sequence[c.Command], said: str = "", undoes: bool = False) -> None:
        """Add a step of commands that were applied."""
        told = [*commands, c.Chat(message=said)] if said else list(commands)
        first, *rest = [command.text for command in told]
        self.steps.append(Node(first, tuple(Node(text) for text in rest)))
        if not undoes:
            self._inverses.append(told)
        self.table.journal.clear()

    def _put(
        self, key: str, point: tuple[str, int, int], player: str = "", under: str | None = None
    ) -> list[c.Command]:
        """Put a piece down, on top of what lies there, as the engine writes it; apply that."""
        piece = self.table.pieces[key]
        pile = self.pile_at(point)
        members = [member for member in pile.contents if member != key] if pile else []
        if under is None:
            under = members[-1] if members else "null"
        move = c.MovePiece(
            id=key,
            map=point[0],
            x=point[1],
            y=point[2],
            under=under,
            old_map=piece.map,
            old_x=piece.x,
            old_y=piece.y,
            old_under=self._below(piece),
            player=self.player_ids.get(player or self.actor, player or self.actor) or None,
        )
        self._apply(move)
        if self.table.pieces[key].pile in self.table.piles:
            return [move]
        stack = Stack(str(self._next_stack), *point, (key,))
        self._next_stack += 1
        added = c.AddPiece(id=stack.id, type="stack", state=stack.state_text())
        self._apply(added)
        return [move, added]

    def _change(self, piece: Piece, after: GamePiece, said: str = "") -> None:
        placed = after.at(piece.map, piece.x, piece.y, piece.id)
        command = c.ChangePiece(id=piece.id, state=placed.state_text(), old_state=_state_now(piece))
        self.step([command], said)

    def undo(self, number: int = 1) -> None:
        """Take steps back as the engine does, the last first: each by a step of its own.

        Raises LogWriterError if there are fewer steps to undo.
        """
        for _ in range(number):
            if not self._inverses:
                raise LogWriterError("there is no step to take back")
            commands: list[c.Command] = [c.Undo(begins=True)]
            for command in reversed(self._inverses.pop()):
                commands += self._opposite(command)
            self._finish([*commands, c.Undo(begins=False)], undoes=True)

    def _opposite(self, command: c.Command) -> list[c.Command]:
        """Apply and give what takes a command back."""
        opposite: c.Command
        match command:
            case c.MovePiece():
                point = command.old_map, command.old_x, command.old_y
                return self._put(command.id, point, command.player or "", command.old_under)
            case c.ChangePiece():
                old = command.old_state or ""
                opposite = c.ChangePiece(id=command.id, state=old, old_state=command.state)
            case c.AddPiece():
                if command.id not in self.table.piles:
                    return []
                opposite = c.RemovePiece(id=command.id)
            case c.Chat():
                opposite = c.Chat(message=f"* UNDO: {command.message}")
            case _:
                raise LogWriterError(f"`{command.text[:40]}` cannot be taken back")
        self._apply(opposite)
        return [opposite]

    # --- the file ----------------------------------------------------------------------------

    def text(self) -> str:
        """The whole log as commands."""
        pieces, restore = self.start
        return save.save_text(pieces, restore, self.steps)

    def timeline(self, name: str) -> Timeline:
        """What reading the log gives, without a file; `name` is the file's name in messages."""
        timeline = Timeline()
        timeline.module = self.module
        timeline.read(save.steps(leaves([self.text()])), name)
        return timeline

    def write(self, path: Path) -> None:
        """Write the log."""
        save.write_save(path, self.text(), self.module)


def _state_now(piece: Piece) -> str:
    """The state of a piece with the place where it is, which moves do not write into it."""
    traits = piece.game_piece
    if (traits.basic.map, traits.basic.x, traits.basic.y) == (piece.map, piece.x, piece.y):
        return piece.state
    return traits.at(piece.map, piece.x, piece.y, piece.id).state_text()


@lru_cache(maxsize=4096)
def _added(piece: Piece) -> str:
    """The command that adds a piece. Many logs begin with the same set-up."""
    return c.AddPiece(id=piece.id, type=piece.type, state=_state_now(piece)).text


def table_commands(table: Table) -> tuple[list[str], list[str]]:
    """The commands of a save that sets a table up: first pieces and piles, then the rest."""
    pieces: list[str] = []
    for piece in table.pieces.values():
        pieces.append(_added(piece))
    for pile in table.piles.values():
        members = tuple(key for key in pile.contents if key in table.pieces)
        if pile.is_deck:
            state = f"{pile.map};{pile.x};{pile.y};{str(pile.face_down).lower()}"
            deck = Deck.read(pile.id, pile.type, state)
            pieces.append(deck._replace(contents=members).add_command())
        else:
            pieces.append(Stack(pile.id, pile.map, pile.x, pile.y, members).add_command())
    restore = [
        c.AddPlayer(id=key, name=player.name, side=player.side).text
        for key, player in table.players.items()
    ]
    for name, boards in table.boards.items():
        restore.append(save.board_command(name, [(a, int(x), int(y)) for a, x, y in boards]))
    restore.append(save.SETUP_STACK)
    for (container, name), value in table.properties.items():
        restore.append(save.property_command(name, value, container or "Module"))
    for key, state in table.turns.items():
        restore.append(c.SetTurn(id=key, state=state).text)
    return pieces, restore
