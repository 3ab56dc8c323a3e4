"""Pieces: wooden forces, counters, markers, pawns, track levels. One row of `pieces.csv` each."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from modgen.model.types.arcs import ArcOfPiece, Degrees
from modgen.model.types.base import (
    QUANTITY,
    Colour,
    Fact,
    Id,
    Part,
    Scalar,
    Text,
    id_from_name,
)
from modgen.model.types.places import SpaceKind

PieceKind = Literal["force", "marker", "pawn", "level", "eligibility", "counter", "leader", "chit"]
PieceShape = Literal[
    "cube", "disc", "cylinder", "octagon", "pawn", "counter", "round", "block", "bar"
]


Echelon = Literal["", "•", "••", "•••", "I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX"]
"""Sizes of units: team, section, platoon, company, battalion, regiment, brigade and so on."""
FACE_IDS = ("full", "reduced", "weak", "last")


class Face(Part):
    """One side of a piece: `underground`, `active`, `protest`, `full`, `reduced` ..."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field("", description="Its name, if it differs from that of the piece.")
    strength: int = Field(
        0, ge=-1000, le=1000, description="What this face counts for control of a space."
    )
    icon: str = Field("", description="Name of an icon drawn on it.")
    text: Text = Field("", description="Letters printed on it; default: those of the piece.")
    art: str = Field(
        "",
        max_length=2000,
        description="A picture file in `art/` that is the whole face; with ` + `, more pictures"
        " on top of it, and `@x,y` moves one by millimetres.",
    )
    colour: Colour | None = Field(None, description="`#rrggbb`.")
    side: Id | None = Field(
        None, description="The side that controls the piece on this face; drawn as a band."
    )
    cost: int | None = Field(
        None, ge=0, description="Points to buy it on this face; default: `cost` of the piece."
    )
    nw: str = Field("", description="A rating printed in this corner of a counter.")
    ne: str = Field("", description="The same, top right.")
    sw: str = Field("", description="The same, bottom left.")
    se: str = Field("", description="The same, bottom right.")
    factors: str = Field(
        "",
        max_length=20,
        description="Factors printed below the symbol, such as `4-4-6`; rules call them `factor1`,"
        " `factor2` and so on.",
    )
    values: dict[str, Scalar] = Field(
        default_factory=dict, description="Further ratings by name, for rules."
    )

    @model_validator(mode="after")
    def _factors_are_values(self) -> Face:
        numbers = re.findall(r"\d+", self.factors)
        for number, text in enumerate(numbers, 1):
            self.values.setdefault(f"factor{number}", int(text))
        return self


BAR = 0.17
"""The width of a bar, as a share of its length."""


class PieceType(Fact):
    """A type of piece: all pieces that are the same.

    A unit needs little: a name, a `symbol`, an `echelon` and the `factors` of its faces.
    """

    synonyms: ClassVar[dict[str, str]] = {
        **dict.fromkeys(("title", "piece", "unit", "counter"), "name"),
        **dict.fromkeys(("faction", "player", "owner", "nation", "nationality"), "side"),
        QUANTITY: "count",
    }
    """Columns that are read as a key if the table has no column of that name."""
    completed: ClassVar[dict[str, str]] = {"id": "made from the name"}
    """What a required key is if the table does not state it."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    plural: Text = Field("", description="The name of several.")
    kind: PieceKind = Field(
        "counter", description="What it is; decides its commands and how it is drawn."
    )
    side: Id | None = Field(None, description="The side to which it belongs.")
    count: int = Field(1, ge=0, le=500, description="How many there are.")
    spare: int = Field(
        0,
        ge=0,
        le=500,
        description="Extra copies that replace lost pieces. If the piece has `change`, players"
        " make change with them; otherwise they are not used in play.",
    )
    unlimited: bool = Field(
        False, description="Players may make more of them than `count`, which is what is printed."
    )
    shape: PieceShape = Field("counter", description="Its shape.")
    size: float = Field(10, gt=0, le=500, description="Edge or diameter in mm.")
    height: float | None = Field(
        None, gt=0, le=500, description="Height in mm of a piece whose faces are pictures."
    )
    colour: Colour | None = Field(None, description="Default: the colour of the side.")
    symbol: str = Field("", description="The icon of all faces that have none of their own.")
    echelon: Echelon = Field("", description="Its size, printed above the symbol.")
    faces: list[Face] = Field(
        min_length=1,
        description="Its faces; the first is up at the start. Faces without an id are `full`,"
        " `reduced`, `weak` and `last`.",
    )
    placed_as: Id = Field("", description="The face on which it is placed; default: the first.")
    dealt: bool = Field(
        False, description="Its copies begin a scenario on its faces in turn: vehicles A, B, C."
    )
    home: Id | None = Field(
        None,
        description="The box where it is out of play; default: the first box that holds it.",
    )
    turns_back: bool = Field(
        False, description="The menu entry that sends it home also turns it to its first face."
    )
    lost_to: Id | None = Field(None, description="The box to which it goes when eliminated.")
    hides: bool = Field(False, description="Its side may hide it from all other sides.")
    back: str = Field(
        "",
        description="Icon on its back; a piece with a back begins face down. Its side may look at"
        " it; a piece of no side is hidden from all, and everybody may turn it up.",
    )
    change: bool = Field(
        False, description="One of strength 2 may be exchanged for two of strength 1, and back."
    )
    becomes: Id | None = Field(
        None, description="The piece for which it may be exchanged, with equal strength."
    )
    replaced_by: Id | None = Field(
        None, description="The piece that a menu entry of the module puts in its place."
    )
    area: str = Field(
        "",
        max_length=60,
        description="The name of a number (one of its `values` or `attributes`), such as a range;"
        " a menu entry shades the places that are so near.",
    )
    trail: bool | None = Field(
        None,
        description="A menu entry shows where it has moved; default: only forces and leaders.",
    )
    facings: int = Field(
        0,
        ge=0,
        le=36,
        description="Directions in which it can face: 6 for the sides of hexes, 12 for sides and"
        " corners, 4 or 8 on squares. Menu entries turn it.",
    )
    first_facing: Degrees = Field(
        0,
        description="Its first direction, in degrees clockwise from the top of the board: 30 for"
        " the sides of hexes with pointed tops.",
    )
    arcs: list[ArcOfPiece] = Field(
        default_factory=list,
        description="Arcs of `game.yaml` and their ranges in cells, a number or the name of one:"
        " `bow: 4`, `bow: factor2`. A menu entry shows them.",
    )
    gauges: dict[Id, int] = Field(
        default_factory=dict,
        description="Gauges of `game.yaml` that it has, and the number at which each begins. The"
        " module shows the numbers at its right edge, and menu entries change them.",
    )
    steps: bool = Field(
        False,
        description="A menu entry takes a step from it: the next face, and after the last one"
        " it is replaced by `replaced_by`, goes to `lost_to` or `home`, or is removed.",
    )
    traits: list[Id] = Field(default_factory=list, description="Some of `game.yaml`'s traits.")
    rank: int | None = Field(None, ge=1, description="Place in its side's chain of command.")
    goes_to: list[SpaceKind] = Field(
        default_factory=list, description="Kinds of space that it may enter; empty: all kinds."
    )
    immobile: bool = Field(False, description="It cannot move once it is placed.")
    printed: bool = Field(
        True, description="Sheets have it; not a piece that is only a button of the module."
    )
    text: Text = Field("", description="Letters printed on it.")
    tracks: Id | None = Field(None, description="The track of a level marker.")
    size_class: Id | None = Field(None, description="One of `game.yaml`'s size classes.")
    cost: int | None = Field(None, ge=0, description="Points to buy one.")
    on_side: bool = Field(
        False, description="It is placed on a side of a square and can be turned."
    )
    raises: int = Field(
        0, ge=0, le=9, description="Levels by which it raises the pieces of its stack."
    )
    attributes: dict[str, Scalar] = Field(
        default_factory=dict, description="Further properties by name, for rules."
    )

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: object) -> object:
        """An id from the name; ids and symbols of faces."""
        if not isinstance(data, dict):
            return data
        data = dict(data)
        if "id" not in data and isinstance(data.get("name"), str):
            data["id"] = id_from_name(data["name"]) or "unit"
        faces = data.get("faces", [{}])
        if isinstance(faces, list) and all(isinstance(face, dict) for face in faces):
            ids = dict(enumerate(FACE_IDS))
            symbol = {"icon": data["symbol"]} if data.get("symbol") else {}
            data["faces"] = [
                {**({"id": ids[n]} if n in ids else {}), **symbol, **face}
                for n, face in enumerate(faces)
            ]
        return data

    @model_validator(mode="after")
    def _placed_as_is_a_face(self) -> PieceType:
        if self.placed_as and self.placed_as not in [face.id for face in self.faces]:
            raise ValueError(f"`placed_as` must be a face of this piece; `{self.placed_as}` is not")
        return self

    @model_validator(mode="after")
    def _faces_somewhere(self) -> PieceType:
        if self.facings == 1:
            raise ValueError("`facings` must be at least 2; leave it out if it never turns")
        if self.facings and self.on_side:
            raise ValueError("`facings` and `on_side` exclude each other")
        return self

    def price(self, face: str = "") -> int | None:
        """The points to buy one on a face (default: its start face); None if it is not for sale."""
        shown = next((known for known in self.faces if known.id == face), self.start_face)
        return self.cost if shown.cost is None else shown.cost

    def face_name(self, face: str) -> str:
        """The name of a face; empty for a face without a name and for an unknown face."""
        return next((known.name for known in self.faces if known.id == face), "")

    def told_as(self, told: str) -> str:
        """The name with the face or what else is told of it: `Guard (reduced)`; `Path A`."""
        if told.casefold().startswith(f"{self.name} ".casefold()):
            return told
        return f"{self.name} ({told})" if told else self.name

    def owner(self, face: str = "") -> str | None:
        """The side that controls the piece on a face; None if it belongs to no side."""
        shown = next((known for known in self.faces if known.id == face), None)
        return self.side if shown is None or shown.side is None else shown.side

    @property
    def start_face(self) -> Face:
        """The face it shows when it is placed from its home."""
        return next((face for face in self.faces if face.id == self.placed_as), self.faces[0])

    @property
    def drawn_height(self) -> float:
        """Its height in mm: its width, except for bars and pieces with a `height`."""
        return self.height or (self.size * BAR if self.shape == "bar" else self.size)
