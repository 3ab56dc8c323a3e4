"""Pictures of a game by name, drawn only if they are not in the cache.

A picture's key identifies its drawing, and its PNG is cached under that key. An index for each game
gives the keys without drawing, each with a fingerprint of what that drawing depends on: a counter
depends on its own row and not on those of the others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path

from modgen.assets import asset_path
from modgen.draw.raster import cached, keep, picture_key, renderer
from modgen.draw.svg import Drawing
from modgen.model.files.extended import folders_of
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.places import MapFile

MM = 25.4
LARGE = 6_000_000
"""A board with more pixels is rendered in strips."""
STRIP = 3_000_000
"""The most pixels of a strip."""


class Picture:
    """A picture to be rendered: its name, its size in mm, its dots per inch, its key."""

    def __init__(
        self,
        name: str,
        dpi: int,
        draw: Callable[[], Drawing],
        known: list[float | str] | None,
        *,
        opaque: bool = False,
    ) -> None:
        self.opaque = opaque
        self.name = name
        self.dpi = dpi
        self._draw = draw
        self._svg: str | None = None
        self._drawn: Drawing | None = None
        if known:
            self.key, self.width, self.height = str(known[0]), float(known[1]), float(known[2])
        else:
            drawn = draw()
            self._svg = drawn.svg
            self._drawn = drawn if self._is_large(drawn) else None
            self.key = picture_key(self._svg, dpi)
            self.width, self.height = drawn.width, drawn.height

    @property
    def svg(self) -> str:
        """The drawing's text."""
        if self._svg is None:
            self._svg = self._draw().svg
        return self._svg

    @property
    def strips(self) -> list[str]:
        """The strips of a large drawing, from the top; empty for other pictures."""
        if self._svg is None:
            drawn = self._draw()
            self._svg, self._drawn = drawn.svg, drawn if self._is_large(drawn) else None
        return self._drawn.strips(self.dpi, STRIP // self.pixels[0]) if self._drawn else []

    def _is_large(self, drawn: Drawing) -> bool:
        """Whether a drawing is rendered in strips: a large one of our own, without pictures."""
        area = drawn.width * drawn.height * (self.dpi / MM) ** 2
        return self.opaque and area > LARGE and "data:" not in (self._svg or "")

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (round(self.width / MM * self.dpi), round(self.height / MM * self.dpi))


class Pictures:
    """The pictures of one game in one language."""

    def __init__(self, game: Game) -> None:
        self.all: dict[str, Picture] = {}
        self._game = game
        self._boards: dict[str, Picture] = {}
        self._used: dict[str, str] = {}

    @cached_property
    def _prints(self) -> Fingerprints:
        return Fingerprints(self._game)

    @cached_property
    def _known(self) -> dict[str, list[float | str]]:
        return _index(cached(self._prints.index))

    def add(
        self, name: str, draw: Callable[[], Drawing], dpi: int, of: Part | None = None
    ) -> Picture:
        """Register a picture by name. The first registration says how it is drawn.

        `of` is the card or the kind of piece that it shows, if it shows only that, or the game's
        map.
        """
        picture = self.all.get(name)
        if picture is None:
            fingerprint = self._prints.of(of)
            picture = self.all[name] = Picture(name, dpi, draw, self._key(name, fingerprint))
        return picture

    def _key(self, name: str, fingerprint: str) -> list[float | str] | None:
        """What the index has for a drawing that depends on the same as now."""
        self._used[name] = fingerprint
        known = self._known.get(name)
        return known[:3] if known and known[3:] == [fingerprint] else None

    def add_board(self, stem: str, draw: Callable[[], Drawing], dpi: int) -> Picture:
        """Register a board's picture. Its file name is `stem` and a hash of the picture.

        The engine caches a board's tiles by the picture's name until the picture file is
        newer. Files in our modules have fixed dates, so a changed board needs a new name.
        """
        picture = self._boards.get(stem)
        if picture is None:
            known = self._key(stem, self._prints.boards)
            picture = self._boards[stem] = Picture(stem, dpi, draw, known, opaque=True)
            picture.name = f"{stem}-{picture.key[:8]}.png"
            self.all[picture.name] = picture
        return picture

    def remember(self) -> None:
        """Cache the keys for the next build."""
        stems = {picture.name: stem for stem, picture in self._boards.items()}
        known: dict[str, list[float | str]] = {}
        for picture in self.all.values():
            name = stems.get(picture.name, picture.name)
            known[name] = [picture.key, picture.width, picture.height, self._used[name]]
        if known != self._known:
            keep(self._prints.index, json.dumps(known, sort_keys=True).encode("ascii"))


def _index(data: bytes | None) -> dict[str, list[float | str]]:
    """Names to keys, widths, heights and fingerprints; nothing when the cache is damaged."""
    try:
        entries = json.loads(data or b"{}")
    except ValueError:
        return {}
    return entries if isinstance(entries, dict) else {}


class Fingerprints:
    """Hashes of everything that the drawings of a game depend on.

    `index` is that of the drawing code, the icons, the fonts and the game's id and language. A
    drawing of one card or kind of piece depends on that part and on the parts that all drawings
    share, a board also on the kinds of pieces that `game.yaml` or `map.yaml` names, and any other
    drawing on the whole game.
    """

    def __init__(self, game: Game) -> None:
        digest = hashlib.blake2b(_own(), digest_size=20)
        digest.update(f"{game.id} {game.language}".encode())
        self.index = digest.hexdigest()
        self._shared = digest.copy()
        shared = (game.info, game.map, game.cards_file, *game.layouts.values())
        self._add(self._shared, shared)
        outlines = game.outlines
        for shapes in (outlines.shapes, outlines.waters, outlines.centres):
            self._shared.update(repr(sorted(shapes.items())).encode("ascii"))
        for folder in folders_of(game.folder):
            for path in (*_files(folder / "art"), *_files(folder / "fonts")):
                self._shared.update(path.name.encode("utf-8") + path.read_bytes())
        boards = self._shared.copy()
        named = {name for part in (game.info, game.map) for name in _texts(part.model_dump())}
        self._add(boards, (piece for piece in game.pieces if piece.id in named))
        self.boards = boards.hexdigest()
        self._add(boards, (*game.pieces, *game.cards, *game.charts, *game.scenarios))
        self.whole = boards.hexdigest()

    def of(self, part: Part | None) -> str:
        """The fingerprint of a drawing of one card or kind of piece, a map, or anything else."""
        if part is None:
            return self.whole
        if isinstance(part, MapFile):
            return self.boards
        digest = self._shared.copy()
        self._add(digest, (part,))
        return digest.hexdigest()

    @staticmethod
    def _add(digest: hashlib.blake2b, parts: Iterable[Part]) -> None:
        for part in parts:
            digest.update(part.model_dump_json().encode("utf-8"))


def _texts(value: object) -> Iterator[str]:
    """Every text and key in a structure of mappings and lists, without the face after a `/`."""
    if isinstance(value, str):
        yield value.partition("/")[0]
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


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
