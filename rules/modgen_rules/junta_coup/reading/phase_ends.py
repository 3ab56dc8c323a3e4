"""What the acts of a log say about where a phase ends (2.a, 2.f, 5.a), besides the phase marker."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.effort import ENDS
from modgen_rules.engine.record.turn_order import clockwise
from modgen_rules.junta_coup.law.city import GUNS
from modgen_rules.junta_coup.reading.record import Record, marker_place


@dataclass
class PhaseEnds:
    """Reads acts `start` to `last` of a record."""

    record: Record
    start: int
    last: int

    def seams(self, start: int, end: int) -> list[int]:
        """Where a phase may end: before steps that may begin a movement, and with the record."""
        acts = self.record.acts
        return [
            n
            for n in range(start + 1, end + 1)
            if n == len(acts) or (acts[n - 1].step != acts[n].step and self._begins(n))
        ]

    def fits(self, number: int, begin: int, mark: int, end: int) -> bool:
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

    def opens(self, number: int, end: int, mark: int, limit: int) -> bool:
        """5.a: whether who moves before a marker is first in the phase that begins with it."""
        acts = self.record.acts
        position = self.record.positions[mark]
        order = clockwise(position.playing(), position.leader, number)
        dice = next((n for n in range(mark, limit) if acts[n].what == "roll"), limit)
        before = {acts[n].owner for n in range(end, mark) if self._moves(n)}
        after = {acts[n].owner for n in range(mark, dice) if self._moves(n)}
        if not before or not before | after <= {*order}:
            return False
        if not after:
            return before == {order[0]}
        return max(map(order.index, before)) < min(map(order.index, after))

    def resumed(self, begin: int, end: int) -> int | None:
        """The first movement after the last dice of some acts; none if nothing moves after them."""
        acts = self.record.acts
        dice = next((n for n in range(end - 1, begin, -1) if acts[n].what == "roll"), end)
        return next(filter(self._goes_on, range(dice + 1, end)), None)

    def new_movements(self, number: int, begin: int, last: int) -> list[int]:
        """Where Movement begins again: after dice, or with a family that has had its turn."""
        acts = self.record.acts
        rolls = [n for n in range(begin, last) if acts[n].what == "roll"]
        dice = rolls[0] if rolls else last
        after = [*filter(self._goes_on, range(dice, last))]
        rolls = [n for n in rolls if after and n < after[0]]
        since = rolls[-1] + 1 if rolls else last
        leaving = [n for n in range(since, after[0] if after else last) if self._begins(n)]
        return self._turns_over(number, begin, dice)[:ENDS] + leaving[:1] + after[:1]

    def _turns_over(self, number: int, begin: int, limit: int) -> list[int]:
        """5.a: where the order of turns begins again, without dice before it.

        Also where somebody moves who does not in the Rebellion phase: El Presidente, or a family
        that never shows itself a Rebel.
        """
        acts, position = self.record.acts, self.record.positions[begin]
        order = clockwise(position.playing(), position.leader, number)
        found: list[int] = []
        last, mover = -1, ""
        for n in filter(self._moves, range(begin, limit)):
            act = acts[n]
            rank = order.index(act.owner) if act.owner in order else -1
            loyal = act.owner == position.president or (
                bool(self.record.turned) and not self._shown(act.owner, n)
            )
            if mover not in ("", act.owner) and (rank < last or (loyal and not number)):
                found.append(self._run(begin, n))
            last, mover = max(last, rank), act.owner
        return list(dict.fromkeys(found))

    def moved_late(self, marks: list[tuple[int, int, int]]) -> bool:
        """Whether Units of a new phase moved before its marker somewhere, after dice."""
        acts, since = self.record.acts, self.start
        for mark, _, _ in marks:
            rolls = [n for n in range(since, mark) if acts[n].what == "roll"]
            if rolls and any(map(self._goes_on, range(rolls[-1], mark))):
                return True
            since = mark
        return False

    def loyal_moves(self, number: int, begin: int, end: int) -> int:
        """3.d: the families that move in the Rebellion phase and do not show it soon."""
        moved = {
            act.owner for n, act in enumerate(self.record.acts[begin:end], begin) if self._moves(n)
        }
        return 0 if number else sum(not self._shown(who, end) for who in moved)

    def played(self, start: int, end: int) -> bool:
        """Whether Units moved or dice were rolled."""
        return any(act.what in ("unit", "roll") for act in self.record.acts[start:end])

    def _shown(self, family: str, index: int) -> bool:
        """3.h: whether a family shows itself a Rebel soon after an act."""
        soon = min(index + windows.LATER, len(self.record.positions) - 1)
        return "revolution" in self.record.positions[soon].tiles(family).values()

    def _moves(self, n: int) -> bool:
        """Whether an act moves a Unit from a space to another."""
        act, near = self.record.acts[n], self.record.city.near
        return act.what == "unit" and act.source in near and act.target in near

    def _begins(self, n: int) -> bool:
        """Whether an act can begin a Movement segment: a Unit moves, or a card is played."""
        act = self.record.acts[n]
        return act.what == "card" or (act.what == "unit" and act.target in self.record.city.near)

    def _goes_on(self, n: int) -> bool:
        """Whether an act begins a Movement segment, and is no retreat."""
        return self._begins(n) and not self._leaves_battle(n, n)

    def _run(self, begin: int, n: int) -> int:
        """The first act of a family's turn in which an act moves a Unit: cards come before it."""
        acts, family = self.record.acts, self.record.acts[n].owner
        while n > begin and (
            acts[n - 1].what in ("card", "control")
            or (acts[n - 1].what in ("unit", "office") and acts[n - 1].owner == family)
        ):
            n -= 1
        return n

    def _cleared(self, n: int) -> bool:
        """Whether all markers of Battle went home after the last dice, so that it is over."""
        acts, near = self.record.acts, self.record.city.near
        dice = next((k for k in range(n - 1, self.start, -1) if acts[k].what == "roll"), n)
        home = any(
            act.what in ("attack", "battle") and act.source in near and act.target not in near
            for act in acts[dice:n]
        )
        return home and not any(
            piece.kind.startswith(("attack_", "battle")) and piece.place in near
            for piece in self.record.positions[n].others.values()
        )

    def _leaves_battle(self, n: int, since: int) -> bool:
        """15.c: whether an act takes a Unit away from a space that families fought over."""
        act = self.record.acts[n]
        if act.source not in self.record.city.near or len(self.record.units(since, act.source)) < 2:
            return False
        fought = self._fought(since)
        return fought is None or act.source in fought

    def _fought(self, n: int) -> set[str] | None:
        """10.a: where there were battles, from the phase marker's move before the last dice on.

        The Battle marker, attack markers and losses show it; None if Units fired without a marker.
        """
        acts, near = self.record.acts, self.record.city.near
        found: set[str] = set()
        rolled = placed = False
        for k in range(n - 1, self.start - 1, -1):
            act = acts[k]
            if act.what == "level" and rolled:
                break
            if act.what == "roll":
                rolled = True
                place = marker_place(self.record, k)
                if place:
                    found.add(place)
                elif act.kind not in GUNS:
                    return None
            elif act.what == "unit" and act.source in near and act.target not in near:
                found.add(act.source)
            elif act.what in ("attack", "battle") and act.target in near:
                placed = placed or act.what == "battle"
                found.add(act.target)
        return found if placed else None
