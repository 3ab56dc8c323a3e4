"""A table on which the war is played: what players do with pieces, dice and chits, in the log."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from modgen.vassal.pieces import Deck
from modgen_rules.amigos_insurrectos.judging.scoring import LETTER, number_of
from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    POOLS,
    SIDES,
    STEPS,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import LEVELS, Position
from modgen_rules.amigos_insurrectos.reading.record import CARD
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.record.unit_conditions import look
from modgen_rules.engine.writing.play_table import PlayTable

FILIPINO_DICE = ("arms", "luzon", "visayas", "leaving", "jungle_discovery", "jungle_filipino")
"""Dice that the Filipino player rolls, besides those named after him."""


class Table(Protocol):
    """What players of battles need of a table; every call is one or more steps of its log."""

    chance: random.Random
    war: War

    @property
    def position(self) -> Position:
        """The pieces now."""

    def move(self, keys: Sequence[str], place: str) -> None:
        """Drag pieces together."""

    def lose(self, area: str, side: str, steps: int) -> None:
        """Remove steps, Regulars before Guerrillas."""

    def roll(self, die: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with a button."""

    def will(self, points: int) -> None:
        """Move the Political Will marker: up for the US above 0."""

    def marker(self, area: str, step: str) -> None:
        """Put the Battle marker into an area, showing a step; with an empty area put it away."""

    def reveal(self, keys: Collection[str]) -> None:
        """Turn pieces face up."""

    def play(self, chit: str) -> None:
        """Play a chit from the hand, face up, for the battle."""

    def bring(self, kind: str, area: str) -> bool:
        """Put a marker from the pool into an area; false when there are none left."""


@dataclass
class WarTable(PlayTable[Position]):
    """Plays on a LogWriter. `war` is the memory that the rules keep, too."""

    country: Country
    war: War
    _piles: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.masked = {key for key, piece in self.writer.table.pieces.items() if look(piece).hidden}

    def read(self) -> Position:
        """The position that the pieces on the table show."""
        pieces, cards = {}, {}
        for key, state in self.writer.states.items():
            if state.kind.startswith(CARD):
                cards[state.kind.removeprefix(CARD)] = self._lies(key)
            else:
                pieces[key] = state
        return Position(self.country, pieces, cards, frozenset(self.masked))

    def _lies(self, key: str) -> str:
        table = self.writer.table
        pile = table.piles.get(table.pieces[key].pile)
        if pile is None or not pile.is_deck:
            return self.writer.states[key].place
        if pile.type not in self._piles:
            name = Deck.read("", pile.type, "").type.name
            piles = self.country.game.piles.values()
            self._piles[pile.type] = next((one.id for one in piles if one.name == name), "off")
        return self._piles[pile.type]

    # --- phases ----------------------------------------------------------------------------------

    def phase(self, name: str, side: str = "", fixed: bool = False) -> None:
        """Move the tracker; the acts from here on are a turn of a side."""
        super().phase(name, side, fixed)

    # --- pieces ----------------------------------------------------------------------------------

    def one(self, kind: str) -> str:
        """The only piece of a kind."""
        return self.writer.where(kind)[0][0]

    def level(self, marker: str, number: int) -> None:
        """Put the marker of a track on a number; one beyond the end stays at the end."""
        track = self.country.game.tracks[LEVELS[marker]]
        number = min(max(number, track.first), track.last)
        if self.position.level(marker, track.first) != number:
            self.move([self.one(marker)], f"{track.id}:{number}")

    def will(self, points: int) -> None:
        """Record Political Will: above 0 for the US."""
        if points:
            self.level("political_will_marker", self.position.will + points)

    def bring(self, kind: str, area: str) -> bool:
        """Bring a step, or a marker, from its box; false when there are none left."""
        game = self.country.game.piece_types[kind]
        spare = [key for key, at in self.writer.where(kind) if at.place == game.home]
        there = self.position.keys(area, (kind,)) if kind == "search" else []
        if there or not spare:
            if there and self.position.pieces[there[0]].face != game.faces[-1].id:
                self.writer.flip(there[0], game.faces[-1].id)
            return bool(there)
        key, face = spare[-1], "one" if len(game.faces) > 1 else game.faces[0].id
        if self.position.pieces[key].face != face:
            self.writer.flip(key, face)
        self.move([key], area)
        return True

    def marker(self, area: str, step: str) -> None:
        """Put the Battle marker into an area, showing a step; with an empty area put it away."""
        key = self.one(BATTLE)
        now = self.writer.states[key]
        place = area or self.country.game.piece_types[BATTLE].home or ""
        if not area:
            for side in SIDES:
                laid = f"chits_{side}"
                for chit in [one for one, at in self.position.cards.items() if at == laid]:
                    self.chit(chit, self.cup(chit))
                self.level(f"body_count_{side}_marker", 0)
        if now.place != place:
            self.move([key], place)
        if now.face != step:
            self.writer.flip(key, step)

    def remove(self, key: str) -> None:
        """Take a unit off the map: to the box of what was lost, or to its pool."""
        state = self.position.pieces[key]
        kind = self.country.game.piece_types[state.kind]
        self.move([key], kind.lost_to or kind.home or POOLS[kind.side or US])

    def lose(self, area: str, side: str, steps: int) -> None:
        """Take `steps` steps of a side from an area, Regulars before Guerrillas."""
        for kind in STEPS[side]:
            for _ in range(min(steps, self.position.steps(area, (kind,)))):
                keys = self.position.keys(area, (kind,))
                key = min(keys, key=self.position.strength)
                if self.position.strength(key) > 1:
                    self.writer.flip(key, "one")
                else:
                    self.remove(key)
                steps -= 1

    def pick(self, area: str, kinds: Collection[str], steps: int) -> list[str]:
        """Units of an area with at most `steps` steps; larger ones are exchanged if needed."""
        chosen: list[str] = []
        keys = self.position.keys(area, kinds)
        self.chance.shuffle(keys)
        for key in keys:
            strength = self.position.strength(key)
            if strength > steps > 0 and self._change(key):
                strength = 1
            if 0 < strength <= steps:
                chosen.append(key)
                steps -= strength
        return chosen

    def _change(self, key: str) -> bool:
        """Make two counters of one step from one of two steps."""
        state = self.position.pieces[key]
        if not self.bring(state.kind, state.place):
            return False
        self.writer.flip(key, "one")
        return True

    # --- dice and chits --------------------------------------------------------------------------

    def roll(self, die: str, number: int = 1) -> tuple[int, ...]:
        """Roll dice with one of the module's buttons."""
        dice = tuple(self.chance.randint(1, 6) for _ in range(number))
        mine = die.startswith(FILIPINO) or die in FILIPINO_DICE
        self.writer.roll(
            FILIPINO if mine else US, die, dice, self.writer.states[self.one(BATTLE)].place
        )
        return dice

    def play(self, chit: str) -> None:
        """Play a chit from the hand, face up."""
        key = self.one(f"{CARD}{chit}")
        self.move([key], f"chits_{US if chit.startswith(US) else FILIPINO}")
        self.reveal([key])

    def hand(self, side: str) -> list[str]:
        """The Advantage Chits in a side's hand, by id."""
        return [
            one
            for one, where in self.position.cards.items()
            if where == f"hand:{side}" and one.startswith(LETTER[side]) and number_of(one) is None
        ]

    def chit(self, chit: str, place: str) -> None:
        """Move a chit: to `chits_us`, `luna:1`, its cup, a hand, a display."""
        self.move([self.one(f"{CARD}{chit}")], place)

    def cup(self, chit: str) -> str:
        """The cup of an Advantage Chit."""
        return f"cup_{self.country.game.card[chit].deck}"

    def reveal(self, keys: Collection[str]) -> None:
        """Turn pieces face up that lie face down."""
        for key in [one for one in keys if one in self.masked]:
            self.masked.discard(key)
            self.writer.hide(key)
