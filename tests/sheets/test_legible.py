"""No page has letters smaller than 5.5 points."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from modgen.assets import bundled_games, template_path
from modgen.draw.fonts import face
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.library.games import load_game
from modgen.sheets.looks import legible
from modgen.sheets.pipeline import SheetOptions, write_sheets

LEAST = 5.45
"""Points, with what rounding takes."""


def small_letters(path: Path) -> Counter[str]:
    """The letters below `LEAST` points on each page of a document."""
    found: Counter[str] = Counter()
    document = pypdfium2.PdfDocument(path)
    for number, page in enumerate(document, 1):
        text = page.get_textpage()
        for at in range(text.count_chars()):
            matrix = pdfium.FS_MATRIX()
            if not pdfium.FPDFText_GetMatrix(text.raw, at, ctypes.byref(matrix)):
                continue
            size = pdfium.FPDFText_GetFontSize(text.raw, at) * math.hypot(matrix.b, matrix.d)
            if chr(pdfium.FPDFText_GetUnicode(text.raw, at)).strip() and size < LEAST:
                found[f"{path.name} page {number}: {size:.1f} points"] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", bundled_games())
def test_no_letters_below_5_5_points(name: str, paper: str, tmp_path: Path) -> None:
    game = load_game(name)
    for path in write_sheets(game, tmp_path, SheetOptions(papers=(paper,))):
        assert not small_letters(path)


def test_the_aids_of_a_small_game_are_legible(tmp_path: Path) -> None:
    game = load_game(template_path())
    for path in write_sheets(game, tmp_path, SheetOptions(parts=("aids",))):
        assert not small_letters(path)


def test_only_small_letters_are_left_out() -> None:
    inner = Drawing(50, 50)
    inner.text("gone", 1, 10, Style("text", 3))
    inner.text("", 1, 15, Style("text", 3))
    inner.text("kept", 1, 20, Style("text", 8))
    outer = Drawing(50, 50)
    outer.nest(inner.svg, 0, 0, 0.5)
    outer.text("outside", 1, 30, Style("text", 3))
    shown = legible(outer.svg, 2.5)
    assert "gone" not in shown
    assert "kept" in shown
    assert "outside" in shown


@pytest.mark.parametrize("role", ["title", "text", "serif"])
def test_regular_and_bold_are_two_faces(role: str) -> None:
    regular, bold = face(role), face(role, bold=True)
    assert regular.weight < bold.weight
    assert regular.file != bold.file
