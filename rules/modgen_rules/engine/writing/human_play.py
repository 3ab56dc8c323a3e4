"""Does the acts of a tidy game again as people do them: with tries, undo, slips and talk.

`play_as_people` writes the acts on a LogWriter whose table is a copy of the tidy game's. What
people add is always put right, so the position in the end is that of the tidy game, but for markers
that they forget.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from modgen.log.table import Table
from modgen.vassal import commands as c
from modgen_rules.engine.record.table_acts import Act, Flip, Move, PlannedAct, Roll, Say, touched
from modgen_rules.engine.record.table_manners import Role, Special, TableManners
from modgen_rules.engine.writing.human_noise import Habits, HumanNoise, RecordHabits
from modgen_rules.engine.writing.human_order import Item, Schedule
from modgen_rules.engine.writing.log_writer import LogWriter

RUNS = (((1, 1), 0.58), ((2, 2), 0.18), ((3, 5), 0.15), ((6, 15), 0.09))
"""Lengths of undo runs with their shares. Measured: the longest of 32, here at most 15."""
MEAN_RUN = 2.5
"""Steps of a run on average."""
OTHER, SAME = 0.53, 0.32
"""After an undo a piece goes to another place, to the same one, or (the rest) stays."""
REMARKS = (
    "Your move.",
    "Hm.",
    "Is this how you read it?",
    "Sorry, wrong piece.",
    "OK.",
    "One moment.",
    "I forgot a marker, will do it later.",
    "Nice!",
    "What does the card say?",
    "As we agreed.",
)
OBJECTION = "No, that may not go there. I put it back."
IGNORED = "Ignore that die, I pressed twice."
IGNORED_SAID = 0.7
NUDGE = 4
"""The greatest distance in pixels of a piece from its usual point."""
SOLO_ID = "solo"


def play_as_people(
    acts: Sequence[PlannedAct],
    writer: LogWriter,
    manners: TableManners,
    noise: HumanNoise,
    chance: random.Random,
) -> dict[int, int]:
    """Write a tidy game as people record it; for each act's index its step, counted from 1.

    Acts that are left out have no step.
    """
    people = noise.people(writer.game.sides, chance)
    record = noise.record(manners.groups, chance)
    places = {key: state.place for key, state in writer.states.items()}
    items = Schedule(manners, people, record, chance, places).order(acts)
    player = HumanPlayer(writer, manners, people, record, chance, deque(items))
    player.run()
    return player.steps


def as_people(
    tidy: LogWriter,
    start: Table,
    noise: HumanNoise,
    chance: random.Random,
    special: Special = lambda *_: None,
) -> tuple[LogWriter, Mapping[int, int]]:
    """A tidy game as people record it on a copy of its first table, and the step of each act.

    It is the tidy game itself if nobody has habits. `special` is that of `TableManners.of`.
    """
    if not noise.habits:
        return tidy, tidy.step_of_act
    writer = LogWriter(tidy.game, tidy.games, start, tidy.module)
    manners = TableManners.of(tidy.game, tidy.states, special)
    return writer, play_as_people(tidy.acts, writer, manners, noise, chance)


@dataclass
class HumanPlayer:
    """Does scheduled acts on a table, each with the habits of the player who does it."""

    writer: LogWriter
    manners: TableManners
    people: Mapping[str, Habits]
    record: RecordHabits
    chance: random.Random
    queue: deque[Item] = field(default_factory=deque)
    steps: dict[int, int] = field(default_factory=dict)

    def run(self) -> None:
        """Do all that is in the queue."""
        self._sit_down()
        while self.queue:
            item = self.queue.popleft()
            self.writer.actor = item.actor
            habits = self.people.get(item.actor) or next(iter(self.people.values()))
            self._remark(item.actor, habits)
            if item.number < 0:
                self.writer.do(item.act)
                continue
            match item.act:
                case Move():
                    self._move(item, item.act, habits)
                case Flip():
                    self._peek(habits)
                    self.writer.do(item.act)
                case Roll():
                    self._roll(item, item.act, habits)
                case _:
                    self.writer.do(item.act)
            self.steps[item.number] = len(self.writer.steps)

    def _hits(self, rate: float) -> bool:
        return self.chance.random() < rate

    # --- who sits where ----------------------------------------------------------------------

    def _sit_down(self) -> None:
        """Players who share a seat, or come back under another id."""
        writer = self.writer
        if self.record.seat == "own":
            for side in writer.game.sides.values():
                if self._hits(self.people.get(side.id, Habits()).new_id):
                    new = f"{side.id}-2"
                    writer.step([c.AddPlayer(id=new, name=side.name, side=side.name)])
                    writer.player_ids[side.id] = new
            return
        sides = list(writer.game.sides.values())
        shared = {
            "solo": "Solo (all sides)",
            "observer": "<observer>",
            "one": self.chance.choice(sides).name,
        }[self.record.seat]
        writer.step([c.AddPlayer(id=SOLO_ID, name=sides[0].name, side=shared)])
        writer.player_ids = dict.fromkeys(["", *(side.id for side in sides)], SOLO_ID)
        writer.seat = shared

    def _other(self, actor: str) -> str:
        """Another side than the one that acts."""
        others = [side for side in self.writer.game.sides if side != actor]
        return self.chance.choice(others or [actor])

    def _remark(self, actor: str, habits: Habits) -> None:
        if self._hits(habits.remarks):
            who = actor if actor and self._hits(0.6) else self._other(actor)
            self._say(who, self.chance.choice(REMARKS))

    def _say(self, who: str, text: str) -> None:
        self.writer.say(f"<{self.writer.game.sides[who].name}> - {text}")

    # --- moves -------------------------------------------------------------------------------

    def _move(self, item: Item, act: Move, habits: Habits) -> None:
        if item.role is Role.TRACK:
            self._pay(item, act, habits)
            return
        is_card = self.writer.states[act.keys[0]].kind not in self.writer.game.piece_types
        if item.role is not Role.PIECE or is_card or not self.manners.near:
            slips = not is_card and item.role is not Role.BARRIER and self._hits(habits.nudged)
            self.writer.move(act.keys, act.place, offset=self._offset() if slips else (0, 0))
            return
        self._peek(habits)
        if self._hits(habits.undone / MEAN_RUN):
            self._try(item, act)
        if self._hits(habits.taken_back):
            self._take_back(act)
        if self._hits(habits.objection):
            self._object(item, act)
        if self._hits(habits.wrong_piece) and self._misplace(item, act):
            return
        if act.place not in self.manners.near and self._hits(habits.misread):
            self._remove_too_many(item, act)
        acts = [act, *self._alike(item, act, habits)]
        keys = tuple(key for one in acts for key in one.keys)
        if len(acts) == 1 and len(keys) > 1 and self._hits(habits.split):
            for key in keys:
                self._drag(Move((key,), act.place), item.actor, habits)
        else:
            self._drag(Move(keys, act.place), item.actor, habits)

    def _drag(self, act: Move, actor: str, habits: Habits) -> None:
        """One drag, by way of other spaces or with a wrong piece, by the player or another."""
        writer, near = self.writer, self.manners.near
        source = self._source(act.keys[0])
        if self._hits(habits.staged) and source in near and act.place in near:
            stop = self.chance.choice(sorted(near[source] | {source}))
            if stop not in {source, act.place}:
                writer.move(act.keys, stop)
        keys = act.keys
        if len(keys) > 1 and source in near and self._hits(habits.along):
            strangers = [
                key
                for key, state in writer.states.items()
                if state.place == source and key not in keys and self._is_piece(key)
            ]
            if strangers:
                stranger = self.chance.choice(strangers)
                keys = (*keys, stranger)
                self._later(Move((stranger,), source), actor, 0, 3)
        if self._hits(habits.others):
            writer.actor = self._other(actor)
        writer.move(keys, act.place)
        writer.actor = actor

    def _alike(self, item: Item, act: Move, habits: Habits) -> list[Move]:
        """The next acts, if they move pieces from the same space to the same place: one drag."""
        found: list[Move] = []
        while self.queue and self._hits(habits.stacked):
            after = self.queue[0]
            same = isinstance(after.act, Move) and after.act.place == act.place
            if not same or after.role is not Role.PIECE or after.actor != item.actor:
                break
            assert isinstance(after.act, Move)
            if self._source(after.act.keys[0]) != self._source(act.keys[0]):
                break
            found.append(after.act)
            self.queue.popleft()
            self.steps[after.number] = len(self.writer.steps) + 1
        return found

    def _source(self, key: str) -> str:
        return self.writer.states[key].place

    def _is_piece(self, key: str) -> bool:
        known = self.writer.states[key].kind in self.writer.game.piece_types
        return known and self.manners.role(Move((key,), "")) is Role.PIECE

    def _offset(self) -> tuple[int, int]:
        return self.chance.randint(-NUDGE, NUDGE), self.chance.randint(-NUDGE, NUDGE)

    def _elsewhere(self, key: str, but: str) -> str:
        """A space near the one where a piece is; any space for a piece off the map."""
        near = self.manners.near
        source = self._source(key)
        places = near.get(source) or frozenset(near)
        return self.chance.choice(sorted(places - {source, but}) or sorted(set(near) - {source}))

    # --- tries and slips ---------------------------------------------------------------------

    def _try(self, item: Item, act: Move) -> None:
        """A run of moves, all undone: these acts to other or the same places, or other pieces."""
        (bounds,) = self.chance.choices([run for run, _ in RUNS], [share for _, share in RUNS])
        length = self.chance.randint(*bounds)
        coming = [act] + [
            other.act
            for other in self.queue
            if isinstance(other.act, Move)
            and other.role is Role.PIECE
            and not other.fixed
            and other.actor == item.actor
            and self._is_piece(other.act.keys[0])
        ]
        kind = self.writer.states[act.keys[0]].kind
        on_map = [key for key, state in self.writer.where(kind) if state.place in self.manners.near]
        done = 0
        for n in range(length):
            luck = self.chance.random()
            if n < len(coming) and luck < OTHER + SAME:
                keys = coming[n].keys
                other = luck < OTHER
                place = self._elsewhere(keys[0], coming[n].place) if other else coming[n].place
            elif on_map:
                keys = (self.chance.choice(on_map),)
                place = self._elsewhere(keys[0], "")
            else:
                break
            self.writer.move(keys, place)
            done += 1
        self.writer.undo(done)

    def _take_back(self, act: Move) -> None:
        """A piece out and, some steps later, exactly back."""
        key = act.keys[0]
        source = self._source(key)
        if source not in self.manners.near:
            kind = self.writer.states[key].kind
            found = [(key, at.place) for key, at in self.writer.where(kind)]
            found = [(key, place) for key, place in found if place in self.manners.near]
            if not found:
                return
            key, source = self.chance.choice(found)
        self.writer.move([key], self._elsewhere(key, ""))
        if key in act.keys:
            self.writer.move([key], source)
        else:
            self._later(Move((key,), source), self.writer.actor, 0, 10)

    def _object(self, item: Item, act: Move) -> None:
        """A piece goes to a wrong space; another player says so and puts it back."""
        key = act.keys[0]
        source = self._source(key)
        self.writer.move([key], self._elsewhere(key, act.place))
        self.writer.actor = self._other(item.actor)
        self._say(self.writer.actor, OBJECTION)
        self.writer.move([key], source)
        self.writer.actor = item.actor

    def _misplace(self, item: Item, act: Move) -> bool:
        """The pieces go to another space than meant, and to the right one some steps later."""
        if act.place not in self.manners.near:
            return False
        self.writer.move(act.keys, self._elsewhere(act.keys[0], act.place))
        self._later(act, item.actor, 1, 20, item.number)
        return True

    def _remove_too_many(self, item: Item, act: Move) -> None:
        """One more piece of the kind leaves the map, and comes back some steps later."""
        state = self.writer.states[act.keys[0]]
        more = [key for key in self.writer.find(*state) if key not in act.keys]
        if more and state.place in self.manners.near:
            self.writer.move([more[0]], act.place)
            self._later(Move((more[0],), state.place), item.actor, 1, 12)

    def _pay(self, item: Item, act: Move, habits: Habits) -> None:
        """A track's marker, in one drag; sometimes to a wrong box first."""
        track, _, cell = act.place.partition(":")
        if self._hits(habits.wrong_total) and cell.isdigit() and track in self.writer.game.tracks:
            ends = self.writer.game.tracks[track]
            wrong = int(cell) + self.chance.choice((-2, -1, 1, 2))
            if ends.first <= wrong <= ends.last:
                self.writer.move(act.keys, f"{track}:{wrong}")
                self._later(act, item.actor, 1, 12, item.number)
                return
        offset = self._offset() if self._hits(habits.nudged) else (0, 0)
        self.writer.move(act.keys, act.place, offset=offset)

    def _later(self, act: Act, actor: str, low: int, high: int, number: int = -1) -> None:
        """An act some steps on, before the next act on the same pieces and the next barrier."""
        at = self.chance.randint(low, high)
        keys = touched(act)
        for n, item in enumerate(self.queue):
            if n >= at or keys & touched(item.act) or item.role is Role.BARRIER or item.fixed:
                at = n
                break
        at = min(at, len(self.queue))
        self.queue.insert(at, Item(act, actor, False, Role.PIECE, "", -1))
        if number >= 0:
            self.steps[number] = len(self.writer.steps)

    def _peek(self, habits: Habits) -> None:
        """A piece turned over and back, or lifted and put back, without any effect."""
        if self._hits(habits.peek):
            faces = [
                (key, state.face, others)
                for key, state in self.writer.states.items()
                if state.place in self.manners.near
                and self._is_piece(key)
                and (others := self._other_faces(state.kind, state.face))
            ]
            if faces:
                key, face, others = self.chance.choice(faces)
                self.writer.flip(key, self.chance.choice(others))
                self.writer.flip(key, face)
        if self._hits(habits.lifted):
            there = [
                (key, state.place)
                for key, state in self.writer.states.items()
                if state.place in self.manners.near and self._is_piece(key)
            ]
            if there:
                key, place = self.chance.choice(there)
                self.writer.move([key], place)

    def _other_faces(self, kind: str, face: str) -> list[str]:
        piece = self.writer.game.piece_types.get(kind)
        return [one.id for one in piece.faces if one.id != face] if piece else []

    # --- dice --------------------------------------------------------------------------------

    def _roll(self, item: Item, act: Roll, habits: Habits) -> None:
        writer = self.writer
        if self._hits(habits.typed_die):
            button = next(one for one in writer.game.info.dice if one.id == act.die)
            self._say(act.side, f"*** {button.name} = {', '.join(map(str, act.results))} ***")
            return
        writer.do(act)
        if self._hits(habits.undone_die):
            writer.undo()
            writer.do(act)
        if not item.fixed and self._hits(habits.surplus_die):
            writer.roll(act.side, act.die, tuple(self.chance.randint(1, 6) for _ in act.results))
            if self._hits(IGNORED_SAID):
                said = Say(f"<{writer.game.sides[act.side].name}> - {IGNORED}")
                self._later(said, item.actor, 0, 15)
