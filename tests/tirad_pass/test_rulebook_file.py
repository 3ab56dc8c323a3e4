"""`rulebook.yaml`: numbers in texts, what check-data says, the booklet, the page in the module."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from modgen.compile.module import compile_game
from modgen.model.checks.consistency import check_game
from modgen.model.game import Game
from modgen.model.tactics.rule_texts import UnknownNumberError, filled_text, number_at
from modgen.model.types.rulebook import BookFile
from modgen.sheets.paper import PAPERS
from modgen.sheets.pdf import write_pdf
from modgen.sheets.rules import rule_sheets


def book(game: Game) -> BookFile:
    assert game.rulebook is not None
    return game.rulebook


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("numbers.hex_metres", "150"),
        ("terrains.steep.cost", "4"),
        ("count.squad", "10"),
        ("pieces.squad_1.faces.1.values.factor1", "1"),
        ("tracks.turn.last", "12"),
        ("moves.1.turns.0", "10"),
        ("dice.guide.hits", "5"),
    ],
)
def test_a_path_leads_to_a_number(tirad: Game, path: str, number: str) -> None:
    assert number_at(tirad, path) == number


@pytest.mark.parametrize(
    "path",
    [
        "numbers.none",
        "nothing",
        "terrains.steep",
        "count.dragons",
        "moves.99.points",
        "",
        "pieces.squad_1.__class__",
        "folder",
    ],
)
def test_a_path_that_leads_nowhere(tirad: Game, path: str) -> None:
    with pytest.raises(UnknownNumberError):
        number_at(tirad, path)


def test_a_text_takes_the_numbers_of_the_data(tirad: Game) -> None:
    text = "At most {stacking.2.most} squads of {count.squad}."
    assert filled_text(tirad, text) == "At most 3 squads of 10."
    changed = tirad.info.model_copy(update={"numbers": {**tirad.info.numbers, "alarm_hexes": 7}})
    clause = next(one for one in book(tirad).clauses if one.number == "9.7")
    assert "within 7 hexes" in filled_text(replace(tirad, info=changed), clause.text)


def spoiled(game: Game, **changes: Any) -> list[str]:
    first = book(game).sections[0]
    sections = [first.model_copy(update=changes), *book(game).sections[1:]]
    changed = book(game).model_copy(update={"sections": sections})
    return [one.message for one in check_game(replace(game, rulebook=changed))]


def test_check_data_reads_the_rules(tirad: Game) -> None:
    clause = book(tirad).sections[0].clauses[0]
    wrong = clause.model_copy(update={"text": "It costs {numbers.nothing}."})
    assert "the data has no number `numbers.nothing`" in spoiled(tirad, clauses=[wrong])
    twice = [clause, clause]
    assert "the clause 1.1 is duplicated" in spoiled(tirad, clauses=twice)
    moved = clause.model_copy(update={"number": "7.9"})
    assert "the clause 7.9 is in section 1" in spoiled(tirad, clauses=[moved])
    assert any("`dragon`" in text for text in spoiled(tirad, pieces=["dragon"]))
    assert any("`dragon`" in text for text in spoiled(tirad, charts=["dragon"]))
    assert any("`dragon`" in text for text in spoiled(tirad, setup="dragon"))


@pytest.mark.long
def test_the_rules_are_a_booklet(tirad: Game) -> None:
    short = book(tirad).model_copy(update={"sections": book(tirad).sections[:2], "pages": 1})
    sheets = rule_sheets(replace(tirad, rulebook=short), PAPERS["a4"], {"rules": "Rules"})
    assert sheets is not None and len(sheets.pages) == 1
    assert ">THE GAME</text>" in sheets.pages[0].marks.svg
    assert ">2.5</text>" in sheets.pages[0].marks.svg


@pytest.mark.slow
def test_the_rules_are_a_booklet_of_four_pages(tirad: Game, tmp_path: Path) -> None:
    from pypdf import PdfReader

    sheets = rule_sheets(tirad, PAPERS["a4"], {"rules": "Rules"})
    assert sheets is not None and len(sheets.pages) == book(tirad).pages == 4
    write_pdf(tmp_path / "rules.pdf", sheets)
    reader = PdfReader(BytesIO((tmp_path / "rules.pdf").read_bytes()))
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for number in ("1.1", "3.10", "6.11", "9.10", "10.7", "11.5"):
        assert number in text
    assert "A step along the trail costs 1." in text
    assert "{" not in text


def test_a_game_without_the_file_has_no_booklet(civil_power: Game) -> None:
    assert rule_sheets(civil_power, PAPERS["a4"], {"rules": "Rules"}) is None


@pytest.mark.long
def test_the_module_has_the_rules(tirad: Game) -> None:
    module = compile_game(tirad).module
    page = module.files["rules.html"].decode("utf-8")
    assert "<b>3.2</b> A step along the trail costs 1." in page
    assert "<td>D1R</td>" in page and "{" not in page
