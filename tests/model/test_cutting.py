"""Provinces cut along a line: no area is lost, neighbours are unchanged, errors are plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.geography.cutting import cut
from modgen.model.geography.geojson import Feature
from modgen.model.geography.geometry import area, rings, shared_borders
from modgen.model.geography.merge_recipe import merge_provinces, read_recipe

SQUARE = ((0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 4.0), (0.0, 4.0))
ISLE = ((6.0, 1.0), (7.0, 1.0), (7.0, 2.0))
LAKE = ((0.5, 0.5), (0.5, 1.0), (1.0, 1.0))


def test_left_and_right() -> None:
    left, right = cut(((SQUARE, LAKE), (ISLE,)), [(2, 0), (2, 4)])
    assert {point[0] for point in left[0][0]} == {0, 2}
    assert (len(left), len(left[0])) == (1, 2), "the lake is in the west"
    assert [len(polygon) for polygon in right] == [1, 1], "the island lies off the east"
    assert area(left) + area(right) == pytest.approx(area(((SQUARE, LAKE), (ISLE,))))
    assert shared_borders({"left": left, "right": right}) == {("left", "right"): 4}


@pytest.mark.parametrize("outline", [SQUARE, SQUARE[::-1]])
def test_ends_go_to_corners_that_the_outline_has(outline: tuple[tuple[float, float], ...]) -> None:
    left, right = cut(((outline,),), [(1.8, -0.4), (1, 2), (2.3, 4.2)])
    known = {*SQUARE, (1, 2)}
    assert {at for piece in (left, right) for ring in rings(piece) for at in ring} == known


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ([(0, 0), (0.1, 0.1)], "both ends of the line are at the same corner"),
        ([(2, 0), (9, 2), (2, 4)], "leaves the outline"),
        ([(0, 0), (4, 0)], "cuts nothing off"),
    ],
)
def test_lines_that_part_nothing(line: list[tuple[float, float]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        cut(((SQUARE,),), line)


RECIPE = """\
cuts:
  - {province: Land, line: [[2, 0], [2, 4]], left: West, right: East}
areas:
  west: {name: West, provinces: [West]}
  east: {name: East, provinces: [East]}
"""


def read(tmp_path: Path, text: str) -> tuple[list[Feature], list[str]]:
    path = tmp_path / "areas.yaml"
    path.write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    provinces = [Feature("", "Land", ((SQUARE,),))]
    recipe = read_recipe(path, "areas.yaml", provinces, diagnostics)
    features = merge_provinces(recipe, provinces) if recipe and not diagnostics.errors else []
    return features, [str(diagnostic) for diagnostic in diagnostics.sorted()]


def test_recipes_name_the_pieces(tmp_path: Path) -> None:
    features, problems = read(tmp_path, RECIPE)
    assert problems == []
    assert [(feature.id, area(feature.polygons)) for feature in features] == [
        ("west", 8),
        ("east", 8),
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "province: Land",
            "province: Lend",
            "areas.yaml:2:16: unknown province `Lend`; did you mean `Land`?",
        ),
        (
            "left: West",
            "left: Land",
            "areas.yaml:2:52: the province `Land` exists already; choose another name",
        ),
        (
            "[2, 4]]",
            "[2, 0.1]]",
            "areas.yaml:2:28: `Land`: both ends of the line are at the same corner of the outline",
        ),
    ],
)
def test_wrong_cuts(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert read(tmp_path, RECIPE.replace(old, new, 1))[1][0] == said
