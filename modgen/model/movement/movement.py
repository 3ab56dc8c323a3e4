"""Class Movement: where the pieces of a game can go, and what is wrong with a move.

    movement = Movement(game, scenario)
    movement.reach(("infantry", "full"), "0305", held, "march")            # {"0306": 1, ...}
    movement.explain(("infantry", "full"), "0305", "0309", held, "march")  # a Verdict

A unit is a piece type and a face; an empty face means the one it is placed on. `held` has the
pieces on the map: place to (piece type, face) to their number. It contains what counts as enemy,
zone or full place; the piece that moves may be in it. What follows from it is kept while the same
mapping is given, so it must not change between calls. `phase` is a leaf of the turn sequence; the
empty text means any phase. `turn` is the number of the game turn, for rules that hold only in some
turns; 0 means any turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modgen.model.game import Game
from modgen.model.movement.graph import graph_of
from modgen.model.movement.search import DIRECT, TOO_FAR, WEIGHTS, Paths, Search, Stand, Trouble
from modgen.model.movement.surroundings import Surroundings
from modgen.model.movement.traveller import KnownSteps, Traveller, allowance, words_of
from modgen.model.tactics.field import Held
from modgen.model.types.base import Part
from modgen.model.types.game_file import Phase
from modgen.model.types.moves import MoveRule
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario
from modgen.model.types.tactics import Feature, Terrain

BREACHES = {
    "immobile": "A piece that cannot move was moved.",
    "wrong-phase": "A piece was moved in a phase in which it does not move.",
    "no-path": "No chain of adjacent places leads there.",
    "not-adjacent": "The place is not adjacent, and the piece moves one step.",
    "too-far": "The move needs more steps or movement points than the piece has.",
    "must-stop-zone": "The piece did not stop in an enemy zone of control.",
    "must-stop-enemy": "The piece did not stop where it met an enemy.",
    "must-stop-terrain": "The piece did not stop on terrain that ends a move.",
    "zone-to-zone": "The piece went directly from one enemy zone of control to another.",
    "barred-zone": "The piece entered an enemy zone of control.",
    "barred-enemy": "The piece entered a place with an enemy.",
    "barred-full": "The piece entered a place that has no room for it.",
    "diagonal": "The piece moved diagonally.",
    "wrong-edge": "The piece used a kind of edge that it may not use.",
    "blocked-edge": "The piece crossed a border that is blocked, or leads only the other way.",
    "closed-terrain": "The piece entered terrain that is closed to it.",
    "closed-feature": "The piece crossed a feature that is closed to it.",
    "wrong-space": "The piece entered a kind of space that it may not enter.",
}
"""Every kind of breach, with the sentence for it."""

Unit = tuple[str, str]
"""A piece type and a face; an empty face means the one it is placed on."""


@dataclass(frozen=True)
class Breach:
    """What is wrong with a move.

    `part` is the part of the data that it rests on; `place` is where the piece did it. `needs` and
    `has` are steps or movement points of a move that is too far.
    """

    kind: str
    part: Part
    place: str
    needs: float | None = None
    has: float | None = None


@dataclass(frozen=True)
class Verdict:
    """The cheapest path of a move, and what is wrong with it.

    `path` has the places from the first to the last; it is empty if nothing leads there. `cost` is
    in steps or movement points; `rule` is None for a piece that no rule moves.
    """

    rule: MoveRule | None
    path: tuple[str, ...] = ()
    cost: float = 0
    breaches: tuple[Breach, ...] = ()
    weight: float = 0

    @property
    def allowed(self) -> bool:
        """Whether the move is legal."""
        return not self.breaches


class Movement:
    """The movement rules of a game on its boards, as a scenario arranges them."""

    def __init__(self, game: Game, scenario: Scenario | None = None) -> None:
        self.game = game
        self.graph = graph_of(game, scenario)
        self._leaves = phase_leaves(game.info.sequence)
        self._travellers: dict[tuple[int, str, str], Traveller] = {}
        self._known: dict[object, KnownSteps] = {}
        grounds: list[Terrain | Feature] = [*game.info.terrains, *game.info.features]
        self._words = frozenset(word for ground in grounds for word in ground.closed_to)
        self._held: Held = {}
        self._around: dict[tuple[int, str | None], Surroundings] = {}

    def on_map(self, place: str) -> bool:
        """Whether a place is a space or a cell, between which pieces move."""
        return place in self.graph.links

    def rules(self, unit: Unit, phase: str = "", turn: int = 0) -> list[MoveRule]:
        """The rules by which a piece moves in a phase and turn, or in any. Raises KeyError."""
        piece, face = self._shown(unit)
        return [
            rule
            for rule in self.game.info.moves
            if rule.means(piece, face)
            and rule.in_turn(turn)
            and (not phase or self.in_phase(rule, phase))
        ]

    def in_phase(self, rule: MoveRule, phase: str) -> bool:
        """Whether a rule is for a leaf of the turn sequence."""
        return not rule.phases or any(
            phase == name or phase in self._leaves.get(name, ()) for name in rule.phases
        )

    def reach(
        self, unit: Unit, source: str, held: Held | None = None, phase: str = "", turn: int = 0
    ) -> dict[str, float]:
        """Every place that a piece can reach from a place, the place itself too, and the cost.

        The result is empty if the piece does not move in the phase, or is not on the map. Raises
        KeyError for an unknown piece.
        """
        best: dict[str, float] = {}
        for (place, _), cost in self.stands(unit, (source, 0), held, phase, turn=turn).items():
            best[place] = min(cost, best.get(place, cost))
        return best

    def stands(
        self,
        unit: Unit,
        start: Stand,
        held: Held | None = None,
        phase: str = "",
        points: float | None = None,
        *,
        turn: int = 0,
    ) -> dict[Stand, float]:
        """The same as `reach`, for each floor of a place.

        `points` replaces the steps or points of the rule.
        """
        best: dict[Stand, float] = {}
        if not self.on_map(start[0]) or self.game.piece_types[unit[0]].immobile:
            return best
        for rule in self.rules(unit, phase, turn):
            search = self._search(rule, unit, start, held or {})
            limit = search.traveller.allowance if points is None else points
            for stand, cost in search.paths(limit, {}).cost.items():
                best[stand] = min(cost, best.get(stand, cost))
        return best

    def explain(
        self,
        unit: Unit,
        source: str,
        target: str,
        held: Held | None = None,
        phase: str = "",
        *,
        turn: int = 0,
    ) -> Verdict:
        """The cheapest path between two places of the map, or else the least breach.

        A move from or to a place off the map, and the move of a piece without a rule, are allowed.
        Floors are not looked at: the piece begins on the ground. Raises KeyError for an unknown
        piece.
        """
        if source == target or not self.on_map(source) or not self.on_map(target):
            return Verdict(None)
        piece, _ = self._shown(unit)
        if piece.immobile and self.game.info.moves:
            return Verdict(None, breaches=(Breach("immobile", piece, source),), weight=3)
        every = self.rules(unit, turn=turn)
        rules = [rule for rule in every if not phase or self.in_phase(rule, phase)]
        if every and not rules:
            return Verdict(every[0], breaches=(Breach("wrong-phase", every[0], source),), weight=3)
        verdicts = []
        for rule in rules:
            search = self._search(rule, unit, (source, 0), held or {})
            verdict = min(_verdicts(search, target), key=lambda verdict: verdict.weight)
            if verdict.allowed:
                return verdict
            verdicts.append(verdict)
        return min(verdicts, key=lambda verdict: verdict.weight, default=Verdict(None))

    def _shown(self, unit: Unit) -> tuple[PieceType, str]:
        piece = self.game.piece_types[unit[0]]
        return piece, unit[1] or piece.start_face.id

    def _search(self, rule: MoveRule, unit: Unit, start: Stand, held: Held) -> Search:
        piece, face = self._shown(unit)
        if held is not self._held:
            self._held = held
            self._around.clear()
        key = id(rule), piece.owner(face)
        around = self._around.get(key)
        if around is None:
            around = self._around[key] = Surroundings(self.game, self.graph, rule, key[1], held)
        return Search(self._traveller(rule, piece, face), around, start)

    def _traveller(self, rule: MoveRule, piece: PieceType, face: str) -> Traveller:
        """A piece on a face with a rule by which it moves."""
        key = (id(rule), piece.id, face)
        found = self._travellers.get(key)
        if found is None:
            words = words_of(piece, face) & self._words
            sizes = {size.id: size.diagonal for size in self.game.info.size_classes}
            diagonal = sizes.get(piece.size_class or "", True)
            found = self._travellers[key] = Traveller(
                self.graph,
                self.game.spaces,
                rule,
                piece,
                face,
                words,
                diagonal,
                allowance(rule, piece, face),
            )
            # Pieces to which the same is closed share what steps cost.
            alike = (id(rule), found.words, found.diagonal, tuple(piece.goes_to))
            found.known = self._known.setdefault(alike, found.known)
        return found


def phase_leaves(sequence: list[Phase]) -> dict[str, tuple[str, ...]]:
    """The leaves below each phase of a turn sequence; a leaf has only itself."""
    leaves: dict[str, tuple[str, ...]] = {}
    for phase in sequence:
        below = phase_leaves(phase.phases)
        leaves |= below
        own = [leaf for part in phase.phases for leaf in leaves[part.id]]
        leaves[phase.id] = tuple(own) or (phase.id,)
    return leaves


def _verdicts(search: Search, target: str) -> Iterator[Verdict]:
    """The ways to explain a move: legal, or with one kind of breach, or with several."""
    limit = search.traveller.allowance
    paths = search.paths(limit, {}, target)
    if _end(paths, target) is not None:
        yield _verdict(search, paths, target)
        return
    for kind in sorted(paths.refused):
        other = search.paths(limit, {kind: 0}, target)
        if _end(other, target) is not None:
            yield _verdict(search, other, target)
    far = search.paths(None, {}, target)
    if _end(far, target) is not None:
        yield _verdict(search, far, target)
        return
    paths = search.paths(None, WEIGHTS, target)
    if _end(paths, target) is not None:
        yield _verdict(search, paths, target)
    else:
        gap = Breach("no-path", search.rule, target)
        yield Verdict(search.rule, breaches=(gap,), weight=1000)


def _end(paths: Paths, target: str) -> Stand | None:
    """The cheapest of the stands in a place that were reached; None if there is none."""
    ends = [stand for stand in paths.cost if stand[0] == target]
    return min(ends, key=lambda stand: paths.cost[stand], default=None)


def _verdict(search: Search, paths: Paths, target: str) -> Verdict:
    """What is wrong with the path to a place."""
    end = _end(paths, target)
    if end is None:
        raise KeyError(target)
    legs = paths.to(end)
    path = (search.start[0], *(leg.end[0] for _, leg in legs))
    cost = paths.cost[end]
    troubles: dict[str, Trouble] = {}
    for _, leg in legs:
        for trouble in leg.troubles:
            troubles.setdefault(trouble.kind, trouble)
    breaches = [Breach(one.kind, one.part, one.place) for one in troubles.values()]
    # A drag to the place beside is most likely meant as this one step.
    weight = sum(WEIGHTS[kind] for kind in troubles) * (DIRECT if len(legs) == 1 else 1)
    limit = search.traveller.allowance
    if limit is not None and cost > limit + 1e-9:
        near = limit == 1 and search.rule.points is None and not breaches
        kind = "not-adjacent" if near else "too-far"
        breaches.append(Breach(kind, search.rule, target, cost, limit))
        weight += 1 + TOO_FAR * (cost - limit) / max(limit, 1)
    # A move with several breaches is explained only if no single breach explains it.
    weight += 100 * max(len(breaches) - 1, 0)
    return Verdict(search.rule, path, cost, tuple(breaches), weight)
