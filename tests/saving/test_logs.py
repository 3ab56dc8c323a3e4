"""Logs joined and trimmed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from modgen.cli import cli
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.saving import text as saves_as_text
from modgen.saving.logs import differences, join, trim
from modgen.vassal import commands as c
from modgen.vassal.archive import write_archive
from modgen.vassal.pieces import Stack
from modgen.vassal.save import SaveFile, property_command, save_entries
from modgen.vassal.stream import Node
from tests.importing.small_modules import METADATA, small_module
from tests.saving.games import ANNA, BERT, move, unmasked, write_log

CORPUS = Path(__file__).parents[1] / "corpus"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments])


def property_change(old: str, new: str) -> Node:
    command = c.ChangeProperty(name="Weather", old_value=old, new_value=new, container="Module")
    return Node(command.text)


STEPS = [
    move("20", (100, 200), (300, 100), ANNA),
    unmasked(0, ANNA),
    Node(
        c.RemovePiece(id="31").text,
        (Node(c.SetPrivateNote(owner=ANNA, note="secret plan").text), Node("TURN0\t0|2")),
    ),
    property_change("rain", "snow"),
    Node(c.RemovePlayer(id=BERT).text, (Node(c.AddPlayer(id="c", name="C", side="Blue").text),)),
    move("21", (100, 200), (300, 100), ANNA),
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_log(tmp_path / "game.vlog", *STEPS)


def game(path: Path) -> bytes:
    with SaveFile(path) as save:
        return save.raw()


def same(one: Table, other: Table) -> bool:
    rest = [(table.players, table.turns, table.notes, table.boards) for table in (one, other)]
    return not list(differences(one, other)) and rest[0] == rest[1]


@pytest.mark.parametrize("step", range(len(STEPS) + 1))
def test_a_log_is_cut_and_joined_again(step: int, log: Path, tmp_path: Path) -> None:
    first, second, whole = (tmp_path / name for name in ("1.vlog", "2.vlog", "whole.vlog"))
    assert trim(log, first, 0, step) == step
    assert trim(log, second, step) == len(STEPS) - step
    assert same(read_timeline([second]).go(0), read_timeline([log]).go(step))
    assert same(read_timeline([second]).table, read_timeline([log]).table)
    assert not read_timeline([second]).problems
    assert join([first, second], whole) == len(STEPS)
    assert game(whole) == game(log)


def test_what_the_table_does_not_know_is_restated(log: Path, tmp_path: Path) -> None:
    trim(log, tmp_path / "end.vsav", 6, 6)
    with SaveFile(tmp_path / "end.vsav") as save:
        text = save.text()
    assert "secret plan" in text and "keep|the bridge" not in text
    assert "LOG\t" not in text
    assert text.count("PLAYER\t") == 2 and "GlobalProperty\t;Weather;snow;Module" in text


def test_a_position_has_stacks_with_numbers(log: Path, tmp_path: Path) -> None:
    trim(log, tmp_path / "end.vsav", 6, 6)
    piles = read_timeline([tmp_path / "end.vsav"]).table.piles
    assert all(key.isdigit() for key in piles)
    assert {pile.contents for pile in piles.values()} == {("21", "20")}


def test_the_whole_log_stays_the_same(log: Path, tmp_path: Path) -> None:
    trim(log, tmp_path / "all.vlog", 0)
    assert game(tmp_path / "all.vlog") == game(log)


def test_there_is_no_such_step(log: Path, tmp_path: Path) -> None:
    output = tmp_path / "new.vlog"
    result = run("trim", log, "--from", 3, "--to", 9, "-o", output)
    assert result.exit_code == 2 and "has no step 9; its last step is 6" in result.output
    result = run("trim", log, "--from", 3, "--to", 2, "-o", output)
    assert result.exit_code == 2 and "give the smaller number first" in result.output
    assert not output.exists()


def test_logs_in_the_wrong_order(log: Path, tmp_path: Path) -> None:
    first, second, output = (tmp_path / name for name in ("1.vlog", "2.vlog", "whole.vlog"))
    trim(log, first, 0, 3)
    trim(log, second, 4)
    result = run("join", first, second, "-o", output)
    assert result.exit_code == 2 and not output.exists()
    assert "does not begin where" in result.output
    assert "the property Weather is 'snow', not 'rain'" in result.output
    result = run("join", second, first, "-o", output)
    assert "the piece 31 (Order 2) is new" in result.output
    assert "the piece 30 (Order 1) at Field 500,60 has changed" in result.output
    assert "the piece 20 (Red Guard) is at Field 100,200, not at Field 300,100" in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_seats_change_between_logs(tmp_path: Path) -> None:
    taken = c.AddPlayer(id="d", name="Dora", side="Green").text
    first = write_log(tmp_path / "1.vlog", STEPS[3])
    second = write_log(tmp_path / "2.vlog", property_change("snow", "rain"), added=(taken,))
    text = property_command("Weather", "rain")
    with SaveFile(second) as save:
        changed = save.text().replace(text, property_command("Weather", "snow"))
    write_archive(second, save_entries(changed, METADATA))
    assert join([first, second], tmp_path / "whole.vlog") == 3
    timeline = read_timeline([tmp_path / "whole.vlog"])
    assert "d" not in timeline.go(1).players
    assert timeline.go(2).players["d"].name == "Dora"


def test_a_stack_of_the_second_log_is_known_in_the_first(tmp_path: Path) -> None:
    """The engine gives a stack another id in each session if no command names it."""
    first = write_log(tmp_path / "1.vlog", move("32", (300, 300), (10, 10), ANNA))
    trim(first, tmp_path / "end.vsav", 1, 1)
    with SaveFile(tmp_path / "end.vsav") as save:
        text = save.text()
    stack = next(
        pile
        for pile in read_timeline([tmp_path / "end.vsav"]).table.piles.values()
        if pile.contents == ("32",)
    )
    moved = c.MovePiece(id=stack.id, map="Field", x=50, y=50, old_map="Field", old_x=10, old_y=10)
    second = tmp_path / "2.vlog"
    write_archive(second, save_entries(f"{text}\x1bLOG\t{moved.text}", METADATA))
    join([first, second], tmp_path / "whole.vlog")
    timeline = read_timeline([tmp_path / "whole.vlog"])
    assert not timeline.problems
    assert timeline.table.pieces["32"][3:6] == ("Field", 50, 50)
    assert Stack(stack.id, "Field", 10, 10, ("32",)).add_command() in timeline_text(tmp_path)


def timeline_text(folder: Path) -> str:
    with SaveFile(folder / "whole.vlog") as save:
        return save.text().replace("\\", "")


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.vlog")), ids=lambda path: path.stem)
def test_logs_of_the_corpus(path: Path, tmp_path: Path) -> None:
    first, second, whole = (tmp_path / name for name in ("1.vlog", "2.vlog", "whole.vlog"))
    count = trim(path, whole, 0)
    for step in (1, count // 2, count - 1):
        trim(path, first, 0, step)
        trim(path, second, step)
        assert same(read_timeline([second]).go(0), read_timeline([path]).go(step))
        assert join([first, second], whole) == count
        assert game(whole) == game(path)


# Long games.


@pytest.mark.parametrize(("bound", "value"), [("MAX_COMMANDS", 12), ("MAX_HELD", 0)])
@pytest.mark.parametrize(
    "arguments",
    [
        ["unpack", "game.vlog", "folder"],
        ["trim", "game.vlog", "-o", "new.vlog"],
        ["refresh", "small.vmod", "game.vlog", "-o", "folder"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_game_that_is_too_long_to_hold(
    arguments: list[str],
    bound: str,
    value: int,
    log: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small_module(tmp_path).rename(tmp_path / "small.vmod")
    monkeypatch.setattr(f"modgen.vassal.save.{bound}", value)
    monkeypatch.chdir(tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    result = run(*arguments)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "game.vlog" in line and "the limit of this command" in line
    assert {path.name for path in tmp_path.iterdir()} - before <= {"folder"}
    assert not list(tmp_path.glob("folder/*"))


def test_joined_logs_and_edited_folders_are_bounded(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, rest = tmp_path / "a.vlog", tmp_path / "b.vlog"
    assert run("trim", log, "--to", 3, "-o", part).exit_code == 0
    assert run("trim", log, "--from", 3, "-o", rest).exit_code == 0
    done = run("unpack", log, tmp_path / "folder")
    assert done.exit_code == 0, done.stderr
    monkeypatch.setattr("modgen.saving.logs.MAX_COMMANDS", len(STEPS) - 1)
    monkeypatch.setattr(saves_as_text, "MAX_COMMANDS", len(STEPS) - 1)
    for arguments in (["join", part, rest], ["pack", tmp_path / "folder"]):
        result = run(*arguments, "-o", tmp_path / "new.vlog")
        assert result.exit_code == 2
        assert "more than 5 commands" in result.stderr
        assert not (tmp_path / "new.vlog").exists()
