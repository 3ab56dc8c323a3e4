"""The path search against a walk along every path, on random hex maps, squares and spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.model.game import Game
from modgen.model.geography.cells import cells
from modgen.model.movement.movement import Movement
from modgen.model.tactics.field import Held
from tests.model.small_maps import FEATURES, SIZES, TERRAINS, game_of, grid, spaces

LETTERS = ".~^X"
WIDE, HIGH = 3, 3
NAMES = [f"{chr(65 + column)}{row + 1}" for column in range(WIDE) for row in range(HIGH)]
COST = {str(one["id"]): float(str(one.get("cost", 1))) for one in TERRAINS.values()}
TOLL = {str(one["id"]): float(str(one.get("cost", 0))) for one in FEATURES}
ROUND_TO = 2


def rules() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "points": st.sampled_from([1, 2, 3, 4, 5]),
            "stops": st.lists(st.sampled_from(["enemy", "zone", "hill"]), unique=True),
            "barred": st.lists(st.sampled_from(["enemy", "zone"]), unique=True),
            "zone_to_zone": st.booleans(),
            "enter_zone": st.sampled_from([0, 1]),
            "leave_zone": st.sampled_from([0, 1]),
            "friends_cancel": st.booleans(),
            "one_step": st.booleans(),
            "terrain": st.dictionaries(
                st.sampled_from(["mud", "lake"]), st.sampled_from([1, "closed"])
            ),
            "roads": st.sampled_from([{}, {"road": 1}]),
        }
    )


def stocks() -> st.SearchStrategy[Held]:
    pieces = st.sampled_from(["foe", "man", "flag"]).map(lambda key: Counter({(key, "front"): 1}))
    return st.dictionaries(st.sampled_from(NAMES), pieces, max_size=3)


class Walk:
    """Every path of a man, step by step, with the rules read afresh from the data."""

    def __init__(self, game: Game, near: Mapping[str, list[str]], held: Held) -> None:
        self.rule = game.info.moves[0]
        self.near = near
        self.terrain = {name: kind for one in game.map.grids for name, kind in one.terrain.items()}
        self.sides = [side for one in game.map.grids for side in one.sides]
        self.foes = {place for place, pieces in held.items() if ("foe", "front") in pieces}
        self.friends = {place for place, pieces in held.items() if ("man", "front") in pieces}
        self.zone = (
            {beside for foe in self.foes for beside in near[foe]} if game.info.zones else set()
        )
        if self.rule.friends_cancel:
            self.zone -= self.friends
        self.best: dict[str, float] = {}

    def go(
        self, path: list[str], paid: float, between: Mapping[tuple[str, str], Collection[str]]
    ) -> None:
        here, rule = path[-1], self.rule
        self.best[here] = min(paid, self.best.get(here, paid))
        if len(path) > 1 and (
            (here in self.foes and "enemy" in rule.stops)
            or (here in self.zone and "zone" in rule.stops)
            or self.terrain.get(here, "") in rule.stops
        ):
            return
        for there in self.near[here]:
            if there in path:
                continue
            cost = self.cost(here, there, between)
            if cost is None:
                continue
            if paid + cost <= float(str(rule.points)):
                self.go([*path, there], paid + cost, between)
            elif len(path) == 1 and rule.one_step:
                most = float(str(rule.points))
                self.best[there] = min(most, self.best.get(there, most))

    def cost(
        self, here: str, there: str, between: Mapping[tuple[str, str], Collection[str]]
    ) -> float | None:
        rule, kind = self.rule, self.terrain[there]
        crossed = between.get((here, there), ())
        if there in self.foes and "enemy" in rule.barred:
            return None
        if there in self.zone and (
            "zone" in rule.barred or (here in self.zone and not rule.zone_to_zone)
        ):
            return None
        cost = COST[kind]
        closed = kind == "lake"
        if kind in rule.terrain:
            stated = rule.terrain[kind]
            closed = stated == "closed"
            cost = cost if stated == "closed" else float(stated)
        cost += sum(TOLL[feature] for feature in crossed)
        if "road" in crossed and "road" in rule.roads:
            closed, cost = False, 1
        if closed:
            return None
        return cost + rule.enter_zone * (there in self.zone) + rule.leave_zone * (here in self.zone)


def hex_neighbours(game: Game) -> dict[str, list[str]]:
    """Hexes whose centres are one size apart."""
    at = {cell.name: cell.centre for one in game.map.grids for cell in cells(one)}
    size = game.map.grids[0].size
    return {
        name: [
            other
            for other, point in at.items()
            if abs((point[0] - here[0]) ** 2 + (point[1] - here[1]) ** 2 - size**2) < 1
        ]
        for name, here in at.items()
    }


@given(
    st.lists(st.text(LETTERS, min_size=WIDE, max_size=WIDE), min_size=HIGH, max_size=HIGH),
    rules(),
    stocks(),
    st.sampled_from(NAMES),
    st.booleans(),
    st.booleans(),
    st.dictionaries(
        st.tuples(st.sampled_from(NAMES), st.integers(0, 5)),
        st.sampled_from(["river", "road"]),
        max_size=5,
    ),
)
@settings(max_examples=4 * settings().max_examples)
def test_hexes_against_every_path(
    rows: list[str],
    rule: dict[str, Any],
    held: Held,
    start: str,
    sideways: bool,
    zoned: bool,
    features: dict[tuple[str, int], str],
) -> None:
    plain = game_of([{"steps": 1}], grid(*rows, kind="hex", sideways=sideways))
    near = hex_neighbours(plain)
    at = {cell.name: cell.centre for cell in cells(plain.map.grids[0])}
    names = {
        (0, -1): "n",
        (0, 1): "s",
        (1, 0): "e",
        (-1, 0): "w",
    }
    sides: list[dict[str, str]] = []
    between: dict[tuple[str, str], set[str]] = {}
    for (cell, number), feature in features.items():
        other = near[cell][number % len(near[cell])]
        dx, dy = (round((b - a) / 10 * ROUND_TO) for a, b in zip(at[cell], at[other], strict=True))
        name = names.get((dx // ROUND_TO, dy // ROUND_TO)) if 0 in (dx, dy) else None
        name = name or ("n" if dy < 0 else "s") + ("e" if dx > 0 else "w")
        sides.append({"cell": cell, "side": name, "feature": feature})
        for pair in ((cell, other), (other, cell)):
            between.setdefault(pair, set()).add(feature)  # the same one twice counts once
    game = game_of(
        [{**rule}],
        grid(*rows, kind="hex", sideways=sideways, sides=sides),
        zones=[{}] if zoned else [],
    )
    movement = Movement(game)
    walk = Walk(game, near, held)
    walk.go([start], 0, between)
    assert movement.reach(("man", "front"), start, held) == walk.best
    for target in NAMES:
        verdict = movement.explain(("man", "front"), start, target, held)
        assert verdict.allowed == (target in walk.best)
        for here, there in pairwise(verdict.path):
            assert there in near[here]


@given(
    st.lists(st.text(LETTERS, min_size=WIDE, max_size=WIDE), min_size=HIGH, max_size=HIGH),
    st.integers(1, 5),
    st.sampled_from(NAMES),
    st.sampled_from(["man", "crowd"]),
)
@settings(max_examples=2 * settings().max_examples)
def test_squares_against_every_path(rows: list[str], points: int, start: str, kind: str) -> None:
    game = game_of([{"points": points}], grid(*rows))
    at = {cell.name: (cell.column, cell.row) for cell in cells(game.map.grids[0])}
    most = 1 if SIZES[0]["diagonal"] or kind == "man" else 0
    near = {
        name: [
            other
            for other, (x, y) in at.items()
            if max(abs(x - at[name][0]), abs(y - at[name][1])) == 1
            and abs(x - at[name][0]) + abs(y - at[name][1]) <= 1 + most
        ]
        for name in at
    }
    walk = Walk(game, near, {})
    walk.go([start], 0, {})
    assert Movement(game).reach((kind, "front"), start) == walk.best


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcde"),
            st.sampled_from("abcde"),
            st.sampled_from(["land", "sea"]),
            st.booleans(),
            st.booleans(),
        ),
        max_size=9,
        unique_by=lambda edge: frozenset(edge[:2]),
    ),
    st.integers(0, 4),
    st.sampled_from([[], ["land"], ["sea"]]),
)
def test_spaces_against_every_path(
    edges: list[tuple[str, str, str, bool, bool]], steps: int, kinds: list[str]
) -> None:
    edges = [edge for edge in edges if edge[0] != edge[1]]
    data = [
        {"between": [a, b], "kind": kind, "one_way": one_way, "blocked": blocked}
        for a, b, kind, one_way, blocked in edges
    ]
    rule: dict[str, Any] = {"steps": steps, "edges": kinds}
    game = game_of([rule], spaces(*data, a="area", b="area", c="area", d="city", e="area"))
    here, reached = {"a"}, {"a": 0.0}
    for number in range(1, steps + 1):
        here = {
            there
            for a, b, kind, one_way, blocked in edges
            for start, there in ((a, b), (b, a))
            if start in here
            and not blocked
            and (not kinds or kind in kinds)
            and not (one_way and start == b)
        }
        for place in here:
            reached.setdefault(place, number)
    assert Movement(game).reach(("man", "front"), "a") == reached
