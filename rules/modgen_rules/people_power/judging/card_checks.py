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
    before, after = (data.index.states[n].personalities for n in (play.start, play.end))
    if stay := before & after:
        names = listed([data.game.card[str(one)].title for one in sorted(stay)])
        message = f"{names} {'stay' if len(stay) > 1 else 'stays'} in play"
        covered = all(_same_owner(data, {one, *(after - before)}) for one in stay)  # 5.2
        data.find("6.5.1.a", where, title, message, unless(not covered, prices.BEHIND))
    elif after & shown or _same_owner(data, after):
        data.find("5.3.a", where, title)
    lying = acts.lying(data.index.cards[play.end])
    if lying and play.number < data.index.cards_of.last_but_one:
        data.find("6.5.2.a", where, title)
    if _same_owner(data, lying):
        data.find("5.4.a", where, title)
    if data.index.states[play.end].election != play.number:
        data.find("2.4.b", where, title, gap=lapse(prices.BEHIND))
    return shown | before | after


def check_deck(data: AuditData) -> None:
    """S.1, 1.2: no card twice; the Election card of a pile among its last five."""
    index = data.index
    seen = {index.opening} - {0}
    for reveal in index.reveals:
        if reveal.card in seen:
            data.find("1.2.a", reveal.step, wording.card_title(data.game, reveal.card))
        seen.add(reveal.card)
    for one, other in pairwise(index.reveals):
        if one.step == other.step:
            data.find("2.3.7", one.step, wording.card_title(data.game, other.card))
    if index.opening:
        return
    _check_elections(data)
    limits = data.board.limits
    pile = limits.pile_events + 1
    for n, reveal in enumerate(index.reveals):
        before = n % pile
        if reveal.card in index.cards_of.elections and before + limits.buried_events + 1 < pile:
            message = f"it is card {before + 1} of its pile of {pile}"
            data.find("S.1", reveal.step, wording.card_title(data.game, reveal.card), message)


def _check_elections(data: AuditData) -> None:
    """S.2, S.3, S.5: which Elections a scenario has, and when Personalities begin."""
    index = data.index
    elections = index.cards_of.elections
    top = index.states[0].election
    long = top == elections[0]
    first = index.reveals[0].step if index.reveals else 0
    for n, reveal in enumerate(one for one in index.reveals if one.card in elections):
        if top and reveal.card != top + 1 + n:
            title = wording.card_title(data.game, reveal.card)
            data.find("S.3" if long else "S.2", reveal.step, title)
    if long and index.states[first].personalities:
        gap = lapse(prices.OTHER_SET_UP)
        data.find("S.5", Span(1, first), "Before the first card", gap=gap)


def check_set_up(data: AuditData) -> None:
    """S.4, 2.3.1: the set-up is one of the game's, and everybody is Eligible."""
    index = data.index
    if index.opening or not index.reveals:
        return
    first, title = index.reveals[0].step, "Set-up"
    for who, box in index.cylinders[first].items():
        if box and box != ELIGIBLE and who in FACTIONS:
            data.find("2.3.1.a", 0, title, actor=who, observed=box)
    if _same_owner(data, index.states[first].personalities):
        data.find("5.3.a", Span(0, first), title)
    state = index.states[0]
    printed = [wording.scenario_state(one, data.board) for one in data.game.scenarios]
    if any(one.spaces == state.spaces and one.tracks == state.tracks for one in printed):
        return
    others = [
        [
            name
            for name, a, b in zip(data.board.names, one.spaces, state.spaces, strict=True)
            if a != b
        ]
        for one in printed
    ]
    places = min(others, key=len)
    verdict: Verdict | float = "note"
    if len(places) <= windows.SLIPS:
        verdict = lapse(prices.OTHER_SET_UP)
    data.find("S.4", 0, title, gap=verdict, observed=", ".join(places))


def check_cylinders(data: AuditData, plays: Sequence[CardPlay]) -> None:
    """2.3.3: a log in which no cylinder is ever moved, noted once, at its first card."""
    played = [play for play in plays if play.start and not play.election]
    if played and not data.kept:
        message = "no cylinder is moved in this log"
        data.find("2.3.3.h", played[0].start, "All cards", message, lapse(prices.UNMARKED))


def check_taken_back(data: AuditData) -> None:
    """What was taken back after it had shown a die or a card."""
    for number, by in data.index.informed.items():
        rolled = data.index.steps[number - 1].rolls
        clause, what = ("3.4.3.c", "a die") if rolled else ("2.2.b", "a card")
        gap = lapse(prices.UNDONE_SEEN)
        data.find(clause, Span(number, by), "Taken back", gap=gap, observed=what)


def _same_owner(data: AuditData, cards: Iterable[int]) -> bool:
    """Whether two of some cards belong to one Faction."""
    owners = [data.game.card[str(card)].side for card in cards]
    return len(owners) != len(set(owners))
