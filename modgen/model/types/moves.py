"""`moves` and `zones` of `game.yaml`: how pieces move on the map, and what stops them.

The package `modgen.model.movement` finds out with them where a piece can go, and what is wrong
with a move that it cannot make.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modgen.model.types.base import Fact, Id, Part
from modgen.model.types.pieces import PieceKind, PieceType
from modgen.model.types.places import EdgeKind

UNITS: tuple[PieceKind, ...] = ("force", "counter", "leader")
"""The kinds of piece that move, fight and have zones if a rule does not say which."""

Points = Annotated[float, Field(ge=0, le=1000)]
"""Movement points."""
Cost = Points | Literal["closed"]
"""Movement points, or `closed` if pieces can never go there."""


class Which(Fact):
    """Some pieces: those that match every list that is given.

    Without any list, all forces, counters and leaders.
    """

    pieces: list[str] = Field(
        default_factory=list, description="Piece types, or one face of one as `piece/face`."
    )
    sizes: list[Id] = Field(default_factory=list, description="Size classes.")
    sides: list[Id] = Field(default_factory=list, description="Sides that own them.")
    kinds: list[PieceKind] = Field(default_factory=list, description="Kinds of piece.")
    without: list[str] = Field(
        default_factory=list, description="Pieces that are not meant, also as `piece/face`."
    )

    def means(self, piece: PieceType, face: str) -> bool:
        """Whether these pieces include a piece that shows a face."""
        words = {piece.id, f"{piece.id}/{face}"}
        if words & set(self.without) or (self.pieces and not words & set(self.pieces)):
            return False
        if self.sizes and piece.size_class not in self.sizes:
            return False
        if self.sides and piece.owner(face) not in self.sides:
            return False
        if not self.kinds:
            return bool(self.pieces or self.sizes) or piece.kind in UNITS
        return piece.kind in self.kinds


class FaceValue(Part):
    """A number that each piece has: one of its `values`, corners (`nw` ...) or `attributes`."""

    value: str = Field(min_length=1, max_length=60, description="Its name.")


class MoveRule(Which):
    """How some pieces move on the map: how far, at which cost, and what stops them.

    Every step goes to an adjacent space or cell. Without `steps` and `points` they go any distance.
    """

    phases: list[Id] = Field(
        default_factory=list, description="The phases in which they move; empty: all phases."
    )
    turns: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(
        None, description="The first and the last game turn in which the rule holds."
    )
    edges: list[EdgeKind] = Field(
        default_factory=list, description="Kinds of edge that they may use; empty: all kinds."
    )
    steps: Annotated[int, Field(ge=0, le=1000)] | FaceValue | None = Field(
        None, description="The most steps in a phase."
    )
    points: Points | FaceValue | None = Field(
        None, description="The movement points for a phase, instead of `steps`."
    )
    costs: dict[EdgeKind, Points] = Field(
        default_factory=dict,
        description="Points to use an edge of a kind, instead of the cost of the terrain;"
        " the `cost` of a single edge comes first.",
    )
    terrain: dict[Id, Cost] = Field(
        default_factory=dict,
        description="Points to enter a terrain, or `closed`, instead of the terrain's own `cost`"
        " and `closed_to`.",
    )
    features: dict[Id, Cost] = Field(
        default_factory=dict,
        description="More points to cross a feature, or `closed`, instead of the feature's own"
        " `cost` and `closed_to`.",
    )
    roads: dict[Id, Points] = Field(
        default_factory=dict,
        description="Features, such as a road or a bridge, by which a step costs this,"
        " whatever the terrain and the other features.",
    )
    level: Points | None = Field(
        None, description="Points to go up or down a floor; default: it is not counted."
    )
    stops: list[str] = Field(
        default_factory=list,
        description="Where they end their move when they enter: `enemy`, `zone`, or a terrain.",
    )
    barred: list[Literal["enemy", "zone", "full"]] = Field(
        default_factory=list,
        description="What they may not enter: a place with an enemy, an enemy's zone,"
        " a place that stacking limits make full.",
    )
    harmless: list[Id] = Field(
        default_factory=list, description="Pieces that do not count as enemies."
    )
    zone_to_zone: bool = Field(
        True, description="They may go directly from one enemy zone to another."
    )
    enter_zone: Points = Field(0, description="More points to enter an enemy zone.")
    leave_zone: Points = Field(0, description="More points to leave an enemy zone.")
    friends_cancel: bool = Field(
        False, description="A friendly piece in a place cancels the enemy zones there."
    )
    one_step: bool = Field(
        False, description="They may always go one step, whatever it costs, but not more then."
    )

    @model_validator(mode="after")
    def _one_measure(self) -> MoveRule:
        if self.steps is not None and self.points is not None:
            raise ValueError("a rule has either `steps` or `points`")
        if self.turns and self.turns[0] > self.turns[1]:
            raise ValueError("the first of `turns` is after the last")
        return self

    def in_turn(self, turn: int) -> bool:
        """Whether the rule holds in a game turn; 0 is an unknown one, in which every rule holds."""
        return not turn or self.turns is None or self.turns[0] <= turn <= self.turns[1]


class Zone(Which):
    """The zone of control of some pieces: the places next to them."""

    edges: list[EdgeKind] = Field(
        default_factory=list, description="Kinds of edge over which it reaches; empty: all kinds."
    )
    not_into: list[Id] = Field(
        default_factory=list, description="Terrains into which it does not reach."
    )
    not_across: list[Id] = Field(
        default_factory=list, description="Features across which it does not reach."
    )
