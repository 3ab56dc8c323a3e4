"""Mistakes that simulated players make when they are asked to: each breaks one clause.

A mistake is planted at the beginning or at the end of a phase of its kind, on the table as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.civil_power.play.table import RiotTable

Plant = Callable[[RiotTable, str], str]
"""Does the mistake of a side on a table; returns it in words, or nothing where it cannot be."""
SOON = 0.35
"""The chance that a mistake is tried in a phase of its kind."""


class Mistake(NamedTuple):
    """A kind of mistake."""

    name: str
    clauses: tuple[str, ...]
    """The clause that is broken, and others that a referee may cite as well."""
    kind: str
    """The kind of phase in which it happens: `move`, `fire`, `gas_fades`, `setup`."""
    plant: Plant
    begins: bool = False
    """Whether it happens at the beginning of the phase and not at its end."""


class Planted(NamedTuple):
    """A mistake that was made: its kind, its steps in the log, and what was done."""

    mistake: Mistake
    first: int
    last: int
    story: str


@dataclass
class Slips:
    """The mistakes that are still to be made in a game, and those that were made."""

    pending: list[Mistake] = field(default_factory=list)
    done: list[Planted] = field(default_factory=list)

    def at(self, table: RiotTable, kind: str, side: str, begins: bool) -> None:
        """Make one of the mistakes of a phase, with some chance."""
        for mistake in list(self.pending):
            if (mistake.kind, mistake.begins) != (kind, begins) or not table.hits(SOON):
                continue
            first = len(table.writer.steps) + 1
            story = mistake.plant(table, side)
            if story:
                last = len(table.writer.steps)
                self.done.append(Planted(mistake, first, last, story))
                self.pending.remove(mistake)
                return


def chosen(known: Sequence[Mistake], number: int, seed: int) -> list[Mistake]:
    """Some kinds of mistakes by chance."""
    return random.Random(seed).sample(list(known), min(number, len(known)))  # noqa: S311


def told(done: Iterable[Planted]) -> list[str]:
    """A sentence for each mistake: its steps, what was done, the clause."""
    return [
        f"step {one.first}: {one.story} [{one.mistake.clauses[0]}]"
        for one in sorted(done, key=lambda one: one.first)
    ]
