"""What a step of an action may do to a space: the alphabet of all procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import add
from typing import NamedTuple

from modgen_rules.people_power.law.state import Limits, Map, Space, State


class Effect(NamedTuple):
    """What a step adds to the sums of the whole action."""

    spaces: int = 0
    """Spaces selected for the Operation (3.1.1)."""
    activity: int = 0
    """Spaces selected for the Special Activity (4.1)."""
    cost: int = 0
    """Resources to be paid (3.1)."""
    gain: int = 0
    """Resources that the actor gets (4.3.1, 4.4.1)."""
    aid: int = 0
    patronage: int = 0
    rounded: int = 0
    """Reformer pieces that a Roundup removed: Aid falls by one for every two (3.2.3)."""
    extra: int = 0
    """What an Operation allows in one space only: the Base or Civic Action of Train (3.2.1)."""
    first: int = 0
    """What an Event asks for first, second and so on: how much of it was done here (5.1)."""
    second: int = 0
    third: int = 0
    fourth: int = 0
    fifth: int = 0
    pairs: int = 0
    """Reformer pieces that a Roundup removed, halved and rounded down in each space (3.2.3)."""
    ambushed: int = 0
    """Government Bases that an Ambush removed (4.4.3)."""

    def plus(self, other: Effect) -> Effect:
        """The sum of two effects."""
        if other is NOTHING:
            return self
        return other if self is NOTHING else Effect._make(map(add, self, other))

    @property
    def aid_change(self) -> int:
        """3.2.3, 3.2.4: by how much Aid changes; two Reformer pieces of a Roundup cost 1."""
        return self.aid - self.rounded // 2

    def rounding_up(self, pieces: int) -> Effect:
        """3.2.3: this effect, and that a Roundup removed a number of Reformer pieces here."""
        return self._replace(rounded=pieces, pairs=pieces // 2)

    def assaulting(self, bases: int) -> Effect:
        """3.2.4: this effect, and that an Assault removed a number of Bases: 5 Aid for each."""
        return self._replace(aid=self.aid + 5 * bases)


NOTHING = Effect()


class Group(NamedTuple):
    """Pieces that went together from one space to another: how many, how many of them Active."""

    kind: str
    origin: int
    target: int
    number: int
    active: int = 0


class Traffic(NamedTuple):
    """Whether groups left a space or came to it, and whether there are fewer or more cubes."""

    leaving: bool = False
    arriving: bool = False
    fewer: bool = False
    more: bool = False


class Context(NamedTuple):
    """A space and what bears on it: its printed facts, who moved, what is scarce, what is in force.

    `scarce` are kinds of pieces that ran out in this turn; `dry` says that the Protest/Strike
    markers did (1.5.1, 1.8.2).
    """

    number: int
    id: str
    pop: int
    city: bool
    region: str
    near: frozenset[int]
    limits: Limits
    election: int = 0
    personalities: frozenset[int] = frozenset()
    leaving: tuple[Group, ...] = ()
    arriving: tuple[Group, ...] = ()
    scarce: frozenset[str] = frozenset()
    dry: bool = False
    cubes: tuple[int, int] = (0, 0)
    """How many Troops and Police more (or fewer) stand here in the end, for moves of cubes."""
    free: bool = False
    """Whether an Event grants the action at no cost (3.1.5)."""
    anywhere: bool = False
    """Whether an Event lets pieces come from any space."""

    @classmethod
    def of(cls, board: Map, n: int, state: State) -> Context:
        """A space of a position, where nobody moves and nothing is scarce."""
        return cls(
            n,
            board.ids[n],
            board.pop[n],
            board.city[n],
            board.region[n],
            board.near[n],
            board.limits,
            state.election,
            state.personalities,
        )

    @property
    def traffic(self) -> Traffic:
        """What left and came."""
        return Traffic(
            bool(self.leaving), bool(self.arriving), min(self.cubes) < 0, max(self.cubes) > 0
        )

    @property
    def moved(self) -> bool:
        """Whether pieces left or came, or there are more or fewer cubes in the end."""
        return bool(self.leaving or self.arriving) or any(self.cubes)


class Outcome(NamedTuple):
    """One result of a step: the space after it, what it adds, clauses that it breaks."""

    space: Space
    effect: Effect = NOTHING
    broken: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    """Clauses whose reading is open: the result is legal by a ruling (docs/rulings)."""

    def then(self, after: Outcome) -> Outcome:
        """The result of this one and of a step after it."""
        _, effect, broken, doubts = self
        if effect is NOTHING and not broken and not doubts:
            return after
        return Outcome(
            after.space, effect.plus(after.effect), broken + after.broken, doubts + after.doubts
        )


StepFunction = Callable[[Space, Context], Iterator[Outcome]]


def run(space: Space, steps: Iterable[StepFunction], here: Context) -> list[Outcome]:
    """Every result of steps in order, with the sum of their effects."""
    ways = [Outcome(space)]
    for step in steps:
        ways = [way.then(after) for way in ways for after in step(way.space, here)]
    return ways


def unless(holds: object, clause: str) -> tuple[str, ...]:
    """The clause is broken unless a condition holds."""
    return () if holds else (clause,)


def price(here: Context, resources: int) -> Effect:
    """3.1, 3.1.5: one space selected for an Operation, paid for unless an Event grants it."""
    return _paid(0 if here.free else resources)


@cache
def _paid(cost: int) -> Effect:
    return Effect(spaces=1, cost=cost)


def remove_cubes(space: Space, number: int) -> Iterator[tuple[Space, int]]:
    """Remove a number of cubes, in any mix; with the number there was to remove."""
    number = min(number, space.cubes)
    for troops in range(max(0, number - space.police), min(space.troops, number) + 1):
        police = number - troops
        yield Space(space.troops - troops, space.police - police, *space[2:]), number


def remove_guerrillas(space: Space, number: int) -> Iterator[Space]:
    """Remove a number of Guerrillas, in any mix of faces."""
    number = min(number, space.guerrillas)
    for active in range(max(0, number - space.underground), min(space.active, number) + 1):
        yield space._replace(
            active=space.active - active, underground=space.underground - (number - active)
        ).settled()


def activate(space: Space, number: int = 1) -> Space:
    """Turn a number of Underground Guerrillas Active."""
    number = min(number, space.underground)
    return space._replace(underground=space.underground - number, active=space.active + number)
