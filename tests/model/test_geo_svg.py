"""Shapes from SVG: every path command, transforms, holes, and hostile drawings."""

from math import pi
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.geography.geometry import area, bounds, contains, shared_borders, signed_area
from modgen.model.geography.svg_path import path_rings
from modgen.model.geography.svg_shapes import read_svg
from modgen.model.loading.folder import load

NS = 'xmlns="http://www.w3.org/2000/svg"'


def shapes(tmp_path: Path, text: str, *, wrap: bool = True):
    path = tmp_path / "map.svg"
    path.write_text(f'<svg {NS} viewBox="0 0 200 100">\n{text}\n</svg>' if wrap else text)
    diagnostics = Diagnostics()
    features = read_svg(path, "map.svg", diagnostics, 400, 200)
    return {feature.id: feature for feature in features}, [
        str(diagnostic) for diagnostic in diagnostics.sorted()
    ]


SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))


@pytest.mark.parametrize(
    "data",
    [
        "M10 10 L20 10 L20 20 L10 20 Z",
        "M10,10 20,10 20,20 10,20z",
        "m10 10 10 0 0 10 -10 0z",
        "M10 10H20V20H10Z",
        "m10 10h10v10h-10z",
        "M1e1 1.0e+1h10v10h-10",
        "M10-0-10 0M10 10h10v10h-10z",
        "M10 10C12 10 15 10 20 10Q20 15 20 20S15 20 10 20T10 10",
    ],
)
def test_the_same_square_in_many_words(data):
    (ring,) = path_rings(data, 0.01)
    assert set(SQUARE) <= set(ring)
    assert abs(signed_area(ring)) == pytest.approx(100)


def test_a_subpath_after_z_starts_where_the_last_began():
    first, second = path_rings("m10 10h5v5zl-5 0v-5z", 0.1)
    assert first == ((10, 10), (15, 10), (15, 15))
    assert second == ((10, 10), (5, 10), (5, 5))


@given(st.floats(0.001, 1))
def test_a_circle_of_four_curves_is_as_round_as_asked(flatness):
    k = 0.5522847498 * 10
    data = f"M10 0C10 {k} {k} 10 0 10S-10 {k} -10 0S{-k} -10 0 -10S10 {-k} 10 0Z"
    (ring,) = path_rings(data, flatness)
    for x, y in ring:
        assert (x * x + y * y) ** 0.5 == pytest.approx(10, abs=0.01)
    assert -0.2 <= pi * 100 - abs(signed_area(ring)) < 2 * pi * 10 * flatness + 0.2


def test_smooth_quadratic_mirrors_its_handle():
    (ring,) = path_rings("M0 0Q5 10 10 0T20 0V-20H0Z", 0.01)
    assert max(y for _, y in ring) == pytest.approx(5, abs=0.02)
    assert min(y for x, y in ring if 10 < x < 20) == pytest.approx(-5, abs=0.02)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("M0 0A5 5 0 0 1 10 10Z", "has an arc"),
        ("M0 0 L5", "`L` needs 2 numbers"),
        ("M0 0 L5 x", "`L` needs 2 numbers"),
        ("M0 0 5 5 10 0 Z 4 4", "`4` instead of a command"),
        ("M0 0 B5 5", "`B` is not a path command"),
        ("12 13", "`12` instead of a command"),
        ("M0 0 L1e999 5 4 4", "needs 2 numbers"),
    ],
)
def test_broken_paths_say_why(data, words):
    with pytest.raises(ValueError, match=words):
        path_rings(data, 0.1)


@given(st.text("MmLlHhVvCcQqSsTtZz0123456789.-+e, \n", max_size=80))
def test_any_path_data_gives_rings_or_a_plain_error(data):
    try:
        found = path_rings(data, 0.1)
    except ValueError:
        return
    assert all(len(ring) >= 3 for ring in found)


def test_the_view_box_becomes_the_board_and_groups_move_their_shapes(tmp_path):
    found, problems = shapes(
        tmp_path,
        """<g transform="translate(50 10) scale(2)">
          <rect id="a" class="area" x="0" y="0" width="10" height="20"><title>Alpha</title></rect>
          <g transform="rotate(90, 10, 10)"><rect id="b" x="10" y="0" width="10" height="10"/></g>
        </g>
        <circle id="c" cx="100" cy="50" r="5"/>
        <polygon id="d" points="0,0 10,0 10,10"/>
        <rect width="5" height="5"/><text id="t">no shape</text>
        <defs><rect id="e" width="5" height="5"/></defs>""",
    )
    assert problems == []
    assert set(found) == {"a", "b", "c", "d"}
    assert (found["a"].name, found["a"].properties) == ("Alpha", {"kind": "area"})
    assert middle(found["a"].polygons) == pytest.approx((2 * (50 + 10), 2 * (10 + 20)))
    assert area(found["a"].polygons) == pytest.approx(16 * 200)
    # A quarter turn about (10, 10) takes the corner (10, 0) to (20, 10).
    assert middle(found["b"].polygons) == pytest.approx((2 * (50 + 2 * 15), 2 * (10 + 2 * 15)))
    assert (found["c"].point, found["c"].properties) == ((200, 100), {"radius": 10})


def middle(shape):
    west, north, east, south = bounds(shape)
    return (west + east) / 2, (north + south) / 2


def test_holes_islands_in_them_and_borders_that_nearly_touch(tmp_path):
    found, problems = shapes(
        tmp_path,
        """<path id="lake" d="M0 0h40v40h-40z M10 10h20v20h-20z M15 15v10h10v-10z"/>
        <path id="east" d="M40.2 0h20v40h-20z"/>""",
    )
    assert problems == []
    lake = found["lake"].polygons
    assert area(lake) == pytest.approx(4 * (1600 - 400 + 100))
    assert contains(lake, (10, 10))
    assert not contains(lake, (24, 24))
    assert contains(lake, (40, 40))
    borders = shared_borders({key: one.polygons for key, one in found.items()}, 1)
    assert borders == {("east", "lake"): pytest.approx(80, abs=3)}


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY a{n} "{"&a;" * 10}">' for n in range(9))
    + f']><svg {NS} viewBox="0 0 1 1"><path id="a" d="&a9;"/></svg>'
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "map.svg:1:1: the drawing defines XML entities; save it as plain SVG"),
        (f"<svg {NS}", "not valid XML"),
        ("", "not valid XML"),
        ("<html/>", "this is not an SVG drawing"),
        (f"<svg {NS}/>", "needs a `viewBox` of four numbers"),
        (f'<svg {NS} viewBox="0 0 0 5"/>', "needs a `viewBox` of four numbers"),
        (f'<svg {NS} viewBox="0 0 1e999 5"/>', "needs a `viewBox` of four numbers"),
        (f'<svg {NS} viewBox="0 0 18 9">\n\n<path id="a" d="M0 0"/></svg>', "map.svg:3:1: `a`: it"),
        (
            f'<svg {NS} viewBox="0 0 18 9"><rect id="a" width="5%" height="1"/></svg>',
            "`width` must be a number, not `5%`",
        ),
        (
            f'<svg {NS} viewBox="0 0 18 9"><g transform="warp(2)"><rect id="a"/></g></svg>',
            "the transform `warp(2)` is not supported",
        ),
        (
            f'<svg {NS} viewBox="0 0 18 9"><rect transform="scale(0)" id="a"/></svg>',
            "its transform reduces it to a line",
        ),
        (
            f'<svg {NS} viewBox="0 0 18 9"><path id="a" d="M0 0h1e308v5z"/></svg>',
            "it is far off the board",
        ),
        (
            f'<svg {NS} viewBox="0 0 18 9"><path id="a" d="{"M0 0h1v1z" * 2001}"/></svg>',
            "it has more than 2,000 outlines",
        ),
    ],
)
def test_bad_drawings_are_told_in_a_sentence(tmp_path, text, words):
    features, problems = shapes(tmp_path, text, wrap=False)
    assert features == {}
    assert len(problems) == 1
    assert words in problems[0]


def test_a_drawing_of_an_outer_file_reads_nothing_from_it(tmp_path):
    secret = tmp_path / "secret.svg"
    secret.write_text(f'<svg {NS}><rect id="s" width="5" height="5"/></svg>')
    found, problems = shapes(
        tmp_path,
        f"""<use id="u" href="{secret.as_uri()}#s"/><image id="i" href="{secret.as_uri()}"/>
        <script id="x">alert(1)</script><rect id="a" width="5" height="5"/>""",
    )
    assert (set(found), problems) == ({"a"}, [])


DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 200"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
<path id="p1" inkscape:label="North Vale" d="M110,50H190V120H110Z"/>
<g id="g7" inkscape:label="east">
<rect id="r1" x="110" y="120.2" width="72" height="60"/>
<rect id="r2" x="185" y="120.2" width="8" height="60"/></g>
<ellipse id="south" cx="75" cy="155" rx="32" ry="24"/>
<rect id="r3" x="40" y="50" width="69.6" height="70"><title>West Vale</title></rect></svg>"""


def test_shapes_have_the_names_of_their_spaces(folder: Path) -> None:
    (folder / "map.svg").write_text(DRAWN, "utf-8")
    loaded = load(folder)
    assert not loaded.diagnostics.collected
    shapes = loaded.game.outlines.shapes
    assert {key: len(shape) for key, shape in shapes.items()} == {
        "north": 1,
        "east": 2,
        "south": 1,
        "west": 1,
    }


def test_outlines_side_by_side_need_an_edge(folder: Path) -> None:
    (folder / "map.svg").write_text(DRAWN, "utf-8")
    places = folder / "map.yaml"
    text = places.read_text("utf-8")
    places.write_text(text.replace("  - {between: [north, east]}\n", ""), "utf-8")
    messages = [str(one) for one in load(folder).diagnostics.collected]
    assert messages == [
        "map.yaml:14:5: warning: `north` and `east` seem to share a border, but no edge joins"
        " them; add one, with `blocked: true` if the border may not be crossed"
    ]


def test_a_space_without_a_shape_is_told_in_its_line(folder: Path) -> None:
    (folder / "map.svg").write_text(DRAWN.replace("West Vale", "Vest"), "utf-8")
    [message] = map(str, load(folder).diagnostics.errors)
    assert message.startswith("map.yaml:17:5: the space `west` needs `at`, `lonlat`, or a shape")


@pytest.mark.parametrize(
    ("size", "scale", "words"),
    [
        ('width="200" height="100"', 1, ""),
        ('width="400px" height="200px"', 2, ""),
        (
            'width="200mm" height="100mm"',
            96 / 25.4,
            "its numbers are pixels (96 per inch); if they",
        ),
        (
            'viewBox="0 0 100 100"',
            0,
            "the drawing is stretched 2.00 times as much across the board",
        ),
    ],
)
def test_a_drawing_without_a_view_box_is_as_large_as_in_a_browser(tmp_path, size, scale, words):
    inner = f'<circle id="a" cx="{20 * scale}" cy="{10 * scale}" r="1"/>'
    features, problems = shapes(tmp_path, f"<svg {NS} {size}>{inner}</svg>", wrap=False)
    assert len(problems) == bool(words) and all(words in one for one in problems)
    if scale:
        assert features["a"].point == pytest.approx((40, 20), abs=0.01)
