"""The replacement of a piece by another one, such as a broken unit by its remnant."""

from __future__ import annotations

from modgen.compile.build import REPLACE, Build
from modgen.model.types.pieces import PieceType
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.traits import Trait

PALETTE = "VASSAL.build.module.PieceWindow"
TABS = "VASSAL.build.widget.TabWidget"
LIST = "VASSAL.build.widget.ListWidget"
SLOT = "VASSAL.build.widget.PieceSlot"


def replacing(build: Build, piece: PieceType) -> list[Trait]:
    """The menu entry that puts another piece, from the palette, in the place of this one."""
    if not piece.replaced_by:
        return []
    other = build.game.piece_types[piece.replaced_by]
    return [
        t.Replace(
            menu=build.words("replace", piece=other.name),
            key=REPLACE,
            spec=slot_path(build, other),
            gpid=build.slots(f"replaced:{piece.id}"),
        ),
        t.ReportAction(keys=(REPLACE,), format=build.words("report_replace", piece=other.name)),
    ]


def slot_path(build: Build, piece: PieceType) -> str:
    """How the engine finds the slot of a piece in the palette."""
    side = build.game.sides.get(piece.side or "")
    pieces = build.words("pieces")
    steps = (
        (PALETTE, pieces),
        (TABS, pieces),
        (LIST, side.name if side else build.words("map")),
        (SLOT, piece.name),
    )
    return sequence.join([sequence.join(step, ":") for step in steps], "/")
