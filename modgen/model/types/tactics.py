"""What tactical games say in `game.yaml`: terrain, edge features, size classes, prices, packages.

The package `modgen.model.tactics` answers questions about them: `ground` (adjacency and what lies
where), `line_of_sight`, `movement` (costs), `stacking` (limits) and `purchases` (points).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from modgen.model.types.base import Colour, Fact, Id, Part, Text


class Terrain(Fact):
    """A kind of ground that cells of a grid or spaces of a map can be.

    Heights are levels: 0 is the ground, and a piece on an upper floor stands at that floor's level.
    """

    id: Id
    name: Text
    colour: Colour | None = None
    look: Literal["plain", "paved", "roof", "grass", "mountain"] = "plain"
    cost: float = Field(1, ge=0, description="Movement points to enter a cell.")
    floors: int = Field(1, ge=1, le=9, description="Levels on which pieces can stand.")
    blocks_sight: bool = False
    height: int = Field(0, ge=0, le=9, description="The highest level at which it blocks sight.")
    closed_to: list[str] = Field(
        default_factory=list, description="Size classes, pieces or `piece/face` that stay out."
    )


class Feature(Fact):
    """Something that can lie on a side between two cells: a wall, a hedge, a barricade."""

    id: Id
    name: Text
    colour: Colour | None = None
    width: float = Field(1.4, gt=0, le=10, description="mm")
    cost: float = Field(0, ge=0, description="Movement points to cross it.")
    blocks_sight: bool = Field(
        False, description="Through, but not into or out of the cells that it borders."
    )
    height: int = Field(0, ge=0, le=9, description="The highest level at which it blocks sight.")
    closed_to: list[str] = Field(default_factory=list, description="As a terrain's.")


class SizeClass(Fact):
    """How large a piece is: what it may enter, how it moves, what it hides."""

    id: Id
    name: Text
    figures: int = Field(1, ge=1, le=3, description="Icons side by side on a counter.")
    diagonal: bool = Field(True, description="Whether it moves over the corners of squares.")
    blocks_sight: bool = False


class Shade(Fact):
    """A shade over the main map that players switch on and off: night, fog."""

    id: Id
    name: Text
    colour: Colour = "#0a1040"
    opacity: int = Field(45, ge=1, le=100, description="Per cent.")
    lights: dict[str, int] = Field(
        default_factory=dict, description="Pieces to how far they light the cells about them."
    )


class Item(Fact):
    """Something to buy that is no piece of its own side's force pool."""

    id: Id
    name: Text
    plural: Text = ""
    cost: int = Field(ge=0)
    side: Id | None = Field(None, description="Only this side buys it.")
    piece: Id | None = Field(None, description="The piece that stands for it.")
    level: Id | None = Field(None, description="The level marker that counts it.")


class Package(Fact):
    """A force that a side may take instead of buying one."""

    id: Id
    name: Text
    side: Id
    points: int = Field(ge=0)
    units: dict[str, int] = Field(description="Pieces and items to numbers.")


class Purchases(Part):
    """Prices of what has no column `cost`, and the packages. Pieces have their own cost."""

    items: list[Item] = Field(default_factory=list)
    packages: list[Package] = Field(default_factory=list)


class Force(Fact):
    """What a side has in a scenario: points to spend, or a fixed force.

    What it begins with waits in `box`: the units of `package`, what is `bought`, and `units`.
    """

    side: Id
    points: int | None = Field(None, ge=0)
    packages: list[Id] = Field(default_factory=list, description="Packages it may choose.")
    package: Id | None = Field(None, description="The one that the set-up lays out.")
    bought: dict[str, int] = Field(
        default_factory=dict, description="Pieces and items that the set-up has paid for."
    )
    units: dict[str, int] = Field(
        default_factory=dict, description="Pieces and items that cost no points."
    )
    barred: list[str] = Field(
        default_factory=list, description="Size classes, pieces and items not for sale."
    )
    box: Id | None = None
    note: Text = ""
