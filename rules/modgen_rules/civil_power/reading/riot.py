"""What the rules remember of a riot from one phase to the next, and what a judgement notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from modgen.model.types.scenario import Scenario
from modgen_rules.civil_power import wording
from modgen_rules.civil_power.law.course import Course
from modgen_rules.civil_power.law.plan import SUPPRESSED, Field, Plan
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.law.tables import table
from modgen_rules.civil_power.reading.attacks import Attack, AttackReader
from modgen_rules.civil_power.reading.phases import ATTACK_MARKERS, Phase, Turn, own_dice
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.log_ends import LogEnds, fight_over
from modgen_rules.engine.reports.sections import Issue, Noted


@dataclass
class Riot(Noted):
    """The memory of a game. Rules read it and add to it, phase by phase."""

    record: Record
    turn: Turn = field(init=False)
    """The game-turn that is being judged."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """6.7: the Engagement Level of each side after the phase that is being judged."""
    attacks: Sequence[Attack] = ()
    """The attacks of the phase that is being judged."""
    options: frozenset[str] | None = None
    """The optional rules in force; None when the log does not tell."""
    suppressed_in: dict[str, Phase] = field(default_factory=dict)
    """The phase in which each suppressed unit became so; not of units that began the log so."""
    fired: dict[str, int] = field(default_factory=dict)
    """4.0.e: the units that certainly fired in this player-turn, with the act."""
    one_fired: list[frozenset[str]] = field(default_factory=list)
    """4.0.e: units of which at least one fired in this player-turn."""
    shots: Counter[str] = field(default_factory=Counter)
    """S.II2.q: how often each of them fired."""
    used: set[tuple[str, str]] = field(default_factory=set)
    """8.2: the special weapons that units certainly used in this player-turn."""
    came: dict[str, str] = field(default_factory=dict)
    """The square from which each unit came into its square in the last movement."""
    started: dict[str, str] = field(default_factory=dict)
    """The square in which each unit that moved began the last movement."""
    through: dict[str, str] = field(default_factory=dict)
    """8.5.b: a square with Police through which each mounted unit rode, where it is certain."""
    overstacked: dict[str, str] = field(default_factory=dict)
    """The squares that the end of a surge overfilled, with the clause that has them cleared in the
    owner's next movement."""
    told_full: set[str] = field(default_factory=set)
    """The units in overfull squares of which a movement was told already."""
    strayed: set[str] = field(default_factory=set)
    """4.0.h: the squares to which units went out of turn in this player-turn."""
    over: dict[str, bool] = field(default_factory=dict)
    """6.2.b: whether each unit came into its square over a Barricade or Barrier, where it is
    certain."""
    exposed: frozenset[str] = frozenset()
    """8.4.c: the units that were seen on the boards before the last phase."""
    gone: dict[str, str] = field(default_factory=dict)
    """The units out of the game by id: `left`, `eliminated`."""
    leader: str = ""
    """S.I3.c, S.II5.b: the Mob that had the first player-turn."""
    overtaken: int = -1
    """The act with which another side began its player-turn in a turn without those of the first
    side; -1 if that was not so in the last turn."""
    booked: bool = True
    """Whether the casualties of the last Fire or Shock Combat are known to be booked."""
    booked_late: frozenset[int] = frozenset()
    """The acts that book casualties of a Fire or Shock Combat before them."""
    counted: bool = True
    """Whether the grenades and Molotovs of the last Fire Combat are known to be counted off."""
    under_way: int = -1
    """The first act of the attack or round in which the log ends; -1 if it does not end in one."""
    course: Course = field(default_factory=Course)
    """The memory of the rules of scenarios."""

    def level(self, side: str, at: Position) -> int:
        """6.7: a side's Engagement Level for what it does in the phase that is being judged.

        Who raises it may move its marker later in the phase.
        """
        return max(at.engagement(side), self.levels.get(side, 0))

    @property
    def field(self) -> Field:
        """The boards."""
        return self.record.field

    @property
    def plan(self) -> Plan:
        """The facts of the game."""
        return self.record.field.plan

    @property
    def scenario(self) -> Scenario:
        """The scenario; `NOT_SHOWN` when the log does not show it."""
        return self.record.field.scenario

    def plays(self, *scenarios: str) -> bool:
        """Whether one of some scenarios (`i-1`) is played for sure."""
        return self.scenario.id in scenarios

    def clause(self, matter: str, side: str = "") -> str:
        """The clause of the scenario about a matter, that of a side before that of all, or nothing.

        `scenarios.csv` has a column for each matter, `aims`, and for one of a side, `aims police`.
        """
        found = table("scenarios").get(self.scenario.id, {})
        return found.get(f"{matter} {side}") or found.get(matter, "")

    def in_force(self, option: str) -> bool | None:
        """Whether an optional rule is in force; None when the log does not tell."""
        return None if self.options is None else option in self.options

    def noted(self, clauses: ClauseTable) -> list[Issue]:
        """What was noted so far, in doubt where the log does not show what a clause needs."""
        record, acts = self.record, self.record.acts
        ends = LogEnds(
            acts,
            clauses,
            whole=record.from_start,
            fight=fight_over(acts, [one for one in ATTACK_MARKERS if record.start.cells_with(one)]),
            rest=self.under_way if self.under_way >= 0 else len(acts),
            late=self.turn.tracker if not self.turn.timing.steady else None,
        )
        return [ends.doubted(one) for one in self.issues]

    def begin(self, phase: Phase) -> None:
        """Forget what belongs to the player-turn before."""
        self.under_way = -1
        self.levels = {side: phase.after.engagement(side) for side in self.field.sides}
        self.attacks = AttackReader(phase).read() if phase.kind == "fire" else []
        own_dice(phase)
        if phase.kind == "fire":
            self.fired.clear()
            self.one_fired.clear()
            self.strayed.clear()
            self.shots.clear()
            self.used.clear()
        if phase.kind == "move":
            self.came.clear()
            self.started.clear()
            self.through.clear()
            self.over.clear()

    def end(self, phase: Phase) -> None:
        """Note what the phase changed for the phases after it."""
        begun = phase.before
        self.exposed = frozenset(key for key, unit in begun.units.items() if not unit.hidden)
        for _, act in phase.each("condition"):
            if act.target == SUPPRESSED:
                if act.source == "on":
                    self.suppressed_in.setdefault(act.piece, phase)
                else:
                    self.suppressed_in.pop(act.piece, None)

    def side_name(self, side: str) -> str:
        """`the Police`, `the Mob`, `the Rival Mob`."""
        return wording.side_name(self.plan.game, side)

    def name(self, kind: str) -> str:
        """The displayed name of a kind of piece."""
        return self.plan.game.piece_types[kind].name
