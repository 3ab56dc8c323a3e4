"""A report names nothing that still lies face down, unless it is asked to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.model.game import Game
from modgen_rules.engine.pipeline import check
from tests.kept.packed import opened

FACE_DOWN = {"turn_2_13a": "1 Guerrilla came to Manila", "turn_2_13b": "2 steps came to Tayabas"}


@pytest.fixture(params=FACE_DOWN)
def log(request: pytest.FixtureRequest, amigos: Game, tmp_path: Path) -> tuple[Path, str]:
    record = Path(__file__).parent / "records" / f"{request.param}.xz"
    return opened(record, amigos, tmp_path / "game.vlog"), FACE_DOWN[request.param]


def test_what_lies_face_down_is_named_only_on_request(log: tuple[Path, str]) -> None:
    path, secret = log
    revealed = check([path], reveal=True).games[0].findings[0]
    told = check([path]).games[0].findings[0]
    assert secret in revealed.message
    assert secret not in told.message
    assert "the details concern pieces that are still face down" in told.message
    assert (told.clause, told.verdict, told.where, told.fingerprint) == (
        revealed.clause,
        revealed.verdict,
        revealed.where,
        revealed.fingerprint,
    )
    assert not (told.piece or told.source or told.target or told.observed or told.story)


def test_the_command(log: tuple[Path, str]) -> None:
    path, secret = log
    plain = CliRunner().invoke(cli, ["check", str(path), "--format", "json"]).output
    assert secret not in plain
    game = json.loads(plain)["games"][0]
    assert game["findings"]
    assert any("told without details" in remark for remark in game["remarks"])
    revealed = CliRunner().invoke(cli, ["check", str(path), "--reveal"]).output
    assert secret in revealed
    assert "told without details" not in revealed


def test_reports_while_a_game_is_judged_keep_the_secret(log: tuple[Path, str]) -> None:
    path, secret = log
    seen: list[str] = []
    check(
        [path],
        watch=lambda *parts: seen.extend(
            finding.message for part in parts for finding in part.findings
        ),
    )
    assert seen
    assert not [message for message in seen if secret in message]
