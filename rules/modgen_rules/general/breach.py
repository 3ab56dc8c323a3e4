"""A breach of a law that the data of a game states."""

from __future__ import annotations

from dataclasses import dataclass

from modgen.model.files.diagnostics import DataPath
from modgen.model.types.base import Part

Basis = tuple[Part, DataPath]
"""A part of the game's data, and the path to the value in it on which a law rests."""


@dataclass(frozen=True)
class Breach:
    """A law that a turn breaks, with what was seen; all texts but `law` may be empty."""

    law: str
    """The number in `clauses.csv`, such as `stacking.limit`."""
    gap: float
    """How much more the cheapest legal reading of the log costs (`engine.reading.verdicts`)."""
    basis: Basis
    message: str = ""
    """What happened, as a clause of a sentence; without it the other fields make it."""
    piece: str = ""
    """The displayed name of the piece, with its number when there are several."""
    source: str = ""
    """The displayed name of the place that it left."""
    target: str = ""
    """The displayed name of the place that it came to."""
    observed: str = ""
    expected: str = ""
    keys: tuple[str, ...] = ()
    """The pieces, by id; where one lies on a border, the breach is no more than suspect."""
    step: int = 0
    """The step that shows it; 0 when that is the whole turn."""
    side: str = ""
    """The id of the side that broke the law; empty for the side of the turn."""
    one_of: tuple[str, ...] = ()
    """The numbers of other laws, if the breach may be of one of them."""
    ask: str = ""
    """The question that lets the players decide between two readings (`ReportBuilder.find`)."""
