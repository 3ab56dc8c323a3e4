"""A piece that lies face down shows nothing but its side."""

from __future__ import annotations

from modgen.assets import bundled_games
from modgen.draw.pieces import draw_back
from modgen.model.loading.folder import load


def test_all_pieces_of_a_side_have_one_back() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for name, path in bundled_games().items():
        game = load(path).game
        for piece in game.pieces:
            if piece.back:
                backs = found.setdefault((name, piece.side or ""), set())
                backs.add(draw_back(game, piece).svg)
    assert ("amigos-insurrectos", "filipino") in found
    assert {key: len(backs) for key, backs in found.items() if len(backs) > 1} == {}
