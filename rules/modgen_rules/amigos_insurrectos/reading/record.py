"""Reads a log into acts: what was dragged, turned, rolled, drawn and said, in the rules' places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from modgen.log.table import Piece, Table
from modgen.vassal.pieces import Deck
from modgen_rules.amigos_insurrectos.law.country import (
    DISPLAY,
    OTHER,
    OUT,
    US,
    WILL,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import purpose_in_phase
from modgen_rules.engine.reading.act_reader import ActReader
from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.open_log import OpenLog, scenario_named
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.talk import NamedPlaces

CARD = "card_"
TURN = "turn_marker"


@dataclass
class Record(ActRecord[Act, Position]):
    """A log of the game, or a stretch of it.

    Its acts:

    | `what` | `kind` | `source`, `target` |
    |--|--|--|
    | move | kind of the piece | its places; empty for a piece that was not, or is not, in the log |
    | face | kind of the piece | its faces: `two`, `one`; the Battle marker's steps |
    | level | kind of the marker | numbers of its track as text |
    | card | id of the chit | its places |
    | mask | kind of the piece or id of the chit | `down`, `up` |
    | roll | id of the dice | - |
    | phase | - | phases of the tracker |
    | said | - | - |
    """

    country: Country = field(kw_only=True)
    chits: dict[str, str] = field(default_factory=dict)
    """The pieces of the chits, by their ids in the data."""
    scenario: str = ""
    """The id of the scenario that the save names; empty when it names none."""

    told: bool = False
    """Whether many more dice are told in chat than rolled."""

    @cached_property
    def diced(self) -> bool:
        """Whether dice of the game are in the log, or no steps were lost."""
        if self.told:
            return False
        return any(act.what == "roll" for act in self.acts) or not any(
            act.what == "move" and act.kind in self.country.fighting and act.target in OUT
            for act in self.acts
        )

    def loses(self, n: int) -> str:
        """The area with enemies in which an act takes a step off; empty for none."""
        act, state = self.acts[n], self.positions[n].pieces.get(self.acts[n].piece)
        off = act.kind in self.country.fighting and act.target in {"one", *OUT}
        area = state.place if off and state and state.place in self.country.areas else ""
        enemy = OTHER[self.country.side[act.kind]] if area else ""
        return area if enemy and self.positions[n].strong(area, enemy) else ""

    @cached_property
    def _named(self) -> NamedPlaces:
        """Reads the areas that chat names."""
        names = self.country.names
        areas = {area: names[area] for area in self.country.areas}
        return NamedPlaces(areas, [self.country.game])

    def area_named(self, n: int) -> str:
        """The area that chat named last before an act, since the dice before; empty for none."""
        rolls = (m for m in range(n - 1, -1, -1) if self.acts[m].what in ("roll", "phase"))
        since = next(rolls, -1)
        lines = [line for m, line in self.lines if since < m <= n]
        return next(filter(None, map(self._named.read, reversed(lines))), "")

    @cached_property
    def begins_a_turn(self) -> bool:
        """Whether it shows its first turn from the beginning of it.

        It begins in the first phase; or in the last one of the turn before, whose points are
        scored and after which the turn marker was moved, and then the tracker goes on to the first.
        """
        first, *_, last = self.country.game.phases
        return self.phase == first or (self.phase == last and self._goes_on_to(first))

    def _goes_on_to(self, phase: str) -> bool:
        """Whether the tracker shows a phase before anything is done, and no points are open."""
        for act in self.acts:
            if act.what == "phase":
                return act.target == phase and not self.start.will
            if act.what in ("roll", "level", "card", "face") or act.kind in self.country.side:
                return False
        return False

    def returns(self, first: int) -> int:
        """1.1.1.b: the act, from one on, that puts Political Will back to 0 late; -1 for none.

        It is the first move of its marker, before anything is rolled or scored, or the turn ends.
        """
        for n in range(first, len(self.acts)):
            act = self.acts[n]
            if act.kind == WILL:
                return n if act.target == "0" else -1
            if act.what == "roll" or act.kind in ("victory_marker", TURN):
                break
        return -1

    def passing(self, act: Act) -> bool:
        """Whether it is a turned unit, or a move of the turn marker."""
        return act.kind == TURN or (act.what == "face" and act.kind in self.country.side)

    def general_dice(self, first: int, last: int) -> list[int]:
        """The dice of general buttons, in acts of some numbers, that may be for them."""
        acts = self.acts[max(first, 0) : last + 1]
        return [die for act in acts if act.kind in self.country.general_dice for die in act.dice]


class Reader(ActReader[Position, Record]):
    """Reads one log of the war."""

    def __init__(self, country: Country, log: OpenLog) -> None:
        super().__init__(country.game, log)
        self.country = country
        self.homes: dict[str, str] = {}
        """The last area of each piece: a unit in the Combat Display still belongs to it."""
        self.cards: dict[str, str] = {}
        """The places of the chits."""
        self.chits: dict[str, str] = {}
        """The chits by their pieces."""

    @cached_property
    def _piles(self) -> Mapping[str, str]:
        """The piles by their names."""
        return {pile.name: pile.id for game in self.log.games for pile in game.cards_file.piles}

    def begin(self, table: Table) -> Record:
        """A record with its first position."""
        self.cards, self.chits = {}, {}
        for key, state in self.log.tracker.states.items():
            if state.kind.startswith(CARD):
                card = state.kind.removeprefix(CARD)
                self._meet(key, card, self._lies(table.pieces[key], table))
        position = Position(self.country, dict(self.pieces), dict(self.cards), self._masked())
        record = Record(country=self.country, positions=[position], told=self.log.told_dice.mostly)
        record.scenario = scenario_named(table)
        record.chits = {chit: key for key, chit in self.chits.items()}
        return record

    def _masked(self) -> frozenset[str]:
        return frozenset(key for key, one in self.looks.items() if one.hidden)

    def after(self, now: Position, act: Act) -> Position:
        """The position after an act."""
        match act.what:
            case "move" | "face" | "level":
                return replace(now, pieces=dict(self.pieces))
            case "card":
                return replace(now, cards=dict(self.cards))
            case "mask":
                return replace(now, masked=self._masked())
        return now

    def _meet(self, key: str, card: str, place: str) -> None:
        """Remember which chit a piece is, and where it lies.

        Where chits are known by their titles alone, the pile in which one lies tells its deck.
        """
        cards, home = self.country.game.card, place.removeprefix("cup_")
        if card in self.cards or (home != place and cards[card].deck != home):
            decks = (home,) if home != place else (cards[card].deck,)
            alike = (
                one.id
                for one in cards.values()
                if one.title == cards[card].title and one.deck in decks and one.id not in self.cards
            )
            card = next(alike, card)
        self.chits[key] = card
        self.cards[card] = place

    def placed(self, key: str, state: PieceState) -> PieceState:
        """A piece in the place of the rules: holdboxes and the display stand for areas."""
        place = self.country.stands_for.get(state.place, state.place)
        if place in self.country.areas:
            self.homes[key] = place
        elif place in DISPLAY.values() and key in self.homes:
            place = self.homes[key]
        if place in self.country.seas and self._only_passes(key, state.kind):
            place = self.pieces[key].place
        return state if place == state.place else state._replace(place=place)

    def _only_passes(self, key: str, kind: str) -> bool:
        """Whether a unit was put down at sea on its way: only Filipinos who sail are there."""
        side, old = self.country.side.get(kind), self.pieces.get(key)
        if side is None or kind == "gunboat" or old is None or not old.place:
            return False
        return side == US or old.place not in self.country.areas | self.country.seas

    def _lies(self, piece: Piece, table: Table) -> str:
        """Where a chit lies: in a pile, or in a place of the map."""
        pile = table.piles.get(piece.pile)
        if pile is not None and pile.is_deck:
            return self._piles.get(Deck.read("", pile.type, "").type.name, "off")
        return str(self.log.tracker.places.place(piece, table))

    def others(self, step: GameStep, key: str, piece: Piece, table: Table) -> Iterator[Act]:
        """A chit that goes to another place."""
        state = self.log.tracker.states[key]
        if not state.kind.startswith(CARD):
            return
        card = self.kind(key, state)
        source, target = self.cards.get(card, ""), self._lies(piece, table)
        if source != target:
            self.cards[card] = target
            yield Act(step.number, "card", step.side, key, card, source, target)

    def kind(self, key: str, state: PieceState) -> str:
        """The kind of a piece, or the id of a chit."""
        return self.chits.get(key, state.kind.removeprefix(CARD))

    def purpose(self, record: Record, side: str, die: str, number: int) -> str:
        """What dice are for in the phase that the tracker shows."""
        done = self._since_the_tracker(record)
        return purpose_in_phase(record.shown, done, die or side or US, number)

    def _since_the_tracker(self, record: Record) -> Iterator[str]:
        """The dice and chits since the tracker was stepped, the last first."""
        for act in reversed(record.acts):
            if act.what == "phase":
                return
            if act.what in ("roll", "card"):
                yield act.kind
