"""A piece that lies face down shows nothing but its side."""

from __future__ import annotations

from modgen.assets import bundled_games, template_path
from modgen.draw.pieces import corner_of, draw_back
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


def test_the_mark_of_a_block_follows_its_edge() -> None:
    """A round one would run through its ratings."""
    game = load(template_path("blocks")).game
    assert game is not None
    for piece in game.pieces:
        round_ = piece.shape in ("disc", "round", "cylinder", "octagon", "pawn")
        assert (corner_of(piece) > piece.size / 4) == round_
