"""Every trait: what the engine writes for a new one, and properties of its codec."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.vassal import traits as t
from modgen.vassal.fields import TARGET
from modgen.vassal.keys import Key, key
from modgen.vassal.sequence import SequenceError
from modgen.vassal.traits import REGISTRY, Opaque, Trait, parse_trait
from tests.vassal.strategies import fields_of, texts

# The type and state of a new trait, as engine 3.7.26 writes them (vassal-formats §5.5, §5.6).
FRESH = [
    ("prototype;", ""),
    (
        "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png;One,Two;true;Status;;;false;;1;1;true;;;;;1.0;;true",
        "1",
    ),
    ("rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true", "0"),
    ("pivot;;;0;0;true;90.0;;;;270.0", ""),
    ("obs;77,130;;Mask;I;?;player:;Peek;;true;;", "null;"),
    ("hide;73,130;Invisible;;player:;0.30000001192092896;;false", "null"),
    (
        "label;;Change label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false",
        "",
    ),
    ("mark;", ""),
    ("PROP;;false,0,100,false;;", ""),
    ("setprop;;false,0,100,false;;;Current Zone/Current Map/Module;", ""),
    (f"setpieceprop;;false,0,100,false;;;{TARGET};;false;1;true;;-1;false", ""),
    ("calcProp;;;", ""),
    ("macro;;Trigger;84,130;;;;false;;;counted;;;;false;;1;1", ""),
    (f"globalkey;;71,130;75,130;;false;1;true;true;;;-1;{TARGET};false;", ""),
    ("globalhotkey;;72,130;;", ""),
    ("report;;$location$: $newPieceName$ *;;;;false", "-1"),
    ("delete;Delete;68,130;", ""),
    ("clone;Clone;67,130;", ""),
    ("deselect;Deselect;75,0;;false;D", ""),
    (
        "markmoved;moved.gif;0;0;Toggle whether piece marked as moved;77,130;;false;Mark piece as moved;;Mark piece as unmoved;",
        "false",
    ),
    (
        "footprint;;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
        "false;;0;false",
    ),
    ("immob;;N;R;", ""),
    ("sendto;;;;;0;0;;;0;0;1;1;;L;;;;", ";;"),
    ("return;Return to Deck;82,130;;Select destination;;2;true;", ""),
    ("translate;Move Forward;77,130;0;60;false;0;0;0;0;", ""),
    ("placemark;Place Marker;77,130;null;null;0;0;false;;;;0;false;false;;1", ""),
    ("replace;Replace;82,130;null;null;0;0;false;;;;0;false;false;;1", ""),
    ("restrict;;false;true;", ""),
    ("hideCmd;;Hide;;", ""),
    ("submenu;Sub-Menu;;", ""),
    ("menuSeparator;;", ""),
    ("table;2;2;Show Data;83,130;", ""),
    ("propertysheet;;Property Sheet;;0;;;;80,130;", ""),
    ("button;;0;0;0;0;;false;true;1;0", ""),
    ("AreaOfEffect;128,128,128;30;1;true;Show area;;;true;;;;;;;;true", "false"),
    ("nonRect2;1.0;", ""),
    ("playSound;;Play Sound;80,130;false;;false", ""),
    ("mat;Mat;", "0"),
    ("matPiece;;true;0;0;;", "noMat"),
    (
        f"attach;;;Attach to pieces;;Clear all attachments;;;false;1;true;;-1;{TARGET};Clear matching attachments;;;nothing;nothing;clear;false;true",
        "0",
    ),
    ("locCommand;;;;Do Something At $LocationOfCommand$;;true", ""),
    ("basicName;", ""),
    ("cmt;", ""),
    ("locmsg;;;", ""),
    ("border;;;2;255,0,0;;AND", ""),
]
DECLARED = list(REGISTRY.values())


@pytest.mark.parametrize("wire", FRESH, ids=[wire[0].split(";")[0] for wire in FRESH])
def test_a_fresh_trait_of_the_engine_is_fully_declared(wire: tuple[str, str]) -> None:
    trait = parse_trait(*wire)
    assert type(trait) is not Opaque
    assert trait.canonical().texts == wire


def test_no_trait_of_the_engine_is_missing() -> None:
    assert {wire[0].split(";")[0] + ";" for wire in FRESH} | {"rotate;1;", "nonRect;"} == set(
        REGISTRY
    )


@pytest.mark.parametrize("made", DECLARED, ids=lambda made: made.__name__)
@given(data=st.data())
def test_what_is_written_reads_back(made: type[Trait], data: st.DataObject) -> None:
    values: dict[str, Any] = data.draw(fields_of(made))
    try:
        written = made(**values)
    except SequenceError:
        return  # a token ends in a backslash, or a list holds one empty text alone
    read = parse_trait(*written.texts)
    if type(read) is made:  # `rotate;1` belongs to free rotation
        assert {name: read.as_dict()[name] for name in values} == values
    assert read.texts == written.texts


@pytest.mark.parametrize("made", DECLARED, ids=lambda made: made.__name__)
@given(type_rest=texts, state=texts)
def test_what_is_read_is_written_back(made: type[Trait], type_rest: str, state: str) -> None:
    raw = (made.prefix + type_rest, state)
    found = parse_trait(*raw)
    found.as_dict()
    assert found.texts == raw


@pytest.mark.parametrize("made", DECLARED, ids=lambda made: made.__name__)
@given(data=st.data())
def test_a_change_touches_its_own_field_only(made: type[Trait], data: st.DataObject) -> None:
    try:
        first = made(**data.draw(fields_of(made)))
        changes = data.draw(fields_of(made))
        second = first.but(**changes)
    except SequenceError:
        return
    assert second.as_dict() == first.as_dict() | changes


def test_an_old_type_stays_short_until_a_later_field_changes() -> None:
    old = parse_trait("report;82\\,130;$name$ resets *", "-1")
    assert isinstance(old, t.ReportAction)
    assert old.keys == (Key(82, 130),)
    assert old.no_suppress is False
    assert old.but(format="x").texts[0] == "report;82\\,130;x"
    assert old.but(no_suppress=True).texts[0] == "report;82\\,130;$name$ resets *;;;;true"


def test_tokens_of_a_newer_engine_are_kept() -> None:
    new = parse_trait("delete;Delete;68,130;;from 4.0", "state of 4.0")
    assert isinstance(new, t.Delete)
    assert new.but(menu="Kill").texts == ("delete;Kill;68,130;;from 4.0", "state of 4.0")


def test_an_unknown_trait_is_kept() -> None:
    trait = parse_trait("conceal;C;ru/ruqmark", "null")
    assert type(trait) is Opaque
    assert trait.texts == ("conceal;C;ru/ruqmark", "null")


def test_unreadable_tokens_read_as_defaults_and_stay() -> None:
    trait = parse_trait("pivot;Turn;x;many;0;yes", "")
    assert isinstance(trait, t.Pivot)
    assert (trait.key, trait.x, trait.fixed) == (None, 0, False)
    assert trait.but(y=5).texts[0] == "pivot;Turn;x;many;5;yes"


def test_a_layer_without_a_version_is_version_0() -> None:
    old = parse_trait("emb2;;2;;;10;F;;2;;;;0;false;0;0;a,b;A,B;true;L", "2")
    assert isinstance(old, t.Layer)
    assert (old.version, old.level, old.images) == (0, 2, ("a", "b"))


def test_rotation_of_one_facing_has_fields_of_its_own() -> None:
    free = parse_trait("rotate;1;70,520;Rotate Freely;;;;;;;;true", "-90.0")
    assert isinstance(free, t.FreeRotation)
    assert (free.set_key, free.degrees) == (key("Alt+F"), -90.0)


def test_a_trail_grows_before_its_last_token() -> None:
    trail = parse_trait("footprint;;Trail", "true;Main Map;2;1,2;3,4;true")
    assert isinstance(trail, t.MovementTrail)
    assert (trail.trail, trail.initialised) == (("1,2", "3,4"), True)
    assert trail.but(trail=("5,6",)).texts[1] == "true;Main Map;1;5,6;true"


def test_a_wrong_count_is_bounded() -> None:
    trail = parse_trait("footprint;;Trail", "true;Main Map;999999999999;1,2")
    assert isinstance(trail, t.MovementTrail)
    assert trail.trail == ("1,2",)


def test_the_path_of_an_outline_is_not_a_sequence() -> None:
    outline = parse_trait("nonRect2;2.0;dM 0 0;L 1 1\\;Z", "")
    assert isinstance(outline, t.NonRectangular)
    assert (outline.scale, outline.path) == (2.0, "dM 0 0;L 1 1\\;Z")


def test_keys_in_the_form_before_named_keys() -> None:
    hide = parse_trait("hideCmd;;Hide;;DF", "")
    assert isinstance(hide, t.RestrictCommands)
    assert hide.keys == (key("Ctrl+D"), key("Ctrl+F"))


def test_commands_of_a_property() -> None:
    written = t.property_commands(
        ("Inc", key("Ctrl+Plus") if False else Key(43, 130), "I,1"), ("Set", key("Ctrl+J"), "P,3")
    )
    assert written == "Inc:43\\,130:I\\,1,Set:74\\,130:P\\,3"


@pytest.mark.parametrize(
    ("made", "values", "error"),
    [
        (t.Delete, {"menue": "x"}, "Delete has no field menue"),
        (t.Marker, {"nmae": ("x",)}, "Marker has no field nmae"),
    ],
)
def test_a_misspelt_field_is_an_error(
    made: type[Trait], values: dict[str, Any], error: str
) -> None:
    with pytest.raises(TypeError, match=error):
        made(**values)
    with pytest.raises(TypeError, match=error):
        made().but(**values)


def test_a_trait_cannot_be_assigned_to() -> None:
    with pytest.raises(AttributeError, match="but"):
        t.Delete().menu = "x"  # type: ignore[misc]


def test_a_list_that_the_format_cannot_represent_is_rejected() -> None:
    with pytest.raises(SequenceError, match="empty"):
        t.Layer(images=("",))
    with pytest.raises(SequenceError, match="backslash"):
        t.Delete(menu="x\\")
