"""Fire arcs: the directions in which a piece that faces somewhere can shoot."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from modgen.model.types.base import Colour, Fact, Id, Text

Degrees = Annotated[float, Field(ge=-360, le=360)]
"""An angle in degrees, clockwise."""

ArcOfPiece = Annotated[
    str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*: ?[A-Za-z0-9_.-]+$", max_length=130)
]
"""An arc and how far it reaches: `bow: 4`, or `bow: range` with a number of the piece."""


class Arc(Fact):
    """An arc of fire. Its two edges are degrees clockwise from the front of the piece."""

    id: Id = Field(description="The key by which pieces refer to it.")
    name: Text = Field(description="The name that players read, such as `Bow guns`.")
    start: Degrees = Field(description="The left edge: `-60` is 60 degrees left of the front.")
    end: Degrees = Field(description="The right edge.")
    colour: Colour | None = Field(None, description="Default: the colour of the piece's side.")

    @model_validator(mode="after")
    def _goes_clockwise(self) -> Arc:
        if not 0 < self.end - self.start <= 360:
            raise ValueError(
                "an arc goes clockwise from `start` to `end`, at most once around: `end` must be "
                "greater than `start`, such as `start: 120` and `end: 240`"
            )
        return self

    @property
    def width(self) -> float:
        """Degrees from one edge to the other."""
        return self.end - self.start
