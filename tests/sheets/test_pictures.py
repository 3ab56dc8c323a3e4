"""Pictures in printed documents: filled in after typesetting, and as their files show them."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageCms
from pypdf import PdfReader

from modgen.draw.embedded import embedded
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.draw.whole import draw_whole
from modgen.model.files.art import ArtError
from modgen.sheets.paper import Placed, Sheets
from modgen.sheets.pdf import write_pdf
from modgen.sheets.pictures import MARK, PNG, StandIns, _length

SIDE = 8
COLOURS = Image.linear_gradient("L").resize((SIDE, SIDE))


def rgb() -> Image.Image:
    return Image.merge("RGB", (COLOURS, COLOURS.rotate(90), Image.new("L", (SIDE, SIDE), 80)))


def with_alpha(alpha: Image.Image) -> Image.Image:
    picture = rgb()
    picture.putalpha(alpha)
    return picture


def indexed(**options: int) -> Image.Image:
    picture = rgb().quantize(16)
    picture.info.update(options)
    return picture


def packed(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def one_pixel(wide: int = 1, interlaced: bool = False) -> bytes:
    """A PNG with one pixel, which says that it has `wide`."""
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, 1, 8, 2, 0, 0, interlaced)),
        (b"IDAT", zlib.compress(b"\0\xc8\x32\x14")),
        (b"IEND", b""),
    ]
    return PNG + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


KINDS: dict[str, Callable[[], bytes]] = {
    "rgb.png": lambda: packed(rgb()),
    "opaque.png": lambda: packed(with_alpha(Image.new("L", (SIDE, SIDE), 255))),
    "clear.png": lambda: packed(with_alpha(COLOURS)),
    "grey.png": lambda: packed(COLOURS),
    "grey-clear.png": lambda: packed(Image.merge("LA", (COLOURS, COLOURS.rotate(90)))),
    "black-and-white.png": lambda: packed(COLOURS.point(lambda value: 255 * (value > 99), "1")),
    "indexed.png": lambda: packed(indexed()),
    "indexed-clear.png": lambda: packed(indexed(), transparency=3),
    "interlaced.png": lambda: one_pixel(interlaced=True),
    "picture.gif": lambda: packed(indexed(), "GIF"),
    "picture.webp": lambda: packed(rgb(), "WEBP", lossless=True),
    "picture.jpg": lambda: packed(rgb(), "JPEG", quality=100, subsampling=0),
    "gif-inside.png": lambda: packed(indexed(), "GIF"),
}


def sheets_of(folder: Path, *names: str) -> Sheets:
    """A page with each picture, 20 mm wide, below another; and once more."""
    sheets = Sheets("pictures", "Pictures", "en")
    page = sheets.page(50, 22 * len(names))
    for number, name in enumerate(names):
        sheets.art[name] = drawing = Drawing(20, 20)
        draw_whole(drawing, folder, name, 0, 0, 20, 20)
        page.placed += [Placed(name, x, 22 * number, 20, 20) for x in (0, 25)]
    return sheets


def shown(path: Path, number: int, x: float = 0) -> Image.Image:
    """A picture of the page, in pixels of its file."""
    page = pypdfium2.PdfDocument(path)[0].render(scale=SIDE / 20 * 25.4 / 72 * 10)
    top, left, side = 22 * number * SIDE / 2, x * SIDE / 2, 10 * SIDE
    part = (
        page.to_pil().convert("RGB").crop((int(left), int(top), int(left) + side, int(top) + side))
    )
    return part.resize((SIDE, SIDE), Image.Resampling.BOX)


def seen(data: bytes) -> Image.Image:
    """A picture file on white paper."""
    with Image.open(BytesIO(data)) as picture:
        whole = picture.convert("RGBA").resize((SIDE, SIDE), Image.Resampling.NEAREST)
    white = Image.new("RGBA", whole.size, "#ffffff")
    white.alpha_composite(whole)
    return white.convert("RGB")


def differs(one: Image.Image, other: Image.Image) -> int:
    extrema = ImageChops.difference(one, other).getextrema()
    return max(int(high) for _, high in extrema)  # type: ignore[misc]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "art/cards").mkdir(parents=True)
    for name, make in KINDS.items():
        (tmp_path / "art" / name).write_bytes(make())
    return tmp_path


@pytest.mark.long
def test_every_kind_is_printed_as_it_is(game: Path) -> None:
    write_pdf(game / "out.pdf", sheets_of(game, *KINDS))
    for number, (name, make) in enumerate(KINDS.items()):
        for x in (0, 25):
            assert differs(shown(game / "out.pdf", number, x), seen(make())) < 24, name


def test_a_picture_is_in_the_document_once(game: Path) -> None:
    write_pdf(game / "out.pdf", sheets_of(game, "rgb.png"))
    ((picture,),) = [page.images for page in PdfReader(game / "out.pdf", strict=True).pages]
    assert picture.image is not None
    assert differs(picture.image.convert("RGB"), rgb()) == 0


def test_the_data_of_a_picture_without_transparency_is_copied(game: Path) -> None:
    data = (game / "art/indexed.png").read_bytes()
    write_pdf(game / "out.pdf", sheets_of(game, "indexed.png", "clear.png"))
    start = data.index(b"IDAT") + 4
    assert data[start : data.index(b"IEND") - 8] in (game / "out.pdf").read_bytes()


def test_a_document_that_is_cut_has_its_pictures_and_boxes(game: Path) -> None:
    sheets = sheets_of(game, "clear.png", "rgb.png")
    sheets.pages[0].trim = (0, 0, 20, 20)
    write_pdf(game / "out.pdf", sheets)
    (page,) = PdfReader(game / "out.pdf", strict=True).pages
    assert float(page.trimbox.width) == pytest.approx(20 / 25.4 * 72)
    assert differs(shown(game / "out.pdf", 1), rgb()) < 12


def test_a_damaged_picture_is_an_error(game: Path) -> None:
    """One of which the end is missing, one that is shorter than it says, and a damaged one."""
    whole = (game / "art/clear.png").read_bytes()
    for data in (whole[:-30], one_pixel(wide=9000), whole.replace(b"x", b"y")):
        (game / "art/cards/rgb.png").write_bytes(data)
        with pytest.raises(ArtError, match=r"the picture is damaged.*") as problem:
            write_pdf(game / "out.pdf", sheets_of(game, "cards/rgb.png"))
        assert problem.value.file == "art/cards/rgb.png"


@pytest.mark.parametrize("options", [{}, {"progressive": True}])
def test_a_damaged_jpeg_is_an_error(game: Path, options: dict[str, bool]) -> None:
    """The typesetter leaves it blank, or prints the part that it has."""
    whole = packed(rgb().resize((300, 300)), "JPEG", **options)
    for data in (
        whole[: len(whole) // 2],
        whole[: len(whole) * 9 // 10],
        whole[:-12],
        whole[:-2].replace(b"\xff\xda", b"\xff\xd9"),
    ):
        (game / "art/cards/picture.jpg").write_bytes(data)
        with pytest.raises(ArtError, match=r"the picture is damaged.*") as problem:
            write_pdf(game / "out.pdf", sheets_of(game, "cards/picture.jpg"))
        assert problem.value.file == "art/cards/picture.jpg"


@pytest.mark.parametrize("options", [{}, {"progressive": True}])
@pytest.mark.parametrize("missing", [1, 2])
def test_a_jpeg_without_the_marker_of_its_end_is_printed(
    game: Path, options: dict[str, bool], missing: int
) -> None:
    whole = packed(rgb(), "JPEG", quality=100, **options)
    (game / "art/picture.jpg").write_bytes(whole[:-missing])
    write_pdf(game / "out.pdf", sheets_of(game, "rgb.png", "picture.jpg"))
    assert differs(shown(game / "out.pdf", 1), rgb()) < 40


def test_data_longer_than_the_picture_are_not_unpacked_to_their_end() -> None:
    data = zlib.compress(bytes(10_000_000))
    parts = [data[at : at + 100] for at in range(0, len(data), 100)]
    read: list[bytes] = []

    def reading() -> Iterator[bytes]:
        for part in parts:
            read.append(part)
            yield part

    assert _length(parts, 10_000_000) == 10_000_000
    assert _length(reading(), 300_000) == -1
    assert len(read) < len(parts) / 10


def test_a_large_picture_gives_no_warning(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", SIDE * SIDE - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_pdf(game / "out.pdf", sheets_of(game, "clear.png"))


def test_a_picture_with_colours_of_its_own_is_left_to_the_typesetter(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    with StandIns(tmp_path / "data") as stand_ins:
        assert stand_ins.add(packed(rgb(), icc_profile=profile)) is None


def test_pictures_like_stand_ins_are_printed_as_they_are(game: Path) -> None:
    """One with the pixels of a stand-in, but an unknown number, and one that tells its data."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    pixels = Image.frombytes("RGB", (3, 1), MARK + b"\0\0\x63")
    (game / "art/forged.png").write_bytes(packed(pixels, icc_profile=profile))
    told = b"/Width 3 /Height 1 stream\n" + MARK + b"\0\0\x63\nendstream"
    (game / "art/picture.jpg").write_bytes(packed(rgb(), "JPEG", quality=100, comment=told))
    write_pdf(game / "out.pdf", sheets_of(game, "rgb.png", "forged.png", "picture.jpg"))
    assert differs(shown(game / "out.pdf", 0), rgb()) < 24
    assert differs(shown(game / "out.pdf", 2), rgb()) < 40


def test_a_damaged_picture_of_another_kind_is_an_error_where_it_is_drawn(game: Path) -> None:
    data = (game / "art/picture.gif").read_bytes()
    (game / "art/cards/picture.gif").write_bytes(data[:60])
    with pytest.raises(ArtError, match=r"the picture is damaged.*") as problem:
        sheets_of(game, "cards/picture.gif")
    assert problem.value.file == "art/cards/picture.gif"


def test_documents_do_not_get_pictures_of_earlier_ones(game: Path) -> None:
    for name in ("rgb.png", "grey.png", "picture.jpg"):
        write_pdf(game / "out.pdf", sheets_of(game, name))
        assert differs(shown(game / "out.pdf", 0), seen(KINDS[name]())) < 24, name


def test_words_in_a_text_are_no_picture(game: Path) -> None:
    text = "picture:" + "0" * 32
    drawing = Drawing(20, 20)
    drawing.text(text, 0, 10, Style("text", 3))
    assert text in drawing.svg
    assert embedded(text) == text
