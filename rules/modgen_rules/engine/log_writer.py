"""Writes logs: pieces moved, turned, rolled for and announced, as the engine itself would note it.

A scribe begins with a table (a set-up, or a position of another log), keeps it as its own steps
change it, and writes a `.vlog` that the engine opens and plays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from modgen.errors import ModgenError
from modgen.log.table import Piece, Table
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.types.places import Track
from modgen.vassal import commands as c
from modgen.vassal import save
from modgen.vassal.metadata import Metadata
from modgen.vassal.pieces import Deck, GamePiece, Stack
from modgen.vassal.stream import Node
from modgen.vassal.traits import DynamicProperty, Layer, Trait
from modgen_rules.engine.piece_states import OwnPieces, PieceState
from modgen_rules.engine.place_lookup import MM, OwnModule


class ScribeError(ModgenError, ValueError):
    """A step that cannot be done: no such piece there."""


class LogWriter:
    """A player's hands on a table: every method is a step of the log."""

    def __init__(self, game: Game, games: Iterable[Game], table: Table, module: Metadata) -> None:
        self.game = game
        self.table = table
        self.module = module
        self._gazetteer = OwnModule.of(games)
        self._vocabulary = OwnPieces(game)
        self.steps: list[Node] = []
        self.start = table_commands(table)
        self.standings: dict[str, PieceState] = {}
        self._at: dict[PieceState, list[str]] = defaultdict(list)
        for key in table.pieces:
            self._note(key)

    # --- what lies where ---------------------------------------------------------------------

    def _note(self, key: str) -> None:
        before = self.standings.pop(key, None)
        if before is not None:
            self._at[before].remove(key)
        piece = self.table.pieces.get(key)
        if piece is None:
            return
        kind, face, space = self._vocabulary.identify(piece)
        if kind:
            found = PieceState(kind, face, space or self._gazetteer.place(piece, self.table))
            self.standings[key] = found
            self._at[found].append(key)

    def find(self, kind: str, face: str, place: str) -> list[str]:
        """The pieces of a kind that show a face in a place."""
        return list(self._at.get(PieceState(kind, face, place), ()))

    def where(self, kind: str) -> list[tuple[str, PieceState]]:
        """All pieces of a kind with their standings."""
        return [(key, one) for key, one in self.standings.items() if one.kind == kind]

    def point(self, kind: str, place: str) -> tuple[str, int, int]:
        """Map and pixel at which a piece of a kind is put down in a place."""
        game = self.game
        name, _, cell = place.partition(":")
        piece = game.piece_types.get(kind)
        board = game.map.boards[0].id
        if name in game.tracks:
            track: Track = game.tracks[name]
            if piece is not None:
                x, y = layout.level_point(game, piece, int(cell))
            else:
                x, y = layout.track_cell(track, int(cell)).centre
        elif name in game.spaces and piece is not None:
            x, y = layout.space_point(game, game.spaces[name], piece)
        elif name in game.boxes:
            box = game.boxes[name]
            board = box.board
            if piece is not None:
                x, y = layout.box_point(game, box, piece)
            else:
                x, y = layout.inner_rect(box).centre
        else:
            raise ScribeError(f"there is no place `{place}`")
        return (game.boards[board].name, round(x / MM * self._dpi), round(y / MM * self._dpi))

    @property
    def _dpi(self) -> int:
        return self.game.info.module.dpi

    # --- steps -------------------------------------------------------------------------------

    def step(self, commands: Sequence[c.Command], said: str = "") -> None:
        """One step of the log: commands, and the chat that reports them."""
        for command in commands:
            self.table.apply(command)
            key = getattr(command, "id", None)
            if isinstance(key, str):
                self._note(key)
        texts = [command.text for command in commands]
        texts += [c.Chat(message=said).text] if said else []
        first, *rest = texts
        self.steps.append(Node(first, tuple(Node(text) for text in rest)))
        self.table.journal.clear()

    def move(self, keys: Sequence[str], place: str, player: str = "", said: str = "") -> None:
        """Drag pieces to a place, together."""
        commands: list[c.Command] = []
        for key in keys:
            piece = self.table.pieces[key]
            map_name, x, y = self._target(piece, place)
            commands.append(
                c.MovePiece(
                    id=key, map=map_name, x=x, y=y, old_map=piece.map, old_x=piece.x,
                    old_y=piece.y, player=player or None,
                )
            )  # fmt: skip
        self.step(commands, said)

    def _target(self, piece: Piece, place: str) -> tuple[str, int, int]:
        """Onto the pile that lies in a place, for a card; else where its kind is put down."""
        kind = self.standings[piece.id].kind if piece.id in self.standings else ""
        if kind not in self.game.piece_types:
            pile = next((one for one in self.game.piles.values() if one.box == place), None)
            for found in self.table.piles.values():
                if pile is not None and found.is_deck:
                    names = found.type.split(";")
                    if len(names) > 13 and names[13] == pile.name:
                        return found.map, found.x, found.y
        return self.point(kind, place)

    def turn(self, key: str, face: str, said: str = "") -> None:
        """Show another face."""
        piece = self.table.pieces[key]
        kind = self.game.piece_types[self.standings[key].kind]
        level = [one.id for one in kind.faces].index(face) + 1
        found = piece.game_piece
        traits = tuple(
            trait.but(level=level) if isinstance(trait, Layer) and trait.name == "Face" else trait
            for trait in found.traits
        )
        self._change(piece, found.but(traits=traits), said)

    def set_state(self, space: str, state: str, value: str, said: str = "") -> None:
        """Set the marker of a space's state to a value."""
        values = [one.id for one in self.game.states[state].values]
        key = next((key for key, one in self.where(f"state_{state}") if one.place == space), None)
        if key is None:
            raise ScribeError(f"{space} has no marker of {state}")
        piece = self.table.pieces[key]
        found = piece.game_piece
        number = values.index(value) + 1
        traits: list[Trait] = []
        for trait in found.traits:
            if isinstance(trait, DynamicProperty) and trait.name == f"State_{state}":
                traits.append(trait.but(value=str(number)))
            elif isinstance(trait, Layer) and trait.name == f"Shown_{state}":
                traits.append(trait.but(level=number))
            else:
                traits.append(trait)
        self._change(piece, found.but(traits=tuple(traits)), said)

    def _change(self, piece: Piece, after: GamePiece, said: str) -> None:
        placed = after.at(piece.map, piece.x, piece.y, piece.id)
        command = c.ChangePiece(id=piece.id, state=placed.state_text(), old_state=piece.state)
        self.step([command], said)

    def say(self, text: str) -> None:
        """A line of chat."""
        self.step([c.Chat(message=text)])

    def announce(
        self, side: str, chosen: Mapping[str, str | None],
        marked: Mapping[str, Iterable[str]] | None = None,
    ) -> None:  # fmt: skip
        """Write the line of a side's declaration pad: choices by field, spaces by mark."""
        game = self.game
        pad = next(one for one in game.info.declarations if one.side == side)
        parts = [f"DECLARE {game.sides[side].name}"]
        for item in pad.fields:
            name = next((one.name for one in item.choices if one.id == chosen.get(item.id)), "")
            parts.append(f"{item.name}: {name}")
        for one in pad.spaces:
            names = [game.spaces[space].name for space in (marked or {}).get(one.id, ())]
            parts.append(f"{one.name}: {', '.join(names)}")
        self.say("* " + " | ".join(parts))

    def roll(self, side: str, die: str, results: Sequence[int]) -> None:
        """Report dice as the module does."""
        name = self.game.sides[side].name
        found = next(one for one in self.game.info.dice if one.id == die)
        told = ", ".join(map(str, results))
        if found.hits is not None:
            told += f" (hits: {sum(one >= found.hits for one in results)})"
        self.say(f"* ** {name} ({name}) rolls {found.name}: {told} **")

    def undo(self, number: int = 1) -> None:
        """Take the last step back as the engine does: its opposite between two marks."""
        # The opposite of a move is a move back; only drags are undone here.
        for _ in range(number):
            last = self.steps[-1]
            command = c.parse_command(last.text)
            if not isinstance(command, c.MovePiece):
                raise ScribeError("only a move can be taken back")
            back = c.MovePiece(
                id=command.id, map=command.old_map, x=command.old_x, y=command.old_y,
                old_map=command.map, old_x=command.x, old_y=command.y,
            )  # fmt: skip
            self.step([c.Undo(begins=True), back, c.Undo(begins=False)])

    # --- the file ----------------------------------------------------------------------------

    def text(self) -> str:
        """The whole log as commands."""
        pieces, restore = self.start
        return save.save_text(pieces, restore, self.steps)

    def write(self, path: Path) -> None:
        """Write the log."""
        save.write_save(path, self.text(), self.module)


def table_commands(table: Table) -> tuple[list[str], list[str]]:
    """A table as the commands of a save: pieces and piles; then players, boards, properties."""
    pieces: list[str] = []
    for piece in table.pieces.values():
        state = piece.state
        found = piece.game_piece
        if (found.basic.map, found.basic.x, found.basic.y) != (piece.map, piece.x, piece.y):
            state = found.at(piece.map, piece.x, piece.y, piece.id).state_text()
        pieces.append(c.AddPiece(id=piece.id, type=piece.type, state=state).text)
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
