"""Movement over squares, hexes and spaces, on positions worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.movement.movement import BREACHES, Movement
from modgen.model.movement.search import WEIGHTS
from modgen.model.movement.traveller import words_of
from modgen.model.tactics.field import Held
from tests.model.small_maps import game_of, grid, spaces

MAN, CROWD, TRUCK, FOE = (key + "/front" for key in ("man", "crowd", "truck", "foe"))


def unit(key: str) -> tuple[str, str]:
    """`man/front` as a unit."""
    kind, _, face = key.partition("/")
    return kind, face


def held(**places: str) -> Held:
    """Places with pieces: `A1="foe"`."""
    return {place: Counter({(key, "front"): 1}) for place, key in places.items()}


def walker(*rows: str, kind: str = "square", **rule: Any) -> Movement:
    more = rule.pop("grid", {})
    zones = rule.pop("zones", [])
    rules = [{"points": 4, **rule} if "steps" not in rule else rule]
    return Movement(game_of(rules, grid(*rows, kind=kind, **more), zones))


# --- squares ---------------------------------------------------------------------------------


def test_steps_on_squares() -> None:
    field = walker(".~", "#.", points=1)
    assert field.reach(unit(MAN), "A1") == {"A1": 0, "B2": 1, "A2": 1}
    assert field.reach(unit(CROWD), "A1") == {"A1": 0, "A2": 1}
    assert field.reach(unit(TRUCK), "A1") == {"A1": 0, "B2": 1}
    assert walker(".~", "#.", points=3).reach(unit(CROWD), "A1")["B1"] == 3


def test_fences_cost_and_close_and_can_be_gone_round() -> None:
    fence = {"cell": "B1", "side": "w", "feature": "fence"}
    field = walker("..", "..", points=9, grid={"sides": [fence]})
    assert field.reach(unit(CROWD), "A1")["B1"] == 2
    assert field.reach(unit(TRUCK), "A1") == {"A1": 0, "B2": 1, "A2": 1, "B1": 2}
    shut = {"cell": "A1", "side": "s", "feature": "fence"}
    field = walker("..", "..", points=9, grid={"sides": [fence, shut]})
    assert field.reach(unit(TRUCK), "A1") == {"A1": 0}
    assert field.reach(unit(MAN), "A1")["B2"] == 2


def test_a_fence_may_be_a_piece() -> None:
    field = walker("..", points=9)
    assert field.reach(unit(TRUCK), "A1") == {"A1": 0, "B1": 1}
    for side in ("A1/e", "B1/w"):
        fence = {side: Counter({("fence", "fence"): 1})}
        assert field.reach(unit(TRUCK), "A1", fence) == {"A1": 0}
        assert field.reach(unit(MAN), "A1", fence)["B1"] == 2


def test_up_and_down_the_stairs() -> None:
    reached = walker("##.", level=2).stands(unit(MAN), ("A1", 0))
    assert reached["A1", 1] == 2
    assert reached["B1", 1] == 3
    assert reached["C1", 0] == 2
    assert ("C1", 1) not in reached


def test_enemies_stop_and_bar() -> None:
    foes = held(B1="foe")
    stops = walker("....", points=9, stops=["enemy"])
    assert set(stops.reach(unit(MAN), "A1", foes)) == {"A1", "B1"}
    assert set(stops.reach(unit(MAN), "B1", foes)) == {"A1", "B1", "C1", "D1"}
    barred = walker("....", points=9, barred=["enemy"])
    assert set(barred.reach(unit(MAN), "A1", foes)) == {"A1"}
    harmless = walker("....", points=9, barred=["enemy"], harmless=["foe"])
    assert len(harmless.reach(unit(MAN), "A1", foes)) == 4
    assert len(barred.reach(unit(MAN), "A1", held(B1="flag"))) == 4


def test_who_may_enter_a_house(civil_power: Game) -> None:
    house = next(one for one in civil_power.info.terrains if one.id == "building")
    types = civil_power.piece_types
    assert not words_of(types["line"], "foot") & set(house.closed_to)
    assert words_of(types["line"], "mounted") & set(house.closed_to)
    assert words_of(types["trained_crowd"]) & set(house.closed_to)


def test_a_crowd_is_kettled(civil_power: Game) -> None:
    """Civil Power 5.4.3: a crowd between houses and Police cannot move; a gang can, diagonally."""
    rules = [rule.model_copy(update={"barred": ["enemy"]}) for rule in civil_power.info.moves]
    info = civil_power.info.model_copy(update={"moves": rules})
    town = Movement(replace(civil_power, info=info))
    police = {name: Counter({("line", "foot"): 1}) for name in ("W-I1", "W-I3")}
    assert set(town.reach(("trained_crowd", ""), "W-I2", police)) == {"W-I2"}
    assert "W-J3" in town.reach(("pistol_punk", ""), "W-I2", police)


def test_civil_power_on_joined_boards(civil_power: Game) -> None:
    """Its ratings of movement are the lower right corners of its counters."""
    scenario = next(one for one in civil_power.scenarios if one.id == "i-1")
    column = Movement(civil_power, scenario)
    assert column.reach(("tank", "ordinary"), "W-D1")["E-C13"] == 1
    verdict = column.explain(("line", "foot"), "W-D1", "E-C9")
    assert [(one.kind, one.has) for one in verdict.breaches] == [("too-far", 4)]
    assert verdict.breaches[0].part is civil_power.info.moves[1]
    assert column.explain(("line", "mounted"), "W-D1", "E-C9").allowed


# --- hexes -----------------------------------------------------------------------------------


def test_six_neighbours() -> None:
    flat = walker("...", "...", "...", kind="hex", points=1)
    assert set(flat.reach(unit(MAN), "B2")) == {"B2", "B1", "B3", "A2", "A3", "C2", "C3"}
    pointed = walker("...", "...", "...", kind="hex", points=1, grid={"sideways": True})
    assert set(pointed.reach(unit(MAN), "B2")) == {"B2", "A2", "C2", "B1", "C1", "B3", "C3"}


def test_terrain_and_hexsides() -> None:
    side = {"cell": "A1", "side": "se", "feature": "river"}
    field = walker(".^~", "...", kind="hex", points=9, grid={"sides": [side]})
    costs = field.reach(unit(MAN), "A1")
    assert costs["A2"] == 1
    assert costs["B1"] == 3  # 1 for A2 and 2 for the hill; over the river it is 4
    assert costs["C1"] == 6
    free = walker(
        ".^~",
        "...",
        kind="hex",
        points=9,
        features={"river": 0},
        terrain={"mud": 1},
        grid={"sides": [side]},
    )
    assert free.reach(unit(MAN), "A1")["C1"] == 3
    row = walker("..", kind="hex", points=9, grid={"sides": [side]})
    assert row.reach(unit(MAN), "A1")["B1"] == 3


def test_a_road_through_cells() -> None:
    lines = [{"feature": "road", "through": ["A1", "B1", "C1"]}]
    field = walker(".X~", kind="hex", points=1, roads={"road": 0.5}, grid={"lines": lines})
    assert field.reach(unit(MAN), "A1") == {"A1": 0, "B1": 0.5, "C1": 1}


def test_a_road_costs_what_it_costs() -> None:
    sides = [
        {"cell": "A1", "side": "se", "feature": "road"},
        {"cell": "A1", "side": "se", "feature": "river"},
        {"cell": "B1", "side": "ne", "feature": "road"},
    ]
    field = walker(".X~", kind="hex", points=1, roads={"road": 0.5}, grid={"sides": sides})
    assert field.reach(unit(MAN), "A1") == {"A1": 0, "B1": 0.5, "C1": 1}


def test_boards_side_by_side() -> None:
    left = grid("..", "..", kind="hex", prefix="L")["grids"][0]
    right = grid("..", "..", kind="hex", prefix="R")["grids"][0]
    board = {"name": "Map", "width": 2 * 8.66, "height": 25, "map": "Both"}
    info = {"boards": [{"id": "main", **board}, {"id": "other", **board}]}
    left, right = {**left, "terrain": {}}, {**right, "terrain": {}, "id": "east", "board": "other"}
    both = Movement(game_of([{"steps": 1}], {**info, "grids": [left, right]}))
    assert set(both.reach(unit(MAN), "LB1")) == {"LB1", "LB2", "LA1", "LA2", "RA1", "RA2"}
    assert set(both.reach(unit(MAN), "RA1")) == {"RA1", "RA2", "RB1", "LB1"}


ZONE: dict[str, Any] = {"zones": [{}], "stops": ["zone", "enemy"]}


def test_a_zone_ends_a_move_and_can_be_left() -> None:
    field = walker(".......", kind="hex", points=9, **ZONE)
    foes = held(D1="foe")
    assert set(field.reach(unit(MAN), "A1", foes)) == {"A1", "B1", "C1"}
    assert set(field.reach(unit(MAN), "C1", foes)) == {"A1", "B1", "C1", "D1"}
    verdict = field.explain(unit(MAN), "A1", "D1", foes)
    assert [(one.kind, one.place) for one in verdict.breaches] == [("must-stop-zone", "C1")]


def test_zones_have_limits() -> None:
    foes, river = held(D1="foe"), {"cell": "D1", "side": "nw", "feature": "river"}
    for zone in ({"not_into": ["open"]}, {"not_across": ["river"]}, {"sides": ["us"]}):
        field = walker(
            ".......", kind="hex", points=99, stops=["zone"], zones=[zone], grid={"sides": [river]}
        )
        assert "D1" in field.reach(unit(MAN), "A1", foes), zone
    field = walker("....", kind="hex", points=9, friends_cancel=True, **ZONE)
    friend = {**foes, "C1": Counter({("man", "front"): 1})}
    assert "D1" in field.reach(unit(MAN), "A1", friend)


def test_zones_cost_and_bar() -> None:
    foes = held(B1="foe")
    zones: list[dict[str, Any]] = [{}]
    field = walker("...", "...", kind="hex", points=9, zones=zones, enter_zone=1, leave_zone=2)
    assert field.reach(unit(MAN), "A1", foes)["A2"] == 4
    field = walker(
        "...", "...", kind="hex", points=9, zones=zones, zone_to_zone=False, barred=["enemy"]
    )
    assert set(field.reach(unit(MAN), "A1", foes)) == {"A1"}
    assert field.explain(unit(MAN), "A1", "A2", foes).breaches[0].kind == "zone-to-zone"
    field = walker("....", kind="hex", points=9, zones=zones, barred=["zone"])
    assert set(field.reach(unit(MAN), "D1", foes)) == {"D1"}
    assert field.explain(unit(MAN), "D1", "C1", foes).breaches[0].kind == "barred-zone"


def test_one_step_is_always_possible() -> None:
    assert walker(".~.", points=2).reach(unit(MAN), "A1") == {"A1": 0}
    assert walker(".~.", points=2, one_step=True).reach(unit(MAN), "A1") == {"A1": 0, "B1": 2}
    closed = walker(".X.", points=2, one_step=True)
    assert closed.reach(unit(MAN), "A1") == {"A1": 0}


def test_a_full_place_bars() -> None:
    stacking = [{"pieces": ["man"], "most": 1}]
    rules = [{"points": 9, "barred": ["full"]}]
    field = Movement(game_of(rules, grid("..."), stacking=stacking))
    assert set(field.reach(unit(MAN), "A1", held(B1="man"))) == {"A1"}
    assert set(field.reach(unit(CROWD), "A1", held(B1="man"))) == {"A1", "B1", "C1"}


# --- spaces ----------------------------------------------------------------------------------

LAND = {"between": ["home", "town"]}
ROAD = {"between": ["town", "port"], "kind": "road", "cost": 0.5}
SEA = {"between": ["port", "isle"], "kind": "sea"}
SHUT = {"between": ["home", "moor"], "blocked": True}
DOWN = {"between": ["moor", "town"], "one_way": True}
KINDS = {"home": "area", "town": "city", "port": "city", "isle": "area", "moor": "area"}


def country(**rule: Any) -> Movement:
    return Movement(game_of([rule], spaces(LAND, ROAD, SEA, SHUT, DOWN, **KINDS)))


@pytest.mark.parametrize(
    ("rule", "start", "end", "kind"),
    [
        ({"steps": 1}, "home", "town", None),
        ({"steps": 1}, "home", "port", "not-adjacent"),
        ({"steps": 2}, "home", "isle", "too-far"),
        ({}, "home", "isle", None),
        ({"points": 1.5}, "home", "port", None),
        ({"points": 1.5, "costs": {"land": 2}}, "home", "port", "too-far"),
        ({"steps": 3, "edges": ["land", "road"]}, "port", "isle", "wrong-edge"),
        ({"steps": 9}, "home", "moor", "blocked-edge"),
        ({"steps": 9}, "town", "moor", "blocked-edge"),
        ({"steps": 1}, "moor", "town", None),
        ({"steps": 1, "phases": ["fight"]}, "home", "town", "wrong-phase"),
        ({"steps": 1, "phases": ["turn"]}, "home", "town", None),
    ],
)
def test_moves_between_spaces(rule: dict[str, Any], start: str, end: str, kind: str | None) -> None:
    country_map = country(**rule)
    verdict = country_map.explain(unit(MAN), start, end, {}, "march")
    assert [one.kind for one in verdict.breaches] == ([kind] if kind else [])
    assert verdict.allowed == (end in country_map.reach(unit(MAN), start, {}, "march"))
    if verdict.path:
        assert (verdict.path[0], verdict.path[-1]) == (start, end)


def test_the_least_breach_is_named() -> None:
    """Past the foe it is 3 points; round the foe 5, with 4 points to spend."""
    field = walker("....", "X~XX", points=3, barred=["enemy"])
    past = field.explain(unit(MAN), "A1", "D1", held(B1="foe"))
    assert [one.kind for one in past.breaches] == ["barred-enemy"]
    field = walker("....", "~...", points=3, barred=["enemy"])
    around = field.explain(unit(CROWD), "A1", "D1", held(B1="foe"))
    assert [one.kind for one in around.breaches] == ["barred-enemy"]
    far = walker("....~", points=4).explain(unit(MAN), "A1", "E1")
    assert [(one.kind, one.needs, one.has) for one in far.breaches] == [("too-far", 6, 4)]


def test_two_breaches_at_once() -> None:
    field = walker("..X..", points=2)
    verdict = field.explain(unit(MAN), "A1", "E1")
    assert [one.kind for one in verdict.breaches] == ["closed-terrain", "too-far"]
    assert verdict.path == ("A1", "B1", "C1", "D1", "E1")
    assert verdict.cost == 4


def test_no_way_at_all() -> None:
    lonely = Movement(game_of([{"steps": 1}], spaces(LAND, home="area", town="area", far="area")))
    assert lonely.explain(unit(MAN), "home", "far").breaches[0].kind == "no-path"
    assert set(WEIGHTS) < set(BREACHES)


def test_what_the_rules_do_not_say_is_allowed() -> None:
    field = walker("...", pieces=["truck"], points=1)
    assert field.explain(unit(MAN), "A1", "C1").allowed
    assert field.explain(unit(TRUCK), "A1", "nowhere").allowed
    assert not field.explain(unit(TRUCK), "A1", "C1").allowed


def test_a_piece_that_cannot_move() -> None:
    game = game_of([{"steps": 1}], grid("..."))
    pieces = tuple(one.model_copy(update={"immobile": True}) for one in game.pieces)
    field = Movement(replace(game, pieces=pieces))
    breach = field.explain(unit(MAN), "A1", "B1").breaches[0]
    assert (breach.kind, breach.part) == ("immobile", pieces[0])
    assert field.reach(unit(MAN), "A1") == {}


# --- check-data ------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{pieces: [army_read], steps: 1}", "unknown piece `army_read`; did you mean"),
        ("{pieces: [castle_red], steps: 1, phases: [marsh]}", "unknown phase `marsh`"),
        ("{pieces: [castle_red], steps: 1, terrain: {mud: 1}}", "unknown terrain `mud`"),
        ("{pieces: [castle_red], steps: 1, stops: [zones]}", "unknown terrain `zones`"),
        ("{pieces: [castle_red], steps: 1, features: {wall: 1}}", "unknown feature `wall`"),
        ("{pieces: [castle_red], points: {value: mp}}", "`castle_red/front` has no number `mp`"),
        ("{pieces: [castle_red], sides: [blue], steps: 1}", "no piece has this rule"),
        ("{pieces: [army_red/tired], steps: 2}", "`army_red` has two rules in the phase `card`"),
        ("{pieces: [castle_red], steps: 1, points: 2}", "either `steps` or `points`"),
        ("{pieces: [castle_red], steps: 1, roads: {}, costs: {land: 2}}", "`costs` has no effect"),
    ],
)
def test_errors_have_a_place(folder: Path, line: str, said: str) -> None:
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("moves:\n", f"moves:\n  - {line}\n", 1), "utf-8")
    found = [one for one in load(folder).diagnostics.sorted() if said in str(one)]
    assert found
    assert str(found[0]).startswith("game.yaml:")
