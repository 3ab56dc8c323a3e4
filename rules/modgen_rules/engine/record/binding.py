"""Logs of modules that Modgen did not build: a binding file says what they call our things.

game: people-power            # optional; must then be the game that is checked
pieces:                       # our kind, or kind/face: their names
  troops: [Troops]
  guerrilla/underground: ["Guerrilla (hidden)", "Guerrilla #2", "Guerrilla (masked)"]
places:                       # our place: their zones, regions, decks, and windows such as hands
  manila: [Manila]
  available_gov: [Government Available]
  "hand:gov": [Government Hand]
grids:                        # our grid: their boards, whose squares or hexes have the same names
  field: [Main Board]         # where they have no names, the columns and rows are counted
sides:                        # our side: the names of their players' sides
  gov: [Government]
phases:                       # our phase: names in the lists of their turn trackers
  march: [Movement]

The name of a piece is the one that it shows with its layers. `#2` is level 2 of a layer whose
levels have no names; `(masked)` is a piece that its owner hides with a mask.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.log.locations import MAPS, Locations
from modgen.log.properties import with_level
from modgen.log.table import NOWHERE, Piece, Table
from modgen.model.files.diagnostics import did_you_mean
from modgen.model.game import Game
from modgen.model.geography.cells import cells as cells_of
from modgen.model.types.places import Grid
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Layer, Mask
from modgen_rules.engine.record.piece_states import Identity, KnownPieces, OwnPieces, PieceLookup
from modgen_rules.engine.record.place_lookup import PlaceLookup
from modgen_rules.engine.record.places import OFF, UNKNOWN, Place, read_place
from modgen_rules.engine.record.small_files import yaml_of
from modgen_rules.engine.record.trackers import Trackers

MOST_BYTES = 1 << 20
PARTS = ("game", "pieces", "places", "grids", "sides", "phases")
MASKED = " (masked)"
NOBODY = ("null", "nobody", "")
"""The owners of masks that hide nothing."""
GRIDS = ("SquareGrid", "HexGrid")
COUNTED = "{:03}{:03}"
DIGITS = re.compile(r"0*(\d+)")
MINUS = re.compile(r"(?<!\w)[-\N{MINUS SIGN}\N{EN DASH}]\s?\d")
"""A number below 0, but not the hyphen of `B-5`."""


class BindingError(ModgenError, ValueError):
    """A binding file that cannot be used; the message says why."""


@dataclass
class BoundPlaces:
    """Our places by the names of another module's zones, regions, decks and windows."""

    locations: Locations
    names: Mapping[str, str]
    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the name of their board: our cells by their plain names."""
    side_names: Mapping[str, str] = field(default_factory=dict)
    """Our sides by the names of their players' sides."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """Our phases by the names in the lists of their turn trackers."""
    trackers: Trackers | None = None
    signed: Set[str] = frozenset()
    """Our tracks with cells below 0."""

    looks_at_stacks = False

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """Our place of a piece; of a track, the cell whose number its location has."""
        pile = table.piles.get(piece.pile)
        if pile is not None and pile.is_deck and pile.name in self.names:
            return read_place(self.names[pile.name])
        at = self.locations.place(piece.map, piece.x, piece.y, table.boards)
        for name in (at.location, at.zone):
            if name in self.names:
                return read_place(self._celled(self.names[name], at.location))
        cell = self.cells.get(at.board, {}).get(plain_name(at.location))
        if cell is not None:
            return Place("place", cell)
        if piece.map in self.names:
            return read_place(self.names[piece.map])
        return OFF if piece.map in ("", NOWHERE) else UNKNOWN

    def phase(self, tracker: str, state: str) -> str:
        """The phase whose name the tracker shows, at its innermost level that has one."""
        return self.trackers.phase(tracker, state, self.phases) if self.trackers else ""

    def _celled(self, place: str, location: str) -> str:
        digits = "".join(letter for letter in location if letter in "0123456789")[:6]
        if not (place.endswith(":") and digits):
            return place
        below = place.rstrip(":") in self.signed and MINUS.search(location)
        return f"{place}{-int(digits) if below else int(digits)}"


def plain_name(text: str) -> str:
    """The name of a cell without signs and leading zeros: `B05` and `b-5` are both `b5`."""
    return DIGITS.sub(r"\1", "".join(char for char in text.casefold() if char.isalnum()))


class BoundPieces(KnownPieces):
    """Our kinds of pieces by the names that another module's pieces show."""

    def __init__(self, game: Game, names: Mapping[str, tuple[str, str]]) -> None:
        super().__init__(game)
        self.names = names
        self._own = OwnPieces(game)

    def recognise(self, piece: GamePiece) -> Identity:
        """Kind and face by the name that the piece shows, else by its name without layers."""
        own = self._own.recognise(piece)
        if own[0] in self.game.piece_types or own[0].startswith(("state_", "card_")):
            return own
        for name in shown_names(piece):
            if name in self.names:
                kind, face = self.names[name]
                if not face and kind in self.game.piece_types:
                    face = self.game.piece_types[kind].start_face.id
                return kind, face, ""
        return "", "", ""


def shown_names(piece: GamePiece) -> Iterator[str]:
    """The names by which a binding may know a piece, the most special one first."""
    bare = str(piece.basic.name)
    name, number = bare, 0
    for trait in reversed(piece.traits):
        if not isinstance(trait, Layer):
            continue
        word = trait.level_names[trait.level - 1 : trait.level] if trait.level > 0 else ()
        name = with_level(name, word[0] if word else "")
        if trait.level > 1 and not (word and word[0]):
            number = trait.level
    if any(isinstance(one, Mask) and one.obscured_by not in NOBODY for one in piece.traits):
        yield from (f"{one}{MASKED}" for one in (name, bare))
    if number:
        yield from (f"{one} #{number}" for one in (name, bare))
    yield name
    yield bare


def game_of_binding(path: Path) -> str:
    """The game that a binding file names; empty when it names none. Raises BindingError."""
    return str(_read(path).get("game", ""))


def bound(
    path: Path, tree: Component, game: Game, images: Mapping[str, bytes] | None = None
) -> tuple[PlaceLookup, PieceLookup]:
    """How to read a module's logs, by a binding file. Raises BindingError.

    `images` are the module's pictures, from which its boards have their sizes.
    """
    data = _read(path)
    if data.get("game", game.id) != game.id:
        raise BindingError(f"{path}: this binding is for `{data['game']}`, not for `{game.id}`")
    pieces: dict[str, tuple[str, str]] = {}
    for key, names in _names(data, "pieces", path):
        kind = _kind(key, game, path)
        card = kind[0].startswith("card_")
        for name in names:  # of a piece and a card with one name, the piece counts
            if not (card and name in pieces):
                pieces[name] = kind
    places: dict[str, str] = {}
    ours = {*all_places(game), *(f"hand:{side}" for side in game.sides), "off"}
    for key, names in _names(data, "places", path):
        track = key.rstrip(":") in game.tracks
        _known(key.rstrip(":") if track else key, ours, "places", game, path)
        places |= dict.fromkeys(names, f"{key.rstrip(':')}:" if track else key)

    def named(part: str, own: Collection[str]) -> Iterator[tuple[str, str]]:
        """Their names in a part of the file, each with ours."""
        for key, names in _names(data, part, path):
            _known(key, own, part, game, path)
            yield from ((name, key) for name in names)

    cells: dict[str, dict[str, str]] = {}
    tree, unnamed = numbered(tree)
    for name, key in named("grids", game.grids):
        cells.setdefault(name, {}).update(own_cells(game.grids[key], name in unnamed))
    sides, phases = dict(named("sides", game.sides)), dict(named("phases", game.phases))
    if not pieces or not (places or cells):
        raise BindingError(f"{path}: bind at least one piece, and one place or grid")
    signed = {key for key, track in game.tracks.items() if track.first < 0}
    lookup = BoundPlaces(
        Locations(tree, images), places, cells, sides, phases, Trackers(tree), signed
    )
    return lookup, BoundPieces(game, pieces)


def own_cells(grid: Grid, counted: bool) -> dict[str, str]:
    """Our cells by their plain names; `counted` for a board whose cells have only numbers."""
    return {
        plain_name(COUNTED.format(cell.column, cell.row) if counted else cell.name): cell.name
        for cell in cells_of(grid)
    }


def numbered(tree: Component) -> tuple[Component, frozenset[str]]:
    """The module with numbers for squares and hexes that have no names, and their boards.

    The names are the column and the row from 0, with three digits each.
    """
    unnamed = set()

    def walk(part: Component, board: str) -> Component:
        here = part.attributes.get("name", "") if part.name == "Board" else board
        children = [walk(child, here) for child in part.children]
        if part.name in GRIDS and not any(one.name.endswith("Numbering") for one in children):
            unnamed.add(here)
            numbers = {
                "hOff": "0",
                "vOff": "0",
                "hLeading": "2",
                "vLeading": "2",
                "stagger": "false",
            }
            children.append(Component(f"{part.tag}Numbering", numbers))
        return Component(part.tag, part.attributes, children, part.text)

    kept = [part if part.name not in MAPS else walk(part, "") for part in tree.children]
    return Component(tree.tag, tree.attributes, kept, tree.text), frozenset(unnamed)


def _kind(key: str, game: Game, path: Path) -> tuple[str, str]:
    """Our kind and face of an entry of `pieces`. Raises BindingError when there is none."""
    kind, _, face = key.partition("/")
    known = game.piece_types.get(kind)
    card = kind.startswith("card_") and kind[5:] in game.card
    state = game.states.get(kind.removeprefix("state_"))
    marks = state is not None and face in {value.id for value in state.values}
    if known is None and not card and not marks:
        _known(kind, game.piece_types, "pieces", game, path)
    if known is not None and face and face not in {shown.id for shown in known.faces}:
        raise BindingError(f"{path}: `{kind}` has no face `{face}`")
    return kind, face


def _known(key: str, ours: Any, part: str, game: Game, path: Path) -> None:
    if key not in ours:
        hint = did_you_mean(key, ours)
        raise BindingError(
            f"{path}: `{part}` names `{key}`, which {game.id} does not have"
            + (f"; {hint}" if hint else "")
        )


def _read(path: Path) -> Mapping[str, Any]:
    remedy = "`modgen bind MODULE --game GAME` drafts a binding"
    data = yaml_of(path, MOST_BYTES, BindingError, remedy)
    if not isinstance(data, dict):
        raise BindingError(f"{path}: a binding has `pieces:` and `places:`")
    for key in data:
        if key not in PARTS:
            hint = did_you_mean(str(key), PARTS)
            raise BindingError(f"{path}: unknown part `{key}`" + (f"; {hint}" if hint else ""))
    return data


def _names(data: Mapping[str, Any], part: str, path: Path) -> Iterator[tuple[str, list[str]]]:
    """The entries of one part of a binding: our name, their names."""
    entries = data.get(part) or {}
    if not isinstance(entries, dict):
        raise BindingError(f"{path}: write `{part}` as `our_name: [their names]`")
    for key, names in entries.items():
        listed = [names] if isinstance(names, str) else names or []
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise BindingError(f"{path}: `{part}: {key}` is a list of names")
        yield str(key), listed


def all_places(game: Game) -> Iterator[str]:
    """The ids of all spaces, boxes and tracks of a game."""
    for group in (game.map.spaces, game.map.boxes, game.map.tracks):
        for place in group:
            yield place.id
