"""The sequence of play: a log cut into cards, and cards into the turns of Factions (2.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from modgen_rules.people_power.log_index import LAST_EVENT, LogIndex
from modgen_rules.people_power.state import FACTIONS
from modgen_rules.people_power.turn import LIMOP, OP_ONLY, OP_SA, OPTIONS, PASS, SHADED, UNSHADED

DONE = {
    "1_op_sa": (OP_SA,), "2_op_sa": (OP_SA,),
    "1_op_only": (OP_ONLY, UNSHADED, SHADED), "2_op_only": (OP_ONLY, UNSHADED, SHADED),
    "limop": (LIMOP,), "pass": (PASS,),
}  # fmt: skip
"""The options that a cylinder's box may mean (2.3.3)."""
STAYS = ("limop", "pass")
"""Boxes after which a Faction stays Eligible (2.3.6)."""
CANDIDATES = 6
"""So many places between two cylinders are tried for the end of a turn."""


class Mark(NamedTuple):
    """A cylinder that went to the box of an option."""

    step: int
    faction: str
    box: str


@dataclass
class CardPlay:
    """Everything between the reveal of a card and of the next."""

    card: int
    start: int
    """The step of its reveal; 0 for the card that lies there as the log begins."""
    end: int
    """The last step before the next reveal."""
    last: bool
    """Whether the log ends here, so that the card may not be finished."""
    eligible: tuple[str, ...] = ()
    """Who may act, in the order of the card."""
    marks: list[Mark] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    """Boxes of those who acted before the log begins."""
    settled: dict[str, str] = field(default_factory=dict)
    """Boxes of all cylinders before the first turn."""

    @property
    def election(self) -> bool:
        """Whether it is an Election card (2.4)."""
        return self.card > LAST_EVENT


def card_plays(tape: LogIndex, orders: dict[int, tuple[str, ...]]) -> Iterator[CardPlay]:
    """The cards of a log in order. `orders`: each card's order of Factions (2.3.2)."""
    total = len(tape.steps)
    starts = [(0, tape.opening)] + [(reveal.step, reveal.card) for reveal in tape.reveals]
    for n, (step, card) in enumerate(starts):
        last = n + 1 == len(starts)
        end = total if last else starts[n + 1][0] - 1
        play = CardPlay(card, step, end, last)
        if card and not play.election:
            _fill(play, tape, orders.get(card, FACTIONS))
        yield play


def _fill(play: CardPlay, tape: LogIndex, order: tuple[str, ...]) -> None:
    """Who is Eligible as the card is turned over, and where cylinders went."""
    at = dict(tape.cylinders[play.start])
    play.done = {who: box for who, box in at.items() if box in DONE} if not play.start else {}
    last: dict[str, Mark] = {}
    settled = dict(at)
    for step in tape.steps[play.start : play.end]:
        for change in step.changes:
            if change.after is None or not change.after.kind.startswith("eligibility_"):
                continue
            who = change.after.kind.removeprefix("eligibility_")
            box = tape.cylinders[step.number].get(who, "")
            if box in DONE:
                last[who] = Mark(step.number, who, box)
            elif not last:
                settled[who] = box  # players adjust a little late: still before the first turn
    play.settled = settled
    boxes = {who: box for who, box in settled.items() if who not in play.done}
    play.eligible = tuple(who for who in order if boxes.get(who) not in ("ineligible", None, ""))
    play.marks = sorted(last.values())


# --- what each Faction may do --------------------------------------------------------------------


class Slot(NamedTuple):
    """What a Faction's cylinder says, and the clauses that it breaks."""

    options: tuple[str, ...]
    broken: tuple[str, ...]


def slots(play: CardPlay, order: tuple[str, ...]) -> dict[str, Slot]:
    """2.3.1, 2.3.2, 2.3.3: each Faction that acted, in the order in which cylinders moved."""
    found: dict[str, Slot] = {}
    executed = [box for box in play.done.values() if box not in STAYS]
    waiting = [who for who in order if who in play.eligible]
    for mark in play.marks:
        broken: tuple[str, ...] = ()
        if mark.faction not in play.eligible:
            broken += ("2.3.1.b",)
        elif waiting and waiting[0] != mark.faction:
            broken += ("2.3.2.a",)
        if mark.faction in waiting:
            waiting.remove(mark.faction)
        broken += _forbidden(mark.box, executed)
        if mark.box not in STAYS:
            executed.append(mark.box)
        found[mark.faction] = Slot(DONE[mark.box], broken)
    return found


def _forbidden(box: str, executed: list[str]) -> tuple[str, ...]:
    """The clause against a box, after those that others took on this card."""
    if box in STAYS:
        return ()
    if len(executed) >= 2:
        return ("2.3.3.f",)
    if not executed:
        return () if box.startswith("1_") else ("2.3.3.a",)
    if box.startswith("1_"):
        return ("2.3.3.i",)
    first = executed[0]
    if first.endswith("op_sa"):
        return () if box == "2_op_only" else ("2.3.3.e",)
    return () if box == "2_op_sa" else ("2.3.3.c",)


def next_eligible(play: CardPlay, tape: LogIndex) -> dict[str, str]:
    """2.3.6, 2.3.4, 2.3.5: where every cylinder belongs when the next card is turned over."""
    boxes = {**play.done, **{mark.faction: mark.box for mark in play.marks}}
    return {
        who: "ineligible" if boxes.get(who, "limop") not in STAYS else "eligible"
        for who in FACTIONS
    }


# --- the cut of a card into turns ----------------------------------------------------------------


class Cut(NamedTuple):
    """A turn: whose, its steps from after `start` to `end`, what its cylinder allows."""

    faction: str
    start: int
    end: int
    options: tuple[str, ...]
    marked: bool
    """Whether the Faction moved its cylinder."""


def cuts(play: CardPlay, tape: LogIndex) -> list[list[Cut]]:
    """Ways to cut a card into turns, the likeliest first: each turn ends with its cylinder."""
    turns: list[tuple[str, tuple[str, ...], int | None]] = [
        (mark.faction, DONE[mark.box], mark.step) for mark in play.marks
    ]
    missing = [who for who in play.eligible if all(who != one[0] for one in turns)]
    for who in missing:
        if play.last or not play.start:
            continue  # the card is not finished, or began before the log did
        later = play.eligible[play.eligible.index(who) + 1 :]
        at = next((n for n, one in enumerate(turns) if one[0] in later), len(turns))
        turns.insert(at, (who, OPTIONS, None))
    if not turns:
        return []
    bounds = [_bounds(play, tape, turns, n) for n in range(len(turns) - 1)]
    found: list[list[Cut]] = []
    for ends in _products(bounds):
        if any(a > b for a, b in pairwise(ends)):
            continue
        for end in _last_ends(play, turns[-1][2]):
            starts = [play.start, *ends]
            stops = [*ends, end]
            found.append([
                Cut(who, start, stop, options, step is not None)
                for (who, options, step), start, stop in zip(turns, starts, stops, strict=True)
            ])  # fmt: skip
    return found


def _last_ends(play: CardPlay, mark: int | None) -> tuple[int, ...]:
    """Where the last turn ends: with the card, or with its cylinder when the log breaks off."""
    if play.last and mark is not None and mark < play.end:
        return (play.end, mark)
    return (play.end,)


def _bounds(
    play: CardPlay, tape: LogIndex, turns: list[tuple[str, tuple[str, ...], int | None]], n: int
) -> list[int]:
    """Where turn n may end: with its cylinder, else where the player or what he does changes."""
    mine, next_ = turns[n][2], turns[n + 1][2]
    low = mine if mine is not None else (_known(turns[:n]) or play.start)
    high = next_ - 1 if next_ is not None else play.end
    natural = low if mine is not None else high
    found = [natural, high, low]
    between = tape.steps[low:high]
    for step in between:
        if any(one.side == turns[n + 1][0] for one in step.said):
            found.insert(1, step.number - 1)
        if step.side and step.side == turns[n + 1][0]:
            found.append(step.number - 1)
    found += [step.number for step in between if step.changes]
    unique = list(dict.fromkeys(one for one in found if low <= one <= high))
    return unique[:CANDIDATES]


def _known(turns: list[tuple[str, tuple[str, ...], int | None]]) -> int | None:
    steps = [step for *_, step in turns if step is not None]
    return max(steps) if steps else None


def _products(bounds: list[list[int]]) -> Iterator[list[int]]:
    """All combinations, those with the fewest surprises first."""
    if not bounds:
        yield []
        return
    combos = [[]]  # type: list[list[int]]
    for options in bounds:
        combos = [[*combo, n] for combo in combos for n in range(len(options))]
    for combo in sorted(combos, key=sum):
        yield [options[n] for options, n in zip(bounds, combo, strict=True)]
