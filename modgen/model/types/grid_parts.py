"""Parts of a grid: the numbers of its cells, its plan, and what lies between cells."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from modgen.model.types.base import Fact, Part, Text


class Axis(Part):
    """How columns or rows are numbered, as VASSAL's grids do."""

    kind: Literal["letters", "numbers"] = Field("numbers", description="Letters or numbers.")
    first: int = Field(
        0, ge=-10_000, le=10_000, description="It is added to each number. As a letter, 0 is A."
    )
    digits: int = Field(1, ge=0, le=21, description="Numbers are filled up with zeros.")
    down_from: int | None = Field(
        None, ge=-10_000, le=10_000, description="The cells are counted down from this number."
    )


class Numbering(Part):
    """The names of cells by the rules of VASSAL's grids.

    The first column has the number `first_column`, the first row `first_row`.
    """

    columns: Axis = Field(
        Axis.model_construct(), description="The numbers of columns, from the left."
    )
    rows: Axis = Field(Axis.model_construct(), description="The numbers of rows, from the top.")
    rows_first: bool = Field(False, description="`0103` is row 01, column 03.")
    separator: str = Field("", max_length=20, description="Text between column and row.")
    stagger: bool = Field(
        False, description="Hexes that are half a hex further have a number that is one higher."
    )
    oblique: Literal["", "rising", "falling"] = Field(
        "",
        description="The hexes of one row number are in a line that rises, or falls, to the right,"
        " as on old hex maps; a module with it needs VASSAL 3.8.",
    )
    format: str = Field("", max_length=200, description="Default: `$gridLocation$`.")
    within: str = Field("", max_length=500, description="The format of the zone around the grid.")
    shown: bool = Field(True, description="Whether the module shows these names.")


class PlanArea(Fact):
    """The cells of one letter of a plan: a building, a park, open ground."""

    name: Text = Field("", description="Its name on the map.")
    terrain: str = Field(description="The terrain of its cells.")
    around: str = Field("", description="The feature on its sides to cells with other letters.")
    sign: Text = Field("", description="Text on the map; default: the letter, if there is a name.")


def _words(value: object) -> object:
    """A text of words with spaces between them is a list of these words."""
    return value.split() if isinstance(value, str) else value


class GridSide(Fact):
    """A feature on the side between a cell and its neighbour, or along several sides."""

    cell: str = Field("", description="The cell's name.")
    side: Literal["", "n", "ne", "e", "se", "s", "sw", "w", "nw"] = Field(
        "", description="The side of the cell."
    )
    between: Annotated[list[str], BeforeValidator(_words)] = Field(
        default_factory=list,
        max_length=2000,
        description="Instead of `cell` and `side`: pairs of adjacent cells, such as"
        " `0301/0302 0401/0302`, with the feature between the two cells of each pair.",
    )
    feature: str = Field(description="The feature on it.")
    widens: bool = Field(
        False,
        description="With `between`: it is thin at the first pair, as a river at its spring.",
    )

    @model_validator(mode="after")
    def _one_side_or_several(self) -> GridSide:
        if bool(self.between) == bool(self.cell or self.side):
            raise ValueError("a feature has `cell` and `side`, or `between`")
        if self.widens and not self.between:
            raise ValueError("`widens` needs `between`, which says where it starts")
        if not self.between and not (self.cell and self.side):
            raise ValueError("`cell` and `side` belong together")
        for pair in self.between:
            if pair.count("/") != 1:
                raise ValueError(f"write two cells with a stroke, such as 0301/0302, not {pair}")
        return self


class GridLine(Fact):
    """A road, rail, river or trail that leads from cell to cell."""

    feature: str = Field(description="What it is, one of `game.yaml`'s features.")
    through: Annotated[list[str], BeforeValidator(_words)] = Field(
        min_length=2,
        max_length=2000,
        description="The cells through which it leads: a list, or words such as `0101 0102 0203`.",
    )
    name: Text = Field("", description="A name printed along it.")
    leaves: Literal["", "start", "end", "both"] = Field(
        "", description="The ends at which it is drawn to the rim of the grid, not to the middle."
    )
    widens: bool = Field(False, description="It is thin where it starts, as a river at its spring.")
