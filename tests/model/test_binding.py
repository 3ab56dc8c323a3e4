"""What is read equals what was written: parts through YAML, tables through spreadsheets."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.model.files.binding import SourceMap, bind
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.yaml_source import parse_yaml
from modgen.model.loading.folder import load
from modgen.model.types.places import Space
from modgen.model.types.scenario import Chart, Scenario

ids = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40)
numbers = st.integers(0, 400)
lengths = st.floats(0, 900, allow_nan=False).map(lambda value: round(value, 3))

scenarios = st.builds(
    Scenario,
    id=ids,
    name=texts,
    text=texts,
    notes=st.lists(texts, max_size=3),
    place=st.dictionaries(ids, st.dictionaries(ids, numbers, max_size=4), max_size=5),
    states=st.dictionaries(ids, st.dictionaries(ids, ids, max_size=3), max_size=3),
    levels=st.dictionaries(ids, numbers, max_size=4),
    unused=st.lists(ids, max_size=4),
)
spaces = st.builds(
    Space,
    id=ids,
    name=texts,
    kind=st.sampled_from(["area", "city", "node", "sea"]),
    attributes=st.dictionaries(ids, st.one_of(numbers, st.booleans(), ids), max_size=4),
    at=st.one_of(st.none(), st.tuples(lengths, lengths)),
    radius=st.one_of(st.none(), st.floats(0.5, 90).map(lambda value: round(value, 3))),
)
charts = st.builds(
    Chart,
    id=ids,
    name=texts,
    kind=st.sampled_from(["table", "list", "text"]),
    columns=st.lists(texts, max_size=3),
    rows=st.lists(st.lists(texts, max_size=3), max_size=4),
)


@pytest.mark.long
@given(st.one_of(scenarios, spaces, charts))
@settings(max_examples=2 * settings().max_examples)
def test_parts_come_back_from_yaml(part: Scenario | Space | Chart) -> None:
    text = yaml.safe_dump(part.model_dump(mode="json"), allow_unicode=True, sort_keys=False)
    diagnostics = Diagnostics()
    located = parse_yaml(text, "part.yaml", diagnostics)
    assert located is not None
    bound = bind(type(part), located, diagnostics, SourceMap())
    assert bound is not None
    assert bound.model_dump() == part.model_dump()
    assert diagnostics.errors == []


def test_a_spreadsheet_says_what_the_csv_says(folder: Path) -> None:
    before = load(folder).game
    for stem in ("pieces", "cards"):
        book = openpyxl.Workbook()
        with (folder / f"{stem}.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
        book.save(folder / f"{stem}.xlsx")
        (folder / f"{stem}.csv").unlink()
    after = load(folder).game
    assert after.pieces == before.pieces
    assert after.cards == before.cards


def test_both_a_spreadsheet_and_a_csv_are_one_too_many(folder: Path) -> None:
    openpyxl.Workbook().save(folder / "cards.xlsx")
    messages = [str(diagnostic) for diagnostic in load(folder).diagnostics.sorted()]
    assert any("cards.csv exists too; delete one of the two" in message for message in messages)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "roads: {road: 0,5, rail: 1}",
            ["x:1:15: `0,5` is read as `0` and a key `5`; write a decimal point: 0.5"],
        ),
        (
            "roads: {road: -1,25}",
            ["x:1:15: `-1,25` is read as `-1` and a key `25`; write a decimal point: -1.25"],
        ),
        ("roads: {road: 0, 5: 1}", []),
        ("roads: {road: 0, 5: }", []),
        ("roads: [0,5]", []),
        ("roads: {road: a,5}", []),
    ],
)
def test_decimal_commas(text: str, found: list[str]) -> None:
    diagnostics = Diagnostics()
    parse_yaml(text, "x", diagnostics)
    assert [str(one) for one in diagnostics.sorted()] == found


def test_words_that_are_no_texts() -> None:
    text = 'a: true\nb: -5\nc: 1.5\nd:\ne: "true"\nf: no\ng: 1:30\n'
    located = parse_yaml(text, "x", Diagnostics())
    assert located is not None
    assert located.data == {"a": True, "b": -5, "c": 1.5, "e": "true", "f": "no", "g": "1:30"}
