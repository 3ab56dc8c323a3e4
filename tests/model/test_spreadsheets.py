"""Tables as people have them: dates, formulas, merged cells, headers of any kind."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import date, time
from pathlib import Path

import openpyxl
import pytest

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.table_source import read_table
from modgen.model.loading.folder import load

GAME = """\
id: forces
title: North and South
version: "0.1"
description: Counters for two armies.
languages: [en]
sides:
  - {id: north, name: North, adjective: Northern, abbreviation: N, colour: "#2f5fa8", icon: star}
sequence:
  - {id: play, name: Play}
"""
MAP = """\
boards:
  - {id: main, name: Tray, width: 200, height: 140}
boxes:
  - {id: tray, name: Tray, kind: display, rect: {x: 5, y: 5, w: 190, h: 130}}
"""
START = "id: start\nname: All\ntext: Sort them.\nplace:\n  tray: {foot: 1}\n"
PIECES = ("name", "symbol", "factors", "side", "count", "size")
MADE = ", which the spreadsheet program may have made of"


@pytest.fixture
def forces(tmp_path: Path) -> Path:
    for name, text in (("game.yaml", GAME), ("map.yaml", MAP), ("scenarios/start.yaml", START)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    decks = "decks:\n  - {id: fortune, name: Fortune}\npiles:\n  - {id: draw, name: Draw}\n"
    start = "id: start\nname: All\ntext: Draw.\npiles:\n  - {pile: draw, rest: fortune}\n"
    for name, text in (("game.yaml", GAME), ("cards.yaml", decks), ("scenarios/start.yaml", start)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def sheet(
    path: Path,
    rows: Sequence[Sequence[object]],
    formats: dict[str, str] | None = None,
    merge: str = "",
) -> None:
    book = openpyxl.Workbook()
    active = book.active
    for row in rows:
        active.append(row)
    for cell, number_format in (formats or {}).items():
        active[cell].number_format = number_format
    if merge:
        active.merge_cells(merge)
    book.save(path)


def messages(folder: Path) -> list[str]:
    return [str(one) for one in load(folder).diagnostics.sorted()]


@pytest.mark.parametrize(
    ("value", "number_format", "message"),
    [
        (date(2026, 3, 2), "d-mmm", f"the cell holds a date (2-Mar){MADE} 3-2"),
        (date(2006, 4, 4), "mm-dd-yy", f"the cell holds a date (4/4/2006){MADE} 4-4-6"),
        (date(1950, 3, 1), "mmm-yy", f"the cell holds a date (Mar-50){MADE} 3-50"),
        (time(3, 2), "h:mm", f"the cell holds a time (3:02){MADE} 3:2"),
    ],
)
def test_factors_that_became_a_date(
    forces: Path, value: object, number_format: str, message: str
) -> None:
    row = ["Foot", "infantry", value, "north", 6, 16]
    sheet(forces / "pieces.xlsx", [PIECES, row], {"C2": number_format})
    hint = "format the column as text and enter the value again"
    assert messages(forces) == [f"pieces.xlsx:2:3: {message}; {hint}"]


def test_numbers_are_read_as_stored_and_texts_as_shown(forces: Path) -> None:
    rows = [[*PIECES, "attributes.cost"], ["Foot", "infantry", 4.5, "north", 6, 16.25, 1200]]
    formats = {"C2": "0.00", "E2": "00", "F2": '0.0" mm"', "G2": "#,##0"}
    sheet(forces / "pieces.xlsx", rows, formats)
    (piece,) = load(forces).game.pieces
    assert piece.faces[0].factors == "4.50"
    assert (piece.count, piece.size, piece.attributes) == (6, 16.25, {"cost": 1200})


def test_a_percentage_is_no_number_of_pieces(forces: Path) -> None:
    row = ["Foot", "infantry", 0.5, "north", 1, 16]
    sheet(forces / "pieces.xlsx", [PIECES, row], {"C2": "0%", "E2": "0%"})
    assert messages(forces) == [
        "pieces.xlsx:2:5: the cell holds a percentage (100%), which is 1; "
        "format the column as a number and enter the value again"
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("=A2", "2:3: the formula of this cell has no value; open the file in a spreadsheet"),
        ("#REF!", "2:3: the cell holds the error #REF!; correct its formula, or enter the value"),
    ],
)
def test_a_cell_without_a_value(forces: Path, value: str, message: str) -> None:
    sheet(forces / "pieces.xlsx", [PIECES, ["Foot", "infantry", value, "north", 1, 16]])
    (found,) = messages(forces)
    assert found.startswith(f"pieces.xlsx:{message}")


def test_formulas_with_a_value(forces: Path) -> None:
    """An empty text is a value, too."""
    path = forces / "pieces.xlsx"
    sheet(path, [PIECES, ["Foot", "infantry", "=A1", "north", "=1+1", 16]])
    with zipfile.ZipFile(path) as archive:
        entries = {entry: archive.read(entry) for entry in archive.namelist()}
    source = entries["xl/worksheets/sheet1.xml"].decode()
    for old, new in (
        ('<c r="C2"><f>A1</f><v></v>', '<c r="C2" t="str"><f>A1</f><v></v>'),
        ('<c r="E2"><f>1+1</f><v></v>', '<c r="E2"><f>1+1</f><v>2</v>'),
    ):
        assert old in source.replace("<v />", "<v></v>").replace("<v/>", "<v></v>")
        source = source.replace("<v />", "<v></v>").replace("<v/>", "<v></v>").replace(old, new)
    entries["xl/worksheets/sheet1.xml"] = source.encode()
    with zipfile.ZipFile(path, "w") as archive:
        for entry, data in entries.items():
            archive.writestr(entry, data)
    (piece,) = load(forces).game.pieces
    assert (piece.faces[0].factors, piece.count) == ("", 2)


def test_merged_cells(forces: Path) -> None:
    rows = [["Foot", "infantry", "3-2", "north", 1, 16], ["Horse", "cavalry", "3-2", None, 1, 16]]
    sheet(forces / "pieces.xlsx", [PIECES, *rows], merge="D2:D3")
    assert messages(forces) == [
        "pieces.xlsx:2:4: the cells D2:D3 are merged, so all but the first are empty; "
        "unmerge them and fill in each cell"
    ]


def test_columns_of_the_users_own_are_printed_as_shown(cards: Path) -> None:
    rows = [
        ("id", "deck", "title", "When", "Odds", "Price", "Elite"),
        (1, "fortune", "Storm", date(2024, 12, 25), 0.5, 3, True),
    ]
    sheet(cards / "cards.xlsx", rows, {"D2": "d mmm yyyy", "E2": "0%", "F2": '"$"0.00'})
    (card,) = load(cards).game.cards
    assert card.fields == {"When": "25 Dec 2024", "Odds": "50%", "Price": "$3.00", "Elite": "TRUE"}


def test_a_title_that_became_a_date(cards: Path) -> None:
    rows = [("id", "deck", "title"), (1, "fortune", date(2024, 12, 25))]
    sheet(cards / "cards.xlsx", rows, {"C2": "d-mmm"})
    (found,) = messages(cards)
    assert found.startswith("cards.xlsx:2:3: the cell holds a date (25-Dec)")


@pytest.mark.parametrize("header", ["ID,Deck,Name,Qty,Description", "id,deck,TITLE,Copies, text "])
def test_headers_in_any_case_and_with_synonyms(cards: Path, header: str) -> None:
    (cards / "cards.csv").write_text(f"{header}\n1,fortune,Storm,3,Wind.\n", "utf-8")
    (card,) = load(cards).game.cards
    assert (card.title, card.copies, card.text, card.fields) == ("Storm", 3, "Wind.", {})
    assert (card.field("Name"), card.field("Qty"), card.field("Description")) == (
        "Storm",
        "3",
        "Wind.",
    )


def test_a_synonym_beside_the_key_is_a_column_of_its_own(cards: Path) -> None:
    header = "id,deck,Title,Name,Unshaded Effect"
    (cards / "cards.csv").write_text(f"{header}\n1,fortune,Storm,Kim,\n", "utf-8")
    (card,) = load(cards).game.cards
    assert (card.title, card.field("Name"), card.field("name")) == ("Storm", "Kim", "Storm")


def test_synonyms_in_the_table_of_pieces(forces: Path) -> None:
    (forces / "pieces.csv").write_text("Title,Side,Qty\nFoot,north,6\n", "utf-8")
    (piece,) = load(forces).game.pieces
    assert (piece.name, piece.side, piece.count) == ("Foot", "north", 6)


@pytest.mark.parametrize("header", ["Notes", "REMARKS", "Comment", "Bemerkungen", "Observações"])
def test_a_column_of_notes_is_not_read(forces: Path, header: str) -> None:
    (forces / "pieces.csv").write_text(f"name,side,{header}\nFoot,north,to check\n", "utf-8")
    assert not any("unknown column" in one for one in messages(forces))


def test_notes_on_cards_are_there_for_layouts_only(cards: Path) -> None:
    (cards / "cards.csv").write_text("title,Remarks\nRain,new\n", "utf-8")
    assert messages(cards) == []
    assert [card.fields for card in load(cards).game.cards] == [{"Remarks": "new"}]


def test_a_row_with_one_word_of_a_header_is_no_header(cards: Path) -> None:
    (cards / "cards.csv").write_text("id,Words,Deck\n1,card,fortune\n", "utf-8")
    (told,) = messages(cards)
    assert told.startswith("cards.csv:1:1: no column of the table is called `title`")


def test_an_unknown_column_is_reported_once_in_the_header(forces: Path) -> None:
    rows = "".join(f"Foot {number},{number}\n" for number in range(9))
    (forces / "pieces.csv").write_text(f"name,Speed\n{rows}", "utf-8")
    (found,) = messages(forces)
    assert found.startswith("pieces.csv:1:6: unknown column `Speed`")
    assert "more like this" not in found


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("a,b,c\n1,2\n", "t.csv:2:3: warning: this row has 2 cells, but the header has 3"),
        ("a,b\n1,2,3\n", "t.csv:2:5: this row has more cells than the header, which has 2"),
        ("a,b,\n1,2,3\n", "t.csv:2:5: this row has more cells than the header, which has 2"),
        ("a,,c\n1,2,3\n", "t.csv:2:3: warning: this cell is not read, because its column has no"),
        ("a,b,,\n1,2\n", ""),
        ("a,b\n1,\n", ""),
    ],
)
def test_rows_with_more_or_fewer_cells(tmp_path: Path, table: str, message: str) -> None:
    (tmp_path / "t.csv").write_text(table, "utf-8")
    diagnostics = Diagnostics()
    read_table(tmp_path / "t.csv", "t.csv", diagnostics)
    found = [str(one) for one in diagnostics.sorted()]
    assert len(found) == bool(message)
    assert not message or found[0].startswith(message)


def test_a_spreadsheet_with_a_cell_beside_the_table(tmp_path: Path) -> None:
    sheet(tmp_path / "t.xlsx", [("a", "b"), (1, 2, None, "note"), (3,)])
    diagnostics = Diagnostics()
    read_table(tmp_path / "t.xlsx", "t.xlsx", diagnostics)
    (found,) = diagnostics.sorted()
    assert str(found).startswith("t.xlsx:2:4: this row has more cells than the header")


def test_a_blank_count(forces: Path) -> None:
    (forces / "pieces.csv").write_text("name,Qty\nFoot,\nHorse,2\n", "utf-8")
    found = messages(forces)
    assert found == [
        "pieces.csv:2:6: warning: `count` is blank, which counts as 1; write the number"
    ]


def test_blank_copies(cards: Path) -> None:
    (cards / "cards.csv").write_text("id,deck,title,copies\n1,fortune,Storm,\n", "utf-8")
    (found,) = messages(cards)
    assert found.startswith("cards.csv:2:17: warning: `copies` is blank, which counts as 1")


def test_decimal_commas(forces: Path) -> None:
    table = "name;size;attributes.speed\nFoot;12,5;0,5\n"
    (forces / "pieces.csv").write_text(table, "utf-8")
    assert messages(forces) == [
        "pieces.csv:2:6: expected a number, found `12,5`; write a decimal point: 12.5",
        "pieces.csv:2:11: warning: `0,5` is a text and not a number; write a decimal point: 0.5",
    ]


def test_a_whole_number_gets_no_decimal_point(forces: Path) -> None:
    """The remedy of a decimal comma would be refused too."""
    (forces / "pieces.csv").write_text("name;count\nFoot;3,5\n", "utf-8")
    (found,) = messages(forces)
    assert found.startswith("pieces.csv:2:6: expected a whole number, found `3,5`")
    assert "decimal point" not in found


COUNTING_HEADERS = ("No. of cards", "Number of cards", "# cards", "How many", "Card count", "Qty.")


@pytest.mark.parametrize("header", COUNTING_HEADERS)
def test_a_table_of_cards_needs_no_id_and_no_deck(cards: Path, header: str) -> None:
    text = f"Card name;{header};Effect: day;Vict. pts\nÜberfall;3;Rain;2,5\nRain;2;Sun;1\n"
    (cards / "cards.csv").write_text(text + "Rain;1;Fog;0\n", "utf-8")
    assert messages(cards) == []
    game = load(cards).game
    assert [(card.id, card.deck, card.copies) for card in game.cards] == [
        ("uberfall", "fortune", 3),
        ("rain", "fortune", 2),
        ("rain_2", "fortune", 1),
    ]
    assert game.cards[0].fields == {"Effect: day": "Rain", "Vict. pts": "2,5"}
    layout = game.layouts[game.decks["fortune"].layout]
    shown = {element.when: element.text for element in layout.elements}
    assert shown["Effect: day"] == "Effect: day: **{Effect: day}**"


def test_the_deck_of_a_card_must_be_known(cards: Path) -> None:
    (cards / "cards.csv").write_text("title,text\nRain,Wet\n", "utf-8")
    decks = (cards / "cards.yaml").read_text("utf-8")
    more = decks.replace("piles:", "  - {id: fate, name: Fate}\npiles:")
    (cards / "cards.yaml").write_text(more, "utf-8")
    assert (
        "cards.csv:2:1: the row does not name the deck of the card; "
        "write one of `fortune`, `fate` in the column `deck`"
    ) in messages(cards)
    (cards / "cards.yaml").unlink()
    told = "cards.yaml:1:1: there is a table of cards, but no file lists their decks"
    assert any(line.startswith(told) for line in messages(cards))


def test_a_table_without_titles(cards: Path) -> None:
    (cards / "cards.csv").write_text("copies,text\n3,Rain\n2,Sun\n", "utf-8")
    assert messages(cards) == [
        "cards.csv:1:1: no column of the table is called `title`; "
        "its columns are `copies`, `text`; rename one or add one"
    ]


@pytest.mark.parametrize(
    "data",
    [
        "sep=;\r\ntitle;copies;text\r\nRain;3;Wet, cold\r\n".encode("utf-8-sig"),
        "title\tcopies\ttext\r\nRain\t3\tWet, cold\r\n".encode("utf-16"),
        b"title:copies:text\nRain:3:Wet, cold\n",
        b'"title";"copies";"Cost, in gold, or iron";text\nRain;3;1;"Wet, cold"\n',
    ],
)
def test_what_separates_cells(cards: Path, data: bytes) -> None:
    (cards / "cards.csv").write_bytes(data)
    assert messages(cards) == []
    (card,) = load(cards).game.cards
    assert (card.title, card.copies, card.text) == ("Rain", 3, "Wet, cold")


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("2-Mar", "3-2 or 2-3"),
        ("02. Mrz", "3-2 or 2-3"),
        ("Mar-2", "3-2"),
        ("2026-03-02", "3-2-26"),
        ("03.02.2026", "3-2-26"),
    ],
)
def test_dates_of_a_text_file(forces: Path, value: str, meant: str) -> None:
    (forces / "pieces.csv").write_text(f"name,factors,side\nFoot,{value},north\n", "utf-8")
    assert messages(forces) == [
        f"pieces.csv:2:6: the cell holds the date {value}, which a spreadsheet program may have "
        f"made of {meant}; format the column as text and enter the value again"
    ]


def test_sentences_in_a_column_for_effects_are_texts(cards: Path) -> None:
    (cards / "cards.csv").write_text("Title,Effect\nRain,Nobody moves.\nSun,\n", "utf-8")
    assert messages(cards) == []
    assert [(card.text, card.effect) for card in load(cards).game.cards] == [
        ("Nobody moves.", ""),
        ("", ""),
    ]
    (cards / "cards.csv").write_text("Title,Effect\nRain,aid -2\n", "utf-8")
    (card,) = load(cards).game.cards
    assert (card.text, card.effect) == ("", "aid -2")


def test_lines_above_the_header_and_a_sum_below_the_rows(cards: Path) -> None:
    (cards / "cards.csv").write_text("My cards,,\n,,\nCard name,No. of cards,Text\nRain,2,Wet\n")
    assert messages(cards) == []
    assert [(one.title, one.copies) for one in load(cards).game.cards] == [("Rain", 2)]
    (cards / "cards.csv").write_text("My cards,v 2,\nCard name,No. of cards,Text\nRain,2,Wet\n")
    assert any(
        line.startswith("cards.csv:2:1: line 2 seems to have the names of the columns; delete the")
        for line in messages(cards)
    )
    (cards / "cards.csv").write_text("title,copies\nRain,2\nTotal,2\n")
    assert messages(cards) == [
        "cards.csv:3:1: warning: the row `Total` is read like any other row; "
        "delete it, or begin it with `#`"
    ]


def test_dates_among_odds(cards: Path) -> None:
    table = "title,Day,Odds\nRain,1-Mar,3-1\nSun,2-Mar,{}\n"
    (cards / "cards.csv").write_text(table.format("2-1"), "utf-8")
    assert messages(cards) == []
    (cards / "cards.csv").write_text(table.format("2-Jan"), "utf-8")
    assert [line.partition(", which")[0] for line in messages(cards)] == [
        "cards.csv:3:11: warning: the cell holds the date 2-Jan"
    ]


@pytest.mark.parametrize("row", ["a,b,,3", "a,b,,,,"])
def test_a_row_that_differs_from_the_others(cards: Path, row: str) -> None:
    """The header of the table ends with a delimiter, as some programs write it."""
    text = f"title,x,y,copies,\nRain,b,c,3,\n{row}\nSun,b,c,3,\n"
    (cards / "cards.csv").write_text(text, "utf-8")
    width = row.count(",") + 1
    assert any(
        line.startswith("cards.csv:3:")
        and f"this row has {width} cells, but the other rows have 5; write one delimiter" in line
        for line in messages(cards)
    )
