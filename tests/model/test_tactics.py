"""Stacking and purchases, and errors in the data that they use."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.tactics.purchases import (
    affordable,
    cost,
    laid_out,
    packages,
    start_levels,
    total_cost,
)
from modgen.model.tactics.stacking import overstacked
from modgen.model.types.tactics import Force


@pytest.mark.parametrize(
    ("held", "broken"),
    [
        ({"reserve": 3, "pistol_punk": 3}, []),
        ({"reserve": 2, "line": 2}, [("police", 4, 3)]),
        ({"untrained_crowd": 2}, [("mob", 2, 1)]),
        ({"untrained_crowd": 2, "reserve": 1}, []),
        ({"generic_veh": 5, "agitator": 3}, []),
    ],
)
def test_stacks(
    civil_power: Game, held: dict[str, int], broken: list[tuple[str, int, int]]
) -> None:
    faces = {(key, civil_power.piece_types[key].start_face.id): n for key, n in held.items()}
    stacks = [(stack.side, stack.count, stack.most) for stack in overstacked(civil_power, faces)]
    assert stacks == broken


def test_packages_cost_their_points(civil_power: Game) -> None:
    for package in packages(civil_power).values():
        assert total_cost(civil_power, package.units) == package.points, package.id


def test_prices_by_face_and_item(civil_power: Game) -> None:
    assert cost(civil_power, "line") == 18
    assert cost(civil_power, "line/mounted") == 22
    assert cost(civil_power, "gas_grenade") == 2
    with pytest.raises(KeyError):
        cost(civil_power, "fire")


def test_why_a_force_cannot_be_bought(civil_power: Game) -> None:
    force = Force(side="mob", points=40, barred=["group", "tv_crew"])
    assert list(affordable(civil_power, force, {"trained_crowd": 1})) == []
    said = list(affordable(civil_power, force, {"pistol_punk": 2, "tv_crew": 1, "agitator": 1}))
    assert len(said) == 3
    assert said[-1] == "50 points are spent, but only 40 are available"


def test_a_force_waits_in_its_box(civil_power: Game) -> None:
    force = Force(side="police", package="small_standard", box="force_police")
    scenario = civil_power.scenarios[0].model_copy(update={"forces": [force], "place": {}})
    assert laid_out(civil_power, scenario)["force_police"] == {
        "reserve": 6,
        "line": 3,
        "gas_gun": 1,
        "generic_veh/donut": 1,
    }
    assert start_levels(civil_power, scenario)["grenades"] == 7


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("map.yaml", '"AAA..BBB.D"', '"AAA..BBB."', "this row has 9 letters"),
        ("map.yaml", '"AAA..BBB.D"', '"AAA..BBB.Z"', "unknown letter of the legend `Z`"),
        (
            "scenarios/i-8.yaml",
            "points: 500",
            "points: 300",
            "400 points are spent, but only 300 are available",
        ),
        ("scenarios/i-4.yaml", "shotgun_punk, tv_crew", "agitator", "`agitator` cannot be bought"),
        (
            "scenarios/i-2.yaml",
            "package: large_mob",
            "package: small_elite",
            "belongs to another side than",
        ),
        ("charts/04_fire.yaml", "[1, 3, 6, 9, 12, 15]", "[1, 3, 6]", "has 3 numbers; it needs 6"),
        ("charts/06_shock.yaml", "[0, 3, 5,", "[0, 5, 3,", "must increase"),
        ("scenarios/ii-1.yaml", "place: {}", "place: {W-A3: {line: 1}}", "does not use"),
        ("scenarios/i-1.yaml", "[[east], [west]]", "[[east], [east]]", "is used more than once"),
        ("scenarios/i-1.yaml", "place: {}", "place: {W-A3: {barricade: 1}}", "as `W-A3/n`"),
        (
            "scenarios/i-1.yaml",
            "place: {}",
            "place: {W-A3/n: {line: 1}}",
            "cannot be on a side of a cell; place it in the cell",
        ),
        (
            "map.yaml",
            "    kind: square",
            "    names: {Q9: Square}\n    kind: square",
            "unknown cell `Q9`",
        ),
        (
            "map.yaml",
            "    kind: square",
            "    heights: {Q9: 3}\n    kind: square",
            "unknown cell `Q9`",
        ),
        ("map.yaml", "    kind: square", "    megahex: Q9\n    kind: square", "unknown cell `Q9`"),
        (
            "map.yaml",
            "    kind: square",
            "    lines: [{feature: hedge, through: [W-A1, W-C1]}]\n    kind: square",
            "`W-C1` is not adjacent to `W-A1`",
        ),
        (
            "map.yaml",
            "    kind: square",
            "    lines: [{feature: hegde, through: [W-A1, W-A2]}]\n    kind: square",
            "unknown feature `hegde`; did you mean `hedge`?",
        ),
        ("game.yaml", "{id: plaza, name: Plaza", "{id: park, name: Plaza", "is duplicated"),
        ("game.yaml", "{id: molotov_2,", "{id: line,", "`line` is duplicated"),
        (
            "game.yaml",
            "{sizes: [group], most",
            "{sizes: [group], sides: [mobb], most",
            "unknown side",
        ),
        ("game.yaml", "lights: {fire:", "lights: {fyre:", "unknown piece `fyre`"),
        ("pieces.csv", "barricade|barrier", "barricade|barrel", "unknown feature `barrel`"),
        ("map.yaml", "around: hedge", "around: hedgge", "unknown feature `hedgge`"),
        (
            "map.yaml",
            "columns: 10\n",
            "columns: 10\n    sides: [{cell: W-A1, side: ne, feature: hedge}]\n",
            "a cell of `west_squares` has no side `ne`",
        ),
        (
            "map.yaml",
            "columns: 10\n",
            "columns: 10\n    sides: [{cell: W-A99, side: n, feature: hedge}]\n",
            "unknown cell `W-A99`",
        ),
        (
            "game.yaml",
            "{reserve: 6, line: 3,",
            "{reserve: 6, line: 4,",
            "costs 168 points, over its 150",
        ),
        (
            "game.yaml",
            "closed_to: [crowd,",
            "closed_to: [crwd,",
            "unknown size class or piece `crwd`",
        ),
        ("game.yaml", "{sizes: [group]", "{sizes: [grup]", "unknown size class `grup`"),
        (
            "scenarios/i-1.yaml",
            "place: {}",
            "place: {W-A1: {untrained_crowd: 1}}",
            "cannot be in `W-A1`",
        ),
        ("scenarios/i-1.yaml", "place: {}", "place: {W-A3: {line: 4}}", "`W-A3` has 4 of group"),
        (
            "scenarios/i-1.yaml",
            "place: {}",
            "place: {W-A3/x: {barricade: 1}}",
            "unknown space `W-A3/x`",
        ),
        ("scenarios/i-1.yaml", "[[east], [west]]", "[[east], [wets]]", "unknown board `wets`"),
    ],
)
def test_errors_have_a_place(civil_folder: Path, file: str, old: str, new: str, said: str) -> None:
    path = civil_folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    messages = [
        message for message in load(civil_folder).diagnostics.errors if said in str(message)
    ]
    assert messages
    assert str(messages[0]).startswith(f"{file}:")
