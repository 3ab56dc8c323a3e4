"""The order of turns in Movement (3.a, 5.a, 5.e, 7.d): nobody moves before his turn."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.engine.record.turn_order import clockwise
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.family_turn import FamilyTurn
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.movement import moves
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words

Mover = tuple[FamilyTurn, tuple[int, int]]


@dataclass
class TurnSequence:
    """Judges when families moved in acts `start` to `end` of a record."""

    record: Record
    words: Words
    start: int
    end: int

    def judge(self, turns: list[FamilyTurn]) -> list[Issue]:
        """3.a, 5.a, 5.e: nobody moves before a family whose turn comes first."""
        position = self.record.positions[self.start]
        movers = [
            (made, made.moves) for made in turns if made.moves and made.family in position.present()
        ]
        away = tuple(one for one in position.movers() if one in position.present())
        leader = position.leader if position.leader in away else ""
        orders = [position.movers()]
        if leader:
            orders.append(clockwise(away, leader, position.phase))
        issues = min((self._overtaken(movers, order) for order in orders), key=len)
        clause = "5.a" if position.phase else "3.a"
        found = [
            breach(
                clause,
                made.family,
                f"{self.words.family(made.family)} moved before {self.words.families(others)}",
                made.first,
                made.last,
                expected=f"order of turns: {self.words.families(order)}",
            )
            for made, others, order in issues
        ]
        if not found:
            found = self._begun(movers, orders[0]) + self._arrived(turns, movers, orders[0])
        return found + self._cousins(turns)

    def _begun(self, movers: list[Mover], order: tuple[str, ...]) -> list[Issue]:
        """5.a: a family that began before another whose turn comes first, and went on after it."""
        found = []
        rank = {family: n for n, family in enumerate(order)}
        for made, (first, last) in movers:
            early = [
                other.family
                for other, (begun, done) in movers
                if rank.get(other.family, 0) < rank.get(made.family, 0)
                and first < begun
                and last > done
            ]
            if early:
                what = (
                    f"{self.words.family(made.family)} began to move before "
                    f"{self.words.families(early)} and went on afterwards"
                )
                clause = "5.a" if self.record.positions[self.start].phase else "3.a"
                found.append(oddity(clause, made.family, what, first, last))
        return found

    def _arrived(
        self, turns: list[FamilyTurn], movers: list[Mover], order: tuple[str, ...]
    ) -> list[Issue]:
        """5.j, 7.d: a landing or new Units after families whose turn comes later have moved."""
        rank = {family: n for n, family in enumerate(order)}
        found = []
        for made in turns:
            later = [
                other.family
                for other, (_, last) in movers
                if made.family in rank
                and rank.get(other.family, 0) > rank[made.family]
                and last < made.arrives
            ]
            if later:
                what = (
                    f"Units of {self.words.family(made.family)} came after "
                    f"{self.words.families(later)} had moved"
                )
                clause = "7.d" if made.lands else "5.a" if order and made.turn.phase else "3.a"
                found.append(oddity(clause, made.family, what, made.arrives))
        return found

    @staticmethod
    def _overtaken(
        movers: list[Mover], order: tuple[str, ...]
    ) -> list[tuple[FamilyTurn, list[str], tuple[str, ...]]]:
        """Who moved wholly before families that come first; as few as explain all of it."""
        rank = {family: n for n, family in enumerate(order)}
        left = {made.family: (made, span) for made, span in movers if made.family in rank}
        found: list[tuple[FamilyTurn, list[str], tuple[str, ...]]] = []
        while True:
            early = {
                family: [
                    other
                    for other, (_, begun) in left.items()
                    if rank[other] < rank[family] and span[1] < begun[0]
                ]
                for family, (_, span) in left.items()
            }
            late = {
                family: [other for other, others in early.items() if family in others]
                for family in left
            }
            hasty = max(left, key=lambda family: len(early[family]), default="")
            if not hasty or not early[hasty]:
                return found
            slow = max(left, key=lambda family: len(late[family]))
            if len(late[slow]) > len(early[hasty]):
                found.append((left[late[slow][0]][0], [slow], order))
                del left[slow]
            else:
                found.append((left[hasty][0], early[hasty], order))
                del left[hasty]

    def _cousins(self, turns: list[FamilyTurn]) -> list[Issue]:
        """5.e: the Cousin's Units move in the turn of the player whose Office he took."""
        position = self.record.positions[self.start]
        order = position.movers()
        found = []
        for made in turns:
            extra = {
                net.office
                for net, pick in zip(made.turn.nets, made.found.picks, strict=True)
                if net.office and moves(pick)
            }
            for office in sorted(extra):
                seat = position.offices[office].place.removeprefix("family_")
                keys = {net.key for net in made.turn.nets if net.office == office}
                steps = [
                    act.step
                    for act in self.record.acts[self.start : self.end]
                    if act.what == "unit" and act.piece in keys
                ]
                rank = order.index(seat) if seat in order else -1
                after = [
                    other.family
                    for other in turns
                    if other.moves
                    and other.family in order
                    and other.family != made.family
                    and order.index(other.family) > rank
                    and other.moves[1] < min(steps)
                ]
                if after:
                    what = (
                        f"the Cousin's Units moved after {self.words.families(after)}, "
                        f"not in the turn of {self.words.family(seat)}"
                    )
                    found.append(oddity("5.e", made.family, what, min(steps), max(steps)))
        return found
