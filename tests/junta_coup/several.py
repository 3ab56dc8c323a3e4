"""Coups of the second engine with two or three mistakes in one phase.

Each mistake is made by an operator of `tests.junta_reference`, one after the other in the same
record. The second engine says which clauses each of them may be reported by.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.junta_coup.truth import ALSO, UNSEEN, wrong
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.record import Event, Start

NAMES = [name for name in OPERATORS if name not in UNSEEN]
TRIES = 12
"""The greatest number of operators that are tried for one mistake."""
Mistake = tuple[str, set[str]]
"""An operator and the clauses that may tell of it."""


def phase_of(legal: Sequence[Event], spoilt: Sequence[Event]) -> int | None:
    """The phase in which two records differ; None if they differ in several."""
    shorter = min(len(legal), len(spoilt))
    same = (legal[n] == spoilt[n] for n in range(shorter))
    first = next((n for n, equal in enumerate(same) if not equal), shorter)
    after = 0
    while after < shorter - first and legal[-1 - after] == spoilt[-1 - after]:
        after += 1
    changed = spoilt[first : len(spoilt) - after]
    if any(one.what == "phase" for one in (*changed, *legal[first : len(legal) - after])):
        return None
    return sum(one.what == "phase" for one in spoilt[:first])


def spoil(
    start: Start, legal: list[Event], number: int, chance: random.Random
) -> tuple[list[Event], int, list[Mistake]] | None:
    """A record with a number of mistakes in one phase, the phase, and the mistakes."""
    events, phase, made = legal, None, list[Mistake]()
    tried = 0
    for name in chance.sample(NAMES, len(NAMES)):
        tried += 1
        if len(made) == number or tried > TRIES * number:
            break
        found = OPERATORS[name](start, events, chance)
        if found is None:
            continue
        where = phase_of(events, found[0])
        if where is None or phase not in (None, where):
            continue
        clauses = wrong(start, events, found[0])
        if clauses:
            events, phase = found[0], where
            made.append((name, clauses | {found[1]} | ALSO.get(found[1], set())))
    return (events, phase, made) if phase is not None and len(made) == number else None
