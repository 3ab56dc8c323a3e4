"""A random player of any game: each turn it does some of what the game's data allows.

It asks the same functions that judge a log: where a piece can go (`Movement`), how many pieces may
stack (`overstacked`), what markers of control and totals show (`derived`), which card is drawn
(`decks`). Where the data says nothing it does nothing that another law could forbid.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from modgen.compile.hands import hand_owners
from modgen.model.game import Game
from modgen.model.movement.movement import Movement
from modgen.model.tactics.field import Held
from modgen.model.tactics.stacking import overstacked
from modgen.model.types.cards import Pile
from modgen.model.types.pieces import PieceType
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.table_acts import Roll, Say, StepTracker
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.general.case import CARD, STATE
from modgen_rules.general.decks import from_top
from modgen_rules.general.derived import controller, shown_total
from modgen_rules.general.rule_guard import RuleGuard
from modgen_rules.general.turns import first_turn

MOST_MOVERS = 3
"""The most pieces that a side moves in one phase."""
MOST_TRIES = 20
"""The most places that it tries for a piece that may move anywhere."""
UNITS = ("force", "counter", "leader", "marker", "chit")
"""The kinds of pieces that the player touches."""
ROLLS, DRAWS, LOSSES, PLACES, FLIPS = 0.2, 0.5, 0.15, 0.5, 0.3
"""How often a side rolls, draws or plays a card, loses, places and turns a piece in a phase."""

Ends = Mapping[str, str]
"""Piece to the place where it is to go, by id."""


@dataclass
class Table:
    """A table on which a game is played, with what the player knows of it."""

    game: Game
    writer: LogWriter
    movement: Movement
    chance: random.Random
    frozen: set[str] = field(default_factory=set)
    """Markers and pieces, by id, that stay as they are."""
    game_turn: int = 0
    """How often the sequence of phases was begun; 0 without phases."""

    @property
    def states(self) -> dict[str, PieceState]:
        """Every piece and card, by id."""
        return self.writer.states

    def piece(self, key: str) -> PieceType | None:
        """The type of a piece; None for a card or a marker of a state."""
        return self.game.piece_types.get(self.states[key].kind)

    def place(self, key: str) -> str:
        """The space or cell of a piece; empty if it is not on the map."""
        state = self.states[key]
        where = state.where
        if where.side or where.level:
            return ""
        return state.place if self.movement.on_map(state.place) else ""

    def units(self, side: str) -> list[str]:
        """The pieces of a side on the map that may be touched, in random order."""
        found = [
            key
            for key in self.states
            if (piece := self.piece(key)) is not None
            and piece.kind in UNITS
            and not piece.on_side
            and not piece.hides
            and piece.owner(self.states[key].face) == side
            and self.place(key)
            and key not in self.frozen
        ]
        self.chance.shuffle(found)
        return found

    def held(self, without: Collection[str] = ()) -> Held:
        """The pieces on the map, without some."""
        held: dict[str, Counter[tuple[str, str]]] = {}
        for key, state in self.states.items():
            place = self.place(key) if key not in without and self.piece(key) is not None else ""
            if place:
                held.setdefault(place, Counter())[state.kind, state.face] += 1
        return held

    def room(self, key: str, place: str, face: str = "") -> bool:
        """Whether stacking limits let a piece be in a place, on a face."""
        state = self.states[key]
        here = Counter(self.held({key}).get(place, {}))
        here[state.kind, face or state.face] += 1
        return not any(overstacked(self.game, here, place))

    def open_to(self, piece: PieceType, place: str) -> bool:
        """Whether a piece may be in a place, as far as the data says."""
        space = self.game.spaces.get(place)
        return space is None or not piece.goes_to or space.kind in piece.goes_to

    def cards_of(self, pile: Pile) -> tuple[str, ...]:
        """The cards of a pile by id, the bottom one first."""
        for stack in self.writer.table.piles.values():
            if stack.name == pile.name:
                return tuple(key for key in stack.contents if self.is_card(key))
        return ()

    def is_card(self, key: str) -> bool:
        """Whether something on the table is a card of the game."""
        kind = self.states[key].kind if key in self.states else ""
        return kind.startswith(CARD) and kind.removeprefix(CARD) in self.game.card

    def hand(self, side: str) -> list[str]:
        """The cards in a side's hand, by id."""
        return [
            key
            for key, state in self.states.items()
            if self.is_card(key) and state.place == f"hand:{side}"
        ]

    def why_idle(self) -> str:
        """Why no side can do anything: what the game's data lacks."""
        if any(map(self.units, self.game.sides)):
            return "no piece may move; look at `moves`, `stacking` and rules.yaml"
        on_map = sum(bool(self.place(key)) for key in self.states if not self.is_card(key))
        if not on_map:
            return "no piece of the set-up lies in a space or cell of map.yaml"
        return (
            f"no piece on the map has a side ({on_map} without one); fill in `side` in pieces.csv, "
            "or place pieces of a side"
        )

    def has_hand(self, side: str) -> bool:
        """Whether a side has a window for its cards."""
        return side in hand_owners(self.game)


class Player:
    """Plays the turns of all sides on a table, legally."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.game
        self.writer = table.writer
        self.chance = table.chance
        self.guard = RuleGuard(table.game)

    def may(self, key: str, place: str = "", face: str = "") -> bool:
        """Whether `rules.yaml` lets a piece go to a place, or turn to a face."""
        state = self.table.states[key]
        after = state._replace(place=place or state.place, face=face or state.face)
        return self.guard.allows(self.table.states, {key: after})

    def hits(self, rate: float) -> bool:
        """Whether something happens that happens as often as `rate`."""
        return self.chance.random() < rate

    def turn(self, side: str, phase: str) -> None:
        """What one side does in one phase."""
        self.guard.begin(self.table.states, side, phase)
        self.writer.begin_turn(side)
        used = set(self.moves(side, phase))
        for rate, act in (
            (LOSSES, self.lose),
            (PLACES, self.place),
            (FLIPS, self.flip),
        ):
            if self.hits(rate):
                used |= act(side, phase, used)
        self.derive()
        self.writer.begin_turn(side, fixed=True)
        if self.hits(DRAWS):
            self.cards(side)
        if self.hits(ROLLS) and self.game.info.dice:
            die = self.chance.choice(self.game.info.dice)
            results = tuple(self.chance.randint(1, die.sides) for _ in range(die.count))
            self.writer.roll(side, die.id, results)

    # --- pieces ------------------------------------------------------------------------------

    def moves(self, side: str, phase: str) -> list[str]:
        """Move some pieces where they can go; these pieces."""
        table = self.table
        if not self.game.info.moves:
            return self.moves_anywhere(side)
        movers = [
            key
            for key in table.units(side)
            if table.movement.rules(
                (table.states[key].kind, table.states[key].face), phase, turn=table.game_turn
            )
        ][: self.chance.randint(0, MOST_MOVERS)]
        held = table.held(movers)
        for key in movers:
            ends = self.ends(key, phase, held)
            if ends:
                end = self.chance.choice(ends)
                if self.may(key, end):
                    self.writer.move([key], end)
        return movers

    def moves_anywhere(self, side: str) -> list[str]:
        """Move some pieces of a game that does not say how pieces move; these pieces."""
        table = self.table
        places = [*self.game.spaces, *self.game.cells]
        movers = table.units(side)[: self.chance.randint(0, MOST_MOVERS)]
        for key in movers:
            piece = table.piece(key)
            if piece is None or piece.immobile:
                continue
            for end in self.chance.sample(places, min(len(places), MOST_TRIES)):
                if table.open_to(piece, end) and table.room(key, end) and self.may(key, end):
                    self.writer.move([key], end)
                    break
        return movers

    def ends(self, key: str, phase: str, held: Held | None = None) -> list[str]:
        """The places to which a piece may move in a phase, past the pieces that are held."""
        table, state = self.table, self.table.states[key]
        held = table.held({key}) if held is None else held
        reach = table.movement.reach(
            (state.kind, state.face), state.place, held, phase, turn=table.game_turn
        )
        return sorted(place for place in reach if place != state.place and table.room(key, place))

    def lose(self, side: str, phase: str, used: Collection[str]) -> set[str]:
        """A piece goes to the box of lost pieces, or home."""
        for key in self.table.units(side):
            piece = self.table.piece(key)
            box = piece and (piece.lost_to or piece.home)
            if key not in used and box and piece and not piece.immobile and self.may(key, box):
                self.writer.move([key], box)
                return {key}
        return set()

    def place(self, side: str, phase: str, used: Collection[str]) -> set[str]:
        """A piece comes from its home to a space."""
        table = self.table
        spaces = list(self.game.spaces)
        self.chance.shuffle(spaces)
        for key, state in table.states.items():
            piece = table.piece(key)
            if piece is None or piece.owner(state.face) != side or state.place != piece.home:
                continue
            if piece.kind not in UNITS or key in used or piece.hides:
                continue
            for space in spaces:
                if table.open_to(piece, space) and table.room(key, space) and self.may(key, space):
                    self.writer.move([key], space)
                    return {key}
        return set()

    def flip(self, side: str, phase: str, used: Collection[str]) -> set[str]:
        """A piece on the map is turned to another face of the same side."""
        for key in self.table.units(side):
            state, piece = self.table.states[key], self.table.piece(key)
            if piece is None or key in used:
                continue
            faces = [
                face.id
                for face in piece.faces
                if face.id != state.face
                and piece.owner(face.id) == side
                and self.table.room(key, state.place, face.id)
            ]
            if faces:
                face = self.chance.choice(faces)
                if self.may(key, face=face):
                    self.writer.flip(key, face)
                return {key}
        return set()

    # --- markers -----------------------------------------------------------------------------

    def derive(self) -> None:
        """Set the markers of control and of totals as the board is now."""
        table, rule = self.table, self.game.info.control
        if rule is not None:
            for key, state in list(table.states.items()):
                if state.kind != f"{STATE}{rule.state}" or key in table.frozen:
                    continue
                right = self.controller(state.place)
                if right != state.face:
                    self.writer.set_state(state.place, rule.state, right)
        for total in self.game.info.totals:
            for key, state in self.writer.where(total.marker or ""):
                track = self.game.piece_types[state.kind].tracks
                if track is None:
                    continue
                right_place = f"{track}:{shown_total(self.game, total, table.states)}"
                if state.place != right_place and key not in table.frozen:
                    self.writer.move([key], right_place)

    def controller(self, space: str) -> str:
        """Who controls a space now."""
        there = [state for state in self.table.states.values() if state.place == space]
        return controller(self.game, there, space)

    # --- cards -------------------------------------------------------------------------------

    def cards(self, side: str) -> None:
        """A card is drawn, or one is played from the hand."""
        draws, plays = list(self.draws(side)), list(self.plays(side))
        acts: list[Ends] = [*draws, *plays]
        if acts:
            ((key, place),) = self.chance.choice(acts).items()
            if self.may(key, place):
                self.writer.move([key], place)

    def draws(self, side: str) -> Iterator[Ends]:
        """The cards that a side may draw, each with the place to which it goes."""
        for pile in self.game.cards_file.piles:
            cards = self.table.cards_of(pile)
            if pile.side or pile.face != "down" or pile.final or not cards:
                continue
            card = (
                cards[-1]
                if from_top(pile) or pile.draw != "random"
                else (self.chance.choice(cards))
            )
            target = self.game.piles[pile.draws_to].box if pile.draws_to else f"hand:{side}"
            if target and (pile.draws_to or self.may_hold(side, card)):
                yield {card: target}

    def may_hold(self, side: str, card: str) -> bool:
        """Whether a side's hand has room for a card."""
        deck = self.deck(card)
        held = sum(self.deck(other) == deck for other in self.table.hand(side))
        most = self.game.decks[deck].hand_limit
        return self.table.has_hand(side) and (most is None or held < most)

    def deck(self, card: str) -> str:
        """The deck of a card, given by its id in the log."""
        return self.game.card[self.table.states[card].kind.removeprefix(CARD)].deck

    def plays(self, side: str) -> Iterator[Ends]:
        """The cards of a side's hand that it may play, each with a pile that takes it."""
        for card in self.table.hand(side):
            for pile in self.game.cards_file.piles:
                if pile.box and pile.face == "up" and self.takes(pile, card):
                    yield {card: pile.box}

    def takes(self, pile: Pile, card: str) -> bool:
        """Whether a pile is for a card."""
        return not pile.takes or self.deck(card) in pile.takes


def turns(game: Game, rounds: int) -> Iterator[tuple[str, str, bool]]:
    """The turns of a game: the side, the phase, and whether the tracker is moved before it.

    A phase that belongs to no side has a turn of each side.
    """
    for number in range(rounds):
        for index, phase in enumerate(list(game.phases) or [""]):
            owner = game.phase_sides.get(phase, "")
            for order, side in enumerate([owner] if owner else list(game.sides)):
                yield side, phase, bool(phase) and order == 0 and number + index > 0


def played_turns(player: Player, rounds: int) -> Iterator[tuple[int, str, str]]:
    """The turns of a game of some rounds, one after the other: number, side and phase of each.

    The tracker stands at its phase; whoever iterates plays it, as `player.turn` does.
    """
    table = player.table
    every = list(turns(table.game, rounds))
    per_round = max(1, len(every) // max(rounds, 1))
    acted = "", 0
    first = first_turn(table.game, table.states)
    for number, (side, phase, next_phase) in enumerate(every):
        steps = changes(table)
        if not phase and acted == (side, steps):
            # Nobody has acted since: without phases this would be no new turn.
            continue
        if next_phase:
            table.writer.begin_turn(side, fixed=True)
            table.writer.step_tracker(phase)
        table.game_turn = number // per_round + first if phase else 0
        yield number, side, phase
        if changes(table) > steps:
            acted = side, changes(table)


def changes(table: Table) -> int:
    """How many acts have changed the table."""
    passive = (Roll, Say, StepTracker)
    return sum(not isinstance(planned.act, passive) for planned in table.writer.acts)
