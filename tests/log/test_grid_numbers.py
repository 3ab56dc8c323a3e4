"""Numbers in the cells of visible grids. Their places were compared with pictures of VASSAL 3.7."""

from __future__ import annotations

import re

import pytest

from modgen.log import grid_lines
from modgen.log.grid_lines import grid_picture, grid_shapes
from modgen.log.locations import PlacedBoard
from modgen.vassal.components import Component, component

SIZE = (400, 300)
SHOWN = {"visible": True, "fontSize": 12, "color": "0,0,200", "locationFormat": "at $gridLocation$"}
NUMBERED = {"first": "H", "sep": ",", "hType": "N", "vType": "A", "hOff": 1, "vOff": 0}
TEXT = re.compile(
    r'<text [^>]* x="(-?\d+)" y="(-?[\d.]+)" '
    r'transform="translate\((-?[\d.]+),(-?[\d.]+)\) rotate\((\d+)\)">([^<]*)</text>'
)


def grid(kind: str, numbering: dict[str, object], **given: object) -> Component:
    numbers = component(f"{kind}Numbering", (), **(NUMBERED | SHOWN | numbering))
    return component(kind, [numbers], x0=30, y0=20, dx=60, dy=70, **given)


def texts(grid: Component, scale: float = 1) -> dict[str, tuple[float, ...]]:
    """The offset, the line, the point and the turn of each number that is drawn."""
    found = TEXT.findall("".join(grid_shapes(grid, SIZE, scale)))
    return {name: tuple(map(float, numbers)) for *numbers, name in found}


@pytest.mark.parametrize(
    ("made", "name", "place"),
    [
        # At the upper side of a hex, in the middle of a sideways one, and of one with turned text.
        (grid("HexGrid", {"stagger": True}), "02,C", (0, 11.16, 90, 90, 0)),
        (grid("HexGrid", {"stagger": True}, sideways=True), "02,C", (0, 4.14, 125, 90, 0)),
        (
            grid("HexGrid", {"stagger": True, "rotateText": 90, "hDrawOff": 5, "vDrawOff": -8}),
            "02,C",
            (5, -3.86, 90, 125, 90),
        ),
        # At an edge of a square, which turns with the text.
        (grid("SquareGrid", {"hDrawOff": 4}), "02,C", (4, 11.16, 90, 125, 0)),
        (grid("SquareGrid", {"rotateText": 270}), "02,C", (0, 11.16, 60, 160, 270)),
    ],
)
def test_numbers_are_where_the_engine_draws_them(
    made: Component, name: str, place: tuple[float, ...]
) -> None:
    assert texts(made)[name] == place


def test_numbers_in_a_zone_are_counted_in_it() -> None:
    own = grid("SquareGrid", {"vDescend": True})
    zone = component("Zone", [own], name="Q", path="100,50;300,50;300,260;100,260")
    # The zone is three rows high, the board four.
    assert texts(component("ZonedGrid", [zone]))["02,D"][2:4] == (90, -15)


@pytest.mark.parametrize(
    ("made", "scale"),
    [
        (grid("HexGrid", {"visible": False}, visible=True), 1),
        (grid("HexGrid", {"color": ""}), 1),
        (grid("HexGrid", {}), 0.3),
        (component("HexGrid", x0=0, y0=0, dx=60, dy=70), 1),
    ],
)
def test_numbers_that_are_not_drawn(made: Component, scale: float) -> None:
    assert texts(made, scale) == {}


def test_a_number_is_on_the_board() -> None:
    board = PlacedBoard(component("Board", [grid("HexGrid", {})]), 0, 0, *SIZE, False)
    picture = grid_picture(board)
    assert picture is not None
    assert picture.crop((75, 85, 105, 105)).getbbox() is not None
    assert picture.crop((75, 110, 105, 150)).getbbox() is None


@pytest.mark.parametrize(
    "numbering",
    [
        {"hType": "A", "hOff": "1e300"},
        {"hType": "A", "hOff": 200_000},
        {"hOff": "1e300"},
        {"sep": "," * 20_000},
    ],
)
def test_numbers_without_end_are_not_drawn(numbering: dict[str, object]) -> None:
    made = grid("SquareGrid", numbering, visible=True)
    drawn = "".join(grid_shapes(made, SIZE, 1))
    assert texts(made) == {}
    assert len(drawn) < 1000
    assert "<path" in drawn


def test_a_zone_has_only_numbers_of_cells_near_it() -> None:
    zone = component(
        "Zone", [grid("SquareGrid", {})], name="Q", path="140,80;220,80;220,170;140,170"
    )
    found = texts(component("ZonedGrid", [zone]))
    assert "03,C" in found
    assert "07,C" in texts(grid("SquareGrid", {}))
    assert "07,C" not in found


def test_grids_that_are_too_much_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "0,0;399,0;399,299;0,299"
    zones = [component("Zone", [grid("SquareGrid", {})], name="Q", path=path) for _ in range(40)]
    board = PlacedBoard(component("Board", [component("ZonedGrid", zones)]), 0, 0, *SIZE, False)
    assert grid_picture(board) is not None
    monkeypatch.setattr(grid_lines, "MOST_TEXT", 40_000)
    assert grid_picture(board) is None


def test_a_grid_that_cannot_be_rendered_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(svg: str, dpi: int) -> bytes:
        raise ValueError("the drawing cannot be rendered: NodesLimitReached")

    board = PlacedBoard(component("Board", [grid("HexGrid", {})]), 0, 0, *SIZE, False)
    monkeypatch.setattr("modgen.draw.raster.png", refused)
    assert grid_picture(board) is None
