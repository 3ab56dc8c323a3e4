"""The windows that the engine shows under the mouse: what a stack holds, and a card."""

from __future__ import annotations

from modgen.compile.build import Build
from modgen.model.game import Game
from modgen.vassal.components import Component, component

LETTER = 5.6
"""The mean width of a letter of a name in pixels, in the engine's 9-point type."""
NAMES = (62, 84)
"""The smallest and the greatest width of a name in pixels."""


def viewers(build: Build) -> list[Component]:
    """Mouse-over viewers: what a stack holds, and a card at its full size."""
    look = {
        "version": "3",
        "bgColor": "250,246,235",
        "fgColor": "20,20,20",
        "borderColor": "60,60,60",
        "showgraph": True,
        "display": "from all layers",
    }
    wide = name_width(build.game)
    narrowest = min((build.px(piece.size) for piece in build.game.pieces), default=wide)
    return [
        component(
            "CounterDetailViewer",
            **look,
            delay=400,
            borderWidth=max(0, wide - narrowest) + 2,
            minDisplayPieces="2",
            showtext=True,
            summaryReportFormat="$LocationName$",
            counterReportFormat=f"<div style='width:{wide};text-align:center'>$PieceName$</div>",
            enableHTML=True,
            fontSize=9,
            verticalBottomText=24,
            propertyFilter='{Kind!="card" && Kind!="state" && Kind!="pad"}',
        ),
        component(
            "CounterDetailViewer",
            **look,
            delay=700,
            minDisplayPieces="1",
            showDeck=True,
            showNoStack=True,
            fontSize=12,
            summaryReportFormat="",
            propertyFilter='{Kind=="card"}',
        ),
    ]


def name_width(game: Game) -> int:
    """The width in pixels in which every name of a unit fits on two lines."""
    names = [
        f"{piece.name} ({face.name})" if face.name else piece.name
        for piece in game.pieces
        if piece.kind in ("force", "leader")
        for face in piece.faces
    ]
    longest = max((_two_lines(name) for name in names), default=0)
    return min(max(round(longest * LETTER) + 6, NAMES[0]), NAMES[1])


def _two_lines(name: str) -> int:
    """The letters of the longer line when a name is broken at the best space."""
    breaks = [n for n, letter in enumerate(name) if letter == " "]
    return min((max(n, len(name) - n - 1) for n in breaks), default=len(name))
