"""The font faces of drawings: bundled files and those of the game, never the system's.

Letters of a game's own fonts are drawn as outlines, so that no program that shows a picture needs
the font.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar
from unicodedata import category

from modgen.assets import asset_path
from modgen.model.files.font_file import find_font

if TYPE_CHECKING:
    from modgen.model.game import Game


P = ParamSpec("P")
R = TypeVar("R")


class Face(NamedTuple):
    """A face: the family as SVG names it, its weight and style, and its file.

    `changed` is the time of the file of a game's own face, in nanoseconds; 0 for a bundled face.
    """

    family: str
    weight: int
    italic: bool
    file: str
    changed: int = 0

    @property
    def own(self) -> bool:
        """Whether it is the game's own, and drawn as outlines."""
        return self.changed > 0


Key = tuple[str, bool, bool]
"""Role, bold, italic."""


FACES: dict[Key, Face] = {
    ("title", False, False): Face(
        "Barlow Condensed SemiBold", 600, False, "BarlowCondensed-SemiBold.ttf"
    ),
    ("title", True, False): Face("Barlow Condensed", 700, False, "BarlowCondensed-Bold.ttf"),
    ("text", False, False): Face("Noto Sans", 400, False, "NotoSans-Regular.ttf"),
    ("text", True, False): Face("Noto Sans", 700, False, "NotoSans-Bold.ttf"),
    ("text", False, True): Face("Noto Sans", 400, True, "NotoSans-Italic.ttf"),
    ("text", True, True): Face("Noto Sans", 700, True, "NotoSans-BoldItalic.ttf"),
    ("serif", False, False): Face("Noto Serif", 400, False, "NotoSerif-Regular.ttf"),
    ("serif", False, True): Face("Noto Serif", 400, True, "NotoSerif-Italic.ttf"),
    ("serif", True, False): Face("Noto Serif", 700, False, "NotoSerif-Bold.ttf"),
    ("serif", True, True): Face("Noto Serif", 700, True, "NotoSerif-BoldItalic.ttf"),
    ("mono", False, False): Face("Noto Sans Mono", 400, False, "NotoSansMono-Regular.ttf"),
    ("mono", True, False): Face("Noto Sans Mono", 700, False, "NotoSansMono-Bold.ttf"),
}
"""Role, bold, italic to face. A role without a style falls back to its nearest."""


_own: ContextVar[Mapping[Key, Face] | None] = ContextVar("own", default=None)
"""The faces of the game that is drawn."""
_imported: ContextVar[bool] = ContextVar("imported", default=False)
"""Whether the game that is drawn is an imported module, whose names may have any letters."""


@contextmanager
def typefaces(game: Game) -> Iterator[None]:
    """Within this, roles mean the game's own fonts where it has them. Raises FontError."""
    token = _own.set(_faces(game))
    other = _imported.set(bool(game.info.module.parts))
    try:
        yield
    finally:
        _imported.reset(other)
        _own.reset(token)


def in_typefaces(draw: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """Make a function whose first argument is a game draw with that game's fonts."""

    @wraps(draw)
    def wrapped(game: Game, /, *args: P.args, **named: P.kwargs) -> R:
        if not game.info.fonts and not game.info.module.parts:
            return draw(game, *args, **named)
        with typefaces(game):
            return draw(game, *args, **named)

    return wrapped


def _faces(game: Game) -> dict[Key, Face]:
    found: dict[Key, Face] = {}
    for font in game.info.fonts:
        for (bold, italic), name in font.files.items():
            path = find_font(game.folder, name)
            changed = path.stat().st_mtime_ns or 1
            found[font.id, bold, italic] = Face(
                font.id, 700 if bold else 400, italic, str(path), changed
            )
    return found


def face(role: str, bold: bool = False, italic: bool = False) -> Face:
    """The face of a role: `title`, `text`, `serif`, `mono`, or a font of the game.

    `mono` is for replays; layouts do not offer it. `label` is the title's. A role without a style
    falls back to its nearest.
    """
    role = "title" if role == "label" else role
    own = _own.get() or {}
    faces = own if (role, False, False) in own else FACES
    for key in (
        (role, bold, italic),
        (role, bold, False),
        (role, not bold, italic),
        (role, not bold, False),
    ):
        if key in faces:
            return faces[key]
    raise KeyError(f"no face for {role}")


COMBINING = ("Mn", "Cf")
"""Categories of letters that combine with the one before them."""


def segments(text: str, first: Face) -> list[tuple[str, Face]]:
    """A text in parts of one face each.

    A letter that the first face lacks is taken from the bundled `text` face of the same style,
    or from the first of the game's own fonts that has it. A letter that no face has stays in the
    first; in an imported game it is left out, because the sheets must not depend on the module's
    names.
    """
    if _has(first, text):
        return [(text, first)]
    bold, italic = first.weight > 400, first.italic
    others = [face("text", bold, italic), FACES["text", bold, italic]]
    others += [face(role, bold, italic) for role, _, _ in _own.get() or {}]
    parts: list[tuple[str, Face]] = []
    left_out = False
    for letter in text:
        if left_out and category(letter) in COMBINING:
            continue
        chosen = next((one for one in (first, *others) if _has(one, letter)), None)
        left_out = chosen is None and _imported.get()
        if left_out:
            continue
        chosen = chosen or first
        if parts and parts[-1][1] == chosen:
            parts[-1] = (parts[-1][0] + letter, chosen)
        else:
            parts.append((letter, chosen))
    return parts or [(" ", first)]


def missing_letter(text: str) -> str:
    """The first letter of a text that no font has: neither a bundled one nor the game's own."""
    if text.isascii():
        return ""
    faces = (FACES["text", False, False], *(_own.get() or {}).values())
    letters = (letter for letter in text if not letter.isascii())
    return next((one for one in letters if not any(_has(face, one) for face in faces)), "")


@lru_cache(maxsize=20_000)
def _has(face: Face, text: str) -> bool:
    """Whether a face has every letter of a text; letters that combine need none of their own."""
    font = shaper(face)
    return all(
        font.get_nominal_glyph(ord(letter)) or category(letter) in COMBINING for letter in text
    )


def font_path(face: Face) -> Path:
    """The face's file."""
    return Path(face.file) if face.own else asset_path("fonts", face.file)


@cache
def font_files() -> tuple[str, ...]:
    """The files of all bundled faces."""
    return tuple(str(font_path(face)) for face in FACES.values())


def fonts_in(svg: str) -> tuple[str, ...]:
    """The files of the bundled faces that a drawing can use: of the families that it names.

    All of them for a drawing with text whose families are not known, such as a designer's own.
    """
    if "data:image/svg" not in svg and "<style" not in svg:
        if "<text" not in svg:
            return ()
        named = [face for face in FACES.values() if face.family in svg]
        if named and svg.count("<text") == svg.count("font-family"):
            return tuple(str(font_path(face)) for face in named)
    return font_files()


@lru_cache(maxsize=100)
def shaper(face: Face) -> Any:
    """The HarfBuzz font of a face, in font units."""
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(font_path(face)))))


def units(face: Face) -> int:
    """Font units per em."""
    return int(shaper(face).face.upem)
