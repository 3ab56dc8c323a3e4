"""The table at one moment: pieces, stacks, decks, properties, players, as commands change them.

Every change goes through `Table.put`, which notes what was there before; so each step of a log
can be taken back and done again at the cost of what it changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from modgen.vassal import commands as c
from modgen.vassal import sequence
from modgen.vassal.fields import read_integer
from modgen.vassal.pieces import Deck, GamePiece, PieceError, Stack, unnest


class Piece(NamedTuple):
    """A piece: its texts, the map and pixel where it is, the stack or deck that holds it."""

    id: str
    type: str
    state: str
    map: str
    x: int
    y: int
    pile: str = ""

    @property
    def game_piece(self) -> GamePiece:
        """The piece's traits, decoded on demand. A damaged piece has default values."""
        return GamePiece.read(self.type, self.state, self.id, repair=True)


class Pile(NamedTuple):
    """A stack or deck: where it is and what it holds, bottom first. `type` is a deck's."""

    id: str
    type: str
    map: str
    x: int
    y: int
    face_down: bool
    contents: tuple[str, ...]

    @property
    def is_deck(self) -> bool:
        """Whether it is a deck and stays when it is empty."""
        return bool(self.type)


class Player(NamedTuple):
    """Somebody at the table."""

    name: str
    side: str


TableChange = tuple[str, Any, Any, Any]
"""Which collection, which key, the value before and after; None where there is none."""
NOWHERE = "null"


class Table:
    """What is on the table. Read its collections; change it by `apply` alone."""

    def __init__(self) -> None:
        self.pieces: dict[str, Piece] = {}
        self.piles: dict[str, Pile] = {}
        self.properties: dict[tuple[str, str], str] = {}
        """Values by container (`Module`, a map, `map:zone`) and name."""
        self.players: dict[str, Player] = {}
        self.boards: dict[str, tuple[tuple[str, str, str], ...]] = {}
        """What each map shows: boards with column and row."""
        self.turns: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        self._collections: dict[str, dict[Any, Any]] = {
            name: getattr(self, name)
            for name in ("pieces", "piles", "properties", "players", "boards", "turns", "notes")
        }
        self._at: dict[tuple[str, int, int], list[str]] = {}
        self.journal: list[TableChange] = []
        self.problems: list[str] = []

    # --- changing ----------------------------------------------------------------------------

    def put(self, collection: str, key: Any, value: Any) -> None:
        """Set an entry, or remove it with None, and note what was there."""
        before = self._collections[collection].get(key)
        if before != value:
            self.journal.append((collection, key, before, value))
            self._set(collection, key, value)

    def _set(self, collection: str, key: Any, value: Any) -> None:
        entries = self._collections[collection]
        if collection == "piles":
            self._index(entries.get(key), value)
        if value is None:
            entries.pop(key, None)
        else:
            entries[key] = value

    def _index(self, before: Pile | None, after: Pile | None) -> None:
        """Keep the piles by the point at which they lie."""
        old = (before.map, before.x, before.y) if before else None
        new = (after.map, after.x, after.y) if after else None
        if before and old != new and old in self._at:
            self._at[old].remove(before.id)
            if not self._at[old]:
                del self._at[old]
        if after and new is not None and old != new:
            self._at.setdefault(new, []).append(after.id)

    def redo(self, journal: list[TableChange]) -> None:
        """Do noted changes again."""
        for collection, key, _, after in journal:
            self._set(collection, key, after)

    def undo(self, journal: list[TableChange]) -> None:
        """Take noted changes back."""
        for collection, key, before, _ in reversed(journal):
            self._set(collection, key, before)

    def apply(self, command: c.Command) -> None:
        """Execute a command. What it names and the table lacks is noted in `problems`."""
        found = APPLY.get(type(command))
        if found is not None:
            found(self, command)

    # --- pieces ------------------------------------------------------------------------------

    def add(self, command: c.AddPiece) -> None:
        """A piece, stack or deck comes into play."""
        found = command.piece
        if isinstance(found, GamePiece):
            kind, state = found.type_text(), found.state_text()
            self.put("pieces", command.id, Piece(command.id, kind, state, *place_of(state)))
            return
        kind = found.type.type_text() if isinstance(found, Deck) else ""
        down = found.face_down if isinstance(found, Deck) else False
        where = (found.map, found.x, found.y)
        self._fill(Pile(command.id, kind, *where, down, found.contents))

    def _fill(self, pile: Pile) -> None:
        """Put a pile down as it is stated; its members leave the piles they were in."""
        before = self.piles.get(pile.id)
        for member in before.contents if before else ():
            piece = self.pieces.get(member)
            if piece and piece.pile == pile.id and member not in pile.contents:
                self.put("pieces", member, piece._replace(pile=""))
        for member in pile.contents:
            piece = self.pieces.get(member)
            if piece is None:
                self.problems.append(
                    f"the stack or deck {pile.id} holds {member}, which is not there"
                )
                continue
            if piece.pile and piece.pile != pile.id:
                self._leave(piece)
            there = piece._replace(map=pile.map, x=pile.x, y=pile.y, pile=pile.id)
            self.put("pieces", member, there)
        empty = not pile.contents and not pile.is_deck
        self.put("piles", pile.id, None if empty else pile)

    def _leave(self, piece: Piece) -> None:
        """A piece leaves its pile; an empty stack is gone."""
        pile = self.piles.get(piece.pile)
        if pile is None:
            return
        rest = tuple(member for member in pile.contents if member != piece.id)
        gone = not rest and not pile.is_deck
        self.put("piles", pile.id, None if gone else pile._replace(contents=rest))

    def remove(self, command: c.RemovePiece) -> None:
        """A piece, stack or deck leaves the game."""
        piece = self.pieces.get(command.id)
        if piece is not None:
            self._leave(piece)
            self.put("pieces", command.id, None)
        elif command.id in self.piles:
            self.put("piles", command.id, None)
        else:
            self.problems.append(f"{command.id} is removed, but is not there")

    def change(self, command: c.ChangePiece) -> None:
        """A state changes; with the old one given, only what differs."""
        piece = self.pieces.get(command.id)
        if piece is not None:
            self._change_piece(piece, command.state, command.old_state)
            return
        pile = self.piles.get(command.id)
        if pile is None:
            self.problems.append(f"{command.id} changes, but is not there")
        elif pile.is_deck:
            deck = Deck.read(pile.id, pile.type, command.state)
            self._fill(
                Pile(pile.id, pile.type, deck.map, deck.x, deck.y, deck.face_down, deck.contents)
            )
        else:
            self._change_stack(pile, command.state, command.old_state)

    def _change_piece(self, piece: Piece, new: str, old: str | None) -> None:
        state = new if old is None or old == piece.state else merged(piece.state, new, old)
        where = place_of(state)
        if old is None or where != place_of(piece.state):
            piece = piece._replace(map=where[0], x=where[1], y=where[2])
        self.put("pieces", piece.id, piece._replace(state=state))

    def _change_stack(self, pile: Pile, new: str, old: str | None) -> None:
        after = Stack.read(pile.id, new)
        contents = after.contents
        if old is not None:
            before = Stack.read(pile.id, old).contents
            if before != pile.contents:
                kept = [one for one in pile.contents if one in contents or one not in before]
                contents = (*kept, *(one for one in contents if one not in kept))
        self._fill(pile._replace(map=after.map, x=after.x, y=after.y, contents=contents))

    def move(self, command: c.MovePiece) -> None:
        """A piece or a whole stack moves, onto the piece `under` or to whatever lies there."""
        where = (command.map, command.x, command.y)
        pile = self.piles.get(command.id)
        if pile is not None:
            self._fill(pile._replace(map=where[0], x=where[1], y=where[2]))
            return
        piece = self.pieces.get(command.id)
        if piece is None:
            self.problems.append(f"{command.id} moves, but is not there")
            return
        self._leave(piece)
        piece = piece._replace(map=where[0], x=where[1], y=where[2], pile="")
        self.put("pieces", piece.id, piece)
        if command.map == NOWHERE:
            return
        under = self.pieces.get(command.under)
        if under is not None and under.pile in self.piles:
            target = self.piles[under.pile]
            at = target.contents.index(under.id) + 1
        else:
            there = self._at.get(where, ())
            if not there:
                return
            target, at = self.piles[there[-1]], 0
        self._fill(
            target._replace(contents=(*target.contents[:at], piece.id, *target.contents[at:]))
        )


def place_of(state: str) -> tuple[str, int, int]:
    """Map, x and y in the innermost part of a piece's state; nowhere when it cannot be read."""
    inner = state.rsplit("\t", 1)[-1].strip("'")
    parts = sequence.split(inner, ";") if "\\" in inner else inner.split(";", 3)
    try:
        return parts[0], read_integer(parts[1]), read_integer(parts[2])
    except (IndexError, ValueError):
        return NOWHERE, 0, 0


def merged(current: str, new: str, old: str) -> str:
    """A state whose levels are those of `new` where it differs from `old`."""
    try:
        levels = [unnest(text) for text in (current, new, old)]
    except PieceError:
        return new
    if len({len(one) for one in levels}) != 1:
        return new
    kept = [mine if after == before else after for mine, after, before in zip(*levels, strict=True)]
    # Both states of a drag already hold where the piece comes from; the engine's own does too.
    text: str = levels[1][-1] if place_of(levels[1][-1]) == place_of(kept[-1]) else kept[-1]
    for level in reversed(kept[:-1]):
        text = sequence.join((level, text), "\t")
    return text


def changed_levels(one: str, other: str) -> bool:
    """Whether two states differ in a trait, whatever their places."""
    if one == other:
        return False
    try:
        return unnest(one)[:-1] != unnest(other)[:-1]
    except PieceError:
        return True


def _property(table: Table, command: c.ChangeProperty) -> None:
    table.put("properties", (command.container or "", command.name), command.new_value)


def _saved_property(table: Table, command: c.SetProperty) -> None:
    table.put("properties", (command.container or "", command.name), command.value)


def _player(table: Table, command: c.AddPlayer) -> None:
    table.put("players", command.id, Player(command.name, command.side))


def _boards(table: Table, command: c.SetBoards) -> None:
    table.put("boards", command.map, command.boards)


APPLY: dict[type[c.Command], Callable[[Table, Any], None]] = {
    c.AddPiece: Table.add,
    c.RemovePiece: Table.remove,
    c.ChangePiece: Table.change,
    c.MovePiece: Table.move,
    c.ChangeProperty: _property,
    c.SetProperty: _saved_property,
    c.AddPlayer: _player,
    c.RemovePlayer: lambda table, command: table.put("players", command.id, None),
    c.SetBoards: _boards,
    c.SetTurn: lambda table, command: table.put("turns", command.id, command.state),
    c.SetScenarioNote: lambda table, command: table.put("notes", "scenario", command.note),
    c.SetPublicNote: lambda table, command: table.put("notes", "public", command.note),
}
"""What each command that changes the table does; all others do not."""
