"""The font faces of drawings: bundled files only, never the system's."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from modgen.assets import asset_path


class Face(NamedTuple):
    """A face: the family as SVG names it, its weight and style, and its file."""

    family: str
    weight: int
    italic: bool
    file: str


FACES: dict[tuple[str, bool, bool], Face] = {
    ("title", False, False):
        Face("Barlow Condensed SemiBold", 600, False, "BarlowCondensed-SemiBold.ttf"),
    ("title", True, False): Face("Barlow Condensed", 700, False, "BarlowCondensed-Bold.ttf"),
    ("text", False, False): Face("Noto Sans", 400, False, "NotoSans-Regular.ttf"),
    ("text", True, False): Face("Noto Sans", 700, False, "NotoSans-Bold.ttf"),
    ("text", False, True): Face("Noto Sans", 400, True, "NotoSans-Italic.ttf"),
    ("text", True, True): Face("Noto Sans", 700, True, "NotoSans-BoldItalic.ttf"),
    ("serif", False, True): Face("Noto Serif", 400, True, "NotoSerif-Italic.ttf"),
    ("serif", True, False): Face("Noto Serif", 700, False, "NotoSerif-Bold.ttf"),
}  # fmt: skip
"""Role, bold, italic to face. A role without a style falls back to its nearest."""


def face(role: str, bold: bool = False, italic: bool = False) -> Face:
    """The face of a role: `title`, `text`, `serif`; `label` is the title's."""
    role = "title" if role == "label" else role
    for key in (
        (role, bold, italic),
        (role, bold, False),
        (role, not bold, italic),
        (role, not bold, False),
    ):
        if key in FACES:
            return FACES[key]
    raise KeyError(f"no face for {role}")


def font_path(face: Face) -> Path:
    """The face's file."""
    return asset_path("fonts", face.file)


@cache
def font_files() -> tuple[str, ...]:
    """The files of all faces."""
    return tuple(str(font_path(face)) for face in FACES.values())


@cache
def shaper(face: Face) -> Any:
    """The HarfBuzz font of a face, in font units."""
    import uharfbuzz

    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(font_path(face)))))


@cache
def units(face: Face) -> int:
    """Font units per em."""
    return int(shaper(face).face.upem)
