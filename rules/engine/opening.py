"""A log opened for judging: in the game's own words, or a sentence why it cannot be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modgen.model.whole import Game
from rules.engine.findings import UnusableLogError
from rules.engine.gazetteer import Gazetteer, OwnModule
from rules.engine.standings import Ledger, OwnPieces, Vocabulary
from rules.engine.timeline import Timeline


def open_ledger(
    games: Sequence[Game], timeline: Timeline, gazetteer: Gazetteer | None,
    vocabulary: Vocabulary | None, kinds: Collection[str],
) -> Ledger:  # fmt: skip
    """The ledger of a log, begun. Without a gazetteer and vocabulary it is of our own module.

    Raises UnusableLogError when none of the kinds of pieces that the rules move is there.
    """
    names = (gazetteer or OwnModule.of(games), vocabulary or OwnPieces(games[0]))
    ledger = Ledger(timeline, *names)
    if not any(one.kind in kinds for one in ledger.begin().values()):
        raise UnusableLogError(
            f"the log holds none of the pieces of {games[0].info.title}; for another module "
            "of the game say what it calls them with --bind"
        )
    return ledger
