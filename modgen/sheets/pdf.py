"""Writes pages as SVG, and as reproducible PDF with vectors, text and embedded fonts (typst)."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from modgen.assets import asset_path
from modgen.draw.embedded import NAMED, PictureFile, embedded, named_file, picture_data
from modgen.draw.fonts import FACES
from modgen.model.files.art import ArtError
from modgen.sheets.paper import Page, Placed, Sheets
from modgen.sheets.pictures import StandIns, decode

if TYPE_CHECKING:
    from pypdf.generic import RectangleObject

POINTS = 72 / 25.4
"""PDF points in a millimetre."""
PICTURE = re.compile("data:image/(png|jpeg);base64,([A-Za-z0-9+/=]+)")
"""A picture inside a drawing. Most are parts of many drawings."""
LARGE = 16 << 20
"""The size in bytes of its source from which on a document is typeset in a process of its own."""
MANY = 1_000
"""The same in files, each of which takes some 75 kB of memory."""


def write_pdf(path: Path, sheets: Sheets) -> None:
    """Write a document. Raises ArtError for a damaged picture."""
    with tempfile.TemporaryDirectory(prefix="modgen-sheets-") as place:
        folder = Path(place, "document")
        folder.mkdir()
        with StandIns(Path(place, "pictures")) as pictures:
            _write_source(sheets, folder, pictures)
            data = _typeset(folder) if _is_small(folder) else _typeset_apart(folder)
            _finish(path, data, sheets, pictures)


def _write_source(sheets: Sheets, folder: Path, pictures: StandIns) -> None:
    """Write what is typeset: drawings, pictures, and the document `main.typ`."""
    used = {placed.art for page in sheets.pages for placed in (*page.below, *page.placed)}
    numbers = {name: number for number, name in enumerate(sorted(used))}
    linked = _Linked(folder, pictures)
    for name, number in numbers.items():
        linked.write(f"a{number}.svg", sheets.art[name].linked)
    for number, page in enumerate(sheets.pages):
        linked.write(f"m{number}.svg", page.marks.linked)
    (folder / "main.typ").write_text(_source(sheets, numbers), "utf-8", newline="\n")


def _is_small(folder: Path) -> bool:
    sizes = [each.stat().st_size for each in folder.iterdir()]
    return sum(sizes) < LARGE and len(sizes) < MANY


def _typeset_apart(folder: Path) -> bytes:
    """The same as `_typeset` in a new process: what it has read, it keeps until its end."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(_typeset, folder).result()


class _Linked:
    """Writes drawings, and the pictures inside them to files of their own, each of them once."""

    def __init__(self, folder: Path, stand_ins: StandIns) -> None:
        self._folder = folder
        self._stand_ins = stand_ins
        self._known: dict[str | PictureFile, str] = {}

    def write(self, name: str, svg: str) -> None:
        """Write a drawing whose picture files are named."""
        text = PICTURE.sub(self._drawn, embedded(NAMED.sub(self._file, _families(svg))))
        (self._folder / name).write_text(text, "utf-8", newline="\n")

    def _drawn(self, found: re.Match[str]) -> str:
        """The name of the file of an embedded picture, which takes the place of its data."""
        data = found[2]
        if data not in self._known:
            self._known[data] = self._new(found[1], base64.b64decode(data))
        return self._known[data]

    def _file(self, found: re.Match[str]) -> str:
        """The same for a picture file; a drawing is embedded instead."""
        file = named_file(found)
        if file is None or file.path.suffix.lower() == ".svg":
            return found[0]
        if file not in self._known:
            kind, data = picture_data(file)
            try:
                stand_in = None
                if kind == "png":
                    stand_in = self._stand_ins.add(data)
                else:
                    decode(data)
            except Exception as error:  # Pillow raises many kinds of error on damaged files
                raise ArtError(f"the picture is damaged: {error}", file.shown) from None
            self._known[file] = self._new(kind, stand_in or data)
        return self._known[file]

    def _new(self, kind: str, data: bytes) -> str:
        # The typesetter remembers drawings of earlier documents, with the pictures that they named.
        name = f"p{hashlib.blake2b(data, digest_size=16).hexdigest()}.{kind}"
        (self._folder / name).write_bytes(data)
        return name


def _typeset(folder: Path) -> bytes:
    """The PDF of the document `main.typ` in a folder."""
    import typst

    data: bytes = typst.compile(
        str(folder / "main.typ"),
        root=str(folder),
        font_paths=[str(asset_path("fonts"))],
        ignore_system_fonts=True,
        format="pdf",
        timestamp=0,
    )
    return data


def _finish(path: Path, data: bytes, sheets: Sheets, pictures: StandIns) -> None:
    """Write the document with its pictures, and a trim box and bleed box on pages that are cut."""
    if not pictures and not any(page.trim for page in sheets.pages):
        path.write_bytes(data)
        return
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    pictures.fill(writer)
    for page, drawn in zip(writer.pages, sheets.pages, strict=True):
        if drawn.trim is None:
            continue
        x, y, w, h = drawn.trim
        page.trimbox = _box(drawn, x, y, w, h)
        bleed = drawn.bleed
        page.bleedbox = _box(drawn, x - bleed, y - bleed, w + 2 * bleed, h + 2 * bleed)
    with path.open("wb") as file:
        writer.write(file)


def _box(page: Page, x: float, y: float, w: float, h: float) -> RectangleObject:
    """A rectangle in points from the lower left corner, from millimetres from the top left."""
    from pypdf.generic import RectangleObject

    low = page.height - y - h
    return RectangleObject((x * POINTS, low * POINTS, (x + w) * POINTS, (low + h) * POINTS))


def _families(svg: str) -> str:
    """A drawing with font families under the names that typst uses, without width and weight."""
    for face in FACES.values():
        plain = re.sub(r" (Condensed|SemiBold)", "", face.family)
        if plain != face.family:
            svg = svg.replace(
                f"font-family=\"'{face.family}'\"",
                f'font-family="\'{plain}\'" font-stretch="condensed"',
            )
    return svg


def _source(sheets: Sheets, numbers: dict[str, int]) -> str:
    """The document as typst source: pictures placed in millimetres."""
    lines = [
        f'#set document(title: {_text(sheets.title)}, author: "Modgen", date: none)',
        f"#set text(lang: {_text(sheets.language)})",
    ]
    for number, page in enumerate(sheets.pages):
        lines.append(f"#page(width: {page.width}mm, height: {page.height}mm, margin: 0mm)[")
        right, down = page.shift
        for placed in (*page.below, *page.placed):
            shifted = replace(placed, x=placed.x + right, y=placed.y + down)
            lines.append(_place(shifted, sheets, numbers[placed.art]))
        lines.append(
            f"#place(top + left, dx: {right:.4f}mm, dy: {down:.4f}mm, "
            f'image("m{number}.svg", width: {page.width}mm, height: {page.height}mm))]'
        )
    return "\n".join(lines) + "\n"


def _place(placed: Placed, sheets: Sheets, number: int) -> str:
    art = sheets.art[placed.art]
    if placed.window:
        x, y, w, h = placed.window
        inner = (
            f"box(width: {w:.4f}mm, height: {h:.4f}mm, clip: true, place(top + left, "
            f'dx: {-x:.4f}mm, dy: {-y:.4f}mm, image("a{number}.svg", width: {art.width}mm, '
            f"height: {art.height}mm)))"
        )
    else:
        inner = f'image("a{number}.svg", width: {placed.w:.4f}mm, height: {placed.h:.4f}mm)'
    if placed.turned:
        inner = f"rotate({placed.turned}deg, {inner})"
    return f"#place(top + left, dx: {placed.x:.4f}mm, dy: {placed.y:.4f}mm, {inner})"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
