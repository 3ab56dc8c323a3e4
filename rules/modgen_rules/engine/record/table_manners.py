"""What the acts of a game are for, as far as people's habits differ: from the game's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from modgen.model.game import Game
from modgen.model.movement.graph import graph_of
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Check,
    Flip,
    Hide,
    Move,
    Roll,
    SetCondition,
    SetState,
    StepTracker,
    TurnTo,
    UnitRoll,
)


class Role(Enum):
    """What an act is for."""

    PIECE = "pieces on the map and their faces"
    TRACK = "a track that an act pays or earns on"
    DERIVED = "a marker that repeats what the board shows"
    SEQUENCE = "the marker that says that a side has acted"
    RESET = "the markers of the sequence as a round ends"
    BARRIER = "a new card or phase"
    AUXILIARY = "a marker that only says what is going on"
    DECLARATION = "the line of a declaration pad"
    DIE = "dice"
    TALK = "chat"


KINDS = {"eligibility": Role.SEQUENCE, "level": Role.TRACK, "pawn": Role.AUXILIARY}
"""The roles of kinds of pieces in the game's data; all others are pieces of the map."""

OTHER: dict[type, Role] = {
    Announce: Role.DECLARATION,
    Check: Role.PIECE,
    Hide: Role.PIECE,
    Roll: Role.DIE,
    SetCondition: Role.PIECE,
    StepTracker: Role.BARRIER,
    TurnTo: Role.PIECE,
    UnitRoll: Role.DIE,
}
"""The roles of acts that are not on pieces."""

Special = Callable[[str, str], Role | None]
"""The role of moving a kind of piece to a place; an empty place for a flip, None for the usual."""


@dataclass(frozen=True)
class TableManners:
    """The roles of acts on the pieces of one table.

    `near`: the neighbours of each space and cell. `group`: the auxiliary markers that an act
    belongs to, by the id of the piece without its side; empty for none.
    """

    kinds: Mapping[str, str]
    near: Mapping[str, frozenset[str]]
    roles: Mapping[str, Role]
    derived: frozenset[str]
    names: Mapping[str, str]
    special: Special

    @classmethod
    def of(
        cls, game: Game, states: Mapping[str, PieceState], special: Special = lambda *_: None
    ) -> TableManners:
        """The manners of a table of a game; `special` where a rulebook knows better."""
        totals = {total.marker for total in game.info.totals}
        roles, names = {}, {}
        for piece in game.piece_types.values():
            role = KINDS.get(piece.kind, Role.PIECE)
            roles[piece.id] = Role.DERIVED if piece.id in totals else role
            if role is Role.AUXILIARY:
                names[piece.id] = piece.id.removesuffix(f"_{piece.side}")
        near = {
            place: frozenset(link.end for link in links if not link.against)
            for place, links in graph_of(game).links.items()
        }
        control = game.info.control
        derived = frozenset({control.state} if control else ())
        kinds = {key: state.kind for key, state in states.items()}
        return cls(kinds, near, roles, derived, names, special)

    @property
    def groups(self) -> frozenset[str]:
        """All groups of auxiliary markers."""
        return frozenset(self.names.values())

    def role(self, act: Act) -> Role:
        """What an act is for."""
        match act:
            case Move():
                return self._role_of(self.kinds.get(act.keys[0], ""), act.place)
            case Flip():
                return self._role_of(self.kinds.get(act.key, ""), "")
            case SetState():
                return Role.DERIVED if act.state in self.derived else Role.PIECE
        return OTHER.get(type(act), Role.TALK)

    def _role_of(self, kind: str, place: str) -> Role:
        special = self.special(kind, place)
        if special is not None:
            return special
        if kind.startswith("card_"):
            return Role.BARRIER
        return self.roles.get(kind, Role.DERIVED)

    def group(self, act: Act) -> str:
        """The auxiliary markers that an act belongs to; empty for none."""
        key = act.keys[0] if isinstance(act, Move) else getattr(act, "key", "")
        return self.names.get(self.kinds.get(key, ""), "")
