"""Political Will (10.9, 17.1): what was earned in a turn against how its marker moved."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise, permutations
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.judging.will_losses import may_be
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War, WillEntry
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.beam import cheapest
from modgen_rules.engine.reading.track_payments import MarkerMove, mispaid
from modgen_rules.engine.reading.verdicts import unless

MARKER = "political_will_marker"
NEAREST, READINGS = 6, 40
"""The entries that are tried for a move of the marker, and the ways to match that are followed."""
TOGETHER = 3
"""The most moves of the marker that may be one payment."""
CHITS = ("US.", "PH.", "1.2.1.d")
"""The beginnings of the clauses of points that are recorded at once, and not with a battle."""
BATTLE, ORDER, SITE = "10.9.a", "10.9.b", "11.0.e"
"""The clauses of points for the losses of a battle, of their order, and for a POA site."""
ALONE = ("7.1.e", "10.3.1.a", "11.0.g", "15.2.b")
"""The clauses of points for one deed or one lost step, recorded at once by themselves."""
MOST = 5
"""The most entries that one move pays."""
SWAPPED = 5
"""The most entries of one act that may come in any order."""


def final_wills(turn: Turn) -> list[int]:
    """Where the marker stood before it went back to 0 in the scoring phase.

    There are several answers when it was moved more than once there: hands slip.
    """
    acts = turn.record.acts
    moves = [n for n in range(turn.first, turn.last + 1) if acts[n].kind == MARKER]
    ending = [turn.phases[one] for one in ("scoring", "victory") if one in turn.phases]
    scored = {n for one in ending for n in one.acts}
    late = [n for n in moves if n in scored] or moves[-1:]
    found = [turn.record.positions[n].will for n in late]
    known = any(n in scored for n in late)
    if known and turn.record.positions[late[-1] + 1].will == 0:
        return found
    return [*found, turn.after.will]


def reachable(
    start: int, entries: Sequence[WillEntry], ends: range, strict: bool = False
) -> set[int]:
    """17.1.a: the values that entries lead to, in their order or with entries of one act swapped.

    What passes an end of the track is lost. An entry that is not sure may be left out. `strict`:
    10.9.b, the points for the steps lost in a battle are not swapped, the attacker's come first.
    """
    found = {start}
    for _, group in groupby(sorted(entries, key=lambda one: one.act), key=lambda one: one.act):
        together = list(group)
        orders: Iterable[Sequence[WillEntry]] = (
            permutations(together) if len(together) <= SWAPPED else [together]
        )
        battle = [one for one in together if one.clause == BATTLE] if strict else []
        if battle:
            orders = [
                order
                for order in orders
                if [one for one in order if one.clause == BATTLE] == battle
            ]
        found = {value for order in orders for value in _moved(found, order, ends)}
    return found


def _moved(values: set[int], entries: Iterable[WillEntry], ends: range) -> set[int]:
    """Where the marker may be after entries in this order."""
    for one in entries:
        moved = {min(max(value + one.points, ends[0]), ends[-1]) for value in values}
        values = moved if one.sure else values | moved
    return values


def judge(turn: Turn, war: War) -> None:
    """Compare the marker with what was earned; name the entry that explains the difference."""
    war.finals = final_wills(turn)
    if not turn.complete or not war.whole:
        return
    track = war.country.game.tracks["political_will"]
    ends = range(track.first, track.last + 1)
    account = Account(turn, war.will, ends)
    start, finals = turn.before.will, war.finals
    due = reachable(start, war.will, ends)
    due_in_order = reachable(start, war.will, ends, strict=True)
    war.finals = [one for one in finals if one in due] or finals
    unpaid, right = account.unpaid, bool(due & set(finals))
    exact = len(unpaid) == 1 and not account.stray and not account.lost(unpaid[0])
    alone = not unpaid and len(account.stray) == 1 and account.certain
    if _swallowed(turn, war, account):
        return
    if due_in_order & set(finals) and not (turn.kept and (exact or alone)):
        return
    if right and exact and account.summed(unpaid[0]):
        return
    if right and not due_in_order & set(finals):
        what = "the defender's points of Political Will were counted before the attacker's: "
        _order(turn, war, what, finals[0], min(due_in_order))
        return
    each = 2 * len(account.moves) > len({one.act for one in war.will})  # else paid together
    if any(_in_another_order(start, one, war.will, ends) for one in finals) and not (
        turn.kept and each and bool(account.stray) != bool(unpaid)
    ):
        return
    final = finals[0]
    expected = min(due, key=lambda value: abs(value - final))
    missing = final - expected
    whole = [one for one in unpaid if one.points == -missing]
    culprit = _culprit(war.will, missing, start, final, ends)
    if whole or exact or (unpaid and turn.kept and not _explains(war.will, missing)):
        culprit = (whole or unpaid)[0]
    amiss = account.amiss(finals)
    culprit = amiss or culprit
    last = max((n for n in moves_of(turn)), default=turn.last)
    if culprit is None or (turn.kept and account.stray and not unpaid and amiss is None):
        what, clause, last = _unexplained(account, war, final, expected, last)
        side = ""
    else:
        what, clause = _points_for(culprit, unpaid if turn.kept else (), missing), culprit.clause
        what += f" is wrong: the marker is at {final} instead of {expected}"
        side = US if culprit.points > 0 else FILIPINO
        last = culprit.act
    # Losses are read from faces and pools, which hands use for other things too.
    acts = turn.record.acts[turn.first : turn.last + 1]
    fought = any(act.what == "roll" and act.kind in DICE_OF_BATTLE for act in acts)
    certain = clause != BATTLE and (exact or amiss is not None)
    proved = certain or not may_be(turn, war.will, finals, ends)
    war.find(
        clause,
        side,
        what,
        last,
        gap=unless(proved or turn.kept or not fought, prices.MIXED),
        expected=str(expected),
        observed=str(final),
        local=proved,
    )


def _swallowed(turn: Turn, war: War, account: Account) -> bool:
    """17.1.a: a wrong payment in a turn in which points were lost at an end of the track."""
    ends, start = account.ends, turn.before.will
    values = {start, *(one.target for one in account.moves)}
    if not values & {ends[0], ends[-1]}:
        return False
    dues = [
        _Payments(act, [*entries], ends)
        for act, entries in groupby(account.entries, key=lambda one: one.act)
    ]
    found = [mispaid(start, moves, dues, windows.MUCH_LATER) for moves in account.paying]
    wrong = found[-1]
    if wrong is None or None in found:
        return False
    entries = dues[wrong.due].entries
    right = dues[wrong.due].lead(wrong.source)
    expected = min(right, key=lambda value: abs(value - wrong.target))
    swapped = wrong.target in reachable(wrong.source, entries, ends)
    clause = ORDER if swapped else max(entries, key=lambda one: abs(one.points)).clause
    why = " and for ".join(dict.fromkeys(one.why for one in entries))
    war.find(
        clause,
        US if wrong.target < expected else FILIPINO,
        f"the Political Will recorded for {why} is wrong: the marker went from {wrong.source} to "
        f"{wrong.target} instead of {expected}",
        wrong.act,
        gap=min(
            wrong.gap,
            unless(all(one.firm or one.clause != BATTLE for one in entries), prices.MIXED),
        ),
        expected=str(expected),
        observed=str(wrong.target),
        local=True,
    )
    return True


def _order(turn: Turn, war: War, what: str, final: int, due: int) -> None:
    """10.9.b, 17.1.a: the marker is where only the wrong order of a battle's points leads."""
    if any(one.clause == ORDER for one in war.told):
        return  # the record shows the order itself
    acts = turn.record.acts
    came = [n for n in moves_of(turn) if acts[n].target == str(final)]
    war.find(
        "10.9.b",
        "",
        f"{what}the marker is at {final} instead of {due}",
        (came or moves_of(turn) or [turn.last])[-1],
        gap=unless(turn.kept, prices.MOVED),
        expected=str(due),
        observed=str(final),
    )


def _unexplained(
    account: Account, war: War, final: int, expected: int, last: int
) -> tuple[str, str, int]:
    """What is wrong where no entry explains it, its clause, and the act that shows it."""
    what, clause = f"Political Will is at {final} instead of {expected}", "17.1.b"
    if account.stray:
        stray = account.stray[0]
        last = stray.act
        what = f"Political Will went from {stray.source} to {stray.target} without a reason"
    before = [one for one in war.will if one.act <= last]
    near = max(before, key=lambda one: one.act, default=None)
    if near is not None:
        clause = near.clause if last - near.act <= TOGETHER else "17.1.e"
    denied = account.denied(war.denied)
    if denied is not None:
        what, clause = f"Political Will was recorded for {denied.why}", denied.clause
    return what, clause, last


def _points_for(culprit: WillEntry, unpaid: Sequence[WillEntry], missing: int) -> str:
    """The points that are wrong: of one entry, or of all unpaid ones if together they are it."""
    what = f"the Political Will recorded for {culprit.why}" + "," * (", " in culprit.why)
    others = [one for one in unpaid if one != culprit]
    if others and sum(one.points for one in unpaid) == -missing:
        what += "".join(f" and for {one.why}" for one in others)
    return what


class _Payments(NamedTuple):
    """The points of one moment, for example of a battle, as what the marker owes."""

    act: int
    entries: Sequence[WillEntry]
    ends: range

    def lead(self, value: int) -> set[int]:
        """10.9.b, 17.1.a: where the marker may go from a box."""
        return reachable(value, self.entries, self.ends, strict=True)


class _Reading(NamedTuple):
    """One way to match the moves of the marker with what earned them."""

    cost: float = 0.0
    open: frozenset[int] = frozenset()
    """The entries that no move has paid yet."""
    stray: tuple[MarkerMove, ...] = ()
    """The moves that no entry explains."""
    mispaid: frozenset[int] = frozenset()
    """The entries for which a stray move was made, with other points."""

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        return self.open


class Account:
    """The moves of the marker in a turn, each matched with what earned it."""

    def __init__(self, turn: Turn, entries: Sequence[WillEntry], ends: range) -> None:
        self.turn, self.ends = turn, ends
        self._prices: dict[tuple[tuple[int, ...], MarkerMove, int], float | None] = {}
        self.entries = sorted(entries, key=lambda one: one.act)
        self._groups: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
        self._owed = [self._due(one) for one in self.entries]
        acts = turn.record.acts
        scoring = turn.phases.get("scoring")
        reset = set(scoring.acts) if scoring else set[int]()
        moves = [
            MarkerMove(n, int(acts[n].source), int(acts[n].target))
            for n in moves_of(turn)
            if acts[n].source.lstrip("-").isdigit() and acts[n].target.lstrip("-").isdigit()
        ]
        self.moves = moves
        paying = [one for one in moves if one.act not in reset or one.target]
        self.paying = [paying]
        """The moves without the return to 0 at the end of the turn, in each way to read that.

        It may be several drags, and come before the tracker shows it.
        """
        readings = [self._read(paying)]
        if moves and not moves[-1].target:  # the reset, or a payment that made it needless
            cut = [one for one in moves[:-1] if one.act not in reset or one.target]
            before = [one for one in moves if one.act not in reset]
            self.paying += [one for one in (before, cut) if one != paying]
            readings += map(self._read, (cut, [*cut, moves[-1]], before))
        best = min(readings, key=self._total)
        self.stray = best.stray
        self.mispaid = [self.entries[n] for n in sorted(best.mispaid)]
        self.unpaid = [self.entries[n] for n in sorted(best.open) if self._owed[n]]

    def lost(self, one: WillEntry) -> bool:
        """17.1.a: whether an entry may be lost at the end of the track to which it leads."""
        end = self.ends[0] if one.points < 0 else self.ends[-1]
        return end in {self.turn.before.will, *(move.target for move in self.moves)}

    @property
    def certain(self) -> bool:
        """Whether no points that are not sure explain the move without a reason."""
        one = self.stray[0]
        doubts = (entry.points for entry in self.entries if not entry.sure)
        return one.target - one.source not in doubts

    def amiss(self, finals: Sequence[int]) -> WillEntry | None:
        """The entry for which the marker was at once moved by other points, or the wrong way."""
        if len(self.stray) != 1:
            return None
        move = self.stray[0]
        points = move.target - move.source
        near = [
            one
            for one in self.entries
            if one.sure
            and abs(move.act - one.act) <= windows.SOON
            and (points == -one.points or one in (*self.unpaid, *self.mispaid))
        ]
        for one in sorted(near, key=lambda one: abs(move.act - one.act)):
            others = [other for other in self.entries if other is not one]
            recorded = [*others, one._replace(points=points)]
            if reachable(self.turn.before.will, recorded, self.ends) & {*finals}:
                return one
        return None

    def denied(self, entries: Iterable[WillEntry]) -> WillEntry | None:
        """The points that nobody earned, and for which the marker was moved at once."""
        if not self.stray:
            return None
        move = self.stray[0]
        found = (
            one
            for one in entries
            if 0 < move.act - one.act <= windows.SOON
            and one.points in (0, move.target - move.source)
        )
        return next(found, None)

    def summed(self, one: WillEntry) -> bool:
        """Whether the next move of the marker pays an entry and all others since the last one."""
        moves = self.moves[:-1] if self.moves and not self.moves[-1].target else self.moves
        last = moves[-1] if moves else None
        ends = [*moves]
        if last is not None:
            ends.append(
                MarkerMove(self.turn.last, last.target, last.target)
            )  # sums of 0 are not booked
        for before, after in pairwise([MarkerMove(-1, 0, 0), *ends]):
            for late in (0, windows.SOON):  # what a battle earns is known at its end
                together = [
                    entry
                    for entry in self.entries
                    if before.act + late * (before.act >= 0) < entry.act <= after.act + late
                ]
                if one in together and after.target in reachable(after.source, together, self.ends):
                    return True
        return False

    def _read(self, moves: Sequence[MarkerMove]) -> _Reading:
        stages: list[list[_Reading]] = [[] for _ in range(len(moves) + 1)]
        stages[0].append(_Reading(0.0, frozenset(range(len(self.entries)))))
        for n in range(len(moves)):
            for reading in cheapest(stages[n])[:READINGS]:
                for length, after in self._onward(reading, moves[n : n + TOGETHER]):
                    stages[n + length].append(after)
        return min(cheapest(stages[-1]), key=self._total)

    def _total(self, reading: _Reading) -> float:
        return reading.cost + prices.OWED * sum(self._owed[n] for n in reading.open)

    def _onward(
        self, reading: _Reading, moves: Sequence[MarkerMove]
    ) -> Iterator[tuple[int, _Reading]]:
        """The readings of the next move, or of the next few together, each with their number."""
        first = moves[0]
        cost, stray = reading.cost + prices.PAYS_NOTHING, (*reading.stray, first)
        yield 1, _Reading(cost, reading.open, stray, reading.mispaid)
        entries = self.entries
        for n in reading.open:
            if self._owed[n] and self._at_once(n, first, reading.open):
                cost, open_ = reading.cost + prices.PAYS_WRONGLY, reading.open - {n}
                yield 1, _Reading(cost, open_, stray, reading.mispaid | {n})
        near = sorted(reading.open, key=lambda n: abs(entries[n].act - first.act))[:NEAREST]
        groups = self._groups_of(tuple(sorted(near)))
        for length, last in enumerate(moves, 1):
            if last.act - first.act > TOGETHER * length:
                break
            at_end = {last.target, first.source} & {self.ends[0], self.ends[-1]}
            due = last.target - first.source
            for group, points in groups:
                if (points != due and not at_end) or not (group or length > 1):
                    continue
                known = (group, first, last.target)
                if known not in self._prices:
                    together = [entries[n] for n in group]
                    self._prices[known] = self._price(together, first, last.target)
                price = self._prices[known]
                if price is not None:
                    paid = reading.cost + price + prices.PAYS_IN_PARTS * (length - 1)
                    open_ = reading.open - {*group}
                    yield length, _Reading(paid, open_, reading.stray, reading.mispaid)

    def _at_once(self, n: int, move: MarkerMove, open_: Iterable[int]) -> bool:
        """Whether a move is so near an entry that it was made for it, with other points or not.

        What a battle earns is recorded about its end, if nothing else was earned there.
        """
        one = self.entries[n]
        if one.clause.startswith((*CHITS, SITE)) or one.clause in ALONE:
            return 0 < move.act - one.act <= windows.SOON
        near = [m for m in open_ if abs(move.act - self.entries[m].act) <= windows.SOON]
        mine = [m for m in near if self.entries[m].clause != SITE]
        same = (one.points > 0) == (move.target > move.source)
        return one.clause == BATTLE and same and mine == [n]

    def _groups_of(self, near: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """Up to `MOST` of some entries in every combination, each with the sum of its points."""
        found = self._groups.get(near)
        if found is None:
            found = self._groups[near] = [
                (group, sum(self.entries[n].points for n in group))
                for size in range(MOST + 1)
                for group in combinations(near, size)
            ]
        return found

    def _price(self, group: Sequence[WillEntry], move: MarkerMove, target: int) -> float | None:
        """What it costs to explain a move by some entries; None if they do not explain it."""
        late = prices.PAYS_LATE * sum(move.act > one.act + windows.MUCH_LATER for one in group)
        late += prices.PAYS_EARLY * sum(move.act < one.act - windows.MUCH_LATER for one in group)
        late += prices.PAYS_AHEAD * sum(
            one.act - windows.MUCH_LATER <= move.act < one.act - windows.SOON for one in group
        )
        late += prices.PAYS_AWAY * sum(abs(move.act - one.act) for one in group)
        sites = any(one.clause == SITE and one.act > move.act for one in group)
        late += prices.PAYS_SEVERAL * (sites and any(one.clause == BATTLE for one in group))
        if move.source + sum(one.points for one in group) == target:
            return late
        if not group or not {move.source, target} & {self.ends[0], self.ends[-1]}:
            return None
        wasted = target in reachable(move.source, [one._replace(act=0) for one in group], self.ends)
        apart = len({one.act for one in group}) > 1
        return late + prices.PAYS_SEVERAL * apart if wasted else None

    def _due(self, one: WillEntry) -> bool:
        """Whether an entry must be paid: not where the marker is at the end of its track."""
        if not one.sure:
            return False
        acts, positions = self.turn.record.acts, self.turn.record.positions
        end = self.ends[-1] if one.points > 0 else self.ends[0]
        first, last = self.turn.first, self.turn.last
        before = range(first, min(one.act, last) + 1)
        rolled = max((n for n in before if acts[n].what == "roll"), default=first)
        moved = next((n for n in range(one.act + 1, last + 1) if acts[n].kind == MARKER), one.act)
        return all(positions[n].will != end for n in range(rolled, min(moved + 2, last + 2)))


def _in_another_order(start: int, final: int, entries: Sequence[WillEntry], ends: range) -> bool:
    """17.1.a: whether another order explains a value; orders differ only at the track's ends."""
    if start + sum(one.points for one in entries) in reachable(start, entries, ends):
        return False
    up = sorted(entries, key=lambda one: -one.points)
    high, low = (
        reachable(start, [one._replace(act=n) for n, one in enumerate(order)], ends)
        for order in (up[::-1], up)
    )
    return min(low) <= final <= max(high)


def _explains(entries: Sequence[WillEntry], missing: int) -> bool:
    """Whether one entry that was left out explains a difference."""
    return any(one.points == -missing for one in entries)


def moves_of(turn: Turn) -> list[int]:
    """The acts that moved the marker."""
    acts = turn.record.acts
    return [n for n in range(turn.first, turn.last + 1) if acts[n].kind == MARKER]


def _culprit(
    entries: Sequence[WillEntry], missing: int, start: int, final: int, ends: range
) -> WillEntry | None:
    """The entry without which (or with which doubled or reversed) the marker is right."""
    for keep in (0, 2, -1):
        for n, one in enumerate(entries):
            others = [*entries[:n], *entries[n + 1 :]]
            if keep:
                others.append(one._replace(points=keep * one.points))
            if final in reachable(start, others, ends):
                return one
    near = [one for one in entries if (one.points > 0) == (missing < 0)]
    return max(near or entries, key=lambda one: abs(one.points), default=None)
