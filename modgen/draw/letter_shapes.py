"""The outlines of letters of a game's own fonts, shaped by HarfBuzz."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from modgen.draw.bidi import has_right_to_left
from modgen.draw.fonts import Face, shaper, units

Command = tuple[str, tuple[float, ...]]
"""A letter of SVG's path notation and its coordinates in font units, y upwards."""


def letters_path(text: str, face: Face, x: float, y: float, size: float, spacing: float = 0) -> str:
    """The outlines of a text as an SVG path: from `x` on the baseline `y`, all in mm."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if has_right_to_left(text) else "ltr"
    uharfbuzz.shape(shaper(face), buffer)
    scale = size / units(face)
    parts: list[str] = []
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        left, low = x + position.x_offset * scale, y - position.y_offset * scale
        for letter, numbers in _commands(face, info.codepoint):
            moved = (
                round(low - value * scale, 3) if n % 2 else round(left + value * scale, 3)
                for n, value in enumerate(numbers)
            )
            parts.append(letter + " ".join(f"{value:g}" for value in moved))
        x += position.x_advance * scale + spacing
    return "".join(parts)


@lru_cache(maxsize=5_000)
def _commands(face: Face, glyph: int) -> tuple[Command, ...]:
    found: list[Command] = []
    shaper(face).draw_glyph(glyph, _drawing(), found)
    return tuple(found)


@lru_cache(maxsize=1)
def _drawing() -> Any:
    """HarfBuzz's callbacks, which append to the list that they are given."""
    import uharfbuzz

    functions = uharfbuzz.DrawFuncs()
    functions.set_move_to_func(lambda *to: _append("M", to))
    functions.set_line_to_func(lambda *to: _append("L", to))
    functions.set_quadratic_to_func(lambda *to: _append("Q", to))
    functions.set_cubic_to_func(lambda *to: _append("C", to))
    functions.set_close_path_func(lambda found: found.append(("Z", ())))
    return functions


def _append(letter: str, given: tuple[Any, ...]) -> None:
    *numbers, found = given
    found.append((letter, tuple(numbers)))
