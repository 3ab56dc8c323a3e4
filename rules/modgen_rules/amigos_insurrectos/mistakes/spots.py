"""Places in a war for a mistake: the ends of its phases."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos.law.country import Country
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.play.table import Mark
from modgen_rules.engine.record.table_acts import Act, Move, PlannedAct


@dataclass
class Spot:
    """A place in a war for a mistake: the end of a phase."""

    country: Country
    scenario: str
    chits: Mapping[str, str]
    """The piece of each chit."""
    marks: Sequence[Mark]
    """The phases of the turn so far."""
    done: Sequence[PlannedAct]
    """The acts of the war so far."""
    mark: Mark
    """The beginning of the phase."""
    end: Mark
    """Its end: what the mistake is added to."""
    chance: random.Random
    later: Sequence[PlannedAct] = ()
    """What follows in the turn, if it is known."""
    skip: set[int] = field(default_factory=set)
    """Acts of the war that are left out."""
    change: dict[int, Act] = field(default_factory=dict)
    """Acts of the war that become others."""

    @property
    def at(self) -> Position:
        """The table at the end of the phase."""
        return self.end.position

    @property
    def fields(self) -> set[str]:
        """The areas in which there was, or may have been, combat in the turn so far."""
        acts = (one.act for one in self.done[self.marks[0].index : self.end.index])
        battle = self.at.keys(self.at.place("battle"), ("battle",))
        return {act.place for act in acts if isinstance(act, Move) and {*battle} & {*act.keys}}

    def acts(self) -> Mapping[int, Act]:
        """The acts of the phase by number."""
        return {n: self.done[n].act for n in range(self.mark.index, self.end.index)}


Maker = Callable[[Spot], Sequence[Act] | None]
"""Makes a mistake: the acts that are added at the end of a phase; None where it does not fit."""
