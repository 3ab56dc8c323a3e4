"""Turns that are legal but for one thing: a stray change, a stray piece, a Base paid elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.spaces import blamed, differences
from modgen_rules.people_power.law.state import (
    FORCES,
    GOV,
    NPA,
    REFORMERS,
)
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.turn import Reading, Turn, bases_elsewhere

Read = Callable[[Turn], tuple[Reading, ...]]
"""The legal readings of a turn."""
FACES = ("underground", "active")


def but_for_one_change(turn: Turn, read: Read) -> Iterator[Reading]:
    """Legal readings of a turn without one of its changes in a space."""
    contexts, after = Setting.of(turn).contexts(()), turn.after
    for n, (was, now) in enumerate(zip(turn.before.spaces, after.spaces, strict=True)):
        for field, by in differences(was, now).items():
            fields = FACES if field in ("guerrilla", "face") else (field,)
            undone = now._replace(**{name: getattr(was, name) for name in fields})
            spaces = (*after.spaces[:n], undone, *after.spaces[n + 1 :])
            for one in read(replace(turn, after=after.with_spaces(spaces))):
                found, picks = one.explanation, one.explanation.picks
                clause = blamed(field, by, picks[n].story, was, now, contexts[n])
                broken = picks[n]._replace(broken=(clause,), reached=undone)
                found = found._replace(
                    cost=found.cost + (prices.TURNED if field == "face" else prices.ONE_STRAY),
                    broken=(clause,),
                    picks=(*picks[:n], broken, *picks[n + 1 :]),
                )
                yield one._replace(explanation=found)


MOVERS = {
    "troops": (GOV,),
    "police": (GOV,),
    "guerrilla": (NPA, GOV),
    "activist": (REFORMERS, GOV),
}
"""Whose actions move pieces of a kind from space to space; nobody's move Bases (1.5.1)."""


def with_strays(turn: Turn, read: Read) -> Iterator[Reading]:
    """1.5.1, 3.1: legal readings of a turn but for pieces that its Faction never moves."""
    passed = turn.options == (PASS,)
    strays = [
        one
        for one in turn.moved
        if one.kind in FORCES and (passed or turn.actor not in MOVERS.get(one.kind, ()))
    ]
    if turn.actor == GOV:  # no more than a piece went: Reprisal leaves Terror too
        strays = strays or [one for one in turn.moved if one.kind in ("guerrilla", "activist")]
    strays = strays or [*bases_elsewhere(turn)]
    if not strays:
        return
    spaces = list(turn.after.spaces)
    for one in strays:
        here, there = one.kind, one.kind
        if one.kind == "guerrilla":
            here, there = (FACES[face] for face in (one.active_before, one.active_after))
        a, b = spaces[one.origin], spaces[one.target]
        spaces[one.origin] = a._replace(**{here: getattr(a, here) + 1})
        spaces[one.target] = b._replace(**{there: getattr(b, there) - 1})
    after = turn.after._replace(spaces=tuple(spaces))
    kept = tuple(one for one in turn.moved if one not in strays)
    moves = "2.3.4.a" if passed else "3.1.b"
    for reading in read(replace(turn, after=after, moved=kept)):
        stories = [pick.story for pick in reading.explanation.picks]
        clauses = dict.fromkeys(
            "1.5.1.g"
            if one.kind not in MOVERS
            else "4.2.2.c"
            if "reprisal" in stories[one.origin]
            else moves
            for one in strays
        )
        strange = reading.strange + prices.IN_A_PASS * passed
        yield reading._replace(extra=(*reading.extra, *clauses), strange=strange)


PAID_FOR_BASE = {
    GOV: ("gov_base", ("troops", "police"), "3.2.1.f"),
    NPA: ("npa_base", ("underground", "active"), "3.4.1.b"),
    REFORMERS: ("ref_base", ("activist",), "3.3.1.b"),
}
"""What a new Base takes the place of in its own space, and the clause that says so."""


def paid_elsewhere(turn: Turn, read: Read) -> Iterator[Reading]:
    """3.2.1, 3.3.1, 3.4.1: turns legal but for a Base given for pieces of another space."""
    base, pieces, clause = PAID_FOR_BASE[turn.actor]
    limits = turn.board.limits
    number = limits.cubes_for_base if turn.actor == GOV else limits.pieces_for_base
    pairs = list(zip(turn.before.spaces, turn.after.spaces, strict=True))
    for n, (a, b) in enumerate(pairs):
        if getattr(b, base) != getattr(a, base) + 1:
            continue
        for other, (c, d) in enumerate(pairs):
            fell = {name: max(0, getattr(c, name) - getattr(d, name)) for name in pieces}
            if other == n or sum(fell.values()) != number:
                continue
            spaces = list(turn.after.spaces)
            spaces[n] = b._replace(**{base: getattr(a, base)})
            spaces[other] = d._replace(**{name: getattr(d, name) + by for name, by in fell.items()})
            after = turn.after._replace(spaces=tuple(spaces))
            for reading in read(replace(turn, after=after)):
                yield reading._replace(extra=(*reading.extra, clause))
