"""What the laws know of a game while they judge its turns: who lies where, names, the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.model.movement.movement import Movement
from modgen.model.types.game_file import Die
from modgen.model.types.scenario import Scenario
from modgen.vassal.turn_states import read_turn_state
from modgen_rules.engine.record.names import place_name, side_name
from modgen_rules.engine.record.open_log import OpenLog, scenario_named
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.places import read_place
from modgen_rules.general.turns import TurnRecord

GRACE = 2
"""Without a sequence, a marker may stay wrong for this many turns."""
CARD = "card_"
"""The kind of a card is this and the card's id."""
STATE = "state_"
"""The kind of a state's marker is this and the state's id."""


class CardMove(NamedTuple):
    """A card that a step took from a pile, or put into one. Piles by id; empty for none."""

    step: int
    key: str
    kind: str
    source: str
    target: str


@dataclass
class Waiting:
    """Markers that are wrong: since when, and whether that was reported."""

    since: dict[str, tuple[int, int]] = field(default_factory=dict)
    reported: set[str] = field(default_factory=set)

    def known(self, key: str) -> bool:
        """Whether a marker is wrong."""
        return key in self.since or key in self.reported

    def begin(self, key: str, right: bool) -> None:
        """Whether a marker is right as the log begins; a wrong one is not reported."""
        if not right:
            self.reported.add(key)

    def right(self, key: str) -> None:
        """A marker is right."""
        self.since.pop(key, None)
        self.reported.discard(key)

    def report(self, key: str) -> None:
        """A wrong marker is reported, or is not to be reported."""
        self.reported.add(key)

    def due(self, key: str, turn: TurnRecord) -> bool:
        """Whether a marker has been wrong for too long, and was not reported; then it is now."""
        game_turn, number = self.since.setdefault(key, (turn.game_turn, turn.number))
        late = turn.game_turn > game_turn if game_turn else turn.number >= number + GRACE
        if key in self.reported or not late:
            return False
        self.reported.add(key)
        return True


@dataclass
class Case:
    """A log of a game under judgement. `begin` a turn before any law judges it."""

    game: Game
    log: OpenLog
    turns: Sequence[TurnRecord] = ()
    """All turns; the first has the number 1."""
    at: dict[str, dict[str, PieceState]] = field(default_factory=dict)
    """Place to the pieces in it after the current turn, by id."""
    waiting: Waiting = field(default_factory=Waiting)
    """The markers that are wrong."""
    piled: tuple[int, list[CardMove]] | None = None
    """What happened to the piles in the turn of a number."""
    read: int = 0
    """The last step of which the piles were read."""
    strayed: dict[str, int] = field(default_factory=dict)
    """The number of the turn in which a piece last made a move that was a breach."""
    went_on: bool = False
    """Whether a turn after the last one of the scenario was reported."""
    looked: int = 0
    """The last step that was searched for pieces turned up."""
    _kinds: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key, state in self.log.start.items():
            self.at.setdefault(state.place, {})[key] = state
            self._kinds.setdefault(state.kind, []).append(key)

    def of_kind(self, kind: str) -> list[str]:
        """All pieces of a kind that were ever on the table, by id."""
        return self._kinds.get(kind, [])

    def begin(self, turn: TurnRecord) -> None:
        """Bring `at` up to the end of a turn."""
        for key in turn.changed:
            before, after = turn.before.get(key), turn.after.get(key)
            if before is not None:
                self.at[before.place].pop(key, None)
            if after is not None:
                self.at.setdefault(after.place, {})[key] = after
            if before is None and after is not None and key not in self.of_kind(after.kind):
                self._kinds.setdefault(after.kind, []).append(key)

    @property
    def timeline(self) -> Timeline:
        """The log as VASSAL records it."""
        return self.log.timeline

    # --- the scenario and its turns ----------------------------------------------------------

    @cached_property
    def scenario(self) -> Scenario | None:
        """The scenario that is played; None for a log of another module, which does not say."""
        return self.game.scenario.get(scenario_named(self.timeline.go(0)))

    @cached_property
    def last_turn(self) -> int:
        """The number of the last turn; 0 if the game or the scenario does not state it."""
        turns = self.game.info.turns
        if turns is None or self.scenario is None or self.scenario.turns is None:
            return 0
        return self.scenario.levels.get(turns.marker or "", 1) + self.scenario.turns - 1

    def shown_turn(self, turn: TurnRecord) -> int:
        """The number that a tracker that counts turns shows when a turn begins; 0 for none."""
        states = self.timeline.go(turn.first).turns.values()
        shown = (read_turn_state(state, counts=True) for state in states)
        return next((state.turn for state in shown if state and state.turn is not None), 0)

    # --- piles and dice ----------------------------------------------------------------------

    @cached_property
    def _piles(self) -> dict[str, str]:
        """The ids of piles by their names in any language."""
        return {pile.name: pile.id for game in self.log.games for pile in game.cards_file.piles}

    def pile_moves(self, step: int) -> Iterator[tuple[str, str, str]]:
        """What a step did to piles of cards: a piece, the pile it left, the pile it came to."""
        ends: dict[str, list[str]] = {}
        for collection, key, old, new in self.timeline.moments.changes(step - 1):
            if collection == "pieces" and old is not None and new is not None:
                ends.setdefault(key, [old.pile, ""])[1] = new.pile
        moved = {key: pair for key, pair in ends.items() if pair[0] != pair[1]}
        if not moved or not self._piles:
            return
        table = self.timeline.go(step - 1).piles
        for key, (start, end) in moved.items():
            source, target = (
                self._piles.get(table[id_].name, "") if id_ in table else "" for id_ in (start, end)
            )
            if source or target:
                yield key, source, target

    def taken(self, step: int) -> dict[str, list[str]]:
        """The cards that a step took from each pile, by id; also of a step that was undone."""
        found: dict[str, list[str]] = {}
        for key, source, target in self.pile_moves(step):
            if source and source != target:
                found.setdefault(source, []).append(key)
        return found

    def contents(self, pile: str, step: int) -> tuple[str, ...]:
        """The cards of a pile after a step, the bottom one first."""
        for found in self.timeline.go(step).piles.values():
            if self._piles.get(found.name) == pile:
                return found.contents
        return ()

    @cached_property
    def _dice(self) -> dict[str, Die]:
        first = {die.id: die for die in self.game.info.dice}
        return {die.name: first[die.id] for game in self.log.games for die in game.info.dice}

    def die(self, name: str) -> Die | None:
        """The die with a name in any language; None for an unknown one."""
        return self._dice.get(name)

    # --- names -------------------------------------------------------------------------------

    def piece(self, kind: str) -> str:
        """The displayed name of a kind of piece or card."""
        known = self.game.piece_types.get(kind)
        if known is not None:
            return known.name
        card = self.game.card.get(kind.removeprefix(CARD))
        if card is not None:
            return f"the card {card.title}"
        state = self.game.states.get(kind.removeprefix(STATE))
        return f"the marker of {state.name}" if state is not None else kind

    def pieces(self, kinds: Iterable[str]) -> str:
        """Pieces with their numbers: `2 × Red army, Red castle`."""
        counts = Counter(kinds)
        return ", ".join(
            f"{number} × {self.piece(kind)}" if number > 1 else self.piece(kind)
            for kind, number in counts.items()
        )

    def place(self, text: str) -> str:
        """The displayed name of a place."""
        return place_name(self.game, text)

    def side(self, side: str) -> str:
        """The displayed name of a side."""
        return side_name(self.game, side)

    def owner(self, kind: str) -> str:
        """The side of a kind of piece; empty for none."""
        known = self.game.piece_types.get(kind)
        return known.side or "" if known else ""

    @cached_property
    def _forces(self) -> dict[str, set[str]]:
        """The sides that have a kind of piece in their force in some scenario."""
        packages = {package.id: package for package in self.game.info.purchases.packages}
        found: dict[str, set[str]] = {}
        for scenario in self.game.scenarios:
            for force in scenario.forces:
                kinds = {*force.units, *force.bought}
                if force.package in packages:
                    kinds |= packages[force.package].units.keys()
                for kind in kinds:
                    found.setdefault(kind.partition("/")[0], set()).add(force.side)
        return found

    def owners(self, kind: str, face: str = "") -> frozenset[str]:
        """The sides that may move a kind of piece as their own; empty for none in particular."""
        known = self.game.piece_types.get(kind)
        owner = known.owner(face) if known is not None else None
        return frozenset({owner, *self._forces.get(kind, ())} if owner else ())

    @cached_property
    def first_held(self) -> frozenset[tuple[str, str]]:
        """Kinds of pieces with the places in which they lay as the log began."""
        return frozenset((state.kind, state.place) for state in self.log.start.values())

    @cached_property
    def movement(self) -> Movement:
        """The rules of movement on the boards that lie on the table."""
        table = self.timeline.go(0)
        laid = {
            (name, int(column), int(row))
            for boards in table.boards.values()
            for name, column, row in boards
            if column.isdigit() and row.isdigit()
        }
        for scenario in self.game.scenarios:
            boards = {
                (self.game.boards[id_].name, column, row)
                for row, ids in enumerate(scenario.boards)
                for column, id_ in enumerate(ids)
            }
            if boards and boards <= laid:
                return Movement(self.game, scenario)
        return Movement(self.game)

    @cached_property
    def map_places(self) -> frozenset[str]:
        """The spaces and cells of the map."""
        return frozenset((*self.game.spaces, *self.game.cells))

    def on_map(self, place: str) -> str:
        """The space or cell of a place's text form, without side and level; empty for others."""
        if place in self.map_places:
            return place
        id_ = read_place(place).id
        return id_ if id_ in self.map_places else ""
