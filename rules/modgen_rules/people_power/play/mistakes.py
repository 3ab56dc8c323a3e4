"""Mistakes that a simulated player makes on request: for demonstrations and for tests."""

from __future__ import annotations

import random
from collections.abc import Callable

from modgen_rules.people_power.law.state import ALIGNMENTS, SUPPORT, TRACKS, Map, State
from modgen_rules.people_power.play.table_driver import TableDriver

Mistake = Callable[[TableDriver, State, str, Map, random.Random], tuple[State, str] | None]
"""Does something wrong after a turn; gives the position then, and what was done in words."""


def paid_too_little(
    hand: TableDriver, state: State, who: str, board: Map, chance: random.Random
) -> tuple[State, str] | None:
    """One Resource is kept."""
    tracks = list(state.tracks)
    at = TRACKS.index(who)
    if tracks[at] >= board.limits.edge:
        return None
    tracks[at] += 1
    hand.track(who, tracks[at])
    return state._replace(tracks=tuple(tracks)), "one Resource too little is paid"


def stray_piece(
    hand: TableDriver, state: State, who: str, board: Map, chance: random.Random
) -> tuple[State, str] | None:
    """A piece comes to a space at Support, where its Faction places nothing."""
    kind, field = {
        "gov": ("gov_base", "gov_base"),
        "npa": ("guerrilla", "underground"),
        "reformers": ("activist", "activist"),
    }[who]
    there = [
        n
        for n, one in enumerate(state.spaces)
        if one.alignment == SUPPORT and one.bases < board.limits.bases
    ]
    if not there or state.free(kind) < 1:
        return None
    n = chance.choice(there)
    space = state.spaces[n]
    spaces = list(state.spaces)
    spaces[n] = space._replace(**{field: getattr(space, field) + 1})
    hand.move(kind, "available", board.ids[n])
    if kind == "activist" and space.protest:
        hand.flip(kind, board.ids[n], 1, True)
    after = state.with_spaces(spaces)
    hand.bookkeeping(after)
    return after, f"a piece comes to {board.names[n]} for nothing"


def stray_shift(
    hand: TableDriver, state: State, who: str, board: Map, chance: random.Random
) -> tuple[State, str] | None:
    """A space changes its alignment to the far side."""
    n = chance.randrange(len(state.spaces))
    value = chance.choice([one for one in range(4) if one != state.spaces[n].alignment])
    spaces = list(state.spaces)
    spaces[n] = spaces[n]._replace(alignment=value)
    hand.align(board.ids[n], ALIGNMENTS[value])
    after = state._replace(spaces=tuple(spaces))
    hand.bookkeeping(after)
    return after, f"{board.names[n]} goes to {ALIGNMENTS[value].capitalize()} for nothing"


MISTAKES: tuple[Mistake, ...] = (paid_too_little, stray_piece, stray_shift)
EVERY = 6
"""The number of turns before a mistake."""
