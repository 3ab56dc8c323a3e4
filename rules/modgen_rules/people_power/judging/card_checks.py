"""Cards and set-ups held against the rules: the deck, Personalities, Acts, what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.reports.findings import Span, Verdict, listed
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData
from modgen_rules.people_power.law.state import FACTIONS
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.reading.sequence import CardPlay

ELIGIBLE = "eligible"


def check_personalities(
    data: AuditData, play: CardPlay, where: Span, title: str, shown: frozenset[int]
) -> frozenset[int]:
    """5.3, 5.4, 6.5.1, 6.5.2: new Personalities each Round, Acts in the last but one only.

    `shown` are the Personalities of earlier Rounds; returns them with those of this Round.
    """
    find = data.builder.find
    before, after = (data.index.states[n].personalities for n in (play.start, play.end))
    if stay := before & after:
        names = listed([data.game.card[str(one)].title for one in sorted(stay)])
        message = f"{names} {'stay' if len(stay) > 1 else 'stays'} in play"
        covered = all(_same_owner(data, {one, *(after - before)}) for one in stay)  # 5.2
        find("6.5.1.a", unless(not covered, prices.BEHIND), where, "", title, message=message)
    elif after & shown or _same_owner(data, after):
        find("5.3.a", "illegal", where, "", title)
    lying = [
        number
        for number, place in data.index.cards[play.end].items()
        if place.startswith(acts.HELD)
    ]
    if lying and play.number < data.index.cards_of.last_but_one:
        find("6.5.2.a", "illegal", where, "", title)
    if _same_owner(data, lying):
        find("5.4.a", "illegal", where, "", title)
    if data.index.states[play.end].election != play.number:
        find("2.4.b", lapse(prices.BEHIND), where, "", title)
    return shown | before | after


def check_deck(data: AuditData) -> None:
    """S.1, 1.2: no card twice; the Election card of a pile among its last five."""
    index, find = data.index, data.builder.find
    seen: set[int] = set()
    for reveal in index.reveals:
        if reveal.card in seen or reveal.card == index.opening:
            find(
                "1.2.a",
                "illegal",
                Span(reveal.step, reveal.step),
                "",
                wording.card_title(data.game, reveal.card),
            )
        seen.add(reveal.card)
    for one, other in pairwise(index.reveals):
        if one.step == other.step:
            find(
                "2.3.7",
                "illegal",
                Span(one.step, one.step),
                "",
                wording.card_title(data.game, other.card),
            )
    if index.opening:
        return
    _check_elections(data)
    limits = data.board.limits
    pile = limits.pile_events + 1
    for n, reveal in enumerate(index.reveals):
        before = n % pile
        if reveal.card in index.cards_of.elections and before + limits.buried_events + 1 < pile:
            find(
                "S.1",
                "illegal",
                Span(reveal.step, reveal.step),
                "",
                wording.card_title(data.game, reveal.card),
                message=f"it is card {before + 1} of its pile of {pile}",
            )


def _check_elections(data: AuditData) -> None:
    """S.2, S.3, S.5: which Elections a scenario has, and when Personalities begin."""
    index, find = data.index, data.builder.find
    elections = index.cards_of.elections
    top = index.states[0].election
    first = index.reveals[0].step if index.reveals else 0
    for n, reveal in enumerate(one for one in index.reveals if one.card in elections):
        if top and reveal.card != top + 1 + n:
            find(
                "S.3" if top == elections[0] else "S.2",
                "illegal",
                Span(reveal.step, reveal.step),
                "",
                wording.card_title(data.game, reveal.card),
            )
    if top == elections[0] and index.states[first].personalities:
        find("S.5", lapse(prices.OTHER_SET_UP), Span(1, first), "", "Before the first card")


def check_set_up(data: AuditData) -> None:
    """S.4, 2.3.1: the set-up is one of the game's, and everybody is Eligible."""
    index, find = data.index, data.builder.find
    if index.opening or not index.reveals:
        return
    boxes = index.cylinders[index.reveals[0].step]
    for who, box in boxes.items():
        if box and box != ELIGIBLE and who in FACTIONS:
            find("2.3.1.a", "illegal", Span(0, 0), who, "Set-up", observed=box)
    if _same_owner(data, index.states[index.reveals[0].step].personalities):
        find("5.3.a", "illegal", Span(0, index.reveals[0].step), "", "Set-up")
    state = index.states[0]
    printed = [wording.scenario_state(one, data.board) for one in data.game.scenarios]
    if any(one.spaces == state.spaces and one.tracks == state.tracks for one in printed):
        return
    nearest = min(
        printed,
        key=lambda one: sum(a != b for a, b in zip(one.spaces, state.spaces, strict=True)),
    )
    places = [
        data.board.names[n]
        for n, (a, b) in enumerate(zip(nearest.spaces, state.spaces, strict=True))
        if a != b
    ]
    verdict: Verdict | float = (
        lapse(prices.OTHER_SET_UP) if len(places) <= windows.SLIPS else "note"
    )
    find("S.4", verdict, Span(0, 0), "", "Set-up", observed=", ".join(places))


def check_cylinders(data: AuditData, plays: Sequence[CardPlay]) -> None:
    """2.3.3: a log in which no cylinder is ever moved, noted once, at its first card."""
    played = [play for play in plays if play.start and not play.election]
    if played and not data.kept:
        where = Span(played[0].start, played[0].start)
        data.builder.find(
            "2.3.3.h",
            lapse(prices.UNMARKED),
            where,
            "",
            "All cards",
            message="no cylinder is moved in this log",
        )


def check_taken_back(data: AuditData) -> None:
    """What was taken back after it had shown a die or a card."""
    for number, by in data.index.informed.items():
        rolled = data.index.steps[number - 1].rolls
        if rolled and _rolled_again(data, number):
            continue
        data.builder.find(
            "3.4.3.c" if rolled else "2.2.b",
            lapse(prices.UNDONE_SEEN),
            Span(number, by),
            "",
            "Taken back",
            observed="a die" if rolled else "a card",
        )


def _rolled_again(data: AuditData, number: int) -> bool:
    """Whether a die that was taken back returned with the same number: then it is one die."""
    wanted = [roll.results for roll in data.index.steps[number - 1].rolls]
    for step in data.index.steps.between(number, len(data.index.steps)):
        if step.rolls:
            return [roll.results for roll in step.rolls] == wanted
    return False


def _same_owner(data: AuditData, cards: Iterable[int]) -> bool:
    """Whether two of some cards belong to one Faction."""
    owners = [data.game.card[str(card)].side for card in cards]
    return len(owners) != len(set(owners))
