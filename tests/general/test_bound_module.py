"""A module that Modgen did not build, bound to a game folder: a synthetic one like real ones.

It has regions with names of their own, a deck, hands, layers with and without names, masks, and
sides with other names; its log is judged by the data and the rules of Four Vales.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from modgen.assets import template_path
from modgen.cli import cli
from modgen.errors import ModgenError
from modgen.log.locations import Locations
from modgen.log.table import Player, Table
from modgen.model.loading.folder import load
from modgen.vassal import commands as c
from modgen.vassal import sequence
from modgen.vassal.components import Component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Layer, Mask, Prototype, Trait
from modgen_rules.audit.books import Options
from modgen_rules.audit.sources import find
from modgen_rules.audit.work import examine
from modgen_rules.engine.pipeline import all_languages
from modgen_rules.engine.record.binding import BindingError, BoundPlaces, bound, plain_name
from modgen_rules.engine.record.binding_draft import draft
from modgen_rules.engine.record.trackers import Trackers
from tests.general.workbench import Hands

TEMPLATE = template_path()
AT = {
    "North Vale": (200, 100),
    "The East Vale": (300, 200),
    "South Vale": (200, 300),
    "Western Lands": (100, 200),
    "Red camp": (600, 100),
    "Camp of Azure": (600, 300),
}
NAMED = Layer(images=("a.png", "b.png"), level_names=("", "+ (Tired)"), name="Tired")
UNNAMED = Layer(images=("a.png", "b.png"), level_names=("", ""), name="Tired")
SLOTS: dict[str, tuple[Trait, ...]] = {
    "Red Army": (NAMED,),
    "Azure Host": (Prototype(name="Hosts"),),
    "Red Castle": (),
    "Fortress": (),
}


def slot(name: str, traits: Sequence[Trait], kind: str = "PieceSlot") -> Component:
    piece = GamePiece(tuple(traits), BasicPiece(name=name))
    tag = f"VASSAL.build.widget.{kind}"
    return Component(tag, {"entryName": name}, [], piece.definition())


def tree() -> Component:
    """The module's components."""
    regions = [
        Component("x.Region", {"name": name, "originx": str(x), "originy": str(y)})
        for name, (x, y) in AT.items()
    ]
    board = Component(
        "x.Board",
        {"name": "Vales", "width": "800", "height": "400"},
        [Component("x.RegionGrid", {}, regions)],
    )
    titles = ("Good roads", "Good harvest", "Storm", "Truce")
    deck = Component(
        "x.DrawPile",
        {"name": "Draw pile", "owningBoard": "Vales"},
        [slot(title, (), "CardSlot") for title in titles],
    )
    hosts = GamePiece((UNNAMED, Mask(mask_name="?")), BasicPiece()).definition()
    return Component(
        "VASSAL.build.GameModule",
        {"name": "Vales by Others", "version": "1.0"},
        [
            Component(
                "x.PlayerRoster",
                {},
                [
                    Component("entry", {}, [], "Red"),
                    Component("entry", {}, [], "Azure"),
                ],
            ),
            Component(
                "x.PrototypesContainer",
                {},
                [
                    Component("x.PrototypeDefinition", {"name": "Hosts"}, [], hosts),
                ],
            ),
            Component(
                "x.Map",
                {"mapName": "Main"},
                [
                    Component("x.BoardPicker", {}, [board]),
                    deck,
                ],
            ),
            Component("x.PlayerHand", {"mapName": "Red Hand"}),
            Component(
                "x.TurnTracker",
                {"name": "Turn"},
                [
                    Component(
                        "x.CounterTurnLevel",
                        {"start": "1"},
                        [
                            Component("x.ListTurnLevel", {"list": "Cards,March,Harvest"}),
                        ],
                    ),
                ],
            ),
            *(slot(name, traits) for name, traits in SLOTS.items()),
        ],
    )


def piece(name: str, level: int = 1, masked: bool = False) -> GamePiece:
    """A piece in play, with the traits of its prototypes."""
    traits: list[Trait] = []
    if name == "Red Army":
        traits = [NAMED.but(level=level)] if level > 1 else [NAMED]
    elif name == "Azure Host":
        layer = UNNAMED.but(level=level) if level > 1 else UNNAMED
        traits = [layer, Mask(mask_name="?", obscured_by="azure" if masked else "null")]
    return GamePiece(tuple(traits), BasicPiece(name=name))


def tracker(turn: int, phase: int) -> str:
    """The state of the turn tracker."""
    inner = sequence.join((str(phase), "0", "0", "true,true,true"), ";")
    return sequence.join(("0", sequence.join((str(turn), "0", "false", "-1", inner), ";")), "|")


def test_the_turn_tracker(other: Path, tmp_path: Path) -> None:
    trackers = Trackers(tree())
    assert trackers.shown("TurnTracker0", tracker(3, 1)) == ["3", "March"]
    assert trackers.shown("TurnTracker1", tracker(3, 1)) == []
    assert trackers.shown("", "0|0") == ["0", "Cards"]
    assert trackers.shown("TurnTracker0", "9|x;y") == []
    assert trackers.shown("TurnTracker0", "0|4;0;false;-1;99") == ["4", ""]
    places, _ = bound(completed(other, tmp_path), tree(), load(TEMPLATE).game)
    found = [places.phase("TurnTracker0", tracker(1, number)) for number in range(3)]
    assert found == ["card", "march", "count"]


class OtherTable:
    """The set-up of Four Vales as the other module's players see it."""

    def __init__(self) -> None:
        self.table = Table()
        self.number = 100
        for seat, side in (("red", "Red"), ("azure", "Azure")):
            self.table.put("players", seat, Player(seat, side))
        self.add(2, "Red Army", "The East Vale")
        self.add(1, "Red Castle", "The East Vale")
        self.add(2, "Azure Host", "Western Lands")
        self.add(1, "Fortress", "Western Lands")
        self.add(4, "Red Army", "Red camp")
        self.add(1, "Red Castle", "Red camp")
        self.add(4, "Azure Host", "Camp of Azure")
        self.add(1, "Fortress", "Camp of Azure")

    def add(self, number: int, name: str, place: str, map_name: str = "Main") -> list[str]:
        keys = []
        for _ in range(number):
            self.number += 1
            x, y = AT[place]
            made = piece(name).at(map_name, x + self.number % 7, y, str(self.number))
            self.table.apply(
                c.AddPiece(id=str(self.number), type=made.type_text(), state=made.state_text())
            )
            keys.append(str(self.number))
        return keys


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("other")
    write_module(folder / "vales.vmod", Module(tree(), Metadata("1.0", "Vales by Others")))
    return folder


def said(*arguments: object) -> tuple[int, str]:
    """Exit code and all output; an error is its message."""
    result = CliRunner().invoke(cli, [str(one) for one in arguments], standalone_mode=False)
    if isinstance(result.exception, ModgenError):
        return 2, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    code = result.return_value if isinstance(result.return_value, int) else result.exit_code
    return code, result.output


MISSING = """
  army_blue: [Azure Host]
  army_blue/tired: ["Azure Host #2", "Azure Host (masked)"]
  castle_blue: [Fortress]
"""


def test_a_draft() -> None:
    made = draft(tree(), all_languages(load(TEMPLATE)))
    assert made.parts["sides"] == {"red": ["Red"]}
    assert made.parts["phases"] == {"card": ["Cards"], "march": ["March"]}
    assert made.parts["pieces"] == {
        "army_red": ["Red Army"],
        "army_red/tired": ["Red Army (Tired)"],
        "castle_red": ["Red Castle"],
        "card_1": ["Good roads"],
        "card_2": ["Good harvest"],
        "card_3": ["Storm"],
        "card_4": ["Truce"],
    }
    assert made.parts["places"] == {
        "north": ["North Vale"],
        "east": ["The East Vale"],
        "south": ["South Vale"],
        "draw": ["Draw pile"],
        "red_camp": ["Red camp"],
        "hand:red": ["Red Hand"],
    }
    missing = {one.name: one.candidates for one in made.missing}
    assert {
        "blue",
        "count",
        "army_blue",
        "castle_blue",
        "west",
        "track",
        "hand:blue",
    } <= missing.keys()
    assert missing["blue_camp"][0] == "Camp of Azure"
    assert "Azure Host #2" not in made.spare
    assert "Azure Host" in made.spare
    assert "Fortress" in made.spare


def test_the_command(other: Path, tmp_path: Path) -> None:
    module = other / "vales.vmod"
    code, text = said("bind", module, "--game", TEMPLATE, "-o", tmp_path / "b.yaml")
    assert code == 0
    assert "16 names of " in text
    assert "No match for blue_camp (places): perhaps `Camp of Azure`" in text
    assert "  # blue_camp: [Camp of Azure]" in (tmp_path / "b.yaml").read_text("utf-8")
    empty = Component("VASSAL.build.GameModule", {"name": "Nothing", "version": "1.0"})
    write_module(tmp_path / "empty.vmod", Module(empty, Metadata("1.0", "Nothing")))
    code, text = said("bind", tmp_path / "empty.vmod", "--game", TEMPLATE)
    assert (code, "0 names of " in text) == (1, True)


def completed(other: Path, tmp_path: Path) -> Path:
    """The draft, completed by hand."""
    binding = tmp_path / "binding.yaml"
    said("bind", other / "vales.vmod", "--game", TEMPLATE, "-o", binding)
    text = binding.read_text("utf-8")
    text = text.replace("pieces:\n", f"pieces:{MISSING}")
    text = text.replace("sides:\n", "sides:\n  blue: [Azure]\n")
    text = text.replace("  # blue_camp:", "  blue_camp:")
    text = text.replace("phases:\n", "phases:\n  count: [Harvest]\n")
    text = text.replace("places:\n", "places:\n  west: [Western Lands]\n")
    binding.write_text(text, "utf-8")
    return binding


@pytest.mark.long
def test_check_log_and_replay(other: Path, tmp_path: Path) -> None:
    binding = completed(other, tmp_path)
    table = OtherTable()
    game = load(TEMPLATE).game
    log = Hands(game, [game], table.table, Metadata("1.0", "Vales by Others"))

    def go(seat: str, key: str, place: str) -> None:
        x, y = AT[place]
        log.put(key, "Main", x + 20 + len(log.steps), y, seat)

    def phase(number: int) -> None:
        log.step([c.SetTurn(id="TurnTracker0", state=tracker(1, number))])

    go("red", "101", "North Vale")
    go("red", "107", "The East Vale")
    go("azure", "104", "South Vale")
    go("azure", "114", "South Vale")  # an army from the camp to a vale without a castle
    phase(1)
    go("red", "103", "North Vale")  # a castle on the march
    go("azure", "105", "South Vale")
    path = tmp_path / "others.vlog"
    log.write(path)
    module = other / "vales.vmod"
    code, text = said(
        "check",
        path,
        "--game",
        TEMPLATE,
        "--bind",
        binding,
        "--module",
        module,
        "--select",
        "LAW-rule",
    )
    assert code == 1, text
    assert "Turn 1, Card, Blue: Blue army from Blue camp to South Vale." in text
    assert "LAW-rule-recruit" in text
    assert "Turn 1, March, Red: Red castle from East Vale to North Vale. A castle never" in text
    assert text.count("ILLEGAL") == 2
    options = Options((str(TEMPLATE),), binding=str(binding), module=str(module))
    (found,) = find([str(path)])
    result = examine(options, found, hard=False)
    assert result.game is not None, result.reason
    rows = result.game[1]
    assert (result.state, len(rows["turns"])) == ("judged", 4), result.reason
    illegal = {row[2] for row in rows["findings"] if row[4] == "illegal"}
    assert "LAW-rule-recruit" in illegal
    assert examine(Options((str(TEMPLATE),)), found, hard=False).state == "no-rules"
    code, text = said("log", path, "--module", module)
    assert (code, "Azure: Azure Host Western Lands → South Vale" in text) == (0, True), text
    code, text = said("replay", path, "--module", module, "-o", tmp_path / "game.html")
    assert (code, "7 steps" in text) == (0, True), text
    code, text = said("check", path, "--game", TEMPLATE)
    assert (code, "give a file of its names with --bind" in text) == (2, True)


@pytest.mark.parametrize(
    ("level", "masked", "face"),
    [(1, False, "fresh"), (2, False, "tired"), (1, True, "tired"), (2, True, "tired")],
)
def test_faces(other: Path, tmp_path: Path, level: int, masked: bool, face: str) -> None:
    """A face is known by a layer's name, by the number of its level, or by a mask."""
    game = load(TEMPLATE).game
    _, pieces = bound(completed(other, tmp_path), tree(), game)
    table = Table()
    made = piece("Azure Host", level, masked).at("Main", 1, 1, "7")
    table.apply(c.AddPiece(id="7", type=made.type_text(), state=made.state_text()))
    assert pieces.identify(table.pieces["7"]) == ("army_blue", face, "")
    red = piece("Red Army", level).at("Main", 1, 1, "8")
    table.apply(c.AddPiece(id="8", type=red.type_text(), state=red.state_text()))
    expected = "tired" if level == 2 else "fresh"
    assert pieces.identify(table.pieces["8"]) == ("army_red", expected, "")


def test_places(other: Path, tmp_path: Path) -> None:
    game = load(TEMPLATE).game
    places, _ = bound(completed(other, tmp_path), tree(), game)
    table = OtherTable()
    found = {
        name: str(places.place(table.table.pieces["101"]._replace(map=map_name, x=x, y=y), Table()))
        for name, map_name, x, y in (
            ("east", "Main", 300, 200),
            ("west", "Main", 101, 199),
            ("hand:red", "Red Hand", 5, 5),
            ("unknown", "Elsewhere", 5, 5),
            ("off", "", 0, 0),
        )
    }
    assert found == {name: name for name in found}
    assert places.side_names == {"Red": "red", "Azure": "blue"}


@pytest.mark.parametrize(
    ("region", "cell"),
    [
        ("Will 3", "3"),
        ("Will -2", "-2"),
        ("Will \N{MINUS SIGN}2", "-2"),
        ("Will-2", "2"),
        ("-8", "-8"),
    ],
)
def test_cells_below_0(region: str, cell: str) -> None:
    """The number of a region has a sign where our track has cells below 0."""
    regions = [Component("x.Region", {"name": region, "originx": "50", "originy": "50"})]
    board = Component(
        "x.Board",
        {"name": "Isles", "width": "100", "height": "100"},
        [Component("x.RegionGrid", {}, regions)],
    )
    tree = Component(
        "VASSAL.build.GameModule",
        {"name": "Isles"},
        [Component("x.Map", {"mapName": "Main"}, [Component("x.BoardPicker", {}, [board])])],
    )
    names = {region: "political_will:"}
    places = BoundPlaces(Locations(tree), names, signed={"political_will"})
    table = OtherTable()
    marker = table.table.pieces["101"]._replace(map="Main", x=50, y=50)
    assert str(places.place(marker, Table())) == f"political_will:{cell}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pieces: {army_rde: [x]}\nplaces: {east: [y]}",
            "`pieces` names `army_rde`, which my-game does not have; did you mean `army_red`?",
        ),
        ("pieces: {army_red/tried: [x]}\nplaces: {east: [y]}", "`army_red` has no face `tried`"),
        ("pieces: {army_red: [x]}\nplaces: {eest: [y]}", "`places` names `eest`"),
        ("pieces: {army_red: [x]}\nplaces: {}", "bind at least one piece, and one place or grid"),
        ("pieces: {army_red: [x]}\ngrids: {field: [y]}", "`grids` names `field`"),
        ("peices: {army_red: [x]}", "unknown part `peices`; did you mean `pieces`?"),
        ("pieces: {army_red: {a: b}}", "`pieces: army_red` is a list of names"),
        ("pieces: [a]", "write `pieces` as `our_name: [their names]`"),
        ("a: [", "this is not YAML"),
    ],
)
def test_bindings_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(BindingError) as caught:
        bound(path, tree(), load(TEMPLATE).game)
    assert message in str(caught.value)


@pytest.mark.parametrize("kind", ["SquareGrid", "HexGrid"])
@pytest.mark.parametrize("names", [True, False])
def test_grids(tmp_path: Path, kind: str, names: bool) -> None:
    """Cells have the same names with other zeros, or no names at all."""
    folder = tmp_path / "game"
    shutil.copytree(TEMPLATE, folder)
    form = "square" if kind == "SquareGrid" else "hex"
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(
            f"\ngrids:\n  - {{id: field, name: Field, kind: {form}, size: 10, columns: 6, rows: 5,"
            " rect: {x: 0, y: 0, w: 70, h: 60}}\n"
        )
    game = load(folder).game
    measures = {"dx": "50.0", "dy": "50.0", "x0": "25", "y0": "25"}
    numbers = {
        "hType": "A",
        "vType": "N",
        "hOff": "0",
        "vOff": "1",
        "hLeading": "0",
        "vLeading": "2",
        "stagger": "false",
    }
    numbering = [Component(f"x.{kind}Numbering", numbers)] if names else []
    grid = Component(f"x.{kind}", measures, numbering)
    board = Component("x.Board", {"name": "B", "width": "300", "height": "300"}, [grid])
    module = Component("x.GameModule", {}, [Component("x.Map", {"mapName": "M"}, [board])])
    made = draft(module, [game])
    assert made.parts["grids"] == {"field": ["B"]}
    path = tmp_path / "b.yaml"
    path.write_text("pieces: {army_red: [x]}\ngrids: {field: [B]}\n", "utf-8")
    places, _ = bound(path, module, game)
    table = OtherTable().table
    at = table.pieces["101"]._replace(map="M", pile="")
    found = [str(places.place(at._replace(x=x, y=y), table)) for x, y in ((25, 25), (75, 130))]
    assert found == ["A1", "B3"]


@pytest.mark.parametrize(
    ("one", "other"), [("B05", "b5"), ("1203", "12-03"), ("A1", "a01"), ("C 10", "c10")]
)
def test_plain_names(one: str, other: str) -> None:
    assert plain_name(one) == plain_name(other)


def test_different_cells_have_different_plain_names() -> None:
    names = ("B5", "B50", "B15", "1203", "1230", "1213")
    assert len({plain_name(name) for name in names}) == len(names)


def test_boards_have_the_sizes_of_their_pictures(tmp_path: Path) -> None:
    """Boards side by side: the second begins where the picture of the first ends."""
    folder = shutil.copytree(TEMPLATE, tmp_path / "game")
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "\ngrids:\n  - {id: field, name: Field, kind: square, size: 10, columns: 3, rows: 3,"
            " rect: {x: 0, y: 0, w: 30, h: 30}}\n"
        )
    game = load(folder).game
    numbers = {"hType": "A", "vType": "N", "hOff": "0", "vOff": "1", "stagger": "false"}
    grid = Component(
        "x.SquareGrid",
        {"dx": "50.0", "dy": "50.0", "x0": "25", "y0": "25"},
        [Component("x.SquareGridNumbering", numbers)],
    )
    boards = [
        Component("x.Board", {"name": name, "image": f"{name}.png"}, [grid]) for name in ("A", "B")
    ]
    module = Component("x.GameModule", {}, [Component("x.Map", {"mapName": "M"}, boards)])
    picture = io.BytesIO()
    Image.new("1", (150, 150)).save(picture, "PNG")
    images = {"A.png": picture.getvalue(), "B.png": picture.getvalue()}
    assert draft(module, [game], images).parts["grids"] == {"field": ["A", "B"]}
    path = tmp_path / "b.yaml"
    path.write_text("pieces: {army_red: [x]}\ngrids: {field: [A, B]}\n", "utf-8")
    places, _ = bound(path, module, game, images)
    table = OtherTable().table
    table.boards["M"] = (("A", "0", "0"), ("B", "1", "0"))
    piece = table.pieces["101"]._replace(map="M", pile="")
    found = [str(places.place(piece._replace(x=x, y=30), table)) for x in (30, 130, 180, 280, 310)]
    assert found[:4] == ["A1", "C1", "A1", "C1"]
    assert "A1" not in found[4]
