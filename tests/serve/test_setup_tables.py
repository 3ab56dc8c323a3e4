"""Set-ups as tables on the page."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from modgen.assets import template_path
from modgen.model.loading.folder import load
from modgen.serve.design.bench import Bench
from modgen.serve.design.written import FileError


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """A copy of the small game of towns and roads."""
    return shutil.copytree(template_path("point-to-point"), tmp_path / "towns")


def table(bench: Bench) -> list[list[str]]:
    found = bench.setup_table("start")
    assert found is not None
    assert found["rows"][0] == ["place", "piece", "count"]
    return [list(row) for row in found["rows"][1:]]


def told(bench: Bench, rows: Any) -> list[tuple[int, int, str]]:
    found = bench.lay_pieces("start", rows)
    return [(one["line"], one["column"], f"{one['message']}; {one['hint']}") for one in found]


def test_rows_are_written_and_taken_back(towns: Path) -> None:
    path = towns / "scenarios" / "start.yaml"
    before = path.read_bytes()
    bench = Bench(str(towns))
    rows = table(bench)
    assert rows[:2] == [["mines", "wagon", "2"], ["mines", "guard", "1"]]
    assert told(bench, rows) == []
    assert path.read_bytes() == before
    # The wagons are elsewhere, one more with them, and the band at the Ferry is shown.
    rows[0] = ["old_fort", " wagon ", "2"]
    rows[-1][1] = "band/shown"
    assert told(bench, [*rows, ["dry_wells", "wagon", "1"], ["", "", ""]]) == []
    scenario = load(towns).game.scenarios[0]
    assert scenario.place["mines"] == {"guard": 1}
    assert scenario.place["ferry"] == {"band/shown": 1}
    assert scenario.place["old_fort"] == {"wagon": 2}
    assert scenario.available == {"wagon": 1, "guard": 2, "band": 2}
    assert b"# for another face write" in path.read_bytes()
    bench.undo()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (["minse", "wagon", "1"], 1, "unknown place `minse`; did you mean `mines`?"),
        (["old_fort", "wagno", "1"], 2, "unknown piece `wagno`; did you mean `wagon`?"),
        (["old_fort", "band/dead", "1"], 2, "unknown piece `band/dead`; "),
        (["old_fort", "wagon", "two"], 3, "`two` is not a number of pieces; write 1 to 10,000"),
        (["mines", "wagon", "1"], 2, "`wagon` in `mines` has a row already; write the sum into"),
        (["old_fort", "wagon", "9"], 3, "only 2 more of `wagon` are available; write a higher"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(
    towns: Path, row: list[str], column: int, message: str
) -> None:
    path = towns / "scenarios" / "start.yaml"
    before = path.read_bytes()
    bench = Bench(str(towns))
    rows = [*table(bench), row]
    rows[2][2] = "2"
    ((line, at, said),) = told(bench, rows)
    assert (line, at) == (len(rows) + 1, column)
    assert said.startswith(message)
    assert path.read_bytes() == before


def test_a_row_that_is_not_finished_waits(towns: Path) -> None:
    bench = Bench(str(towns))
    rows = [*table(bench), ["old_fort", "", ""]]
    rows[2][2] = "2"
    (problem,) = bench.lay_pieces("start", rows)
    assert (problem["column"], problem["warning"]) == (2, True)
    assert load(towns).game.scenarios[0].place["junction"] == {"guard": 2}


def test_what_contradicts_other_facts_is_written_and_told(towns: Path) -> None:
    """As in other tables; so one fact after the other can be changed."""
    bench = Bench(str(towns))
    rows = table(bench)
    rows[0][2] = "3"
    assert told(bench, rows) == []
    assert "at most 2 may stack" in str(load(towns).diagnostics.errors[0])
    again = Bench(str(towns))
    again.version = replace(bench.version, problems=again.version.problems)
    assert table(again)[0] == ["mines", "wagon", "3"]
    rows[0] = ["old_fort", "wagon", "1"]
    assert told(again, rows) == []
    assert not load(towns).diagnostics.errors
    with pytest.raises(FileError, match="has changed since"):
        bench.lay_pieces("end", rows)
    assert bench.setup_table("end") is None


@pytest.mark.long
def test_what_is_available_follows_the_count(towns: Path) -> None:
    bench = Bench(str(towns))
    before = (towns / "scenarios" / "start.yaml").read_bytes()

    def count(number: str) -> None:
        table = bench.file("pieces.csv")
        rows = [row["cells"] for row in table["rows"]]
        (head,) = (row for row in rows if row[0] == "id")
        (wagon,) = (row for row in rows if row[0] == "wagon")
        wagon[head.index("count")] = number
        bench.write_rows("pieces.csv", rows, table["version"])

    count("7")
    loaded = load(towns)
    assert not loaded.diagnostics.errors
    assert loaded.game.scenarios[0].available["wagon"] == 5
    count("some")
    count("4")
    assert not load(towns).diagnostics.errors
    assert (towns / "scenarios" / "start.yaml").read_bytes() == before
    count("1")  # fewer than lie on the board, which is told
    assert "places 2 of `wagon`, but the game has only 1" in str(load(towns).diagnostics.errors[0])


def test_hexes_are_places(tmp_path: Path) -> None:
    folder = shutil.copytree(template_path("hex"), tmp_path / "hex")
    bench = Bench(str(folder))
    rows = table(bench)
    rows[0][0] = "0605"
    assert told(bench, rows) == []
    assert '"0605": {crown_guard: 1}' in (folder / "scenarios" / "start.yaml").read_text("utf-8")
    assert load(folder).game.scenarios[0].place["0605"] == {"crown_guard": 1}


@pytest.mark.parametrize(
    ("key", "field", "text", "written"),
    [
        ("setup/start", "turns", "9", "turns: 9"),
        ("setup/start", "levels", "{salt_marker: 3, day_marker: 1}", "{salt_marker: 3, day"),
        ("side/guild", "colour", "#123456", 'colour: "#123456"'),
        ("deck/event", "name", "Incident", 'name: "Incident"'),
        ("board/main", "width", "300", "width: 300"),
    ],
)
def test_fields_of_more_parts_are_changed(
    towns: Path, key: str, field: str, text: str, written: str
) -> None:
    bench = Bench(str(towns))
    bench.set_field(key, field, text)
    assert any(written in path.read_text("utf-8") for path in towns.rglob("*.yaml"))
    assert not load(towns).diagnostics.errors
