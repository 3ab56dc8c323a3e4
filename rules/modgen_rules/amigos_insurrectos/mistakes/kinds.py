"""The kinds of mistakes, and what their makers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.mistakes.spots import Maker


class Mistake(NamedTuple):
    """A kind of mistake. `phase` is the phase to whose end it is added."""

    clause: str
    phase: str
    make: Maker
    told: str = ""
    """What is done, in a sentence; empty if each mistake of the kind is told by its acts."""


MISTAKES: dict[str, Mistake] = {}


def mistake(clause: str, phase: str) -> Callable[[Maker], Maker]:
    """Register a mistake under the name of its function."""

    def register(make: Maker) -> Maker:
        MISTAKES[make.__name__] = Mistake(clause, phase, make, str(make.__doc__).strip())
        return make

    return register
