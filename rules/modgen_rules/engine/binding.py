"""Logs of other people's modules: what they call our pieces and places, from a binding file.

pieces:                       # our kind, or kind/face: names of theirs
  troops: [Troops]
  guerrilla/underground: ["Guerrilla (hidden)"]
places:                       # our place: names of their zones or regions
  manila: [Manila]
  available_gov: [Government Available]
sides: {gov: [Government]}
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
"""How alike names must be to be bound without asking."""


class BindingError(ModgenError, ValueError):
    """A binding file that cannot be used; one sentence."""


@dataclass
class BoundPlaces:
    """Their zones and regions as our places."""

    locations: Locations
    names: Mapping[str, str]

    looks_at_stacks = False

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """Our place of a piece; a number in the name of a track's cell is kept."""
        found = self.locations.place(piece.map, piece.x, piece.y, table.boards)
        for name in (found.location, found.zone):
            if name in self.names:
                return read_place(self._celled(self.names[name], found.location))
        return OFF if piece.map in ("", NOWHERE) else UNKNOWN

    def _celled(self, place: str, location: str) -> str:
        digits = "".join(one for one in location if one.isdigit())
        return f"{place}{int(digits)}" if place.endswith(":") and digits else place


@dataclass
class BoundPieces:
    """Their pieces as ours, by the name that they show."""

    game: Game
    names: Mapping[str, tuple[str, str]]
    _seen: dict[tuple[str, str], tuple[str, str, str]] = field(default_factory=dict)

    def identify(self, piece: Piece) -> tuple[str, str, str]:
        """Kind and face by the piece's full name, then by its bare one."""
        key = (piece.type, piece.state)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._identify(piece)
        return found

    def _identify(self, piece: Piece) -> tuple[str, str, str]:
        try:
            decoded = piece.game_piece
        except (PieceError, ValueError):
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
    """A piece's name with what its layers add."""
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
    """A module read with a binding file. Raises BindingError."""
    data = _read(path)
    pieces: dict[str, tuple[str, str]] = {}
    for key, names in _names(data, "pieces", path):
        kind, _, face = key.partition("/")
        known = game.piece_types.get(kind)
        card = kind.startswith("card_") and kind[5:] in game.card
        state = game.states.get(kind.removeprefix("state_"))
        marks = state is not None and face in {value.id for value in state.values}
        if known is None and not card and not marks:
            raise BindingError(f"{path}: `pieces` names `{kind}`, which {game.id} does not have")
        if known is not None and face and face not in {one.id for one in known.faces}:
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
    if path.stat().st_size > MOST_BYTES:
        raise BindingError(f"{path} is larger than {MOST_BYTES // 1024} KiB")
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise BindingError(
            f"{where}: this is no YAML; `modgen bind MODULE --game GAME` drafts a binding"
        ) from problem
    if not isinstance(found, dict):
        raise BindingError(f"{path}: a binding has `pieces:` and `places:`")
    return found


def _names(data: Mapping[str, Any], part: str, path: Path) -> Iterator[tuple[str, list[str]]]:
    found = data.get(part) or {}
    if not isinstance(found, dict):
        raise BindingError(f"{path}: `{part}` is a list of `our_name: [their names]`")
    for key, names in found.items():
        listed = [names] if isinstance(names, str) else names
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise BindingError(f"{path}: `{part}: {key}` is a list of names")
        yield str(key), listed


def all_places(game: Game) -> Iterator[str]:
    """Our places by id."""
    for group in (game.map.spaces, game.map.boxes, game.map.tracks):
        for place in group:
            yield place.id


# --- drafting ------------------------------------------------------------------------------------


def draft(tree: Component, games: list[Game]) -> tuple[str, list[str], list[str]]:
    """A binding by like names: its text, what of ours found no match, what of theirs is left."""
    game = games[0]
    zones = [one.attributes.get("name", "") for one in tree.find_all("Zone", "Region")]
    slots = [one.attributes.get("entryName", "") for one in tree.find_all("PieceSlot", "CardSlot")]
    places, no_place, spare_places = _match(_place_names(games), zones)
    pieces, no_piece, spare_pieces = _match(_piece_names(games), slots)
    text = yaml.safe_dump(
        {"game": game.id, "pieces": pieces, "places": places}, allow_unicode=True, sort_keys=False
    )
    return text, [*no_piece, *no_place], [*spare_pieces, *spare_places]


def _place_names(games: list[Game]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for game in games:
        for group in (game.map.spaces, game.map.boxes, game.map.tracks):
            for place in group:
                found.setdefault(place.id, []).append(place.name)
    return found


def _piece_names(games: list[Game]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for game in games:
        for piece in game.pieces:
            found.setdefault(piece.id, []).append(piece.name)
        for card in game.cards:
            found.setdefault(f"card_{card.id}", []).append(card.title)
    return found


def _match(
    ours: Mapping[str, list[str]], theirs: list[str]
) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """Same names first; then like ones, of those that are nobody's own name."""
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
