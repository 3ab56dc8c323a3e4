"""Buying forces with points: what things cost, what packages hold, what a scenario lays out."""

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
    """What one piece (`line`, or on a face `line/mounted`) or item costs. Raises KeyError."""
    item = items(game).get(key)
    if item is not None:
        return item.cost
    piece, _, face = key.partition("/")
    price = game.piece_types[piece].price(face)
    if price is None:
        raise KeyError(key)
    return price


def total_cost(game: Game, units: Mapping[str, int]) -> int:
    """What units cost together. Raises KeyError for what is not for sale."""
    return sum(cost(game, key) * number for key, number in units.items())


def paid_for(game: Game, force: Force) -> Counter[str]:
    """The pieces and items that a force has its points spent on, by key."""
    found = Counter(force.bought)
    if force.package:
        found.update(packages(game)[force.package].units)
    return found


def units_of(game: Game, force: Force) -> Counter[str]:
    """The pieces and items that a force begins with, by key."""
    return paid_for(game, force) + Counter(force.units)


def laid_out(game: Game, scenario: Scenario) -> dict[str, dict[str, int]]:
    """Every place of a set-up with its pieces: those placed, and forces waiting in their boxes."""
    found = {place: dict(held) for place, held in scenario.place.items()}
    known = items(game)
    for force in scenario.forces:
        if not force.box:
            continue
        held = found.setdefault(force.box, {})
        for key, number in units_of(game, force).items():
            piece = known[key].piece if key in known else key
            if piece:
                held[piece] = held.get(piece, 0) + number
    return found


def start_levels(game: Game, scenario: Scenario) -> dict[str, int]:
    """Where level markers begin: as stated, and one up for each item bought that they count."""
    found = dict(scenario.levels)
    known = items(game)
    for force in scenario.forces:
        for key, number in units_of(game, force).items():
            level = known[key].level if key in known else None
            if level:
                found[level] = found.get(level, 0) + number
    return found


def affordable(game: Game, force: Force, units: Mapping[str, int]) -> Iterator[str]:
    """Why a side may not buy these units: each reason in a sentence without its full stop."""
    for key in units:
        word = _barred(game, force, key)
        if word:
            yield f"`{key}` cannot be bought: `{word}` is barred"
    spent = total_cost(game, units)
    if force.points is not None and spent > force.points:
        yield f"{spent} points are spent, but only {force.points} are available"


def _barred(game: Game, force: Force, key: str) -> str:
    """The word that bars a unit, or nothing."""
    names = {key}
    if key not in items(game):
        piece = game.piece_types[key.partition("/")[0]]
        names |= {piece.id, piece.size_class or piece.id}
    return next((word for word in force.barred if word in names), "")
