"""Pictures of a game by name, drawn only if they are not in the cache.

A picture's key identifies its drawing, and its PNG is cached under that key. An index, cached under
a fingerprint of everything that drawings depend on, gives the keys without drawing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from modgen.assets import asset_path
from modgen.draw.raster import cached, keep, picture_key, renderer
from modgen.draw.svg import Drawing
from modgen.model.game import Game

MM = 25.4


class Picture:
    """A picture to be rendered: its name, its size in mm, its dots per inch, its key."""

    def __init__(
        self, name: str, dpi: int, draw: Callable[[], Drawing], known: list[float | str] | None
    ) -> None:
        self.name = name
        self.dpi = dpi
        self._draw = draw
        self._svg: str | None = None
        if known:
            self.key, self.width, self.height = str(known[0]), float(known[1]), float(known[2])
        else:
            drawn = draw()
            self._svg = drawn.svg
            self.key = picture_key(self._svg, dpi)
            self.width, self.height = drawn.width, drawn.height

    @property
    def svg(self) -> str:
        """The drawing's text."""
        if self._svg is None:
            self._svg = self._draw().svg
        return self._svg

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (round(self.width / MM * self.dpi), round(self.height / MM * self.dpi))


class Pictures:
    """The pictures of one game in one language."""

    def __init__(self, game: Game) -> None:
        self.all: dict[str, Picture] = {}
        self._boards: dict[str, Picture] = {}
        self._fingerprint = fingerprint(game)
        self._known = _index(cached(self._fingerprint))

    def add(self, name: str, draw: Callable[[], Drawing], dpi: int) -> Picture:
        """Register a picture by name. The first registration says how it is drawn."""
        picture = self.all.get(name)
        if picture is None:
            picture = self.all[name] = Picture(name, dpi, draw, self._known.get(name))
        return picture

    def add_board(self, stem: str, draw: Callable[[], Drawing], dpi: int) -> Picture:
        """Register a board's picture. Its file name is `stem` and a hash of the picture.

        The engine caches a board's tiles by the picture's name until the picture file is
        newer. Files in our modules have fixed dates, so a changed board needs a new name.
        """
        picture = self._boards.get(stem)
        if picture is None:
            picture = self._boards[stem] = Picture(stem, dpi, draw, self._known.get(stem))
            picture.name = f"{stem}-{picture.key[:8]}.png"
            self.all[picture.name] = picture
        return picture

    def remember(self) -> None:
        """Cache the keys for the next build."""
        stems = {picture.name: stem for stem, picture in self._boards.items()}
        known = {
            stems.get(picture.name, picture.name): [picture.key, picture.width, picture.height]
            for picture in self.all.values()
        }
        if known != self._known:
            keep(self._fingerprint, json.dumps(known, sort_keys=True).encode("ascii"))


def _index(data: bytes | None) -> dict[str, list[float | str]]:
    """Names to keys, widths and heights; nothing when the cache is damaged."""
    try:
        entries = json.loads(data or b"{}")
    except ValueError:
        return {}
    return entries if isinstance(entries, dict) else {}


def fingerprint(game: Game) -> str:
    """A hash of everything that a game's drawings depend on: data, art, drawing code, icons."""
    digest = hashlib.blake2b(_own(), digest_size=20)
    parts = (game.info, game.map, game.cards_file, *game.pieces, *game.cards, *game.charts)
    for part in (*parts, *game.layouts.values(), *game.scenarios):
        digest.update(part.model_dump_json().encode("utf-8"))
    outlines = game.outlines
    for shapes in (outlines.shapes, outlines.waters, outlines.centres):
        digest.update(repr(sorted(shapes.items())).encode("ascii"))
    for path in (*_files(game.folder / "art"), *_files(game.folder / "fonts")):
        digest.update(path.name.encode("utf-8") + path.read_bytes())
    digest.update(game.language.encode("ascii"))
    return digest.hexdigest()


@cache
def _own() -> bytes:
    digest = hashlib.blake2b(renderer(), digest_size=20)
    package = Path(__file__).parent.parent
    places = (package / "draw", package / "model", asset_path("icons"))
    for path in (path for place in places for path in _files(place)):
        digest.update(path.name.encode("ascii") + path.read_bytes())
    return digest.digest()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.*") if path.is_file() and path.suffix != ".pyc")
