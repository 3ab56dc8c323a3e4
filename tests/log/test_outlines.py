"""Movement trails, frames of what moved last, and places of pieces in stacks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import Image, ImageColor

from modgen.log.outlines import Trail, add_frame, draw_trail, trail_of
from modgen.log.page import Recording
from modgen.log.pictures import draw, shown
from modgen.log.sketches import Sketch
from modgen.log.story import Story
from modgen.log.timeline import Timeline
from modgen.vassal import commands as c
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, GamePiece, Stack
from modgen.vassal.save import save_text, steps
from modgen.vassal.stream import Node, leaves
from modgen.vassal.traits import (
    BorderOutline,
    CalculatedProperty,
    Invisible,
    Label,
    Marker,
    MarkMoved,
    Mask,
    MovementTrail,
    NonRectangular,
    NonRectangularOld,
    Rotate,
    Trait,
)
from tests.importing.small_modules import picture

RED, YELLOW = (255, 0, 0), (255, 255, 0)
TRAIL = MovementTrail(
    key=Key(84, 130), visible=True, start_map="Map0", trail=("20,30",), unselected_opacity=100
)


def module(*parts: Component) -> Module:
    board = component("Board", name="B", width=200, height=150, color="255,255,255")
    field = component("Map", [component("BoardPicker", [board]), *parts], mapName="Map")
    tree = component("GameModule", [field, component("Map", mapName="Other")], name="Trails")
    images = {"unit.png": picture(20, 20, "blue"), "wide.png": picture(60, 40, "green")}
    return Module(tree, Metadata("1", "Trails"), images)


def piece(
    key: str, *traits: Trait, at: tuple[int, int] = (100, 80), image: str = "unit.png"
) -> GamePiece:
    return GamePiece(traits, BasicPiece(name="Unit", image=image)).at("Map", *at, key)


def story(
    objects: Sequence[GamePiece | Stack], nodes: Sequence[str] = (), *parts: Component
) -> tuple[Story, Module]:
    timeline = Timeline()
    text = save_text([each.add_command() for each in objects], [], map(Node, nodes))
    timeline.read(steps(leaves([text])))
    timeline.go(len(timeline))
    made = module(*parts)
    return Story(timeline, made.tree, "", made.images), made


def move(key: str, x: int, y: int, under: str = "null", to: str = "Map") -> str:
    return c.MovePiece(id=key, map=to, x=x, y=y, under=under, old_map="Map").text


def colour_at(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    found = image.convert("RGB").getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def amount(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """The number of pixels of a colour."""
    found = image.convert("RGB").getcolors(image.width * image.height) or []
    return sum(number for number, each in found if each == colour)


def test_a_trail_is_drawn_from_point_to_point() -> None:
    found = trail_of(TRAIL.but(line="255,0,0", fill="255,255,0", radius=5), "Map0", (60, 30))
    assert found is not None
    trail, middle = found
    assert trail.points == ((7, 7), (47, 7))
    assert (trail.size, middle) == ((54, 14), (40, 30))
    image = draw_trail(trail)
    assert colour_at(image, 30, 7) == RED
    assert colour_at(image, 7, 7) == YELLOW
    assert image.getpixel((30, 11)) == (0, 0, 0, 0)
    # The piece itself is no point of its trail.
    assert image.getpixel((47, 10)) == (0, 0, 0, 0)


def test_the_opacity_of_a_trail() -> None:
    trail = Trail(((5, 5), (25, 5)), (30, 10), 2, 1, "#ffffff", "#ff0000", 50)
    assert draw_trail(trail).getpixel((15, 5)) == (255, 0, 0, 127)


@pytest.mark.parametrize(
    "changes",
    [
        {"visible": False},
        {"start_map": "Map1"},
        {"trail": ()},
        {"trail": ("x,y", "1")},
        {"trail": ("90000,1",)},
    ],
)
def test_trails_that_are_not_drawn(changes: dict[str, object]) -> None:
    assert trail_of(TRAIL.but(**changes), "Map0", (60, 30)) is None


def test_a_trail_without_a_key_is_always_shown() -> None:
    assert trail_of(TRAIL.but(visible=False, key=None), "Map0", (60, 30)) is not None


def test_a_piece_is_drawn_with_its_trail_where_it_was() -> None:
    moved = piece("1", TRAIL.but(line="255,0,0"))
    played, made = story([moved])
    image = draw(played, made, "Map")
    assert colour_at(image, 60, 55) == RED
    assert colour_at(image, 100, 80) == (0, 0, 255)
    # In a stack the piece is drawn higher than its point, but its trail is not.
    stack = Stack("s", "Map", 100, 80, ("2", "1"))
    played, made = story([piece("2"), moved, stack])
    assert colour_at(draw(played, made, "Map"), 60, 55) == RED


def test_a_mask_hides_the_trail_inside_of_it() -> None:
    masked = piece("1", Mask(image="unit.png", obscured_by="Red"), TRAIL)
    played, _ = story([masked])
    (one,) = played.timeline.table.pieces.values()
    drawn = shown(one, played)
    assert drawn is not None
    assert not any(isinstance(layer.sketch, Trail) for layer in drawn.layers)


def test_what_moved_last_has_a_frame() -> None:
    units = [piece("1", at=(30, 30)), piece("2", at=(100, 80))]
    last = component("HighlightLastMoved", color="255,0,0", thickness=2)
    played, made = story(units, [move("1", 150, 100), "CHAT<Ann> done"], last)
    image = draw(played, made, "Map")
    assert colour_at(image, 140, 100) == RED
    assert colour_at(image, 90, 80) != RED
    played.timeline.go(0)
    assert amount(draw(played, made, "Map"), RED) == 0
    off = component("HighlightLastMoved", color="255,0,0", enabled=False)
    for others in ((), (off,)):
        played, made = story(units, [move("1", 150, 100)], *others)
        assert amount(draw(played, made, "Map"), RED) == 0


def test_what_moved_last_on_each_map() -> None:
    units = [piece("1", at=(30, 30)), piece("2", at=(100, 80)), piece("3", at=(100, 80))]
    stack = Stack("s", "Map", 100, 80, ("2", "3"))
    played, _ = story([*units, stack], [move("1", 100, 80, "3")])
    assert played.timeline.last_moved("Map") == ("2", "3", "1")
    assert played.timeline.last_moved("Other") == ()
    played, _ = story([*units, stack], [c.RemovePiece(id="2").text])
    assert played.timeline.last_moved("Map") == ("3",)
    played, _ = story(units[:1], [c.RemovePiece(id="1").text])
    assert played.timeline.last_moved("Map") == ()
    away = [move("1", 60, 60), move("1", 9, 9, to="Other")]
    played, _ = story(units, away)
    assert played.timeline.last_moved("Map") == ()
    assert played.timeline.last_moved("Other") == ("1",)


def test_a_frame_goes_around_all_boxes() -> None:
    image = Image.new("RGBA", (60, 60), "white")
    add_frame(image, [(10, 10, 30, 30), (20, 20, 40, 40)], "#ff0000", 1)
    red = [(x, y) for x in range(60) for y in range(60) if colour_at(image, x, y) == RED]
    assert {(10, 10), (30, 10), (40, 40), (10, 30)} <= set(red)
    assert (20, 30) in red
    assert not {(20, 20), (30, 30), (25, 25), (40, 10)} & set(red)
    add_frame(image, [], "#00ff00", 1)
    add_frame(image, [(0, 0, 5, 5)], "#00ff00", 0)
    add_frame(image, [(0, 0, 50_000, 5)], "#00ff00", 1)
    assert amount(image, RED) == len(red)


def spots(*images: str, **metrics: int) -> list[tuple[int, int]]:
    pieces = [piece(str(n), image=image) for n, image in enumerate(images)]
    stack = Stack("s", "Map", 100, 80, tuple(str(n) for n in range(len(images))))
    parts = [component("StackMetrics", **metrics)] if metrics else []
    played, _ = story([*pieces, stack], (), *parts)
    drawn = [shown(one, played) for one in played.timeline.table.pieces.values()]
    return [(one.x, one.y) for one in drawn if one is not None]


def test_pieces_of_a_stack_are_placed_by_their_edges() -> None:
    """The sizes are 20 x 20 and 60 x 40; edges to the left and below are 3 and 5 pixels apart."""
    near = {"unexSepX": 3, "unexSepY": 5}
    assert spots("unit.png", "unit.png", "unit.png", **near) == [(100, 80), (103, 75), (106, 70)]
    assert spots("unit.png", "wide.png", **near) == [(100, 80), (123, 65)]
    assert spots("wide.png", "unit.png", **near) == [(100, 80), (83, 85)]
    away = {"unexSepX": -3, "unexSepY": -5}
    assert spots("unit.png", "wide.png", **away) == [(100, 80), (77, 95)]
    assert spots("unit.png", "wide.png", unexSepX=0, unexSepY=0) == [(100, 80), (100, 80)]


def test_the_number_of_a_stack_does_not_count_hidden_pieces() -> None:
    number = CalculatedProperty(name="Count", expression='{CountStack("")}')
    pieces = [piece("0", number), piece("1", number), piece("2", Invisible(hidden_by="side:Red"))]
    played, _ = story([*pieces, Stack("s", "Map", 100, 80, ("2", "0", "1"))])
    table = played.timeline.table
    assert played.properties.of(table.pieces["1"]).get("Count") == "2"


@pytest.mark.parametrize("outer", [(), (NonRectangular(path="damaged"),)])
def test_a_turned_piece_is_in_its_stack_as_if_it_were_not_turned(outer: tuple[Trait, ...]) -> None:
    """An outline that cannot be read changes nothing."""
    turned = piece("1", *outer, Rotate(facings=4, facing=1), image="wide.png")
    pieces = [turned, piece("2")]
    metrics = component("StackMetrics", unexSepX=3, unexSepY=5)
    played, _ = story([*pieces, Stack("s", "Map", 100, 80, ("1", "2"))], (), metrics)
    upper = shown(played.timeline.table.pieces["2"], played)
    assert upper is not None
    assert (upper.x, upper.y) == (83, 85)


@pytest.mark.parametrize(("order", "colour"), [("Low,High", "blue"), ("High,Low", "green")])
def test_a_map_draws_its_pieces_by_layers(order: str, colour: str) -> None:
    """A higher layer is above, whatever the order in the save."""
    unit = piece("1", Marker(names=("Where",), values=("High",)), at=(100, 75))
    wide = piece("2", Marker(names=("Where",), values=("Low",)), image="wide.png")
    layers = component("LayeredPieceCollection", property="Where", layerOrder=order)
    played, drawn = story([unit, wide], (), layers)
    assert draw(played, drawn, "Map").getpixel((100, 75)) == ImageColor.getrgb(colour)
    both = [shown(one, played) for one in played.timeline.table.pieces.values()]
    assert [one.order for one in both if one] == sorted(
        (one.order for one in both if one), reverse=colour == "blue"
    )


def above(played: Story) -> str:
    """The ids of all pieces as they are drawn, the lowest first."""
    pieces = played.timeline.table.pieces.values()
    orders = {each.id: found.order for each in pieces if (found := shown(each, played)) is not None}
    return "".join(sorted(orders, key=orders.__getitem__))


FIRST, LAST = piece("1", at=(100, 140)), piece("2", at=(100, 80))
MARK = component("HighlightLastMoved")


@pytest.mark.parametrize(
    ("objects", "nodes", "parts", "expected"),
    [
        # A save has what is above after what is below it.
        ([FIRST, LAST], [], (), "12"),
        ([LAST, FIRST], [], (), "21"),
        # Stacks are above single pieces.
        ([FIRST, Stack("s", "Map", 100, 140, ("1",)), LAST], [], (), "21"),
        # A stack that is moved keeps its place, a piece that leaves one makes a new stack.
        (
            [FIRST, Stack("s", "Map", 9, 9, ("1",)), LAST, Stack("t", "Map", 8, 8, ("2",))],
            [move("s", 50, 50)],
            (),
            "12",
        ),
        (
            [FIRST, Stack("s", "Map", 9, 9, ("1",)), LAST, Stack("t", "Map", 8, 8, ("2",))],
            [move("1", 50, 50)],
            (),
            "21",
        ),
        # Where the map marks what moved last, it is in front, also later.
        (
            [FIRST, Stack("s", "Map", 9, 9, ("1",)), LAST, Stack("t", "Map", 8, 8, ("2",))],
            [move("s", 50, 50), "CHAT<Ann> done"],
            (MARK,),
            "21",
        ),
        # From another map it comes to the front.
        (
            [FIRST.at("Other", 9, 9, "1"), LAST],
            [move("1", 50, 50)],
            (),
            "21",
        ),
    ],
)
def test_what_is_drawn_above_what(
    objects: list[GamePiece | Stack],
    nodes: list[str],
    parts: tuple[Component, ...],
    expected: str,
) -> None:
    played, _ = story(objects, nodes, *parts)
    assert above(played) == expected
    played.timeline.go(0)
    at_first = above(story(objects, (), *parts)[0])
    assert above(played) == at_first


def drawn_by_page(played: Story, made: Module) -> set[tuple[int, ...]]:
    """The points and orders of drawing that the page has after all steps."""
    recording = Recording(played, made)
    states = dict(recording.start)
    for step in recording.steps(0, len(played.timeline)):
        if isinstance(step, list):
            states |= {number: after for number, _, after in step[0]}
    return {tuple(state[2:]) for state in states.values() if state}


def drawn_by_step(played: Story) -> set[tuple[int, ...]]:
    """The points and orders of drawing in a picture of the last step."""
    pieces = played.timeline.go(len(played.timeline)).pieces.values()
    return {(each.x, each.y, each.order) for one in pieces if (each := shown(one, played))}


def test_the_page_brings_a_stack_to_the_front_that_is_moved_to_its_own_point() -> None:
    stacks = [Stack("s", "Map", 100, 140, ("1",)), Stack("t", "Map", 100, 80, ("2",))]
    played, made = story([FIRST, LAST, *stacks], [move("s", 100, 140)], MARK)
    assert above(played) == "21"
    assert drawn_by_page(played, made) == drawn_by_step(played)


def test_the_page_draws_in_the_order_of_a_further_log() -> None:
    third = piece("3", at=(20, 20))
    played, made = story([FIRST, LAST, third], ["CHAT<Ann> done"])
    further = [each.add_command() for each in (third.at("Map", 30, 30, "3"), LAST, FIRST)]
    played.timeline.read(steps(leaves([save_text(further, [], [Node("CHAT<Ann> again")])])))
    assert drawn_by_page(played, made) == drawn_by_step(played)
    assert above(played) == "321"


def test_a_piece_outside_of_its_map_is_not_drawn() -> None:
    for x, y in ((-500, 20), (20, -500), (900, 20), (20, 900), (-10, 20)):
        played, made = story([piece("1", at=(x, y))], (), MARK)
        drawn = draw(played, made, "Map")
        assert drawn.size == (200, 150)
        assert bool(amount(drawn, ImageColor.getrgb("blue"))) is False


def test_a_piece_that_has_moved_has_its_mark() -> None:
    for name, size in (
        ("unit.png", (20, 20)),
        ("moved.gif", (9, 48)),
        ("/images/moved.gif", (9, 48)),
    ):
        mark = MarkMoved(image=name, x=12, y=-10, moved=True)
        played, made = story([piece("1", mark)])
        found = shown(played.timeline.table.pieces["1"], played)
        assert found is not None
        assert found.box == (-10, -10, 10, 10)
        top = found.layers[1]
        assert (top.x, top.y) == (12 + size[0] // 2, -10 + size[1] // 2)
        assert colour_at(draw(played, made, "Map"), 113, 71) != (255, 255, 255)
    for unseen in (mark.but(moved=False), mark.but(image="")):
        played, _ = story([piece("1", unseen)])
        found = shown(played.timeline.table.pieces["1"], played)
        assert found is not None
        assert len(found.layers) == 1


@pytest.mark.parametrize(
    "mark",
    [
        MarkMoved(image="moved.gif", moved=True),
        MarkMoved(image="unit.png", moved=True),
        MarkMoved(image="other.png", moved=True),
        BorderOutline(property="Framed"),
    ],
)
def test_a_piece_without_its_picture_has_its_name_below_its_mark(mark: Trait) -> None:
    framed = Marker(names=("Framed",), values=("true",))
    edge = NonRectangular(path="m,-4,-30,l,6,10,c")
    played, _ = story([piece("1", mark, edge, framed, image="lost.png")])
    found = shown(played.timeline.table.pieces["1"], played)
    assert found is not None
    name, lost, above = found.layers
    assert isinstance(name.sketch, Sketch)
    assert "".join(run.text for line in name.sketch.lines for run in line) == "Unit"
    assert lost.name == "lost.png"
    assert above.name == getattr(mark, "image", "").replace("moved.gif", "")


@pytest.mark.parametrize(
    ("outline", "box"),
    [
        (NonRectangularOld(path="nold 7,5.png,m,-4,-30,l,-4,-29,l,6,10,c"), (-4, -30, 6, 10)),
        (NonRectangular(path="m,-4,-30,l,6,10,c"), (-4, -30, 6, 10)),
        (NonRectangular(scale=0.5, path="dM -4.5 -30.0 L 6.0 10.2 Z"), (-3, -15, 3, 6)),
        (NonRectangular(path="damaged"), (-10, -10, 10, 10)),
        (NonRectangular(scale=1e9, path="m,1,1,l,2,2"), (-10, -10, 10, 10)),
        (NonRectangular(path="m,1,1,l,99999999,2"), (-10, -10, 10, 10)),
    ],
)
def test_a_stack_is_spread_by_the_outlines_of_its_pieces(
    outline: Trait, box: tuple[int, ...]
) -> None:
    pieces = [piece("1", outline), piece("2")]
    metrics = component("StackMetrics", unexSepX=3, unexSepY=5)
    played, _ = story([*pieces, Stack("s", "Map", 100, 80, ("1", "2"))], (), metrics)
    lower, upper = (shown(played.timeline.table.pieces[key], played) for key in "12")
    assert lower is not None
    assert upper is not None
    assert lower.box == box
    assert (upper.x, upper.y) == (100 + box[0] + 10 + 3, 80 + box[3] - 10 - 5)


def test_the_number_of_a_piece_in_its_stack_counts_from_the_top() -> None:
    number = '{StackPos==1 && StackSize>1 ? String.valueOf(StackSize) : ""}'
    traits = (Label(label="$Count$"), CalculatedProperty(name="Count", expression=number))
    pieces = [piece(str(n), *traits) for n in range(3)]
    alone = piece("9", *traits, at=(20, 20))
    played, _ = story([*pieces, alone, Stack("s", "Map", 100, 80, ("0", "1", "2"))])
    table = played.timeline.table
    values = [played.properties.of(table.pieces[key]).get("Count") for key in "0129"]
    assert values == ["", "", "3", ""]
    assert [played.properties.of(table.pieces[key]).get("StackPos") for key in "0129"] == list(
        "3211"
    )
    assert played.properties.of(table.pieces["9"]).get("DeckPosition") == "0"
