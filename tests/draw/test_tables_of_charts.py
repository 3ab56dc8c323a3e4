"""Tables of charts stay inside their frames, and count each counter once."""

from __future__ import annotations

import re

import pytest

from modgen.assets import template_path
from modgen.draw.charts import MARGIN, draw_chart
from modgen.draw.text import Style, width
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.tactics import listings
from modgen.model.types.scenario import Chart

ODDS = ["1:2", "1:1", "2:1", "3:1", "4:1"]
CELL = re.compile(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>D2R</text>')


@pytest.mark.parametrize("wide", [80.0, 120.0, 190.0])
def test_columns_of_a_table_fill_its_frame_and_no_more(wide: float) -> None:
    game = load(template_path("hex")).game
    rows = [[str(die), *["D2R"] * len(ODDS)] for die in range(1, 7)]
    chart = Chart(id="crt", name="Results", kind="table", columns=["Die", *ODDS], rows=rows)
    cells = CELL.findall(draw_chart(game, chart, wide).svg)
    half = width("D2R", Style("text", 3.1)) / 2
    row = sorted(float(x) + half for x, y in cells if y == cells[0][1])
    assert len(row) == len(ODDS)
    # The letters of the last column are in its middle, and the column ends with the frame.
    assert row[-1] + (row[-1] - row[-2]) / 2 == pytest.approx(wide - MARGIN, abs=0.1)


def test_counters_with_several_faces_are_counted_once(civil_power: Game) -> None:
    chart = next(one for one in civil_power.charts if one.kind == "units" and one.side == "police")
    rows = listings.filled(civil_power, chart).rows
    units = [one for one in civil_power.pieces if one.size_class and one.side == "police"]
    assert sum(int(row[-1] or 0) for row in rows) == sum(unit.count for unit in units)
    assert [row[-1] for row in rows if "Vehicle (" in row[0]] == ["5", ""]
    assert any("Vehicle (A, B, C, D, E)" in row[0] for row in rows)
