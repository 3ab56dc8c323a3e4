"""A log as acts: what was dragged, turned, marked, checked, rolled and said."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.civil_power.law.plan import Field
from modgen_rules.civil_power.law.state import Position
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.reports.sections import step_of

LONG = 100
"""The acts of a record that is long enough to show how people play."""


class Act(NamedTuple):
    """One thing that a step did.

    | `what` | `kind` | `source`, `target` |
    |--|--|--|
    | move | kind of the piece | its places (`W-E6`, `W-E6@1`); empty for a new or removed piece |
    | tried | the same, for a drag that was taken back at once, and the one that did so | the same |
    | face | kind of the piece | its faces |
    | level | kind of the marker | numbers of its track as text |
    | condition | kind of the unit | `on` or `off`, the condition |
    | turned | the same, for a mark that was put back at once, and the act that did so | the same |
    | half | a marker of points that gets or loses its half | - |
    | hide | kind of the unit | `seen`, `hidden`, or the other way round |
    | check | kind of the unit | its square, the result; `dice` are die, total and morale |
    | roll | id of the dice | square and face of the attack marker, if the report tells them |
    | void | the same, for dice that the players say do not count | the same |
    | phase | - | the tracker's turn as text (empty if it counts none), its phase |
    | said | - | - |
    """

    step: int
    """The step of the log, counted from 1."""
    what: str
    side: str
    """The side whose player did it; empty when the log does not say."""
    piece: str = ""
    """The id of the piece in the log; of a check, empty when it may be one of several units."""
    kind: str = ""
    source: str = ""
    target: str = ""
    dice: tuple[int, ...] = ()
    said: Announcement | None = None

    @property
    def at(self) -> str:
        """The square to which a piece went, without its level."""
        return self.target.partition("@")[0]

    @property
    def origin(self) -> str:
        """The square from which a piece came, without its level."""
        return self.source.partition("@")[0]


@dataclass
class Record:
    """A log, or a stretch of it, as acts. `positions[n]` is the table before `acts[n]`.

    There is one position more than acts: the last one is the table at the end.
    """

    field: Field
    acts: list[Act] = dataclass_field(default_factory=list)
    positions: list[Position] = dataclass_field(default_factory=list)
    phase: str = ""
    """The phase that the tracker shows at the beginning; empty when it was never used."""
    lines: list[tuple[int, str]] = dataclass_field(default_factory=list)
    """All lines of chat, each with the number of acts before it."""
    from_start: bool = False
    """Whether it begins with a set-up of the game, before anybody bought or placed anything."""
    lapses: Lapses = dataclass_field(default_factory=Lapses)
    """How it departs from the play, as far as it has been read."""

    @cached_property
    def tidy(self) -> bool:
        """Whether no drag on the boards was ever taken back, and no die was spoilt."""
        return self.tidy_between(0, len(self.acts))

    def tidy_between(self, first: int, end: int) -> bool:
        """Whether none was among the acts from `first` to before `end`."""
        names = self.field.ground.names
        return not any(
            act.what == "void" or (act.what == "tried" and act.at in names and act.origin in names)
            for act in self.acts[max(first, 0) : end]
        )

    @cached_property
    def doubles(self) -> bool:
        """6.7: whether the players announce attacks with doubled Fire strength."""
        return any(act.said and act.said.choices.get("way") == "doubled" for act in self.acts)

    @property
    def orderly(self) -> bool:
        """Whether it is long and tidy, so that pieces are dragged in the order of play."""
        return self.tidy and len(self.acts) >= LONG

    @property
    def start(self) -> Position:
        """The table before the first act."""
        return self.positions[0]

    @property
    def end(self) -> Position:
        """The table after the last act."""
        return self.positions[-1]

    def step(self, n: int) -> int:
        """The step of an act; of the last one beyond the end, and 1 before the first."""
        return step_of(self.acts, n)
