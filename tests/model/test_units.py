"""A unit needs one short row: name, symbol, echelon, factors, side."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.draw.pieces import draw_piece
from modgen.model.files.binding import SourceMap, bind_row
from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.table_source import Row
from modgen.model.game import Game
from modgen.model.loading.folder import FACE_COLUMNS, load
from modgen.model.movement.traveller import value_of
from modgen.model.types.moves import FaceValue
from modgen.model.types.pieces import PieceType


def unit(**cells: str) -> PieceType:
    at = FilePosition("pieces.csv", 2)
    diagnostics = Diagnostics()
    row = Row(cells, dict.fromkeys(cells, at), at)
    piece = bind_row(PieceType, row, FACE_COLUMNS, diagnostics, SourceMap())
    assert piece is not None, diagnostics.errors
    return piece


ROW = {
    "name": "3rd Battalion",
    "symbol": "infantry",
    "echelon": "II",
    "factors": "4-4-6|2-3-6",
    "side": "red",
}


@pytest.fixture(scope="module")
def template() -> Game:
    return load(template_path()).game


def test_one_row_is_enough() -> None:
    piece = unit(**ROW)
    assert (piece.id, piece.kind, piece.shape, piece.count) == (
        "3rd_battalion",
        "counter",
        "counter",
        1,
    )
    assert [face.id for face in piece.faces] == ["full", "reduced"]
    assert {face.icon for face in piece.faces} == {"infantry"}


def test_factors_are_ratings_for_rules() -> None:
    piece = unit(**ROW)
    assert value_of(FaceValue(value="factor3"), piece, "full") == 6
    assert value_of(FaceValue(value="factor1"), piece, "reduced") == 2
    assert unit(**ROW | {"factors": "(6)-2-5"}).faces[0].values["factor1"] == 6


def test_faces_and_symbols_of_their_own_come_first() -> None:
    piece = unit(**ROW | {"faces": "fresh|tired", "icons": "|star", "id": "third"})
    assert piece.id == "third"
    assert [(face.id, face.icon) for face in piece.faces] == [
        ("fresh", "infantry"),
        ("tired", "star"),
    ]


def test_echelon_and_factors_are_printed(template: Game) -> None:
    svg = draw_piece(template, unit(**ROW | {"size": "14"}), "full").svg
    assert ">II</text>" in svg
    assert ">4-4-6</text>" in svg


def test_more_values_than_faces_are_still_an_error(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path(), tmp_path / "game")
    table = folder / "pieces.csv"
    text = table.read_text("utf-8").replace("Fresh|Tired,2|1", "Fresh|Tired|Dead,2|1", 1)
    table.write_text(text, "utf-8")
    messages = [str(one) for one in load(folder).diagnostics.errors]
    assert any("`face_names` has 3 values, but `faces` has 2" in one for one in messages)
