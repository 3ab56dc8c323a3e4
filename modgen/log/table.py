"""The table at one moment: pieces, stacks, decks, properties and players.

Commands change the table as they do in the engine. Every change goes through `Table.put`, which
records the value before it. A step of a log can therefore be undone and redone at the cost of what
it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from typing import Any, NamedTuple

from modgen.vassal import commands as c
from modgen.vassal import sequence
from modgen.vassal.pieces import Deck, GamePiece, PieceError, Stack, nest, unnest
from modgen.vassal.traits import DoesNotStack, Mat
from modgen.vassal.wires import read_integer

TAB = "\t"
NEW_STACK = "new stack "
"""How our ids of stacks begin that no command names."""
NOWHERE = "null"
"""The map of a piece that is on no map."""


class Piece(NamedTuple):
    """A piece: its texts, its map, its point in map pixels, and the stack or deck that holds it.

    `map` is `null` when the piece is on no map. `pile` is empty when the piece is in none.
    """

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
    """A stack or deck: its point in map pixels and its contents, bottom first.

    `type` is the deck's type; it is empty for a stack.
    """

    id: str
    type: str
    map: str
    x: int
    y: int
    face_down: bool
    contents: tuple[str, ...]

    @property
    def is_deck(self) -> bool:
        """Whether this is a deck, which remains when it is empty."""
        return bool(self.type)

    @property
    def unnamed(self) -> bool:
        """Whether no command names this stack: the engine made it when a piece moved."""
        return self.id.startswith(NEW_STACK)

    @property
    def name(self) -> str:
        """The name of a deck; empty for a stack."""
        return _deck_name(self.type) if self.is_deck else ""


@lru_cache(maxsize=256)
def _deck_name(type_text: str) -> str:
    return Deck.read("", type_text, "").type.name


class Player(NamedTuple):
    """A player at the table."""

    name: str
    side: str


class Raised(NamedTuple):
    """When something came to its map, and when it was moved there last, by numbers that grow.

    The engine draws what came later above the rest, or, on a map that marks what moved last, what
    moved later.
    """

    came: int
    moved: int


COLLECTIONS = ("pieces", "piles", "properties", "players", "boards", "turns", "notes", "raised")
TableChange = tuple[str, Any, Any, Any]
"""Collection, key, and the value before and after the change. None means no entry."""


class Table:
    """What is on the table. Read its collections; only `apply` changes them."""

    def __init__(self) -> None:
        self.pieces: dict[str, Piece] = {}
        self.piles: dict[str, Pile] = {}
        self.properties: dict[tuple[str, str], str] = {}
        """Values by container (`Module`, a map, `map:zone`) and name."""
        self.saved: set[tuple[str, str]] = set()
        """The properties that the set-up has, which a module need not define any more."""
        self.players: dict[str, Player] = {}
        self.boards: dict[str, tuple[tuple[str, str, str], ...]] = {}
        """The boards of each map: name, column and row."""
        self.turns: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        self.raised: dict[str, Raised] = {}
        """By piece, stack or deck: when it came to its map, and when it was moved there last."""
        self._collections: dict[str, dict[Any, Any]] = {
            name: getattr(self, name) for name in COLLECTIONS
        }
        self._at: dict[tuple[str, int, int], list[str]] = {}
        self._stacks: set[str] = set()
        self._new_stacks = 0
        self._raised = 0
        self.version = 0
        """A number that is another one after every change."""
        self.journal: list[TableChange] = []
        """The changes since the journal was last cleared."""
        self.problems: list[str] = []
        """Commands that could not be executed, one sentence each."""

    @property
    def known_stacks(self) -> Set[str]:
        """The ids of all stacks that commands have named so far, also of those that are empty."""
        return self._stacks

    # --- changing ----------------------------------------------------------------------------

    def put(self, collection: str, key: Any, value: Any) -> None:
        """Set an entry, or remove it with None, and record the value before."""
        entries = self._collections[collection]
        before = entries.get(key)
        if before != value:
            self.version += 1
            self.journal.append((collection, key, before, value))
            self._set(collection, entries, key, value)

    def _set(self, collection: str, entries: dict[Any, Any], key: Any, value: Any) -> None:
        if collection == "piles":
            self._index(entries.get(key), value)
        if value is None:
            entries.pop(key, None)
        else:
            entries[key] = value

    def _index(self, before: Pile | None, after: Pile | None) -> None:
        """Keep the index of piles by point up to date."""
        old = (before.map, before.x, before.y) if before else None
        new = (after.map, after.x, after.y) if after else None
        if before and old != new and old in self._at:
            self._at[old].remove(before.id)
            if not self._at[old]:
                del self._at[old]
        if after and new is not None and old != new:
            self._at.setdefault(new, []).append(after.id)

    def _raise(self, key: str, *, came: bool) -> None:
        """Note that a piece, stack or deck moved, and whether it came to its map so."""
        self._raised += 1
        before = self.raised.get(key)
        first = self._raised if came or before is None else before.came
        self.put("raised", key, Raised(first, self._raised))

    def follow(self, other: Table) -> None:
        """Take the stacks and decks of another table, and what it has above what."""
        for key in {**self.piles, **other.piles}:
            self.put("piles", key, other.piles.get(key))
        first = self._raised
        for key, (came, moved) in other.raised.items():
            self.put("raised", key, Raised(first + came, first + moved))
        self._raised += other._raised

    def copy(self) -> Table:
        """The same table, which can be changed alone. Its journal and its problems are empty."""
        copy = Table()
        for name, entries in copy._collections.items():
            entries.update(self._collections[name])
        copy.saved |= self.saved
        copy._at = {point: [*piles] for point, piles in self._at.items()}
        copy._stacks |= self._stacks
        copy._new_stacks, copy._raised = self._new_stacks, self._raised
        return copy

    def redo(self, journal: Sequence[TableChange]) -> None:
        """Apply recorded changes again."""
        self.version += 1
        collections = self._collections
        for collection, key, _, after in journal:
            if collection == "pieces" and after is not None:
                self.pieces[key] = after
            else:
                self._set(collection, collections[collection], key, after)

    def undo(self, journal: Sequence[TableChange]) -> None:
        """Revert recorded changes."""
        self.version += 1
        collections = self._collections
        for collection, key, before, _ in reversed(journal):
            if collection == "pieces" and before is not None:
                self.pieces[key] = before
            else:
                self._set(collection, collections[collection], key, before)

    def apply(self, command: c.Command) -> None:
        """Execute a command. A command that cannot be executed adds to `problems`."""
        execute = APPLY.get(type(command))
        if execute is not None:
            execute(self, command)

    # --- pieces ------------------------------------------------------------------------------

    def add(self, command: c.AddPiece) -> None:
        """Add a piece, stack or deck to the game."""
        key, kind, state = _parts(command)
        if kind == "stack":
            stack = Stack.read(key, state)
            self._fill(Pile(key, "", stack.map, stack.x, stack.y, False, stack.contents))
        elif kind.startswith("deck;"):
            deck = Deck.read(key, kind, state)
            self._fill(Pile(key, kind, deck.map, deck.x, deck.y, deck.face_down, deck.contents))
        else:
            self.put("pieces", key, Piece(key, kind, state, *place_of(state)))
            self._raise(key, came=True)

    def _fill(self, pile: Pile) -> None:
        """Set a pile's point and contents. Its members leave the piles that they were in."""
        before = self.piles.get(pile.id)
        for member in before.contents if before else ():
            piece = self.pieces.get(member)
            if piece and piece.pile == pile.id and member not in pile.contents:
                self.put("pieces", member, piece._replace(pile=""))
        where = (pile.map, pile.x, pile.y, pile.id)
        for member in pile.contents:
            piece = self.pieces.get(member)
            if piece is None:
                self.problems.append(
                    f"the stack or deck {pile.id} contains {member}, which does not exist"
                )
                continue
            if piece[3:] == where:
                continue
            if piece.pile and piece.pile != pile.id:
                self._leave(piece)
            self.put("pieces", member, Piece(piece.id, piece.type, piece.state, *where))
        if not pile.is_deck:
            self._stacks.add(pile.id)
        # A piece that is added later is not in the pile, as in the engine.
        known = tuple(member for member in pile.contents if member in self.pieces)
        pile = pile._replace(contents=known) if known != pile.contents else pile
        if not pile.contents and not pile.is_deck:
            self._put_away(pile.id)
            return
        self.put("piles", pile.id, pile)
        if before is None or before.map != pile.map:
            self._raise(pile.id, came=True)

    def _put_away(self, pile: str) -> None:
        """Remove a stack that is empty, or a deck."""
        self.put("piles", pile, None)
        self.put("raised", pile, None)

    def _leave(self, piece: Piece) -> None:
        """Take a piece out of its pile. An empty stack is removed."""
        pile = self.piles.get(piece.pile)
        if pile is None:
            return
        rest = tuple(member for member in pile.contents if member != piece.id)
        if rest or pile.is_deck:
            self.put("piles", pile.id, pile._replace(contents=rest))
        else:
            self._put_away(pile.id)

    def remove(self, command: c.RemovePiece) -> None:
        """Remove a piece, stack or deck from the game."""
        piece = self.pieces.get(command.id)
        pile = self.piles.get(command.id)
        if piece is not None:
            self._leave(piece)
            self.put("pieces", command.id, None)
            self.put("raised", command.id, None)
        elif pile is not None:
            # In the engine the members of a removed stack are on no map.
            for member in pile.contents:
                if member in self.pieces:
                    lost = self.pieces[member]._replace(map=NOWHERE, pile="")
                    self.put("pieces", member, lost)
            self._put_away(command.id)
        elif command.id not in self._stacks:
            self.problems.append(f"{command.id} is removed but does not exist")
        self._stacks.discard(command.id)

    def change(self, command: c.ChangePiece) -> None:
        """Change a state. With the old state, only the traits that differ are changed."""
        piece = self.pieces.get(command.id)
        if piece is not None:
            self._change_piece(piece, command.state, command.old_state)
            return
        pile = self.piles.get(command.id)
        if pile is None and command.id in self._stacks:
            # The engine keeps a stack that became empty; a change can fill it again.
            pile = Pile(command.id, "", NOWHERE, 0, 0, False, ())
        if pile is None:
            self.problems.append(f"{command.id} changes but does not exist")
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
        before = piece.map
        if old is None or where != place_of(piece.state):
            piece = piece._replace(map=where[0], x=where[1], y=where[2])
        self.put("pieces", piece.id, piece._replace(state=state))
        if piece.map != before:
            self._raise(piece.id, came=True)

    def _change_stack(self, pile: Pile, new: str, old: str | None) -> None:
        after = Stack.read(pile.id, new)
        contents = list(after.contents)
        if old is not None:
            before = Stack.read(pile.id, old).contents
            # Pieces that neither state knows stay above the piece that was below them.
            for index, member in enumerate(pile.contents):
                if member not in contents and member not in before:
                    below = pile.contents[index - 1] if index else None
                    contents.insert(contents.index(below) + 1 if below in contents else 0, member)
        self._fill(pile._replace(map=after.map, x=after.x, y=after.y, contents=tuple(contents)))

    def move(self, command: c.MovePiece) -> None:
        """Move a piece or a whole stack onto the piece `under`, or to the pile at the point."""
        where = (command.map, command.x, command.y)
        moved = command.id
        stack = self.piles.get(moved)
        if stack is not None and stack.is_deck:
            self._fill(stack._replace(map=where[0], x=where[1], y=where[2]))
            self._raise(moved, came=False)
            return
        piece = self.pieces.get(moved)
        if stack is None and piece is None:
            self.problems.append(f"{moved} moves but does not exist")
            return
        was_alone = piece is not None and not piece.pile and piece.map == command.map
        if piece is not None:
            self._leave(piece)
            piece = Piece(piece.id, piece.type, piece.state, *where)
            self.put("pieces", piece.id, piece)
        target, index = self._target(command, where, piece)
        if target is None:
            if stack is not None:
                self._fill(stack._replace(map=where[0], x=where[1], y=where[2]))
            self._raise(moved, came=piece is not None and not was_alone)
            return
        moving = (piece.id,) if piece is not None else stack.contents if stack else ()
        contents = (*target.contents[:index], *moving, *target.contents[index:])
        self._fill(target._replace(contents=contents))
        self._raise(target.id, came=False)

    def _target(
        self, command: c.MovePiece, where: tuple[str, int, int], piece: Piece | None
    ) -> tuple[Pile | None, int]:
        """The pile that a moving piece or stack joins, and at which index; None for no pile."""
        if where[0] == NOWHERE:
            return None, 0
        moved, below = command.id, command.under
        under = self.pieces.get(below)
        if under is not None and (under.map, under.x, under.y) == where and under.id != moved:
            pile = self.piles.get(under.pile)
            if pile is None:
                pile = self._new_stack(where, under.id)
            if pile.id != moved:
                return pile, pile.contents.index(under.id) + 1
        piles = [self.piles[key] for key in self._at.get(where, ()) if key != moved]
        stacks = piece is None or not never_stacks(piece.type)
        pile = next(
            (pile for pile in piles if pile.is_deck),
            piles[0] if piles and stacks else None,
        )
        if pile is None:
            return (self._new_stack(where) if piece and stacks else None), 0
        # Without a piece below, a single piece goes to the bottom.
        on_top = piece is None or below != NOWHERE
        return pile, len(pile.contents) if on_top else 0

    def _new_stack(self, where: tuple[str, int, int], *contents: str) -> Pile:
        """A stack that no command names: the engine makes one for every piece that can stack."""
        while (name := f"{NEW_STACK}{self._new_stacks}") in self.piles:
            self._new_stacks += 1
        self._new_stacks += 1
        return Pile(name, "", *where, False, contents)


def _parts(command: c.AddPiece) -> tuple[str, str, str]:
    """Id, type and state of what a command adds.

    Many pieces have the same type, which is long; it is decoded once, and they share its text.
    """
    text = command.texts[0]
    first, last = text.find("/", 2), text.rfind("/")
    while last > first and text[last - 1] == "\\":
        last = text.rfind("/", 0, last)
    if (
        2 < first < last
        and text[first - 1] != "\\"
        and "'" not in (text[2], text[last + 1 : last + 2])
    ):
        kind = _one_token(text[first + 1 : last])
        if kind is not None:
            return text[2:first], kind, text[last + 1 :].replace("\\/", "/")
    _, kind, state, *_ = [*command.tokens(0), "", "", ""]
    return command.id, kind, state


@lru_cache(maxsize=2048)
def _one_token(text: str) -> str | None:
    """A token between slashes, decoded; None if the text is several tokens."""
    tokens = sequence.split(text, "/")
    return tokens[0] if len(tokens) == 1 else None


@lru_cache(maxsize=4096)
def never_stacks(type_text: str) -> bool:
    """Whether a piece of this type never joins a stack."""
    traits = GamePiece.read(type_text, "", repair=True).traits
    return any(
        isinstance(trait, Mat) or (isinstance(trait, DoesNotStack) and trait.stacking != "L")
        for trait in traits
    )


def place_of(state: str) -> tuple[str, int, int]:
    """Map, x and y from the innermost part of a piece's state; `null` when it cannot be read."""
    inner = state.rsplit("\t", 1)[-1].strip("'")
    parts = sequence.split(inner, ";") if "\\" in inner else inner.split(";", 3)
    try:
        return parts[0], read_integer(parts[1]), read_integer(parts[2])
    except (IndexError, ValueError):
        return NOWHERE, 0, 0


def merged(current: str, new: str, old: str) -> str:
    """The current state with the levels of `new` that differ from `old`."""
    try:
        levels = [unnest(text) for text in (current, new, old)]
    except PieceError:
        return new
    if len({len(state) for state in levels}) != 1:
        return new
    kept = [mine if after == before else after for mine, after, before in zip(*levels, strict=True)]
    # Both states of a drag already contain the piece's origin, and so does the engine's own state.
    text: str = levels[1][-1] if place_of(levels[1][-1]) == place_of(kept[-1]) else kept[-1]
    return nest(kept[:-1], text)


def changed_levels(before: str, after: str) -> bool:
    """Whether two states differ in a trait; their positions do not count."""
    if before == after:
        return False
    try:
        return unnest(before)[:-1] != unnest(after)[:-1]
    except PieceError:
        return True


def _change_property(table: Table, command: c.ChangeProperty) -> None:
    table.put("properties", (command.container or "", command.name), command.new_value)


def _set_property(table: Table, command: c.SetProperty) -> None:
    # The name of a zone's property is followed by its zone, board and map.
    name = sequence.split(command.name, TAB)[0] if TAB in command.name else command.name
    key = (command.container or "", name)
    table.saved.add(key)
    table.put("properties", key, command.value)


def _add_player(table: Table, command: c.AddPlayer) -> None:
    table.put("players", command.id, Player(command.name, command.side))


def _set_boards(table: Table, command: c.SetBoards) -> None:
    table.put("boards", command.map, command.boards)


APPLY: dict[type[c.Command], Callable[[Table, Any], None]] = {
    c.AddPiece: Table.add,
    c.RemovePiece: Table.remove,
    c.ChangePiece: Table.change,
    c.MovePiece: Table.move,
    c.ChangeProperty: _change_property,
    c.SetProperty: _set_property,
    c.AddPlayer: _add_player,
    c.RemovePlayer: lambda table, command: table.put("players", command.id, None),
    c.SetBoards: _set_boards,
    c.SetTurn: lambda table, command: table.put("turns", command.id, command.state),
    c.SetScenarioNote: lambda table, command: table.put("notes", "scenario", command.note),
    c.SetPublicNote: lambda table, command: table.put("notes", "public", command.note),
}
"""How each command changes the table. Commands that are not listed change nothing."""
