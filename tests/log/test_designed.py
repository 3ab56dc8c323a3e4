"""Pictures of VASSAL's counter designer are drawn from their layouts."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from modgen.log.designed import DesignedPictures, with_designed
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module

BOX = "Box;20;10;Rectangle;5|Shape0;Top Left;2;3;0;true"
PAWN = "Box;30;30;Oval;5|Pawn;Center;0;0;0;true"
TEXT = "Text;Big;Fixed for this layout;MMMM;;;;;false|Name;Bottom;0;0;0;true"
SYMBOL = "Symbol;30;20;1.0|Unit;Center;0;0;0;true"
PICTURE = "Image;;Specified in individual images|Art;Bottom Right;0;0;0;true"
GREEN = (0, 200, 0)


def part(kind: str, children: tuple[Component, ...] = (), **attributes: object) -> Component:
    """A component of the counter designer."""
    values = {name: str(value) for name, value in attributes.items()}
    return Component(f"VASSAL.build.module.gamepieceimage.{kind}", values, list(children))


def designed(layout: str, props: str, **attributes: object) -> DesignedPictures:
    """One picture named `it`, on a layout of 60 x 50 pixels."""
    known = {"width": 60, "height": 50, "border": "None"} | attributes
    buffer = BytesIO()
    Image.new("RGB", (8, 6), GREEN).save(buffer, "PNG")
    picture = part("GamePieceImage", name="it", props=props, bgColor="MINE")
    tree = part(
        "GamePieceImageDefinitions",
        (
            part("ColorSwatch", name="MINE", color="1,2,250"),
            part("FontStyle", name="Big", style="SansSerif,1,20,false"),
            part("GamePieceLayout", (picture,), name="l", layout=layout, **known),
        ),
    )
    return DesignedPictures(tree, {"art.png": buffer.getvalue()})


def pixels(layout: str, props: str, **attributes: object) -> Image.Image:
    drawn = designed(layout, props, **attributes).get("it")
    assert drawn is not None
    picture = Image.open(BytesIO(drawn[0])).convert("RGB")
    assert picture.size == drawn[1] == (60, 50)
    return picture


@pytest.mark.parametrize(
    ("layout", "props", "at", "colour"),
    [
        (BOX, "Box;Shape0;Top Left;RED;CLEAR", (12, 8), (255, 0, 0)),
        (BOX, "Box;Shape0;Top Left;RED;CLEAR", (12, 20), (1, 2, 250)),
        (PAWN, r"Box;Pawn;Center;9\,8\,7;CLEAR", (30, 25), (9, 8, 7)),
        (PAWN, "Box;Pawn;Center;YELLOW;CLEAR", (17, 12), (1, 2, 250)),
        (PAWN, "Box;Pawn;Center;YELLOW;CLEAR", (43, 25), (255, 255, 0)),
        (PAWN, "Box;Pawn;Center;YELLOW;CLEAR", (47, 25), (1, 2, 250)),
        (PAWN, "Box;Pawn;Center;YELLOW;CLEAR", (30, 42), (1, 2, 250)),
        (PICTURE, "Image;Art;Bottom Right;art.png", (59, 49), GREEN),
        (PICTURE, "Image;Art;Bottom Right;none.png", (59, 49), (1, 2, 250)),
        (SYMBOL, "Symbol;Unit;Center;BLACK;WHITE;None;Infantry;None;CLEAR", (30, 17), (255,) * 3),
        ("Hologram;1|X;Center", "", (30, 25), (1, 2, 250)),
        ("", "", (0, 0), (1, 2, 250)),
    ],
)
def test_items_are_where_and_as_the_layout_says(
    layout: str, props: str, at: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    assert pixels(layout, props).getpixel(at) == colour


def dark(picture: Image.Image) -> int:
    """The number of grey and black pixels; the background of these pictures is white or blue."""
    data = picture.tobytes()
    return sum(red < 190 > blue for red, blue in zip(data[::3], data[2::3], strict=True))


def test_texts_and_symbols_have_lines() -> None:
    text = pixels(TEXT, "Text;Name;Bottom;BLACK;WHITE;;RED")
    assert dark(text) > 30 and dark(text.crop((0, 0, 60, 20))) == 0
    for name in ("Infantry", "Armored", "Artillery", "Mountain", "Commando", "Airborne"):
        with_it, without = (
            dark(pixels(SYMBOL, f"Symbol;Unit;Center;BLACK;WHITE;Division;{one};None;BLACK"))
            for one in (name, "None")
        )
        assert with_it > without > 20, name


def test_pictures_that_cannot_be_drawn() -> None:
    assert designed("", "").get("another") is None
    assert designed("", "", width=0).get("it") is None
    assert designed("", "", width=10**6).get("it") is None


@settings(max_examples=20)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_layout_is_drawn_or_not(layout: str, props: str) -> None:
    designed(layout, props, width=9, height=9).get("it")


def test_a_module_shows_its_own_pictures_by_name() -> None:
    found = designed(BOX, "")
    tree = component("GameModule", [found.tree], name="x")
    module = with_designed(Module(tree, Metadata("1", "x"), {"art.png": b"x"}))
    assert module.images["it"].startswith(b"\x89PNG")
    assert "it" in module.images and "art.png" in module.images and "no" not in module.images
    assert list(module.images) == ["art.png"] and len(module.images) == 1
