"""The area around a piece, such as the range of its weapons, which a menu entry shades."""

from __future__ import annotations

from modgen.compile.build import AREA, Build, engine_colour
from modgen.compile.tallies import by_face
from modgen.draw.colours import side_colour
from modgen.model.movement.traveller import value_of
from modgen.model.types.moves import FaceValue
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.traits import Trait

OPACITY = 28
"""Of the shade, in per cent."""


def area(build: Build, piece: PieceType) -> list[Trait]:
    """The trait that shades the cells around a piece, as far as a number of its face says."""
    if not piece.area:
        return []
    radii = radii_of(piece)
    one = len(set(radii)) == 1
    name = f"Reach_{piece.area}"
    colour = side_colour(build.game, piece.side)
    shade = t.AreaOfEffect(
        colour=engine_colour(colour),
        opacity=OPACITY,
        radius=radii[0],
        always_on=False,
        menu=build.words("area"),
        key=AREA,
        fixed_radius=one,
        radius_property="" if one else name,
        name=piece.area,
        # Only for the player who asks.
        everywhere=False,
    )
    if one:
        return build.share("Area", [shade])
    return [t.CalculatedProperty(name=name, expression="{" + by_face(radii) + "}"), shade]


def radii_of(piece: PieceType) -> list[int]:
    """The radius of a piece's area on each face, in cells. Raises KeyError without the number."""
    measure = FaceValue(value=piece.area)
    return [round(value_of(measure, piece, face.id)) for face in piece.faces]
