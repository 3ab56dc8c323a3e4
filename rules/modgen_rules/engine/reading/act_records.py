"""A log as acts: what was dragged, turned, rolled and said, with the table before each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, islice
from typing import Generic, NamedTuple, TypeVar

from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.record.declarations import Announcement


class Act(NamedTuple):
    """One thing that a step did.

    Its rulebook says what `what`, `kind`, `source` and `target` may be.
    """

    step: int
    """The step of the log, counted from 1."""
    what: str
    side: str
    """The side whose player did it; empty when the log does not say."""
    piece: str = ""
    """The id of the piece in the log; empty for none, or when it may be one of several."""
    kind: str = ""
    source: str = ""
    target: str = ""
    dice: tuple[int, ...] = ()
    said: Announcement | None = None
    owner: str = ""
    """The side that owns the piece or that speaks, in rulebooks that distinguish it from `side`."""

    @property
    def at(self) -> str:
        """The place to which a piece went, without its level."""
        return self.target.partition("@")[0]

    @property
    def origin(self) -> str:
        """The place from which a piece came, without its level."""
        return self.source.partition("@")[0]

    @property
    def rises(self) -> bool:
        """Whether the marker of a track goes to a higher number."""
        known = self.source.isdigit() and self.target.isdigit()
        return known and int(self.source) < int(self.target)


A = TypeVar("A", bound=Act)
P = TypeVar("P")
"""A position of the game."""


def step_of(acts: Sequence[A], n: int) -> int:
    """The step of an act; of the last one beyond the end, and 1 in a record without acts."""
    return acts[min(max(n, 0), len(acts) - 1)].step if acts else 1


def spoilt_roll(acts: Sequence[A], ago: int) -> int | None:
    """The last dice of some acts, or the `ago`th last, which do not count as a player says.

    None if no dice were rolled a moment ago.
    """
    near = range(len(acts) - 1, max(len(acts) - windows.AT_ONCE, 0) - 1, -1)
    rolls = list(islice((n for n in near if acts[n].what == "roll"), ago))
    return rolls[-1] if rolls else None


@dataclass
class ActRecord(Generic[A, P]):
    """A log, or a stretch of it, as acts. `positions[n]` is the table before `acts[n]`.

    There is one position more than acts: the last one is the table at the end.
    """

    acts: list[A] = field(default_factory=list)
    positions: list[P] = field(default_factory=list)
    phase: str = ""
    """The phase that the tracker shows at the beginning; empty when it was never used."""
    lines: list[tuple[int, str]] = field(default_factory=list)
    """The lines of chat, each with the number of acts before it."""
    lapses: Lapses = field(default_factory=Lapses)
    """How it departs from the play, as far as it has been read."""
    undone: bool = False
    """Whether a change of pieces was undone."""
    nameless: bool = False
    """Whether the tracker shows phases that are not known, so that it is not used."""

    @property
    def start(self) -> P:
        """The table before the first act."""
        return self.positions[0]

    @property
    def end(self) -> P:
        """The table after the last act."""
        return self.positions[-1]

    @property
    def shown(self) -> str:
        """The phase that the tracker shows at the end."""
        steps = (act.target for act in reversed(self.acts) if act.what == "phase")
        return next(steps, self.phase)

    def step(self, n: int) -> int:
        """The step of an act; of the last one beyond the end, and 1 before the first."""
        return step_of(self.acts, n)

    def before(self, n: int, acts: int) -> Iterator[tuple[int, A]]:
        """The acts before one, so many at most, with their numbers; the last one first."""
        return ((m, self.acts[m]) for m in range(n - 1, max(n - acts, 0) - 1, -1))

    def trails(
        self, numbers: Iterable[int], goes_on: Callable[[list[int], int], bool]
    ) -> list[list[int]]:
        """The moves of each piece in some acts: trails, in the order of their first moves.

        `goes_on` tells whether a move goes on with the last trail of its piece.
        """
        found: list[list[int]] = []
        last: dict[str, list[int]] = {}
        for n in numbers:
            if self.acts[n].what == "move":
                trail = last.get(self.acts[n].piece)
                if trail is None or not goes_on(trail, n):
                    trail = last[self.acts[n].piece] = []
                    found.append(trail)
                trail.append(n)
        return found

    def ends(self, trail: Sequence[int]) -> tuple[str, str]:
        """Where the piece of a trail was before, and where it is after it."""
        return self.acts[trail[0]].source, self.acts[trail[-1]].target

    def passing(self, act: A) -> bool:
        """Whether several such acts on a piece in a row are one, from first start to last end."""
        return False

    def add(self, act: A, after: P) -> None:
        """Add an act and the table after it."""
        last = self.acts[-1] if self.acts else None
        if last and (last.what, last.piece) == (act.what, act.piece) and self.passing(act):
            self.acts.pop()
            self.positions.pop()
            for k in range(len(self.lines) - 1, -1, -1):
                if self.lines[k][0] <= len(self.acts):
                    break
                self.lines[k] = len(self.acts), self.lines[k][1]
            if act.target == last.source:
                return
            act = act._replace(source=last.source)
        self.acts.append(act)
        self.positions.append(after)

    def take_back(self) -> None:
        """Moves that were taken back soon, without dice between, are `tried`, like the way back."""
        done: dict[str, list[int]] = {}
        for n, act in enumerate(self.acts):
            if act.what in ("phase", "roll", "check"):
                done.clear()
            if act.what != "move":
                continue
            trail = done.setdefault(act.piece, [])
            last = self.acts[trail[-1]] if trail and n - trail[-1] <= windows.SOON else None
            if last is not None and (last.source, last.target) == (act.target, act.source):
                for at in (trail.pop(), n):
                    self.acts[at] = self.acts[at]._replace(what="tried")
            else:
                trail.append(n)

    def without(self, *what: str) -> None:
        """Take out acts of some sorts, with the tables before them."""
        kept = [act.what not in what for act in self.acts]
        before = [0, *accumulate(kept)]
        self.lines = [(before[n], line) for n, line in self.lines]
        self.positions = [*compress(self.positions, kept), self.end]
        self.acts = [*compress(self.acts, kept)]

    def without_tracker(self) -> None:
        """Take out the steps of the tracker."""
        self.without("phase")
        self.phase, self.nameless = "", True
