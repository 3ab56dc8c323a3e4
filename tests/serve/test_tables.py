"""A table as rows for the page and back; values replaced in the text of a YAML file."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import bundled_games
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.table_source import read_table
from modgen.model.files.yaml_source import parse_yaml
from modgen.serve.design.tables import records, shown, written
from modgen.serve.design.written import FileError
from modgen.serve.design.yaml_edit import edited

TABLES = [path for folder in bundled_games().values() for path in folder.glob("*.csv")]
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"], include_characters="\n\t"),
    max_size=12,
)
CELL = st.sampled_from(["", "a", "#b", 'say "x"', "1,5", "x;y", "two\nlines", "é"]) | TEXT
ROWS = st.lists(st.lists(CELL, min_size=1, max_size=5), max_size=8)
OLD = "# a comment, with a comma\nid,name\n1,'one'\n\n2,\"two, too\"\n3,three"


def cells(text: str, name: str = "t.csv") -> list[list[str]]:
    return [row["cells"] for row in shown(text, name)]  # type: ignore[misc]


def trimmed(row: list[str]) -> list[str]:
    while row and not row[-1]:
        row = row[:-1]
    return row


@pytest.mark.parametrize("path", TABLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_table_that_was_not_changed_keeps_its_bytes(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    assert written(text, path.name, cells(text)) == text


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_one_cell_changes_one_line(mark: str, end: str) -> None:
    old = mark + OLD.replace("\n", end)
    rows = cells(old)
    assert rows[0] == ["# a comment, with a comma"]
    assert rows[3] == []
    rows[2] = ["1", 'say "one"']
    lines = OLD.split("\n")
    lines[2] = '1,"say ""one"""'
    assert written(old, "t.csv", rows) == mark + end.join(lines)


def test_rows_are_added_moved_and_deleted() -> None:
    rows = cells(OLD)
    changed = [*rows[:2], rows[5], ["4", ""], rows[4]]
    assert written(OLD, "t.csv", changed) == (
        '# a comment, with a comma\nid,name\n3,three\n4,\n2,"two, too"\n'
    )


def test_the_delimiter_stays() -> None:
    old = "id;name\n1;a\n"
    assert written(old, "t.csv", [["id", "name"], ["1", "a;b"]]) == 'id;name\n1;"a;b"\n'


def test_what_is_not_a_table_is_refused() -> None:
    with pytest.raises(FileError, match=r"t.csv:2: the row cannot be read"):
        records('id\n"a', "t.csv")
    with pytest.raises(FileError, match="more than 3,000 rows"):
        records("a\n" * 3001, "t.csv")
    with pytest.raises(FileError, match="would have 3,001 rows"):
        written("a\n", "t.csv", [["a"]] * 3001)
    with pytest.raises(FileError, match=r"U\+0000"):
        written("id\n", "t.csv", [["id"], ["\0"]])


@given(ROWS)
def test_what_is_written_is_read_again(rows: list[list[str]]) -> None:
    header = [["id", "b", "c", "d", "e"]]
    # The page sends a comment as one cell, and a cell has no carriage returns of its own.
    sent = [row[:1] if row[0].startswith("#") else row for row in rows]
    sent = [[row[0].replace("\n", " ")] if row[0].startswith("#") else row for row in sent]
    text = written("id,b,c,d,e\n", "t.csv", header + sent)
    again = cells(text)
    assert [trimmed(row) for row in again] == [trimmed(row) for row in header + sent]
    assert written(text, "t.csv", again) == text


def test_lines_and_columns_are_those_of_mistakes(tmp_path: Path) -> None:
    text = '# c\nid,text\n1,"a\nb"\n\n2,,x\n'
    (tmp_path / "t.csv").write_text(text, "utf-8")
    diagnostics = Diagnostics()
    rows = read_table(tmp_path / "t.csv", "t.csv", diagnostics)
    kept = [one for one in records(text, "t.csv") if one.kind == "row"][1:]
    assert [one.line for one in kept] == [row.position.line for row in rows] == [3, 6]
    for one, row in zip(kept, rows, strict=True):
        at = [position.column for position in row.positions.values()]
        assert list(one.columns[: len(at)]) == at
    assert diagnostics.errors[0].position.column == kept[1].columns[2]


# --- YAML ----------------------------------------------------------------------------------------

MAP = """\
# é: a map
boxes:
  - {id: a, rect: {x: 1, y: 2}, at: [3, 4]} # end
  - id: b # b
    rect:
      x: 1
      y: 2 # two
    at:
      - 1
      - 2
    text: |
      long
      text
title: Four: no
""".replace("Four: no", '"Four"')


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("boxes", 0, "rect", "x"), 2.25, "{x: 1, y: 2}, at", "{x: 2.25, y: 2}, at"),
        (("boxes", 0, "at"), [5.0, 123.4567], "at: [3, 4]", "at: [5, 123.4567]"),
        (("boxes", 0, "new"), [1.0, 2.0], "[3, 4]}", "[3, 4], new: [1, 2]}"),
        (("boxes", 1, "rect", "y"), 3, "y: 2 # two", "y: 3 # two"),
        (("boxes", 1, "at"), [7.0, 8.0], "- 1\n      - 2", "[7, 8]"),
        (("boxes", 1, "new"), 1, "id: b # b\n", "id: b # b\n    new: 1\n"),
        (("title",), 'a "b": #c', '"Four"', '"a \\"b\\": #c"'),
        (("title",), "five", '"Four"', "five"),
        *(
            (("title",), word, '"Four"', f'"{word}"')
            for word in ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
        ),
    ],
)
def test_only_the_value_changes(
    path: tuple[str | int, ...], value: object, old: str, new: str
) -> None:
    assert edited(MAP, "map.yaml", {path: value}) == MAP.replace(old, new, 1)  # type: ignore[dict-item]


@pytest.mark.long
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Co", "Cn"]), max_size=30)
)
def test_any_text_can_be_a_value(text: str) -> None:
    try:
        changed = edited(MAP, "map.yaml", {("title",): text})
    except FileError:
        assert re.search("[\ufeff\ufffe\uffff\u0085\u2028\u2029]", text)
        return
    located = parse_yaml(changed, "map.yaml", Diagnostics())
    assert located is not None
    assert located.data["title"] == text


def test_what_cannot_be_changed_is_refused() -> None:
    for path in (("boxes", 7, "x"), ("no", "x"), ("title", "x")):
        with pytest.raises(FileError, match="the game has changed since"):
            edited(MAP, "map.yaml", {path: 1.0})
    with pytest.raises(FileError, match="correct this first"):
        edited("a: [", "map.yaml", {("a",): 1.0})
    # Another place uses the same value.
    with pytest.raises(FileError, match="edit it as text"):
        edited("a: &x {y: 1}\nb: *x\n", "map.yaml", {("a", "y"): 2.0})


def test_a_reader_of_csv_agrees() -> None:
    text = written("id,b\n", "t.csv", [["id", "b"], ["1", 'a"b\n,c']])
    assert list(csv.reader(io.StringIO(text, newline="")))[1] == ["1", 'a"b\n,c']


def test_a_title_above_the_header_is_no_header() -> None:
    text = "My cards,,\n,,\nid,title,copies\n1,Rain,2\n"
    kinds = [row["kind"] for row in shown(text, "cards.csv")]
    assert kinds == ["title", "blank", "row", "row"]
    assert [row["kind"] for row in shown("title\nRain\nSun\n", "cards.csv")] == ["row"] * 3
