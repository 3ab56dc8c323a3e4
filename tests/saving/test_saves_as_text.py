"""Saves as folders of text: nothing is lost, and edits do what they say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given
from hypothesis import strategies as st

from modgen.cli import cli
from modgen.errors import ModgenError
from modgen.log.timeline import read_timeline
from modgen.saving.text import UnpackedSave, pack_save, unpack_save
from modgen.vassal import commands as c
from modgen.vassal.archive import archive_bytes
from modgen.vassal.fields import Record
from modgen.vassal.obfuscation import Style, hide
from modgen.vassal.pieces import BasicPiece, GamePiece, Stack
from modgen.vassal.save import GAME, SaveFile, save_text
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import Node
from modgen.vassal.traits import REGISTRY, Invisible, Mask, RestrictedAccess, Trait
from tests.importing.small_modules import small_module
from tests.saving.games import ANNA, BERT, move, unmasked, write_log
from tests.vassal.strategies import fields_of, texts

CORPUS = Path(__file__).parents[1] / "corpus"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments])


def text_of(path: Path) -> str:
    with SaveFile(path) as save:
        return save.text()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    steps = [move("20", (100, 200), (300, 100), ANNA), unmasked(0, ANNA)]
    return write_log(tmp_path / "game.vlog", *steps)


@pytest.fixture
def folder(log: Path, tmp_path: Path) -> Path:
    result = run("unpack", log, tmp_path / "folder")
    assert result.exit_code == 0, result.output
    return tmp_path / "folder"


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text, text
    (folder / name).write_text(text.replace(old, new), "utf-8")


def packed(folder: Path) -> Path:
    path = folder.parent / "packed.vlog"
    result = run("pack", folder, "-o", path)
    assert result.exit_code == 0, result.output
    return path


# Nothing is lost.


def some(kind: type[Record]) -> st.SearchStrategy[Record]:
    def made(values: dict[str, object]) -> Record | None:
        try:
            return kind(**values)
        except SequenceError:
            return None

    return fields_of(kind).map(made).filter(bool)  # type: ignore[return-value]


COMMANDS = st.sampled_from([*c.REGISTRY.values(), c.SetBoards]).flatmap(some)
TRAITS = st.sampled_from([*REGISTRY.values(), Mask, Invisible, RestrictedAccess]).flatmap(some)
IDS = st.sampled_from(["1", "2", "3", "7", "null", "player-1"])


def piece(traits: tuple[Trait, ...], basic: BasicPiece, key: str) -> GamePiece:
    try:
        return GamePiece(traits, basic, key)
    except SequenceError:
        return GamePiece((), BasicPiece(), key)


PIECES = st.builds(piece, st.lists(TRAITS, max_size=3).map(tuple), some(BasicPiece), IDS)
STACKS = st.builds(
    Stack, IDS, texts, st.integers(0, 9), st.integers(), st.lists(IDS, max_size=3).map(tuple)
)


def _command(piece: GamePiece | Stack) -> str:
    try:
        return piece.add_command()
    except SequenceError:
        return ""


def _changed(piece: GamePiece) -> str:
    try:
        return c.ChangePiece(id=piece.id or "", state=piece.state_text()).text
    except SequenceError:
        return ""


TEXTS = st.one_of(
    COMMANDS.map(lambda command: command.texts[0]),
    PIECES.map(_command),
    STACKS.map(_command),
    PIECES.map(_changed),
    texts,
)


@pytest.mark.long
@given(
    st.lists(TEXTS, max_size=8),
    st.lists(TEXTS, max_size=4),
    st.lists(TEXTS, max_size=4),
    st.sampled_from(["plain", "vcsk", "vobs"]),
    st.integers(1, 255),
)
@example(
    [],
    [],
    ["+/1/obs;;;;I;?;player:;Peek;;false;;\tpiece;;;;/1;\tnull;0;0;;1;;\\\t\\\t"],
    "plain",
    1,
)
def test_any_save_comes_back_the_same(
    pieces: list[str], rest: list[str], steps: list[str], style: Style, key: int
) -> None:
    nodes = [Node(step, tuple(map(Node, steps[:index]))) for index, step in enumerate(steps)]
    try:
        text = save_text(pieces, rest, nodes)
    except SequenceError:
        return
    data = hide(text.encode("utf-8", "surrogateescape"), style, key)
    entries = {GAME: data, "moduledata": b"<data/>", "sub/other": b"\0"}
    assert pack_save(unpack_save(Path("x.vsav"), archive_bytes(entries))) == entries


@given(st.binary(max_size=60))
def test_any_bytes_come_back_the_same(data: bytes) -> None:
    game = hide(b"begin_save\x1b" + data, "vcsk", 7)
    entries = {GAME: game}
    assert pack_save(unpack_save(Path("x.vsav"), archive_bytes(entries))) == entries


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.vlog")), ids=lambda path: path.stem)
def test_a_log_of_the_corpus(path: Path) -> None:
    unpacked = unpack_save(path)
    assert "command: " not in unpacked.texts["pieces.yaml"]
    with SaveFile(path) as save:
        assert pack_save(unpacked)[GAME] == save.raw()


def test_packing_without_a_change(log: Path, folder: Path) -> None:
    with SaveFile(log) as before, SaveFile(packed(folder)) as after:
        assert before.raw() == after.raw()
        assert before.savedata == after.savedata
    assert run("unpack", log, folder, "--check").exit_code == 0
    edit(folder, "players.yaml", "Anna", "Alma")
    result = run("unpack", log, folder, "--check")
    assert result.exit_code == 1 and "players.yaml" in result.output


def test_a_set_up_of_a_module(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    folder = tmp_path / "folder"
    assert run("unpack", module, folder, "--setup", "dawn.vsav").exit_code == 0
    edit(folder, "pieces.yaml", "x: 330", "x: 331")
    assert "331" in text_of(packed(folder))
    result = run("unpack", module, folder, "--setup", "dusk.vsav")
    assert result.exit_code == 2 and "its saves are: dawn.vsav" in result.output


# Passwords.


def test_passwords_are_in_one_file(log: Path, folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "secrets.yaml":
            content = path.read_text("utf-8")
            assert ANNA not in content and BERT not in content, path
    assert (folder / ".gitignore").read_text("utf-8") == "secrets.yaml\n"
    printed = run("unpack", log, "--print").output
    assert ANNA not in printed and "player-1" in printed


# Edits.


def test_a_seat_is_freed(folder: Path) -> None:
    edit(folder, "players.yaml", "- AddPlayer: {id: player-2, name: Bert, side: Blue}\n", "")
    players = read_timeline([packed(folder)]).table.players
    assert [(key, player.name) for key, player in players.items()] == [(ANNA, "Anna")]


def test_a_player_is_replaced(folder: Path) -> None:
    """The new password is everywhere: seat, masks, hidden pieces, moves of the log."""
    edit(folder, "secrets.yaml", "bert/2", "carla")
    edit(folder, "players.yaml", "Bert", "Carla")
    path = packed(folder)
    text = text_of(path)
    assert "bert" not in text.lower() and text.count("carla") > 4
    timeline = read_timeline([path])
    assert timeline.table.players["carla"] == ("Carla", "Blue")
    assert not timeline.problems


def test_masked_pieces_get_another_owner(folder: Path) -> None:
    edit(folder, "pieces.yaml", "Mask.obscured_by: player-1", "Mask.obscured_by: player-2")
    piece = read_timeline([packed(folder)]).go(0).pieces["30"].game_piece
    mask = next(trait for trait in piece.traits if isinstance(trait, Mask))
    assert mask.obscured_by == BERT


def test_a_stack_moves_and_a_piece_leaves_it(folder: Path) -> None:
    edit(folder, "pieces.yaml", "x: 100, y: 200", "x: 10, y: 20")
    edit(folder, "pieces.yaml", "pieces: [21, 20]", "pieces: [21]")
    edit(folder, "pieces.yaml", "id: 20,", "id: 20, map: Field, x: 5, y: 6,")
    table = read_timeline([packed(folder)]).go(0)
    assert table.pieces["21"][3:] == ("Field", 10, 20, "800")
    assert table.pieces["20"][3:] == ("Field", 5, 6, "")
    assert "\tField;10;20;" in table.pieces["21"].state.replace("\\", "")


def test_new_pieces_get_an_id(folder: Path) -> None:
    line = "- {piece: Red Guard, map: Field, x: 7, y: 8, slot: 1, Layer.level: 2}\n"
    pieces = folder / "pieces.yaml"
    pieces.write_text(line + pieces.read_text("utf-8"), "utf-8")
    table = read_timeline([packed(folder)]).go(0)
    assert table.pieces["801"][3:] == ("Field", 7, 8, "")
    assert dict(table.pieces["801"].game_piece.basic.properties) == {"UniqueID": "801"}


def test_notes_are_lists_of_lines(folder: Path) -> None:
    edit(folder, "notes.yaml", "[one, two]", "[one, two, three]")
    assert read_timeline([packed(folder)]).table.notes["public"] == "one|two|three"


# Mistakes.

MISTAKES = [
    ("players.yaml", "side: Blue", "sid: Blue", r"players\.yaml:2:\d+: AddPlayer has no field sid"),
    ("players.yaml", "player-2", "player-9", r"players\.yaml:2:\d+: there is no player player-9; "),
    ("players.yaml", "- AddPlayer: {id: player-2", "- AddPlayr: {id: player-2", "AddPlayer?"),
    ("pieces.yaml", "x: 300", "x: east", r"pieces\.yaml:5:\d+: x is 'east'; write a whole number"),
    ("pieces.yaml", "id: 31,", "id: 30,", r"pieces\.yaml:4:\d+: line 3 has the id 30 too"),
    ("pieces.yaml", "[21, 20]", "[21, 99]", r"pieces\.yaml:6:\d+: no line above has a piece"),
    ("pieces.yaml", "piece: Order 2", "piece: Ordr 2", r"no kind Ordr 2; did you mean Order 2\?"),
    ("pieces.yaml", "id: 20,", "id: 20, x: 5,", r"pieces\.yaml:1:\d+: this piece is in the stack"),
    ("pieces.yaml", "Mask.obsc", "Mask.obc", r"the kind Order 1 has no Mask|not part of a piece"),
    ("pieces.yaml", "player-2", "bert", r"there is no player bert; secrets\.yaml"),
    ("pieces.yaml", "- {piece: Order 1", "- {pice: Order 1", r"pieces\.yaml:3:\d+: each entry"),
    ("pieces.yaml", "layer: 2", "layer: top", r"pieces\.yaml:6:\d+: layer is 'top'; write"),
    ("kinds.yaml", "- MovementTrail", "- MovmentTrail", r"kinds\.yaml:\d+:\d+: there is no trait"),
    (
        "kinds.yaml",
        "- BasicPiece: {image: card1.png",
        "- Delete: {menu: x",
        r"kinds\.yaml:\d+:\d+: ",
    ),
    ("secrets.yaml", "player-2: bert/2", "player-2:", r"secrets\.yaml:2:\d+: give the password"),
    ("steps.txt", "  CHAT", "   CHAT", r"steps\.txt:2:4: indent this line by an even number"),
    ("steps.txt", "player-1", "player-9", r"steps\.txt:\d+:1: there is no player player-9"),
    ("save.yaml", "style: vcsk", "style: rot13", r"save\.yaml:2:\d+: write the style, a key"),
    ("save.yaml", "- pieces.yaml\n", "", r"pieces\.yaml: nothing refers to this file"),
    ("save.yaml", "- pieces.yaml", "- ../pieces.yaml", r"save\.yaml:\d+:\d+: `order` lists"),
    ("save.yaml", "save: 1", "save: 2", r"save\.yaml:1:1: `save: 1` is missing"),
    ("turn.yaml", "- SetTurn: {", "- SetTurn: {depth: 999, ", r"turn\.yaml:1:\d+: depth is a num"),
    ("notes.yaml", "{", "[", r"notes\.yaml:\d+:\d+: not valid YAML"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), MISTAKES)
def test_a_mistake_is_named(folder: Path, name: str, old: str, new: str, message: str) -> None:
    edit(folder, name, old, new)
    result = run("pack", folder, "-o", folder.parent / "new.vlog")
    assert result.exit_code == 2, result.output
    assert re.search(message, result.output), result.output
    assert len(result.output.strip().splitlines()) == 1
    assert not (folder.parent / "new.vlog").exists()


@given(st.data())
def test_any_edit_ends_in_one_sentence(data: st.DataObject) -> None:
    save = small()
    name = data.draw(st.sampled_from(sorted(save.texts)))
    text = save.texts[name]
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 6))
    new = data.draw(
        st.sampled_from(["", "x", "-", "{}", "[]", ": ", "\n", "'", "- a\n", "{a: {}}"])
    )
    texts = {**save.texts, name: text[:at] + new + text[at + length :]}
    try:
        pack_save(UnpackedSave(texts, {}))
    except ModgenError as problem:
        assert "\n" not in str(problem)


@cache
def small() -> UnpackedSave:
    with TemporaryDirectory() as name:
        path = write_log(Path(name, "a.vlog"), move("20", (100, 200), (1, 1), ANNA))
        return unpack_save(path)


def test_a_save_of_very_many_pieces(
    folder: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modgen.saving.text.MAX_PIECES", 5)
    result = run("unpack", log, folder.parent / "again")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "game.vlog has 6 pieces; at most 5 are unpacked" in result.stderr
    assert run("pack", folder, "-o", folder.parent / "new.vlog").exit_code == 2


def test_yaml_of_very_many_values(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modgen.unpacking.yaml_text.MAX_EVENTS", 20)
    result = run("pack", folder, "-o", folder.parent / "new.vlog")
    assert result.exit_code == 2
    assert "more than 20 values, lists and keys" in result.stderr
