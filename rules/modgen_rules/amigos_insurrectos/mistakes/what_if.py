"""A phase as it would be on record after some acts, and the clauses that they would break."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from modgen_rules.amigos_insurrectos.judging import arrivals, imported_arms, upkeep
from modgen_rules.amigos_insurrectos.judging.filipino_moves import FilipinoMovement
from modgen_rules.amigos_insurrectos.judging.operations import operations
from modgen_rules.amigos_insurrectos.judging.us_moves import UsMovement
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US, Country
from modgen_rules.amigos_insurrectos.law.state import LEVELS, Position
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record import table_acts

BEFORE = -1
"""The act of what was done before the phase."""


def recorded(
    before: Position, acts: Iterable[table_acts.Act], chits: Mapping[str, str] = {}
) -> Record:
    """Acts on a table as a record. `chits` has the chit of each piece that is one."""
    record = Record(country=before.country, positions=[before])
    for step, act in enumerate(acts, 1):
        match act:
            case table_acts.Move():
                for key in act.keys:
                    _move(record, step, key, act.place, chits)
            case table_acts.Flip():
                now = record.end
                old = now.pieces[act.key]
                pieces = {**now.pieces, act.key: old._replace(face=act.face)}
                new = Act(step, "face", "", act.key, old.kind, old.face, act.face)
                record.add(new, replace(now, pieces=pieces))
            case table_acts.Roll():
                new = Act(step, "roll", act.side, "", act.die, dice=act.results)
                record.add(new, record.end)
            case table_acts.StepTracker():
                record.add(Act(step, "phase", "", target=act.phase), record.end)
    return record


def _move(record: Record, step: int, key: str, place: str, chits: Mapping[str, str]) -> None:
    now = record.end
    if key in chits:
        new = Act(step, "card", "", key, chits[key], now.cards.get(chits[key], ""), place)
        record.add(new, replace(now, cards={**now.cards, chits[key]: place}))
    elif key in now.pieces and now.pieces[key].place != place:
        old = now.pieces[key]
        track = LEVELS.get(old.kind, "")
        source, target = (one.removeprefix(f"{track}:") for one in (old.place, place))
        new = Act(step, "level" if track else "move", "", key, old.kind, source, target)
        record.add(new, replace(now, pieces={**now.pieces, key: old._replace(place=place)}))


@dataclass(frozen=True)
class Memory:
    """What a war has been as a phase begins."""

    country: Country
    turn: int
    begun: Position
    """The table as the turn began."""
    landed: frozenset[str] = frozenset()
    played: frozenset[str] = frozenset()
    battles: frozenset[str] = frozenset()
    guerrilla: bool = False
    scenario: str = ""

    def war(self, ended: Position) -> War:
        """The memory as the judges have it."""
        war = War(self.country, self.guerrilla, from_start=True, scenario=self.scenario)
        war.turn, war.begun, war.ended = self.turn, self.begun, ended
        war.landed, war.played = set(self.landed), set(self.played)
        war.fought = dict.fromkeys(self.battles, BEFORE)
        return war


def judged(memory: Memory, phase: str, record: Record) -> War:
    """What the judges of a phase note about a record of it."""
    every = [n for n, act in enumerate(record.acts) if act.what != "phase"]
    war = memory.war(record.end)
    if not every:
        return war
    part = Phase(record, memory.turn, phase, every)
    turn = Turn(record, memory.turn, 0, every[-1], phases={phase: part}, complete=True)
    match phase:
        case "arms":
            imported_arms.arms(part, war, record.end)
        case "reinforcements":
            arrivals.Arrivals(part, war).judge()
            arrivals.late(war, every[-1])
            arrivals.mabini(war, turn)
        case "us_ground":
            UsMovement(record, every, US, war, record.end).judge()
            operations(turn, war)
        case "filipino_movement":
            FilipinoMovement(record, every, FILIPINO, war, record.end).judge()
        case "us_poa":
            upkeep.sites(turn, war)
        case "jungle_us" | "jungle_filipino":
            upkeep.JungleMoves(part, war).judge()
    return war
