"""A log of Tirad Pass as phases: the position at the beginning of each, and what happened in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from modgen.log.table import Table
from modgen_rules.engine.reading import act_records
from modgen_rules.engine.reading.act_reader import ActReader
from modgen_rules.engine.reading.act_records import ActRecord
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.unit_conditions import Look
from modgen_rules.tirad_pass.law.plan import ATTACKS, COLUMN, DIE, GENERAL, MARKERS, Plan
from modgen_rules.tirad_pass.law.position import Position, Unit

Record = ActRecord[act_records.Act, Position]
FACE_DOWN = "face down"
"""The condition of a chit whose face only its owner sees."""
TURN = "turn_marker"
DUE = {"orders": ("guide", "march", "alarm", "guard"), "recovery": ("wavering",)}
"""The dice of phases that players may roll before they step the tracker."""


class Act(NamedTuple):
    """One thing that a step did.

    `change`: a piece of the kind `name` became `after`, from `before`; None where it was or is not
    in the game.
    `roll`: the die `name` showed `dice`. `attack`: an attack of the kind `name` on `place`.
    `phase`: the tracker goes to the phase `name`, and to the turn `place` if it counts turns.
    """

    step: int
    what: Literal["change", "roll", "attack", "phase"]
    table: Position
    """The table before it."""
    then: Position
    """The table after it."""
    key: str = ""
    name: str = ""
    dice: tuple[int, ...] = ()
    place: str = ""

    @property
    def before(self) -> Unit | None:
        """The piece that changed, as it was."""
        return self.table.pieces.get(self.key)

    @property
    def after(self) -> Unit | None:
        """The piece that changed, as it is now."""
        return self.then.pieces.get(self.key)


@dataclass
class Phase:
    """What happened while the turn tracker showed one phase; `turn` is the game turn, from 1."""

    id: str
    side: str
    turn: int
    first: int
    start: Position
    last: int = 0
    acts: list[Act] = field(default_factory=list)
    complete: bool = False
    closes: bool = False
    """Whether it is the last phase of its player turn in the log."""

    @property
    def kind(self) -> str:
        """The phase without its side, such as `movement` or `end`."""
        return self.id.rpartition("_")[2]

    @property
    def end(self) -> Position:
        """The position after the phase."""
        return self.acts[-1].then if self.acts else self.start


def phases(log: OpenLog, plan: Plan) -> Iterator[Phase]:
    """The phases of a log in order, also those in which nothing happened. Reads the log once.

    Players who forgot something step the turn tracker back: if nothing was done in the phase that
    they leave, the one before it goes on; otherwise it begins again, and the other is incomplete.
    """
    return _Reader(log, plan).phases()


class _Reader(ActReader[Position, Record]):
    def __init__(self, log: OpenLog, plan: Plan) -> None:
        super().__init__(plan.game, log)
        self.plan = plan
        self.order = list(plan.game.phases)

    def begin(self, table: Table) -> Record:
        """A record with its first position."""
        return Record(
            positions=[Position(self.plan, {key: self._unit(key) for key in self.pieces})]
        )

    def after(self, now: Position, act: act_records.Act) -> Position:
        """The position after an act."""
        if not act.piece:
            return now
        position = now.copy()
        if self.pieces[act.piece].place:
            position.pieces[act.piece] = self._unit(act.piece)
        else:
            position.pieces.pop(act.piece, None)
        return position

    def _unit(self, key: str) -> Unit:
        kind, face, place = self.pieces[key]
        look = self.looks.get(key, Look())
        down = frozenset({FACE_DOWN} if look.hidden else ())
        return Unit(kind, face, place.partition("@")[0], look.conditions | down)

    def phases(self) -> Iterator[Phase]:
        """The phases of the log."""
        self.counted = self.number(next(iter(self.log.timeline.go(0).turns.values()), ""))
        records = list(self.records())
        first, start = records[0].phase or self.order[0], records[0].start
        number = start.place_of(TURN).partition(":")[2]
        phase = self._phase(first, int(number) if number.isdecimal() else 1, 1, start)
        before: Phase | None = None
        for act in _acts(records):
            if act.what != "phase":
                phase.acts.append(_named(phase, act))
                continue
            turn, now = self._turn_of(phase, act), act.name
            if now == phase.id:
                continue
            phase.last = max(phase.first, act.step - 1)
            back = (turn, self.order.index(now)) < (phase.turn, self.order.index(phase.id))
            if back and before is not None and before.id == now and not _acted(phase):
                before.acts += phase.acts
                before.complete = False
                phase, before = before, None
            else:
                phase.complete = not back
                if before is not None:
                    yield before
                before = phase
                phase = self._next(before, now, turn, act)
        if before is not None:
            yield before
        phase.last = max(phase.first, len(self.log.timeline))
        yield phase

    def _phase(self, id_: str, turn: int, first: int, start: Position) -> Phase:
        side = self.plan.game.phase_sides[id_]
        return Phase(id_, side, turn, first, start, first)

    def _turn_of(self, phase: Phase, act: Act) -> int:
        """The game turn of the phase that comes after another, or before it, in the tracker."""
        old, self.counted = self.counted, act.place
        if old and act.place:
            return phase.turn + int(act.place) - int(old)
        return phase.turn + (self.order.index(act.name) < self.order.index(phase.id))

    def _next(self, before: Phase, now: str, turn: int, act: Act) -> Phase:
        """The phase that follows another, with what was done just before the tracker showed it.

        The module takes Pinned off just before its tracker shows a Recovery phase, and players do
        so too; that is part of the Recovery. Players also move units, and roll dice of a phase,
        before they step the tracker.
        """
        phase = self._phase(now, turn, act.step, act.table)
        while before.acts and _belongs(before.acts[-1], before, phase):
            phase.acts.insert(0, before.acts.pop())
            phase.first, phase.start = phase.acts[0].step, phase.acts[0].table
        return phase


def _acts(records: list[Record]) -> Iterator[Act]:
    """What a log shows, and what changed outside it."""
    for n, record in enumerate(records):
        if n:
            table = records[n - 1].end
            for key in {**table.pieces, **record.start.pieces}:
                if table.pieces.get(key) != record.start.pieces.get(key):
                    yield Act(record.step(0), "change", table, record.start, key)
        for act, (table, then) in zip(record.acts, pairwise(record.positions), strict=True):
            known = (table, then, act.piece)
            if act.what == "phase":
                yield Act(act.step, "phase", *known, act.target, place=act.source)
            elif act.what == "roll":
                yield Act(act.step, "roll", *known, act.kind, act.dice)
            elif act.said:
                kind = act.said.choices.get("kind") or ""
                for place in sorted(act.said.spaces.get("attack_at", ())):
                    yield Act(act.step, "attack", *known, kind, place=place)
            elif table.pieces.get(act.piece) != then.pieces.get(act.piece):
                yield Act(act.step, "change", *known, act.kind)


def _named(phase: Phase, act: Act) -> Act:
    """An act; a die without the name of a button gets that of the one that is due."""
    if act.what != "roll" or act.name:
        return act
    name = "wavering"
    if phase.kind in MARKERS:
        name = _attack_die(phase)
    elif phase.kind == "orders":
        name = _orders_die(phase)
    return act._replace(name=name)


def _attack_die(phase: Phase) -> str:
    """The die of an attack, or after it the one for del Pilar, if he is where it goes."""
    own = DIE[phase.side]
    since = [act for act in phase.acts if act.what != "change"]
    rolled = bool(since) and (since[-1].what, since[-1].name) == ("roll", own)
    attack = next((act for act in reversed(since) if act.what == "attack"), None)
    his = attack is None or attack.place == phase.start.place_of(GENERAL)
    return "general" if his and (rolled or attack is None) else own


def _orders_die(phase: Phase) -> str:
    """The die for the column as it leaves or arrives, or assaults the guard; else for the guide."""
    pairs = [(act.before, act.after) for act in phase.acts if act.what == "change"]
    moved = [(one.place, other.place) for one, other in pairs if one and other]
    if any(source != COLUMN and target == COLUMN for source, target in moved):
        return "march"
    if any(source == COLUMN and target != COLUMN for source, target in moved):
        return "alarm"
    column = [one for one in phase.end.pieces.values() if one.place == COLUMN]
    return "guard" if any(ATTACKS in one.conditions for one in column) else "guide"


def _belongs(act: Act, before: Phase, phase: Phase) -> bool:
    """Whether the last act of a phase belongs to the one that follows it."""
    if act.what == "roll":
        return act.name in DUE.get(phase.kind, ()) and before.kind != phase.kind
    old, new, plan = act.before, act.after, phase.start.plan
    if old is None or new is None or plan.sides.get(old.kind) != phase.side:
        return False
    if phase.kind == "recovery":
        return old.pinned and not new.pinned
    if phase.kind != "movement" or before.kind not in ("orders", "recovery") or before.turn == 1:
        return False
    return {old.place, new.place} <= plan.game.cells.keys() and old.place != new.place


def _acted(phase: Phase) -> bool:
    """Whether anything but the Turn marker changed in a phase, or dice were rolled."""
    return any((act.what, act.name) != ("change", TURN) for act in phase.acts)
