"""Map shading such as night, and pieces that light the cells around them."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.compile.build import Build
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import key
from modgen.vassal.traits import Trait

SOLID = "100% (Solid)"
"""The engine's name of a pattern without holes."""


def shaders(build: Build, boards: Sequence[Board]) -> list[Component]:
    """The main map's shades, each with a button that toggles it."""
    if boards[0] is not build.game.map.boards[0]:
        return []
    return [
        component(
            "MapShader",
            name=shade.name,
            buttonText=shade.name,
            tooltip=build.words("shade_tip", shade=shade.name),
            addToMapToolbar=True,
            hotkey=key(f"Ctrl+Shift+{number}"),
            type="Background",
            drawOver=False,
            pattern=SOLID,
            color=",".join(str(int(shade.colour[at : at + 2], 16)) for at in (1, 3, 5)),
            opacity=shade.opacity,
        )
        for number, shade in enumerate(build.game.info.shades, 1)
    ]


def lights(build: Build, piece: PieceType) -> list[Trait]:
    """The area that a piece removes from a shade: the cells within its radius."""
    return [
        t.AreaOfEffect(radius=shade.lights[piece.id], shader=shade.name, name=shade.id)
        for shade in build.game.info.shades
        if piece.id in shade.lights
    ]
