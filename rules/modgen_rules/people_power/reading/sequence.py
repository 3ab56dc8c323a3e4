"""The sequence of play: a log cut into cards, and cards into the turns of Factions (2.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.sequence import NONE, PASS, Clauses, Mark, Round
from modgen_rules.people_power.law.state import FACTIONS
from modgen_rules.people_power.reading.log_index import LogIndex
from modgen_rules.people_power.reading.turn import LIMOP, OP_ONLY, OP_SA, SHADED, UNSHADED

DONE = {
    "1_op_sa": (OP_SA,),
    "2_op_sa": (OP_SA,),
    "1_op_only": (OP_ONLY, UNSHADED, SHADED),
    "2_op_only": (OP_ONLY, UNSHADED, SHADED),
    "limop": (LIMOP,),
    "pass": (PASS,),
}
"""The options that a cylinder's box may mean (2.3.3)."""
STAYS = ("limop", "pass")
"""Boxes after which a Faction stays Eligible (2.3.6)."""
EVENT = "event"
"""Either half of the Event."""
EXECUTED = ("ineligible", "executed")
"""Boxes to which some players move a cylinder at once instead of after the card."""


CLAUSES = Clauses(barred="2.3.1.b", early="2.3.2.a", again="2.3.1.c", skipped="2.3.a")


@dataclass
class CardPlay(Round):
    """Everything between the reveal of a card and of the next; its number is the card's."""

    election: bool = False
    """Whether it is an Election card (2.4)."""
    drawn: int = 0
    """The step in which the next card was turned over, if this one was finished only then."""

    @property
    def not_ineligible(self) -> frozenset[str]:
        """1.4.1: Factions whose cylinder is not in the Ineligible box of this card."""
        return frozenset(self.eligible) | frozenset(self.done)


def card_plays(index: LogIndex, orders: dict[int, tuple[str, ...]]) -> Iterator[CardPlay]:
    """The cards of a log in order. `orders`: each card's order of Factions (2.3.2)."""
    cards = [index.opening, *(reveal.card for reveal in index.reveals)]
    revealed = [0, *(reveal.step for reveal in index.reveals)]
    ends = [*(step - 1 for step in revealed[1:]), len(index.steps)]
    start = 0
    late: dict[str, LateMark] = {}
    for n, card in enumerate(cards):
        play = CardPlay(card, start, max(start, ends[n]), n + 1 == len(cards))
        _fill(play, index, orders, late)
        late = {}
        if not play.last:
            start = _begin(index, play, revealed[n + 1], ends[n + 1])
            if start > revealed[n + 1]:
                play = CardPlay(card, play.start, start, False, drawn=revealed[n + 1])
                _fill(play, index, orders, {})
            else:
                late = _marked_amid(index, play, start, ends[n + 1])
                play.boxes |= {who: mark.box for who, mark in late.items()}
        yield play


def _begin(index: LogIndex, play: CardPlay, revealed: int, end: int) -> int:
    """The step with which the card after another one begins.

    That is when it is turned over, unless the card before is finished only then.
    """
    return _drawn_early(index, play, revealed, end) or _after_late_marks(index, play, revealed, end)


def _waiting(index: LogIndex, play: CardPlay) -> tuple[frozenset[str], bool]:
    """The Factions whose option a card does not show, and whether something follows the last mark.

    What follows may be the turn of one of them.
    """
    waiting = frozenset(who for who in play.eligible if who not in play.boxes)
    last = max((mark.step for mark in play.marks), default=play.start)
    return waiting, _begun_between(index, last, play.end)


def _drawn_early(index: LogIndex, play: CardPlay, revealed: int, end: int) -> int:
    """The step before cylinders are adjusted, if Factions take their turns only then.

    The next card was turned over before they acted. 0 if the record shows nothing of the kind.
    """
    waiting, followed = _waiting(index, play)
    standing = {who for who, box in index.cylinders[revealed].items() if box in DONE}
    if followed or not standing or not play.marks:
        return 0
    acted = False
    for step in index.steps.between(revealed, end):
        for who, box in _moved_cylinders(index, step.number):
            if box not in DONE and who in standing:
                return step.number - 1 if acted else 0
            if box in DONE and who not in waiting:
                return 0
            acted |= box in DONE
    return 0


def _after_late_marks(index: LogIndex, play: CardPlay, revealed: int, end: int) -> int:
    """The step with which a card begins, after cylinders that were moved late for the one before.

    That of a Faction that has not been marked there goes to the box of an option, and then on from
    there, before anything else is done. It may also go straight to the Ineligible box.
    """
    waiting, followed = _waiting(index, play)
    found, boxed = revealed, False
    for step in index.steps.between(revealed, end):
        if step.said or step.rolls or _begun_between(index, revealed, step.number):
            break
        for who, box in _moved_cylinders(index, step.number):
            if box in DONE and box != PASS and who in waiting:
                boxed = True
            elif box not in DONE and (boxed or (followed and who in waiting and box in EXECUTED)):
                found = step.number
    return found


class LateMark(NamedTuple):
    """A cylinder that goes to the box of an option for the card before, and on from there."""

    steps: tuple[int, int]
    box: str


def _marked_amid(index: LogIndex, play: CardPlay, revealed: int, end: int) -> dict[str, LateMark]:
    """Cylinders that are moved for a card on the next one, when another Faction acts there.

    That of a Faction which has not been marked, though something follows the last mark, goes on
    to the Ineligible box before another Faction is marked.
    """
    waiting, followed = _waiting(index, play)
    found: dict[str, LateMark] = {}
    begun: dict[str, tuple[int, str]] = {}
    on: dict[str, LateMark] = {}
    moved: set[str] = set()
    for step in index.steps.between(revealed, end) if followed else ():
        for who, box in _moved_cylinders(index, step.number):
            if who in begun and box in EXECUTED:
                first, option = begun.pop(who)
                on[who] = LateMark((first, step.number), option)
            elif box in DONE:
                found |= {other: mark for other, mark in on.items() if other != who}
                if who in waiting - moved and box not in STAYS:
                    begun[who] = step.number, box
            moved.add(who)
    return found


def _moved_cylinders(index: LogIndex, step: int) -> Iterator[tuple[str, str]]:
    """The cylinders that a step moves, with their boxes."""
    before = index.cylinders[step - 1]
    return ((who, box) for who, box in index.cylinders[step].items() if box != before.get(who))


def _fill(
    play: CardPlay,
    index: LogIndex,
    orders: Mapping[int, tuple[str, ...]],
    late: Mapping[str, LateMark],
) -> None:
    """Who is Eligible as the card is turned over, and where cylinders went.

    Those that were moved for the card before are left out.
    """
    play.election = play.number in index.cards_of.elections
    if not play.number or play.election:
        return
    order = orders.get(play.number, FACTIONS)
    at = dict(index.cylinders[play.start])
    play.done = {who: box for who, box in at.items() if box in DONE} if not play.start else {}
    last: dict[str, Mark] = {}
    settled = at | {who: index.cylinders[mark.steps[1]][who] for who, mark in late.items()}
    moved_late = {step for mark in late.values() for step in mark.steps}
    risen: set[str] = set()
    said: set[str] = set()
    put_back = _put_back(index, play)
    play.touched = frozenset(put_back.values())
    for step in index.steps.between(play.start, play.end):
        said |= {one.side for one in step.said}
        if step.number in put_back or step.number in moved_late:
            continue
        for change in step.changes:
            if change.after is None or not change.after.kind.startswith("eligibility_"):
                continue
            who = change.after.kind.removeprefix("eligibility_")
            box = index.cylinders[step.number].get(who, "")
            if box in DONE:
                play.first_boxes.setdefault(who, box)
                last[who] = Mark(step.number, who, box)
                if who in risen:
                    settled[who] = "eligible"
            elif box in EXECUTED and who in risen | said:
                # It went up late and down after an option, or straight down after words.
                settled |= dict.fromkeys({who} & risen, "eligible")
            elif not last and not _begun(index, play, step.number):
                settled[who] = box  # players adjust a little late: still before the first turn
            elif box == "eligible":
                risen.add(who)  # adjusted still later, if an option of this card follows
    play.settled, play.revealed = settled, at
    shown = {who: box for who, box in settled.items() if who not in play.done}
    play.eligible = tuple(who for who in order if _may_act(shown.get(who, ""), play.start))
    play.marks = sorted(last.values())
    play.boxes = {mark.actor: mark.box for mark in play.marks}
    for who in play.eligible:
        box = index.cylinders[play.end].get(who, "")
        if who not in play.boxes and box in EXECUTED:
            play.boxes[who] = box


def _put_back(index: LogIndex, play: CardPlay) -> dict[int, str]:
    """Steps that move a cylinder to the box of an option and at once back again, with its Faction.

    An Eligible Faction may go back to its box after a Pass or a Limited Operation (2.3.6).
    """
    found: dict[int, str] = {}
    last, who, came_from = 0, "", ""
    for step in index.steps.between(play.start, play.end):
        now, before = index.cylinders[step.number], index.cylinders[step.number - 1]
        moved = [one for one in now if now[one] != before.get(one)]
        if (
            moved == [who]
            and now[who] == came_from
            and not _begun_between(index, last, step.number)
        ):
            if came_from in EXECUTED or (came_from == "eligible" and before[who] not in STAYS):
                found |= {last: who, step.number: who}
            last, who, came_from = 0, "", ""
        elif len(moved) == 1 and now[moved[0]] in DONE:
            last, who = step.number, moved[0]
            came_from = before.get(who, "")
        elif moved:
            last, who, came_from = 0, "", ""
    return found


def _begun_between(index: LogIndex, first: int, last: int) -> bool:
    """Whether the position on the map or on a track is another after a later step."""
    return index.states[first][:3] != index.states[last][:3]


def _may_act(box: str, start: int) -> bool:
    """2.3.6: whether a cylinder in a box means Eligible; one not adjusted stays as it would go."""
    if start and box in DONE:
        return box in STAYS
    return box not in ("ineligible", "executed", "")


def _begun(index: LogIndex, play: CardPlay, step: int) -> bool:
    """Whether the position has changed on a card before a step: then a turn has begun."""
    return _begun_between(index, play.start, step)


# --- what each Faction may do --------------------------------------------------------------------


def classes_of(box: str) -> tuple[str, ...]:
    """The options that a turn may have been whose cylinder went to a box; all for no box."""
    if not box:
        return (PASS, LIMOP, OP_ONLY, EVENT, OP_SA, NONE)
    if box in STAYS:
        return (box,)
    if box in ("ineligible", "executed"):
        return (OP_ONLY, EVENT, OP_SA)
    return (OP_SA, OP_ONLY) if box.endswith(OP_SA) else (OP_ONLY, EVENT)


def forbidden(option: str, executed: tuple[str, ...]) -> str:
    """2.3.3: the clause against an option after those that others took; empty for none."""
    if option in (LIMOP, PASS, NONE) or not executed:
        return ""
    if len(executed) > 1:
        return "2.3.3.f"
    if executed[0] == OP_SA:
        return "2.3.3.e" if option == OP_SA else ""
    if option == EVENT:
        return "2.3.3.d" if executed[0] == EVENT else "2.3.3.c"
    return ""


def box_price(
    option: str, box: str, executed: tuple[str, ...], said: str | None = None
) -> tuple[float, bool]:
    """What a box says against an option, and whether another box was the one to take.

    Negative when another option says the same. Only the row or the neighbouring box may be
    wrong: the cylinder goes on to the same place from there (2.3.6). `said` is what was announced.
    """
    if not box or box in EXECUTED:
        return (0.1 if option == OP_SA else 0.0), False
    if option in (LIMOP, PASS, NONE):
        return 0.0, False
    row = "1" if not executed else "2"
    wrong_row = box[0] != row and len(executed) < 2
    beside_first = len(executed) == 1
    if option == OP_ONLY and box.endswith(OP_SA):
        after_op_sa = beside_first and executed[0] == OP_SA and said == OP_ONLY
        return (prices.WRONG_BOX, True) if after_op_sa else (-1.0, False)
    if option == OP_ONLY and beside_first and executed[0] != OP_SA:
        return prices.WRONG_BOX, True  # 2.3.3: the box of the row is that with a Special Activity
    return (prices.OTHER_ROW, True) if wrong_row else (0.0, False)


def recorded(option: str, box: str) -> tuple[str, ...]:
    """What an option leaves for those who come after: nothing after a Limited Operation."""
    if option in (LIMOP, PASS, NONE):
        return ()
    return (OP_SA,) if box.endswith(OP_SA) else (option,)
