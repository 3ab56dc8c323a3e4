"""One Faction's turn on a card: which action accounts for all that changed (2.3, 3.0, 4.0, 5.0)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from modgen_rules.engine.reading.effort import Effort
from modgen_rules.engine.reading.explain import Explanation
from modgen_rules.engine.reading.prices import BREACH
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.state import Map, State

OP_SA, OP_ONLY, LIMOP = "op_sa", "op_only", "limop"
UNSHADED, SHADED = "event_unshaded", "event_shaded"
EVENTS = (UNSHADED, SHADED)
OPTIONS = (OP_SA, OP_ONLY, LIMOP, UNSHADED, SHADED, PASS)
"""The options of the sequence of play (2.3.3)."""


class Moved(NamedTuple):
    """A piece that went from one space to another in the turn, with its faces there and here."""

    kind: str
    origin: int
    target: int
    active_before: bool
    active_after: bool


class Declared(NamedTuple):
    """What a Faction announced: option, Operation, Special Activity, their spaces (3.1.4)."""

    option: str | None = None
    operation: str | None = None
    activity: str | None = None
    spaces: frozenset[int] | None = None
    activity_spaces: frozenset[int] | None = None
    left: frozenset[int] = frozenset()
    """Spaces marked by pawns that another Faction may have left there."""
    activity_left: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Turn:
    """What a log shows of a turn. `options` are those that the cylinder's box allows."""

    board: Map
    actor: str
    before: State
    after: State
    options: tuple[str, ...] = OPTIONS
    moved: tuple[Moved, ...] = ()
    hopped: tuple[Moved, ...] = ()
    """Pieces that were in another space before they left the map."""
    declared: Declared | None = None
    card: int = 0
    rolls: tuple[int, ...] = ()
    """Dice thrown in the turn."""
    eligible: frozenset[str] = frozenset()
    hint: Declared | None = None
    """What pawns mark that were set in this turn, without a word said (3.1.4)."""
    taken: tuple[tuple[str, int], ...] | None = None
    """Each time that a piece left a space: its kind and the space; None when that is unknown."""
    piecewise: bool = False
    """Whether the log shows that the players move every piece that comes and goes."""
    paid: int = 0
    """What the actor's Resources fell by in the single steps of the log, all together."""
    dice: bool = False
    """Whether the log shows dice at all, so that an Attack without one is strange."""
    effort: Effort = field(default_factory=Effort, compare=False, repr=False)
    """Counts the plans that are tried."""
    legs: tuple[Moved, ...] = ()
    """The moves with every stop of a piece on its way; none if no piece stopped."""
    known: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What was found out about the turn and may be asked for again."""

    @property
    def key(self) -> Hashable:
        """What a judgement of it depends on."""
        return (
            self.actor,
            self.options,
            self.before,
            self.after,
            self.moved,
            self.legs,
            self.rolls,
            self.declared,
            self.hint,
            self.taken,
            self.paid,
        )

    @property
    def announced(self) -> frozenset[int]:
        """The spaces that the Faction announced for it (3.1.4)."""
        said = [one for one in (self.declared, self.hint) if one is not None]
        found = [spaces for one in said for spaces in (one.spaces, one.activity_spaces)]
        return frozenset().union(*(spaces for spaces in found if spaces is not None))

    def operation_spaces(self, operation: str | None) -> frozenset[int] | None:
        """The spaces that were announced for an Operation, or that pawns mark; None for no word."""
        said = self.declared
        if said is not None and said.spaces is not None:
            return said.spaces if said.operation in (None, operation) else None
        return self.hint.spaces if self.hint is not None else None

    def activity_spaces(self, activity: str | None) -> frozenset[int] | None:
        """The same for a Special Activity."""
        if self.declared is not None:
            said = self.declared
            return said.activity_spaces if said.activity in (None, activity) else None
        return self.hint.activity_spaces if self.hint is not None else None

    @property
    def spoken(self) -> bool:
        """Whether the Faction announced an option."""
        return self.declared is not None and self.declared.option is not None


class Reading(NamedTuple):
    """An action that a turn may have been, with the explanation of the log by it."""

    option: str
    operation: str | None
    activity: str | None
    explanation: Explanation
    extra: tuple[str, ...] = ()
    """Clauses that the choice itself breaks."""
    strange: float = 0.0
    """What the record says against it: another announcement, an Operation without a trace."""
    doubts: tuple[str, ...] = ()
    """Clauses on whose open reading it depends."""
    given: tuple[tuple[str, int], ...] = ()
    """What an Event adds to tracks."""

    @property
    def cost(self) -> float:
        """Of all that is broken or strange."""
        return self.explanation.cost + BREACH * len(self.extra) + self.strange

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses broken: by the choice, in the spaces, in the sums."""
        return tuple(dict.fromkeys((*self.extra, *self.explanation.broken)))


def bases_elsewhere(turn: Turn) -> Iterator[Moved]:
    """Bases that are in another space than before, by number."""
    pairs = list(zip(turn.before.spaces, turn.after.spaces, strict=True))
    for kind in ("gov_base", "npa_base", "ref_base"):
        change = [getattr(b, kind) - getattr(a, kind) for a, b in pairs]
        if change.count(-1) == change.count(1) == 1 and sum(map(abs, change)) == 2:
            yield Moved(kind, change.index(-1), change.index(1), False, False)
