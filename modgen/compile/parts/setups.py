"""The saved games of imported set-ups, made of the rows of scenarios and of their other commands.

`parts/setups/<scenario>.yaml` has what rows cannot say: the boards, properties, notes and the turn
as commands, and the decks. A scenario without that file gets the boards of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from modgen.compile.build import Build
from modgen.compile.ids import PieceIds
from modgen.compile.parts.definitions import (
    Definition,
    PartsError,
    read_state,
)
from modgen.compile.parts.extents import repeating
from modgen.compile.parts.faces import Faces
from modgen.compile.pieces import game_piece
from modgen.model.boards.arrangement import (
    arrangement,
    board_of,
    corners,
    map_name,
    maps,
    place_point,
)
from modgen.model.game import Game, split_face
from modgen.model.loading.laid_pieces import CARD, STACK
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import LaidPiece, Scenario
from modgen.unpacking.xml import Node
from modgen.vassal import save
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.pieces import Deck, DeckType, GamePiece, Stack
from modgen.vassal.traits import Layer, parse_trait

FOLDER = "setups"
MAX_FILE = 64 << 20
NOWHERE = "null"
Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass
class Slots:
    """The definitions of slots: those of types and cards, by the key of their link."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    layers: dict[str, int] = field(default_factory=dict)
    """The position of the layer that gives the faces of a type."""
    images: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """The name and the pictures of that layer as they were imported."""
    templates: dict[str, Node] = field(default_factory=dict)
    """The first slot of each type and card as it was imported."""
    maps: dict[str, str] = field(default_factory=dict)
    """The names of the module's maps by what a table has of them: no spaces around them."""
    extents: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The most pixels that a map is wide and high, by its name, where that is known."""

    def check_point(self, row: LaidPiece, where: str) -> None:
        """Raise PartsError for a row that lies beyond its map, where nobody would see the piece."""
        extent = self.extents.get(self.maps.get(row.map, row.map))
        if extent and not (0 <= row.x <= extent[0] and 0 <= row.y <= extent[1]):
            wide, high = extent
            raise PartsError(
                f"{where}: the point {row.x}, {row.y} is not on the map `{row.map}`, which has "
                f"{wide} x {high} pixels; correct `x` and `y`"
            )


@dataclass
class SetupWriter:
    """Writes the saved games of one module."""

    build: Build
    folder: Path
    slots: Slots
    definitions: Mapping[str, Definition]
    faces: Faces

    @property
    def game(self) -> Game:
        """The game."""
        return self.build.game

    def entries(self, scenario: Scenario, metadata: Metadata) -> dict[str, bytes]:
        """The entries of a scenario's saved game."""
        rest = self._rest(scenario)
        text = self._text(scenario, rest)
        saved = rest.get("saved")
        if isinstance(saved, dict):
            own = Metadata(
                str(saved.get("version", "")),
                None,
                str(saved.get("description", "")),
                str(saved.get("vassal", metadata.engine)),
                saved["time"] if isinstance(saved.get("time"), int) else metadata.saved,
            )
            entries = save.save_entries(text, metadata, description=own.description)
            return entries | {"savedata": write_metadata(own)}
        return save.save_entries(text, metadata)

    def text(self, scenario: Scenario) -> str:
        """The commands of a scenario's saved game."""
        return self._text(scenario, self._rest(scenario))

    def _rest(self, scenario: Scenario) -> dict[str, Any]:
        path = self.folder / FOLDER / f"{scenario.id}.yaml"
        shown = f"{self.folder.name}/{FOLDER}/{path.name}"
        if not path.exists():
            return {}
        if path.is_symlink() or path.stat().st_size > MAX_FILE:
            raise PartsError(f"{shown} is a link or has more than {MAX_FILE >> 20} MB")
        try:
            data = yaml.load(path.read_bytes(), Loader)  # noqa: S506 - a safe loader
        except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as problem:
            mark = getattr(problem, "problem_mark", None)
            where = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
            raise PartsError(f"{shown}{where}: this is not YAML") from None
        if not isinstance(data, dict):
            raise PartsError(f"{shown}: expected a mapping with `commands` and `decks`")
        return data

    def _text(self, scenario: Scenario, rest: dict[str, Any]) -> str:
        ids = PieceIds()
        commands: list[str] = []
        stacks: dict[str, list[tuple[str, LaidPiece]]] = {}
        decks = {
            str(deck.get("pile", "")): deck
            for deck in rest.get("decks", ())
            if isinstance(deck, dict)
        }
        taken = {row.id for row in scenario.laid} | {
            str(deck.get("id", "")) for deck in decks.values()
        }
        known = {row.pile for row in scenario.laid if row.id and row.pile} | decks.keys()
        restore = [str(command) for command in rest.get("commands", ())]
        unbounded = repeating(restore)
        for row in (self._checked(scenario, one, decks) for one in scenario.laid):
            new = row.map and not row.id and row.pile not in known
            if new and row.map not in unbounded:
                self.slots.check_point(row, row_at(scenario, row))
            key = row.id or _free(ids, taken)
            piece = self.piece(scenario, row)
            basic = piece.basic
            properties = (*basic.properties, ("UniqueID", key))
            basic = basic.but(map=row.map or NOWHERE, x=row.x, y=row.y, properties=properties)
            made = GamePiece(piece.traits, basic, key)
            commands.append(made.add_command())
            if row.pile:
                stacks.setdefault(row.pile, []).append((key, row))
        commands += self._added(scenario, ids, taken)
        commands += [str(command) for command in rest.get("pieces", ())]
        for pile, members in stacks.items():
            if pile not in decks:
                commands.append(_stack(pile, members, _free(ids, taken)))
        for pile, deck in decks.items():
            held = tuple(key for key, _ in stacks.get(pile, ()))
            commands.append(_deck(deck, held))
        if not restore:
            restore = [*self._boards(scenario), *self.build.registers(scenario)]
        return save.save_text(commands, restore)

    def _boards(self, scenario: Scenario) -> list[str]:
        """The commands of a scenario that was not imported: the boards of all maps."""
        commands = []
        for name in maps(self.game):
            rows = arrangement(self.game, scenario, name)[:1]
            placed = [(board.name, x, 0) for row in rows for x, board in enumerate(row[:1])]
            commands.append(save.board_command(name, placed))
        return [*commands, save.SETUP_STACK]

    # --- pieces ------------------------------------------------------------------------------

    def _checked(
        self, scenario: Scenario, row: LaidPiece, decks: Mapping[str, dict[str, Any]]
    ) -> LaidPiece:
        """A row with the point of its deck if it has none. Raises PartsError.

        Rows with an id were imported: an old set-up can have maps that the module has no longer.
        """
        deck = decks.get(row.pile)
        where = row_at(scenario, row)
        if row.pile and deck is None and not row.pile.startswith(STACK):
            raise PartsError(f"{where}: the set-up has no deck `{row.pile}`")
        if deck is not None and not row.map:
            x, y = (deck[name] if isinstance(deck.get(name), int) else 0 for name in "xy")
            return row.model_copy(update={"map": str(deck.get("map", "")), "x": x, "y": y})
        if row.place and not row.map:
            raise PartsError(f"{where}: the row needs `map`, `x` and `y`")
        if row.map and not row.id and row.map not in self.slots.maps:
            raise PartsError(f"{where}: the module has no map `{row.map}`")
        return row.model_copy(update={"map": self.slots.maps.get(row.map, row.map)})

    def piece(self, scenario: Scenario, row: LaidPiece) -> GamePiece:
        """A row's piece, with its states, on no map. Raises PartsError."""
        where = row_at(scenario, row)
        key, face, kind = self.slot_of(row, where)
        states, properties = read_state(row.state, where)
        definition = self.slots.definitions.get(key)
        if row.definition:
            definition = self.definitions.get(row.definition)
            if definition is None:
                raise PartsError(f"{where}: the parts have no definition `{row.definition}`")
        if definition is None:
            if kind is None:
                raise PartsError(f"{where}: no slot of the parts shows `{row.piece}`")
            return _on_face(game_piece(self.build, kind), kind, face)
        gpid = row.slot if row.slot not in ("", "none") else "" if row.slot else definition.gpid
        piece = definition.piece(states, gpid)
        if face and kind is not None:
            piece = self._faced(piece, key, kind, face)
        if properties:
            piece = GamePiece(piece.traits, piece.basic.but(properties=properties))
        if kind is not None:
            return self.faces.slot(kind, piece)[0]
        return self.faces.card_slot(self.game.card[key.partition(":")[2]], piece)[0]

    def slot_of(self, row: LaidPiece, where: str) -> tuple[str, str, PieceType | None]:
        """The key of a row's slot, its face, and its type unless it is a card.

        Raises PartsError for a piece that does not exist.
        """
        if row.piece.startswith(CARD):
            card = row.piece.removeprefix(CARD)
            if card not in self.game.card:
                raise PartsError(f"{where}: there is no card `{card}`")
            return f"card:{card}", "", None
        name, _, face = row.piece.partition("/")
        kind = self.game.piece_types.get(name)
        if kind is None:
            raise PartsError(f"{where}: the piece `{name}` does not exist")
        return f"piece:{name}", face, kind

    def _faced(self, piece: GamePiece, key: str, kind: PieceType, face: str) -> GamePiece:
        """A piece that shows a face: the layer that gives the faces has that level."""
        level = [known.id for known in kind.faces].index(face) + 1
        wanted = self.slots.images.get(key)
        traits = list(piece.traits)
        for number, trait in enumerate(traits):
            if (
                isinstance(trait, Layer)
                and (wanted is None or (trait.name, trait.images) == wanted)
                and len(trait.images) >= len(kind.faces) > 1
            ):
                traits[number] = parse_trait(trait.texts[0], str(level))
                break
        return GamePiece(tuple(traits), piece.basic)

    def _added(self, scenario: Scenario, ids: PieceIds, taken: set[str]) -> list[str]:
        """The commands of the pieces without a point, and of their stacks."""
        commands: list[str] = []
        stacks: dict[tuple[str, int, int], list[tuple[str, LaidPiece]]] = {}
        for row in self.pieces_in_places(scenario):
            key = _free(ids, taken)
            made = self.piece(scenario, row)
            at = (row.map, row.x, row.y)
            commands.append(made.at(*at, key).add_command())
            stacks.setdefault(at, []).append((key, row))
        commands += [_stack("", members, _free(ids, taken)) for members in stacks.values()]
        return commands

    def pieces_in_places(self, scenario: Scenario) -> Iterator[LaidPiece]:
        """The pieces of `place` beyond the rows with a point, in the middle of their place."""
        laid = Counter((row.place, row.piece) for row in scenario.laid)
        for place, held in scenario.place.items():
            for piece, count in held.items():
                for _ in range(count - laid[place, piece]):
                    yield self._row(place, piece)

    def _row(self, place: str, piece: str) -> LaidPiece:
        kind, face = split_face(piece, self.game)
        board = board_of(self.game, place)
        at = place_point(self.game, place, self.game.piece_types[kind])
        left, top = corners([[board]])[board.id]
        x, y = self.build.point((left + at[0], top + at[1]))
        shown = f"{kind}/{face}" if len(self.game.piece_types[kind].faces) > 1 else kind
        return LaidPiece(piece=shown, place=place, map=map_name(board), x=x, y=y)


def row_at(scenario: Scenario, row: LaidPiece) -> str:
    """The file and line of a row."""
    return f"scenarios/{scenario.id}.csv:{row.line}"


def _free(ids: PieceIds, taken: set[str]) -> str:
    while (key := ids()) in taken:
        pass
    return key


def _on_face(piece: GamePiece, kind: PieceType, face: str) -> GamePiece:
    """A piece that Modgen makes, on a face."""
    level = [known.id for known in kind.faces].index(face or kind.start_face.id) + 1
    traits = tuple(
        trait.but(level=level) if isinstance(trait, Layer) and trait.name == "Face" else trait
        for trait in piece.traits
    )
    return GamePiece(traits, piece.basic)


def _stack(pile: str, members: list[tuple[str, LaidPiece]], key: str) -> str:
    """The command of a stack, where its lowest piece is. `7/2` is a stack on layer 2."""
    layer = pile.partition("/")[2]
    row = members[0][1]
    shown = None if layer == "none" else int(layer) if layer.lstrip("-").isdecimal() else -1
    contents = tuple(member for member, _ in members)
    return Stack(key, row.map or NOWHERE, row.x, row.y, contents, shown).add_command()


def _deck(deck: dict[str, Any], held: tuple[str, ...]) -> str:
    """The command of a deck with its cards."""
    made = Deck(
        id=str(deck.get("id", "")),
        type=DeckType.read(str(deck.get("type", "deck;"))),
        map=str(deck.get("map", "")),
        x=deck["x"] if isinstance(deck.get("x"), int) else 0,
        y=deck["y"] if isinstance(deck.get("y"), int) else 0,
        face_down=bool(deck.get("face_down")),
        contents=held,
    )
    return made.add_command()
