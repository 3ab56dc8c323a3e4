"""How a kept row is counted, and when it is worse."""

from __future__ import annotations

import pytest

from tests.kept import rows
from tests.kept.rows import Row, Score, read, score, worse, write
from tests.kept.sets import NAMES
from tests.kept.table import calibration, printed

MISTAKE = Row(mistake="too far", clauses="4.0.a 4.0.b", also="4.3.a", turns=3)
LEGAL = Row(turns=5)


@pytest.mark.parametrize(
    ("findings", "illegal", "suspect", "first"),
    [
        ("", 0, 0, 0),
        ("4.0.b", 1, 0, 1),
        ("4.3.a 4.0.a", 1, 0, 0),
        ("4.0.a?", 0, 1, 1),
        ("-1.1 4.0.a", 1, 0, 1),
        ("-4.0.a", 0, 0, 0),
        ("crash", 0, 0, 0),
    ],
)
def test_one_mistake(findings: str, illegal: int, suspect: int, first: int) -> None:
    found = score(MISTAKE._replace(findings=findings))
    assert (found.illegal, found.suspect, found.first) == (illegal, suspect, first)
    assert found.mistakes == 1
    assert found.turns == 0


def test_each_of_several_mistakes_needs_its_clause() -> None:
    row = Row(mistake="two", clauses="1.a 1.b; 2.a", findings="1.b 3.c 2.a?")
    found = score(row)
    assert (found.mistakes, found.illegal, found.suspect, found.first) == (2, 1, 1, 2)
    assert score(row._replace(findings="1.a 1.b")).illegal == 1


def test_what_is_said_of_a_legal_game_is_false() -> None:
    found = score(LEGAL._replace(accused=1, suspected=1, findings="1.a 1.b 2.a?"))
    assert (found.turns, found.accused, found.suspected) == (5, 1, 1)
    assert found[8:] == (0, 0, 2, 0, 0, 1)


def test_findings_by_verdict() -> None:
    found = score(MISTAKE._replace(findings="4.0.a 4.3.a 9.9 -8.8 4.0.b? 9.9? -8.8?"))
    assert found[8:] == (2, 1, 1, 1, 1, 1)
    text = calibration({"game set": [MISTAKE._replace(findings="4.0.a 9.9")]})
    assert [cell.strip() for cell in text.splitlines()[2].split("|")][1:6] == [
        "game",
        "1",
        "1",
        "0",
        "50.0",
    ]


@pytest.mark.parametrize(
    ("row", "before", "now", "change"),
    [
        (MISTAKE, "4.0.a", "4.0.b", ""),
        (MISTAKE, "4.0.a", "4.0.a 9.9", ""),
        (MISTAKE, "4.0.a", "", "missed, another clause first"),
        (MISTAKE, "4.0.a", "4.0.a?", "only suspect"),
        (MISTAKE, "4.0.a?", "4.0.a", ""),
        (MISTAKE, "4.0.a", "9.9 4.0.a", "another clause first"),
        (MISTAKE, "4.0.a", "-9.9 4.0.a", "accused more"),
        (MISTAKE, "4.0.a", "crash", "crash"),
        (LEGAL, "", "1.a", "accused more"),
        (LEGAL, "", "1.a?", "suspected more"),
        (LEGAL, "1.a", "1.a?", ""),
        (LEGAL, "1.a?", "", ""),
        (LEGAL, "", "crash", "crash"),
        (Row(mistake="?"), "1.a", "1.b", "other findings"),
        (Row(mistake="?"), "1.a", "1.a", ""),
    ],
)
def test_what_is_worse(row: Row, before: str, now: str, change: str) -> None:
    assert worse(row._replace(findings=before), row._replace(findings=now)) == change


def test_a_file_is_read_as_it_was_written(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(rows, "FOLDER", tmp_path)
    found = [LEGAL, MISTAKE._replace(name='a "b", c', seed=7, findings="-1.a 4.0.a?")]
    write("some set", reversed(found))
    assert read("some set") == found


def test_the_kept_files_are_those_of_the_sets() -> None:
    assert {path.stem for path in rows.FOLDER.glob("*.csv")} == {
        name.replace(" ", "-") for name in NAMES
    }
    for name in NAMES:
        found = read(name)
        assert len({row.key for row in found}) == len(found)
        for row in found:
            assert row.legal == (not row.clauses) or not row.known


def test_sums() -> None:
    table = printed({"game set": [LEGAL, MISTAKE]}, {"game set": (1.0, 2.5)})
    cells = [cell.strip() for cell in table.splitlines()[-1].split("|")][1:-1]
    assert cells == ["all", "2", "5", "0", "0", "1", "0", "0", "1", "0", "1.0", "2.5"]
    assert Score(1, 2) + Score(3, 4) == Score(4, 6)
