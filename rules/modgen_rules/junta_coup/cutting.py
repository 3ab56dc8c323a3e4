"""The phases of a coup (2.a, 2.d): where in the log each of them ends.

The phase marker is evidence of where a phase ends, not proof: it is moved late, early, or
forgotten. The search takes the cheapest way to cut the log into phases.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.engine.turn_order import clockwise
from modgen_rules.junta_coup.issues import Issue, breach, oddity
from modgen_rules.junta_coup.phase import Phase, PhaseJudgement
from modgen_rules.junta_coup.position import Coup
from modgen_rules.junta_coup.record import Record, is_midway, is_over, marker_place
from modgen_rules.junta_coup.wording import Words

SHIFTED = 0.9
"""The price of a phase that ends elsewhere than its marker moves."""
SHIFTED_ONCE = 4.2
"""The same if only the order of turns tells so, and the marker is never late after dice."""
FORGOTTEN = 1.4
"""The price of a phase whose marker was not moved."""
SLIPPED = 2.0
"""The price of a marker that went too far while the right phase is played next."""
NEVER = 0.3
"""The price of a further phase without its marker."""
LOYAL = 0.3
"""The price of a family that moves in the Rebellion phase and does not show itself a Rebel soon."""
MOST = 20
"""After this number of judged phases, only the ends that the marker shows are tried."""
MOST_UNMARKED = 60
"""The same for a record whose marker is not moved to the end."""
MOST_AGAIN = 3
"""How many ends are tried of a phase without dice and marker."""
REACH = 14
"""The greatest number of acts between the move of the phase marker and what it comes before."""
EARLY = 40
"""The greatest number of acts of a new phase before the phase marker moves, unless they are all
of its movements."""


@dataclass
class Cut:
    """A phase in one way to cut the log: its acts, how it was judged, what came before."""

    number: int
    start: int
    end: int
    judged: PhaseJudgement
    before: Cut | None
    notes: tuple[Issue, ...] = ()
    sure: bool = True
    """Whether the phase marker shows its end."""

    def line(self) -> list[Cut]:
        """All phases up to this one, in order."""
        return [*(self.before.line() if self.before else []), self]


class Step(NamedTuple):
    """A way to cut the log so far; with an `end`, its next phase is still to be judged."""

    total: float
    number: int
    """The phase that comes next."""
    used: int
    """How many moves of the phase marker are accounted for."""
    before: Cut | None
    start: int
    coup: Coup
    end: int | None = None
    following: int = 0
    notes: tuple[Issue, ...] = ()
    price: float = 0.0
    """What the end costs because the phase marker shows another one."""


@dataclass
class Cutting:
    """Cuts acts `start` to `last` of a record into phases."""

    record: Record
    words: Words
    coup: Coup
    start: int
    last: int

    def phases(self) -> list[Cut]:
        """The cheapest phases, each judged."""
        return self._closely(self._cut())

    def _marks(self) -> list[tuple[int, int, int]]:
        """Where the phase marker moved: act, old and new number; what was put right is left out.

        A marker that goes on twice by one phase shows a phase in which nobody did anything.
        """
        found: list[tuple[int, int, int]] = []
        for n in range(self.start, self.last):
            act = self.record.acts[n]
            left, entered = (place.partition(":")[2] for place in (act.source, act.target))
            if act.what != "phase" or not entered.isdigit():
                continue
            old, new = int(left) if left.isdigit() else 0, int(entered)
            if found and all(
                self.record.acts[k].what in ("phase", "office") for k in range(found[-1][0] - 1, n)
            ):
                since, *former = found[-1]
                passed = former == [old - 1, old] and new == old + 1
                if not passed or self.record.acts[since - 1].step == act.step:
                    old = found.pop()[1]
            if old != new:
                found.append((n + 1, old, new))
        return found

    def _cut(self) -> list[Cut]:
        """The cheapest phases: by cost, over the acts at which a phase may end."""
        start, last = self.start, self.last
        number = self.record.positions[start].phase
        marks = self._marks()
        first = Step(0.0, number, 0, None, start, self.coup)
        heap: list[tuple[float, int, int, Step]] = [(0.0, 0, 0, first)]
        seen: set[tuple[int, int, int]] = set()
        count = judged = 0
        while heap:
            total, _, _, step = heapq.heappop(heap)
            if step.end is not None:
                judged += 1
                step = self._judged(step)
                count += 1
                heapq.heappush(heap, (step.total, -step.start, count, step))
                continue
            key = (step.number, step.start, step.used)
            if key in seen:
                continue
            if step.before and step.start >= last and step.used >= len(marks):
                return step.before.line()
            seen.add(key)
            ends = self._ends(step.number, step.start, step.used, marks, last)
            most = MOST if step.used < len(marks) else MOST_UNMARKED
            plain = judged > most or self.record.work.spent
            for end, following, used, price, notes in ends[:1] if plain else ends:
                count += 1
                open_ = step._replace(
                    total=total + price,
                    end=end,
                    following=following,
                    used=used,
                    notes=notes,
                    price=price,
                )
                heapq.heappush(heap, (open_.total, -end, count, open_))
        return []

    def _judged(self, step: Step) -> Step:
        """A phase whose end was only supposed, judged."""
        assert step.end is not None
        opening = step.before is None and is_midway(self.record)
        last = self._unfinished(step.end)
        judged = Phase(
            self.record, self.words, step.number, step.start, step.end, step.coup.copy(), opening,
            last, quick=True,
        ).judge()  # fmt: skip
        cut = Cut(
            step.number, step.start, step.end, judged, step.before, step.notes, not step.price
        )
        return Step(step.total + judged.cost, step.following, step.used, cut, step.end, judged.coup)

    def _closely(self, cuts: list[Cut]) -> list[Cut]:
        """The same phases, those in which something is wrong judged by a wider search."""
        found: list[Cut] = []
        changed = False
        for cut in cuts:
            if cut.judged.cost or changed:
                before = found[-1] if found else None
                coup = before.judged.coup if before else self.coup
                judged = Phase(
                    self.record, self.words, cut.number, cut.start, cut.end, coup.copy(),
                    before is None and is_midway(self.record), self._unfinished(cut.end),
                ).judge()  # fmt: skip
                changed = changed or judged.coup != cut.judged.coup
                found.append(
                    Cut(cut.number, cut.start, cut.end, judged, before, cut.notes, cut.sure)
                )
            else:
                found.append(cut)
        return found

    def _unfinished(self, end: int) -> bool:
        """Whether a phase ends with the log, perhaps before it is over."""
        return end >= len(self.record.acts) and not is_over(self.record)

    def _ends(
        self, number: int, begin: int, used: int, marks: list[tuple[int, int, int]], last: int
    ) -> list[tuple[int, int, int, float, tuple[Issue, ...]]]:
        """Where a phase may end: act, the next phase, marks used, price, what is odd about it."""
        if used >= len(marks):
            return [(last, number + 1, used, 0.0, ()), *self._unmarked(number, begin, marks, last)]
        n, old, new = marks[used]
        step = self.record.step(n - 1)
        n = max(n, begin)
        found: list[tuple[int, int, int, float, tuple[Issue, ...]]] = []
        if new == number + 1:
            found.append((n, new, used + 1, 0.0, ()))
            limit = marks[used + 1][0] if used + 1 < len(marks) else last
            resumed = self._resumed(begin, n)
            for end in self._seams(begin, limit):
                near = -EARLY <= end - n <= REACH or end == resumed
                if end == n or not near or not self._fits(number, begin, n, end):
                    continue
                fought = any(act.what == "roll" for act in self.record.acts[begin:end])
                habit = fought or end > n or self._moved_late(marks)
                habit = habit or self._opens(new, end, n, limit)
                price = (SHIFTED if habit else SHIFTED_ONCE) + 0.02 * min(abs(end - n), EARLY)
                late: tuple[Issue, ...] = ()
                if end < n:
                    what = f"Units moved for phase {new} before the phase marker was moved on"
                    late = (oddity("2.f", "", what, self.record.step(end), step),)
                found.append((end, new, used + 1, price, late))
            return found
        what = f"the phase marker went from phase {old} to phase {new}"
        if new > number + 1:
            jump = breach("2.d", "", what, step, expected=str(number + 1))
            found.append((n, new, used + 1, jump.price, (jump,)))
            slip = oddity("2.d", "", what, step, expected=str(number + 1))
            found.append((n, number + 1, used + 1, SLIPPED, (slip,)))
            forgot = oddity("2.d", "", what, step, expected=str(number + 1))
            for end in dict.fromkeys(self._new_movements(number, begin, n, False)):
                found.append((end, number + 1, used, FORGOTTEN, (forgot,)))
        else:
            back = breach("2.a", "", what, step, expected=str(number + 1))
            home = new == 0 and not self._played(n, last)
            found.append((n, number if home else new, used + 1, 0.0 if home else back.price,
                          () if home else (back,)))  # fmt: skip
        return found

    def _unmarked(
        self, number: int, begin: int, marks: list[tuple[int, int, int]], last: int
    ) -> Iterator[tuple[int, int, int, float, tuple[Issue, ...]]]:
        """Where a phase may end if its marker is not moved any more."""
        if number >= self.record.city.last_phase:
            return
        shown = marks[-1][2] if marks else self.record.positions[self.start].phase
        for end in self._new_movements(number, begin, last, not marks):
            what = f"the phase marker was not moved after phase {number}"
            step = self.record.step(end)
            first = number == shown
            notes = (oddity("2.d", "", what, step, expected=str(number + 1)),) if first else ()
            price = (FORGOTTEN if first else NEVER) + LOYAL * self._loyal_moves(number, begin, end)
            yield end, number + 1, len(marks), price, notes

    def _loyal_moves(self, number: int, begin: int, end: int) -> int:
        """3.d: the families that move in the Rebellion phase and do not show it soon."""
        moved = {
            act.family for n, act in enumerate(self.record.acts[begin:end], begin) if self._moves(n)
        }  # fmt: skip
        return 0 if number else sum(not self._shown(who, end) for who in moved)

    def _shown(self, family: str, index: int) -> bool:
        """3.h: whether a family shows itself a Rebel soon after an act."""
        soon = min(index + REACH, len(self.record.positions) - 1)
        return "revolution" in self.record.positions[soon].tiles(family).values()

    def _moves(self, n: int) -> bool:
        """Whether an act moves a Unit from a space to another."""
        act, near = self.record.acts[n], self.record.city.near
        return act.what == "unit" and act.source in near and act.target in near

    def _new_movements(self, number: int, begin: int, last: int, again: bool) -> list[int]:
        """Where Movement begins again: after dice, or with a family that has had its turn."""
        acts = self.record.acts
        rolls = [n for n in range(begin, last) if acts[n].what == "roll"]
        dice = rolls[0] if rolls else last
        after = [
            n for n in range(dice, last) if self._begins(n) and not self._leaves_battle(n, n)
            and acts[n - 1].step != acts[n].step
        ]  # fmt: skip
        rolls = [n for n in rolls if after and n < after[0]]
        since = rolls[-1] + 1 if rolls else last
        leaving = [n for n in range(since, after[0] if after else last) if self._begins(n)]
        return self._turns_over(number, begin, dice, again)[:MOST_AGAIN] + leaving[:1] + after[:1]

    def _resumed(self, begin: int, end: int) -> int | None:
        """The first movement after the last dice of some acts; none if nothing moves after them."""
        acts = self.record.acts
        dice = next((n for n in range(end - 1, begin, -1) if acts[n].what == "roll"), end)
        return next(
            (n for n in range(dice + 1, end)
             if self._begins(n) and not self._leaves_battle(n, n)
             and acts[n - 1].step != acts[n].step),
            None,
        )  # fmt: skip

    def _begins(self, n: int) -> bool:
        """Whether an act can begin a Movement segment: a Unit moves, or a card is played."""
        act = self.record.acts[n]
        return act.what == "card" or (act.what == "unit" and act.target in self.record.city.near)

    def _turns_over(self, number: int, begin: int, limit: int, again: bool = False) -> list[int]:
        """5.a: where the order of turns begins again, without dice before it.

        With `again` also where a family moves a Unit a second time: it may have moved last in one
        phase and first in the next.
        Also where somebody moves who does not in the Rebellion phase: El Presidente, or a family
        that never shows itself a Rebel.
        """
        acts, position = self.record.acts, self.record.positions[begin]
        order = clockwise(position.playing(), position.leader, number)
        found: list[int] = []
        last, mover, moved = -1, "", set[str]()
        for n in filter(self._moves, range(begin, limit)):
            act = acts[n]
            rank = order.index(act.family) if act.family in order else -1
            loyal = act.family == position.president or (
                bool(self.record.turned) and not self._shown(act.family, n)
            )
            if mover not in ("", act.family) and (rank < last or (loyal and not number)):
                found.append(self._run(begin, n))
            elif again and mover == act.family and act.piece in moved and self._goes_on(n):
                found.append(n)
                moved.clear()
            last, mover = max(last, rank), act.family
            moved.add(act.piece)
        return list(dict.fromkeys(found))

    def _goes_on(self, n: int) -> bool:
        """Whether other families move, or dice are rolled, after an act."""
        acts = self.record.acts
        return any(
            acts[k].what == "roll" or (self._moves(k) and acts[k].family != acts[n].family)
            for k in range(n + 1, self.last)
        )

    def _run(self, begin: int, n: int) -> int:
        """The first act of a family's turn in which an act moves a Unit: cards come before it."""
        acts, family = self.record.acts, self.record.acts[n].family
        while n > begin and (
            acts[n - 1].what in ("card", "control")
            or (acts[n - 1].what in ("unit", "office") and acts[n - 1].family == family)
        ):
            n -= 1
        return n

    def _moved_late(self, marks: list[tuple[int, int, int]]) -> bool:
        """Whether Units of a new phase moved before its marker somewhere, after dice."""
        acts, since = self.record.acts, self.start
        for mark, _, _ in marks:
            rolls = [n for n in range(since, mark) if acts[n].what == "roll"]
            for n in range(rolls[-1] if rolls else mark, mark):
                if self._begins(n) and not self._leaves_battle(n, n):
                    return True
            since = mark
        return False

    def _fits(self, number: int, begin: int, mark: int, end: int) -> bool:
        """Whether a phase may end before its marker moves, or after it.

        Before it a new Movement has to begin after dice; after it only losses and retreats of
        battles may follow, which other families' Units that are in the same space show.
        """
        acts, near = self.record.acts, self.record.city.near
        if end > mark:
            return any(act.what == "roll" for act in acts[begin:mark]) and all(
                act.what not in ("roll", "card")
                and (act.what != "unit" or self._leaves_battle(n, mark))
                for n, act in enumerate(acts[mark:end], mark)
            )
        if not any(act.what == "roll" for act in acts[begin:end]):
            return end in self._turns_over(number, begin, mark)
        if marker_place(self.record, end) or not self._begins(end):
            return False
        return self._cleared(end) or any(
            act.what == "card"
            or (act.what == "unit" and act.target in near and not self._leaves_battle(n, end))
            for n, act in enumerate(acts[end:mark], end)
        )

    def _opens(self, number: int, end: int, mark: int, limit: int) -> bool:
        """5.a: whether who moves before a marker is first in the phase that begins with it."""
        acts = self.record.acts
        position = self.record.positions[mark]
        order = clockwise(position.playing(), position.leader, number)
        dice = next((n for n in range(mark, limit) if acts[n].what == "roll"), limit)
        before = {acts[n].family for n in range(end, mark) if self._moves(n)}
        after = {acts[n].family for n in range(mark, dice) if self._moves(n)}
        if not before or not after or not before | after <= {*order}:
            return False
        return max(map(order.index, before)) < min(map(order.index, after))

    def _cleared(self, n: int) -> bool:
        """Whether the attack markers have all gone home just before an act: Battle is over."""
        near, before = self.record.city.near, self.record.acts[n - 1]
        return (
            before.what == "attack"
            and before.source in near
            and before.target not in near
            and not any(
                piece.kind.startswith("attack_") and piece.place in near
                for piece in self.record.positions[n].others.values()
            )
        )

    def _leaves_battle(self, n: int, since: int) -> bool:
        """15.c: whether an act takes a Unit away from a space that families share."""
        act = self.record.acts[n]
        return act.source in self.record.city.near and len(self.record.units(since, act.source)) > 1

    def _played(self, start: int, end: int) -> bool:
        """Whether Units moved or dice were rolled."""
        return any(act.what in ("unit", "roll") for act in self.record.acts[start:end])

    def _seams(self, start: int, end: int) -> list[int]:
        """Acts at which a phase may end: a movement that begins after a battle, or markers home."""
        found = []
        near, acts = self.record.city.near, self.record.acts
        for n in range(start + 1, end + 1):
            act = acts[n] if n < len(acts) else None
            before = acts[n - 1]
            moves = act is None or (
                act.what in ("unit", "card") and (act.what == "card" or act.target in near)
            )
            new_step = act is None or before.step != act.step
            if new_step and (moves or before.what in ("battle", "attack", "office")):
                found.append(n)
        return found
