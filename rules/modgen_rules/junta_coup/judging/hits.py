"""Dice that hit and Units that went (14.d, 14.e, 14.f): whether a choice of targets explains them.

At whom a die was thrown is often not recorded, so hits have a set of possible targets. Losses are
right if some choice of targets explains all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from modgen_rules.junta_coup.judging.dice_reading import Hits, Reading, changed


def strike(reading: Reading, space: str, families: frozenset[str], number: int, owed: bool) -> None:
    """Dice hit one of some families. Losses that came before their hit are paid first."""
    if number:
        reading.struck = changed(reading.struck, Hits(space, families, reading.stage, owed), number)
    early, whose = unexplained(reading, space)
    for key in sorted(reading.losses) if early and len(families) == 1 else ():
        if (key.space, key.stage) == (space, reading.stage) and key.family in families & whose:
            paid = min(number, early, reading.losses[key])
            reading.losses = changed(reading.losses, key, -paid)
            number, early = number - paid, early - paid
    if number:
        reading.hits = changed(reading.hits, Hits(space, families, reading.stage, owed), number)


def hits_on(reading: Reading, space: str, family: str) -> int:
    """13.h: Units of a family that were certainly hit in a space and are still there."""
    return sum(
        number
        for key, number in reading.hits.items()
        if key.space == space and key.families == {family} and key.owed
    )


def unexplained(reading: Reading, space: str, stage: int | None = None) -> tuple[int, set[str]]:
    """14.e: how many losses in a space no choice of targets explains, and of which families.

    A loss is explained by a hit of its own exchange or of an earlier one. With a `stage`, only the
    hits and losses of one exchange count.
    """
    losses = [
        (loss, number)
        for loss, number in reading.losses.items()
        if loss.space == space and stage in (None, loss.stage)
    ]
    hits = [
        (key, number)
        for key, number in reading.hits.items()
        if key.space == space and stage in (None, key.stage)
    ]
    worst, which = 0, set[str]()
    for until in sorted({loss.stage for loss, _ in losses}):
        lost: Counter[str] = Counter()
        for loss, number in losses:
            lost[loss.family] += number * (loss.stage <= until)
        for group in groups(+lost):
            wanted = sum(lost[one] for one in group)
            short = wanted - sum(
                number for key, number in hits if key.stage <= until and key.families & group
            )
            if short > worst:
                worst, which = short, set(group)
    return worst, which


def unpaid(reading: Reading, space: str, alive: Counter[str]) -> Iterator[tuple[set[str], int]]:
    """14.d, 14.f: hits in a space whose Units are still there, and the families that they hit.

    `alive`: the Units that could still be removed. Hits beyond the Units of a family are lost, but
    only from the exchange on in which it lost its last Unit.
    """
    removed = {loss: number for loss, number in reading.gone.items() if loss.space == space}

    def later(family: str, stage: int) -> int:
        """Units that were removed after a hit; nothing was kept back if all are gone."""
        if not alive[family]:
            return 0
        own = {loss.stage: n for loss, n in removed.items() if loss.family == family}
        return sum(number for when, number in own.items() if when > stage)

    hits = [
        (key, number)
        for key, number in reading.hits.items()
        if key.space == space
        and key.owed
        and all(alive[one] + later(one, key.stage) > 0 for one in key.families)
    ]
    lost: Counter[str] = Counter()
    for loss, number in reading.losses.items():
        if loss.space == space:
            lost[loss.family] += number
    told = 0
    worst, which = 0, set[str]()
    for group in groups({one for key, _ in hits for one in key.families}):
        inside = [(key, number) for key, number in hits if key.families <= group]
        first = min((key.stage for key, _ in inside), default=0)
        left = min(
            sum(number for _, number in inside) - sum(lost[one] for one in group),
            sum(alive[one] + later(one, first) for one in group),
        )
        if len(group) == 1 and left > 0:
            told += left
            yield set(group), left
        elif left > worst:
            worst, which = left, set(group)
    if worst > told:
        yield which, worst - told


def groups(families: Iterable[str]) -> Iterator[frozenset[str]]:
    """Every group of families that is not empty, small ones first."""
    every = sorted(families)
    for number in range(1, len(every) + 1):
        yield from map(frozenset, combinations(every, number))
