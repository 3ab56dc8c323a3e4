"""Checks fonts of the game's own, and that card layouts name fonts that exist."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean
from modgen.model.files.font_file import FontError, find_font
from modgen.model.game import Game
from modgen.model.types.fonts import BUNDLED_FONTS, STYLES


def check_fonts(game: Game) -> Iterator[PartDiagnostic]:
    """Every font has its files and an id of its own; card layouts use fonts that exist."""
    seen: set[str] = set()
    for number, font in enumerate(game.info.fonts):
        if font.id in seen:
            yield PartDiagnostic(font, ("id",), f"there is another font `{font.id}`")
        seen.add(font.id)
        for field in STYLES:
            name = getattr(font, field)
            if not name:
                continue
            try:
                find_font(game.folder, name)
            except FontError as problem:
                yield PartDiagnostic(game.info, ("fonts", number, field), str(problem))
    known = [*BUNDLED_FONTS, *seen]
    for layout in game.layouts.values():
        for number, element in enumerate(layout.elements):
            if element.font not in known:
                yield PartDiagnostic(
                    layout,
                    ("elements", number, "font"),
                    f"there is no font `{element.font}`",
                    did_you_mean(element.font, known),
                )
