"""Logs that were recorded in VASSAL 3.7.26, judged by the laws of the games' data."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen_rules.engine.pipeline import check
from modgen_rules.general.book import general_clauses
from modgen_rules.general.laws import LAWS
from tests.cli.running import said
from tests.general.conftest import GAMES

LOGS = Path(__file__).parent / "logs"


def found(log: str, game: str | Path) -> list[tuple[str, str, str]]:
    report = check([LOGS / log], game=game)
    return [(one.clause, one.verdict, one.actor) for one in report.findings]


def test_areas() -> None:
    """Legal marches, an undo, an army too many from the palette; a marker was forgotten."""
    assert found("vales.vlog", template_path()) == [
        ("conservation.made", "illegal", "Blue"),
        ("derived.control", "suspect", "Blue"),
    ]


def test_hexes() -> None:
    """An undone move, a move into a lake, a move that is too far."""
    assert found("ridge.vlog", GAMES / "ridge") == [
        ("moves.closed-terrain", "illegal", "South"),
        ("moves.too-far", "illegal", "North"),
    ]


@pytest.mark.long
@pytest.mark.parametrize("game", ["civil-power", "amigos-insurrectos"])
def test_legal_play_is_not_accused(game: str) -> None:
    """Set-up inside the log, undo, a piece moved and back, chits drawn unseen, both players.

    It is legal by the laws of the data; a rulebook may know more.
    """
    report = check([LOGS / f"{game}.vlog"])
    assert report.games[0].game == game
    assert [one for one in report.findings if one.code.startswith("LAW-")] == []
    assert len(report.segments) > 2


@pytest.mark.long
def test_input_that_cannot_be_used(tmp_path: Path) -> None:
    """One sentence and exit code 2, never a traceback."""
    half = tmp_path / "half.vlog"
    half.write_bytes((LOGS / "ridge.vlog").read_bytes()[:1200])
    for log, game in (
        (half, GAMES / "ridge"),
        (LOGS / "vales.vlog", GAMES / "ridge"),
        (LOGS / "civil-power.vlog", GAMES / "ridge"),
        (LOGS / "vales.vlog", "civil-power"),
        (LOGS / "civil-power.vlog", "amigos-insurrectos"),
    ):
        code, text = said("check", log, "--game", game)
        assert (code, len(text.strip().splitlines())) == (2, 1), text


def test_the_documentation_has_every_law() -> None:
    table, _ = general_clauses()
    text = (Path(__file__).parents[2] / "docs" / "laws.md").read_text("utf-8")
    missing = [
        one.number for one in table.clauses if f"| `{one.number}` | {one.rule} |" not in text
    ]
    assert missing == []


def test_every_law_can_be_stated() -> None:
    table, _ = general_clauses()
    assert {one.number for one in table.clauses} == {
        number for law in LAWS for number in law.stated
    }
