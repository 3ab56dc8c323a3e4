"""Logs of modules that Modgen did not build: a binding file says what they call our things.

game: people-power            # optional; must then be the game that is checked
pieces:                       # our kind, or kind/face: their names
  troops: [Troops]
  guerrilla/underground: ["Guerrilla (hidden)"]
places:                       # our place: the names of their zones or regions
  manila: [Manila]
  available_gov: [Government Available]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml

from modgen.errors import ModgenError
from modgen.log.locations import Locations
from modgen.log.table import NOWHERE, Piece, Table
from modgen.model.game import Game
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import Layer
from modgen_rules.engine.piece_states import OwnPieces, PieceLookup
from modgen_rules.engine.place_lookup import PlaceLookup
from modgen_rules.engine.places import OFF, UNKNOWN, Place, read_place

MOST_BYTES = 1 << 20
ALIKE = 0.86
"""How similar two names must be for a draft to bind them, from 0 to 1."""


class BindingError(ModgenError, ValueError):
    """A binding file that cannot be used; the message says why."""


@dataclass
class BoundPlaces:
    """Our places by the names of another module's zones and regions."""

    locations: Locations
    names: Mapping[str, str]

    looks_at_stacks = False

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """Our place of a piece; of a track, the cell whose number its location has."""
        location = self.locations.place(piece.map, piece.x, piece.y, table.boards)
        for name in (location.location, location.zone):
            if name in self.names:
                return read_place(self._celled(self.names[name], location.location))
        return OFF if piece.map in ("", NOWHERE) else UNKNOWN

    def _celled(self, place: str, location: str) -> str:
        digits = "".join(letter for letter in location if letter in "0123456789")[:6]
        return f"{place}{int(digits)}" if place.endswith(":") and digits else place


@dataclass
class BoundPieces:
    """Our kinds of pieces by the names that another module's pieces show."""

    game: Game
    names: Mapping[str, tuple[str, str]]
    _known: dict[tuple[str, str], tuple[str, str, str]] = field(default_factory=dict)

    def identify(self, piece: Piece) -> tuple[str, str, str]:
        """Kind and face by the name that the piece shows, else by its name without layers."""
        key = (piece.type, piece.state)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._identify(piece)
        return known

    def _identify(self, piece: Piece) -> tuple[str, str, str]:
        try:
            decoded = piece.game_piece
        except (PieceError, ValueError, RecursionError):
            return "", "", ""
        bare = decoded.basic.name
        own = OwnPieces(self.game).identify(piece)
        if own[0] in self.game.piece_types or own[0].startswith(("state_", "card_")):
            return own
        for name in (shown_name(decoded), bare):
            if name in self.names:
                kind, face = self.names[name]
                if not face and kind in self.game.piece_types:
                    face = self.game.piece_types[kind].start_face.id
                return kind, face, ""
        return "", "", ""


def shown_name(piece: GamePiece) -> str:
    """The name of a piece with what its layers add to it."""
    name = str(piece.basic.name)
    for trait in reversed(piece.traits):
        if isinstance(trait, Layer) and 0 < trait.level <= len(trait.level_names):
            word = trait.level_names[trait.level - 1]
            if word.startswith("+"):
                name += word[1:]
            elif word.endswith("+"):
                name = word[:-1] + name
            elif word:
                name = word
    return name


def bound(path: Path, tree: Component, game: Game) -> tuple[PlaceLookup, PieceLookup]:
    """How to read a module's logs, by a binding file. Raises BindingError."""
    data = _read(path)
    if data.get("game", game.id) != game.id:
        raise BindingError(f"{path}: this binding is for `{data['game']}`, not for `{game.id}`")
    pieces: dict[str, tuple[str, str]] = {}
    for key, names in _names(data, "pieces", path):
        kind, _, face = key.partition("/")
        known = game.piece_types.get(kind)
        card = kind.startswith("card_") and kind[5:] in game.card
        state = game.states.get(kind.removeprefix("state_"))
        marks = state is not None and face in {value.id for value in state.values}
        if known is None and not card and not marks:
            raise BindingError(f"{path}: `pieces` names `{kind}`, which {game.id} does not have")
        if known is not None and face and face not in {shown.id for shown in known.faces}:
            raise BindingError(f"{path}: `{kind}` has no face `{face}`")
        pieces |= dict.fromkeys(names, (kind, face))
    places: dict[str, str] = {}
    ours = set(all_places(game))
    for key, names in _names(data, "places", path):
        if key.rstrip(":") not in ours:
            raise BindingError(f"{path}: `places` names `{key}`, which {game.id} does not have")
        places |= dict.fromkeys(
            names, f"{key.rstrip(':')}:" if key.rstrip(":") in game.tracks else key
        )
    if not pieces or not places:
        raise BindingError(f"{path}: bind at least one piece and one place")
    return BoundPlaces(Locations(tree), places), BoundPieces(game, pieces)


def _read(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BindingError(f"{path} is larger than {MOST_BYTES // 1024} KiB")
        data = yaml.safe_load(path.read_text("utf-8"))
    except OSError as problem:
        raise BindingError(f"{path} cannot be read: {(problem.strerror or '').lower()}") from (
            problem
        )
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise BindingError(
            f"{where}: this is not YAML; `modgen bind MODULE --game GAME` drafts a binding"
        ) from problem
    if not isinstance(data, dict):
        raise BindingError(f"{path}: a binding has `pieces:` and `places:`")
    return data


def _names(data: Mapping[str, Any], part: str, path: Path) -> Iterator[tuple[str, list[str]]]:
    """The entries of one part of a binding: our name, their names."""
    entries = data.get(part) or {}
    if not isinstance(entries, dict):
        raise BindingError(f"{path}: write `{part}` as `our_name: [their names]`")
    for key, names in entries.items():
        listed = [names] if isinstance(names, str) else names
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            raise BindingError(f"{path}: `{part}: {key}` is a list of names")
        yield str(key), listed


def all_places(game: Game) -> Iterator[str]:
    """The ids of all places of a game."""
    for group in (game.map.spaces, game.map.boxes, game.map.tracks):
        for place in group:
            yield place.id


# --- drafting ------------------------------------------------------------------------------------


def draft(tree: Component, games: list[Game]) -> tuple[str, list[str], list[str]]:
    """Draft a binding by similar names.

    `games` is the game in each of its languages. Returns the binding as YAML, our names without a
    match, and the module's names without a match.
    """
    game = games[0]
    zones = [part.attributes.get("name", "") for part in tree.find_all("Zone", "Region")]
    slots = [
        slot.attributes.get("entryName", "") for slot in tree.find_all("PieceSlot", "CardSlot")
    ]
    places, no_place, spare_places = _match(_place_names(games), zones)
    pieces, no_piece, spare_pieces = _match(_piece_names(games), slots)
    text = yaml.safe_dump(
        {"game": game.id, "pieces": pieces, "places": places}, allow_unicode=True, sort_keys=False
    )
    return text, [*no_piece, *no_place], [*spare_pieces, *spare_places]


def _place_names(games: list[Game]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for game in games:
        for group in (game.map.spaces, game.map.boxes, game.map.tracks):
            for place in group:
                names.setdefault(place.id, []).append(place.name)
    return names


def _piece_names(games: list[Game]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for game in games:
        for piece in game.pieces:
            names.setdefault(piece.id, []).append(piece.name)
        for card in game.cards:
            names.setdefault(f"card_{card.id}", []).append(card.title)
    return names


def _match(
    ours: Mapping[str, list[str]], theirs: list[str]
) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """Match names: equal ones first, then similar ones among the names that are left."""
    names = {name.casefold(): name for name in theirs if name}
    exact = {word.casefold() for words in ours.values() for word in words} & set(names)
    left = [name for name in names if name not in exact]
    found: dict[str, list[str]] = {}
    missing = []
    for key, words in ours.items():
        hits = [word.casefold() for word in words if word.casefold() in exact]
        if not hits:
            for word in words:
                hits += get_close_matches(word.casefold(), left, 3, ALIKE)
        if hits:
            found[key] = list(dict.fromkeys(names[hit] for hit in hits))
        else:
            missing.append(key)
    used = {name for hits in found.values() for name in hits}
    return found, missing, sorted({name for name in theirs if name and name not in used})
