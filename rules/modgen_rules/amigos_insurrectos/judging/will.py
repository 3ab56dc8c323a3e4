"""Political Will (10.9, 17.1): what was earned in a turn against how its marker moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import groupby, pairwise, permutations

from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, SIDES, SIGN, US, WILL
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.flows import most_lost
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War, WillEntry
from modgen_rules.engine.reading import effort, prices, windows
from modgen_rules.engine.reading.track_payments import MarkerMove, Matched, Payments, Wrong
from modgen_rules.engine.reading.verdicts import SURE, lapse, unless
from modgen_rules.engine.reports.sections import Issue

LOSSES, ORDER, SUPPLY = "10.9.a", "10.9.b", "15."
"""The clauses of points for the losses of a battle, of their order, and of lost supply."""
LEADERS = ("10.7.b", "1.2.3.a")
"""The clauses of points for Leaders, whose order is not given."""


def reachable(
    start: int, entries: Sequence[WillEntry], ends: range, strict: bool = False
) -> set[int]:
    """17.1.a: the values that entries lead to, in their order or with entries of one act swapped.

    What passes an end of the track is lost. An entry that is not sure may be left out. `strict`:
    10.9.b, the points for the steps lost in a battle are not swapped, the attacker's come first.
    """
    found = {start}
    for _, group in groupby(entries, key=lambda one: one.act):
        together = list(group)
        far = sum(abs(one.points) for one in together)
        orders: Iterable[Sequence[WillEntry]] = [together]
        if len(together) <= effort.SWAPPED and not {
            value + way * far for value in found for way in (-1, 1)
        } <= {*ends}:
            battle = [one for one in together if one.clause == LOSSES] if strict else []
            orders = (
                order
                for order in permutations(together)
                if not battle or [one for one in order if one.clause == LOSSES] == battle
            )
        found = {value for order in orders for value in _moved(found, order, ends)}
    return found


def _moved(values: set[int], entries: Iterable[WillEntry], ends: range) -> set[int]:
    """Where the marker may be after entries in this order."""
    for one in entries:
        moved = {min(max(value + one.points, ends[0]), ends[-1]) for value in values}
        values = moved if one.sure else values | moved
    return values


def judge(turn: Turn, war: War) -> None:
    """Compare the moves of the marker with what was earned; name the payment that is wrong."""
    account = Account(turn, war)
    finals, due = account.finals(), account.due
    war.finals = [one for one in finals if one in due] or finals
    account.order()
    if account.whole and due & {*finals} and not account.at_end:
        return
    wrong, gap = account.read()
    if not wrong or (gap < SURE and not account.whole):
        return
    if account.whole or (len(wrong) == 1 and account.shows(wrong[0])):
        account.tell(wrong, gap)


class Account:
    """The moves of the marker in a turn, each matched with what earned it."""

    def __init__(self, turn: Turn, war: War) -> None:
        self.turn, self.war, self.acts = turn, war, turn.record.acts
        track = war.country.game.tracks["political_will"]
        self.ends = range(track.first, track.last + 1)
        self.whole = turn.complete and war.whole
        self.entries = sorted(war.will, key=lambda one: one.act)
        self.span = turn.span
        scoring = turn.phases.get("scoring")
        self.reset = set(scoring.acts) if scoring else set[int]()
        """The acts among which the marker goes back to 0."""
        moves = (MarkerMove(*one) for one in turn.levels(WILL))
        self.moves = [one for one in moves if one.act != turn.returns]
        self.payments = [one.act for one in self.moves if self.is_payment(one)]
        values = {turn.will, *(one.target for one in self.moves)}
        self.at_end = bool(values & {self.ends[0], self.ends[-1]})
        """17.1.a: whether points may have been lost at an end of the track."""
        self.due = reachable(turn.will, self.entries, self.ends, strict=True)

    @property
    def opened(self) -> int:
        """The act up to which the marker may pay what was earned before the log began."""
        if self.war.whole or self.turn.first:
            return 0
        earned = {one.act for one in self.entries}
        acts = ((n, self.acts[n]) for n in self.span)
        known = (n for n, one in acts if n in earned or one.what == "phase" or one.kind == BATTLE)
        return next(known, self.span.stop)

    def finals(self) -> list[int]:
        """Where the marker stood before it went back to 0 in the scoring phase.

        There are several answers when it was moved more than once there: hands slip.
        """
        turn = self.turn
        moves = [n for n in self.span if self.acts[n].kind == WILL and n != turn.returns]
        ending = [turn.phases[one] for one in ("scoring", "victory") if one in turn.phases]
        scored = {n for one in ending for n in one.acts}
        late = [n for n in moves if n in scored] or moves[-1:]
        found = [turn.record.positions[n].will for n in late]
        known = any(n in scored for n in late)
        if known and turn.record.positions[late[-1] + 1].will == 0:
            return found
        return [*found, turn.after.will]

    def read(self) -> tuple[tuple[Wrong, ...], float]:
        """What is wrong in the cheapest reading, and what one costs besides that is all right.

        The return to 0 may be several drags, and come before the tracker shows it.
        """
        ways = [[one for one in self.moves if self.is_payment(one)]]
        if self.moves and not self.moves[-1].target:  # or a payment that made it needless
            ways.append([one for one in self.moves if one.act not in self.reset])
            ways.append([one for one in self.moves[:-1] if one in ways[0]])

        orders = [self.entries]
        if not self.whole or self.due.isdisjoint(self.finals()):  # to name the one that is wrong
            orders.append(sorted(self.entries, key=lambda one: (one.act, one.clause == LOSSES)))
        readings = []
        for entries in orders:
            for moves in ways:
                found, gap = self._matched(entries, moves)
                if not found.wrong:
                    return (), 0.0
                culprits = [entries[n].clause for one in found.wrong for n in one.dues]
                readings.append(
                    (round(found.cost, 6), LOSSES in culprits, entries, found.wrong, gap)
                )
        _, _, self.entries, wrong, gap = min(readings, key=lambda one: one[:2])
        return tuple(one for one in wrong if not self._absorbed(one)), gap

    def is_payment(self, move: MarkerMove) -> bool:
        """Whether a move is a payment, and not the return to 0 as the turn is scored."""
        return move.act not in self.reset or bool(move.target)

    def _absorbed(self, wrong: Wrong) -> bool:
        """17.1.a: whether the marker then came to the end of the track for which points lack."""
        points = {entry.points > 0 for entry in self._of(wrong)}
        end = self.ends[-1 if True in points else 0]
        later = (one.target for one in self.moves if one.act > wrong.act)
        return not wrong.paid and len(points) == 1 and end in later

    def _matched(
        self, entries: Sequence[WillEntry], moves: Sequence[MarkerMove]
    ) -> tuple[Matched, float]:
        """The cheapest way to match moves with entries, and what a right one costs besides."""

        @cache
        def lead(dues: range, value: int) -> set[int]:
            return reachable(value, entries[dues.start : dues.stop], self.ends, strict=True)

        acts, seen = [one.act for one in entries], (self.war.whole, self.turn.complete, self.opened)
        payments = Payments(self.turn.will, moves, acts, lead, *seen)
        found, gap = payments.matched()
        return found[0], gap

    def order(self) -> None:
        """10.9.b: the attacker records his points first; hands that are late may not."""
        before, jungle = -1, self.turn.phases.get("jungle_combat")
        for act, group in groupby(self.entries, key=lambda one: one.act):
            together, moves = [*group], [one for one in self.moves if before < one.act <= act]
            before = act
            losses = [one for one in together if one.clause == LOSSES]
            if len(losses) != len(SIDES) or any(one.clause in LEADERS for one in together):
                continue
            if jungle and act in jungle.acts:
                continue  # nobody attacks there
            mine, other = losses
            top, pairs = self.ends[-1 if mine.points > 0 else 0], [*pairwise(moves)]
            if any(self._pays(one, mine) and self._pays(two, other) for one, two in pairs):
                continue
            for one, two in pairs:
                if self._pays(one, mine) or one.source == top:
                    break  # what the attacker earns beyond the end of the track is lost
                if self._pays(one, other) and self._pays(two, mine):
                    what = f"the defender recorded his Political Will first, for {other.why}"
                    side = US if mine.points > 0 else FILIPINO
                    gap = unless(self.war.kept, prices.MOVED)
                    self.war.find(ORDER, side, what, one.act, gap=gap)
                    break

    def _pays(self, move: MarkerMove, entry: WillEntry) -> bool:
        """Whether a move goes where it pays an entry."""
        return move.target in _moved({move.source}, [entry], self.ends)

    def shows(self, wrong: Wrong) -> bool:
        """Whether a log that has only a part of the turn shows that a payment is wrong."""
        areas = self.war.country.areas
        if wrong.act < self.opened:
            return False
        if self._left_out(wrong):
            began = bool(self.turn.began) and self.turn.before.place(BATTLE) not in areas
            since = any(act > wrong.act + windows.MUCH_LATER for act in self.payments)
            return began and (self.turn.complete or since)
        later = range(wrong.act + 1, self.span.stop)
        return any(self.acts[n].what == "phase" or self.acts[n].kind == BATTLE for n in later)

    def _left_out(self, wrong: Wrong) -> bool:
        """Whether nothing was paid when something was due, not even something else."""
        beside = any(0 < act - wrong.act <= windows.AT_ONCE for act in self.payments)
        return not wrong.paid and not beside

    def tell(self, wrong: Sequence[Wrong], gap: float) -> None:
        """Note the first wrong payment that does not follow from another mistake.

        Others are named with it if the sum tells no more.
        """
        known = [it for it in (*self.war.told, *self.war.issues) if it.illegal]
        if self.turn.record.told:  # dice that are not in the log may be the reason
            wrong = [one for one in wrong if one.dues]
        for n, one in enumerate(wrong):
            clause, side, what, expected = self._named(one, wrong[n + 1 :])
            if not self._follows(one, clause, known):
                break
        else:
            return
        fought = [entry for entry in self._of(one) if entry.clause == LOSSES]
        firm = bool(self._of(one)) and (
            all(entry.firm for entry in fought) if self.at_end else not fought
        )
        rolled = any(self.acts[n].kind in DICE_OF_BATTLE for n in self.span)
        proved = firm or not may_be(self.turn, self.war.will, self.war.finals, self.ends)
        if rolled and not (proved or self.turn.kept):
            gap = min(gap, lapse(prices.MIXED))
        if self._left_out(one) and not self.turn.complete:
            gap = min(gap, lapse(prices.ENDS))
        self.war.find(
            clause,
            side,
            what,
            one.act,
            gap=gap,
            expected=str(expected),
            observed=str(one.target),
            local=proved,
        )

    def _follows(self, wrong: Wrong, clause: str, known: Sequence[Issue]) -> bool:
        """Whether a wrong payment follows from another mistake.

        It breaks the same clause, or pays what nobody earned, about when that clause was broken.
        """
        causes = {one.act: one.clause for one in self._denials(wrong, windows.LATER)}
        causes[wrong.act] = clause
        return any(
            it.clause == cause and abs(it.first - act) <= windows.SOON
            for it in known
            for act, cause in causes.items()
        )

    def _named(self, one: Wrong, others: Sequence[Wrong]) -> tuple[str, str, str, int]:
        """Clause, side and sentence of a wrong payment, and the value that is right."""
        entries = self._of(one)
        right = reachable(one.source, entries, self.ends, strict=True)
        expected = min(right, key=lambda value: abs(value - one.target))
        side = US if one.target < expected else FILIPINO
        went = f"the marker went from {one.source} to {one.target}"
        if not entries:
            denied = self._denied(one)
            if denied is not None:
                return denied.clause, "", f"Political Will was recorded for {denied.why}", expected
            what = f"Political Will went from {one.source} to {one.target} without a reason"
            return self._near(one.act), "", what, expected
        clause = max(entries, key=lambda entry: abs(entry.points)).clause
        why = " and for ".join(dict.fromkeys(entry.why for entry in entries))
        if one.target in reachable(one.source, entries, self.ends):
            clause = ORDER
        what = f"the Political Will recorded for {why} is wrong: {went} instead of {expected}"
        if not one.paid:
            also = [entry.why for other in others if not other.paid for entry in self._of(other)]
            what = "no Political Will was recorded for " + " and for ".join([why, *also])
        return clause, side, what, expected

    def _of(self, wrong: Wrong) -> Sequence[WillEntry]:
        return self.entries[wrong.dues.start : wrong.dues.stop]

    def _denied(self, wrong: Wrong) -> WillEntry | None:
        """The points that nobody earned, and for which the marker was moved at once."""
        gone = wrong.target - wrong.source
        found = self._denials(wrong, windows.SOON) if gone else []
        return next((one for one in found if one.points in (0, gone)), None)

    def _denials(self, wrong: Wrong, within: int) -> list[WillEntry]:
        """The points that nobody earned so few acts before a payment."""
        return [one for one in self.war.denied if 0 < wrong.act - one.act <= within]

    def _near(self, act: int) -> str:
        """The clause of a move without a reason: that of what was earned just before."""
        before = [one for one in self.entries if one.act <= act]
        if not before:
            return "17.1.b"
        return before[-1].clause if act - before[-1].act <= windows.AT_ONCE else "17.1.e"


def may_be(turn: Turn, entries: Sequence[WillEntry], finals: Collection[int], ends: range) -> bool:
    """Whether other losses than those that were read explain where the marker stands.

    Steps that were taken to be lost in battles may have gone for other reasons, unless their dice
    tell it, and all others that went may have been lost in battles. At an end of its track the
    marker tells nothing.
    """
    worth = turn.record.country.numbers.step_points

    def steps(side: str, clauses: str, firm: bool = False) -> int:
        """The steps of a side for which entries give points."""
        points = (
            -SIGN[side] * one.points
            for one in entries
            if one.clause.startswith(clauses) and (one.firm or not firm)
        )
        return sum(one for one in points if one > 0) // worth[side]

    every = turn.span
    acts = turn.record.acts
    first = next((n for n in every if acts[n].kind in DICE_OF_BATTLE), turn.first)
    gone = {side: most_lost(turn.record, every[first - turn.first :], side) for side in SIDES}
    fixed = turn.will + sum(one.points for one in entries if one.clause != LOSSES)
    doubts = any(one.clause != LOSSES and not one.sure for one in entries)
    lost = {
        side: range(
            steps(side, LOSSES, firm=True),
            max(steps(side, LOSSES), gone[side] - steps(side, SUPPLY)) + 1,
        )
        for side in SIDES
    }
    high, low = (fixed - SIGN[side] * lost[side][-1] * worth[side] for side in (FILIPINO, US))
    if doubts or high >= ends[-1] or low <= ends[0]:
        return True
    return any(
        fixed + filipino * worth[FILIPINO] - us * worth[US] in finals
        for filipino in lost[FILIPINO]
        for us in lost[US]
    )
