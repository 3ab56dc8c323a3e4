"""The sizes of boards that are finished pictures, from the pictures and their scales."""

from __future__ import annotations

from pathlib import Path

from modgen.model.files.art import ArtError
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.located import LocatedData
from modgen.model.files.whole_pictures import find_whole

INCH = 25.4
"""Millimetres."""
SVG_DPI = 96
"""The pixels per inch of an SVG by its own units."""


def add_board_sizes(located: LocatedData, folder: Path, diagnostics: Diagnostics) -> None:
    """Give each board of `map.yaml` that has a `picture` and no size the size of the picture.

    `dpi` is the scale; an SVG without it has its own size. Adds an error for a picture that cannot
    be used.
    """
    boards = located.data.get("boards") if isinstance(located.data, dict) else None
    for number, board in enumerate(boards if isinstance(boards, list) else ()):
        if not isinstance(board, dict) or board.get("width") or board.get("height"):
            continue
        name, dpi = board.get("picture"), board.get("dpi")
        if not isinstance(name, str) or not name:
            continue
        try:
            picture = find_whole(folder, name)
        except ArtError as problem:
            diagnostics.error(located.position(("boards", number, "picture")), str(problem))
            continue
        if dpi is None and picture.is_svg:
            dpi = SVG_DPI
        if isinstance(dpi, int | float) and dpi > 0:
            board["width"] = round(picture.width / dpi * INCH, 4)
            board["height"] = round(picture.height / dpi * INCH, 4)
