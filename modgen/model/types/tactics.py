"""Tactical parts of `game.yaml`: terrain, edge features, size classes, prices, packages.

The package `modgen.model.tactics` has the functions for them: `ground` (adjacency, terrain and
features), `line_of_sight`, `stacking` (limits) and `purchases` (points); `modgen.model.movement`
has what moves cost.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from modgen.model.types.base import Colour, Fact, Id, Part, Text

Look = Literal[
    "plain",
    "paved",
    "roof",
    "grass",
    "mountain",
    "woods",
    "jungle",
    "hills",
    "rough",
    "steep",
    "cliff",
    "marsh",
    "water",
    "sand",
    "fields",
    "town",
    "works",
]
"""Patterns of terrain; the first five are those of town plans too."""
ALL_UNITS = "all"
"""The word of `closed_to` that means every unit."""


class Terrain(Fact):
    """A kind of terrain of cells or spaces.

    Heights are levels: 0 is the ground; a piece on an upper floor is at the level of that floor.
    """

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    colour: Colour | None = Field(None, description="`#rrggbb`.")
    look: Look = Field("plain", description="Its pattern on the map.")
    picture: str = Field(
        "", description="Name of an icon or of a picture in `art/` that is drawn in each cell."
    )
    text: Text = Field("", description="Its effects, for the chart of terrain.")
    cost: float = Field(1, ge=0, description="Movement points to enter a cell.")
    floors: int = Field(1, ge=1, le=9, description="Levels on which pieces can stand.")
    blocks_sight: bool = Field(False, description="Lines of sight do not pass through its cells.")
    height: int = Field(0, ge=0, le=9, description="The highest level at which it blocks sight.")
    closed_to: list[str] = Field(
        default_factory=list,
        description="Size classes, pieces or `piece/face` that cannot enter; `all`: no unit can.",
    )


class Feature(Fact):
    """Something on the side between two cells, such as a wall, or a line from cell to cell.

    A line, such as a road, is on every side that it crosses. `roads` of a rule in `moves` says
    what a step along it costs.
    """

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    colour: Colour | None = Field(None, description="`#rrggbb`.")
    width: float = Field(1.4, gt=0, le=10, description="mm")
    look: Literal["line", "road", "trail", "rail", "river", "works"] = Field(
        "line", description="How it is drawn."
    )
    text: Text = Field("", description="Its effects, for the chart of terrain.")
    cost: float = Field(0, ge=0, description="Movement points to cross it.")
    blocks_sight: bool = Field(
        False, description="It blocks lines through its side, except to or from its two cells."
    )
    height: int = Field(0, ge=0, le=9, description="The highest level at which it blocks sight.")
    closed_to: list[str] = Field(default_factory=list, description="The same as for a terrain.")


class SizeClass(Fact):
    """A size of pieces: what they may enter, how they move and whether they block sight."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    figures: int = Field(1, ge=1, le=3, description="Icons side by side on a counter.")
    diagonal: bool = Field(True, description="Whether it may move diagonally.")
    blocks_sight: bool = Field(False, description="Its pieces block lines of sight.")


class Shade(Fact):
    """A shade over the main map that players can switch on and off, such as night or fog."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    colour: Colour = Field("#0a1040", description="`#rrggbb`.")
    opacity: int = Field(45, ge=1, le=100, description="Per cent.")
    lights: dict[str, int] = Field(
        default_factory=dict, description="Pieces that give light, and how far in cells."
    )


class Item(Fact):
    """Something that can be bought and is not a type of piece with a cost."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    plural: Text = Field("", description="The name of several.")
    cost: int = Field(ge=0, description="Its price in points.")
    side: Id | None = Field(None, description="The only side that may buy it.")
    piece: str | None = Field(
        None,
        max_length=130,
        description="The piece that represents it; or its face, `tank/hit`.",
    )
    level: Id | None = Field(None, description="The level marker that counts it.")


class Package(Fact):
    """A force that a side may take instead of buying one."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    side: Id = Field(description="The side that may buy it.")
    points: int = Field(ge=0, description="Its price in points.")
    units: dict[str, int] = Field(description="Pieces and items to numbers.")


class Purchases(Part):
    """Packages, and items with their prices; pieces have their own `cost`."""

    items: list[Item] = Field(
        default_factory=list, description="Things with a price that are not pieces."
    )
    packages: list[Package] = Field(
        default_factory=list, description="Groups of units with one price."
    )


Edge = Literal["n", "e", "s", "w"]
"""An edge of the map."""


class SetUpZone(Part):
    """Where a side sets up; without any limit, anywhere. Distances are in cells."""

    order: int = Field(0, ge=0, le=9, description="1 sets up first, then 2; 0: in no fixed order.")
    boards: list[Id] = Field(default_factory=list, description="Only on these boards.")
    areas: list[str] = Field(
        default_factory=list, description="Only in these areas, by their names in the legends."
    )
    buildings_beside: bool = Field(False, description="Also in whole buildings next to the areas.")
    beside: bool = Field(False, description="Also in all cells next to the areas.")
    within: int = Field(0, ge=0, le=1000, description="Also up to this distance, in cells.")
    far_from: dict[Edge, int] = Field(
        default_factory=dict, description="Rows of cells along an edge that are excluded."
    )
    from_enemies: int = Field(
        0, ge=0, le=1000, description="At least so far from units that were set up before."
    )
    quarter: bool = Field(False, description="In the north or south half of a board of its own.")


class Arrival(Part):
    """How a side's units enter the map."""

    edges: list[Edge] = Field(default=["n", "e", "s", "w"], description="By these edges.")
    one_edge: bool = Field(False, description="All by the same edge.")
    boards: list[Id] = Field(default_factory=list, description="Only on these boards.")
    area: str = Field("", description="Not by an edge, but in this area.")
    turns: list[int] = Field(default_factory=list, description="In these turns; empty: in any.")
    each_turn: int | None = Field(None, ge=1, description="The largest number of units in a turn.")


class Cap(Part):
    """The most pieces of some kinds that a side may buy."""

    pieces: list[Id] = Field(min_length=1, description="The kinds that count together.")
    most: int = Field(ge=0, le=1000, description="The largest number.")


class Force(Fact):
    """What a side has in a scenario: points to spend, or a fixed force.

    At the start, `box` contains the units of `package`, of `bought` and of `units`.
    """

    side: Id = Field(description="The side.")
    points: int | None = Field(None, ge=0, description="What it may spend.")
    packages: list[Id] = Field(default_factory=list, description="Packages that it may choose.")
    package: Id | None = Field(None, description="The package that is set up.")
    bought: dict[str, int] = Field(
        default_factory=dict, description="Pieces and items already bought in the set-up."
    )
    units: dict[str, int] = Field(
        default_factory=dict, description="Pieces and items that cost no points."
    )
    barred: list[str] = Field(
        default_factory=list, description="Size classes, pieces and items that it may not buy."
    )
    swaps: dict[Id, Id] = Field(
        default_factory=dict,
        description="Units that may replace units of a package, one for one: the new to the old.",
    )
    caps: list[Cap] = Field(default_factory=list, description="Limits to what it buys.")
    hides: int = Field(0, ge=0, le=500, description="How many units it may hide at no cost.")
    sets_up: SetUpZone | None = Field(None, description="Where it sets up.")
    enters: Arrival | None = Field(None, description="How its units enter.")
    box: Id | None = Field(None, description="The box in which its units begin.")
    note: Text = Field("", description="What else holds for it.")
