"""Ways to spoil a legal record, each with the clause that it should break first."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.junta_reference.record import Event, Start
from tests.junta_reference.scene import Scene, Spoilt
from tests.junta_reference.wrong_arrivals import ARRIVALS
from tests.junta_reference.wrong_course import COURSE
from tests.junta_reference.wrong_fire import FIRE
from tests.junta_reference.wrong_moves import MOVES

Operator = Callable[[Start, list[Event], Random], Spoilt | None]


def _operator(spoil: Callable[[Scene], Spoilt | None]) -> Operator:
    return lambda start, events, chance: spoil(Scene(start, events, chance))


OPERATORS: dict[str, Operator] = {
    spoil.__name__: _operator(spoil) for spoil in (*MOVES, *ARRIVALS, *FIRE, *COURSE)
}
