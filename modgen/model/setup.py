"""The position that a scenario sets up: pieces, states of spaces, markers on tracks, totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from modgen.model.game import Game, face_of, split_face
from modgen.model.tactics.purchases import free_points, laid_out, start_levels
from modgen.model.types.game_file import Total
from modgen.model.types.scenario import Scenario


def setup_position(game: Game, scenario: Scenario) -> SetupPosition:
    """The position at the start of a scenario: its pieces, states and level markers.

    States that the scenario does not mention have their default; control follows from the pieces.
    """
    pieces = {
        place: {split_face(key, game): count for key, count in held.items()}
        for place, held in laid_out(game, scenario).items()
    }
    states = {
        space.id: {
            state.id: scenario.states.get(space.id, {}).get(state.id, state.default)
            for state in game.info.states
            if space.kind in state.kinds
        }
        for space in game.map.spaces
    }
    free = {side: free_points(game, scenario, side) for side in game.sides}
    position = SetupPosition(game, pieces, states, start_levels(game, scenario), free)
    rule = game.info.control
    for space, values in states.items() if rule else ():
        if rule and rule.state in values and rule.state not in scenario.states.get(space, {}):
            values[rule.state] = position.controller(space) or values[rule.state]
    return position


@dataclass(frozen=True)
class SetupPosition:
    """Numbers of pieces by place, states of spaces, and the track numbers of level markers."""

    game: Game
    pieces: Mapping[str, Mapping[tuple[str, str], int]]
    """Place id to (piece type id, face id) to the number of pieces."""
    states: Mapping[str, Mapping[str, str]]
    """Space id to state id to value id."""
    levels: Mapping[str, int]
    """Level marker id to the number of its cell on the track."""
    free: Mapping[str, int] = field(default_factory=dict)
    """The price of what the scenario gives each side for nothing."""

    def count(self, piece: str, places: Iterable[str]) -> int:
        """The number of pieces of one type, on any face, in some places."""
        return sum(
            number
            for place in places
            for (kind, _), number in self.pieces.get(place, {}).items()
            if kind == piece
        )

    def controller(self, space: str) -> str | None:
        """The value of the control state that follows from the pieces in a space.

        None if the game has no rule of control.
        """
        rule = self.game.info.control
        if rule is None:
            return None
        strength: dict[str, int] = {}
        against_ties = 0
        for (kind, face_id), number in self.pieces.get(space, {}).items():
            piece = self.game.piece_types[kind]
            if piece.side:
                added = number * face_of(piece, face_id).strength
                strength[piece.side] = strength.get(piece.side, 0) + added
                if piece.side != rule.ties and kind not in rule.no_ties_against:
                    against_ties += added
        everything = sum(strength.values())
        for side in rule.sides:
            if strength.get(side, 0) * 2 > everything:
                return side
        if rule.ties and against_ties and strength.get(rule.ties, 0) * 2 == everything:
            return rule.ties
        return rule.nobody

    def total(self, total: Total) -> int:
        """The value of a total in this position: the sum of its terms."""
        value = 0
        for term in total.terms:
            if term.level is not None:
                value += self.levels.get(term.level, 0) * term.times
            elif term.cost_in is not None:
                value += sum(
                    number * (self.game.piece_types[kind].price(face) or 0)
                    for (kind, face), number in self.pieces.get(term.cost_in, {}).items()
                )
            elif term.pieces is not None:
                value += self.count(term.pieces, self.game.spaces)
            elif term.attribute is not None:
                value += sum(
                    amount
                    for space in self.game.map.spaces
                    if self.states.get(space.id, {}).get(term.state or "") == term.value
                    and isinstance(amount := space.attributes.get(term.attribute, 0), int)
                )
        if total.less_free:
            value = max(0, value - self.free.get(total.side or "", 0))
        return value
