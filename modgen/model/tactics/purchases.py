"""Buying forces with points: prices, packages, and the pieces that a scenario sets up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Force, Item, Package

if TYPE_CHECKING:
    from modgen.model.game import Game


def items(game: Game) -> dict[str, Item]:
    """What can be bought besides pieces, by id."""
    return {item.id: item for item in game.info.purchases.items}


def packages(game: Game) -> dict[str, Package]:
    """The packages by id."""
    return {package.id: package for package in game.info.purchases.packages}


def cost(game: Game, key: str) -> int:
    """The price of one piece (`line`, or on a face `line/mounted`) or item. Raises KeyError."""
    item = items(game).get(key)
    if item is not None:
        return item.cost
    piece, _, face = key.partition("/")
    price = game.piece_types[piece].price(face)
    if price is None:
        raise KeyError(key)
    return price


def total_cost(game: Game, units: Mapping[str, int]) -> int:
    """The price of all units together. Raises KeyError for a unit that is not for sale."""
    return sum(cost(game, key) * number for key, number in units.items())


def paid_for(game: Game, force: Force) -> Counter[str]:
    """The pieces and items on which a force has spent its points, by key."""
    units = Counter(force.bought)
    if force.package:
        units.update(packages(game)[force.package].units)
    return units


def units_of(game: Game, force: Force) -> Counter[str]:
    """The pieces and items that a force begins with, by key."""
    return paid_for(game, force) + Counter(force.units)


def free_points(game: Game, scenario: Scenario, side: str | None) -> int:
    """The price of what a scenario gives a side for nothing, as far as it is for sale."""
    given = Counter[str]()
    for force in scenario.forces:
        if force.side == side:
            given.update(force.units)
    return sum(cost(game, key) * number for key, number in given.items() if _sold(game, key))


def _sold(game: Game, key: str) -> bool:
    piece, _, face = key.partition("/")
    return key in items(game) or game.piece_types[piece].price(face) is not None


def laid_out(game: Game, scenario: Scenario) -> dict[str, dict[str, int]]:
    """The pieces in every place of a set-up: those that it places, and forces in their boxes."""
    places = {place: dict(held) for place, held in scenario.place.items()}
    known = items(game)
    for force in scenario.forces:
        if not force.box:
            continue
        held = places.setdefault(force.box, {})
        for key, number in units_of(game, force).items():
            piece = known[key].piece if key in known else key
            if piece:
                held[piece] = held.get(piece, 0) + number
    return places


def start_levels(game: Game, scenario: Scenario) -> dict[str, int]:
    """The numbers at which level markers begin: as stated, plus one for each item they count."""
    levels = dict(scenario.levels)
    known = items(game)
    for force in scenario.forces:
        for key, number in units_of(game, force).items():
            level = known[key].level if key in known else None
            if level:
                levels[level] = levels.get(level, 0) + number
    return levels


def affordable(game: Game, force: Force, units: Mapping[str, int]) -> Iterator[str]:
    """The reasons why a side may not buy these units, as messages without a full stop."""
    for key in units:
        word = _barred(game, force, key)
        if word:
            yield f"`{key}` cannot be bought: `{word}` is barred"
    spent = total_cost(game, units)
    if force.points is not None and spent > force.points:
        yield f"{spent} points are spent, but only {force.points} are available"


def _barred(game: Game, force: Force, key: str) -> str:
    """The entry of `barred` that applies to a unit; empty if none does."""
    names = {key}
    if key not in items(game):
        piece = game.piece_types[key.partition("/")[0]]
        names |= {piece.id, piece.size_class or piece.id}
    return next((word for word in force.barred if word in names), "")
