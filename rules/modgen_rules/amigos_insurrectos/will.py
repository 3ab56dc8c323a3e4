"""Political Will (10.9, 17.1): what was earned in a turn against how its marker moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby, permutations
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.phases import DICE_OF_BATTLE, Turn
from modgen_rules.amigos_insurrectos.war import War, WillEntry

MARKER = "political_will_marker"
NEAREST, FAR = 6, 80
"""A move of the marker is explained by the nearest entries, within this number of acts."""
SWAPPED = 5
"""The most entries of one act that may come in any order."""


def final_wills(turn: Turn) -> list[int]:
    """Where the marker stood before it went back to 0 in the scoring phase.

    There are several answers when it was moved more than once there: hands slip.
    """
    acts = turn.record.acts
    moves = [n for n in range(turn.first, turn.last + 1) if acts[n].kind == MARKER]
    scoring = turn.phases.get("scoring")
    late = [n for n in moves if scoring and n in scoring.acts] or moves[-1:]
    found = [turn.record.positions[n].will for n in late]
    known = scoring is not None and any(n in scoring.acts for n in late)
    if known and turn.record.positions[late[-1] + 1].will == 0:
        return found
    return [*found, turn.after.will]


def reachable(start: int, entries: Sequence[WillEntry], ends: range) -> set[int]:
    """17.1.a: the values that entries lead to, in their order or with entries of one act swapped.

    What passes an end of the track is lost. An entry that is not sure may be left out.
    """
    found = {start}
    for _, group in groupby(sorted(entries, key=lambda one: one.act), key=lambda one: one.act):
        together = list(group)
        orders = permutations(together) if len(together) <= SWAPPED else [together]
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
    if not turn.complete or not war.whole:
        return
    track = war.country.game.tracks["political_will"]
    ends = range(track.first, track.last + 1)
    start, finals = turn.before.will, final_wills(turn)
    due = reachable(start, war.will, ends)
    kept = _Account(turn, war.will, ends)
    if due & set(finals):
        return
    unpaid = kept.unpaid()
    if any(_in_another_order(start, one, war.will, ends) for one in finals) and not (
        turn.kept and bool(kept.moves) != bool(unpaid)
    ):
        return
    final = finals[0]
    expected = min(due, key=lambda value: abs(value - final))
    missing = final - expected
    whole = [one for one in unpaid if one.points == -missing]
    exact = any(one.points == -missing for one in war.will)
    culprit = _culprit(war.will, missing, start, final, ends)
    if whole or (unpaid and turn.kept and not exact):
        culprit = (whole or unpaid)[0]
    last = max((n for n in _moves(turn)), default=turn.last)
    if culprit is None or (turn.kept and kept.moves and not unpaid):
        what, clause, side = "Political Will changed without a reason", "17.1.b", ""
        last = kept.moves[0].act if kept.moves else last
        before = [one for one in war.will if one.act <= last]
        clause = max(before, key=lambda one: one.act).clause if before else clause
    else:
        what, clause = f"Political Will for {culprit.why} is wrong", culprit.clause
        side = US if culprit.points > 0 else FILIPINO
        last = culprit.act
    # Losses are read from faces and pools, which hands use for other things too.
    acts = turn.record.acts[turn.first : turn.last + 1]
    fought = any(act.what == "roll" and act.kind in DICE_OF_BATTLE for act in acts)
    doubtful = fought and not turn.kept
    war.find(
        clause, side, what, last, verdict="suspect" if doubtful else "illegal",
        expected=str(expected), observed=str(final),
    )  # fmt: skip


class _Move(NamedTuple):
    """A move of the marker: the act, and the boxes from which and to which it went."""

    act: int
    source: int
    target: int


class _Account:
    """The moves of the marker in a turn, each matched with what earned it."""

    def __init__(self, turn: Turn, entries: Sequence[WillEntry], ends: range) -> None:
        self.turn, self.ends = turn, ends
        acts = turn.record.acts
        scoring = turn.phases.get("scoring")
        reset = set(scoring.acts) if scoring else set[int]()
        numbers = [n for n in _moves(turn) if n not in reset or acts[n].target != "0"]
        if not scoring and numbers and acts[numbers[-1]].target == "0":
            numbers = numbers[:-1]
        self.moves = [
            _Move(n, int(acts[n].source), int(acts[n].target)) for n in numbers
            if acts[n].source.lstrip("-").isdigit() and acts[n].target.lstrip("-").isdigit()
        ]  # fmt: skip
        self.open = sorted(entries, key=lambda one: one.act)
        for size in (1, 2, 3):
            for limits in (range(-99, 100), ends):
                self.moves = [one for one in self.moves if not self._matched(one, size, limits)]

    def _matched(self, move: _Move, size: int, ends: range) -> bool:
        """Whether some entries that are still open explain a move; they are then closed."""
        near = sorted(self.open, key=lambda one: abs(one.act - move.act))[:NEAREST]
        near = [one for one in near if abs(one.act - move.act) <= FAR]
        for group in combinations(near, size):
            value = move.source + sum(one.points for one in group)
            if min(max(value, ends[0]), ends[-1]) == move.target:
                self.open = [one for one in self.open if all(one is not other for other in group)]
                return True
        return False

    def unpaid(self) -> list[WillEntry]:
        """The entries that no move paid, though they would have moved the marker."""
        positions, found = self.turn.record.positions, []
        for one in self.open:
            end = self.ends[-1] if one.points > 0 else self.ends[0]
            span = range(max(self.turn.first, one.act - FAR), min(one.act + 2, self.turn.last + 1))
            if one.sure and (self.moves or all(positions[n].will != end for n in span)):
                found.append(one)
        return found


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


def _moves(turn: Turn) -> list[int]:
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
