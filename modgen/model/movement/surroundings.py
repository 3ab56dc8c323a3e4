"""The pieces around one that moves: enemies, their zones of control, friends, full places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from modgen.model.game import Game
from modgen.model.movement.graph import Graph, Link, Pair
from modgen.model.movement.traveller import FeaturesAt
from modgen.model.tactics.field import Held, features_of_pieces
from modgen.model.tactics.stacking import Overstack, overstacked
from modgen.model.types.moves import UNITS, MoveRule, Zone
from modgen.model.types.pieces import PieceType
from modgen.model.types.tactics import Feature


def added_features(game: Game, graph: Graph, held: Held) -> dict[Pair, tuple[Feature, ...]]:
    """The features of pieces between two cells, under both directions."""
    added: dict[Pair, tuple[Feature, ...]] = {}
    for cell, side, feature in features_of_pieces(game, held):
        if f"{cell}/{side}" in graph.sides:
            first, second = graph.sides[f"{cell}/{side}"]
            for pair in ((first, second), (second, first)):
                added[pair] = (*added.get(pair, ()), feature)
    return added


class Surroundings:
    """What other pieces mean for a piece of one side that moves by one rule."""

    def __init__(
        self, game: Game, graph: Graph, rule: MoveRule, owner: str | None, held: Held
    ) -> None:
        self.game = game
        self.graph = graph
        self.rule = rule
        self.owner = owner
        self.held = held
        self._full: dict[tuple[str, tuple[str, str]], bool] = {}
        self.added: FeaturesAt = added_features(game, graph, held)

    def _units(self) -> Iterator[tuple[str, PieceType, str, str]]:
        """Every unit of a side: its place, its type, its face, its side."""
        for place, pieces in self.held.items():
            for (kind, face), number in pieces.items():
                piece = self.game.piece_types[kind]
                owner = piece.owner(face)
                if number and owner is not None and piece.kind in UNITS:
                    yield place, piece, face, owner

    @cached_property
    def enemies(self) -> frozenset[str]:
        """The places with enemies that are not harmless."""
        if self.owner is None:
            return frozenset()
        return frozenset(
            place
            for place, piece, _, owner in self._units()
            if owner != self.owner and piece.id not in self.rule.harmless
        )

    @cached_property
    def friends(self) -> frozenset[str]:
        """The places with units of the same side."""
        return frozenset(place for place, _, _, owner in self._units() if owner == self.owner)

    @cached_property
    def zones(self) -> Mapping[str, Zone]:
        """The places in an enemy zone, with the zone."""
        found: dict[str, Zone] = {}
        if self.owner is None or not self.game.info.zones:
            return found
        diagonal = {size.id: size.diagonal for size in self.game.info.size_classes}
        for place, piece, face, owner in self._units():
            if owner == self.owner:
                continue
            for zone in self.game.info.zones:
                if not zone.means(piece, face):
                    continue
                for link in self.graph.links.get(place, ()):
                    if link.diagonal and not diagonal.get(piece.size_class or "", True):
                        continue
                    if self._reaches(zone, link):
                        found.setdefault(link.end, zone)
        if self.rule.friends_cancel:
            return {place: zone for place, zone in found.items() if place not in self.friends}
        return found

    def _reaches(self, zone: Zone, link: Link) -> bool:
        """Whether a zone reaches from a place to an adjacent one."""
        if link.against or (zone.edges and link.kind and link.kind not in zone.edges):
            return False
        terrain = self.graph.terrain.get(link.end)
        if terrain is not None and terrain.id in zone.not_into:
            return False
        barriers = set(zone.not_across)
        if not barriers:
            return True
        return any(
            not barriers & {feature.id for feature in self._features(link, way)}
            for way in link.ways
        )

    def _features(self, link: Link, way: tuple[Pair, ...]) -> Iterator[Feature]:
        yield from link.features
        for pair in way:
            yield from self.graph.features.get(pair, ())
            yield from self.added.get(pair, ())

    def full(self, place: str, unit: tuple[str, str]) -> bool:
        """Whether stacking limits leave no room for a piece on a face in a place."""
        found = self._full.get((place, unit))
        if found is None:
            here = self.held.get(place, {})
            after = {**here, unit: here.get(unit, 0) + 1}
            before = {_measure(stack) for stack in overstacked(self.game, here, place)}
            found = self._full[place, unit] = any(
                _measure(stack) not in before for stack in overstacked(self.game, after, place)
            )
        return found


def _measure(stack: Overstack) -> tuple[int, str | None, int]:
    """What tells one exceeded limit from another: the rule, the side and the count."""
    return id(stack.rule), stack.side, stack.count
