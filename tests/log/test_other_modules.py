"""What modules of other people do: boards as pictures, levels by property, composed names."""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from modgen.log.board_sizes import board_size
from modgen.log.expressions import UnknownValueError, evaluate
from modgen.log.locations import OFFBOARD, Locations, Place
from modgen.log.map_pictures import PictureError, draw_boards, drawn_maps, map_size, open_picture
from modgen.log.page import page
from modgen.log.picture_sizes import picture_size
from modgen.log.pictures import draw, shown
from modgen.log.story import HIDDEN, Story
from modgen.log.timeline import Timeline
from modgen.vassal import commands as c
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece
from modgen.vassal.traits import (
    BasicName,
    CalculatedProperty,
    DynamicProperty,
    Label,
    Layer,
    Marker,
    Mask,
    Trait,
    TranslatableMessage,
)


def png(width: int, height: int, colour: str = "red") -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "PNG")
    return buffer.getvalue()


SPACE = b"http://www.w3.org/2000/svg"
SVG = b'<svg xmlns="%s" viewBox="0 0 %%d %%d"><rect width="99" height="99"/></svg>' % SPACE


def game_module() -> Module:
    """Two boards with a zone each; a map without a picture; a mat and a hand."""
    zones = [
        component("ZonedGrid", [component("Zone", name=f"Zone {name}", path="0,0;50,0;50,40;0,40")])
        for name in "AB"
    ]
    boards = [
        component("Board", [zone], name=name, image=f"{name}.png")
        for name, zone in zip("AB", zones, strict=True)
    ]
    deck = component("DrawPile", name="Cards", owningBoard="B", x="5", y="45")
    plain = component("Board", name="Plain", width="60", height="30", color="0,0,255")
    weather = component("GlobalProperty", name="Weather", initialValue="rain")
    maps = [
        component(
            "Map",
            [component("BoardPicker", boards), deck],
            mapName="Main",
            edgeWidth="10",
            backgroundcolor="1,2,3",
        ),
        component("Map", [component("BoardPicker", [plain]), weather], mapName="Track"),
        component("PlayerHand", mapName="Hand"),
    ]
    values = component("GlobalProperty", name="Season", initialValue="2")
    hints = component("BooleanPreference", name="Hints", default="true")
    tree = component(
        "GameModule",
        [*maps, component("GlobalProperties", [values]), component("GlobalOptions", [hints])],
        name="Game",
    )
    images = {"A.png": png(100, 50), "B.png": png(80, 50, "green"), "unit.png": png(8, 8, "white")}
    images |= {"low.png": png(4, 4), "high.png": png(6, 6), "back.png": png(9, 9)}
    return Module(tree, Metadata("1.0", "Game"), images)


BOARDS = {"Main": (("B", "1", "0"), ("A/rev", "0", "0"))}


def test_the_size_of_a_board_is_that_of_its_picture() -> None:
    module = game_module()
    locations = Locations(module.tree, module.images)
    assert locations.place("Main", 15, 5, {"Main": (("A", "0", "0"),)}) == Place(
        "Zone A", "Zone A", "A"
    )
    # Side by side: the second board begins where the picture of the first ends.
    assert locations.place("Main", 109, 45, BOARDS).board == "A"
    assert locations.place("Main", 110, 39, BOARDS) == Place("Zone B", "Zone B", "B")
    assert locations.place("Main", 115, 45, BOARDS) == Place("Cards", "", "B")
    assert locations.place("Main", 190, 5, BOARDS) == Place(OFFBOARD, "", "")
    assert locations.place("Main", 15, 5, {}) == Place(OFFBOARD, "", "")


def test_a_board_without_its_picture_reaches_as_far_as_what_lies_on_it() -> None:
    module = game_module()
    del module.images["A.png"]
    locations = Locations(module.tree, module.images)
    # Its zone is 50 wide and 40 high, the deck on every board at 45.
    assert locations.size("Main", "A") == (500, 500)
    assert locations.place("Main", 15, 5, {"Main": (("A", "0", "0"),)}).location == "Zone A"
    owner = component("Map", [component("SetupStack", owningBoard="A", x="4000", y="7")])
    assert board_size(component("Board", name="A", image="no.png"), owner, {}) == (
        (4100, 500),
        True,
    )
    assert board_size(component("Board", name="A", width="9", height="x"), owner, {}) == (
        (9, 500),
        False,
    )


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (SVG % (30, 20), (30, 20)),
        (b'<?xml version="1.0"?><svg width="2in" height="10mm">', (192, 38)),
        (b"<svg viewBox='0,0,7,8' width='100%'>", (7, 8)),
        (b"<svg>", None),
        (b"no picture", None),
        (b"<svg width='1..2' height='3'>", None),
    ],
)
def test_sizes_of_svg(data: bytes, size: tuple[int, int] | None) -> None:
    assert picture_size({"a.svg": data}, "a.svg") == size


def test_a_damaged_or_missing_picture_has_no_size() -> None:
    assert picture_size({"a.png": b"\x89PNG damaged"}, "a.png") is None
    assert picture_size({}, "a.png") is None
    # Only the head is there, of a picture that Pillow would refuse to open.
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(
        ">I4sIIBBBBB", 13, b"IHDR", 32_000, 20_000, 1, 0, 0, 0, 0
    )
    end = struct.pack(">I", zlib.crc32(head[12:]))
    assert picture_size({"a.png": head + end + b"\0\0\0\1IDAT"}, "a.png") == (32_000, 20_000)


class Table:
    """A timeline of one set-up, and its story."""

    def __init__(self, *pieces: GamePiece, viewer: str | None = "") -> None:
        self.module = game_module()
        self.timeline = Timeline()
        for map_name, boards in BOARDS.items():
            self.timeline.table.apply(c.SetBoards(picker=f"{map_name}BoardPicker", boards=boards))
        for number, piece in enumerate(pieces):
            command = c.parse_command(piece.add_command())
            assert isinstance(command, c.AddPiece), number
            self.timeline.table.apply(command)
        self.story = Story(self.timeline, self.module.tree, viewer, self.module.images)

    def set(self, name: str, value: str, container: str) -> None:
        self.timeline.table.apply(c.ChangeProperty(name=name, new_value=value, container=container))

    @property
    def name(self) -> str:
        return self.story.name(next(iter(self.timeline.table.pieces.values())))

    @property
    def place(self) -> str:
        piece = next(iter(self.timeline.table.pieces.values()))
        return self.story.place(piece, self.timeline.table)

    @property
    def pictures(self) -> tuple[str, ...]:
        drawn = shown(next(iter(self.timeline.table.pieces.values())), self.story)
        assert drawn is not None
        return drawn.pictures


def piece(*traits: Trait, at: tuple[str, int, int] = ("Main", 115, 10)) -> GamePiece:
    return GamePiece(traits, BasicPiece(name="Army", image="unit.png")).at(*at, "1")


def level(property_name: str, **changes: object) -> Layer:
    return Layer(
        images=("low.png", "high.png"),
        level_names=("Low +", "+ High"),
        follow=True,
        property=property_name,
    ).but(**changes)


@pytest.mark.parametrize(
    ("traits", "picture"),
    [
        ((level("Step"), DynamicProperty(name="Step", value="2")), "high.png"),
        ((level("Step"), Marker(names=("Step",), values=("1",))), "low.png"),
        ((level("Step"), CalculatedProperty(name="Step", expression="{1 + 1}")), "high.png"),
        ((level('{CurrentZone == "Zone B" ? 2 : 1}'),), "high.png"),
        ((level("Season"),), "high.png"),
        ((level("Nothing"),), "low.png"),
        ((level("Step", first_level_value=5), DynamicProperty(name="Step", value="6")), "high.png"),
        ((level("Step"), DynamicProperty(name="Step", value="99")), "high.png"),
        ((level("Step"), DynamicProperty(name="Step", value="-3")), "low.png"),
        # What cannot be evaluated shows the saved level.
        ((level("{Random(2)}", level=2),), "high.png"),
        ((level('{playerSide == "<observer>" ? 2 : 1}'),), "high.png"),
        ((level('{SumStack("Step")}'), Marker(names=("Step",), values=("2",))), "high.png"),
        ((level("Step", level=2), DynamicProperty(name="Step", value="many")), "high.png"),
        ((level("A", level=2), CalculatedProperty(name="A", expression="{A + 1}")), "high.png"),
    ],
)
def test_a_layer_shows_the_level_of_its_property(traits: tuple[Trait, ...], picture: str) -> None:
    assert Table(piece(*traits)).pictures == ("unit.png", picture)


def test_a_property_is_that_of_the_zone_then_the_map_then_the_module() -> None:
    table = Table(piece(level("Season")))
    for container, value, picture in (
        ("Module", "1", "low.png"),
        ("Main", "2", "high.png"),
        ("Main:Zone B", "1", "low.png"),
    ):
        table.set("Season", value, container)
        assert table.pictures == ("unit.png", picture)


def test_a_preference_has_its_default() -> None:
    table = Table(piece(level("{Hints == true ? 2 : 1}")))
    assert table.pictures == ("unit.png", "high.png")


def test_a_layer_that_shows_only_while_a_property_is_true() -> None:
    layer = level("Step", only_property="Seen")
    off = Table(piece(layer, DynamicProperty(name="Seen", value="false")))
    on = Table(piece(layer, DynamicProperty(name="Seen", value="true")))
    assert (off.pictures, on.pictures) == (("unit.png",), ("unit.png", "low.png"))


@pytest.mark.long
def test_an_expensive_expression_ends() -> None:
    traits = [
        CalculatedProperty(name=f"P{n}", expression="{" + "+".join([f"P{n + 1}"] * 60) + "}")
        for n in range(10)
    ]
    assert Table(piece(level("P0", level=2), *traits)).pictures == ("unit.png", "high.png")


@pytest.mark.parametrize(
    ("traits", "name"),
    [
        ((BasicName(name="Host"),), "Host"),
        ((level("Season"), BasicName(name="Host")), "Host High"),
        ((level("Nothing"),), "Low Army"),
        ((Label(label="5"),), "Army (5)"),
        ((Label(label="$Word$"), TranslatableMessage(name="Word", message="Ally")), "Army (Ally)"),
        ((Label(label="{Season * 3}"),), "Army (6)"),
        ((Label(label="", always_use_format=True, name_format="$pieceName$!"),), "Army!"),
        ((Label(label="$Cards_numPieces$"),), "Army (3)"),
        ((Label(label="$Cards_swords$"),), "Army (2)"),
        ((Label(label="$Cards_old$"),), "Army (1)"),
        ((Label(label='{Count("{Suit==\\"Sword\\"}")}'),), "Army (2)"),
        ((Label(label='{Sum("Value", "{Value > $Season$}", "Main")}'),), "Army (7)"),
        ((Label(label='{Count("{Suit==\\"Sword\\"}", "Track")}'),), "Army (0)"),
        ((Label(label="{CountMap() + CountStack()}"),), "Army (5)"),
        ((Label(label='{SumMap("Value", "Main")}'),), "Army (9)"),
        ((Label(label='{SumMap("Value", "Track")}'),), "Army (0)"),
        ((Label(label='{SumMap("Value", "{Value > 2}")}'),), "Army (7)"),
        ((Label(label='{CountMap("Main", "Suit")}'),), "Army (3)"),
        ((Label(label='{CountMap("Main", "{Value > 2}")}'),), "Army (2)"),
        ((Label(label='{CountMap("Suit", "{Value > 2}")}'),), "Army (2)"),
        ((Label(label='{SumZone("Value")}'),), "Army (0)"),
        ((Label(label='{SumLocation("Value", "Cards", "Main")}'),), "Army (9)"),
        ((Label(label='{CountLocation("Cards", "Main", "Suit")}'),), "Army (3)"),
        ((Label(label='{GetMapProperty("Weather", "Track")}'),), "Army (rain)"),
        ((Label(label="[$Weather$]", always_use_format=True),), "Army ([])"),
        ((Label(label="{Random(3)}"),), "Army"),
        ((Layer(images=("a",), level_names=("Ruin",)),), "Ruin"),
    ],
)
def test_a_name_is_composed_as_in_the_engine(traits: tuple[Trait, ...], name: str) -> None:
    table = Table(piece(*traits))
    counts = 'swords: {Suit=="Sword"},old:Suit = Cup && Value>1 || Suit=None'
    deck = Deck(
        "9",
        DeckType(name="Cards", count_expressions=counts, count_expressions_on=True),
        "Main",
        115,
        45,
        face_down=True,
        contents=("2", "3", "4"),
    )
    for key, suit, value in (("2", "Sword", "2"), ("3", "Sword", "3"), ("4", "Cup", "4")):
        card = GamePiece((Marker(names=("Suit", "Value"), values=(suit, value)),), BasicPiece())
        card = card.at("Main", 115, 45, key)
        table.timeline.table.apply(c.parse_command(card.add_command()))
    table.timeline.table.apply(c.parse_command(deck.add_command()))
    assert table.name == name


def test_properties_that_the_module_no_longer_defines_have_no_value() -> None:
    table = Table(piece(Label(label="$Old$$Season$")))
    for name in ("Old", "Season"):
        table.timeline.table.apply(c.SetProperty(name=name, value="9", container="Module"))
    assert table.name == "Army (9)"


def test_pieces_that_count_each_other_without_an_end() -> None:
    counting = CalculatedProperty(name="All", expression='{Sum("All", "{All > 0}")}')
    assert Table(piece(counting, level("All", level=2))).pictures == ("unit.png", "high.png")


def test_a_masked_piece_has_the_name_of_its_mask() -> None:
    mask = Mask(image="back.png", style="B", obscured_by="side:Red", mask_name="Veiled host")
    assert Table(piece(mask)).name == "Veiled host"
    assert Table(piece(mask.but(mask_name="?"))).name == HIDDEN
    assert Table(piece(mask), viewer="Red").name == "Army"
    # Names of layers above the mask show.
    above = (level("{1}", level_names=("+ [played]", "")), mask)
    assert Table(piece(*above)).name == "Veiled host [played]"
    assert Table(piece(mask, level("{1}", level_names=("+ [played]", "")))).name == "Veiled host"


def test_places_without_names_are_called_by_their_map() -> None:
    assert Table(piece(at=("Hand", 5, 5))).place == "Hand"
    assert Table(piece(at=("Track", 5, 5))).place == "Track"
    assert Table(piece(at=("Main", 999, 5))).place == OFFBOARD
    assert Table(piece(at=("Main", 115, 10))).place == "Zone B"


def test_boards_are_drawn_side_by_side_as_the_save_has_them() -> None:
    table = Table(piece())
    assert drawn_maps(table.story, table.module) == ["Main", "Track"]
    assert map_size(table.story, "Main") == (200, 50)
    drawn = draw(table.story, table.module, "Main")
    assert drawn.size == (200, 50)
    assert drawn.getpixel((50, 45)) == (255, 0, 0)
    assert drawn.getpixel((150, 45)) == (0, 128, 0)
    assert drawn.getpixel((115, 10)) == (255, 255, 255)
    # The edge is the map's own colour.
    assert drawn.getpixel((5, 5)) == drawn.getpixel((195, 45)) == (1, 2, 3)
    assert draw(table.story, table.module, "Track").getpixel((59, 29)) == (0, 0, 255)
    assert '"name":"Track"' in page(table.story, table.module, "Game")


def test_a_map_that_is_too_large_is_refused() -> None:
    table = Table(piece())
    next(table.module.tree.find_all("Map")).attributes["edgeWidth"] = "99999999"
    table.story = Story(table.timeline, table.module.tree, "", table.module.images)
    with pytest.raises(PictureError, match="the map Main has 200000178 x 50 pixels"):
        draw_boards(table.story, table.module, "Main")


SERIF_FAMILIES = (
    'font-family="serif"',
    "font-family='Times New Roman, serif'",
    'style="font-size:40;font-family:Georgia" font-weight="400"',
    "style=\"font-family:'Times New Roman', Times, serif;font-size:40\"",
    "style='font-family: &quot;Times&quot;, serif; font-size:40'",
    'class="own"',
    'style="font: 40px Georgia"',
    "style='font:40px/1.2 Cambria, serif'",
)
OTHER_FAMILIES = (
    "",
    'font-family="Lost"',
    'font-family="Arial, sans-serif" font-weight="400"',
    "style='font-family: \"Arial\"; font-size:40'",
)


MONO_FAMILIES = (
    'font-family="Courier New, monospace"',
    "style='font-family:Consolas'",
    "style='font:40px Menlo'",
)


def words_in(family: str) -> bytes:
    style = b"<style>.own { font-family: Georgia, serif }</style>"
    text = f'<text x="5" y="40" font-size="40" {family}>Words</text>'
    data = b'<svg xmlns="%s" width="150" height="60">%s%s</svg>' % (SPACE, style, text.encode())
    module = Module(component("GameModule"), Metadata("1", "Words"), {"words.svg": data})
    return open_picture(module, "words.svg").convert("RGBA").tobytes()


def test_texts_of_an_svg_are_drawn_in_a_font_like_their_own() -> None:
    families = SERIF_FAMILIES, MONO_FAMILIES, OTHER_FAMILIES
    drawn = [set(map(words_in, named)) for named in families]
    assert [len(alike) for alike in drawn] == [1, 1, 1]
    assert len(set[bytes]().union(*drawn)) == 3
    assert all(any(picture) for alike in drawn for picture in alike)


def test_a_board_can_be_an_svg(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(png(30, 20, "blue"))
    board = component("Board", name="S", image="S.svg")
    tree = Component("GameModule", {}, [component("Map", [board], mapName="M")])
    svg = (SVG % (30, 20)).replace(b"<rect", f'<image href="{secret}" width="9"/><rect'.encode())
    module = Module(tree, Metadata("1", "S"), {"S.svg": svg})
    story = Story(Timeline(), tree, "", module.images)
    drawn = draw(story, module, "M")
    assert drawn.size == (30, 20)
    assert drawn.getpixel((15, 10)) == (0, 0, 0)


def test_what_cannot_be_read_is_left_out_and_told() -> None:
    board = component("Board", name="S", image="S.svg", color="1,2,3")
    tree = Component("GameModule", {}, [component("Map", [board], mapName="M")])
    module = Module(tree, Metadata("1", "S"), {"S.svg": b"<svg width='9' height='9'"})
    story = Story(Timeline(), tree, "", {"S.svg": SVG % (9, 9)})
    assert draw(story, module, "M").getpixel((5, 5)) == (1, 2, 3)
    (told,) = story.appearance.problems()
    assert told.startswith("The picture S.svg has no size")
    assert told in page(story, module, "Game")


def test_a_page_leaves_out_a_map_that_is_too_large_and_damaged_pieces() -> None:
    table = Table(piece())
    images = dict.fromkeys(table.module.images, b"version https://git-lfs.github.com/spec/v1")
    broken = Module(table.module.tree, table.module.metadata, images)
    written = page(table.story, broken, "Game")
    assert '"name":"Main"' in written
    notes = table.story.appearance.problems()
    assert len(notes) > 1
    assert all(note.endswith("left out.") for note in notes)
    next(table.module.tree.find_all("Map")).attributes["edgeWidth"] = "99999999"
    story = Story(table.timeline, table.module.tree, "", table.module.images)
    assert "The map Main has 200000178 x 50 pixels" in page(story, table.module, "Game")


def test_what_is_no_picture_is_told_without_words_of_a_library() -> None:
    module = Module(Component("GameModule"), Metadata("1", "S"), {"a.png": b"no picture"})
    with pytest.raises(PictureError) as problem:
        open_picture(module, "a.png")
    assert str(problem.value).startswith("the picture a.png is not a picture of a kind that is")


VALUES = {"Step": "3", "Side": "Red", "Active": "true", "Half": "0.5"}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("{Step + 1}", "4"),
        ('{Side + "!" + Step}', "Red!3"),
        ("{Step > 2 && Active ? 1 : 2}", "1"),
        ("{!Active || Step != 3}", "false"),
        ('{Side.startsWith("R") ? Side.length() : -Step}', "3"),
        ("{7 / 2 * 2 - 7 % 2}", "5"),
        ("{-7 / 2}", "-3"),
        ("{Half * 2}", "1.0"),
        ('{If(Nothing == "", "none", "some")}', "none"),
        ('{GetProperty("St" + "ep")}', "3"),
        ('{Nothing == "" || Nothing > 3}', "true"),
        ('{Side =~ "Blue|R.*"}', "true"),
        ('{Side !~ "R"}', "true"),
        ('{Integer.parseInt("07") + Math.max(Step, 2) + Math.abs(-1)}', "11"),
        ('{Integer.parseInt("0" + "Box 14".replaceAll("[^0-9]", "")) + 1}', "15"),
        ('{"Box 14".replaceAll("[a-z ]+", "-")}', "B-14"),
        ('{Side.replace("e", "a") + Side.replaceAll("d", "") + Side.substring(1)}', "RadReed"),
        ("{Active || SumStack(Step)}", "true"),
        ('{Step == "3"}', "true"),
        ('{Step != "3" || Step == "03" || Nothing == false || Active == 1}', "false"),
        ('{Nothing == 0 && Nothing < Step && Step >= Nothing && Active == "true"}', "true"),
        ('{Nothing * 2 + "" + (5 - Nothing)}', "5"),
        ('{2 < "10" || Side < 3}', "false"),
        ("{Side > 3}", "true"),
        ("{1 < 2 ? 3 < 2 ? 4 : 5 : 6}", "5"),
    ],
)
def test_expressions(expression: str, value: str) -> None:
    assert evaluate(expression, lambda name: VALUES.get(name, "")) == value


@pytest.mark.parametrize(
    "expression",
    [
        "{",
        "{}",
        "{1 +}",
        "{Count()}",
        "{Side.substring(0, 1, 2)}",
        "{Side.substring()}",
        "{1 / 0}",
        "{Side * 3}",
        "{(1}",
        "{1 2}",
        "{a = 3}",
        '{Side =~ "(R*)*"}',
        "{" + "(" * 90 + "1" + ")" * 90 + "}",
        "{" + "1+" * 3000 + "1}",
    ],
)
def test_what_is_not_evaluated(expression: str) -> None:
    with pytest.raises(UnknownValueError):
        evaluate(expression, lambda name: VALUES.get(name, ""))


@given(st.text(alphabet='aS1"(){}?:+-*/%<>=!&|.,\\ $', max_size=40))
def test_any_expression_has_a_value_or_not(text: str) -> None:
    with suppress(UnknownValueError):
        assert isinstance(evaluate(text, lambda name: VALUES.get(name, "")), str)
