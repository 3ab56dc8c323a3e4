"""Areas around pieces, borders, grids and shaded maps, as the engine draws them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from PIL import Image

from modgen.log.page import page
from modgen.log.pictures import draw
from modgen.log.story import Story
from modgen.log.timeline import Timeline
from modgen.vassal import commands as c
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.save import save_text, steps
from modgen.vassal.stream import Node, leaves
from modgen.vassal.traits import AreaOfEffect, BorderOutline, Invisible, Marker, Mask, Rotate, Trait
from tests.importing.small_modules import picture

PAPER, BLUE, TILE = (240, 235, 220), (0, 0, 255), (10, 160, 30)
HEXES = component("HexGrid", x0=0, y0=0, dx=41.5, dy=48)
SIDEWAYS = component("HexGrid", x0=0, y0=0, dx=30, dy=34.6, sideways=True)
SQUARES = component("SquareGrid", x0=0, y0=0, dx=33.3, dy=40)
REGIONS = component("RegionGrid", [component("Region", name="1", originx=320, originy=220)])
ZONES = component(
    "ZonedGrid",
    [
        component("Zone", [SQUARES], name="Q", path="0,0;200,0;200,360;0,360"),
        component("Zone", [REGIONS], name="R", path="200,0;420,0;420,180;200,180"),
        HEXES,
    ],
)
SOLID, RED = "100% (Solid)", "255,0,0"


def piece(key: str, x: int, y: int, *traits: Trait) -> GamePiece:
    return GamePiece(traits, BasicPiece(name="Unit", image="unit.png")).at("Map", x, y, key)


def story(
    pieces: Sequence[GamePiece],
    grid: Component | None = None,
    *parts: Component,
    nodes: Sequence[str] = (),
    side: str | None = "",
) -> tuple[Story, Module]:
    grids = [grid] if grid is not None else []
    board = component("Board", grids, name="B", width=420, height=360, color="240,235,220")
    field = component("Map", [component("BoardPicker", [board]), *parts], mapName="Map")
    images = {"unit.png": picture(20, 20, "blue"), "tile.png": picture(7, 5, "#0aa01e")}
    module = Module(component("GameModule", [field], name="M"), Metadata("1", "M"), images)
    timeline = Timeline()
    text = save_text([each.add_command() for each in pieces], [], map(Node, nodes))
    timeline.read(steps(leaves([text])))
    timeline.go(0)
    return Story(timeline, module.tree, side, images), module


def drawn(
    pieces: Sequence[GamePiece], grid: Component | None = None, *parts: Component
) -> Image.Image:
    made, module = story(pieces, grid, *parts)
    return draw(made, module, "Map")


def colours(image: Image.Image, *points: tuple[int, int]) -> list[object]:
    return [image.getpixel(point) for point in points]


def mixed(over: tuple[int, ...], opacity: int, below: tuple[int, ...] = PAPER) -> tuple[int, ...]:
    pairs = zip(over, below, strict=True)
    return tuple(round((a * opacity + b * (100 - opacity)) / 100) for a, b in pairs)


def near(found: object, wanted: tuple[int, ...]) -> bool:
    assert isinstance(found, tuple)
    return all(abs(one - other) <= 2 for one, other in zip(found, wanted, strict=True))


def is_shaded(image: Image.Image, *points: tuple[int, int]) -> list[bool]:
    return [found != PAPER for found in colours(image, *points)]


def test_an_area_has_cells_of_the_grid_around_the_piece() -> None:
    # A hex reaches 28 pixels to its sides and 24 up; two columns are 41.5 pixels apart.
    image = drawn(
        [piece("1", 200, 180, AreaOfEffect(radius=1, colour="0,128,0", opacity=50))], HEXES
    )
    inside, outside = [(200, 250), (200, 110), (264, 156), (137, 204)], [(200, 255), (200, 104)]
    assert is_shaded(image, *inside) == [True] * 4
    assert is_shaded(image, *outside, (273, 156), (264, 126)) == [False] * 4
    assert near(image.getpixel((200, 250)), mixed((0, 128, 0), 50))
    assert image.getpixel((200, 180)) == BLUE

    image = drawn([piece("1", 200, 180, AreaOfEffect(radius=2))], SIDEWAYS)
    assert is_shaded(image, (284, 180), (290, 180), (200, 256), (200, 262)) == [True, False] * 2

    image = drawn([piece("1", 250, 200, AreaOfEffect(radius=1))], SQUARES)
    assert is_shaded(image, (201, 141), (298, 258)) == [True, True]
    assert is_shaded(image, (199, 200), (301, 200), (250, 138), (250, 261)) == [False] * 4


def test_an_area_on_a_board_without_cells_is_a_circle() -> None:
    by_value = AreaOfEffect(fixed_radius=False, radius_property="Range")
    pieces = [
        piece("1", 100, 100, AreaOfEffect(radius=50)),
        piece("2", 300, 200, Marker(names=("Range",), values=("40",)), by_value),
    ]
    image = drawn(pieces)
    assert is_shaded(image, (148, 100), (100, 148), (338, 200)) == [True] * 3
    assert is_shaded(image, (140, 140), (152, 100), (342, 200)) == [False] * 3


def test_a_zone_without_cells_has_the_hexes_around_the_zones() -> None:
    pieces = [
        piece("1", 100, 100, AreaOfEffect(radius=1)),
        piece("2", 300, 90, AreaOfEffect(radius=1)),
    ]
    image = drawn(pieces, ZONES)
    assert is_shaded(image, (52, 42), (148, 158), (300, 160), (252, 30)) == [
        True,
        True,
        True,
        False,
    ]


def test_areas_that_are_off_turned_or_below_a_mask_are_not_drawn() -> None:
    area = AreaOfEffect(radius=40, opacity=60)
    pieces = [
        piece("1", 60, 60, area.but(always_on=False, active=True)),
        piece("2", 160, 60, area.but(always_on=False)),
        piece("3", 260, 60, Rotate(facings=4, facing=1), area),
        piece("4", 360, 60, Mask(image="tile.png", obscured_by="someone"), area),
        piece("5", 60, 200, area, Rotate(facings=4, facing=1)),
        piece("6", 160, 200, area, Mask(image="tile.png", obscured_by="someone")),
        piece("7", 260, 200, area.but(radius=-3)),
        piece("8", 360, 200, area.but(radius=2_000_000_000)),
    ]
    image = drawn(pieces)
    points = [(each + 30, y) for y in (60, 200) for each in (60, 160, 260, 360)]
    assert is_shaded(image, *points) == [True, False, False, False, True, True, False, False]


def test_a_map_is_shaded_but_for_the_areas_that_name_the_shading() -> None:
    night = component(
        "MapShader",
        name="Night",
        alwaysOn=True,
        type="Background",
        pattern=SOLID,
        color="0,0,60",
        opacity=40,
    )
    light = AreaOfEffect(radius=1, shader="Night")
    pieces = [piece("1", 120, 100, light), piece("2", 250, 200, light), piece("3", 60, 300)]
    image = drawn(pieces, HEXES, night)
    assert is_shaded(image, (120, 130), (250, 230)) == [False, False]
    assert near(image.getpixel((20, 20)), mixed((0, 0, 60), 40))
    assert image.getpixel((60, 300)) == BLUE
    for off in ("alwaysOn", "startsOn"):
        silent = component(
            "MapShader", name="Night", type="Background", pattern=SOLID, **{off: False}
        )
        assert is_shaded(drawn(pieces, HEXES, silent), (20, 20)) == [False]
    listed = {"boardList": "A,B", "boards": "No, exclude Boards in list"}
    spared = component("MapShader", name="Night", alwaysOn=True, type="Background", **listed)
    assert is_shaded(drawn(pieces, HEXES, spared), (20, 20), (21, 21)) == [False, False]


def test_a_shading_in_the_foreground_covers_the_areas_once() -> None:
    given = {"alwaysOn": True, "type": "Foreground", "color": RED}
    lit = component(
        "MapShader", name="Lit", pattern=SOLID, opacity=50, border=True, drawOver=True, **given
    )
    light = AreaOfEffect(radius=40, shader="Lit")
    pieces = [piece("1", 100, 100, light), piece("2", 120, 100, light)]
    image = drawn(pieces, None, lit)
    once = mixed((255, 0, 0), 50)
    assert [near(each, once) for each in colours(image, (72, 100), (110, 120))] == [True, True]
    assert near(image.getpixel((100, 100)), mixed((255, 0, 0), 50, BLUE))
    assert sum(image.getpixel((60, 100))) < 300  # type: ignore[arg-type]
    assert is_shaded(image, (20, 20)) == [False]

    dots = component("MapShader", name="Lit", pattern="25%", opacity=100, **given)
    assert colours(drawn(pieces, None, dots), (80, 80), (81, 80), (80, 81)) == [
        (255, 0, 0),
        PAPER,
        PAPER,
    ]

    tiles = component("MapShader", name="Lit", pattern="Custom Image", image="tile.png", **given)
    assert colours(drawn(pieces, None, tiles), (80, 80), (20, 20)) == [TILE, PAPER]


def move(key: str, x: int, y: int) -> str:
    return c.MovePiece(id=key, map="Map", x=x, y=y, under="null", old_map="Map").text


def test_in_the_page_the_shading_follows_the_pieces() -> None:
    night = component("MapShader", name="Night", startsOn=True, type="Background", pattern=SOLID)
    light, area = AreaOfEffect(radius=1, shader="Night"), AreaOfEffect(radius=1)
    pieces = [piece("1", 120, 100, light), piece("2", 250, 200, area)]
    nodes = [move("2", 260, 200), move("1", 200, 100)]
    made, module = story(pieces, HEXES, night, nodes=nodes)
    html = page(made, module, "Night")
    data, first = (
        json.loads(re.search(f'id="{name}">(.*?)</script>', html, re.S)[1])  # type: ignore[index]
        for name in ("data", "part0")
    )
    # What shades the map is below the pieces, and only its own pieces change it.
    (shade, state), *_ = data["start"]
    assert state[2:] == [210, 180, 0]
    assert [[change[0] == shade for change in step[0]] for step in first] == [
        [False],
        [True, False],
    ]
    before, after = first[1][0][0][1:]
    assert before == state
    assert data["looks"][after[0]] != data["looks"][before[0]]
    assert after[1:] == before[1:]


def test_an_invisible_piece_lights_nothing_for_others() -> None:
    night = component("MapShader", name="Night", startsOn=True, type="Background", pattern=SOLID)
    hidden = Invisible(hidden_by="someone")
    made, module = story([piece("1", 120, 100, hidden, AreaOfEffect(shader="Night"))], HEXES, night)
    assert is_shaded(draw(made, module, "Map"), (120, 100), (120, 130)) == [True, True]


def test_visible_grids_have_lines_and_dots() -> None:
    shown = {"visible": True, "dotsVisible": True}
    hexes = component("HexGrid", x0=0, y0=0, dx=42, dy=48, color="0,90,0", **shown)
    green, red = (0, 90, 0), (200, 0, 0)
    # The upper sides of hexes around (84, 48) and (126, 72), and dots in their middles.
    image = drawn([], hexes)
    assert colours(image, (84, 24), (126, 48), (84, 48), (127, 73)) == [green] * 4
    assert is_shaded(image, (84, 30), (126, 60), (100, 40)) == [False] * 3
    sideways = component(
        "HexGrid", x0=0, y0=0, dx=42, dy=48, color="0,90,0", sideways=True, visible=True
    )
    assert colours(drawn([], sideways), (24, 84), (48, 84)) == [green, PAPER]

    squares = component("SquareGrid", x0=5, y0=5, dx=30, dy=40, color="200,0,0", **shown)
    image = drawn([], squares)
    assert colours(image, (20, 100), (100, 25), (35, 45), (36, 46)) == [red] * 4
    assert is_shaded(image, (22, 100), (36, 47)) == [False, False]
    hidden = component("SquareGrid", x0=5, y0=5, dx=30, dy=40, color="200,0,0")
    assert is_shaded(drawn([], hidden), (20, 100)) == [False]

    zone = component("Zone", [squares], name="Q", path="0,0;100,0;100,100;0,100")
    image = drawn([], component("ZonedGrid", [zone, hexes]))
    assert colours(image, (20, 60), (126, 48), (20, 140), (84, 24)) == [red, green, PAPER, PAPER]
    # A grid of very many cells is left out.
    fine = component("SquareGrid", x0=0, y0=0, dx=1, dy=1, color="0,0,0", visible=True)
    assert is_shaded(drawn([], fine), (20, 100)) == [False]


def test_the_border_of_a_piece_shows_by_its_properties() -> None:
    border = BorderOutline(property="A", thickness=3, colour=RED)
    both = border.but(property2="B")

    def seen(border: BorderOutline, first: str, second: str = "") -> bool:
        marker = Marker(names=("A", "B"), values=(first, second))
        image = drawn([piece("1", 100, 100, border, marker)])
        ring = colours(image, (90, 90), (110, 110), (89, 100), (100, 111))
        assert image.getpixel((100, 100)) == BLUE
        assert colours(image, (87, 100), (113, 100)) == [PAPER, PAPER]
        assert len(set(ring)) == 1 or ring[0] != (255, 0, 0)
        return ring[0] == (255, 0, 0)

    assert [seen(border, each) for each in ("true", "x", "false", "0", "")] == [True] * 2 + [
        False
    ] * 3
    cases = [("1", "1"), ("1", ""), ("", "1"), ("", "")]
    found = {
        compare: "".join("-x"[seen(both.but(compare=compare), *case)] for case in cases)
        for compare in ("AND", "OR", "XOR", "NOR")
    }
    assert found == {"AND": "x---", "OR": "xxx-", "XOR": "-xx-", "NOR": "---x"}
