"""A game turn of a record and its phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import (
    BATTLES,
    DICE,
    DICE_OF_BATTLE,
    ENTERING,
    US_PHASES,
)
from modgen_rules.amigos_insurrectos.reading.outbreak import Differs
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import PhaseActs, TurnActs


@dataclass
class Phase(PhaseActs[Record]):
    """The acts of one phase of a turn."""

    sure: bool = True
    """Whether the tracker tells which acts belong to it."""
    chits: dict[str, list[int]] = field(default_factory=dict)
    """The chits that began the battles of a phase `*_at_once`, with the acts that led to them."""

    @property
    def side(self) -> str:
        """The side whose phase it is; empty for a phase of both."""
        side = US if self.id in US_PHASES else FILIPINO
        both = self.id.startswith("jungle") or not self.id.startswith(("us", "filipino"))
        return "" if both else side

    @property
    def before(self) -> Position:
        """The table before the first act of the phase."""
        return self.record.positions[self.acts[0]]

    @property
    def after(self) -> Position:
        """The table after its last act."""
        return self.record.positions[self.acts[-1] + 1]


@dataclass
class Turn(TurnActs[Record, Position, Phase]):
    """A game turn of a record."""

    changing: bool = False
    """2.0: whether the Guerrilla War begins with it."""
    differs: Differs | None = None
    """2.0.a: how the record differs from the rules about that."""
    waits: bool = False
    """2.0: whether the Guerrilla War of a campaign is still to come."""
    stood: bool = False
    """1.1.1.c: whether another turn followed though the turn marker was not moved."""
    behind: int = 0
    """How many turns the marker is behind, perhaps, because it was not moved."""

    @cached_property
    def returns(self) -> int:
        """Its act in which the Political Will of the turn before goes back to 0; -1 for none."""
        return self.record.returns(self.first) if self.first else -1

    @property
    def will(self) -> int:
        """Political Will as it begins."""
        return self.before.will if self.returns < 0 else 0

    def each(self, what: str) -> Iterator[tuple[int, Act]]:
        """Its acts of one sort with their numbers."""
        acts = self.record.acts
        return ((n, acts[n]) for n in self.span if acts[n].what == what)

    def levels(self, kind: str) -> list[tuple[int, int, int]]:
        """The acts that moved the marker of a track, and the numbers from which and to which."""
        return [
            (n, int(act.source), int(act.target))
            for n, act in self.each("level")
            if act.kind == kind and _number(act.source) and _number(act.target)
        ]

    @property
    def began(self) -> str:
        """The phase that the tracker showed as the turn began; empty when it was never used."""
        return self.tracker.began

    @cached_property
    def shown(self) -> frozenset[str]:
        """The phases that it showed, if it was stepped in the turn."""
        shown = self.tracker.phases
        return frozenset([self.began, *shown] if shown else ())

    def settled(self, *later: str, since: int = -1) -> Position:
        """The table before the first act of some later phases, or as the turn ends.

        Phases that began before an act (`since`) are not later: the record has them in another
        order.
        """
        acts = (self.phases[name].acts[0] for name in later if name in self.phases)
        return self.record.positions[min((n for n in acts if n > since), default=self.last + 1)]

    def first_mark(self, phase: str) -> int:
        """The act with which the tracker first shows a phase; the turn's last if it does not."""
        acts = self.record.acts
        every = range(self.first, self.last)
        return next((n for n in every if acts[n].target == phase), self.last)

    def near(self, n: int) -> Sequence[str]:
        """The phases in which an act may be: the tracker's one and those that it leaves out."""
        if not self.tracker.marks and not self.began:
            return self.tracker.order
        shown = self.tracker.at(n)
        near = windows.PHASES_NEAR
        return self.tracker.order[max(shown.low - near, 0) : shown.high + 1 + near]

    def calm(self, n: int) -> bool:
        """Whether the tracker tells that an act is in no phase of combat."""
        shown, marks = self.tracker.at(n), self.tracker.marks
        known = bool(marks) and marks[0] < n <= marks[-1]
        return known and {*BATTLES}.isdisjoint(self.tracker.order[shown.low : shown.high + 1])

    def parted(self, first: str, last: str) -> bool:
        """Whether the tracker showed a phase after `first`, up to and including `last`."""
        order = self.tracker.order
        return not self.shown.isdisjoint(order[order.index(first) + 1 : order.index(last) + 1])

    def sure(self, name: str) -> bool:
        """Whether the tracker tells which acts belong to a phase.

        Where it does not, what seems wrong may be a legal order of acts in other phases.
        """
        combat = self.parted("us_shelling", BATTLES[0])
        turned = self.parted(*BATTLES) or self._broken_off
        found = True
        match name:
            case "us_ground" | "us_amphibious" | "us_gunboats":
                found = combat
            case "us_shelling":
                found = combat and turned and name in self.shown
            case "us_combat" | "us_at_once" | "us_at_once_again":
                found = combat and turned
            case "filipino_movement":
                begun = self.parted(BATTLES[0], name) or self.began == name
                found = begun and self.parted(name, BATTLES[1])
            case "filipino_combat" | "filipino_at_once":
                found = turned
            case "jungle_combat":
                found = name in self.shown
        return found

    def beyond(self, phase: str) -> int:
        """How many phases after a phase the tracker has shown in this turn."""
        later = self.tracker.order[self.tracker.rank[phase] + 1 :]
        return len({*self.tracker.phases} & {*later})

    @cached_property
    def _broken_off(self) -> bool:
        """Whether the log ends in the combat phase of the US, with no act of a later phase."""
        acts, order = self.record.acts, self.tracker.order
        if self.complete or self.last < len(acts) - 1:
            return False
        later = order[order.index(BATTLES[0]) + 1 :]
        return self.tracker.phases[-1:] == [BATTLES[0]] and not self.phases.keys() & {*later}

    @cached_property
    def kept(self) -> bool:
        """Whether tracker and Battle marker tell the phase and the area of all acts and dice."""
        acts, areas = self.record.acts, self.record.country.areas
        marked = ""
        for n in self.span:
            act = acts[n]
            if act.kind == BATTLE and act.what == "move":
                marked = act.target if act.target in areas else ""
            alone = act.kind in DICE_OF_BATTLE and DICE[act.kind] == BATTLES
            if alone and not marked and act.kind not in ENTERING:
                return False
        return all(self.sure(name) for name in self.phases)


def _number(text: str) -> bool:
    return text.lstrip("-").isdigit()
