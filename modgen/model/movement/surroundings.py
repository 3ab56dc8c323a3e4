"""The pieces around one that moves: enemies, their zones of control, friends, full places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from modgen.model.game import Game
from modgen.model.movement.graph import Graph, Link, Pair
from modgen.model.movement.traveller import FeaturesAt
from modgen.model.tactics.stacking import Overstack, overstacked
from modgen.model.types.moves import UNITS, MoveRule, Zone
from modgen.model.types.pieces import PieceType
from modgen.model.types.tactics import Feature

Held = Mapping[str, Mapping[tuple[str, str], int]]
"""Place (a space, a cell, or a side of a cell) to pieces (type and face) to their number."""


def added_features(game: Game, graph: Graph, held: Held) -> dict[Pair, tuple[Feature, ...]]:
    """The features of pieces on sides of cells: those that their faces are named after."""
    added: dict[Pair, tuple[Feature, ...]] = {}
    features = {feature.id: feature for feature in game.info.features}
    for place, pieces in held.items():
        pair = graph.sides.get(place)
        if pair is None:
            continue
        for (kind, face), number in pieces.items():
            if number and game.piece_types[kind].on_side and face in features:
                for way in (pair, (pair[1], pair[0])):
                    added[way] = (*added.get(way, ()), features[face])
    return added


class Surroundings:
    """What other pieces mean for a piece of one side that moves by one rule."""

    def __init__(
        self, game: Game, graph: Graph, rule: MoveRule, piece: tuple[str, str], held: Held
    ) -> None:
        self.game = game
        self.graph = graph
        self.rule = rule
        self.piece = piece
        self.held = held
        self.owner = game.piece_types[piece[0]].owner(piece[1])
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

    def full(self, place: str) -> bool:
        """Whether stacking limits leave no room for the piece in a place."""
        here = self.held.get(place, {})
        after = {**here, self.piece: here.get(self.piece, 0) + 1}
        before = {_measure(stack) for stack in overstacked(self.game, here, place)}
        return any(_measure(stack) not in before for stack in overstacked(self.game, after, place))


def _measure(stack: Overstack) -> tuple[int, str | None, int]:
    """What tells one exceeded limit from another: the rule, the side and the count."""
    return id(stack.rule), stack.side, stack.count
