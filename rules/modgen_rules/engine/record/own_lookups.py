"""What finds places and pieces in the logs of a module; our own modules share theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.engine.record.piece_states import OwnPieces, PieceLookup
from modgen_rules.engine.record.place_lookup import OwnModule, PlaceLookup


class Lookups(NamedTuple):
    """What reads the logs of a module."""

    places: PlaceLookup
    pieces: PieceLookup
    own: bool = True
    """Whether the module is the game's own, so that facts that the game's data assumes hold."""
    extensions: Mapping[str, str] = {}
    """The versions of the extensions with which the module was read, by name."""


RENEWED = 500
"""After so many uses lookups are made again, so that what they remember cannot grow for ever."""
MOST_GAMES = 8
"""The number of games whose lookups are kept; the first is dropped for the ninth."""

_KEPT: dict[tuple[int, ...], tuple[list[Game], OwnModule, OwnPieces]] = {}
"""By the identities of the games, which are kept so that no other object can have them."""
_USES: dict[tuple[int, ...], int] = {}


def own_lookups(games: Iterable[Game]) -> tuple[OwnModule, OwnPieces]:
    """The places and pieces of a game, given in each of its languages, the first of them first."""
    every = list(games)
    key = tuple(map(id, every))
    uses = _USES.get(key, 0)
    if key not in _KEPT or uses % RENEWED == 0:
        _KEPT.pop(key, None)
        while len(_KEPT) >= MOST_GAMES:
            oldest = next(iter(_KEPT))
            del _KEPT[oldest], _USES[oldest]
        _KEPT[key] = every, OwnModule.of(every), OwnPieces(every[0])
    _USES[key] = uses + 1
    return _KEPT[key][1:]
