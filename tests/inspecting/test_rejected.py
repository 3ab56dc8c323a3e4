"""What the engine cannot read or warns of: each kind once, as VASSAL 3.7.26 reports it."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.inspecting.names import used_names
from modgen.inspecting.rejected import unreadable, unshown, warnings
from modgen.inspecting.report import inspect, text
from modgen.inspecting.syntax import fault
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from tests.importing.small_modules import PICTURE

HERE = "PieceSlot `Tank`"


def module(*parts: Component, **files: bytes) -> Module:
    images = {name.replace("_", "."): data for name, data in files.items()}
    return Module(component("GameModule", parts, version="1.0"), Metadata("1.0", "Odd"), images)


def slot(definition: str) -> Component:
    return component("PieceSlot", (), definition, entryName="Tank")


def piece(trait: str) -> Component:
    return slot(f"+/null/{trait}\tpiece;;;;Tank/\tnull;0;0;1;0")


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (component("Map", edgeWidth="abc"), "`edgeWidth` is `abc`, which is not a whole number"),
        (component("Map", edgeWidth=""), "`edgeWidth` is ``, which is not a whole number"),
        (component("DrawPile", x="1.5"), "`x` is `1.5`, which is not a whole number"),
        (component("DrawPile", x=str(2**31)), "`x` is `2147483648`, which is not a whole number"),
        (component("HexGrid", dx="wide"), "`dx` is `wide`, which is not a number"),
        (component("IntegerPreference", default="x"), "`default` is `x`, which is not a whole"),
        (component("Board", color="red"), "`color` is `red`, which is not a colour"),
        (component("Zoomer", zoomLevels="0.5,a"), "`zoomLevels` is `0.5,a`, which is not a list"),
        (
            component("GlobalKeyCommand", target="x"),
            "`target` is `x`, which is not a target that VASSAL",
        ),
        (component("MassKeyCommand", target="MAP|false|ROOM"), "`target` is `MAP|false|ROOM`"),
        (
            component("DrawPile", expressionCounting="true", countExpressions="A:1,B : {A ==}"),
            "expression `{A ==}` cannot be read",
        ),
        (piece("globalkey;G;;;;false;1;true;true;;;-1;MAP|no|HERE"), "has a target that VASSAL"),
        (component("Map", backgroundcolor="red"), "`backgroundcolor` is `red`, which is not a co"),
        (Component("my.own.Part", {"name": "P"}), "class `my.own.Part` is neither VASSAL's nor"),
        (Component("VASSAL.build.module.Mapp"), "class `VASSAL.build.module.Mapp` is neither"),
        (component("Zone", name="{A ==}"), "expression `{A ==}` cannot be read: `==` has no val"),
        (slot("no piece"), "its text is not the definition of a piece"),
        (slot("+/null/piece;;/null;0;0;1;0"), "the definition of its piece is cut short"),
        (piece("zzz;1;2"), "VASSAL does not know the trait `zzz`"),
        (piece("rotate;x;;;Turn"), "the trait `rotate` has no number of facings"),
        (piece("label;;Name;10;red;0,0,0"), "the trait `label` has the colour `red`, which"),
        (piece("calcProp;A;{1 + (2};"), "expression `{1 + (2}` cannot be read: `(` is not closed"),
    ],
)
def test_what_cannot_be_read(part: Component, expected: str) -> None:
    (found,) = unreadable(module(part))
    assert expected in found


@pytest.mark.parametrize(
    "part",
    [
        component("HexGrid", dx="5", dy="1e2"),
        component("BoardPicker", slotWidth="abc"),  # read with care
        component("Map", backgroundcolor="0xFFAA00", color="", edgeWidth="+3"),
        component("PieceWindow", name="{braces} in a name"),
        piece("rotate;6;;;Turn"),
        piece("rotate;1;;Turn"),
        component("PlayerRoster", [Component("entry", text="Red")]),
        Component("VASSAL.build.module.gamepieceimage.GamePieceImageDefinitions"),
    ],
)
def test_what_can_be_read(part: Component) -> None:
    assert list(unreadable(module(part))) == []


def test_classes_of_the_module_itself() -> None:
    own = module(Component("my.own.Part"), piece("zzz;1;2"))
    own.files = {"my/own/Part.class": b""}
    assert list(unreadable(own)) == []


def test_faults_of_one_kind_are_one_sentence() -> None:
    (found,) = unreadable(module(*[Component("my.own.Part", {"name": n}) for n in "ABC"]))
    assert found.startswith("Part `A` and 2 more: ")


def board(name: str, *grids: str) -> Component:
    return component("Board", [component(grid) for grid in grids], name=name)


def a_map(*boards: Component, before: tuple[Component, ...] = ()) -> Component:
    return component("Map", [*before, component("BoardPicker", boards)], mapName="M")


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([a_map()], "Map `M` has no board"),
        ([a_map(board("A"), board("A"))], "Map `M` has 2 boards named `A`"),
        ([a_map(board("A", "HexGrid", "SquareGrid"))], "Board `A` has several grids"),
        ([a_map(board("A"), before=(component("DrawPile"),))], "has its boards after a DrawPile"),
        ([component("GlobalProperty")], "GlobalProperty has no name"),
        ([component("PrototypeDefinition", name="P")] * 2, "2 prototypes are named `P`"),
        ([component("Documentation")] * 2, "has 2 components Documentation"),
        ([component("PrivateMap", useBoards="M", mapName="H")], "belongs to a side, but"),
    ],
)
def test_warnings(parts: list[Component], expected: str) -> None:
    (found,) = warnings(module(*parts))
    assert expected in found


def test_pictures_that_git_lfs_has_not_fetched_are_one_problem() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"
    odd = module()
    odd.images = {"a.png": pointer, "b.png": pointer, "c.png": pointer}
    (found,) = unshown(odd, ["a.png", "b.png"])
    assert found.startswith("Instead of 2 pictures, such as a.png, there are only Git LFS pointers")


def test_pictures_that_cannot_be_shown() -> None:
    shown = slot("+/null/piece;;;good.png;Tank/null;0;0;1;0")
    odd = module(shown, good_png=PICTURE)
    assert list(unshown(odd, used_names(odd.tree).pictures)) == []
    odd.images = {"good.png": b"<html>"}
    assert list(unshown(odd, used_names(odd.tree).pictures)) == [
        "The picture good.png cannot be read"
    ]
    odd.images = {
        "good.png": b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0"
    }
    assert "is a WEBP, which VASSAL cannot show" in next(unshown(odd, ["good.png"]))
    report = inspect(odd, Path("odd.vmod"))
    assert report.problems == len(report.unreadable) == 1
    assert report.unreadable[0] in list(text(odd, report))


@pytest.mark.parametrize(
    "expression",
    [
        '{Name =~ "a.*" && !Done || (Level > -1 ? A : "b") != C}',
        "{(int) Level + x[2] - -3 % 4}",
        '{"abc".substring(1).length() >= 2}',
        '{PlayerSide!~"("+side+"|x.*)"}',
        "{$Level$ + 1}",
        "{if (A) return 1; else return 2;}",
        "{f(A, g(), new String())}",
        "{}",
        "{a = b}",
        "{x instanceof String}",
        "{i++ + 1}",
    ],
)
def test_expressions_that_can_be_read(expression: str) -> None:
    assert fault(expression) == ""


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("{(A}", "`(` is not closed"),
        ("{A)}", "`)` closes nothing"),
        ('{A == "b}', "a quotation mark is missing"),
        ("{A &&}", "`&&` has no value behind it"),
        ("{&& A}", "`&&` has no value before it"),
        ("{f(A,)}", "`,` has no value behind it"),
        ("{A == == B}", "`==` has no value before it"),
        ("{Main Map}", "`Map` follows a value"),
        ("{A ! B}", "`!` has a value before it"),
        ("{A ` B}", "it has the sign ```"),
    ],
)
def test_expressions_that_cannot_be_read(expression: str, why: str) -> None:
    assert fault(expression) == why
