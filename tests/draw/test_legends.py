"""Legends and terrain charts show a picture of what they explain."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from modgen.assets import bundled_games, template_path
from modgen.draw.board import draw_board
from modgen.draw.charts import draw_chart
from modgen.draw.grids import HEIGHT, colour_of, paint_grids
from modgen.draw.svg import Drawing
from modgen.library.games import load_game
from modgen.model.checks.legends import explained
from modgen.model.loading.folder import load
from modgen.model.tactics.listings import filled, symbols


@pytest.mark.long
@pytest.mark.parametrize("name", bundled_games())
def test_every_terrain_and_feature_has_a_picture_and_a_name(name: str) -> None:
    game = load_game(name)
    legends = [chart for chart in game.charts if chart.kind in ("legend", "terrain")]
    told = {(one.kind, one.key) for chart in legends for one in symbols(game, chart) if one}
    assert {("terrain", one.id) for one in game.info.terrains} <= told
    assert {("feature", one.id) for one in game.info.features} <= told
    assert legends
    for chart in legends:
        rows = filled(game, chart).rows
        assert len(rows) == len(symbols(game, chart))
        svg = draw_chart(game, chart, 90).svg
        for one in game.info.terrains if game.map.grids else ():
            assert colour_of(one) in svg


LEGEND = """id: key
name: Key
kind: legend
columns: [Symbol, Meaning]
rows:
  - ["{symbol}", "what it means"]
  - ["attribute:harvest", Harvest]
  - ["total:red_harvest", Red wins]
  - ["total:blue_harvest", Blue wins]
"""
RAIL = "  - {between: [west, north]}"
MISTAKES = {
    "space:nowhere": "charts/key.yaml:6:5: unknown space `nowhere`",
    "attribute:populaton": "charts/key.yaml:6:5: unknown attribute `populaton`",
    "road": "charts/key.yaml:6:5: `road` is not a symbol of a legend",
    "edge:rial": "charts/key.yaml:6:5: unknown kind of edge `rial`",
    "edge:road": "charts/key.yaml:6:3: warning: the legend does not explain `edge:rail`",
    "edge:rail": "",
}


@pytest.mark.parametrize("symbol", MISTAKES)
def test_a_legend_is_complete(tmp_path: Path, symbol: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path(), folder)
    (folder / "charts" / "key.yaml").write_text(LEGEND.format(symbol=symbol), "utf-8")
    places = folder / "map.yaml"
    text = places.read_text("utf-8")
    assert RAIL in text
    places.write_text(text.replace(RAIL, f"{RAIL[:-1]}, kind: rail}}"), "utf-8")
    found = [one for one in map(str, load(folder).diagnostics.sorted()) if "locale/" not in one]
    message = MISTAKES[symbol]
    assert len(found) == bool(message), found
    assert all(one.startswith(message) for one in found), found


OWN_KINDS = """edge_kinds:
  - {id: trail, name: Goat trail, colour: "#7a3b8c", dash: [3, 1.5], width: 1.2}
edges:
"""


def test_kinds_of_edge_of_a_game_have_their_line_and_name(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path("point-to-point"), folder)
    (folder / "charts" / "key.yaml").write_text(
        "id: key\nname: Key\nkind: legend\ncolumns: [Symbol, Meaning]\nrows:\n"
        '  - ["edge:road", Road]\n  - ["edge:rail", Railway]\n  - ["edge:river", River]\n',
        "utf-8",
    )
    path = folder / "map.yaml"
    text = path.read_text("utf-8").replace("edges:\n", OWN_KINDS, 1)
    edge = "{between: [mill, chapel], kind: road}"
    assert edge in text
    path.write_text(text.replace(edge, edge.replace("road", "trail, via: [[140, 30]]")), "utf-8")
    game = load(folder).game
    assert not load(folder).diagnostics.sorted()
    legend = next(chart for chart in game.charts if chart.kind == "legend")
    assert ["Goat trail"] in filled(game, legend).rows
    drawn = {"1.6 0.8": draw_chart(game, legend, 90).svg, "3 1.5": draw_board(game, "main").svg}
    for dashes, svg in drawn.items():
        # A legend's line is short: it shows shorter dashes, so that their gaps are seen.
        (found,) = re.findall(r"<[^>]*#7a3b8c[^>]*>", svg)
        assert f'stroke-dasharray="{dashes}"' in found
        assert 'stroke-width="1.2"' in found
    assert "140.000,30.000" in found
    path.write_text(text.replace(edge, edge.replace("road", "trial")), "utf-8")
    (message,) = map(str, load(folder).diagnostics.errors)
    assert "unknown kind of edge `trial`; did you mean `trail`?" in message


def test_patterns_of_terrain_are_as_strong_as_the_grid_says() -> None:
    game = load(template_path("hex")).game
    (grid,) = game.map.grids
    assert grid.patterns == 0.5
    drawing = Drawing(300, 300)
    paint_grids(drawing, game, game.map.boards[0])
    assert drawing.svg.count('opacity="0.5"') > 10


@pytest.mark.long
def test_heights_do_not_look_like_ids() -> None:
    game = load_game("tirad-pass")
    board = game.map.boards[0]
    drawing = Drawing(board.width, board.height)
    paint_grids(drawing, game, board)
    letters = [part for part in drawing.svg.split("<text ")[1:] if "stroke=" not in part]
    heights = {f"{height:g}" for grid in game.map.grids for height in grid.heights.values()}
    ids = set(game.cells)
    styles = {
        kind: {
            (part.split('fill="')[1][:7], part.split('font-family="')[1].split('"')[0])
            for part in letters
            if part.split(">")[1].split("<")[0] in known
        }
        for kind, known in (("height", heights - ids), ("id", ids - heights))
    }
    assert styles["height"] == {(HEIGHT, "'Noto Serif'")}
    assert not styles["height"] & styles["id"]


@pytest.mark.long
def test_a_legend_explains_discs_attributes_states_and_flags() -> None:
    game = load_game("people-power")
    (legend,) = (chart for chart in game.charts if chart.kind == "legend")
    kinds = [one.kind for one in symbols(game, legend) if one]
    assert kinds.count("state") == 5  # three alignments and two sides that control
    assert kinds.count("total") == 3
    assert {"space", "attribute", "ground"} <= set(kinds)
    assert not list(explained(game))
    for left_out in ("space:", "attribute:", "total:npa", "total:"):
        rows = [row for row in legend.rows if not row[0].startswith(left_out)]
        others = [chart for chart in game.charts if chart is not legend]
        less = replace(game, charts=(*others, legend.model_copy(update={"rows": rows})))
        told = {one.message for one in explained(less)}
        # One kind of disc needs no explanation.
        assert bool(told) == (left_out in ("attribute:", "total:")), (left_out, told)


def test_every_kind_of_disc_is_explained() -> None:
    game = load_game("junta-coup")
    (legend,) = (chart for chart in game.charts if chart.kind == "legend")
    assert not list(explained(game))
    less = legend.model_copy(update={"rows": legend.rows[1:]})
    others = [chart for chart in game.charts if chart is not legend]
    (problem,) = explained(replace(game, charts=(*others, less)))
    assert "space:presidential_palace" in problem.message
