"""What the rules remember of a war from one phase to the next, and what a judgement notes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import Country
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.engine.reports.sections import Issue, Noted


class WillEntry(NamedTuple):
    """Points of Political Will that somebody earned, above 0 for the US, below for the Filipinos.

    `sure` is false when the log does not show whether they were earned. `firm` tells that dice
    and losses of a battle agree, and that no other battle explains them.
    """

    act: int
    points: int
    clause: str
    why: str
    sure: bool = True
    firm: bool = False


@dataclass(kw_only=True)
class TurnMemory:
    """What the rules remember of one turn."""

    extra: dict[str, tuple[frozenset[str], int]] = field(default_factory=dict)
    """Chits of this turn that bring Filipino steps: by chit the areas of which one gets them."""
    brought: Counter[str] = field(default_factory=Counter)
    """The steps that chits brought to wrong areas, or in a wrong number: they are judged."""
    closed: dict[str, str] = field(default_factory=dict)
    """Areas that receive no recruits in this turn by a chit, with its clause."""
    searches: set[str] = field(default_factory=set)
    """10.1: the areas that were searched in this turn."""
    recruited: set[str] = field(default_factory=set)
    """7.2: the Filipino units that came in the reinforcement phase of this turn."""
    spare: dict[str, int] = field(default_factory=dict)
    """7.2: the steps that `luzon` and `visayas` may still receive in this turn."""
    battles: dict[str, str] = field(default_factory=dict)
    """The areas with a battle in this turn, with the side that attacked."""
    fought: dict[str, int] = field(default_factory=dict)
    """The areas with a battle in this turn, with the first act of its first battle."""
    landed: set[str] = field(default_factory=set)
    """7.1: the units that landed in Manila this turn."""
    amphibious: set[str] = field(default_factory=set)
    """8.2.3: the areas where an Amphibious Operation landed this turn."""
    shipped: set[str] = field(default_factory=set)
    """Those of them that no march explains."""
    entered: set[str] = field(default_factory=set)
    """The areas with enemies that units of the US entered in the US phase of this turn."""
    operations: set[str] = field(default_factory=set)
    """3.2: the areas whose units were activated in this turn."""
    killed: Counter[str] = field(default_factory=Counter)
    """Steps lost this turn by kind, and `poa`, `us_artillery`."""
    played: set[str] = field(default_factory=set)
    """The chits played in this turn, by id in the data (`us_s7`)."""
    at_once: set[str] = field(default_factory=set)
    """Those of them whose battle was fought at once, in a phase of movement."""
    will: list[WillEntry] = field(default_factory=list)
    """What this turn's Political Will must add up to."""
    denied: list[WillEntry] = field(default_factory=list)
    """Points that nobody earned, though players may think so: the reason of a wrong payment."""
    told: list[Issue] = field(default_factory=list)
    """What was wrong in the phases of this turn that have been judged."""


@dataclass
class War(TurnMemory, Noted):
    """The memory of a war. Rules read it and add to it, phase by phase."""

    country: Country
    guerrilla: bool = False
    """2.0: whether the Guerrilla War has begun."""
    from_start: bool = False
    """Whether the log shows the war from its set-up."""
    scenario: str = ""
    """The id of the set-up with which the log begins, or that its save names; empty if unknown."""
    changing: bool = False
    """2.0: whether the Guerrilla War begins in this turn: Regulars become Guerrillas."""
    hidden: bool = False
    """Whether Filipinos fought face down before: some players never turn their units."""
    over: bool = False
    """17.2: whether the war was played on after its end: that is said once."""
    exchanged: bool = False
    """2.0: whether Regulars became Guerrillas in the turn of the change."""
    turn: int = 1
    begun: Position | None = None
    """The table as the turn began."""
    ended: Position | None = None
    """The table as the turn ended: what was corrected later is not a mistake."""
    whole: bool = True
    """Whether the log has this turn from its beginning."""
    kept: bool = True
    """Whether tracker and Battle marker tell the phase of every act in all turns of the record."""
    arms_due: bool = False
    """6.0: whether Imported Arms were rolled and are not on the map yet."""
    delayed: bool = False
    """PH.S10: whether US reinforcements come a turn late in this turn."""
    unfought: dict[str, set[str]] = field(default_factory=dict)
    """10.1.b: the Filipino units that were not fought, by area; told once while they stay there."""
    attacks: set[int] = field(default_factory=set)
    """7.3: the turns in which the US attacked."""
    gone: set[str] = field(default_factory=set)
    """1.2.2: Leaders who left the war, by kind."""
    leader_lost: bool = False
    """10.6.5: whether a Leader was lost in combat this turn."""
    scouts_lost: bool = False
    """1.2.1.r: whether the first loss was of Scouts, who may not count as the Leader of 10.6.5."""
    removed: set[str] = field(default_factory=set)
    """The chits that are out of the war."""
    finals: list[int] = field(default_factory=list)
    """Where its marker may have stood at the end of this turn, before it went back to 0."""
    counted: Counter[bool] = field(default_factory=Counter)
    """1.1.1.h: how often Body Counts were right, and how often not."""

    def ends(self, key: str) -> str:
        """Where a piece is as the turn ends; empty when that is not known."""
        state = self.ended.pieces.get(key) if self.ended else None
        return state.place if state else ""

    def earn(self, act: int, points: int, clause: str, why: str, sure: bool = True) -> None:
        """Note points of Political Will: above 0 for the US, below 0 for the Filipinos."""
        if points:
            self.will.append(WillEntry(act, points, clause, why, sure))

    def deny(self, act: int, points: int, clause: str, why: str) -> None:
        """Note points that nobody earned: `clause` is named if they are recorded all the same."""
        self.denied.append(WillEntry(act, points, clause, why))

    def begin_turn(self, number: int, begun: Position, ended: Position | None = None) -> None:
        """Forget what belongs to the turn before."""
        if self.entered or self.searches or "us" in self.battles.values() or not self.begun:
            self.attacks.add(self.turn if self.begun else number - 1)  # unknown: in favour
        self.turn, self.begun, self.ended = number, begun, ended
        self.leader_lost = self.scouts_lost = self.delayed = False
        for one in fields(TurnMemory):
            getattr(self, one.name).clear()
