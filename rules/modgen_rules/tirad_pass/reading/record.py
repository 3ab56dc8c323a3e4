"""A log of Tirad Pass as phases: the position at the beginning of each, and what happened in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from modgen.log.timeline import Moment
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Mask
from modgen.vassal.turn_states import read_turn_state
from modgen_rules.engine.record.game_steps import GameStep, read_steps
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.unit_conditions import conditions
from modgen_rules.tirad_pass.law.plan import ATTACKS, COLUMN, DIE, GENERAL, MARKERS, Plan
from modgen_rules.tirad_pass.law.position import Position, Unit

FACE_DOWN = "face down"
"""The condition of a chit whose face only its owner sees."""
FIRST = "0|0"
TURN = "turn_marker"
DUE = {"orders": ("guide", "march", "alarm", "guard"), "recovery": ("wavering",)}
"""The dice of phases that players may roll before they step the tracker."""
NO_UNIT = Unit("", "", "")


class Act(NamedTuple):
    """One thing that a step did.

    `change`: a piece became `after`, from `before`; None where it was or is not in the game.
    `roll`: the die `name` showed `dice`. `attack`: an attack of the kind `name` on `place`.
    """

    step: int
    what: Literal["change", "roll", "attack"]
    key: str = ""
    before: Unit | None = None
    after: Unit | None = None
    name: str = ""
    dice: tuple[int, ...] = ()
    place: str = ""
    side: str = ""


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
        position = self.start.copy()
        for act in self.acts:
            apply(position, act)
        return position


def apply(position: Position, act: Act) -> None:
    """Change a position as an act does."""
    if act.what != "change":
        return
    if act.after is None:
        position.pieces.pop(act.key, None)
    else:
        position.pieces[act.key] = act.after


def phases(log: OpenLog, plan: Plan) -> Iterator[Phase]:
    """The phases of a log in order, also those in which nothing happened. Reads the log once.

    Players who forgot something step the turn tracker back: if nothing was done in the phase that
    they leave, the one before it goes on; otherwise it begins again, and the other is incomplete.
    """
    return _Reader(log, plan).phases()


class _Reader:
    def __init__(self, log: OpenLog, plan: Plan) -> None:
        self.log = log
        self.plan = plan
        self.order = list(plan.game.phases)
        self.buttons = DiceButtons.of(log.games)
        self.position = Position(plan)
        table = log.timeline.go(0)
        for key, state in log.start.items():
            self.position.pieces[key] = _unit(state, table.pieces[key].game_piece)

    def phases(self) -> Iterator[Phase]:
        places = self.log.tracker.places
        shown = places.phase(*next(iter(self.log.timeline.go(0).turns.items()), ("", FIRST)))
        phase = self._phase(shown or self.order[0], self._turn(), 1)
        before: Phase | None = None
        for moment, step in read_steps(self.log.tracker, self.log.announcements):
            now, turns = self._shown(moment, step)
            acts = list(self._acts(moment, step))
            if now and now != phase.id:
                turn = self._turn_of(phase, now, turns)
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
                    phase = self._begun(before, now, turn, step.number)
            phase.last = step.number
            for act in acts:
                phase.acts.append(_named(phase, act))
                apply(self.position, act)
        if before is not None:
            yield before
        yield phase

    def _phase(self, id_: str, turn: int, first: int) -> Phase:
        side = self.plan.game.phase_sides[id_]
        return Phase(id_, side, turn, first, self.position.copy(), first)

    def _turn(self) -> int:
        """The game turn as the log begins, by the Turn marker."""
        number = self.position.place_of(TURN).partition(":")[2]
        return int(number) if number.isdecimal() else 1

    def _begun(self, before: Phase, now: str, turn: int, step: int) -> Phase:
        """The phase that follows another, with what was done just before the tracker showed it.

        The module takes Pinned off just before its tracker shows a Recovery phase, and players do
        so too; that is part of the Recovery. Players also move units, and roll dice of a phase,
        before they step the tracker.
        """
        phase = self._phase(now, turn, step)
        while before.acts and _belongs(before.acts[-1], before, phase):
            phase.acts.insert(0, before.acts.pop())
            phase.first = phase.acts[0].step
        phase.start = before.end if phase.acts else phase.start
        return phase

    def _turn_of(self, phase: Phase, now: str, turns: int | None) -> int:
        """The game turn of the phase that comes after another, or before it."""
        if turns is not None:
            return phase.turn + turns
        return phase.turn + (self.order.index(now) < self.order.index(phase.id))

    def _shown(self, moment: Moment, step: GameStep) -> tuple[str, int | None]:
        """The phase to which a step moves the tracker, and by how many turns it moves it.

        Without a phase when it does not; without turns when the tracker does not count them.
        """
        if not step.undone:
            for collection, tracker, before, after in moment.changes:
                if collection == "turns" and after:
                    old, new = _turn_number(before), _turn_number(after)
                    turns = None if old is None or new is None else new - old
                    return self.log.tracker.places.phase(tracker, after), turns
        return "", None

    def _acts(self, moment: Moment, step: GameStep) -> Iterator[Act]:
        """What a step did, without what was undone; dice that were undone count."""
        number, side = step.number, step.side
        if not step.undone:
            known = {change.piece: change.after for change in step.changes}
            there = {
                key: new is not None
                for collection, key, _, new in moment.changes
                if collection == "pieces"
            }
            for key, new in there.items():
                yield from self._change(number, key, known, new)
        for announced in step.said:
            for place in sorted(announced.spaces.get("attack_at", ())):
                kind = announced.choices.get("kind") or ""
                yield Act(number, "attack", name=kind, place=place, side=side)
        for roll in (*step.rolls, *step.typed):
            die = self.buttons.button(roll)
            if die is not None:
                yield Act(number, "roll", name=die, dice=tuple(roll.results), side=side)

    def _change(
        self, step: int, key: str, known: dict[str, PieceState | None], there: bool
    ) -> Iterator[Act]:
        before = self.position.pieces.get(key)
        if key in known:
            state = known[key]
        elif before is not None and there:
            state = PieceState(*before[:3])
        else:
            state = None
        after = None
        if state is not None:
            after = _unit(state, self.log.timeline.table.pieces[key].game_piece)
        if before != after:
            yield Act(step, "change", key, before, after)


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


def _turn_number(state: str | None) -> int | None:
    """The turn that the tracker shows in a state; None when it does not count turns."""
    shown = read_turn_state(state or "", counts=True)
    return shown.turn if shown else None


def _belongs(act: Act, before: Phase, phase: Phase) -> bool:
    """Whether the last act of a phase belongs to the one that follows it."""
    if act.what == "roll":
        return act.name in DUE.get(phase.kind, ()) and before.kind != phase.kind
    if phase.kind == "recovery":
        return _recovers(act, before)
    if phase.kind != "movement" or before.kind not in ("orders", "recovery") or before.turn == 1:
        return False
    old, new = act.before, act.after
    if old is None or new is None or before.start.plan.sides.get(old.kind) != phase.side:
        return False
    cells = before.start.plan.game.cells
    return old.place in cells and new.place in cells and old.place != new.place


def _recovers(act: Act, phase: Phase) -> bool:
    """Whether Pinned is taken off a unit of the side that acts in a phase, and nothing else."""
    before, after = act.before, act.after
    if before is None or after is None or not before.pinned or after.pinned:
        return False
    own = phase.start.plan.sides.get(before.kind) == phase.side
    return own and after == before._replace(conditions=after.conditions)


def _acted(phase: Phase) -> bool:
    """Whether anything but the Turn marker changed in a phase, or dice were rolled."""
    return any(
        act.what != "change" or (act.before or act.after or NO_UNIT).kind != TURN
        for act in phase.acts
    )


def _unit(state: PieceState, piece: GamePiece) -> Unit:
    known = conditions(piece)
    if any(isinstance(trait, Mask) and trait.obscured_by != "null" for trait in piece.traits):
        known |= {FACE_DOWN}
    return Unit(state.kind, state.face, state.place.partition("@")[0], known)
