"""When chits are played: they come from a hand to the table, or are turned up there."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.reading.record import Record


def played(record: Record, first: int, last: int) -> Iterator[tuple[int, Chit]]:
    """The acts, from `first` to `last`, with which chits are played, and the chits.

    Some players keep their hands face down on the table: then a chit is played when it is turned
    up. A chit that comes from its cup is played only if it lies face up.
    """
    acts, chits = record.acts, record.country.chits
    for n in range(first, last + 1):
        act = acts[n]
        chit = chits.get(act.kind)
        if chit is None:
            continue
        if act.what == "mask" and act.target == "up":
            if record.positions[n + 1].cards.get(chit.id) == BOXES[chit.side]:
                yield n, chit
        elif (
            act.what == "card"
            and act.source == f"hand:{chit.side}"
            and not act.target.startswith(("cup_", "hand:"))
        ):
            yield n, chit
