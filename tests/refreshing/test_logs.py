"""Logs: the commands that add and change pieces fit the refreshed pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.refreshing.saves import RefreshError
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.commands import AddPiece, ChangePiece, MovePiece, RemovePiece
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.save import SaveFile
from tests.refreshing.modules import change, piece, pieces_of, saved, slot, tree
from tests.refreshing.test_saves import HITS, MASK, STEP, brought

ROOT = tree(slot("7", "Guard", t.Delete(), HITS.but(description="losses"), STEP))


def guard(key: str, level: int, hits: str) -> GamePiece:
    """A guard of the old version."""
    traits = (STEP.but(level=level), t.Clone(), HITS.but(value=hits))
    return GamePiece(traits, BasicPiece(name="Guard", gpid="7")).at("Field", 40, 50, key)


def steps_of(data: bytes) -> list[list[str]]:
    with SaveFile(Path("test.vlog"), data) as log:
        return [
            [command.text for command in step.commands]
            for step in log.steps()
            if step.number is not None
        ]


def test_changes_of_a_piece_follow_its_new_traits(tmp_path: Path) -> None:
    first, second, third = guard("1", 1, "0"), guard("1", 2, "0"), guard("1", 2, "4")
    added = guard("5", 1, "9")
    steps = [
        change(first.add_command(), second.state_text(), first.state_text()),
        change(first.add_command(), third.state_text()),
        MovePiece(id="1", map="Field", x=5, y=6).text,
        added.add_command(),
        RemovePiece(id="1").text,
        first.add_command(),
        ChangePiece(id="900", state="Field;1;2;1").text,
        ChangePiece(id="77", state="unknown").text,
        "CHAT * D/1/x",
    ]
    new, outcome = brought(tmp_path, ROOT, saved(first.add_command(), steps=steps))
    assert outcome.refreshed == 3
    after = [one for step in steps_of(new) for one in step]
    changes = [ChangePiece.read(text) for text in after[:2]]
    made = (t.Delete(), HITS.but(description="losses", value="0"), STEP.but(level=2))
    assert changes[0].state == second.but(made).at("Field", 40, 50, "1").state_text()
    old = GamePiece.read(first.but(made).type_text(), changes[0].old_state or "")
    assert [trait.texts[1] for trait in old.traits] == ["", "0", "1"]
    later = GamePiece.read(first.but(made).type_text(), changes[1].state)
    assert [trait.texts[1] for trait in later.traits] == ["", "4", "2"]
    assert changes[1].old_state is None
    assert after[2] == steps[2]
    placed = AddPiece.read(after[3]).piece
    assert isinstance(placed, GamePiece)
    assert [trait.texts[1] for trait in placed.traits] == ["", "9", "1"]
    assert after[4] == steps[4]
    assert AddPiece.read(after[5]).piece.id == "1"
    assert after[6:] == steps[6:]


def test_a_change_that_does_not_fit_refuses_the_log(tmp_path: Path) -> None:
    first = guard("1", 1, "0")
    data = saved(first.add_command(), steps=[change(first.add_command(), "2\tnull;0;0;7")])
    with pytest.raises(RefreshError, match=r"changes the piece `Guard` \(gpid 7\), but has not"):
        brought(tmp_path, ROOT, data)


def test_a_piece_that_a_log_conceals_later_stays(tmp_path: Path) -> None:
    shown = piece("1", "7", "Guard", MASK)
    masked = piece("1", "7", "Guard", MASK.but(obscured_by="anna"))
    never = piece("2", "7", "Guard", MASK)
    step = change(shown, sequence.split(masked[2:], "/")[2])
    root = tree(slot("7", "Guard", t.Delete()))
    new, outcome = brought(tmp_path, root, saved(shown, never, steps=[step]))
    assert (sum(outcome.concealed.values()), outcome.refreshed) == (1, 1)
    assert steps_of(new) == [[step]]
    assert pieces_of(new)["1"] == pieces_of(saved(shown))["1"]
    assert pieces_of(new)["2"].traits == (t.Delete(),)
