"""Where every piece of a game stands, in the game's own words, and what each step changes.

A `PieceState` is a kind of piece, its face, its place. Steps that were taken back, and the steps
that took them back, change nothing; they are remembered for what they may have revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from modgen.log.table import Piece, Table
from modgen.log.timeline import Moment, Timeline
from modgen.model.game import Game
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import DynamicProperty, Layer, Marker
from modgen_rules.engine.place_lookup import PlaceLookup


class PieceState(NamedTuple):
    """A kind of piece by the game's id, its face (or a state's value), its place by id."""

    kind: str
    face: str
    place: str


class PieceChange(NamedTuple):
    """What a step did to one piece; None where it was not, or no longer is, in the game."""

    step: int
    piece: str
    before: PieceState | None
    after: PieceState | None
    player: str
    """The player's secret id; empty when the log does not say."""


class PieceLookup(Protocol):
    """Tells which kind of the game's pieces a piece is, and its face."""

    def identify(self, piece: Piece) -> tuple[str, str, str]:
        """Kind, face, and the space for a piece that belongs to one; empty texts for none."""


@dataclass
class OwnPieces:
    """The pieces of a module that Modgen built: they carry their kind in markers."""

    game: Game
    _seen: dict[tuple[str, str], tuple[str, str, str]] = field(default_factory=dict)

    def identify(self, piece: Piece) -> tuple[str, str, str]:
        """Kind, face, and the space of a state's marker."""
        key = (piece.type, piece.state)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._identify(piece)
        return found

    def _identify(self, piece: Piece) -> tuple[str, str, str]:
        try:
            traits = piece.game_piece
        except (PieceError, ValueError):
            return "", "", ""
        marks = markers(traits)
        kind = marks.get("PieceType", "")
        if marks.get("Kind") == "state":
            return kind, self._state(kind, traits), marks.get("Space", "")
        found = self.game.piece_types.get(kind)
        if found is None:
            return kind, "", ""
        level = next(
            (one.level for one in traits.traits if isinstance(one, Layer) and one.name == "Face"), 1
        )
        faces = found.faces
        return kind, faces[min(max(level, 1), len(faces)) - 1].id, ""

    def _state(self, kind: str, traits: GamePiece) -> str:
        name = kind.removeprefix("state_")
        state = next((one for one in self.game.info.states if one.id == name), None)
        for trait in traits.traits:
            if isinstance(trait, DynamicProperty) and trait.name == f"State_{name}" and state:
                number = int(trait.value) if trait.value.isdigit() else 1
                return state.values[min(max(number, 1), len(state.values)) - 1].id
        return ""


def markers(piece: GamePiece) -> dict[str, str]:
    """The fixed properties of a piece."""
    return {
        name: value
        for trait in piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }


@dataclass
class PieceTracker:
    """The standings at a step, and the changes of the steps after it. Read forward once."""

    timeline: Timeline
    places: PlaceLookup
    pieces: PieceLookup
    standings: dict[str, PieceState] = field(default_factory=dict)

    def begin(self) -> dict[str, PieceState]:
        """Every piece as the log begins."""
        table = self.timeline.go(0)
        self.standings = {
            key: found
            for key, piece in table.pieces.items()
            if (found := self.standing(piece, table)) is not None
        }
        return self.standings

    def standing(self, piece: Piece, table: Table) -> PieceState | None:
        """A piece in the game's words; None for what is no piece of the game."""
        kind, face, space = self.pieces.identify(piece)
        if not kind:
            return None
        return PieceState(kind, face, space or self.places.place(piece, table))

    def changes(self, moment: Moment) -> Iterator[PieceChange]:
        """What a step did, in the game's words; nothing for a step that was taken back."""
        if moment.number in self.timeline.undone:
            return
        table = self.timeline.table
        last: dict[str, Piece | None] = {}
        for collection, key, _, new in moment.changes:
            if collection == "pieces":
                last[key] = new
        for key, piece in last.items():
            before = self.standings.get(key)
            after = self.standing(piece, table) if piece is not None else None
            if before == after:
                continue
            if after is None:
                self.standings.pop(key, None)
            else:
                self.standings[key] = after
            yield PieceChange(moment.number, key, before, after, moment.player)
