"""The symbols of units keep their shapes: all of them are in one kept picture.

After a change that is meant, look at the picture that the test writes, and keep it:
`pytest tests/log/test_nato_symbols.py --write-reported`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.draw.svg import Drawing
from modgen.log.nato_symbols import ARCS, FILLED, LINES, SIZES, draw_symbol

KEPT = Path(__file__).with_name("nato_symbols.svg")
COLUMNS = 5
WIDE, HIGH = 30, 20


def every_symbol() -> str:
    """A sheet of all symbols, two together, and all sizes of units."""
    symbols = [*dict.fromkeys((*LINES, *FILLED, *ARCS, "Artillery"))]
    looks = [((name,), "") for name in symbols]
    looks += [(("Infantry", "Artillery"), ""), *((("",), size) for size in SIZES)]
    drawing = Drawing(COLUMNS * 40, -(-len(looks) // COLUMNS) * 40)
    for number, (names, size) in enumerate(looks):
        x, y = number % COLUMNS * 40 + 5, number // COLUMNS * 40 + 15
        colours = ("#000000", "#ffffff", "#000000")
        draw_symbol(drawing, (x, y, WIDE, HIGH), names, size, colours=colours, width=1)
    return drawing.svg


def test_symbols_keep_their_shapes(request: pytest.FixtureRequest) -> None:
    drawn = every_symbol()
    if request.config.getoption("--write-reported"):
        KEPT.write_text(drawn + "\n", encoding="utf-8")
    assert drawn + "\n" == KEPT.read_text("utf-8")
