"""A log opened for judging: in the game's own words, or a sentence why it cannot be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen_rules.engine.findings import UnusableLogError
from modgen_rules.engine.piece_states import OwnPieces, PieceLookup, PieceTracker
from modgen_rules.engine.place_lookup import OwnModule, PlaceLookup


def open_tracker(
    games: Sequence[Game], timeline: Timeline, gazetteer: PlaceLookup | None,
    vocabulary: PieceLookup | None, kinds: Collection[str],
) -> PieceTracker:  # fmt: skip
    """The ledger of a log, begun. Without a gazetteer and vocabulary it is of our own module.

    Raises UnusableLogError when none of the kinds of pieces that the rules move is there.
    """
    names = (gazetteer or OwnModule.of(games), vocabulary or OwnPieces(games[0]))
    ledger = PieceTracker(timeline, *names)
    if not any(one.kind in kinds for one in ledger.begin().values()):
        raise UnusableLogError(
            f"the log holds none of the pieces of {games[0].info.title}; for another module "
            "of the game say what it calls them with --bind"
        )
    return ledger
