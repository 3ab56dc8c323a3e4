"""Reads a log into records of acts: what was dragged, turned, marked, rolled and said."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from modgen.log.dice import Roll
from modgen.log.moments import Moment
from modgen.log.table import Piece, Table
from modgen.log.wording import plain
from modgen.model.game import Game
from modgen.vassal.turn_states import read_turn_state
from modgen_rules.engine.reading.act_records import Act, ActRecord, P, spoilt_roll
from modgen_rules.engine.reading.habits import TRUSTED
from modgen_rules.engine.record.game_steps import GameStep, by_player, read_steps
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.told_dice import told_rolls
from modgen_rules.engine.record.unit_conditions import Look, look

R = TypeVar("R", bound=ActRecord[Act, Any])


class ActReader(ABC, Generic[P, R]):
    """Reads one log. A change outside any log begins a new record.

    A rulebook says how its record begins and what an act changes of its positions. Each step
    gives, in this order, the acts `phase` (the number of the turn and the phase of the tracker),
    those of chat, `face`, `level` (numbers of a track as text), `move`, those of `others`,
    `condition` (`on` or `off`, and the condition), `mask` (`up`, `down`), `said` and `roll`; a
    roll that does not count, as the players say, becomes `void`. A step that was undone has only
    what was said in it.
    """

    def __init__(self, game: Game, log: OpenLog) -> None:
        self.game = game
        self.log = log
        self.pieces: dict[str, PieceState] = {}
        """The pieces now, by id. A piece that was deleted stays known, but is nowhere."""
        self.looks: dict[str, Look] = {}
        """The conditions of each piece now, and whether it is hidden."""
        self.began = ""
        """The phase that the tracker shows as the stretch begins; empty when it was never used."""

    reads_told_dice: ClassVar[bool] = False
    """Whether dice that players tell in chat are read as acts in logs that have few others."""

    # --- what a rulebook says ----------------------------------------------------------------

    @abstractmethod
    def begin(self, table: Table) -> R:
        """A record with its first position. `pieces` and `looks` are known."""

    @abstractmethod
    def after(self, now: P, act: Act) -> P:
        """The position after an act, by what the reader knows of the pieces."""

    def placed(self, key: str, state: PieceState) -> PieceState:
        """A piece in the places of the rules."""
        return state

    def meant(self, now: P, act: Act) -> Act:
        """An act in the words of the rules; `now` is the table before it."""
        return act

    def shown(self, tracker: str, state: str) -> str:
        """The phase that the tracker shows; empty for one that is not known."""
        return self.log.tracker.places.phase(tracker, state)

    def number(self, state: str) -> str:
        """The number of the turn that the tracker shows; empty if it counts none."""
        turn = read_turn_state(state, counts=self.game.info.turns is not None)
        return str(turn.turn or "") if turn else ""

    def heard(self, record: R, moment: Moment, step: GameStep, line: str) -> Iterator[Act]:
        """The acts of which a line of chat tells."""
        return iter(())

    def others(self, step: GameStep, key: str, piece: Piece, table: Table) -> Iterator[Act]:
        """Other acts by which a step changes a piece."""
        return iter(())

    def kind(self, key: str, state: PieceState) -> str:
        """The kind of a piece in the record."""
        return state.kind

    def own(self, side: str, die: str) -> bool:
        """Whether a player of a side rolls a die for that side, not for another that he plays."""
        return True

    def once(self, die: str) -> bool:
        """Whether a die is hardly rolled twice running, unless the first one does not count."""
        return True

    def purpose(self, record: R, side: str, die: str, number: int) -> str:
        """The dice for which a side used a general button, or one that says nothing."""
        return die

    def scene(self, moment: Moment, what: str) -> tuple[str, str]:
        """What a report of dice adds about the place of an attack: the roll's source and target."""
        return "", ""

    # --- steps -------------------------------------------------------------------------------

    @cached_property
    def buttons(self) -> DiceButtons:
        """The dice buttons of the game."""
        return DiceButtons.of(self.log.games)

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """The sides by the names that the log has for them."""
        named = {one.name: one.id for game in self.log.games for one in game.sides.values()}
        return {**self.log.tracker.places.side_names, **named}

    def records(self) -> Iterator[R]:
        """The stretches of the log."""
        tracker, timeline = self.log.tracker, self.log.timeline
        record = self._begun(tracker.begin(), timeline.go(0))
        for moment, step in read_steps(tracker, self.log.announcements):
            if step.number in timeline.between:
                yield self._ended(record)
                record = self._begun(tracker.states, timeline.go(step.number))
            else:
                self._step(record, moment, step)
        yield self._ended(record)

    def _begun(self, states: Mapping[str, PieceState], table: Table) -> R:
        self.pieces, self.looks = {}, {}
        self._retried = -1  # the number of acts when a player last told why dice are rolled again
        self._nameless = 0  # how many steps of the tracker showed a phase that is not known
        for key, state in states.items():
            self.looks[key] = look(table.pieces[key])
            if state.kind in self.game.piece_types:
                self.pieces[key] = self.placed(key, state)
        self.began = self.shown(*next(iter(table.turns.items()))) if table.turns else ""
        record = self.begin(table)
        record.phase = self.began
        return record

    def _ended(self, record: R) -> R:
        """A record without the steps of a tracker whose phases are not all known."""
        known = sum(act.what == "phase" for act in record.acts)
        if known - self._nameless < TRUSTED * known:
            record.without_tracker()
        return record

    def _step(self, record: R, moment: Moment, step: GameStep) -> None:
        touched = dict.fromkeys(key for what, key, _, _ in moment.changes if what == "pieces")
        record.undone |= step.undone and bool(touched)
        if not step.undone:
            self._tracker(record, moment, step)
            if step.voids:
                self._spoilt(record, moment, step)
            for line in map(plain, moment.chat):
                record.lines.append((len(record.acts), line))
                self._note(record, self.heard(record, moment, step, line))
            self._note(record, self.changes(step))
            for key in touched:
                self._note(record, self._altered(step, key))
        for one in step.said:
            self._note(record, [Act(step.number, "said", one.side or step.side, said=one)])
        if not step.undone:
            self._retried = len(record.acts) if step.retries else self._retried
            self._dice(record, moment, step)

    def _spoilt(self, record: R, moment: Moment, step: GameStep) -> None:
        """The last dice do not count, as the player says who rolled them."""
        n = spoilt_roll(record.acts, step.voids)
        said = {self.speaker(line, step) for line in map(plain, moment.chat) if by_player(line)}
        if n is not None and ("" in said or record.acts[n].side in ("", *said)):
            record.acts[n] = record.acts[n]._replace(what="void", kind="")

    def _note(self, record: R, acts: Iterable[Act]) -> None:
        for shown in acts:
            act = self.meant(record.end, shown)
            record.add(act, self.after(record.end, act))

    def _tracker(self, record: R, moment: Moment, step: GameStep) -> None:
        for what, tracker, _, state in moment.changes:
            if what != "turns" or not state:
                continue
            shown = self.shown(tracker, state)
            self._nameless += not shown
            if shown:
                number = self.number(state)
                self._note(record, [Act(step.number, "phase", step.side, "", "", number, shown)])

    def changes(self, step: GameStep) -> Iterator[Act]:
        """The faces, levels and places that a step changed."""
        for change in step.changes:
            known = change.after or change.before
            piece = self.game.piece_types.get(known.kind) if known else None
            if known is None or piece is None:
                continue
            key, before = change.piece, self.pieces.get(change.piece)
            after = self.placed(key, change.after) if change.after else None
            self.pieces[key] = after or known._replace(place="")
            who = (step.side, key, known.kind)
            if before and after and before.face != after.face:
                # The command that puts a marker away may turn it to its first face.
                back = piece.turns_back and before.place != after.place == piece.home
                if not back:
                    yield Act(step.number, "face", *who, before.face, after.face)
            source, target = before.place if before else "", after.place if after else ""
            if source == target:
                continue
            if piece.kind == "level" and target.partition(":")[0] in self.game.tracks:
                ends = source.partition(":")[2], target.partition(":")[2]
                yield Act(step.number, "level", *who, *ends)
            else:
                yield Act(step.number, "move", *who, source, target)

    def _altered(self, step: GameStep, key: str) -> Iterator[Act]:
        """How a piece that a step touched looks otherwise than before."""
        table, state = self.log.timeline.table, self.log.tracker.states.get(key)
        piece = table.pieces.get(key)
        if piece is None or state is None:
            return
        yield from self.others(step, key, piece, table)
        old, new = self.looks.get(key, Look()), look(piece)
        who = (step.side, key, self.kind(key, state))
        for one in sorted(old.conditions ^ new.conditions):
            now = self.looks.get(key, Look())
            self.looks[key] = now._replace(conditions=now.conditions ^ {one})
            way = "on" if one in new.conditions else "off"
            yield Act(step.number, "condition", *who, way, one)
        self.looks[key] = new
        if old.hidden != new.hidden:
            ways = ("up", "down") if new.hidden else ("down", "up")
            yield Act(step.number, "mask", *who, *ways)

    def _dice(self, record: R, moment: Moment, step: GameStep) -> None:
        """The dice of a step, by what they are for."""
        for roll in (*step.rolls, *step.typed, *self._told(moment)):
            die = self.buttons.button(roll)
            if die is None:
                continue
            side = self._dice_sides.get(die) or self.roller(roll.who, die) or step.side
            if self.buttons.general(roll):
                die = self.purpose(record, side, die, len(roll.results))
            act = Act(step.number, "roll", side, "", die, *self.scene(moment, roll.what))
            self._repeated(record, act._replace(dice=roll.results))

    def _told(self, moment: Moment) -> Iterator[Roll]:
        """The dice that players tell in a step, in a log with few others."""
        if self.reads_told_dice and self.log.told_dice.read(moment.number):
            for line in moment.chat:
                yield from told_rolls(moment.number, line, self.buttons)

    def _repeated(self, record: R, act: Act) -> None:
        """Note dice; they stand for like ones just before, if a player explains why."""
        again = self._retried == len(record.acts) > 0 and self.once(act.kind)
        last = record.acts[-1] if again else None
        if last and (last.what, last.kind, len(last.dice)) == ("roll", act.kind, len(act.dice)):
            record.acts[-1] = last._replace(what="void", kind="")
        self._note(record, [act])

    @cached_property
    def _dice_sides(self) -> Mapping[str, str]:
        return {die.id: die.side for die in self.game.info.dice if die.side}

    def speaker(self, line: str, step: GameStep) -> str:
        """The side of the player who wrote a line of chat; empty when the log does not say."""
        return self.roller(line.strip("<").partition(">")[0], "") or step.side

    def roller(self, who: str, die: str) -> str:
        """The side in `Ann (Rival Mob)` or `Rival Mob (Ann)`; empty when it is not clear.

        One who plays for all is `Solo (all sides) (Rival Mob)`.
        """
        name = who.rstrip(")")
        first = self.sides.get(name.partition(" (")[0], "")
        last = self.sides.get(name.rpartition(" (")[2], "")
        return last or (first if self.own(first, die) else "")
