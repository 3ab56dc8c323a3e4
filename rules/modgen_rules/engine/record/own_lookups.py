"""The lookups for a module that Modgen built, shared by all tables and logs of a game."""

from __future__ import annotations

from collections.abc import Iterable

from modgen.model.game import Game
from modgen_rules.engine.record.piece_states import OwnPieces
from modgen_rules.engine.record.place_lookup import OwnModule

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
