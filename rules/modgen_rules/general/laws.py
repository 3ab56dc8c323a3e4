"""All laws: which functions judge a turn, and what the data must say for a law to hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.general import conservation, stacking
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord

Judge = Callable[[Case, TurnRecord], Iterator[Breach]]


class Law(NamedTuple):
    """A function that judges turns, with the clauses that it reports."""

    judge: Judge
    stated: Mapping[str, Callable[[Game], bool]]
    """The number of each clause, with whether a game's data states it."""


def _ends_play(game: Game) -> bool:
    return any(box.final for box in game.map.boxes)


LAWS = (
    Law(stacking.limits, {"stacking.limit": lambda game: bool(game.info.stacking)}),
    Law(conservation.made, {"conservation.made": lambda game: True}),
    Law(conservation.lost, {"conservation.lost": lambda game: True}),
    Law(conservation.returned, {"conservation.returned": _ends_play}),
)  # fmt: skip


def stated(game: Game) -> frozenset[str]:
    """The numbers of the clauses that a game's data states."""
    return frozenset(number for law in LAWS for number, holds in law.stated.items() if holds(game))


def breaches(case: Case, turn: TurnRecord, numbers: Collection[str]) -> Iterator[Breach]:
    """What a turn breaks of some clauses. The case must have begun the turn."""
    for law in LAWS:
        if any(number in numbers for number in law.stated):
            yield from (one for one in law.judge(case, turn) if one.law in numbers)
