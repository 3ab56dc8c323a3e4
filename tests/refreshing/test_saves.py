"""What pieces of saves become, and what they keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.refreshing.files import Source, Target
from modgen.refreshing.outcome import Outcome
from modgen.refreshing.saves import Options
from modgen.refreshing.traits import Matching
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import Component
from modgen.vassal.keys import Key, command
from modgen.vassal.pieces import GamePiece
from modgen.vassal.save import SaveFile
from tests.refreshing.modules import piece, pieces_of, prototype, saved, slot, text_of, tree, write

STEP = t.Layer(name="Step", images=("a.png", "b.png", "c.png"), level=1)
HITS = t.DynamicProperty(name="Hits", value="0")
MASK = t.Mask(key=Key(70, 130), image="back.png")


def brought(
    path: Path, root: Component, data: bytes, options: Options | None = None
) -> tuple[bytes, Outcome]:
    """A save refreshed to a module."""
    target = Target(Source(write(path / "new.vmod", root), (), options or Options()))
    new = target.refreshed(Path("test.vsav"), data)
    return archive_bytes(new.entries), new.outcome


def only(data: bytes) -> GamePiece:
    (found,) = pieces_of(data).values()
    return found


def test_a_piece_gets_new_traits_and_keeps_its_states(tmp_path: Path) -> None:
    mark = t.Marker(names=("Army",), values=("blue",))
    root = tree(slot("7", "Guard", t.Delete(), HITS.but(description="losses"), STEP, mark))
    old_mark = t.Marker(names=("Army",), values=("red",))
    data = saved(piece("1", "7", "Guard", old_mark, STEP.but(level=-2), HITS.but(value="3")))
    new, outcome = brought(tmp_path, root, data)
    made = only(new)
    kinds = [type(trait) for trait in made.traits]
    assert kinds == [t.Delete, t.DynamicProperty, t.Layer, t.Marker]
    assert made.traits[1:] == (
        HITS.but(value="3", description="losses"),
        STEP.but(level=-2),
        mark,
    )
    assert made.basic == only(data).basic
    assert (outcome.refreshed, outcome.unchanged, outcome.left) == (1, 0, 0)


def test_everything_but_pieces_stays(tmp_path: Path) -> None:
    root = tree(slot("7", "Guard", t.Delete()))
    data = saved(piece("1", "7", "Guard"))
    new, _ = brought(tmp_path, root, data)
    before, after = text_of(data).split("\x1b"), text_of(new).split("\x1b")
    assert [n for n, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1] == [3]


def test_traits_of_prototypes_are_put_in_with_their_parameters(tmp_path: Path) -> None:
    common = prototype("Common", t.Comment(comment="x"), t.CalculatedProperty(name="$what$"))
    uses = t.Prototype(name="Common", parameters="what=Speed")
    root = tree(slot("7", "Guard", uses, t.Prototype(name="None")), prototypes=[common])
    new, _ = brought(tmp_path, root, saved(piece("1", "7", "Guard")))
    assert only(new).traits == (t.CalculatedProperty(name="Speed"),)


def test_a_piece_is_found_by_its_name_when_nothing_has_its_gpid(tmp_path: Path) -> None:
    root = tree(slot("8", "Guard", t.Delete()), slot("9", "Scout", HITS))
    data = saved(piece("1", "7", "Guard"), piece("2", "", "Spy"))
    new, outcome = brought(tmp_path, root, data)
    made = pieces_of(new)
    assert made["1"].traits == (t.Delete(),)
    assert made["1"].basic.gpid == "8"
    assert made["2"] == pieces_of(data)["2"]
    assert list(outcome.details()) == [
        "1 piece `Spy` (gpid none): not in the module, left as before",
        "1 piece `Guard` (gpid 7): found by name, now gpid 8",
    ]
    _, outcome = brought(tmp_path, root, data, Options(by_name=False))
    assert outcome.left == 2


def test_slots_of_one_name_are_told_apart_by_their_traits(tmp_path: Path) -> None:
    root = tree(slot("8", "Guard", HITS, t.Delete()), slot("9", "Guard", STEP, t.Delete()))
    data = saved(piece("1", "7", "Guard", STEP.but(level=2)), piece("2", "7", "Guard"))
    new, outcome = brought(tmp_path, root, data)
    assert pieces_of(new)["1"].traits == (STEP.but(level=2), t.Delete())
    assert pieces_of(new)["2"].traits == ()
    assert sum(outcome.ambiguous.values()) == outcome.left == 1


def test_a_gpid_that_belongs_to_another_name_is_reported(tmp_path: Path) -> None:
    root = tree(slot("7", "Scout", t.Delete()), slot("8", "Guard"))
    _, outcome = brought(tmp_path, root, saved(piece("1", "7", "Guard")))
    assert list(outcome.details()) == ["1 piece `Guard` (gpid 7): now `Scout`, whose gpid it is"]


def test_pieces_that_traits_place_have_definitions_too(tmp_path: Path) -> None:
    placed = GamePiece((t.Delete(),), only(saved(piece("1", "", "Fire"))).basic).definition()
    root = tree(slot("7", "Guard", t.PlaceMarker(spec=placed, gpid="12")))
    new, _ = brought(tmp_path, root, saved(piece("1", "12", "Fire")))
    assert only(new).traits == (t.Delete(),)


def test_codes_of_named_commands_and_old_notations_are_no_change(tmp_path: Path) -> None:
    flip = t.GlobalHotkey(global_key=command("Flip"))
    other = t.GlobalHotkey(global_key=Key(63743, 0, "Flip"))
    inside = t.DynamicProperty(name="N", commands=r":57350\,0\,Add:I\,1", value="2")
    outside = inside.but(commands=r":63743\,0\,Add:I\,1")
    button = t.ActionButton.parse("button;65,2;-5;-5;10;10;press;false;false", "")
    drawn = (("-5", "-5"), ("5", "-5"), ("5", "5"), ("-5", "5"))
    newer = t.ActionButton(
        key=Key(65, 130),
        x=-5,
        y=-5,
        width=10,
        height=10,
        description="press",
        whole_shape=False,
        polygon=drawn,
    )
    back = t.ReturnToDeck.parse("return;;;Draw;Select destination;", "")
    deck = t.ReturnToDeck(menu="", deck="Draw", deck_expression="Draw")
    root = tree(slot("7", "Guard", other, outside, button, back))
    data = saved(piece("1", "7", "Guard", flip, inside, newer, deck))
    new, outcome = brought(tmp_path, root, data)
    assert text_of(new) == text_of(data)
    assert outcome.unchanged == 1
    root = tree(slot("7", "Guard", other, outside, button.but(x=-4), back))
    assert brought(tmp_path, root, data)[1].refreshed == 1


def test_two_traits_of_one_definition_keep_their_own_states(tmp_path: Path) -> None:
    root = tree(slot("7", "Guard", t.Delete(), HITS, HITS))
    data = saved(piece("1", "7", "Guard", HITS.but(value="1"), HITS.but(value="2")))
    new, _ = brought(tmp_path, root, data)
    assert [trait.texts[1] for trait in only(new).traits] == ["", "1", "2"]
    # The engine gives both the state of the first.
    new, _ = brought(tmp_path, root, data, Options(matching=Matching.VASSAL))
    assert [trait.texts[1] for trait in only(new).traits] == ["", "1", "1"]


@pytest.mark.parametrize(
    ("matching", "values"),
    [
        (Matching.NAMED, ["-2", "5", "ready"]),
        (Matching.VASSAL, ["-2", "0", "ready"]),
        (Matching.SAME, ["1", "0", ""]),
    ],
)
def test_how_traits_are_matched(tmp_path: Path, matching: Matching, values: list[str]) -> None:
    label = t.Label(key=Key(76, 130), description="Note", label="ready")
    new_label = label.but(font_size=20, label="")
    changed = [STEP.but(x=9), HITS.but(constraints="true,0,9,false"), new_label]
    data = saved(piece("1", "7", "Guard", STEP.but(level=-2), HITS.but(value="5"), label))
    new, outcome = brought(
        tmp_path, tree(slot("7", "Guard", *changed)), data, Options(matching=matching)
    )
    assert [trait.texts[1] for trait in only(new).traits] == values
    assert len(outcome.lost) == values.count("1") + values.count("0") + values.count("")


def test_a_label_that_nothing_changes_shows_the_new_text(tmp_path: Path) -> None:
    root = tree(slot("7", "Guard", t.Label(label="new"), t.Delete()))
    new, _ = brought(tmp_path, root, saved(piece("1", "7", "Guard", t.Label(label="old"))))
    assert only(new).traits[0] == t.Label(label="new")


def test_a_layer_with_fewer_levels_shows_its_last(tmp_path: Path) -> None:
    shorter = STEP.but(images=("a.png", "b.png"))
    data = saved(piece("1", "7", "Guard", STEP.but(level=-3)))
    new, _ = brought(tmp_path, tree(slot("7", "Guard", shorter)), data)
    assert only(new).traits == (shorter.but(level=-2),)


def test_a_mask_keeps_its_owner_and_nothing_is_revealed(tmp_path: Path) -> None:
    hidden = piece("1", "7", "Guard", MASK.but(obscured_by="anna"))
    changed = MASK.but(image="other.png")
    new, _ = brought(tmp_path, tree(slot("7", "Guard", t.Delete(), changed)), saved(hidden))
    assert only(new).traits[1] == changed.but(obscured_by="anna")
    root = tree(slot("7", "Guard", t.Delete()))
    new, outcome = brought(tmp_path, root, saved(hidden))
    assert text_of(new) == text_of(saved(hidden))
    assert outcome.left == 1
    new, outcome = brought(tmp_path, root, saved(piece("1", "7", "Guard", MASK)))
    assert only(new).traits == (t.Delete(),)


def test_pieces_that_begin_alike_are_each_refreshed(tmp_path: Path) -> None:
    root = tree(slot("7", "Guard", t.Clone(), t.Delete()), slot("8", "Guard", t.Clone()))
    alike = [piece("1", "7", "Guard", t.Delete()), piece("2", "7", "Guard", t.Delete())]
    other = piece("3", "8", "Guard", t.Delete())
    new, outcome = brought(tmp_path, root, saved(*alike, other))
    assert [[type(each) for each in found.traits] for found in pieces_of(new).values()] == [
        [t.Clone, t.Delete],
        [t.Clone, t.Delete],
        [t.Clone],
    ]
    assert list(pieces_of(new)) == ["1", "2", "3"]
    assert outcome.refreshed == 3


def test_a_piece_that_cannot_be_read_stays(tmp_path: Path) -> None:
    broken = "+/1/delete;\tpiece;;;a.png;Guard/null"
    root = tree(slot("7", "Guard", t.Clone()))
    new, outcome = brought(tmp_path, root, saved(broken, piece("2", "7", "Guard")))
    assert broken in text_of(new)
    assert (outcome.unread, outcome.refreshed) == (1, 1)


def test_metadata_become_those_of_the_module(tmp_path: Path) -> None:
    new, _ = brought(tmp_path, tree(slot("7", "Guard")), saved(piece("1", "7", "Guard")))
    with SaveFile(Path("new.vsav"), new) as opened:
        assert opened.moduledata is not None
        assert opened.savedata is not None
        assert (opened.moduledata.name, opened.moduledata.version) == ("Siege", "1.1")
        assert opened.savedata.version == "1.1"


def test_a_save_of_another_module_is_reported(tmp_path: Path) -> None:
    root = tree(slot("7", "Guard"))
    root.attributes["name"] = "Storm"
    target = Target(Source(write(tmp_path / "new.vmod", root, name="Storm")))
    outcome = target.refreshed(Path("test.vsav"), saved(piece("1", "7", "Guard"))).outcome
    assert list(outcome.details()) == ["it was played on another module, `Siege`"]


def test_a_trait_with_a_named_command_is_found_by_it(tmp_path: Path) -> None:
    send = t.SendToLocation(key=Key(57400, 0, "Home"), x="1", back_map="Field", back_x="3")
    moved = send.but(key=Key(63743, 0, "Home"), x="2", back_map="", back_x="")
    new, _ = brought(tmp_path, tree(slot("7", "Guard", moved)), saved(piece("1", "7", "A", send)))
    assert only(new).traits == (moved.but(back_map="Field", back_x="3"),)


def test_a_mat_lets_go_of_what_it_cannot_carry_any_more(tmp_path: Path) -> None:
    ship, cargo = t.Mat(name="Ship"), t.MatCargo()
    data = saved(
        piece("1", "7", "Ship", ship.but(contents=("2", "3"))),
        piece("2", "8", "Crew", cargo.but(mat="1")),
        piece("3", "9", "Gun", cargo.but(mat="1")),
        piece("4", "6", "Raft", ship.but(contents=("5",))),
        piece("5", "9", "Gun", cargo.but(mat="4")),
    )
    slots = [
        slot("7", "Ship", ship),
        slot("8", "Crew"),
        slot("9", "Gun", t.Delete(), cargo),
        slot("6", "Raft", t.Delete()),
    ]
    made = pieces_of(brought(tmp_path, tree(*slots), data)[0])
    assert made["1"].traits == (ship.but(contents=("3",)),)
    assert made["2"].traits == ()
    assert made["3"].traits[1] == cargo.but(mat="1")
    assert made["5"].traits[1] == cargo


@pytest.mark.parametrize("matching", list(Matching))
def test_a_mat_that_is_defined_otherwise_keeps_its_cargo(
    tmp_path: Path, matching: Matching
) -> None:
    ship, cargo = t.Mat(name="Ship", contents=("2",)), t.MatCargo(mat="1")
    data = saved(piece("1", "7", "Ship", ship), piece("2", "8", "Crew", cargo))
    fleet, men = t.Mat(name="Fleet"), t.MatCargo(description="men")
    root = tree(slot("7", "Ship", t.Delete(), fleet), slot("8", "Crew", men))
    made = pieces_of(brought(tmp_path, root, data, Options(matching=matching))[0])
    assert made["1"].traits[1] == fleet.but(contents=("2",))
    assert made["2"].traits == (men.but(mat="1"),)
