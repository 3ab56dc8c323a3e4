"""The cheapest paths of a piece over the map, and the breaches on a path that it may not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from modgen.model.movement.surroundings import Surroundings
from modgen.model.movement.traveller import Step, Traveller
from modgen.model.types.base import Part

Stand = tuple[str, int]
"""A place and the floor in it, 0 for the ground."""


class Trouble(NamedTuple):
    """A breach on a step: its kind, the part of the data it rests on, the place that is entered."""

    kind: str
    part: Part
    place: str


class Leg(NamedTuple):
    """A step of a search: where it leads, what it costs, what is wrong with it."""

    end: Stand
    cost: float
    troubles: tuple[Trouble, ...]


WEIGHTS = {
    "must-stop-zone": 1.25,
    "must-stop-enemy": 1.3,
    "must-stop-terrain": 1.3,
    "zone-to-zone": 1.4,
    "barred-zone": 1.5,
    "barred-full": 1.5,
    "barred-enemy": 1.6,
    "diagonal": 1.9,
    "wrong-edge": 2.0,
    "closed-feature": 2.0,
    "closed-terrain": 2.0,
    "blocked-edge": 2.5,
    "wrong-space": 2.5,
}
"""The breaches of single steps: how bad each is. The explanation with the least weight is given."""
DIRECT = 0.5
"""The weight of a breach counts this much if the move is a single step."""
TOO_FAR = 1.5
"""A move that needs twice the points that a piece has weighs 1 plus this."""


@dataclass
class Paths:
    """The places that a search reached: what each costs, and the leg by which it was entered.

    `refused` has the kinds of the breaches for which legs were not taken.
    """

    cost: dict[Stand, float]
    legs: dict[Stand, tuple[Stand, Leg]]
    refused: frozenset[str]

    def to(self, stand: Stand) -> list[tuple[Stand, Leg]]:
        """The legs to a place in order, each with where it begins."""
        path: list[tuple[Stand, Leg]] = []
        while stand in self.legs:
            before, leg = self.legs[stand]
            path.append((before, leg))
            stand = before
        return path[::-1]


class Search:
    """Searches for one piece from one place, with the other pieces where they are."""

    def __init__(self, traveller: Traveller, around: Surroundings, start: Stand) -> None:
        self.traveller = traveller
        self.around = around
        self.rule = traveller.rule
        self.start = start
        self.stops = frozenset(self.rule.stops)
        self.barred = frozenset(self.rule.barred)

    def paths(self, limit: float | None, tolerated: Mapping[str, float], target: str = "") -> Paths:
        """The cheapest path to every place within a limit of steps or points.

        A leg with a breach is taken only if all its breaches are tolerated; each adds its weight,
        and lighter paths come before cheaper ones. Stops early at the target if it is given.
        """
        most = inf if limit is None else limit
        best: dict[Stand, tuple[float, float, bool]] = {self.start: (0.0, 0.0, False)}
        legs: dict[Stand, tuple[Stand, Leg]] = {}
        queue: list[tuple[float, float, Stand]] = [(0.0, 0.0, self.start)]
        done: set[Stand] = set()
        refused: set[str] = set()
        while queue:
            weight, paid, stand = heappop(queue)
            if stand in done:
                continue
            done.add(stand)
            if stand[0] == target:
                break
            if best[stand][2]:
                continue
            for leg in self.legs(stand):
                total, heavier, last = paid + leg.cost, weight, False
                if total > most + 1e-9:
                    if stand != self.start or not self.rule.one_step:
                        continue
                    total, last = most, True
                for trouble in leg.troubles:
                    heavier += tolerated.get(trouble.kind, inf)
                if heavier == inf:
                    refused.update(trouble.kind for trouble in leg.troubles)
                    continue
                if (heavier, total, last) >= best.get(leg.end, (inf, inf, True)):
                    continue
                best[leg.end] = heavier, total, last
                legs[leg.end] = stand, leg
                heappush(queue, (heavier, total, leg.end))
        return Paths(
            {stand: cost for stand, (_, cost, _) in best.items()}, legs, frozenset(refused)
        )

    def legs(self, stand: Stand) -> Iterator[Leg]:
        """Every step from a place, possible or not, with its cost and its breaches."""
        place, floor = stand
        graph, rule = self.traveller.graph, self.rule
        if rule.level is not None:
            floors = graph.terrain[place].floors if place in graph.terrain else 1
            for other in (floor - 1, floor + 1):
                if 0 <= other < floors:
                    yield Leg((place, other), rule.level, ())
        leaving = tuple(self._leaving(place)) if place != self.start[0] else ()
        zones = self.around.zones if self._minds_zones else {}
        for link, step in self.traveller.steps(place, self.around.added):
            end = link.end
            if floor:
                terrain = graph.terrain.get(end)
                if terrain is None or floor >= terrain.floors:
                    continue
            cost = step.cost
            if end in zones:
                cost += rule.enter_zone
            if place in zones:
                cost += rule.leave_zone
            yield Leg((end, floor), cost, (*leaving, *self._entering(place, end, step)))

    @property
    def _minds_zones(self) -> bool:
        rule = self.rule
        return bool(
            "zone" in self.stops
            or "zone" in self.barred
            or rule.enter_zone
            or rule.leave_zone
            or not rule.zone_to_zone
        )

    def _leaving(self, place: str) -> Iterator[Trouble]:
        """Why a piece that entered a place must end its move there."""
        if "enemy" in self.stops and place in self.around.enemies:
            yield Trouble("must-stop-enemy", self.rule, place)
        if "zone" in self.stops and place in self.around.zones:
            yield Trouble("must-stop-zone", self.rule, place)
        terrain = self.traveller.graph.terrain.get(place)
        if terrain is not None and terrain.id in self.stops:
            yield Trouble("must-stop-terrain", self.rule, place)

    def _entering(self, place: str, end: str, step: Step) -> Iterator[Trouble]:
        """Why a piece may not enter a place from another."""
        around, rule = self.around, self.rule
        if step.breach:
            yield Trouble(step.breach, step.part or self.traveller.piece, end)
        if "enemy" in self.barred and end in around.enemies:
            yield Trouble("barred-enemy", rule, end)
        if "zone" in self.barred and end in around.zones:
            yield Trouble("barred-zone", rule, end)
        if not rule.zone_to_zone and end in around.zones and place in around.zones:
            yield Trouble("zone-to-zone", rule, end)
        if "full" in self.barred and around.full(end, self.traveller.unit):
            yield Trouble("barred-full", rule, end)
