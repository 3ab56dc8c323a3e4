"""In which order people do the acts of their turns, and what they do late or leave out.

`schedule` takes the acts of a tidy game, turn by turn, and gives the same acts as people do them.
Acts on the same piece keep their order, so the game ends in the same position.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Flip,
    Move,
    PlannedAct,
    Roll,
    Say,
    SetState,
    touched,
)
from modgen_rules.engine.record.table_manners import Role, TableManners
from modgen_rules.engine.writing.human_noise import Habits, RecordHabits


class Item(NamedTuple):
    """An act to do. `number` is its index in the tidy game; -1 for an act that people add."""

    act: Act
    actor: str
    fixed: bool
    role: Role
    place: str
    number: int = -1


LATE = 3
"""The greatest number of acts of a turn that follow after the sequence has passed on."""
OVERLAP = 0.25
"""The share of such acts that are done after the next player has begun. Est."""
PAST_BARRIER = 0.1
"""The share of late acts that wait until after the next card or phase has begun. Est."""


@dataclass
class Schedule:
    """Orders the acts of one game. `chance` is the only source of chance."""

    manners: TableManners
    people: Mapping[str, Habits]
    record: RecordHabits
    chance: random.Random
    places: dict[str, str]
    """Where each piece is, by id, as the acts begin; kept up to date."""
    _forgets: int = -1
    _late: list[Item] = field(default_factory=list)
    _round: list[Item] = field(default_factory=list)
    _pads: dict[str, Announce] = field(default_factory=dict)

    def order(self, acts: Sequence[PlannedAct]) -> list[Item]:
        """The acts as people do them."""
        items = [
            Item(
                one.act,
                one.actor,
                one.fixed,
                self.manners.role(one.act),
                self._place(one.act),
                number,
            )
            for number, one in enumerate(acts)
        ]
        markers = [item.number for item in items if item.role is Role.SEQUENCE]
        if self.record.sequence == "once_forgotten" and markers:
            self._forgets = self.chance.choice(markers)
        done: list[Item] = []
        turns = groupby(zip(acts, items, strict=True), key=lambda pair: pair[0].turn)
        for _, pairs in turns:
            turn = [item for _, item in pairs if self._is_used(item)]
            if turn:
                done += self._turn(turn)
        return in_order([*done, *self._round, *self._late])

    def _place(self, act: Act) -> str:
        """The space in which an act happens; empty for none. Follows the pieces."""
        place = ""
        match act:
            case Move():
                source = self.places.get(act.keys[0], "") if act.keys else ""
                self.places |= dict.fromkeys(act.keys, act.place)
                place = act.place if act.place in self.manners.near else source
            case Flip():
                place = self.places.get(act.key, "")
            case SetState():
                place = act.space
            case Roll():
                place = act.place
        return place if place in self.manners.near else ""

    def _is_used(self, item: Item) -> bool:
        """Whether the table moves such a marker at all."""
        if item.role is Role.AUXILIARY:
            return self.manners.group(item.act) not in self.record.absent
        if item.role is Role.SEQUENCE:
            kept = self.record.sequence not in {"straight", "never"}
            return kept and item.number != self._forgets
        return item.role is not Role.RESET or self.record.sequence != "never"

    def _habits(self, actor: str) -> Habits:
        return self.people.get(actor) or next(iter(self.people.values()), Habits())

    def _chance(self, rate: float) -> bool:
        return self.chance.random() < rate

    # --- one turn ----------------------------------------------------------------------------

    def _turn(self, turn: list[Item]) -> list[Item]:
        if turn[0].fixed:
            return self._fixed_turn(turn)
        habits = self._habits(turn[0].actor)
        roles: dict[Role, list[Item]] = defaultdict(list)
        for item in turn:
            roles[item.role].append(item)
        before: list[Item] = []
        after: list[Item] = []
        for item in roles[Role.TRACK]:
            early = self._chance(habits.paid_before)
            (before if early else after).append(item)
        said = self._said(roles[Role.DECLARATION], habits)
        line = [*before, *self._body(roles[Role.PIECE], roles[Role.DIE], habits), *after]
        line += [*roles[Role.AUXILIARY], *roles[Role.DERIVED], *roles[Role.TALK]]
        late_pad = self._chance(habits.late_pad)
        if said and self._chance(habits.declared_after_roll) and roles[Role.DIE]:
            last = max(n for n, item in enumerate(line) if item.role is Role.DIE)
            line[last + 1 : last + 1] = said
        else:
            line = [*line, *said] if late_pad else [*said, *line]
        line, left = self._left_over(line, habits)
        own, late = self._sequence(roles[Role.SEQUENCE], habits)
        early = self.record.sequence == "early" or self._chance(habits.marker_early)
        line = [*own, *line] if early else [*line, *own]
        stay: list[Item] = []
        go = late
        for item in left:
            (go if self._chance(OVERLAP) else stay).append(item)
        if stay and self._chance(habits.done_then_more):
            line.append(Item(Say("Done."), turn[0].actor, False, Role.TALK, ""))
        woven = self._woven([*line, *stay])
        self._late = go
        return woven

    def _fixed_turn(self, turn: list[Item]) -> list[Item]:
        """Acts of nobody, or in an order that matters; late markers wait for them or not."""
        done: list[Item] = []
        if turn[0].role is Role.RESET:
            done, self._round = self._round, []
        if any(item.role is Role.BARRIER for item in turn):
            done, self._round = [*done, *self._round], []
            waiting = [item for item in self._late if self._chance(PAST_BARRIER)]
            done += [item for item in self._late if item not in waiting]
            self._late = waiting
        late = any(item.role is Role.RESET for item in turn) and self._chance(
            self._habits("").marker_late
        )
        for item in turn:
            if late and item.role is Role.RESET:
                self._late.append(item)
            else:
                done.append(item)
        return done

    def _said(self, pads: list[Item], habits: Habits) -> list[Item]:
        """The declarations that are made, with what the pad still holds of the last one."""
        said = []
        for item in pads:
            act = item.act
            if not isinstance(act, Announce) or self._chance(habits.silent):
                continue
            held = self._pads.get(act.side)
            self._pads[act.side] = act
            if held is not None and self._chance(habits.stale_pad):
                chosen = (
                    (name, value or held.chosen.get(name)) for name, value in act.chosen.items()
                )
                act = replace(act, chosen=dict(chosen))
            said.append(item._replace(act=act))
        return said

    def _sequence(self, markers: list[Item], habits: Habits) -> tuple[list[Item], list[Item]]:
        """The markers of the sequence that are moved in the turn, and those that are late."""
        if self.record.sequence == "round_end":
            self._round += markers
            return [], []
        own: list[Item] = []
        late: list[Item] = []
        for item in markers:
            (late if self._chance(habits.marker_late) else own).append(item)
        return own, late

    def _left_over(self, line: list[Item], habits: Habits) -> tuple[list[Item], list[Item]]:
        """Acts that follow when the sequence has passed on, and acts that are forgotten."""
        left: list[Item] = []
        if self._chance(habits.leftovers):
            can = [item for item in line if item.role is Role.DERIVED or self._is_loss(item)]
            self.chance.shuffle(can)
            left = can[: self.chance.randint(1, LATE)]
        for item in line:
            if item in left:
                continue
            paid_late = item.role is Role.TRACK and self._chance(habits.paid_late)
            forgettable = item.role in {Role.TRACK, Role.DERIVED} or isinstance(item.act, Flip)
            if paid_late or (forgettable and self._chance(habits.forgotten)):
                left.append(item)
        return [item for item in line if item not in left], left

    def _is_loss(self, item: Item) -> bool:
        """Whether pieces, no card, leave the map."""
        act = item.act
        if item.role is not Role.PIECE or not isinstance(act, Move):
            return False
        known = all(self.manners.kinds.get(key) in self.manners.roles for key in act.keys)
        return known and act.place not in self.manners.near

    # --- order inside a turn -----------------------------------------------------------------

    def _body(self, pieces: list[Item], dice: list[Item], habits: Habits) -> list[Item]:
        """Pieces space by space, each space near the one before; dice first or where they fall."""
        batch = self._chance(habits.batch) or not habits.local_order
        line = [*([] if batch else dice), *pieces]
        if self._chance(habits.local_order):
            blocks: dict[str, list[Item]] = defaultdict(list)
            for item in line:
                blocks[item.place].append(item)
            line = [item for name in self._walk([*blocks]) for item in blocks[name]]
        for item in [one for one in line if self._is_loss(one)]:
            if dice and self._chance(habits.late_losses):
                line.remove(item)
                line.append(item)
        return [*(dice if batch else []), *line]

    def _walk(self, names: list[str]) -> list[str]:
        """Spaces in an order in which each is next to one before it, as far as there is one.

        What happens in no space (a card is played) comes first.
        """
        left = [name for name in names if name]
        order = ["" for name in names if not name]
        while left:
            near = {name for done in order[-2:] for name in self.manners.near.get(done, ())}
            name = self.chance.choice([one for one in left if one in near] or left)
            left.remove(name)
            order.append(name)
        return order

    def _woven(self, line: list[Item]) -> list[Item]:
        """A turn with what is late of the turns before among its acts."""
        waiting, self._late = self._late, []
        at = 0
        for item in waiting:
            at = self.chance.randint(at, min(len(line), at + LATE))
            line.insert(at, item)
            at += 1
        return line


def in_order(items: Iterable[Item]) -> list[Item]:
    """Items as near as possible to their order, but acts that touch the same thing as in the game.

    An act waits for none: what must be done before it is done just before it.
    """
    line = list(items)
    before: dict[str, list[Item]] = defaultdict(list)
    for item in sorted(line, key=lambda one: one.number):
        for key in touched(item.act):
            before[key].append(item)
    done: set[int] = set()
    result: list[Item] = []

    def emit(item: Item) -> None:
        if item.number in done:
            return
        needed = {
            other.number: other
            for key in touched(item.act)
            for other in before[key]
            if 0 <= other.number < item.number and other.number not in done
        }
        for _, other in sorted(needed.items()):
            emit(other)
        if item.number >= 0:
            done.add(item.number)
        result.append(item)

    for item in line:
        emit(item)
    return result
