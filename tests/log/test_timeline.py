"""Timelines: the table after each step, forwards and backwards; places; the story."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.cli.log import log as log_command
from modgen.log.dice import chart, rolls
from modgen.log.locations import Locations
from modgen.log.story import Story
from modgen.log.table import COLLECTIONS, Table, merged, place_of
from modgen.log.timeline import Timeline, read_timeline
from modgen.vassal import commands as c
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, read_module
from modgen.vassal.pieces import BasicPiece, GamePiece, Stack
from modgen.vassal.roundtrip import round_trip
from modgen.vassal.save import save_text, steps, write_save
from modgen.vassal.stream import Node, StreamError, leaves
from modgen.vassal.traits import Layer

CORPUS = Path(__file__).parent.parent / "corpus"


@pytest.fixture(scope="session")
def module(power_file: Path) -> Module:
    return read_module(power_file)


@pytest.fixture(scope="session")
def played() -> Timeline:
    """A game of the real engine on our module: moves, flips, declarations, a draw, an undo."""
    return read_timeline([CORPUS / "people-power.vlog"])


def snapshot(table: Table) -> dict[str, object]:
    return {
        "pieces": dict(table.pieces),
        "piles": dict(table.piles),
        "properties": dict(table.properties),
        "players": dict(table.players),
    }


@pytest.mark.long
def test_the_engine_ends_at_the_same_table(played: Timeline, module: Module) -> None:
    """Every piece is where the engine has it, under the engine's names, in the same stack."""
    expected = json.loads((CORPUS / "people-power.json").read_text("utf-8"))
    table = played.go(len(played))
    locations = Locations(module.tree)
    assert played.problems == []
    assert len(table.pieces) == len(expected["pieces"])
    for row in expected["pieces"]:
        piece = table.pieces[row["id"]]
        assert [piece.map, piece.x, piece.y] == row["at"]
        pile = table.piles.get(piece.pile)
        if row["deck"] is None:
            place = locations.place(piece.map, piece.x, piece.y, table.boards)
            assert [place.location, place.zone, place.board] == row["names"]
            assert (pile.contents.index(piece.id) if pile else None) == row["index"]
    decks = {pile.id: len(pile.contents) for pile in table.piles.values() if pile.is_deck}
    assert decks == expected["decks"]


def test_every_step_can_be_undone(played: Timeline) -> None:
    tables = []
    for number in range(len(played) + 1):
        tables.append(snapshot(played.go(number)))
    for number in reversed(range(len(played) + 1)):
        assert snapshot(played.go(number)) == tables[number]
    order = list(range(len(played) + 1)) * 2
    random.Random(1).shuffle(order)
    for number in order:
        assert snapshot(played.go(number)) == tables[number]


def test_undone_steps_are_marked(played: Timeline) -> None:
    undoing = [moment for moment in played.moments if moment.undoes]
    assert len(undoing) == 1
    taken = undoing[0].undoes
    assert taken == undoing[0].number - 1
    assert played.undone == {taken, undoing[0].number}
    before = snapshot(played.go(taken - 1))
    assert snapshot(played.go(undoing[0].number))["piles"] == before["piles"]


def test_story(played: Timeline, module: Module) -> None:
    lines = {line.number: line for line in Story(played, module.tree).lines()}
    texts = [line.text for line in lines.values()]
    assert "2 Troops Manila → Northern Luzon" in texts
    assert "Government Resources Edge track 18 → Edge track 19" in texts
    assert "White pawn Davao → Pawns; Black pawn Cebu → Pawns" in texts
    assert any("Draw deck → Played cards" in text for text in texts)
    assert {line.side for line in lines.values()} == {"", "Government"}
    assert sum(line.undone for line in lines.values()) == 1


def test_without_a_module_places_are_pixels(played: Timeline) -> None:
    line = next(line for line in Story(played).lines() if "Troops" in line.text)
    assert "2 Troops ~Manila → Map 1524,5" in line.text


def test_no_such_step(played: Timeline) -> None:
    for number in (-1, len(played) + 1):
        with pytest.raises(IndexError):
            played.go(number)


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "2 Troops Manila → Northern Luzon"),
        (["--chat"], "Government declared: Event, unshaded"),
        (["--at", "0"], "Northern Luzon: 1 Alignment: Northern Luzon"),
        (["--diff", "0", "2"], "2 Troops Manila → Northern Luzon"),
        (["--bookmark", "white pawn"], "After step 14 of"),
        (["--to-step", "2"], "2 Troops Manila → Northern Luzon"),
        (["--against", str(CORPUS / "people-power.vlog")], "No differences."),
        (["--find", "pawn", "--json"], '"text": "White pawn Pawns → Manila"'),
    ],
)
def test_log_command(options: list[str], words: str, power_file: Path) -> None:
    arguments = [str(CORPUS / "people-power.vlog"), "--module", str(power_file), *options]
    ran = CliRunner().invoke(log_command, arguments)
    assert ran.exit_code == 0, ran.output
    assert words in ran.output


# --- written by us ---------------------------------------------------------------------------


def made(map_name: str, x: int, y: int, piece_id: str) -> GamePiece:
    layer = Layer(name="Face", images=("a.png", "b.png"), level_names=("+ (A)", "+ (B)"), level=1)
    return GamePiece((layer,), BasicPiece(name="Cube")).at(map_name, x, y, piece_id)


def timeline_of(nodes: list[Node]) -> Timeline:
    pieces = [made("Map", 10 * n, 20, str(n)).add_command() for n in range(4)]
    pieces.append(Stack("s", "Map", 0, 20, ("0", "1")).add_command())
    text = save_text(pieces, [], nodes)
    timeline = Timeline()
    timeline.read(steps(leaves([text])))
    return timeline


def test_a_stack_takes_its_pieces_along() -> None:
    timeline = timeline_of([Node(c.MovePiece(id="s", map="Map", x=50, y=60).text)])
    table = timeline.table
    assert [(table.pieces[key].x, table.pieces[key].y) for key in "01"] == [(50, 60)] * 2


def test_a_piece_joins_the_pile_at_its_point_and_leaves_its_stack() -> None:
    timeline = timeline_of(
        [
            Node(c.MovePiece(id="1", map="Map", x=30, y=20, under="3").text),
            Node(c.MovePiece(id="2", map="Map", x=0, y=20).text),
        ]
    )
    assert timeline.table.piles["s"].contents == ("2", "0")
    assert timeline.go(1).piles["s"].contents == ("0",)
    assert timeline.go(0).piles["s"].contents == ("0", "1")


def test_an_undo_of_a_move_to_the_same_point() -> None:
    """It has no commands. It takes back the move, and a later undo takes back the step before."""
    move = Node(c.MovePiece(id="s", map="Map", x=0, y=20).text)
    undo = Node("", (Node(c.Undo().text), Node(c.Undo(begins=False).text)))
    timeline = timeline_of([Node("CHAT<Ann> ready"), move, undo, undo])
    assert {kind for kind, *_ in timeline.moments[1].changes} == {"raised"}
    assert [moment.undoes for moment in timeline.moments] == [None, None, 2, 1]


def test_a_copy_of_a_table_is_the_same_and_changes_alone() -> None:
    table = timeline_of([Node(c.MovePiece(id="s", map="Map", x=50, y=60).text)]).table
    copy = table.copy()
    for name in COLLECTIONS:
        assert getattr(copy, name) == getattr(table, name)
    assert copy.raised["s"].moved > copy.raised["s"].came
    before = dict(table.pieces), dict(table.piles), dict(table.raised)
    copy.apply(c.MovePiece(id="2", map="Map", x=50, y=60))
    # It joins the stack there, and is above what was moved before.
    assert copy.pieces["2"].pile == "s"
    assert copy.raised["s"] == max(copy.raised.values(), key=lambda each: each.moved)
    assert copy.raised["s"].moved > table.raised["s"].moved
    assert (table.pieces, table.piles, table.raised) == before
    assert copy.problems == table.journal == []


def test_commands_for_missing_pieces_are_reported_with_their_step() -> None:
    timeline = timeline_of(
        [
            Node(c.MovePiece(id="9", map="Map", x=1, y=1).text),
            Node(c.RemovePiece(id="8").text),
        ]
    )
    assert timeline.problems == [
        "step 1: 9 moves but does not exist",
        "step 2: 8 is removed but does not exist",
    ]


def test_dice_by_player() -> None:
    timeline = timeline_of(
        [
            Node(c.Chat(message="*** Anna (A) rolls Red die: 4 **").text),
            Node(c.Chat(message="*** Anna (A) rolls Red die: 6 **").text),
            Node(c.Chat(message="* 2d6 = 3,4 *** <Ben>").text),
            Node(c.Chat(message="<Ben> - I roll with it").text),
        ]
    )
    rolled = list(rolls(timeline))
    assert [(roll.who, roll.results) for roll in rolled] == [
        ("Anna (A)", (4,)),
        ("Anna (A)", (6,)),
        ("Ben", (3, 4)),
    ]
    assert next(iter(chart(rolled))) == "Anna (A), Red die: 2 dice, mean 5.00"


def two_logs(folder: Path, second_starts_at: int) -> Timeline:
    module = Metadata("1.0", "Game")
    for number, start in ((1, 10), (2, second_starts_at)):
        pieces = [made("Map", start, 0, "0").add_command()]
        node = Node(c.MovePiece(id="0", map="Map", x=number, y=0, player="me").text)
        write_save(folder / f"{number}.vlog", save_text(pieces, [], [node]), module)
    return read_timeline([folder / "1.vlog", folder / "2.vlog"])


def test_several_logs_are_one_game(tmp_path: Path) -> None:
    timeline = two_logs(tmp_path, 1)
    assert [moment.file for moment in timeline.moments] == ["1.vlog", "2.vlog"]
    assert timeline.between == []
    assert timeline.table.pieces["0"].x == 2


def test_what_changed_between_logs_is_a_step(tmp_path: Path) -> None:
    timeline = two_logs(tmp_path, 7)
    assert timeline.between == [2]
    assert [timeline.go(number).pieces["0"].x for number in range(4)] == [10, 1, 7, 2]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("0123s9"),
            st.integers(0, 3),
            st.sampled_from("0123null"),
        ),
        max_size=12,
    )
)
@settings(max_examples=2 * settings().max_examples)
def test_piles_and_pieces_agree_whatever_moves(moves: list[tuple[str, int, str]]) -> None:
    nodes = [
        Node(c.MovePiece(id=key, map="Map", x=10 * column, y=20, under=under).text)
        for key, column, under in moves
    ]
    timeline = timeline_of(nodes)
    for number in range(len(timeline), -1, -1):
        table = timeline.go(number)
        held = [key for pile in table.piles.values() for key in pile.contents]
        assert len(held) == len(set(held))
        for pile in table.piles.values():
            assert pile.contents
            for key in pile.contents:
                piece = table.pieces[key]
                assert (piece.pile, piece.x, piece.y) == (pile.id, pile.x, pile.y)


def test_states_merge_by_level() -> None:
    old, new, current = "1\t2\\\tx", "1\t3\\\tx", "9\t2\\\tx"
    assert merged(current, new, old) == "9\t3\\\tx"
    assert place_of("a\tMap;3;4;7;0") == ("Map", 3, 4)
    assert place_of("no place") == ("null", 0, 0)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.v*")), ids=lambda path: path.name)
def test_real_files_come_back_byte_for_byte(path: Path) -> None:
    result = round_trip(path)
    assert (result.difference, result.unknown, result.opaque) == (None, 0, 0)
    assert result.rebuilt == result.commands > 26


def test_masked_and_invisible_pieces_are_seen_by_their_side_alone(module: Module) -> None:
    from modgen.log.pictures import shown
    from modgen.log.story import HIDDEN
    from modgen.vassal.traits import Invisible, Mask

    mask = Mask(image="back.png", style="B", obscured_by="side:Red")
    gone = Invisible(hidden_by="side:Red")
    table = Table()
    for number, trait in enumerate((mask, gone)):
        piece = GamePiece((trait,), BasicPiece(name="Spy", image="spy.png"))
        command = c.parse_command(piece.at("Map", 5, 6, str(number)).add_command())
        table.apply(command)
    timeline = Timeline()
    timeline.table = table
    for viewer, names in (("Blue", [HIDDEN] * 2), ("Red", ["Spy"] * 2), (None, ["Spy"] * 2)):
        story = Story(timeline, module.tree, viewer)
        assert [story.name(piece) for piece in table.pieces.values()] == names
    masked, invisible = table.pieces.values()
    blue, red = (Story(timeline, module.tree, side) for side in ("Blue", "Red"))
    assert shown(invisible, blue) is None
    hidden = shown(masked, blue)
    seen = shown(masked, red)
    assert hidden
    assert seen
    assert (hidden.pictures, seen.pictures) == (("back.png",), ("spy.png",))


def test_a_cut_log_is_reported(tmp_path: Path) -> None:
    text = save_text([made("Map", 1, 2, "0").add_command()], [])
    for name, content, complete in (("whole", text, True), ("cut", text[: len(text) // 2], False)):
        path = tmp_path / f"{name}.vsav"
        write_save(path, content, Metadata("1.0", "Game"))
        assert round_trip(path).complete is complete


def test_flips_and_changes_in_the_story() -> None:
    piece = made("Map", 0, 20, "0")
    flipped = piece.but(traits=(piece.traits[0].but(level=2),))
    change = c.ChangePiece(id="0", state=flipped.state_text(), old_state=piece.state_text())
    timeline = timeline_of(
        [
            Node(change.text),
            Node(c.RemovePiece(id="3").text),
            Node(c.ChangeProperty(name="Turn", old_value="1", new_value="2").text),
        ]
    )
    assert [line.text for line in Story(timeline).lines()] == [
        "Cube (A) flips to B",
        "Cube (A) is removed from Map 30,20",
        "Turn is set to 2",
    ]


def test_more_steps_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modgen.log.timeline.MAX_STEPS", 3)
    chat = ["LOG\tCHATx"] * 3
    timeline = Timeline()
    timeline.read(steps(leaves(["\x1b".join(["begin_save", "", "end_save", *chat])])))
    assert len(timeline) == 3
    with pytest.raises(StreamError, match="more than 3 steps"):
        timeline.read(steps(leaves(["\x1b".join(["begin_save", "", "end_save", *chat])])))
