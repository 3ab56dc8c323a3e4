"""The words that `rules.yaml` uses for pieces and places, and what they mean in a game.

Pieces: `army_red`, `army_red/tired`, a side, a kind (`force`), a size class, a deck (its cards),
`card_4`, `cards`, `*` (every piece but cards). Words with a space between them narrow each other
(`red force`), and `|` joins alternatives.

Places: a space, box or cell (`east`, `C7`, `turn:3`), a track or grid (its cells), a board, a kind
or region of spaces, `map` (all spaces and cells of grids), `hand:red`, `hand`, `off`, `*`; `|`
joins alternatives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import get_args

from modgen.model.files.diagnostics import did_you_mean
from modgen.model.game import Game
from modgen.model.types.pieces import PieceKind
from modgen_rules.engine.pairs.board_words import TextError

Shown = tuple[str, str]
"""A kind of piece and its face; a card has the kind `card_<id>` and the face ``""``."""
EVERYTHING = "*"


class UnknownWordError(TextError):
    """A word that the game does not have; `hint` suggests another."""

    def __init__(self, kind: str, word: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} `{word}`", hint=did_you_mean(word, known))


@dataclass
class Vocabulary:
    """Resolves the words of one game. Answers are kept."""

    game: Game
    _whats: dict[str, frozenset[Shown]] = field(default_factory=dict)
    _wheres: dict[str, frozenset[str] | None] = field(default_factory=dict)

    # --- pieces ------------------------------------------------------------------------------

    def what(self, text: str) -> frozenset[Shown]:
        """The kinds and faces of a description of pieces. Raises UnknownWordError."""
        found = self._whats.get(text)
        if found is None:
            every = (self._narrowed(one) for one in text.split("|"))
            found = self._whats[text] = frozenset().union(*every)
        return found

    def _narrowed(self, text: str) -> frozenset[Shown]:
        words = text.split()
        if not words:
            raise UnknownWordError("piece", text, ())
        return frozenset.intersection(*map(self._meaning, words))

    def _meaning(self, word: str) -> frozenset[Shown]:
        name, slash, face = word.partition("/")
        found = self._pieces.get(name)
        if found is None:
            raise UnknownWordError("piece", name, self._pieces)
        if not slash:
            return found
        shown = frozenset(one for one in found if one[1] == face)
        if not shown:
            raise UnknownWordError(f"face of `{name}`", face, {one[1] for one in found})
        return shown

    @cached_property
    def _pieces(self) -> Mapping[str, frozenset[Shown]]:
        """The meaning of each word for pieces; ids of pieces come before all other words."""
        found: dict[str, set[Shown]] = {}
        cards = {card.id: (f"card_{card.id}", "") for card in self.game.cards}
        for card in self.game.cards:
            for word in (f"card_{card.id}", card.deck, "cards"):
                found.setdefault(word, set()).add(cards[card.id])
        for kind in get_args(PieceKind):
            found[kind] = set()
        for piece in self.game.pieces:
            for face in piece.faces:
                words = (EVERYTHING, piece.kind, piece.size_class, face.side or piece.side)
                for word in filter(None, words):
                    found.setdefault(word, set()).add((piece.id, face.id))
        for piece in self.game.pieces:
            found[piece.id] = {(piece.id, face.id) for face in piece.faces}
        return {word: frozenset(shown) for word, shown in found.items()}

    # --- places ------------------------------------------------------------------------------

    def where(self, text: str) -> frozenset[str] | None:
        """The places of a description; None for everywhere. Raises UnknownWordError."""
        if text not in self._wheres:
            self._wheres[text] = self._joined(text)
        return self._wheres[text]

    def _joined(self, text: str) -> frozenset[str] | None:
        if text == EVERYTHING:
            return None
        every = []
        for word in text.split("|"):
            found = self._places.get(word.strip())
            if found is None:
                raise UnknownWordError("place", word.strip(), self._places)
            every.append(found)
        return frozenset().union(*every)

    @cached_property
    def _places(self) -> Mapping[str, frozenset[str]]:
        """The meaning of each word for places; ids of places come before all other words."""
        game = self.game
        found: dict[str, set[str]] = {"map": {*game.spaces, *game.cells}}
        for space in game.map.spaces:
            for word in filter(None, (space.kind, space.region, space.board)):
                found.setdefault(word, set()).add(space.id)
        for box in game.map.boxes:
            found.setdefault(box.board, set()).add(box.id)
        for name, (grid, _) in game.cells.items():
            found.setdefault(grid.board, set()).add(name)
        for board in game.boards:
            found.setdefault(board, set()).add(f"board:{board}")
        found["hand"] = {f"hand:{side}" for side in game.sides}
        found["off"] = {"off", "off:card_box"}
        for name, (grid, _) in game.cells.items():
            found.setdefault(f"{grid.id}", set()).add(name)
        for name, (track, _) in game.track_cells.items():
            found.setdefault(f"{track.id}", set()).add(name)
        single = (*game.spaces, *game.boxes, *game.cells, *game.track_cells, *found["hand"])
        found |= {name: {name} for name in single}
        return {word: frozenset(places) for word, places in found.items()}

    # --- names -------------------------------------------------------------------------------

    def name(self, text: str) -> str:
        """The displayed name of a piece, card or place by its id; other texts are unchanged."""
        game = self.game
        found = game.piece_types.get(text) or game.place(text)
        if found is not None:
            return found.name
        start, _, rest = text.partition(":")
        if start == "hand" and rest in game.sides:
            return f"the hand of {game.sides[rest].name}"
        if start in game.tracks and rest:
            return f"{game.tracks[start].name} {rest}"
        card = game.card.get(text.removeprefix("card_")) if text.startswith("card_") else None
        return card.title if card else {"off": "off the map"}.get(text, text)

    # --- single parts ------------------------------------------------------------------------

    def check(self, kind: str, text: str) -> None:
        """Refuse a word that is no argument of a kind. Raises UnknownWordError."""
        kind = kind.rstrip("?")
        if kind == "what":
            self.what(text)
        elif kind == "where":
            self.where(text)
        elif kind in self._ids and text not in self._ids[kind]:
            raise UnknownWordError(kind, text, self._ids[kind])

    @cached_property
    def _ids(self) -> Mapping[str, frozenset[str]]:
        """The ids of each kind of single part."""
        game = self.game
        ids: dict[str, Iterable[str]] = {
            "place": (*game.spaces, *game.cells, *game.boxes),
            "side": game.sides,
            "state": game.states,
            "total": game.totals,
            "marker": game.level_ranges,
            "die": (die.id for die in game.info.dice),
            "attribute": (name for one in game.map.spaces for name in one.attributes),
        }
        return {kind: frozenset(known) for kind, known in ids.items()}
