"""One kind of piece that moves by one rule: what each step costs it, and which it cannot take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.model.movement.graph import Graph, Link, Pair
from modgen.model.types.base import Part
from modgen.model.types.moves import FaceValue, MoveRule
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Space
from modgen.model.types.tactics import ALL_UNITS, Feature, Terrain

CLOSED = "closed"
FeaturesAt = Mapping[Pair, tuple[Feature, ...]]
"""Features that pieces add between two cells, under both directions."""


class Step(NamedTuple):
    """What a step costs, and why the piece cannot take it: the breach, and the part it rests on.

    The part is None if the breach rests on the type of the piece.
    """

    cost: float
    breach: str = ""
    part: Part | None = None


KnownSteps = dict[str, tuple[tuple[Link, Step], ...]]
"""The steps from each place that was looked at."""


UNITS = ("force", "counter", "leader")
"""The kinds of pieces to which a terrain is closed that is closed to all units."""


def words_of(piece: PieceType, face: str = "") -> frozenset[str]:
    """The words in `closed_to` that apply to a piece: its size class, its id, `id/face`, `all`."""
    shown = face or piece.start_face.id
    words = (piece.id, f"{piece.id}/{shown}", piece.size_class or piece.id)
    return frozenset((*words, ALL_UNITS) if piece.kind in UNITS else words)


def allowance(rule: MoveRule, piece: PieceType, face: str) -> float | None:
    """How many steps or points a piece has; None if it may go any distance.

    Raises KeyError if the piece does not have the number that the rule names.
    """
    measure = rule.steps if rule.points is None else rule.points
    return value_of(measure, piece, face) if isinstance(measure, FaceValue) else measure


def value_of(measure: FaceValue, piece: PieceType, face: str) -> float:
    """The number of a piece that a rule names. Raises KeyError if it has none of this name."""
    name = measure.value
    shown = next((known for known in piece.faces if known.id == face), piece.start_face)
    value: object = shown.values.get(name)
    if value is None and name in ("nw", "ne", "sw", "se"):
        value = getattr(shown, name)
    if value is None or value == "":
        value = piece.attributes.get(name)
    try:
        return float(str(value))
    except ValueError:
        raise KeyError(name) from None


@dataclass
class Traveller:
    """A piece on a face, with the rule by which it moves.

    `allowance` is in steps or points, None without a limit. `added` are features that pieces add.
    """

    graph: Graph
    spaces: Mapping[str, Space]
    rule: MoveRule
    piece: PieceType
    face: str
    words: frozenset[str]
    diagonal: bool
    allowance: float | None
    known: KnownSteps = field(default_factory=dict)

    @property
    def unit(self) -> tuple[str, str]:
        """The piece type and the face."""
        return self.piece.id, self.face

    def steps(self, place: str, added: FeaturesAt) -> tuple[tuple[Link, Step], ...]:
        """The steps from a place, also those that it cannot take, with their costs."""
        if added:
            links = self.graph.links.get(place, ())
            return tuple((link, self.step(link, added)) for link in links)
        steps = self.known.get(place)
        if steps is None:
            links = self.graph.links.get(place, ())
            steps = self.known[place] = tuple((link, self.step(link, added)) for link in links)
        return steps

    def step(self, link: Link, added: FeaturesAt) -> Step:
        """What a step costs, or why it is not possible.

        A step that is not possible has the cost that it would have otherwise.
        """
        road, crossed, wall = self._crossing(link, added)
        terrain = self.graph.terrain.get(link.end)
        cost = self._entry(terrain)
        if link.edge is not None:
            price = link.edge.cost
            price = self.rule.costs.get(link.edge.kind) if price is None else price
            cost = cost if price is None else price
        cost = cost + crossed if road is None else road
        if self.rule.points is None:
            cost = 1
        breach, part = self._refusal(link)
        if not breach and road is None:
            if terrain is not None and self._shut(terrain, self.rule.terrain):
                breach, part = "closed-terrain", self._closer(terrain, self.rule.terrain)
            elif wall is not None:
                breach, part = "closed-feature", self._closer(wall, self.rule.features)
        return Step(cost, breach, part)

    def _refusal(self, link: Link) -> tuple[str, Part | None]:
        """Why a piece may not take a step, whatever is on the way; an empty text if it may."""
        edge, space = link.edge, self.spaces.get(link.end)
        if edge is not None and self.rule.edges and edge.kind not in self.rule.edges:
            return "wrong-edge", self.rule
        if link.against:
            return "blocked-edge", edge
        if link.diagonal and not self.diagonal:
            return "diagonal", None
        if space is not None and self.piece.goes_to and space.kind not in self.piece.goes_to:
            return "wrong-space", None
        return "", None

    def _entry(self, terrain: Terrain | None) -> float:
        """What it costs to enter a terrain."""
        if terrain is None:
            return 1
        stated = self.rule.terrain.get(terrain.id, terrain.cost)
        return terrain.cost if stated == CLOSED else float(stated)

    def _shut(self, part: Terrain | Feature, stated: Mapping[str, object]) -> bool:
        if part.id in stated:
            return stated[part.id] == CLOSED
        return bool(self.words & set(part.closed_to))

    def _closer(self, part: Terrain | Feature, stated: Mapping[str, object]) -> Part:
        """The part of the data that closes a terrain or feature to the piece."""
        return self.rule if stated.get(part.id) == CLOSED else part

    def _crossing(
        self, link: Link, added: FeaturesAt
    ) -> tuple[float | None, float, Feature | None]:
        """What is between two places: the cost by road, that of features, a closed feature.

        A diagonal step takes the cheaper way around the corner.
        """
        best: tuple[float | None, float, Feature | None] | None = None
        for way in link.ways:
            features = [*link.features]
            for pair in way:
                features += self.graph.features.get(pair, ())
                features += added.get(pair, ())
            roads = [self.rule.roads[one.id] for one in features if one.id in self.rule.roads]
            walls = [one for one in features if self._shut(one, self.rule.features)]
            found = (
                min(roads) if roads and not link.diagonal else None,
                sum(self._toll(one) for one in features),
                walls[0] if walls else None,
            )
            if best is None or _order(found) < _order(best):
                best = found
        return best or (None, 0, None)

    def _toll(self, feature: Feature) -> float:
        """What it costs to cross a feature."""
        stated = self.rule.features.get(feature.id, feature.cost)
        return feature.cost if stated == CLOSED else float(stated)


def _order(found: tuple[float | None, float, Feature | None]) -> tuple[bool, float]:
    return found[2] is not None, found[1]
