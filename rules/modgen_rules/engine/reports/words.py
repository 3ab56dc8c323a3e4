"""The names of a game's places and pieces in the sentences of findings."""

from __future__ import annotations

import re
import weakref
from collections import defaultdict
from collections.abc import Iterable, Sequence

from modgen.log.wording import plural_name
from modgen.model.game import Game


class Words:
    """The names of a game's places and pieces, as findings write them."""

    def __init__(self, games: Sequence[Game]) -> None:
        self.places: dict[str, set[str]] = defaultdict(set)
        self.kinds: dict[str, set[str]] = defaultdict(set)
        for game in games:
            sides = {side.name for side in game.sides.values()}
            for place in (*game.map.spaces, *game.map.boxes, *game.map.tracks):
                if place.name not in sides:
                    self.places[place.name.casefold()].add(place.id)
            for cell in game.cells:
                self.places[cell.casefold()].add(cell)
            for piece in game.pieces:
                # The only Fire is not meant where a unit fires.
                plural = piece.plural or (piece.count > 1 and plural_name(piece.name)) or ""
                faces = (face.name for face in piece.faces)
                self._add(piece.id, (piece.name, plural, *faces))
            for card in game.cards:
                self._add(f"card_{card.id}", (card.title,))
            for state in game.info.states:
                self._add(f"state_{state.id}", (state.name,))
        for name in {*self.kinds} & {
            track.name.casefold() for game in games for track in game.map.tracks
        }:
            del self.kinds[name]  # `in this turn` does not mean the marker
        for box in (box for game in games for box in game.map.boxes):
            # `Terror` means the marker, not the box where it comes from.
            if box.name.casefold() in self.kinds:
                self.places.pop(box.name.casefold(), None)
        every = sorted({*self.places, *self.kinds} - {""}, key=len, reverse=True)
        words = "|".join(map(re.escape, every))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")

    def _add(self, kind: str, names: Iterable[str]) -> None:
        for name in filter(None, names):
            self.kinds[name.casefold()].add(kind)

    def said(self, text: str) -> tuple[list[set[str]], set[str]]:
        """The places that a text names, in its order, and the kinds of pieces."""
        places: list[set[str]] = []
        kinds: set[str] = set()
        for match in self._pattern.finditer(text.casefold()):
            found = self.places.get(match[0], set())
            if found and found not in places:
                places.append(found)
            kinds |= self.kinds.get(match[0], set())
        return places, kinds


_KNOWN: dict[int, Words] = {}


def words_of(games: Sequence[Game]) -> Words:
    """The names of a game, which are kept as long as the game."""
    key = id(games[0])
    if key not in _KNOWN:
        _KNOWN[key] = Words(games)
        weakref.finalize(games[0], _KNOWN.pop, key, None)
    return _KNOWN[key]
