"""The drawings of the bundled games and templates are those that were looked at and kept.

A file for each game has the name of each picture and a digest of its drawing. After a change that
is meant, look at the pictures that the test names, and keep them:
`pytest tests/draw/test_kept_drawings.py --write-reported`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from modgen.assets import asset_path, bundled_games
from modgen.compile.tree import compile_game
from modgen.model.loading.folder import load

KEPT = Path(__file__).parent / "kept"
GAMES = bundled_games() | {
    f"template-{path.name}": path for path in sorted(asset_path("templates").iterdir())
}
SHOWN = 10
"""How many changed pictures a failure names."""


def drawings(folder: Path) -> dict[str, str]:
    """A digest of the drawing of each picture of a game, by the picture's name."""
    game = load(folder).game
    assert game is not None
    pictures = compile_game(game).pictures
    return {
        one.name: hashlib.sha256(one.svg.encode("utf-8")).hexdigest()[:12]
        for one in sorted(pictures.all.values(), key=lambda one: one.name)
    }


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_drawings_are_those_that_were_kept(name: str, request: pytest.FixtureRequest) -> None:
    found = drawings(GAMES[name])
    path = KEPT / f"{name}.txt"
    if request.config.getoption("--write-reported"):
        path.parent.mkdir(exist_ok=True)
        lines = [f"{digest} {picture}\n" for picture, digest in found.items()]
        path.write_text("".join(lines), encoding="utf-8")
    kept = (line.split(" ", 1) for line in path.read_text("utf-8").splitlines())
    known = {picture: digest for digest, picture in kept}
    changed = [one for one in {**known, **found} if known.get(one) != found.get(one)]
    assert not changed, f"{len(changed)} drawings changed: {', '.join(changed[:SHOWN])}"
