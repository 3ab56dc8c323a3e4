"""All laws: which functions judge a turn, and what the data must say for a law to hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.types.cards import Pile
from modgen_rules.general import (
    conservation,
    decks,
    derived,
    information,
    moves,
    order,
    places,
    stacking,
)
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord

Holds = Callable[[Game], bool]
"""Whether a game's data states a clause."""
Judge = Callable[[Case, TurnRecord], Iterator[Breach]]


class Law(NamedTuple):
    """A function that judges turns, with the clauses that it reports."""

    judge: Judge
    stated: Mapping[str, Holds]
    """The number of each clause, with whether a game's data states it."""


def _ends_play(game: Game) -> bool:
    return any(box.final for box in game.map.boxes)


def _ends(game: Game) -> bool:
    return game.info.turns is not None and any(one.turns for one in game.scenarios)


def _dice(game: Game) -> bool:
    return bool(game.info.dice)


def _hides(game: Game) -> bool:
    secret = any(deck.secret for deck in game.cards_file.decks)
    return secret or any(piece.back for piece in game.pieces)


def _moves(game: Game) -> bool:
    return bool(game.info.moves)


def _both(one: Holds, other: Holds) -> Holds:
    return lambda game: one(game) and other(game)


def _measured(game: Game) -> bool:
    return any(rule.steps is not None or rule.points is not None for rule in game.info.moves)


def _has(name: str) -> Holds:
    """Whether a rule of movement says something in a field."""
    return lambda game: any(getattr(rule, name) for rule in game.info.moves)


def _names(name: str, word: str) -> Holds:
    """Whether a rule of movement has a word in a list."""
    return lambda game: any(word in getattr(rule, name) for rule in game.info.moves)


def _piles(holds: Callable[[Pile], bool]) -> Holds:
    """Whether a pile of cards says something."""
    return lambda game: any(holds(pile) for pile in game.cards_file.piles)


MOVES: Mapping[str, Holds] = {
    "moves.immobile": lambda game: any(piece.immobile for piece in game.pieces),
    "moves.wrong-phase": _has("phases"),
    "moves.no-path": _moves,
    "moves.not-adjacent": _measured,
    "moves.too-far": _measured,
    "moves.must-stop-zone": _names("stops", "zone"),
    "moves.must-stop-enemy": _names("stops", "enemy"),
    "moves.must-stop-terrain": lambda game: any(
        set(rule.stops) - {"zone", "enemy"} for rule in game.info.moves
    ),
    "moves.zone-to-zone": lambda game: any(not rule.zone_to_zone for rule in game.info.moves),
    "moves.barred-zone": _names("barred", "zone"),
    "moves.barred-enemy": _names("barred", "enemy"),
    "moves.barred-full": _names("barred", "full"),
    "moves.diagonal": lambda game: any(not size.diagonal for size in game.info.size_classes),
    "moves.wrong-edge": _has("edges"),
    "moves.blocked-edge": lambda game: any(edge.blocked or edge.one_way for edge in game.map.edges),
    "moves.closed-terrain": lambda game: (
        any(terrain.closed_to for terrain in game.info.terrains)
        or any("closed" in rule.terrain.values() for rule in game.info.moves)
    ),
    "moves.closed-feature": lambda game: (
        any(feature.closed_to for feature in game.info.features)
        or any("closed" in rule.features.values() for rule in game.info.moves)
    ),
    "moves.wrong-space": lambda game: any(piece.goes_to for piece in game.pieces),
}
"""When the data states a clause of movement; all but the first need `moves` in game.yaml."""

LAWS = (
    Law(conservation.returned, {"conservation.returned": _ends_play}),
    Law(conservation.made, {"conservation.made": lambda game: True}),
    Law(conservation.lost, {"conservation.lost": lambda game: True}),
    Law(decks.drawn, {"decks.not-top": _piles(decks.from_top)}),
    Law(decks.goes_to, {"decks.draws-to": _piles(lambda pile: bool(pile.draws_to))}),
    Law(decks.played, {"decks.played": _piles(lambda pile: pile.final)}),
    Law(decks.takes, {"decks.takes": _piles(lambda pile: bool(pile.takes))}),
    Law(
        decks.reshuffled,
        {
            "decks.reshuffled": _piles(
                lambda pile: bool(pile.reshuffles_to) and pile.reshuffle == "empty"
            )
        },
    ),
    Law(
        decks.hands,
        {
            "decks.hand-limit": lambda game: any(
                deck.hand_limit is not None for deck in game.cards_file.decks
            )
        },
    ),
    Law(decks.other_hands, {"decks.other-hand": lambda game: bool(game.cards)}),
    Law(
        moves.moves,
        {
            number: holds if number == "moves.immobile" else _both(_moves, holds)
            for number, holds in MOVES.items()
        },
    ),
    Law(
        order.others,
        {
            "order.out-of-turn": lambda game: any(game.phase_sides.values()),
            "order.other-side": lambda game: len(game.sides) > 1,
        },
    ),
    Law(
        places.homes,
        {
            "places.space": lambda game: any(piece.goes_to for piece in game.pieces),
            "places.terrain": lambda game: any(one.closed_to for one in game.info.terrains),
            "places.box": lambda game: any(box.holds or box.takes for box in game.map.boxes),
            "places.track": lambda game: any(piece.tracks for piece in game.pieces),
        },
    ),
    Law(stacking.limits, {"stacking.limit": lambda game: bool(game.info.stacking)}),
    Law(derived.control, {"derived.control": lambda game: game.info.control is not None}),
    Law(
        derived.totals,
        {"derived.total": lambda game: any(total.marker for total in game.info.totals)},
    ),
    Law(order.phases, {"order.left-out": lambda game: len(game.phases) > 1}),
    Law(order.after_the_end, {"order.after-end": _ends}),
    Law(information.unmasked, {"information.unmasked": _hides}),
    Law(information.rolled_again, {"information.rolled-again": _dice}),
    Law(
        information.drawn_again,
        {"information.drawn-again": _piles(lambda pile: pile.face == "down")},
    ),
    Law(
        information.dice_of_others,
        {
            "information.typed-dice": _dice,
            "information.other-dice": lambda game: any(die.side for die in game.info.dice),
        },
    ),
)
"""In the order in which findings on the same steps are shown: causes before what they cause."""


def stated(game: Game) -> frozenset[str]:
    """The numbers of the clauses that a game's data states."""
    return frozenset(number for law in LAWS for number, holds in law.stated.items() if holds(game))


def breaches(case: Case, turn: TurnRecord, numbers: Collection[str]) -> Iterator[Breach]:
    """What a turn breaks of some clauses. The case must have begun the turn."""
    for law in LAWS:
        if any(number in numbers for number in law.stated):
            yield from (one for one in law.judge(case, turn) if one.law in numbers)
