"""What `modgen diff` says about two saves or logs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from modgen.cli import cli
from modgen.vassal import commands as c
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component, entry
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack
from modgen.vassal.save import board_command, property_command, save_text, write_save
from modgen.vassal.stream import Node
from modgen.vassal.traits import Trait

SIEGE = Metadata("1.0", "Siege", "a test")
STEP = t.Layer(name="Step", images=("a.png", "b.png"), level_names=("+ (fresh)", "+ (tired)"))
CARDS = ("11", "12", "13")
TRACKER = "TurnTracker0"


def at(x: int, key: str, name: str, *traits: Trait, map_name: str = "Field", y: int = 5) -> str:
    piece = GamePiece(traits, BasicPiece(name=name, gpid=f"g{name}"))
    return piece.at(map_name, x, y, key).add_command()


def deck(*cards: str, face_down: bool = True, name: str = "Draw pile") -> str:
    return Deck("90", DeckType(name=name), "Field", 50, 50, face_down, cards).add_command()


def write(
    path: Path,
    *pieces: str,
    restore: Iterable[str] = (),
    steps: Iterable[str] = (),
    version: str = "1.0",
) -> Path:
    nodes = [Node(step) for step in steps]
    text = save_text(pieces, [board_command("Field", [("Plain", 0, 0)]), *restore], nodes)
    write_save(path, text, SIEGE._replace(version=version))
    return path


def module(path: Path) -> Path:
    zones = [
        component("Zone", name=name, path=f"{x},0;{x + 40},0;{x + 40},90;{x},90")
        for name, x in (("Camp", 0), ("Hill", 40))
    ]
    board = component("Board", [component("ZonedGrid", zones)], name="Plain", width=80, height=90)
    maps: list[Component] = [
        component("Map", [component("BoardPicker", [board])], mapName="Field"),
        component("PrivateMap", mapName="Red hand", side="Red"),
        component("PrivateMap", mapName="Blue hand", side="Blue"),
    ]
    phases = component("ListTurnLevel", list="Move,Fight")
    turns = component("CounterTurnLevel", [phases], turnFormat="Turn $value$")
    tracker = component("TurnTracker", [turns], turnFormat="$level1$, $level2$")
    roster = component("PlayerRoster", [entry("Red"), entry("Blue")])
    tree = component("GameModule", [*maps, tracker, roster], name="Siege", version="1.0")
    write_module(path, Module(tree, SIEGE))
    return path


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["diff", *map(str, arguments)])


def compared(
    folder: Path,
    before: Sequence[str],
    after: Sequence[str],
    *options: str,
    **restore: Sequence[str],
) -> list[str]:
    """The lines of `modgen diff` about two saves with these pieces."""
    paths = [
        write(folder / f"{name}.vsav", *pieces, restore=restore.get(name, ()))
        for name, pieces in (("old", before), ("new", after))
    ]
    result = diff(*paths, "--module", module(folder / "siege.vmod"), *options)
    assert result.exit_code == (result.output != "No differences.\n"), result.output
    return result.output.splitlines()


def test_pieces_that_move_change_come_and_go(tmp_path: Path) -> None:
    old = [
        at(5, "1", "Guard", STEP.but(level=1)),
        at(5, "2", "Guard", STEP.but(level=1)),
        at(5, "3", "Guard", STEP.but(level=1)),
        at(45, "4", "Wall"),
        at(5, "5", "Spy", t.SendToLocation(x="1")),
    ]
    new = [
        at(45, "1", "Guard", STEP.but(level=1)),
        at(45, "2", "Guard", STEP.but(level=1)),
        at(6, "3", "Guard", STEP.but(level=2)),
        at(5, "5", "Spy", t.SendToLocation(x="1", back_map="Field", back_x="7")),
        at(45, "6", "Breach"),
    ]
    assert compared(tmp_path, old, new) == [
        "2 Guards (fresh) Camp → Hill",
        "Guard (fresh) in Camp flips to tired",
        "Wall is removed from Hill",
        "Breach is added in Hill",
    ]
    assert compared(tmp_path, old, old) == ["No differences."]


def test_a_piece_that_moves_and_changes(tmp_path: Path) -> None:
    new = [at(45, "1", "Guard", STEP.but(level=2))]
    assert compared(tmp_path, [at(5, "1", "Guard", STEP.but(level=1))], new) == [
        "Guard (fresh) Camp → Hill and flips to tired"
    ]


def test_pieces_of_games_without_common_ids_are_matched_by_name(tmp_path: Path) -> None:
    old = [at(5, "1", "Guard"), at(45, "2", "Guard"), at(45, "3", "Wall")]
    new = [at(45, "71", "Guard"), at(45, "72", "Guard"), at(45, "73", "Wall")]
    assert compared(tmp_path, old, new) == ["Guard Camp → Hill"]


def test_an_id_that_belongs_to_another_piece(tmp_path: Path) -> None:
    pieces = [at(5, key, "Guard") for key in "123"]
    assert compared(tmp_path, [*pieces, at(5, "9", "Spy")], [*pieces, at(5, "9", "Wall")]) == [
        "Spy is removed from Camp",
        "Wall is added in Camp",
    ]


def test_other_traits(tmp_path: Path) -> None:
    new = [at(5, "1", "Guard", t.Delete())]
    assert compared(tmp_path, [at(5, "1", "Guard")], new) == ["Guard in Camp has other traits"]


def test_owners(tmp_path: Path) -> None:
    mask = t.Mask(access="side:", mask_name="Unit", obscured_by="Red")
    own = t.Mask(mask_name="Unit", obscured_by="secret-a")
    lock = t.RestrictedAccess(owner="secret-a")
    old = [at(5, "1", "A", mask), at(5, "2", "B", own), at(5, "3", "C", lock)]
    new = [
        at(5, "1", "A", mask.but(obscured_by="Blue")),
        at(5, "2", "B", own.but(obscured_by="secret-b")),
        at(5, "3", "C", lock.but(owner="secret-b")),
    ]
    assert compared(tmp_path, old, new, "--reveal") == [
        "A in Camp is masked by Blue now",
        "B in Camp is masked by another player now",
        "C in Camp gets another owner",
    ]
    assert compared(tmp_path, old, new)[:1] == ["2 Units in Camp change"]


def test_decks_and_stacks(tmp_path: Path) -> None:
    cards = [at(50, key, f"Card {key}", y=50) for key in CARDS]
    units = [at(5, key, "Guard") for key in "12"]
    stack = Stack("80", "Field", 5, 5, ("1", "2")).add_command()
    turned = Stack("80", "Field", 5, 5, ("2", "1")).add_command()
    old = [*units, *cards, stack, deck(*CARDS)]
    assert compared(tmp_path, old, [*units, *cards, turned, deck("12", "11", "13")]) == [
        "the stack in Camp has another order",
        "Draw pile has another order",
    ]
    drawn = [at(5, "13", "Card 13"), *units, *cards[:2], stack]
    assert compared(tmp_path, old, [*drawn, deck(*CARDS[:2], face_down=False)]) == [
        "Card 13 Draw pile → Camp",
        "Draw pile has 2 cards instead of 3",
        "Draw pile is turned face up",
    ]
    assert compared(tmp_path, old, [*drawn, deck(*CARDS[:2], name="Discards")])[-2:] == [
        "Draw pile is removed",
        "Discards is added",
    ]


def test_everything_besides_pieces(tmp_path: Path) -> None:
    state = "0|{};0;false;-1;{}\\;0\\;0\\;true,true"
    old = [
        property_command("Weather", "rain"),
        c.AddPlayer(id="secret-a", name="Ann", side="Red").text,
        c.SetTurn(id=TRACKER, state=state.format(2, 0)).text,
        c.SetPublicNote(note="one").text,
    ]
    new = [
        property_command("Weather", "sun"),
        property_command("Flood", "high", "Field"),
        c.AddPlayer(id="secret-b", name="Bob", side="Blue").text,
        c.SetTurn(id=TRACKER, state=state.format(3, 1)).text,
        c.SetPublicNote(note="two").text,
        board_command("Field", [("Plain", 0, 0), ("Hills", 1, 0)]),
    ]
    assert compared(tmp_path, [], [], old=old, new=new) == [
        "Weather is sun instead of rain",
        "Flood of Field is high instead of empty",
        "the turn is Turn 3, Fight instead of Turn 2, Move",
        "Ann leaves as Red",
        "Bob joins as Blue",
        "Field shows Plain, Hills, not Plain",
        "the public note differs",
    ]


def test_a_side_learns_nothing_of_another_window(tmp_path: Path) -> None:
    old = [at(5, "1", "Ace", STEP.but(level=1), map_name="Red hand")]
    new = [at(5, "1", "Ace", STEP.but(level=2), map_name="Red hand")]
    values = {name: [property_command("Trumps", name, "Red hand")] for name in ("old", "new")}
    assert compared(tmp_path, old, new, "--as", "Red", **values) == [
        "Ace (fresh) in Red hand flips to tired",
        "Trumps of Red hand is new instead of old",
    ]
    assert compared(tmp_path, old, new, "--as", "Blue", **values) == [
        "a hidden piece in Red hand changes"
    ]


def test_logs_with_a_common_beginning(tmp_path: Path) -> None:
    guard = at(5, "1", "Guard")
    step = c.MovePiece(id="1", map="Field", x=45, y=5, old_map="Field", old_x=5, old_y=5).text
    chat = [f"CHAT<Ann> {number}" for number in range(3)]
    one = write(tmp_path / "one.vlog", guard, steps=[*chat, step])
    two = write(tmp_path / "two.vlog", guard, steps=chat[:2], version="1.1")
    result = diff(one, two)
    assert result.output.splitlines() == [
        "one.vlog was played on version 1.0 of `Siege`, two.vlog on version 1.1 of `Siege`.",
        "The first 2 steps are the same; then one.vlog has 2 and two.vlog 0.",
        "Guard Field 45,5 → Field 5,5",
    ]
    assert result.exit_code == 1
    data = json.loads(diff(one, two, "--json").output)
    assert data["common_steps"] == 2
    assert [each["steps"] for each in data["files"]] == [4, 2]
    assert data["differences"] == [
        {
            "kind": "moved",
            "name": "Guard",
            "before": "Field 45,5",
            "after": "Field 5,5",
            "count": 1,
            "text": "Guard Field 45,5 → Field 5,5",
        }
    ]
    # The same position, but another way to it.
    other = write(tmp_path / "other.vlog", guard, steps=["CHAT<Bob> 7"])
    assert diff(two, other).output.splitlines()[1:] == [
        "No steps are the same; then two.vlog has 2 and other.vlog 1.",
        "No differences.",
    ]


def test_two_steps_of_a_log_as_json(tmp_path: Path) -> None:
    step = c.MovePiece(id="1", map="Field", x=45, y=5, old_map="Field", old_x=5, old_y=5).text
    log = write(tmp_path / "one.vlog", at(5, "1", "Guard"), steps=[step])
    result = CliRunner().invoke(cli, ["log", str(log), "--diff", "0", "1", "--json"])
    assert json.loads(result.output)[0]["text"] == "Guard Field 5,5 → Field 45,5"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.vsav", "siege.vmod"), "one file is a module and the other is not"),
        (("a.vsav", "a.vsav", "a.vsav"), "give two saves or logs and no more"),
        (("a.vsav", "bad.vsav"), "bad.vsav is not a ZIP archive"),
        (("a.vsav", "none.vsav"), "none.vsav"),
        (
            ("a.vsav", "a.vsav", "--as", "Green", "--module", "siege.vmod"),
            "there is no side `Green`",
        ),
        (("a.vsav", "a.vsav", "--extension", "x.vmdx"), "--extension adds to a module"),
        (("siege.vmod", "siege.vmod", "--as", "Red"), "are for two saves or logs"),
    ],
)
def test_wrong_input_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    module(tmp_path / "siege.vmod")
    write(tmp_path / "a.vsav", at(5, "1", "Guard"))
    (tmp_path / "bad.vsav").write_bytes(b"PK")
    result = diff(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_modules_as_json(tmp_path: Path) -> None:
    path = module(tmp_path / "siege.vmod")
    save = write(tmp_path / "a.vsav", at(5, "1", "Guard"))
    result = diff(path, path, save, "--json")
    assert json.loads(result.output) == {
        "changes": [],
        "saves": [{"file": str(save), "problems": []}],
    }
