"""A position of People Power in numbers: ten spaces, five tracks, what is Available (1.3 to 1.10).

Rules see counts, not pieces. Everything is a tuple, so that positions can be compared and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.engine.rulebook import RulebookError, rule_numbers

NEUTRAL, SUPPORT, OPPOSITION, RESISTANCE = range(4)
"""The alignments of a space (1.6)."""
ALIGNMENTS = ("neutral", "support", "opposition", "resistance")
GOV, NPA, REFORMERS = "gov", "npa", "reformers"
FACTIONS = (GOV, NPA, REFORMERS)
AID, PATRONAGE = "aid", "patronage"
TRACKS = (GOV, NPA, REFORMERS, AID, PATRONAGE)
"""The five numbers of 1.9: the Factions' Resources, Aid, Patronage."""
EDGE, MARKERS = "edge", "protest_strike"
"""The track of 1.9 and the Protest/Strike markers of 1.8.2 by the game's ids."""


class Space(NamedTuple):
    """What stands in a space. Guerrillas by face; Activists are Active where a Protest is."""

    troops: int = 0
    police: int = 0
    gov_base: int = 0
    activist: int = 0
    ref_base: int = 0
    underground: int = 0
    active: int = 0
    npa_base: int = 0
    terror: int = 0
    protest: int = 0
    strike: int = 0
    alignment: int = NEUTRAL

    @property
    def cubes(self) -> int:
        """Troops and Police (1.5)."""
        return self.troops + self.police

    @property
    def guerrillas(self) -> int:
        """Guerrillas of either face."""
        return self.underground + self.active

    @property
    def government(self) -> int:
        """All Government pieces."""
        return self.troops + self.police + self.gov_base

    @property
    def npa(self) -> int:
        """All NPA pieces."""
        return self.underground + self.active + self.npa_base

    @property
    def reformers(self) -> int:
        """All Reformer pieces."""
        return self.activist + self.ref_base

    @property
    def bases(self) -> int:
        """Bases of all Factions (1.5.2)."""
        return self.gov_base + self.ref_base + self.npa_base

    @property
    def control(self) -> str:
        """1.7: who Controls the space by its pieces; empty for nobody."""
        reformers = self.ref_base + (self.activist if self.protest else 0)
        if self.government > self.npa + reformers:
            return GOV
        return NPA if self.npa > self.government + reformers else ""

    def shifted(self, toward: int) -> Space:
        """1.6.2: one shift, from Neutral to an alignment, from another one to Neutral."""
        if self.alignment == toward:
            return self
        return self._replace(alignment=toward if self.alignment == NEUTRAL else NEUTRAL)

    def settled(self) -> Space:
        """1.8.2: without a Protest or Strike that has lost its last piece."""
        if (self.protest and not self.reformers) or (self.strike and not self.npa):
            protest = self.protest if self.reformers else 0
            return self._replace(protest=protest, strike=self.strike if self.npa else 0)
        return self


FIELDS = Space._fields
FORCES = {
    "troops": GOV,
    "police": GOV,
    "gov_base": GOV,
    "activist": REFORMERS,
    "ref_base": REFORMERS,
    "guerrilla": NPA,
    "npa_base": NPA,
}
"""Each kind of piece by the game's id, and the Faction that it belongs to (1.5)."""


class Limits(NamedTuple):
    """The numbers of the rules: of pieces and markers, of prices and tracks."""

    forces: tuple[int, ...]
    """The pieces of each kind, in the order of `FORCES` (1.5)."""
    tokens: int
    """Protest/Strike markers (1.8.2)."""
    bases: int
    """The most Bases in a space (1.5.2)."""
    edge: int
    """The last number of the edge track (1.9)."""
    train_price: int
    """The price of each space of a Train (3.2.1)."""
    train_cubes: int
    """The most cubes that a Train places in a space (3.2.1)."""
    cubes_for_base: int
    """The cubes that a Government Base takes the place of (3.2.1)."""
    activists_for_guerrilla: int
    """How many Activists win a Guerrilla over (3.3.3)."""
    aid_reset: int
    """What Aid is after the Resources phase (6.2.1)."""
    pieces_for_base: int
    """The Guerrillas or Activists that a Base takes the place of (3.3.1, 3.4.1)."""
    pile_events: int
    """The Event cards of each pile of the draw deck (S.1)."""
    buried_events: int
    """How many of them are shuffled with the pile's Election card and go below (S.1)."""

    def on_track(self, value: int) -> int:
        """1.9: where a track stops that would go to a number."""
        return max(0, min(self.edge, value))

    @classmethod
    def of(cls, game: Game) -> Limits:
        """The numbers of the game's data. Raises RulebookError if one of them is missing."""
        kinds = game.piece_types
        missing = [kind for kind in (*FORCES, MARKERS) if kind not in kinds]
        if missing:
            raise RulebookError(f"pieces: the rules of People Power need a row `{missing[0]}`")
        if EDGE not in game.tracks:
            raise RulebookError(f"map: the rules of People Power need a track `{EDGE}`")
        bases = [
            limit.most
            for kind in FORCES
            if kind.endswith("_base")
            for limit in game.stacking_limits(kind)
        ]
        if not bases:
            raise RulebookError("game: the rules of People Power need `stacking` for Bases")
        forces = tuple(kinds[kind].count for kind in FORCES)
        tokens, edge = kinds[MARKERS].count, game.tracks[EDGE].last
        return rule_numbers(game, partial(cls, forces, tokens, min(bases), edge))


@dataclass(frozen=True)
class Map:
    """The printed map: for each space by number its name, kind, Population, neighbours.

    With it go the limits of pieces, markers and tracks.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    city: tuple[bool, ...]
    pop: tuple[int, ...]
    region: tuple[str, ...]
    near: tuple[frozenset[int], ...]
    assumed_pop: frozenset[int]
    assumed_edges: frozenset[frozenset[int]]
    thresholds: tuple[tuple[str, int], ...]
    """What each Faction's victory total must exceed (7.1)."""
    limits: Limits

    @classmethod
    def of(cls, game: Game) -> Map:
        """The map of the game's data. Raises RulebookError."""
        spaces = game.map.spaces
        number = {space.id: n for n, space in enumerate(spaces)}
        guessed = {
            frozenset(number[end] for end in edge.between)
            for edge in game.map.edges
            if edge.assumed
        }
        return cls(
            tuple(space.id for space in spaces),
            tuple(space.name for space in spaces),
            tuple(space.kind == "city" for space in spaces),
            tuple(int(space.attributes["population"]) for space in spaces),
            tuple(space.region for space in spaces),
            tuple(
                frozenset(number[other] for other in game.neighbours(space.id)) for space in spaces
            ),
            frozenset(n for n, space in enumerate(spaces) if space.assumed),
            frozenset(guessed),
            tuple(
                (total.side, int(total.over))
                for total in game.info.totals
                if total.side and total.over is not None
            ),
            Limits.of(game),
        )

    def number(self, space: str) -> int:
        """The number of a space by its id. Raises ValueError."""
        return self.ids.index(space)


class CardNumbers(NamedTuple):
    """The numbers of the cards of each deck, in order."""

    events: tuple[int, ...]
    elections: tuple[int, ...]
    personalities: tuple[int, ...]
    acts: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> CardNumbers:
        """The cards of the game's data."""
        decks = ("event", "election", "personality", "desperation")
        numbers = {
            deck: tuple(sorted(int(card.id) for card in game.cards if card.deck == deck))
            for deck in decks
        }
        return cls(*(numbers[deck] for deck in decks))

    @property
    def final(self) -> int:
        """The Election card that ends the game (2.4.2); 0 for none."""
        return self.elections[-1] if self.elections else 0

    @property
    def last_but_one(self) -> int:
        """The Election card in whose Round Acts of Desperation are chosen (6.5.2)."""
        return self.elections[-2] if len(self.elections) > 1 else 0


class State(NamedTuple):
    """A position: the spaces by number, the tracks in the order of `TRACKS`, what is in force."""

    spaces: tuple[Space, ...]
    tracks: tuple[int, ...]
    available: tuple[int, ...]
    """Pieces in the Available boxes, in the order of `FORCES`."""
    election: int = 0
    """The Election card on the Election box; 0 for none (2.4.1)."""
    personalities: frozenset[int] = frozenset()

    def track(self, name: str) -> int:
        """A number of 1.9 by its name."""
        return self.tracks[TRACKS.index(name)]

    def free(self, kind: str) -> int:
        """How many pieces of a kind are Available (1.5.1)."""
        return self.available[tuple(FORCES).index(kind)]

    @property
    def markers(self) -> int:
        """Protest/Strike markers on the map (1.8.2)."""
        return sum(space.protest + space.strike for space in self.spaces)

    def with_spaces(self, spaces: Iterable[Space]) -> State:
        """The position with other spaces, their pieces taken from Available or put there."""
        found = tuple(spaces)
        free = tuple(
            number
            + sum(count(space, kind) for space in self.spaces)
            - sum(count(space, kind) for space in found)
            for kind, number in zip(FORCES, self.available, strict=True)
        )
        return self._replace(spaces=found, available=free)

    def totals(self, board: Map) -> dict[str, int]:
        """The three victory totals by Faction (1.10)."""
        gov, opposition, resistance = self.track(PATRONAGE), 0, 0
        for space, pop in zip(self.spaces, board.pop, strict=True):
            gov += pop * (space.control == GOV)
            opposition += pop * (space.alignment == OPPOSITION) + space.ref_base
            resistance += pop * (space.alignment == RESISTANCE) + space.npa_base
        return {GOV: gov, REFORMERS: opposition, NPA: resistance}

    def after_strikes(self) -> State:
        """6.1.1: Patronage falls by one for every Strike on the map."""
        tracks = list(self.tracks)
        strikes = sum(space.strike for space in self.spaces)
        at = TRACKS.index(PATRONAGE)
        tracks[at] = max(0, tracks[at] - strikes)
        return self._replace(tracks=tuple(tracks))

    def margins(self, board: Map) -> dict[str, int]:
        """7.1, 7.2: how far each Faction is beyond its threshold."""
        thresholds = dict(board.thresholds)
        return {who: value - thresholds[who] for who, value in self.totals(board).items()}

    def ranked(self, board: Map) -> list[str]:
        """7.1 to 7.3: the Factions by their margins, the highest first."""
        margins = self.margins(board)
        return sorted((REFORMERS, NPA, GOV), key=lambda who: -margins[who])


def count(space: Space, kind: str) -> int:
    """How many pieces of a kind stand in a space, whatever their face."""
    return space.guerrillas if kind == "guerrilla" else int(getattr(space, kind))


def together(spaces: Iterable[Space]) -> Space:
    """The pieces and markers of several spaces; its alignment says nothing."""
    return Space(*map(sum, zip(*spaces, strict=True)))


def available(spaces: Iterable[Space], limits: Limits) -> tuple[int, ...]:
    """What is Available when all other pieces are on the map (1.5)."""
    there = together(spaces)
    return tuple(
        most - count(there, kind) for kind, most in zip(FORCES, limits.forces, strict=True)
    )


def made(
    spaces: Iterable[Space], tracks: Mapping[str, int], limits: Limits, election: int = 0
) -> State:
    """A position with everything else Available."""
    found = tuple(spaces)
    levels = tuple(tracks[name] for name in TRACKS)
    return State(found, levels, available(found, limits), election)
