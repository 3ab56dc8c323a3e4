"""Loading a game reports every picture that would stop its build, in the picture's own file."""

from __future__ import annotations

import io
import re
import shutil
import zlib
from pathlib import Path

import pytest
from lxml import etree
from PIL import Image

from modgen.assets import template_path
from modgen.draw.raster import png as render_png
from modgen.draw.svg import Drawing
from modgen.model.files.art import FAMILIES, read_shapes
from modgen.model.files.svg_picture import SvgError, reduced
from modgen.model.loading.folder import load

HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(template_path(), tmp_path / "game")


def messages(folder: Path) -> list[str]:
    return [str(diagnostic) for diagnostic in load(folder).diagnostics.sorted()]


def chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def png(width: int, height: int, pixels: bytes) -> bytes:
    head = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x00\0\0\0"
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(pixels)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "art/crown.svg:1:1: not valid SVG: "),
        (f'{HEAD} viewBox="0 0 9 9">\n\n<g>\n</svg>', "art/crown.svg:4:1: not valid SVG: "),
        (f'{HEAD} viewBox="0 0 9 9">\n<g><image/></g></svg>', "crown.svg:2:1: <image> is not su"),
        (f'{HEAD} viewBox="0 0 9 9">\n\n<use href="#a"/></svg>', "crown.svg:3:1: `a` is not in"),
        (f"{HEAD}/>", "art/crown.svg:1:1: the <svg> needs a `viewBox` of four numbers"),
        (f'{HEAD} viewBox="0 0 0 0"/>', "width and height in the `viewBox` must be greater"),
        (f'{HEAD} viewBox="0 0 nan 9"/>', "the numbers of the `viewBox` must be between"),
        (f'{HEAD} viewBox="0 0 inf 9"/>', "the numbers of the `viewBox` must be between"),
        (f'{HEAD} viewBox="0 0 1e300 9"/>', "the numbers of the `viewBox` must be between"),
        (
            '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + f'{HEAD} viewBox="0 0 9 9">&a;</svg>',
            "has a document type; remove its <!DOCTYPE>",
        ),
        (f'{HEAD} viewBox="0 0 9 9">{"<g>" * 200}{"</g>" * 200}</svg>', "nest deeper than 100"),
        ("<html/>", "the file is not an SVG picture"),
    ],
)
def test_svg(folder: Path, content: str, expected: str) -> None:
    assert messages(folder) == []
    (folder / "art" / "crown.svg").write_text(content, "utf-8")
    lines = messages(folder)
    assert len(lines) == 1
    assert expected in lines[0]


def test_an_encoding_does_not_hide_a_document_type(folder: Path) -> None:
    text = f'<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE svg>{HEAD} viewBox="0 0 9 9"/>'
    (folder / "art" / "crown.svg").write_bytes(text.encode("utf-16"))
    assert "document type" in messages(folder)[0]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "art/crown.png:1:1: the file is not a PNG picture"),
        (b"GIF89a" + bytes(40), "the file is a GIF picture; save it in the format PNG"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "the file is a JPEG picture; save it in the format PNG"),
        (png(2, 2, bytes(6))[:50], "the PNG picture is damaged"),
        (png(0, 2, b""), "the picture has 0 × 2 pixels"),
        (png(60_000, 60_000, b""), "the picture has 60,000 × 60,000 pixels; at most"),
    ],
)
def test_png(folder: Path, content: bytes, expected: str) -> None:
    (folder / "art" / "crown.png").write_bytes(content)
    lines = messages(folder)
    assert len(lines) == 1
    assert expected in lines[0]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("art/Emblem.SVG", "art/Emblem.SVG is not found; rename it to art/emblem.svg"),
        ("emblem.png", "emblem.png is not found; rename it to art/emblem.png"),
        (
            "art/emblem.jpg",
            "art/emblem.jpg is neither an SVG nor a PNG picture; save it as",
        ),
    ],
)
def test_a_picture_of_another_name_folder_or_format(folder: Path, file: str, expected: str) -> None:
    table = folder / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace(",crown,", ",emblem,", 1), "utf-8")
    (folder / file).write_bytes(b"<svg/>")
    (told,) = messages(folder)
    assert expected in told
    assert "did you mean" not in told


def test_the_name_of_a_picture_has_no_ending(folder: Path) -> None:
    table = folder / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace(",crown,", ",crown.svg,", 1), "utf-8")
    (told,) = messages(folder)
    assert told.endswith("`crown.svg` has an ending; write `crown`")


def test_good_pictures_load_in_silence(folder: Path) -> None:
    (folder / "art" / "crown.png").write_bytes(png(2, 2, bytes(6)))
    assert messages(folder) == []


def test_a_picture_inside_a_text_is_looked_up(folder: Path) -> None:
    cards = folder / "cards.csv"
    text = cards.read_text("utf-8")
    cards.write_text(
        text.replace("Remove", "{icon:crwn} Remove", 1).replace("Place", "{icon:crwn} Place", 1),
        "utf-8",
    )
    assert any("no bundled icon `crwn`; did you mean `crown`?" in one for one in messages(folder))


def test_a_board_of_too_many_pixels_is_refused(folder: Path) -> None:
    text = (folder / "map.yaml").read_text("utf-8")
    wide = text.replace("width: ", "width: 2000 # ", 1).replace("height: ", "height: 2000 # ", 1)
    (folder / "map.yaml").write_text(wide, "utf-8")
    assert any("million pixels; at most 64 million are allowed" in one for one in messages(folder))


def test_a_view_box_may_begin_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(f'{HEAD} viewBox="5,-3 9 9"><rect width="1" height="1"/></svg>', "utf-8")
    shapes = read_shapes(path)
    assert shapes.svg.startswith('<g transform="translate(-5 3)"><rect ')
    assert (shapes.width, shapes.height) == (9, 9)


def test_shapes_take_no_reference_along(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(
        f'{HEAD} viewBox="0 0 9 9"><rect fill="none&#10;url(#x)" onclick="a" width="1"/></svg>',
        "utf-8",
    )
    assert read_shapes(path).svg == '<rect width="1"></rect>'


def reduce(content: str) -> str:
    return reduced(etree.fromstring(f'{HEAD} viewBox="0 0 9 9">{content}</svg>'), FAMILIES)


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ('<path d="M0 0" style="fill:#f00; stroke : none"/>', 'fill="#f00" stroke="none"'),
        ("<style>.a{fill:#0f0}</style><path class='a b' d='M0 0'/>", 'fill="#0f0"'),
        (
            "<style>path{fill:red} .a{fill:lime} #x{fill:blue}</style><path id='x' class='a'/>",
            'fill="blue"',
        ),
        ("<style>.a{fill:lime}</style><path class='a' style='fill:navy'/>", 'fill="navy"'),
        (
            "<defs><linearGradient id='g'><stop offset='0' style='stop-color:red'/>"
            "</linearGradient></defs><path fill='url(#g)' d='M0 0'/>",
            'stop-color="red"',
        ),
        (
            "<clipPath id='c'><rect width='4' height='4'/></clipPath><g clip-path='url(#c)'/>",
            'clip-path="url(#c)"',
        ),
        (
            "<text x='1' y='2' font-family='Noto Sans'>A &amp; <tspan dy='1'>B</tspan> C</text>",
            '>A &amp; <tspan dy="1">B</tspan> C</text>',
        ),
        ("<g id='s'/><use href='#s' x='3'/>", '<use href="#s" x="3">'),
        ("<metadata>x</metadata><title>y</title><path d='M1 1'/>", '<path d="M1 1">'),
    ],
)
def test_styles_paints_and_letters_are_kept(content: str, kept: str) -> None:
    assert kept in reduce(content)


@pytest.mark.parametrize(
    ("content", "message", "line"),
    [
        ("\n<path style='filter:url(#f)'/>", "`filter` is not supported", 2),
        ("\n\n<g mask='url(#m)'/>", "`mask` is not supported", 3),
        ("\n<pattern/>", "<pattern> is not supported", 2),
        ("<style>a > b{fill:red}</style>", "the selector `a > b` is not supported", 1),
        ("<style>@import url(x);</style>", "rules with @", 1),
        ("\n<text font-family='Arial'>x</text>", "the font `arial` is not available", 2),
        ("<path fill='url(#none)'/>", "`none` is not in the picture", 1),
        ("<use href='http://example.org/a.svg'/>", "only its own parts", 1),
        ("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>", "repeat itself", 1),
    ],
)
def test_what_cannot_be_drawn_is_an_error_with_its_line(
    content: str, message: str, line: int
) -> None:
    with pytest.raises(SvgError, match=re.escape(message)) as caught:
        reduce(content)
    assert caught.value.line == line


def test_a_style_sheet_reaches_no_other_picture(tmp_path: Path) -> None:
    assert "style" not in reduce("<style>path{fill:red}</style><path d='M0 0'/>")


def test_the_colours_of_a_style_are_drawn(tmp_path: Path) -> None:
    folder = tmp_path / "art"
    folder.mkdir()
    content = f'{HEAD} viewBox="0 0 10 10"><path style="fill:#ff0000" d="M0 0h10v10H0z"/></svg>'
    (folder / "red.svg").write_text(content, "utf-8")
    drawing = Drawing(10, 10)
    drawing.icon("red", 5, 5, 10, "#000000", tmp_path)
    with Image.open(io.BytesIO(render_png(drawing.svg, 50))) as picture:
        assert picture.convert("RGB").getpixel((10, 10)) == (255, 0, 0)
