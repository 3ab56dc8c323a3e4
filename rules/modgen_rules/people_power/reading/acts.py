"""Acts of Desperation in the final Round (5.4, 6.1.2): who first, on what condition, what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.people_power.law.state import (
    GOV,
    NPA,
    OPPOSITION,
    PATRONAGE,
    RESISTANCE,
    Map,
    State,
)
from modgen_rules.people_power.reading.events import read_event
from modgen_rules.people_power.reading.log_index import LogIndex
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.turn import Reading, Turn

HELD, PLAYED = "desperation", "played"
"""How the ids of the places begin where chosen Acts lie; where a card goes that is resolved."""


def control(state: State, who: str) -> int:
    """In how many spaces a Faction has Control."""
    return sum(space.control == who for space in state.spaces)


CONDITIONS: Mapping[int, Callable[[State, Map], bool]] = {
    53: lambda state, board: state.spaces[board.number("manila")].control == GOV,
    54: lambda state, board: state.track(PATRONAGE) >= 10,
    55: lambda state, board: state.spaces[board.number("manila")].control != GOV,
    56: lambda state, board: control(state, NPA) >= 3,
    57: lambda state, board: any(one.npa_base and one.troops for one in state.spaces),
    58: lambda state, board: sum(one.alignment == RESISTANCE for one in state.spaces) >= 2,
    59: lambda state, board: bool(state.spaces[board.number("manila")].protest),
    60: lambda state, board: sum(one.protest for one in state.spaces) >= 3,
    61: lambda state, board: (
        sum(
            one.alignment == OPPOSITION and city
            for one, city in zip(state.spaces, board.city, strict=True)
        )
        >= 2
    ),
}
"""5.4: what must hold for an Act, by its card."""


def lying(cards: Mapping[int, str]) -> list[int]:
    """The chosen Acts of those cards whose places are given."""
    return [number for number, place in cards.items() if place.startswith(HELD)]


def owner(game: Game, card: int) -> str:
    """Whose Act a card is."""
    return game.card[str(card)].side or ""


def order(state: State, board: Map, game: Game, cards: list[int]) -> list[int]:
    """6.1.2: the lowest margin first, fixed before the first is resolved; ties by 7.3."""
    ranked = state.ranked(board)
    return sorted(cards, key=lambda card: ranked.index(owner(game, card)), reverse=True)


def effect_of(game: Game, card: int) -> str:
    """What an Act does, in the verbs of card effects."""
    return game.card[str(card)].effect


def final_round(
    before: State,
    after: State,
    board: Map,
    game: Game,
    cards: list[int],
    freely: bool = False,
) -> Iterator[Reading]:
    """5.4, 6.1.2: readings of the final Victory phase with Acts.

    The first Act's condition is that of the board after 6.1.1; a later one's may have changed.
    No condition counts if they are played `freely`.
    """
    start = before.after_strikes()
    ranked = order(start, board, game, cards)
    for done in _subsets(ranked) if freely else _resolved(ranked, start, board):
        text = "; ".join(effect_of(game, card) for card in done) or "aid +0"
        turn = Turn(board, owner(game, ranked[0]), start, after)
        yield from read_event(Setting(turn), "acts", text, True)


def _resolved(sequence: list[int], state: State, board: Map) -> Iterator[tuple[int, ...]]:
    """Which Acts were resolved: those whose condition holds, of later ones any."""
    first, *rest = sequence
    begin = (first,) if CONDITIONS[first](state, board) else ()
    yield from ((*begin, *later) for later in _subsets(rest))


def _subsets(cards: list[int]) -> Iterator[tuple[int, ...]]:
    """Any of some Acts."""
    for mask in range(2 ** len(cards)):
        yield tuple(card for n, card in enumerate(cards) if mask >> n & 1)


class Played(NamedTuple):
    """An Act that the log shows as it was played: its card, its steps, whether it did anything."""

    card: int
    first: int
    last: int
    before: State
    """The position in which it was played, after 6.1.1."""
    done: bool


def played(index: LogIndex, first: int, end: int, board: Map, game: Game) -> list[Played]:
    """The Acts that were played one by one; none if what was done does not show whose it is.

    One begins when a player names it, or only when its card is put away.
    """
    away: dict[int, int] = {}
    named: dict[int, int] = {}
    for step in range(first + 1, end + 1):
        for card in lying(index.cards[first]):
            if index.cards[step][card] == PLAYED:
                away.setdefault(card, step)
                named.setdefault(card, step)
            elif card in index.named.get(step, ()):
                named.setdefault(card, step)
    for begun in (named, away):
        if found := _played(index, first, begun, end, board, game):
            return found
    return []


def _played(
    index: LogIndex, first: int, begun: dict[int, int], end: int, board: Map, game: Game
) -> list[Played]:
    """The Acts that begin at some steps; none if what was done is not what they do."""
    steps = list(begun.items())
    start = index.states[first]
    found = []
    for n, (card, step) in enumerate(steps):
        last = steps[n + 1][1] - 1 if n + 1 < len(steps) else end
        before, after = index.states[step - 1], index.states[last]
        if before.track(PATRONAGE) == start.track(PATRONAGE) and n == 0:
            before = before.after_strikes()
        done = before.spaces != after.spaces or before.tracks != after.tracks
        setting = Setting(Turn(board, owner(game, card), before, after))
        if done and next(read_event(setting, "acts", effect_of(game, card), True), None) is None:
            return []
        found.append(Played(card, step, last, before, done))
    return found


def out_of_turn(shown: list[Played], state: State, board: Map, game: Game) -> Played | None:
    """6.1.2: the first Act that was carried out after one of a Faction that is ahead of its own."""
    ranked = state.ranked(board)
    last = len(ranked)
    for one in shown:
        place = ranked.index(owner(game, one.card))
        if one.done and place > last:
            return one
        if one.done:
            last = place
    return None
