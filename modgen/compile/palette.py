"""The piece palette: forces by side, markers, and the state markers of spaces.

Every piece of a set-up has a slot here or among the cards, with the same id, so that the engine
can refresh saved games from a new version of the module.
"""

from __future__ import annotations

from collections.abc import Collection

from modgen.compile.build import Build
from modgen.compile.declare import pad
from modgen.compile.pieces import game_piece, picture_of
from modgen.compile.states import state_marker
from modgen.model.boards.layout import PAD, STATE_SIZE
from modgen.model.types.pieces import PieceType
from modgen.vassal.components import Component, component
from modgen.vassal.pieces import GamePiece


def palette(build: Build, only: Collection[str] | None = None) -> Component:
    """The palette window: a list for each side, for other pieces, and for each state of spaces.

    With `only`, it has no more than these types of pieces.
    """
    words, game = build.words, build.game
    panels = []
    for side, name in [*((s.id, s.name) for s in game.info.sides), (None, words("map"))]:
        pieces = [piece for piece in game.pieces if only is None or piece.id in only]
        slots = [_type_slot(build, piece) for piece in pieces if piece.side == side]
        slots += _pads(build, side) if only is None else []
        if slots:
            panels.append(_listed(name, slots))
    panels += _states(build) if only is None else []
    tabs = component("TabWidget", panels, entryName=words("pieces"))
    return component(
        "PieceWindow",
        [tabs],
        name=words("pieces"),
        text=words("pieces"),
        tooltip=words("pieces_tip"),
        hidden=False,
    )


def _listed(name: str, slots: list[Component]) -> Component:
    return component("ListWidget", slots, entryName=name, width=480, height=360, divider=180)


def slot(
    build: Build, piece: GamePiece, size: tuple[int, int], kind: str = "PieceSlot", title: str = ""
) -> Component:
    """A piece slot; the size of its picture in pixels; its title, by default the piece's name."""
    made = component(
        kind,
        (),
        piece.definition(),
        entryName=title or piece.basic.name,
        gpid=piece.basic.gpid,
        width=size[0],
        height=size[1],
    )
    build.prototypes.add_slot(made, piece)
    return made


def _type_slot(build: Build, piece: PieceType) -> Component:
    size = picture_of(build, piece, piece.faces[0].id).pixels
    return slot(build, game_piece(build, piece), size)


def _pads(build: Build, side: str | None) -> list[Component]:
    declarations = [
        declaration
        for declaration in build.game.info.declarations
        if declaration.side == side and declaration.has_pad
    ]
    return [
        slot(build, pad(build, declaration), (build.px(PAD[0]), build.px(PAD[1])))
        for declaration in declarations
    ]


def _states(build: Build) -> list[Component]:
    """A list for each state, with the marker of each space at the state's default."""
    size = build.px(STATE_SIZE)
    panels = []
    for state in build.game.info.states:
        slots = [
            slot(build, state_marker(build, space, state, state.default), (size, size))
            for space in build.game.map.spaces
            if space.kind in state.kinds
        ]
        panels.append(_listed(state.name, slots))
    return panels
