"""Large boards are rendered in strips, which make the same picture as the whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from modgen.draw.raster import Rendering, png
from modgen.draw.strips import block, joined
from modgen.draw.svg import Drawing
from modgen.draw.text import Style

DPI = 127


class Shown:
    """A drawing to render, in strips of some rows of pixels."""

    dpi = DPI

    def __init__(self, drawing: Drawing, rows: int) -> None:
        self.name = f"map-{rows}.png"
        self.key = f"{id(drawing):040x}"
        self.svg = drawing.svg
        self.strips = drawing.strips(DPI, rows) if rows else []


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    made = Drawing(80.3, 61.7)
    made.rect(0, 0, 80.3, 61.7, fill=made.gradient([(0, "#334455"), (1, "#ffeeaa")]))
    for n in range(12):
        with made.between(n * 5 - 3, n * 5 + 3, detail=True):
            made.circle(10 + n * 5, n * 5, 3, fill="#aa3322", stroke="#112233", stroke_width=0.4)
            made.text(f"{n:04d}", 40, n * 5, Style("title", 3), fill="#000000", halo="#ffffff")
    return made


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("rows", [37, 100, 309, 1000])
def test_strips_make_the_picture_of_the_whole(drawing: Drawing, rows: int) -> None:
    whole = opened(png(drawing.svg, DPI))
    pieces = opened(joined([block(png(svg, DPI)) for svg in drawing.strips(DPI, rows)]))
    assert pieces.size == whole.size
    differences = ImageChops.difference(whole, pieces)
    assert max(high for _, high in differences.getextrema()) < 40
    average = differences.convert("L").resize((1, 1), Image.Resampling.BOX)
    assert average.getpixel((0, 0)) == 0


def test_a_strip_leaves_out_what_lies_elsewhere(drawing: Drawing) -> None:
    first, *_, last = drawing.strips(DPI, 120)
    assert ">0000<" in first and ">0011<" not in first
    assert ">0011<" in last and ">0000<" not in last
    assert ">0005<" not in drawing.coarse and "url(#g1)" in drawing.coarse


def test_strips_of_different_widths_are_refused(drawing: Drawing) -> None:
    one = block(png(drawing.strips(DPI, 50)[0], DPI))
    with pytest.raises(ValueError, match="different widths"):
        joined([one, one._replace(width=one.width + 1)])


def test_boards_begun_early_are_as_others(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setattr("modgen.draw.raster.cached", lambda key: None)
    monkeypatch.setattr("modgen.draw.raster.keep", lambda key, data: None)
    monkeypatch.setenv("MODGEN_WORKERS", "2")
    shown = Shown(drawing, 100)
    with Rendering() as rendering:
        rendering.begin(shown)
        early = rendering.finish([shown])
    monkeypatch.setenv("MODGEN_WORKERS", "1")
    with Rendering() as rendering:
        rendering.begin(shown)
        assert rendering.finish([shown]) == early


@pytest.mark.skipif(find_spec("resvg") is None, reason="resvg is not built for this Python")
def test_both_packages_of_the_renderer_give_the_same_pixels(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = opened(png(drawing.svg, DPI))
    monkeypatch.setattr("modgen.draw.raster._is_fast", lambda: False)
    assert opened(png(drawing.svg, DPI)).tobytes() == fast.tobytes()


@pytest.mark.parametrize("fast", [True, False])
def test_text_that_is_no_drawing_is_refused(fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if fast and find_spec("resvg") is None:
        pytest.skip("resvg is not built for this Python")
    monkeypatch.setattr("modgen.draw.raster._is_fast", lambda: fast)
    with pytest.raises(ValueError, match=r"size|rendered"):
        png('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', DPI)


def test_threads_render_the_same_picture() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><circle r="9"/></svg>'
    expected = png(svg, 150)
    for _ in range(2):
        with ThreadPoolExecutor(2) as threads:
            assert set(threads.map(lambda _: png(svg, 150), range(4))) == {expected}
