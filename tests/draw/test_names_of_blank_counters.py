"""A counter with nothing else on it shows its whole name in legible letters."""

from __future__ import annotations

import re

import pytest

from modgen.assets import template_path
from modgen.draw.pieces import draw_piece
from modgen.draw.text import LEAST
from modgen.model.loading.folder import load


@pytest.mark.parametrize("shape", ["counter", "round"])
def test_a_long_name_is_in_several_lines(shape: str) -> None:
    game = load(template_path("area")).game
    piece = game.pieces[0]
    blank = piece.faces[0].model_copy(update={"icon": "", "name": "", "text": ""})
    marker = piece.model_copy(
        update={
            "name": "Advanced Political Point",
            "shape": shape,
            "size": 15.9,
            "faces": [blank],
            "text": "",
            "traits": [],
        }
    )
    svg = draw_piece(game, marker, blank.id).svg
    lines = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', svg)
    assert " ".join(text for _, text in lines) == marker.name
    assert len(lines) > 1
    assert all(float(size) >= LEAST for size, _ in lines)
