"""A report names no piece that still lies face down, unless it is asked to."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.errors import ModgenError
from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen_rules.engine.html_report import game_page
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.reports.secrecy import Secrets, shown_names
from modgen_rules.engine.simulation import compiled_module
from tests.kept.packed import opened

SECRET, TOLD = "1 Guerrilla came to Manila", "1 face-down piece came to Manila"
REMARK = "Pieces and cards that are still face down when the log ends are not named."


def log_of(name: str, amigos: Game, tmp_path: Path) -> Path:
    return opened(Path(__file__).parent / "records" / f"{name}.xz", amigos, tmp_path / "game.vlog")


@pytest.fixture
def log(amigos: Game, tmp_path: Path) -> Path:
    return log_of("turn_2_13a", amigos, tmp_path)


@pytest.mark.long
def test_what_lies_face_down_is_named_only_on_request(log: Path) -> None:
    revealed = check([log], reveal=True).games[0].findings[0]
    told = check([log]).games[0].findings[0]
    assert SECRET in revealed.message
    assert told == replace(revealed, message=revealed.message.replace(SECRET, TOLD))


@pytest.mark.long
def test_numbers_and_places_are_told(amigos: Game, tmp_path: Path) -> None:
    (finding, *_) = check([log_of("turn_2_13b", amigos, tmp_path)]).games[0].findings
    assert "2 steps came to Tayabas" in finding.message
    assert (finding.observed, finding.expected) == ("2", "at most 1")


@pytest.mark.long
def test_the_command(log: Path) -> None:
    plain = CliRunner().invoke(cli, ["check", str(log), "--format", "json"]).output
    assert SECRET not in plain
    game = json.loads(plain)["games"][0]
    assert any(TOLD in finding["message"] for finding in game["findings"])
    assert any(REMARK in remark for remark in game["remarks"])
    revealed = CliRunner().invoke(cli, ["check", str(log), "--reveal"]).output
    assert SECRET in revealed
    assert REMARK not in revealed


@pytest.mark.slow
@pytest.mark.parametrize(("side", "told"), [("Filipinos", SECRET), ("United States", TOLD)])
def test_a_side_reads_the_names_of_its_own_pieces(log: Path, side: str, told: str) -> None:
    result = CliRunner().invoke(cli, ["check", str(log), "--as", side, "--format", "json"])
    assert [text in result.output for text in (SECRET, TOLD)] == [told == SECRET, told == TOLD]
    game = json.loads(result.output)["games"][0]
    assert any(side in remark for remark in game["remarks"]) == (told == TOLD)


@pytest.mark.slow
def test_a_side_that_the_game_does_not_have(log: Path) -> None:
    with pytest.raises(ModgenError, match="there is no side `Red`; choose from Filipinos"):
        check([log], viewer="Red")


@pytest.mark.slow
def test_the_page_of_a_side(log: Path, amigos: Game, tmp_path: Path) -> None:
    module = compiled_module(amigos, tmp_path)
    pages = {
        side: game_page(check([log], viewer=side).games[0], module, side)
        for side in ("Filipinos", "United States")
    }
    assert SECRET in pages["Filipinos"]
    assert SECRET not in pages["United States"]
    assert "Guerrilla" in pages["Filipinos"]


@pytest.mark.long
def test_reports_while_a_game_is_judged_keep_the_secret(log: Path) -> None:
    seen: list[str] = []
    check(
        [log],
        watch=lambda *parts: seen.extend(
            finding.message for part in parts for finding in part.findings
        ),
    )
    assert seen
    assert not [message for message in seen if SECRET in message]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2 Guerrilla steps went to Leyte", "2 face-down steps went to Leyte"),
        ("3 Dummies came to Abra", "3 face-down pieces came to Abra"),
        ("`Manila` was chosen in Manila", "face-down card was chosen in Manila"),
        ("`Burned schools` was chosen", "face-down card was chosen"),
        ("US Army went to Abra", "US Army went to Abra"),
        ("4 Irregulars", "4 Irregulars"),
        ("a Guerrilla in the Guerrilla War", "a face-down piece in the Guerrilla War"),
    ],
)
def test_names(amigos: Game, log: Path, text: str, told: str) -> None:
    names = Secrets(read_timeline([log]), amigos)
    assert names.without_names(text) == told


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "text", "told"),
    [
        ("", "2 steps (in all), see 3.1.", "2 steps (in all), see 3.1."),
        ("İzmir", "İzmir is drawn.", "face-down card is drawn."),
        ("Kin", "ı \u212ain and kın", "ı face-down card and face-down piece"),
    ],
)
def test_odd_titles_of_cards(amigos: Game, log: Path, title: str, text: str, told: str) -> None:
    card = next(card for card in amigos.cards if amigos.decks[card.deck].secret)
    odd = replace(amigos, cards=(card.model_copy(update={"title": title}),), pieces=())
    assert Secrets(read_timeline([log]), odd).without_names(text) == told


def test_names_of_pieces_that_are_all_face_up_are_told(amigos: Game) -> None:
    guerrilla = amigos.piece_types["guerrilla"].name.casefold()
    shown = shown_names(amigos, {guerrilla})
    assert guerrilla not in shown
    assert amigos.piece_types["guerrilla"].plural.casefold() not in shown
    others = [
        piece.name.casefold() for piece in amigos.pieces if piece.name.casefold() != guerrilla
    ]
    assert shown >= {*others}
    assert not shown_names(amigos, {guerrilla, "a name of another module"})
