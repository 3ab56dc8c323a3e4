"""Where every piece of a game is, in the game's own words, and what each step changes.

Steps that were taken back, and the steps that took them back, change nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from modgen.log.table import Piece, Table
from modgen.log.timeline import Moment, Timeline
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.vassal.pieces import GamePiece, PieceError, outer_states
from modgen.vassal.traits import DynamicProperty, Layer
from modgen_rules.engine.record.markers import markers
from modgen_rules.engine.record.place_lookup import PlaceLookup
from modgen_rules.engine.record.places import Place, read_place


class PieceState(NamedTuple):
    """A kind of piece by the game's id, its face (or a state's value), its place as text."""

    kind: str
    face: str
    place: str
    """The text form of a `Place`: `manila`, `turn:3`, `W-C7`, `hand:gov`, `off`, `unknown`."""

    @property
    def where(self) -> Place:
        """The place, taken apart."""
        return read_place(self.place)

    @property
    def number(self) -> int | None:
        """The number of the track's cell on which it lies; None if it lies on none."""
        number = self.place.partition(":")[2]
        return int(number) if number.removeprefix("-").isdecimal() else None


class PieceChange(NamedTuple):
    """What a step did to one piece; None where the piece was not, or is not, in the game."""

    step: int
    piece: str
    before: PieceState | None
    after: PieceState | None
    player: str
    """The player's secret id; empty when the log does not say."""


def carry_out(changes: Iterable[PieceChange], pieces: dict[str, PieceState]) -> None:
    """Bring pieces, by their id in the log, up to date."""
    for change in changes:
        if change.after is None:
            pieces.pop(change.piece, None)
        else:
            pieces[change.piece] = change.after


Identity = tuple[str, str, str]
"""Kind, face, and the space of a piece that belongs to one; empty texts for none."""


class PieceLookup(Protocol):
    """Tells which kind of the game's pieces a piece is, and its face."""

    def identify(self, piece: Piece) -> Identity:
        """The identity of a piece."""


class KnownPieces(ABC):
    """A lookup that decodes and recognises each piece once for every state that it has."""

    by_traits = False
    """Whether only a piece's type and the states of its traits count."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[tuple[str, str], Identity] = {}

    def identify(self, piece: Piece) -> Identity:
        """Kind, face, and the space of a piece that belongs to one; empty texts for none."""
        state = outer_states(piece.type, piece.state) if self.by_traits else piece.state
        key = (piece.type, state)
        known = self._known.get(key)
        if known is None:
            try:
                known = self.recognise(piece.game_piece)
            except (PieceError, ValueError, RecursionError):
                known = ("", "", "")
            self._known[key] = known
        return known

    @abstractmethod
    def recognise(self, piece: GamePiece) -> Identity:
        """The identity of a decoded piece."""


class OwnPieces(KnownPieces):
    """The pieces of a module that Modgen built: they carry their kind as a fixed property."""

    by_traits = True

    def recognise(self, piece: GamePiece) -> Identity:
        """Kind, face, and the space of a state's marker."""
        marks = markers(piece.traits)
        kind = marks.get("PieceType", "")
        if marks.get("Kind") == "state":
            name = kind.removeprefix("state_")
            known = name in self.game.states and marks.get("Space", "") in self.game.spaces
            return (kind, self._state(name, piece), marks["Space"]) if known else ("", "", "")
        if kind.startswith("card_") and kind[5:] in self.game.card:
            return kind, "", ""
        found = self.game.piece_types.get(kind)
        if found is None:
            return "", "", ""
        return kind, face_shown(self.face_layer(piece), found), ""

    def face_layer(self, piece: GamePiece) -> Layer | None:
        """The layer that gives a piece its faces."""
        layers = (one for one in piece.traits if isinstance(one, Layer))
        return next((one for one in layers if one.name == "Face"), None)

    def _state(self, name: str, piece: GamePiece) -> str:
        values = self.game.states[name].values
        for trait in piece.traits:
            if isinstance(trait, DynamicProperty) and trait.name == f"State_{name}":
                digits = trait.value[:9]
                number = int(digits) if digits.isascii() and digits.isdigit() else 1
                return values[min(max(number, 1), len(values)) - 1].id
        return ""


def face_shown(layer: Layer | None, kind: PieceType) -> str:
    """The face of a piece of a kind whose faces are the levels of a layer."""
    level = layer.level if layer is not None else 1
    return kind.faces[min(max(level, 1), len(kind.faces)) - 1].id


_BEGUN: WeakKeyDictionary[
    Timeline, list[tuple[PlaceLookup, PieceLookup, dict[str, PieceState]]]
] = WeakKeyDictionary()
"""The pieces at the beginning of a timeline, for each pair of lookups that was asked."""


@dataclass
class PieceTracker:
    """The pieces at a step of a log, and the changes of the steps after it.

    Call `begin`, then `changes` for every moment in order, with the timeline at that moment.
    """

    timeline: Timeline
    places: PlaceLookup
    pieces: PieceLookup
    states: dict[str, PieceState] = field(default_factory=dict)
    """Every piece of the game now, by its id in the log."""

    def begin(self) -> dict[str, PieceState]:
        """Every piece at the beginning of the log."""
        table = self.timeline.go(0)
        begun = _BEGUN.setdefault(self.timeline, [])
        for places, pieces, known in begun:
            if places is self.places and pieces is self.pieces:
                self.states = dict(known)
                return self.states
        self.states = self.states_on(table)
        begun.append((self.places, self.pieces, dict(self.states)))
        return self.states

    def states_on(self, table: Table) -> dict[str, PieceState]:
        """Every piece of the game on a table."""
        return {
            key: state
            for key, piece in table.pieces.items()
            if (state := self.state_of(piece, table)) is not None
        }

    def state_of(self, piece: Piece, table: Table) -> PieceState | None:
        """A piece in the game's words; None when it is not a piece of the game."""
        kind, face, space = self.pieces.identify(piece)
        if not kind:
            return None
        return PieceState(kind, face, space or str(self.places.place(piece, table, kind)))

    def changes(self, moment: Moment) -> Iterator[PieceChange]:
        """What a step did; nothing for a step that was taken back."""
        if moment.number in self.timeline.undone:
            return
        table = self.timeline.table
        for key in self._touched(moment):
            before = self.states.get(key)
            piece = table.pieces.get(key)
            after = self.state_of(piece, table) if piece is not None else None
            if before == after:
                continue
            change = PieceChange(moment.number, key, before, after, moment.player)
            carry_out((change,), self.states)
            yield change

    def follow(self, changes: Iterable[PieceChange]) -> None:
        """Go on by the changes of a step that are known already."""
        carry_out(changes, self.states)

    def _touched(self, moment: Moment) -> dict[str, None]:
        """The pieces that a step may have changed."""
        touched: dict[str, None] = {}
        for collection, key, old, new in moment.changes:
            if collection == "pieces":
                touched[key] = None
            elif collection == "piles" and self.places.looks_at_stacks:
                for pile in (old, new):
                    touched |= dict.fromkeys(pile.contents if pile is not None else ())
        return touched
