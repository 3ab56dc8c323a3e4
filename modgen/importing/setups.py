"""Set-ups: the pieces of each saved game as rows, and what else it has as commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from modgen.compile.parts.definitions import Definition, state_text
from modgen.errors import ModgenError
from modgen.importing.boards import Boards
from modgen.importing.decks import Decks
from modgen.importing.names import shown_name
from modgen.importing.pieces import Kind, Kinds, face_ids
from modgen.importing.places import Places
from modgen.importing.source import LINK, Ids, Source, children, link, parts_of_map
from modgen.importing.write import table_bytes
from modgen.log.board_sizes import whole
from modgen.log.locations import Placed
from modgen.log.picture_sizes import stored_name
from modgen.log.properties import own_name
from modgen.model.loading.laid_pieces import STACK
from modgen.unpacking.xml import Node
from modgen.vassal import commands as c
from modgen.vassal.pieces import BasicPiece, Deck, GamePiece, PieceError, Stack, unnest
from modgen.vassal.save import NOTHING, SaveFile, steps
from modgen.vassal.stream import leaves
from modgen.vassal.traits import BasicName, Layer, parse_trait

NOWHERE = "null"
MOST_PIECES = 50_000
"""The most pieces of a set-up."""
ROW = ("piece", "place", "map", "x", "y", "pile", "id", "slot", "definition", "state")
"""The columns of the table of a set-up."""


class Rows(NamedTuple):
    """The rows of a set-up as CSV: dicts need ten times the memory, and there can be 60,000."""

    table: bytes = b""
    number: int = 0
    nowhere: int = 0
    """How many of the pieces lie in no space or cell."""

    @classmethod
    def of(cls, rows: list[dict[str, str]]) -> Rows:
        """Rows as dicts; none if there are none."""
        nowhere = sum(not (row["place"] or row["pile"]) and bool(row["map"]) for row in rows)
        return cls(table_bytes(ROW, rows) if rows else b"", len(rows), nowhere)

    def __bool__(self) -> bool:
        return self.number > 0


NO_ROWS = Rows()


@dataclass
class Setup:
    """A scenario: its data, its rows, and the other commands of its saved game."""

    id: str
    data: dict[str, Any]
    rows: Rows = NO_ROWS
    of_module: Rows = NO_ROWS
    """The rows of the new game of the module that is extended."""
    rest: dict[str, Any] = field(default_factory=dict)


@dataclass
class Setups:
    """All scenarios, and the definitions of pieces that no slot has."""

    all: list[Setup] = field(default_factory=list)
    definitions: dict[str, Definition] = field(default_factory=dict)
    names: dict[Definition, str] = field(default_factory=dict)
    own: int = 0
    """Pieces in set-ups whose traits are those of their slot."""
    other: int = 0
    """Pieces in set-ups whose traits are kept as definitions."""
    numbers: Counter[str] = field(default_factory=Counter)


class _InPlay(NamedTuple):
    """A piece of a saved game, taken apart once."""

    id: str
    piece: GamePiece
    definition: Definition
    basic: BasicPiece
    name: str
    """The name of the piece itself."""

    @classmethod
    def of(cls, piece: GamePiece) -> _InPlay:
        """Take a piece apart. Raises PieceError for one that cannot be read."""
        types = _levels(piece.type_text())
        states = unnest(piece.state_text())
        inner = len(types) - 1
        if len(states) <= inner:
            raise PieceError("the piece has fewer states than traits")
        basic = BasicPiece.read(types[inner], states[inner])
        definition = Definition(types, tuple(states[:inner]), basic.gpid)
        names = (parse_trait(one, "") for one in types[:inner] if one.startswith(BasicName.prefix))
        return cls(piece.id or "", piece, definition, basic, own_name(names, basic))


@lru_cache(maxsize=20_000)
def _levels(text: str) -> tuple[str, ...]:
    """The types of a piece's traits; the set-ups of a module share most of them."""
    return tuple(unnest(text))


@dataclass
class Importer:
    """What the rows of a set-up need."""

    source: Source
    boards: Boards
    places: Places
    kinds: Kinds
    decks: Decks
    hands: dict[str, str]
    """The side of each hand's window."""
    setups: Setups = field(default_factory=Setups)
    _seen: dict[Definition, Definition] = field(default_factory=dict)

    def run(self) -> Setups:
        """All set-ups, with the new game if the module has no other."""
        ids = Ids()
        fresh = False
        for node in self.source.root.walk():
            if node.name != "PredefinedSetup" or any(children(node, "PredefinedSetup")):
                continue
            if not self.source.is_own(node):
                continue
            name, file = node.attributes.get("name", ""), node.attributes.get("file", "")
            if node.attributes.get("useFile", "true") == "false" or not file:
                fresh = True
                continue
            file = stored_name(self.source.module.files, file)
            if not file:
                self.source.keep("set-ups whose file is missing", name)
                continue
            self._saved(node, ids(name, "setup"), name, file)
        if fresh or not self.setups.all or self.source.extended:
            self._new_game(ids("new game", "new_game"))
        return self.setups

    # --- saved games -------------------------------------------------------------------------

    def _saved(self, node: Node, key: str, name: str, file: str) -> None:
        setup = Setup(key, {"id": key, "name": name or key})
        try:
            with TemporaryDirectory(prefix="modgen-import-") as folder:
                path = Path(folder, "setup.vsav")
                path.write_bytes(self.source.module.files[file])
                with SaveFile(path) as save:
                    self._read(setup, save)
        except (ModgenError, OSError) as problem:
            why = str(problem).rpartition("setup.vsav")[2].lstrip(": ")
            self.source.keep("set-ups that cannot be read", f"{name}: {why}")
            return
        link(node, f"scenario:{key}")
        setup.rest["file"] = file
        self.setups.all.append(setup)

    def _read(self, setup: Setup, save: SaveFile) -> None:
        pieces: list[_InPlay] = []
        stacks: list[Stack] = []
        decks: list[Deck] = []
        rest: list[str] = []
        kept: list[str] = []
        laid: dict[str, Placed] = {}
        for step in steps(leaves(save.chunks_without_stacks(empty_only=True))):
            if step.number is not None:
                break
            for leaf, command in ((leaf, c.parse_command(leaf.command)) for leaf in step.leaves):
                if isinstance(command, c.BeginSave | c.EndSave):
                    continue
                if isinstance(command, c.AddPiece):
                    self._sort(command, pieces, stacks, decks, kept)
                elif isinstance(command, c.SetBoards):
                    map_name = command.picker.removesuffix("BoardPicker")
                    laid[map_name] = tuple(command.boards)
                    rest.append(leaf.command)
                elif leaf.command not in NOTHING:
                    rest.append(leaf.command)
        if len(pieces) > MOST_PIECES:
            raise PieceError(f"it has more than {MOST_PIECES:,} pieces")
        self._rows(setup, pieces, stacks, decks, laid)
        saved = save.savedata
        if saved is not None:
            setup.rest["saved"] = {
                "version": saved.version,
                "vassal": saved.engine,
                "description": saved.description,
                "time": saved.saved,
            }
        setup.rest |= {"commands": rest}
        if kept:
            setup.rest["pieces"] = kept
            self.source.keep("pieces of set-ups that cannot be read", setup.id)

    def _sort(
        self,
        command: c.AddPiece,
        pieces: list[_InPlay],
        stacks: list[Stack],
        decks: list[Deck],
        kept: list[str],
    ) -> None:
        piece = command.piece
        if isinstance(piece, Stack):
            if piece.contents:
                stacks.append(piece)
        elif isinstance(piece, Deck):
            decks.append(piece)
        else:
            try:
                pieces.append(_InPlay.of(piece))
            except (PieceError, ValueError):
                kept.append(command.text)

    def _rows(
        self,
        setup: Setup,
        pieces: list[_InPlay],
        stacks: list[Stack],
        decks: list[Deck],
        laid: Mapping[str, Placed],
    ) -> None:
        by_id = {piece.id: piece for piece in pieces}
        pile_of: dict[str, str] = {}
        order: list[str] = []
        spots: dict[str, tuple[str, int, int]] = {}
        listed: list[dict[str, Any]] = []
        for deck in decks:
            name = deck.type.name
            key = self.decks.by_name.get((deck.map, name), "")
            if not key or any(one.get("pile") == key for one in listed):
                key = f"deck {deck.id}"
            listed.append(
                {
                    "pile": key,
                    "id": deck.id,
                    "type": deck.type.type_text(),
                    "map": deck.map,
                    "x": deck.x,
                    "y": deck.y,
                    "face_down": deck.face_down,
                }
            )
            order += [member for member in deck.contents if member in by_id]
            pile_of |= dict.fromkeys(deck.contents, key)
            spots |= dict.fromkeys(deck.contents, (deck.map, deck.x, deck.y))
        for number, stack in enumerate(stacks, 1):
            layer = (
                "" if stack.layer == -1 else f"/{'none' if stack.layer is None else stack.layer}"
            )
            members = [one for one in stack.contents if one in by_id and one not in pile_of]
            pile_of |= dict.fromkeys(members, f"{STACK}{number}{layer}")
            order += members
            spots |= dict.fromkeys(members, (stack.map, stack.x, stack.y))
        position = {key: n for n, key in enumerate(dict.fromkeys(order))}
        loose = [key for key in by_id if key not in position]
        used: Counter[str] = Counter()
        rows = []
        for key in (*loose, *position):
            piece = by_id[key]
            if key in spots:
                # The engine puts the pieces of a pile where the pile is.
                map_name, x, y = spots[key]
                piece = piece._replace(basic=piece.basic.but(map=map_name, x=x, y=y))
            rows.append(self._row(piece, pile_of.get(key, ""), laid, used))
        setup.rows = Rows.of(rows)
        if listed:
            setup.rest["decks"] = listed
        for kind, number in used.items():
            self.kinds.used[kind] = max(self.kinds.used[kind], number)

    def _row(
        self, piece: _InPlay, pile: str, laid: Mapping[str, Placed], used: Counter[str]
    ) -> dict[str, str]:
        basic = piece.basic
        kind = self._kind(piece, used)
        used[kind.key] += 1
        definition, own = self._definition(kind, piece)
        level = _face_level(kind, piece)
        row = {
            "piece": kind.key,
            "place": ""
            if pile in self.decks.by_name.values() and kind.is_card
            else self._place(basic, pile, kind, laid),
            "map": "" if basic.map == NOWHERE else basic.map,
            "x": str(basic.x),
            "y": str(basic.y),
            "pile": pile,
            "id": piece.id,
            "definition": "" if own else self.setups.names[definition],
            "state": "",
        }
        without = -1
        if level is not None and not kind.is_card:
            without, number = level
            row["piece"] = f"{kind.key}/{face_ids(kind)[number - 1]}"
        if basic.gpid != (kind.gpid if own else definition.gpid):
            row["slot"] = basic.gpid or "none"
        row["state"] = state_text(
            definition, piece.definition.states, piece.basic.properties, without=without
        )
        return row

    def _kind(self, piece: _InPlay, used: Counter[str]) -> Kind:
        """The type of a piece: that of its slot, else of a slot of its name, else a new one.

        A card that is used already is another card of the same name.
        """
        named = self.kinds.by_name.get(self._name(piece), [])
        kind = self.kinds.by_gpid.get(piece.basic.gpid)
        if kind is None or (piece.name and kind.name != piece.name):
            kind = named[0] if named else kind if kind and not kind.is_card else None
        if kind is not None and kind.is_card and used[kind.key]:
            kind = next((one for one in named if one.is_card and not used[one.key]), None)
            if kind is None:
                return self.kinds.without_slot(self.source, piece.piece, is_card=True)
        if kind is None:
            kind = self.kinds.without_slot(self.source, piece.piece, is_card=False)
            self.source.keep("pieces of set-ups without a slot", kind.shown)
        return kind

    def _name(self, piece: _InPlay) -> str:
        """The name of a piece; for one without a name, that which people read."""
        if piece.name:
            return piece.name
        return shown_name(self.source, piece.piece.traits, piece.basic, own="")[0]

    def _definition(self, kind: Kind, piece: _InPlay) -> tuple[Definition, bool]:
        """The definition of a piece, and whether it is that of the slot."""
        found = piece.definition
        if kind.slots and found.types == kind.definition.types:
            self.setups.own += 1
            return kind.definition, True
        self.setups.other += 1
        same = Definition(found.types, (), "")
        known = self._seen.get(same)
        if known is None:
            known = self._seen[same] = found
            self.setups.numbers[kind.id] += 1
            stem = f"card_{kind.id}" if kind.is_card else kind.id
            name = f"{stem}-{self.setups.numbers[kind.id]}"
            self.setups.definitions[name] = found
            self.setups.names[found] = name
        return known, False

    def _place(self, basic: BasicPiece, pile: str, kind: Kind, laid: Mapping[str, Placed]) -> str:
        map_name = basic.map
        if map_name == NOWHERE or not map_name:
            return ""
        if pile in self.decks.by_name.values():
            return pile
        if map_name in self.hands and kind.is_card:
            return f"hand:{self.hands[map_name]}"
        x, y = basic.x, basic.y
        at = self.source.locations.place(map_name, x, y, laid)
        board = self.boards.by_name.get((map_name, at.board))
        if board is None:
            return ""
        mm = self.source.mm
        shown = self.source.locations.boards(map_name, laid)
        corner = next(((one.left, one.top) for one in shown if one.name == at.board), (0, 0))
        point = (mm(x - corner[0]), mm(y - corner[1]))
        return self.places.place(board.id, at.location, point)

    # --- the new game ------------------------------------------------------------------------

    def _new_game(self, key: str) -> None:
        """The game that the engine begins without a set-up: its at-start stacks and decks."""
        setup = Setup(key, {"id": key, "name": "New game", "at_start": True})
        used: Counter[str] = Counter()
        rows: list[dict[str, str]] = []
        of_module: list[dict[str, str]] = []
        added = self.places.added(self.source) if self.source.extended else set()
        number = 0
        for map_name, node in self._stacks():
            number += 1
            pile = f"{STACK}{number}"
            if node.name == "DrawPile":
                what, _, pile = node.attributes.get(LINK, "").partition(":")
                if what != "pile":
                    continue
            else:
                link(node, f"stack:{number}")
            board = node.attributes.get("owningBoard", "")
            for slot, row in self._laid_slots(map_name, node, board, pile):
                used[row["piece"].partition("/")[0]] += 1
                if self.source.is_own(slot):
                    rows.append(row)
                else:
                    of_module.append(row | {"place": "" if row["place"] in added else row["place"]})
        if not (rows or of_module):
            return
        setup.rows, setup.of_module = Rows.of(rows), Rows.of(of_module)
        for kind in self.kinds.pieces:
            self.kinds.used[kind.id] = max(self.kinds.used[kind.id], used[kind.id])
        self.setups.all.append(setup)

    def _stacks(self) -> Iterator[tuple[str, Node]]:
        for owner in self.source.maps:
            for node in parts_of_map(owner):
                if node.name in ("SetupStack", "DrawPile"):
                    yield owner.attributes.get("mapName", ""), node

    def _laid_slots(
        self, map_name: str, node: Node, board: str, pile: str
    ) -> Iterator[tuple[Node, dict[str, str]]]:
        names = [name for owner, name in self.boards.by_name if owner == map_name]
        shown = board if board in names else next(iter(names), "")
        laid = {map_name: ((shown, "0", "0"),)} if shown else {}
        x, y = whole(node.attributes.get("x")), whole(node.attributes.get("y"))
        for slot in node.walk():
            kind = self.kinds.of_slot.get(id(slot))
            if kind is None:
                continue
            basic = BasicPiece().but(map=map_name, x=x, y=y)
            deck = pile in self.decks.by_name.values()
            place = "" if deck and kind.is_card else self._place(basic, pile, kind, laid)
            row = {
                "piece": kind.key,
                "place": place,
                "map": map_name,
                "x": str(x),
                "y": str(y),
                "pile": pile,
            }
            yield slot, dict.fromkeys(ROW, "") | row


def _face_level(kind: Kind, piece: _InPlay) -> tuple[int, int] | None:
    """The position of the layer that gives a piece's face, and its level; None for no such layer.

    In an old set-up the layer can be at another position of the piece than in its slot.
    """
    if kind.looks.layer < 0:
        return None
    wanted = kind.traits[kind.looks.layer]
    assert isinstance(wanted, Layer)
    found = piece.definition
    for number, text in enumerate(found.types[:-1]):
        if not text.startswith(Layer.prefix):
            continue
        trait = parse_trait(text, found.states[number])
        if isinstance(trait, Layer) and trait.images == wanted.images and trait.name == wanted.name:
            known = 1 <= trait.level <= len(kind.looks.faces)
            # The state must be the plain number, so that the face says everything.
            return (number, trait.level) if known and trait.texts[1] == str(trait.level) else None
    return None
