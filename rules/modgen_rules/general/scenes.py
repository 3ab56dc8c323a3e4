"""What a rule looks at: the position before and after a step, a turn or a phase, and between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.setup import SetupPosition
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.places import read_place
from modgen_rules.general.vocabulary import Shown

STATE = "state_"
"""How the kinds of markers of states begin."""
Pieces = Mapping[str, PieceState]
Held = dict[str, dict[Shown, int]]
States = dict[str, dict[str, str]]


class Move(NamedTuple):
    """A piece that is elsewhere after the scene than before it, or shows another face."""

    kind: str
    was: str
    """Its face before; equal to `face` for a piece that came into the game."""
    face: str
    source: str
    """Its place before; `off` for a piece that came into the game."""
    target: str


@dataclass
class Position:
    """The pieces on the table, counted by place."""

    game: Game
    pieces: Pieces

    @cached_property
    def held(self) -> Mapping[str, Mapping[Shown, int]]:
        """The pieces in each place. Levels and sides of a cell count as the cell."""
        return self._counted[0]

    @cached_property
    def states(self) -> Mapping[str, Mapping[str, str]]:
        """The value of each state of each space."""
        return self._counted[1]

    @cached_property
    def unplaced(self) -> frozenset[Shown]:
        """What lies in places that are unknown, or on a board but in none of its places."""
        found: set[Shown] = set()
        for place, counts in self.held.items():
            if place == "unknown" or place.startswith("board:"):
                found.update(counts)
        return frozenset(found)

    @cached_property
    def setup(self) -> SetupPosition:
        """The position in the form from which control and totals are computed."""
        known = self.game.piece_types
        pieces = {
            place: {shown: number for shown, number in counts.items() if shown[0] in known}
            for place, counts in self.held.items()
        }
        return SetupPosition(self.game, pieces, self.states, self.levels)

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """The number at which each level marker is on its track."""
        markers = self.game.level_ranges
        cells = self.game.track_cells
        return {
            kind: cells[place][1]
            for place, counts in self.held.items()
            if place in cells
            for kind, _ in counts
            if kind in markers
        }

    def then(self, pieces: Pieces, changed: Iterable[str]) -> Position:
        """A later position; only the pieces of `changed`, by id, differ from this one."""
        later = Position(self.game, pieces)
        if "_counted" not in self.__dict__:
            return later
        held, states = dict(self._counted[0]), dict(self._counted[1])
        own: set[str] = set()
        for key in changed:
            for state, number in ((self.pieces.get(key), -1), (pieces.get(key), 1)):
                if state is None:
                    continue
                place = bare_place(state.place)
                if place not in own:
                    own.add(place)
                    held[place] = dict(held.get(place, {}))
                    states[place] = dict(states.get(place, {}))
                if not state.kind.startswith(STATE):
                    shown = (state.kind, state.face)
                    left = held[place].get(shown, 0) + number
                    held[place][shown] = left
                    if not left:
                        del held[place][shown]
                elif number > 0:
                    states[place][state.kind.removeprefix(STATE)] = state.face
                else:
                    states[place].pop(state.kind.removeprefix(STATE), None)
        later.__dict__["_counted"] = (held, states)
        return later

    @cached_property
    def _counted(self) -> tuple[Held, States]:
        held: Held = defaultdict(lambda: defaultdict(int))
        states: States = defaultdict(dict)
        known: dict[str, str] = {}
        for state in self.pieces.values():
            place = known.get(state.place)
            if place is None:
                place = known[state.place] = bare_place(state.place)
            if state.kind.startswith(STATE):
                states[place][state.kind.removeprefix(STATE)] = state.face
            else:
                held[place][state.kind, state.face] += 1
        return held, states


@cache
def bare_place(text: str) -> str:
    """A place without the level and the side of a cell."""
    place = read_place(text)
    return place.id if place.kind == "place" else text


@dataclass
class Scene:
    """A stretch of a log that a rule judges."""

    before: Position
    after: Position
    changed: Iterable[str]
    """The ids of the pieces that may differ."""
    steps: tuple[GameStep, ...]
    side: str
    phase: str
    game_turn: int
    number: int
    """The number of the turn in the log, from 1."""

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Where pieces went, without detours. Like pieces that changed places did not move."""
        found: list[Move] = []
        back: dict[Move, int] = {}
        for key in self.changed:
            old, new = self.before.pieces.get(key), self.after.pieces.get(key)
            shown = new or old
            if shown is None or old == new or shown.kind.startswith(STATE):
                continue
            move = Move(
                shown.kind,
                (old or shown).face,
                shown.face,
                bare_place(old.place) if old else "off",
                bare_place(new.place) if new else "off",
            )
            if back.get(move):
                back[move] -= 1
                found.remove(_reversed(move))
            else:
                found.append(move)
                undone = _reversed(move)
                back[undone] = back.get(undone, 0) + 1
        return tuple(found)


def _reversed(move: Move) -> Move:
    return Move(move.kind, move.face, move.was, move.target, move.source)
