"""Logs written as the engine writes them: what lies below a moved piece, and steps taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.log.table import Table
from modgen.log.timeline import Timeline, read_timeline
from modgen.vassal import commands as c
from modgen_rules.engine.record.table_acts import Say
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.written_table import LogWriterError
from tests.accuracy.cases import Bench


@pytest.fixture
def writer(bench: Bench) -> LogWriter:
    return LogWriter(bench.game, bench.games, bench.tables["standard"].copy(), bench.module)


def layout(table: Table) -> tuple[object, ...]:
    """Where everything lies, with the order in every stack and deck; stacks by their contents."""
    pieces = {
        key: (piece.map, piece.x, piece.y, piece.state) for key, piece in table.pieces.items()
    }
    piles = {pile.contents: (pile.map, pile.x, pile.y) for pile in table.piles.values()}
    return pieces, piles


def read(writer: LogWriter, path: Path) -> Timeline:
    writer.write(path)
    timeline = read_timeline([path])
    assert timeline.problems == []
    return timeline


def some_troops(writer: LogWriter, number: int) -> list[str]:
    return [key for key, state in writer.where("troops") if state.place == "available_gov"][:number]


def test_a_move_names_the_piece_below(writer: LogWriter) -> None:
    first, second, third = some_troops(writer, 3)
    there = writer.pile_at(writer.point("troops", "cebu"))
    below = there.contents if there else ()
    writer.move([first], "cebu")
    writer.move([second, third], "cebu")
    moves = [
        command
        for node in writer.steps
        for text in (node.text, *(child.text for child in node.children))
        if isinstance(command := c.parse_command(text), c.MovePiece)
    ]
    assert [move.under for move in moves] == [below[-1] if below else "null", first, second]
    pile = writer.pile_at(writer.point("troops", "cebu"))
    assert pile is not None
    assert pile.contents == (*below, first, second, third)


def test_undo_restores_every_piece_of_a_move(writer: LogWriter, tmp_path: Path) -> None:
    before = layout(writer.table)
    writer.move(some_troops(writer, 3), "cebu")
    moved = layout(writer.table)
    writer.undo()
    assert layout(writer.table) == before
    timeline = read(writer, tmp_path / "undo.vlog")
    assert layout(timeline.go(1)) == moved
    assert layout(timeline.go(2)) == before
    assert timeline.undone == {1, 2}


def test_undo_goes_back_step_by_step(writer: LogWriter, tmp_path: Path) -> None:
    seen = [layout(writer.table)]
    troops = some_troops(writer, 4)
    guerrilla = writer.where("guerrilla")[0][0]
    for keys, place in ((troops[:2], "cebu"), (troops[2:], "cebu"), (troops[1:3], "manila")):
        writer.move(keys, place)
        seen.append(layout(writer.table))
    writer.flip(guerrilla, "active")
    seen.append(layout(writer.table))
    writer.set_state("cebu", "alignment", "support")
    seen.append(layout(writer.table))
    writer.undo()
    writer.undo(4)
    timeline = read(writer, tmp_path / "undo.vlog")
    assert [layout(timeline.go(n)) for n in range(11)] == [*seen, *reversed(seen[:-1])]
    assert timeline.undone == frozenset(range(1, 11))


def test_undo_after_an_undo_takes_back_the_step_before(writer: LogWriter) -> None:
    before = layout(writer.table)
    troops = some_troops(writer, 2)
    writer.move(troops[:1], "cebu")
    writer.move(troops[1:], "cebu")
    writer.undo()
    writer.move(troops[1:], "manila")
    writer.undo()
    writer.undo()
    assert layout(writer.table) == before
    with pytest.raises(LogWriterError, match="no step to take back"):
        writer.undo()


def test_an_undone_line_of_chat_is_marked(writer: LogWriter, tmp_path: Path) -> None:
    writer.roll("npa", writer.game.info.dice[0].id, (6,))
    writer.undo()
    timeline = read(writer, tmp_path / "die.vlog")
    assert timeline.moments[1].undoes == 1
    assert timeline.moments[1].chat == (f"* UNDO: {timeline.moments[0].chat[0]}",)


def test_a_new_writer_never_reuses_the_id_of_a_stack(writer: LogWriter, bench: Bench) -> None:
    first, second = some_troops(writer, 2)
    writer.move([first], "cebu")
    other = LogWriter(bench.game, bench.games, writer.table, bench.module)
    other.move([second], "davao")
    stacks = [pile.id for pile in other.table.piles.values() if {first, second} & {*pile.contents}]
    assert len(set(stacks)) == 2


def test_acts_can_be_done_again(writer: LogWriter, bench: Bench) -> None:
    writer.begin_turn("gov")
    writer.move(some_troops(writer, 2), "cebu")
    writer.set_state("cebu", "control", "gov")
    writer.announce("gov", {"option": "limop"}, {"operation_spaces": ["cebu"]})
    writer.roll("npa", writer.game.info.dice[0].id, (3,), place="cebu")
    writer.say("done")
    again = LogWriter(bench.game, bench.games, bench.tables["standard"].copy(), bench.module)
    again.begin_turn("gov")
    for planned in writer.acts:
        again.do(planned.act)
    assert again.text() == writer.text()


def test_acts_are_done_by_the_methods_of_a_subclass(bench: Bench) -> None:
    class Loud(LogWriter):
        def say(self, text: str) -> None:
            super().say(text.upper())

    loud = Loud(bench.game, bench.games, bench.tables["standard"].copy(), bench.module)
    loud.do(Say("done"))
    assert [planned.act for planned in loud.acts] == [Say("DONE")]


def test_no_such_place(writer: LogWriter) -> None:
    with pytest.raises(LogWriterError, match="there is no place `atlantis`"):
        writer.move(some_troops(writer, 1), "atlantis")


@pytest.mark.long
def test_the_level_of_a_cell_is_not_a_place_of_its_own(tmp_path: Path) -> None:
    trial = Trial("civil-power", None, tmp_path)
    writer = trial.writer(trial.game.scenarios[0].id)
    cell = next(iter(trial.game.cells))
    assert writer.point("line", f"{cell}@1") == writer.point("line", cell)
