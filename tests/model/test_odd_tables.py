"""Tables that people make in other ways: sheets, headings, sums, words for yes, units, `#`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from modgen.assets import template_path
from modgen.model.files.cell_values import FALSE, TRUE, meant
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.types.pieces import PieceType

HEADER = ["id", "deck", "title", "icon", "text", "copies"]
ROWS = [
    [1, "event", "Storm", "lightning", "Nobody moves.", 2],
    [2, "event", "Horses", "horseman", "One band comes.", 1],
]
READ = [("1", "Storm", 2), ("2", "Horses", 1)]
Book = openpyxl.Workbook


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """The small game of towns without rules, whose examples name its cards."""
    folder = shutil.copytree(template_path("point-to-point"), tmp_path / "towns")
    (folder / "rules.yaml").unlink()
    return folder


def text_of(rows: list[list[Any]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def cards(game: Game) -> list[tuple[str, str, int]]:
    return [(card.id, card.title, card.copies) for card in game.cards]


def read(folder: Path) -> tuple[list[tuple[str, str, int]] | None, list[str]]:
    loaded = load(folder)
    said = [str(one) for one in loaded.diagnostics.sorted()]
    return (None if loaded.diagnostics.errors else cards(loaded.game)), said


def in_csv(folder: Path, text: str) -> tuple[list[tuple[str, str, int]] | None, list[str]]:
    (folder / "cards.csv").write_text(text, "utf-8")
    return read(folder)


# --- sheets --------------------------------------------------------------------------------------


def named_cards(book: Any) -> None:
    book.active.title = "Notes"
    book.active.append(["Things to do"])
    fill(book.create_sheet("Cards"))


def after_a_hidden_list(book: Any) -> None:
    fill(book.create_sheet("Table"))
    book.active.append(["yes"])
    book.active.sheet_state = "hidden"
    book.active = 1


def beside_empty_sheets(book: Any) -> None:
    fill(book.active)
    book.create_sheet("Sheet2")


def fill(sheet: Any) -> None:
    for row in (HEADER, *ROWS):
        sheet.append(row)


@pytest.mark.parametrize("make", [named_cards, after_a_hidden_list, beside_empty_sheets])
def test_the_sheet_with_the_table_is_read(towns: Path, make: Callable[[Any], None]) -> None:
    (towns / "cards.csv").unlink()
    book = Book()
    make(book)
    book.save(towns / "cards.xlsx")
    assert read(towns) == (READ, [])


@pytest.mark.parametrize(
    ("titles", "hint"),
    [(("A", "B"), "call the sheet with the table `cards`"), (("Cards", "More"), "put all rows")],
)
def test_other_sheets_are_told(towns: Path, titles: tuple[str, str], hint: str) -> None:
    (towns / "cards.csv").unlink()
    book = Book()
    book.active.title = titles[0]
    fill(book.active)
    fill(book.create_sheet(titles[1]))
    book.save(towns / "cards.xlsx")
    found, (said,) = read(towns)
    assert found == READ
    assert f"only the sheet `{titles[0]}` is read, not `{titles[1]}`" in said
    assert hint in said


# --- lines that are no rows ----------------------------------------------------------------------


def test_a_header_that_begins_with_a_number_sign_is_told(towns: Path) -> None:
    found, said = in_csv(towns, text_of([["#", *HEADER[1:]], *ROWS]))
    assert found is None
    assert said == [
        "cards.csv:1:1: this line begins with `#`, so it is a comment, but it seems to be the "
        "header; call its first column `id` or `No.`"
    ]


@pytest.mark.parametrize("comment", ["#\n", "# id of the card,x\n", "#,,\n"])
def test_a_comment_is_no_header(towns: Path, comment: str) -> None:
    assert in_csv(towns, comment + text_of([HEADER, *ROWS])) == (READ, [])


def test_a_comment_below_the_header_is_no_header(towns: Path) -> None:
    text = text_of([HEADER, ["#", *ROWS[0][1:]], *ROWS])
    assert in_csv(towns, text) == (READ, [])


def test_headings_between_rows_are_told(towns: Path) -> None:
    found, said = in_csv(towns, text_of([HEADER, ["WEATHER", *[""] * 5], *ROWS]))
    assert found is None
    assert said == [
        "cards.csv:2:1: this row has only `WEATHER`; begin it with `#` if it is a heading; "
        "otherwise fill in the other cells"
    ]


def test_the_header_again_and_sums_are_passed_over(towns: Path) -> None:
    total = ["Total", "", "", "", "", 3]
    found, said = in_csv(towns, text_of([HEADER, ROWS[0], HEADER, ROWS[1], total]))
    assert found == READ
    assert said == [
        "cards.csv:3:1: warning: this row repeats the names of the columns, so it is not read; "
        "delete it",
        "cards.csv:5:1: warning: the row `Total` has sums, so it is not read; delete it, or begin "
        "it with `#`",
    ]


def test_a_transposed_table_is_told(towns: Path) -> None:
    turned = [list(row) for row in zip(HEADER, *ROWS, strict=True)]
    found, said = in_csv(towns, text_of(turned))
    assert found is None
    assert (
        "below one another in the first column; copy the table and paste it transposed" in said[0]
    )


# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [(TRUE, "true"), (FALSE, "false")])
def test_words_and_signs_for_yes_and_no(words: tuple[tuple[str, ...], str]) -> None:
    field = PieceType.model_fields["immobile"].annotation
    for word in words[0]:
        assert meant(field, f" {word.upper()} ") == words[1]
    for sign in "✓✔☑✅":
        assert meant(field, f"{sign}\ufe0f") == "true"
    assert meant(field, "perhaps") == "perhaps"


def test_counts_lengths_and_capitals(towns: Path) -> None:
    table = towns / "pieces.csv"
    text = table.read_text("utf-8").replace(",4,cube,9,", ",x4,Cube,9 mm,")
    table.write_text(text.replace("tracks,text", "tracks,text").replace("count,", "Qty (pcs),"))
    loaded = load(towns)
    assert not loaded.diagnostics.errors
    wagon = loaded.game.piece_types["wagon"]
    assert (wagon.count, wagon.shape, wagon.size) == (4, "cube", 9)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cell,terrain\n101,woods\n", "2:5: unknown cell `101`; did you mean `0101`? Spreadsheet"),
        ("cell,terrain\n0101,woods\n0101,hill\n", "3:1: the cell `0101` is in line 2 too"),
        ("1,2,3\nwoods,hill,woods\n", "1:1: no column of the table is called `cell`"),
    ],
)
def test_tables_of_cells(tmp_path: Path, text: str, message: str) -> None:
    folder = shutil.copytree(template_path("hex"), tmp_path / "hexes")
    plan = (folder / "map.yaml").read_text("utf-8")
    (folder / "map.yaml").write_text(
        plan.replace("    kind: hex\n", "    kind: hex\n    table: c.csv\n")
    )
    (folder / "c.csv").write_text("Hex,Terrain,Elevation\n0101,woods,3\n")
    assert not load(folder).diagnostics.errors
    assert load(folder).game.grids["field"].heights == {"0101": 3}
    (folder / "c.csv").write_text(text)
    assert any(str(one).startswith(f"c.csv:{message}") for one in load(folder).diagnostics.sorted())


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("#REF!", "the cell holds the error #REF!; correct its formula, or enter the value"),
        ("Err:502", "the cell holds the error Err:502"),
        ("=SUM(A1:A2)", "the cell holds the formula =SUM(A1:A2), not its value"),
        ("=B2", "the cell holds the formula =B2"),
        ("2026-02-03 00:00:00", "the cell holds the date 2026-02-03 00:00:00"),
    ],
)
@pytest.mark.parametrize("column", ["text", "copies"])
def test_what_a_program_wrote_instead_of_a_value(
    towns: Path, held: str, message: str, column: str
) -> None:
    rows = [[*row] for row in ROWS]
    rows[0][HEADER.index(column)] = held
    found, said = in_csv(towns, text_of([HEADER, *rows]))
    assert found is None
    assert len(said) == 1
    assert message in said[0]


def test_an_error_in_the_first_cell_is_no_comment(towns: Path) -> None:
    rows = [["#REF!", *ROWS[0][1:]], ROWS[1]]
    _, said = in_csv(towns, text_of([HEADER, *rows]))
    assert any(one.startswith("cards.csv:2:1: the cell holds the error #REF!") for one in said)


@pytest.mark.parametrize(
    "text", ["= 3 points", "#1", "=", "=1+2", "On 2026-02-03 at noon", "1944-06-06 05:30"]
)
def test_texts_that_look_a_little_like_formulas(towns: Path, text: str) -> None:
    rows = [[*row] for row in ROWS]
    rows[0][HEADER.index("text")] = text
    assert in_csv(towns, text_of([HEADER, *rows])) == (READ, [])


def test_a_column_of_ones_own_is_shown_in_any_case(towns: Path) -> None:
    layout = towns / "layouts" / "event.yaml"
    layout.write_text(layout.read_text("utf-8").replace('"{text}"', '"{Victory points}"'), "utf-8")
    header = ["ID", "Deck", "TITLE", "Icon", "VICTORY_POINTS", "Copies"]
    (towns / "cards.csv").write_text(text_of([header, *ROWS]), "utf-8")
    loaded = load(towns)
    assert [str(one) for one in loaded.diagnostics.sorted()] == []
    assert loaded.game.cards[0].field("Victory points") == "Nobody moves."


def test_a_date_beside_numbers_is_told(towns: Path) -> None:
    layout = towns / "layouts" / "event.yaml"
    layout.write_text(layout.read_text("utf-8").replace('"{text}"', '"{points}"'), "utf-8")
    header = [*HEADER[:4], "points", "copies"]
    rows = [[*ROWS[0][:4], "3", 2], [*ROWS[1][:4], "4-Mar", 1]]
    found, said = in_csv(towns, text_of([header, *rows]))
    assert found == READ
    assert "the cell holds the date 4-Mar" in said[0]


def test_another_table_beside_the_one_that_is_read(towns: Path) -> None:
    (towns / "cards.ods").write_bytes(b"PK")
    found, said = in_csv(towns, text_of([HEADER, *ROWS]))
    assert found == READ
    assert said == [
        "cards.ods:1:1: warning: this table is not read; cards.csv is; save it as cards.csv,"
        " or delete it"
    ]


def test_an_unknown_symbol_is_told_at_its_cell(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("blocks"), tmp_path / "blocks")
    table = folder / "pieces.csv"
    table.write_text(table.read_text("utf-8").replace("infantry", "infantree", 1), "utf-8")
    (told,) = load(folder).diagnostics.errors
    (line,) = table.read_text("utf-8").splitlines()[told.position.line - 1 : told.position.line]
    assert line[told.position.column - 1 :].startswith("infantree,")
    assert told.hint == "did you mean `infantry`?"


def test_other_names_of_columns_of_pieces(towns: Path) -> None:
    table = towns / "pieces.csv"
    text = table.read_text("utf-8")
    table.write_text(text.replace(",kind,side,count,", ",kind,Faction,Qty,", 1), "utf-8")
    assert load(towns).game.piece_types["wagon"].side == "guild"
    table.write_text(text.replace(",text\n", ",Description\n", 1), "utf-8")
    told = str(load(towns).diagnostics.errors[0])
    assert "unknown column `Description`; call a column that is not read `notes`" in told
