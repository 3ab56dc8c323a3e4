"""Losses (14.d, 14.e, 14.f): which Units had to go, and which went late or without a hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reports.findings import plural
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.dice_reading import Fixed, Hits, Losses, Reading, changed
from modgen_rules.junta_coup.judging.hits import unexplained, unpaid
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.city import DEAD, GUNS, RETREATS
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.record import Record, marker_face, turned_since
from modgen_rules.junta_coup.wording import Words, verb


@dataclass
class Removals:
    """Judges the Units that leave the map in acts `start` to `end`; dice begin at act `dice`."""

    record: Record
    words: Words
    coup: Coup
    start: int
    dice: int
    end: int
    blind: frozenset[str]
    """Spaces whose battle began before the log: losses may be for dice that it does not show."""
    unfinished: bool
    """Whether the log ends here, perhaps in the middle of a battle."""

    def removed(self, reading: Reading, n: int, act: Act) -> Iterator[Reading]:
        """14.d, 15.f: a Unit leaves the map, or comes back; retreats are judged elsewhere."""
        near = self.record.city.near
        yield reading
        if act.what == "gun":
            self._sunk(reading, act)
            return
        if act.target in near:
            self._back(reading, act)
            return
        space, family = act.source, act.owner
        if space not in near:
            return
        if space in self.blind:
            self._pay(reading, space, family)
            return
        if n < self.dice and act.target != DEAD:
            return  # it was taken back before any die fell
        if reading.fought and (reading.space, reading.stage) == (space, 0):
            reading.shelled(family)
        if self._paid(reading, n, act):
            return
        gone = family not in self.record.units(self.end, space)
        if space == reading.space and gone and not self._goes_on(n):
            forced = reading.copy()
            removed = Losses(space, family, reading.stage)
            forced.losses = changed(forced.losses, removed, -1)
            forced.gone = changed(forced.gone, removed, -1)
            shown = marker_face(self.record, n) == RETREATS
            shown = shown and turned_since(self.record, self.start, n)
            hidden = prices.FORCED_HIDDEN if self._turned else prices.FORCED_UNSHOWN
            if (space, family) not in forced.forced:
                forced.pay(prices.FORCED if shown else hidden)
            forced.forced = changed(forced.forced, (space, family))
            yield forced
        reading.pay(prices.LOSS_EARLY)

    @cached_property
    def _turned(self) -> bool:
        """Whether the players turn the Battle marker to the retreats of some battle."""
        acts = self.record.acts
        return any((act.what, act.target) == ("battle", RETREATS) for act in acts)

    def _sunk(self, reading: Reading, act: Act) -> None:
        """12.d: a hit is spent on a Gunboat or an Air Raid that is put among the destroyed."""
        kept = self.record.positions[self.end].others[act.piece].place
        own = [one for one in reading.hits if one.space == reading.space]
        if act.target == kept == DEAD and own:
            key = max(own, key=lambda one: one.stage)
            reading.hits = changed(reading.hits, key, -1)
            reading.struck = changed(reading.struck, key, -1)

    def _paid(self, reading: Reading, n: int, act: Act) -> bool:
        """Take a loss down, and whether hits explain it; with hits of earlier dice it is late."""
        space, family = act.source, act.owner
        reading.gone = changed(reading.gone, Losses(space, family, reading.stage))
        single = frozenset({family})
        current = reading.stage if space == reading.space else None
        for key in sorted(reading.hits, key=lambda one: (one.stage != current, not one.owed)):
            if (key.space, key.families) == (space, single):
                reading.hits = changed(reading.hits, key, -1)
                if key.stage != current:
                    if key.stage or not self._just_shelled(n):
                        self._late(reading, act)
                    if not key.stage and current:
                        reading.shelled(family)
                return True
        before, _ = unexplained(reading, space)
        reading.losses = changed(reading.losses, Losses(space, family, reading.stage))
        after, _ = unexplained(reading, space)
        if after > before:
            return False
        if current is None or unexplained(reading, space, current)[0]:
            self._late(reading, act)
        return True

    @staticmethod
    def _pay(reading: Reading, space: str, family: str) -> None:
        """14.d: a loss in a battle that began before the log pays a hit, if there is one."""
        hits = [one for one in reading.hits if one.space == space and family in one.families]
        if hits:
            key = min(hits, key=lambda one: (len(one.families), -one.stage))
            reading.hits = changed(reading.hits, key, -1)
            reading.gone = changed(reading.gone, Losses(space, family, reading.stage))

    def _just_shelled(self, n: int) -> bool:
        """12.e: whether the last dice before an act were a bombardment's."""
        rolls = (act for act in reversed(self.record.acts[self.start : n]) if act.what == "roll")
        return any(act.kind in GUNS for act in islice(rolls, 1))

    def _goes_on(self, n: int) -> bool:
        """Whether more is fired in the same battle after an act."""
        for act in self.record.acts[n + 1 : self.end]:
            if act.what == "battle" and act.kind == "place":
                return False
            if act.what == "roll":
                return True
            if act.what == "battle" and act.target in self.record.city.exchanges:
                return True
        return False

    def _back(self, reading: Reading, act: Act) -> None:
        """A Unit that was removed by mistake comes back."""
        if act.source != DEAD:
            return
        space, family = act.target, act.owner
        last = max((one for one in reading.gone if one[:2] == (space, family)), default=None)
        if last:
            reading.gone = changed(reading.gone, last, -1)
        for key in sorted(reading.losses, reverse=True):
            if (key.space, key.family) == (space, family):
                reading.losses = changed(reading.losses, key, -1)
                return
        removed = any(
            other.what == "unit"
            and (other.source, other.owner) == (space, family)
            and other.target not in self.record.city.near
            for other in self.record.acts[self.start : self.end]
        )
        if removed:
            reading.hits = changed(reading.hits, Hits(space, frozenset({family}), reading.stage))

    def _late(self, reading: Reading, act: Act) -> None:
        """13.c: a loss that is taken when the next exchange, or battle, has begun."""
        what = (
            f"{self.words.owned(act.kind, 1, act.owner)} in {self.words.place(act.source)} "
            f"{verb(self.words.several(act.kind, 1), 'was', 'were')} removed too late, after "
            "further dice"
        )
        reading.note(oddity("14.d", act.owner, what, act.step, price=prices.LOSS_LATE))

    # --- the end of a battle ---------------------------------------------------------------------

    def close(self, reading: Reading, n: int) -> None:
        """14.d, 14.e, 14.f: at the end all hits have their losses and all losses their hits."""
        final = n == self.end
        for space in sorted({key.space for key in reading.losses}):
            if final or space == reading.space:
                number, families = unexplained(reading, space)
                if number:
                    self._unhit(reading, space, families, number, n)
        if not final:
            return
        on = self.left_open(reading)
        for space in sorted({key.space for key in reading.hits} - {on}):
            families = {one for key in reading.hits for one in key.families}
            alive = Counter({who: self._alive(space, who) for who in families})
            for whose, number in unpaid(reading, space, alive):
                self._kept(reading, space, whose, number)
        for space, number in reading.delayed.items():
            self._delayed(reading, space, number)
        for issue in [one for one in reading.issues if one.clause == "13.h"]:
            self._never_removed(reading, issue)

    def _never_removed(self, reading: Reading, issue: Issue) -> None:
        """14.d: Units that were hit fired on, and fewer went than were hit: that is the mistake."""
        space, who = issue.place, issue.actor
        hit, removed = _struck(reading, space, who)
        if hit > removed and issue in reading.issues:
            self._kept(reading, space, {who}, hit - removed)

    def delay(self, reading: Reading, n: int) -> None:
        """13.c: note the Units that should have gone before an exchange that begins now."""
        space = reading.space
        units = self.record.units(n, space)
        alive = Counter({who: len(keys) for who, keys in units.items()})
        number = sum(left for _, left in unpaid(reading, space, alive))
        if number > reading.delayed.get(space, 0):
            reading.pay(prices.LOSS_LATE / 2 * (number - reading.delayed.get(space, 0)))
            reading.delayed = Fixed({**reading.delayed, space: number})

    def _delayed(self, reading: Reading, space: str, number: int) -> None:
        """13.c: a delay of which no other finding tells."""
        first, last = self._begin(reading, space), self._last(reading, space)
        if all(
            issue.clause not in ("14.d", "14.e", "13.h", "13.i")
            or not first <= issue.first <= last + 3
            for issue in reading.issues
        ):
            what = (
                f"{plural(number, 'Unit')} in {self.words.place(space)} that dice had hit "
                f"{verb(number, 'was', 'were')} not removed before the next exchange"
            )
            reading.note(oddity("14.d", "", what, first, last, price=prices.LOSS_LATE / 2))

    def left_open(self, reading: Reading) -> str:
        """The space of the last battle if it goes on after the log; empty if it was finished."""
        if not self.unfinished or not reading.fought:
            return ""
        last = reading.fought[-1]
        done = any(
            act.what in ("battle", "attack", "level")
            and act.target not in self.record.city.near
            and act.kind != "face"
            for act in self.record.acts[last.last :]
        )
        return "" if done else last.space

    def _alive(self, space: str, family: str) -> int:
        """14.f: Units that could still have been removed: there at the end, or retreated."""
        units = self.record.units(self.end, space)
        left = {
            act.piece: act.target
            for act in self.record.acts[self.dice : self.end]
            if (act.what, act.source, act.owner) == ("unit", space, family)
        }  # where each Unit went when it last left: one may be dragged away and back before it dies
        fled = sum(target in self.record.city.near for target in left.values())
        # Whether Units that retreated here may be fired at is open (15.g).
        came = self.record.arrived(self.dice, self.end, space)
        return fled + len(set(units.get(family, ())) - came)

    def _kept(self, reading: Reading, space: str, families: set[str], number: int) -> None:
        """14.d: Units that were hit are still there."""
        step = self._last(reading, space)
        family = next(iter(families)) if len(families) == 1 else ""
        if family:
            reading.spared = changed(reading.spared, (space, family), number)
        whose = f"of {self.words.family(family)} " if family else ""
        what = (
            f"{plural(number, 'Unit')} {whose}in {self.words.place(space)} that dice had hit "
            f"{verb(number, 'was', 'were')} not removed"
        )
        hit, gone = _struck(reading, space, family)
        if hit - gone == number:
            left = f"only {gone} {verb(gone, 'was', 'were')}" if gone else "none were"
            what = (
                f"the dice hit {plural(hit, 'Unit')} of {self.words.family(family)} in "
                f"{self.words.place(space)}, but {left if hit > 1 else 'it was not'} removed"
            )
        first = self._begin(reading, space)
        removed = [
            act.step
            for act in self.record.acts[self.dice : self.end]
            if (act.what, act.source, act.target) == ("unit", space, DEAD)
        ]
        step = max([step, *removed])
        fired_on = [
            issue
            for issue in reading.issues
            if (issue.clause, issue.actor) == ("13.h", family) and first <= issue.first <= step
        ]
        reading.withdraw(fired_on)
        reading.note(breach("14.d", family, what, first, step))

    def _unhit(self, reading: Reading, space: str, families: set[str], number: int, n: int) -> None:
        """14.e, 13.i: Units were removed that no die had hit."""
        family = next(iter(families)) if len(families) == 1 else ""
        left = number
        for key in sorted(reading.losses, key=lambda one: -one.stage):
            if key.space == space and key.family in families:
                paid = min(left, reading.losses[key])
                reading.losses = changed(reading.losses, key, -paid)
                reading.unhit = changed(reading.unhit, (space, key.family), paid)
                left -= paid
        steps = [
            act.step
            for act in self.record.acts[self.start : self.end]
            if act.what == "unit"
            and act.source == space
            and act.owner in families
            and act.target not in self.record.city.near
        ]
        first, last = (min(steps), max(steps)) if steps else (self.record.step(n),) * 2
        place, name = self.words.place(space), self.words.families(sorted(families))
        units = f"{plural(number, 'Unit')} of {name} in {place}"
        if min(number, sum(self.coup.owed[space, one] for one in families)) == number:
            were = verb(number, "was", "were")
            what = f"{units} {were} removed late, for dice of the previous phase"
            late = oddity("14.d", family, what, first, last, price=prices.LOSS_LATE)
            reading.note(late._replace(makes_good=True))
            return
        what = f"{units} {verb(number, 'was', 'were')} removed although no die had hit"
        elsewhere = next(
            (key for key in reading.hits if key.space != space and key.families & families), None
        )
        beside = [key for key in reading.hits if key.space == space]
        if elsewhere:
            reading.hits = changed(reading.hits, elsewhere, -number)
            reading.spared = changed(reading.spared, (elsewhere.space, family), number)
            what = (
                f"{units} {verb(number, 'was', 'were')} removed for dice rolled in "
                f"{self.words.place(elsewhere.space)}"
            )
        elif beside:
            for wrong in beside:
                reading.hits = changed(reading.hits, wrong, -number)
                for other in wrong.families if len(wrong.families) == 1 else ():
                    reading.spared = changed(reading.spared, (space, other), number)
            what = (
                f"{units} {verb(number, 'was', 'were')} removed, but the dice had hit another "
                "family"
            )
        clause = "13.i" if elsewhere else "14.e"
        if family in self.record.positions[n].playing() and family not in self.record.present(n):
            clause = "4.a"
            what = f"{units}, who is dead or in exile, {verb(number, 'was', 'were')} removed"
        reading.note(breach(clause, family, what, first, last)._replace(place=space))

    def _begin(self, reading: Reading, space: str) -> int:
        found = [one.first for one in reading.fought if one.space == space]
        return self.record.step(found[0]) if found else self.record.step(self.dice)

    def _last(self, reading: Reading, space: str) -> int:
        found = [one.last for one in reading.fought if one.space == space]
        return self.record.step(found[-1]) if found else self.record.step(self.end - 1)


def _struck(reading: Reading, space: str, family: str) -> tuple[int, int]:
    """How many hits a family surely took in a space, and how many of its Units were removed."""
    hit = sum(
        number
        for key, number in reading.struck.items()
        if (key.space, key.families) == (space, frozenset({family})) and key.owed
    )
    removed = sum(
        n for loss, n in reading.gone.items() if (loss.space, loss.family) == (space, family)
    )
    return hit, removed
