"""Labels of pieces, frames of empty decks, edges of decks: where the engine draws them.

The positions were compared with pictures of VASSAL 3.7.26.
"""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from modgen.log.html_text import HTMLLines
from modgen.log.pictures import HIGHEST, Layered, Shown, draw, empty_deck, shown
from modgen.log.sketches import draw_sketch
from modgen.log.story import Story
from modgen.log.timeline import Timeline
from modgen.vassal import commands as c
from modgen.vassal.components import component
from modgen.vassal.keys import command
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack
from modgen.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    Label,
    Layer,
    Mask,
    Rotate,
    Trait,
)

CARD = (60, 40)


def picture(colour: str, size: tuple[int, int] = CARD) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG")
    return out.getvalue()


def story(*objects: GamePiece | Stack | Deck, blank: str = "", viewer: str | None = "") -> Story:
    board = component("Board", name="B", width=400, height=300, color="255,255,255")
    metrics = component("StackMetrics", unexSepX=3, unexSepY=5, color=blank)
    owner = component("Map", [component("BoardPicker", [board]), metrics], mapName="Map")
    tree = component("GameModule", [owner])
    timeline = Timeline()
    for each in objects:
        added = c.parse_command(each.add_command())
        assert isinstance(added, c.AddPiece)
        timeline.table.apply(added)
    images = {"card.png": picture("red"), "back.png": picture("blue", (20, 30))}
    return Story(timeline, tree, viewer, images)


def piece(*traits: Trait, image: str = "card.png", key: str = "1") -> GamePiece:
    return GamePiece(traits, BasicPiece(name="Card", image=image)).at("Map", 100, 100, key)


def seen(played: Story, key: str = "1") -> Shown:
    drawn = shown(played.timeline.table.pieces[key], played)
    assert drawn is not None
    return drawn


def text_of(layer: Layered) -> str:
    assert layer.sketch is not None
    return "\n".join("".join(run.text for run in line) for line in layer.sketch.lines)


def label(text: str, **changes: object) -> Label:
    return Label(label=text).but(**changes)


def corner(layer: Layered) -> tuple[int, int]:
    """The upper left corner of a text, from the middle of its piece."""
    assert layer.sketch is not None
    wide, high = layer.sketch.size
    return int(layer.x) - wide // 2, int(layer.y) - high // 2


@pytest.mark.parametrize(
    ("places", "across", "down"),
    [
        # The texts' width and height are w and h; the card reaches 30 to each side, 20 up and down.
        ("tlbl", lambda w: -30, lambda h: -20 - h),
        ("tcbc", lambda w: -(w // 2), lambda h: -20 - h),
        ("trtr", lambda w: 30 - w, lambda h: -20),
        ("crcl", lambda w: 30, lambda h: -(h // 2)),
        ("bltr", lambda w: -30 - w, lambda h: 20),
    ],
)
def test_a_label_is_placed_by_the_sides_of_the_piece_and_its_own(
    places: str, across: object, down: object
) -> None:
    vertical, horizontal, vertical_justify, horizontal_justify = places
    (_, text) = seen(
        story(
            piece(
                label(
                    "Label",
                    vertical=vertical,
                    horizontal=horizontal,
                    vertical_justify=vertical_justify,
                    horizontal_justify=horizontal_justify,
                )
            )
        )
    ).layers
    assert text.sketch is not None
    wide, high = text.sketch.size
    assert callable(across)
    assert callable(down)
    assert corner(text) == (across(wide), down(high))


def test_offsets_move_a_label() -> None:
    plain, moved = (
        seen(story(piece(label("Label", **changes)))).layers[1]
        for changes in ({}, {"horizontal_offset": 7, "vertical_offset": -9})
    )
    assert (moved.x - plain.x, moved.y - plain.y) == (7, -9)


def test_a_label_without_a_key_widens_the_piece_for_the_next() -> None:
    inner = {"vertical": "b", "vertical_justify": "t"}
    for changes, gap in (({}, 1), ({"key": command("x")}, 0)):
        # The outer trait comes first.
        pair = label("second", **inner), label("first", **inner, **changes)
        _, first, second = seen(story(piece(*pair))).layers
        assert first.sketch is not None
        assert (text_of(first), text_of(second)) == ("first", "second")
        assert corner(second)[1] - corner(first)[1] == gap * first.sketch.size[1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("$N$ left", "7 left"),
        ('{"twice " + N * 2}', "twice 14"),
        ("$TextLabel$own", "own"),
        ("plain", "plain"),
        ("<html>one<br>two", "one\ntwo"),
        ("\u4e2d", "?"),
        ("a\x01b", "a b"),
    ],
)
def test_the_text_of_a_label(text: str, value: str) -> None:
    layers = seen(story(piece(label(text), DynamicProperty(name="N", value="7")))).layers
    assert text_of(layers[1]) == value


@pytest.mark.parametrize("text", ["", "$Nothing$", "{GetProperty(}", "   ", "$Endless$ men"])
def test_a_label_without_a_known_text_is_not_drawn(text: str) -> None:
    endless = CalculatedProperty(name="Endless", expression="{Endless + 1}")
    assert len(seen(story(piece(label(text), endless))).layers) == 1


def test_a_turned_piece_turns_its_label() -> None:
    turned = Rotate(facings=4, facing=1), label("up", vertical="c", vertical_justify="t")
    text = seen(story(piece(*turned))).layers[1]
    still = seen(story(piece(turned[1]))).layers[1]
    assert text.turn == 90
    assert (text.x, text.y) == (-still.y, still.x)
    # A label outside of the rotation stays, at the top of the box of the turned card.
    outside = seen(story(piece(label("x"), turned[0]))).layers[1]
    assert outside.turn == 0
    assert outside.sketch is not None
    assert corner(outside)[1] == -30 - outside.sketch.size[1]


def test_a_mask_covers_what_is_inside_of_it_only() -> None:
    traits = label("above"), Mask(image="back.png", obscured_by="Red"), label("below")
    hidden = seen(story(piece(*traits), viewer="Blue"))
    assert hidden.pictures == ("back.png",)
    assert [text_of(layer) for layer in hidden.layers[1:]] == ["above"]
    own = seen(story(piece(*traits), viewer="Red"))
    assert own.pictures == ("card.png",)
    assert [text_of(layer) for layer in own.layers[1:]] == ["below", "above"]


def test_a_layer_has_its_scale() -> None:
    layer = Layer(images=("back.png",), scale=2.0, always_active=True)
    drawn = seen(story(piece(layer))).layers[1]
    assert (drawn.name, drawn.scale) == ("back.png", 2)


def test_a_piece_without_its_picture_is_a_box_with_its_name() -> None:
    missing = seen(story(piece(image="lost.png")))
    assert text_of(missing.layers[0]) == "Card"
    assert len(seen(story(piece(image=""))).layers) == 0
    masked = piece(Mask(image="lost.png", obscured_by="Red"))
    assert text_of(seen(story(masked, viewer="Blue")).layers[0]) == "a hidden piece"


def test_a_stack_rises_as_its_map_says() -> None:
    pieces = [piece(key=str(number)) for number in range(3)]
    played = story(*pieces, Stack("s", "Map", 100, 100, ("0", "1", "2")))
    assert [seen(played, each)[2:5] for each in "012"] == [
        (100, 100, HIGHEST // 2 + 480),
        (103, 95, HIGHEST // 2 + 481),
        (106, 90, HIGHEST // 2 + 482),
    ]


def deck(*keys: str, face_down: bool = True, **changes: object) -> Deck:
    kind = DeckType(name="Deck", width=60, height=80).but(**changes)
    return Deck("d", kind, "Map", 200, 150, face_down, keys)


def test_an_empty_deck_has_its_frame() -> None:
    for changes, colour in (({}, "#000000"), ({"outline_colour": "0,128,255"}, "#0080ff")):
        played = story(deck(**changes))
        frame = empty_deck(played.timeline.table.piles["d"], played)
        assert frame is not None
        sketch = frame.layers[0].sketch
        assert sketch is not None
        # The line is one pixel wide on each side, as drawn by Java.
        assert (frame.x, frame.y, sketch.size, sketch.outline) == (200, 150, (61, 81), colour)
    for played in map(story, (deck(draw_outline=False), deck(width=0))):
        assert empty_deck(played.timeline.table.piles["d"], played) is None
    odd = story(deck(width=61))
    frame = empty_deck(odd.timeline.table.piles["d"], odd)
    assert frame is not None
    assert [(layer.x, layer.y) for layer in frame.layers] == [(1, 0)]
    full = story(piece(key="1"), deck("1"))
    assert empty_deck(full.timeline.table.piles["d"], full) is None


def test_a_deck_shows_its_highest_card_above_the_edges_of_others() -> None:
    cards = [piece(Mask(image="back.png"), key=str(number)) for number in range(4)]
    played = story(*cards, deck("0", "1", "2", "3"))
    assert shown(played.timeline.table.pieces["0"], played) is None
    top = seen(played, "3")
    assert (top.x, top.y) == (206, 144)
    assert [(layer.x, layer.y, layer.name) for layer in top.layers] == [
        (-6, 6, "back.png"),
        (-4, 4, "back.png"),
        (-2, 2, "back.png"),
        (0, 0, "back.png"),
    ]
    low = story(*cards, deck("0", "1", "2", "3", max_stack=2, face_down=False), blank="1,2,3")
    edge, face = seen(low, "3").layers
    assert edge.sketch is not None
    assert (edge.sketch.background, edge.sketch.frame, face.name) == (
        "#010203",
        CARD,
        "card.png",
    )


def test_a_picture_of_a_map_has_its_labels_and_frames() -> None:
    played = story(piece(label("W", background="0,255,0", font_size=30)), deck())
    assert played.tree is not None
    drawn = draw(played, Module(played.tree, Metadata("1"), played.images or {}), "Map")
    assert drawn.getpixel((100, 100)) == (255, 0, 0)
    assert drawn.getpixel((100 - 20, 70)) == (255, 255, 255)
    assert (0, 255, 0) in {drawn.getpixel((x, 50)) for x in range(85, 116)}
    assert drawn.getpixel((170, 150)) == drawn.getpixel((230, 150)) == (0, 0, 0)


def test_html_keeps_its_colours_and_weights() -> None:
    text = '<html><center>a <b>b<font color="#00FF00">c</b></font><br><br><i style="color:red">d'
    read = HTMLLines(text, 0, "#000000")
    assert read.centred
    assert [[tuple(run) for run in line] for line in read.lines] == [
        [("a ", 0, "#000000"), ("b", 1, "#000000"), ("c", 1, "#00ff00")],
        [],
        [("d", 2, "#ff0000")],
    ]


def can_be_written(text: str) -> bool:
    """VASSAL's sequences cannot hold a text that ends in a backslash."""
    return not text.endswith("\\")


@pytest.mark.long
@settings(max_examples=40)
@given(
    st.text(max_size=40).filter(can_be_written),
    st.booleans(),
    st.integers(-5, 900),
    st.sampled_from(["", "1,2,3"]),
)
def test_any_text_can_be_drawn(text: str, html: bool, size: int, background: str) -> None:
    shown_text = "<html>" + text if html else text
    played = story(piece(label(shown_text, font_size=size, background=background)))
    for layer in seen(played).layers[1:]:
        assert layer.sketch is not None
        assert draw_sketch(layer.sketch).size == layer.sketch.size


def test_a_label_is_drawn_in_a_font_like_its_own() -> None:
    fonts = ("Dialog", "SansSerif", "Monotype Corsiva", "Serif", "Times New Roman", "Monospaced")
    drawn = []
    for font in fonts:
        layers = seen(story(piece(Label(label="ill", font=font, font_size=20)))).layers
        sketch = next(layer.sketch for layer in layers if layer.sketch is not None)
        drawn.append((sketch.size, draw_sketch(sketch).tobytes()))
    assert drawn[0] == drawn[1] == drawn[2]
    assert drawn[3] == drawn[4]
    assert len(set(drawn)) == 3
    assert drawn[5][0][0] > drawn[0][0][0]
