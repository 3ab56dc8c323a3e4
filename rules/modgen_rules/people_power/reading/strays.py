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
    TRACKS,
    Space,
    State,
    count,
)
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.turn import Moved, Reading, Turn, bases_elsewhere

Read = Callable[[Turn], tuple[Reading, ...]]
"""The legal readings of a turn."""


def but_for_one_change(turn: Turn, worst: Reading, read: Read) -> Iterator[Reading]:
    """Legal readings of a turn without one change in a space in which a reading is wrong."""
    picks = worst.explanation.picks
    places = [n for n, pick in enumerate(picks) if pick.broken]
    pairs = list(zip(turn.before.spaces, turn.after.spaces, strict=True))
    if worst.extra or not places:
        places = [n for n, (a, b) in enumerate(pairs) if a != b]
    contexts = Setting.of(turn).contexts(())
    for n in places:
        before, after = pairs[n]
        for field, amount, undone, price in _changes(turn, n):
            state = _with_space(turn, n, undone)
            if state is None:
                continue
            moved = _unturned(turn, n) if field == "face" else turn.moved
            for rest, more, extra in ((state, 0.0, ()), *_without_track(turn, state, worst)):
                readings = read(replace(turn, after=rest, moved=moved))
                for one in readings:
                    picks = one.explanation.picks
                    clause = blamed(field, amount, picks[n].story, before, after, contexts[n])
                    broken = picks[n]._replace(broken=(clause,), reached=undone)
                    cost = one.explanation.cost + price
                    found = one.explanation._replace(
                        cost=cost + more,
                        broken=(clause, *extra),
                        picks=(*picks[:n], broken, *picks[n + 1 :]),
                    )
                    yield one._replace(explanation=found)
                if readings:
                    break


def _without_track(
    turn: Turn, state: State, worst: Reading
) -> Iterator[tuple[State, float, tuple[str, ...]]]:
    """The position as if one track had not changed that the actor's Resources are not.

    Only where a reading has a wrong track too; with what that costs, and its clause.
    """
    in_spaces = {clause for pick in worst.explanation.picks for clause in pick.broken}
    wrong = [one for one in worst.explanation.broken if one not in in_spaces]
    if len(wrong) != 1:
        return
    for at, name in enumerate(TRACKS):
        by = state.tracks[at] - turn.before.tracks[at]
        if by and name != turn.actor:
            tracks = (*state.tracks[:at], turn.before.tracks[at], *state.tracks[at + 1 :])
            yield (
                state._replace(tracks=tracks),
                prices.WRONG_COUNTER + prices.COUNTER_EACH * abs(by),
                tuple(wrong),
            )


def _unturned(turn: Turn, n: int) -> tuple[Moved, ...]:
    """The pieces that moved, those into a space with the face that they had."""
    return tuple(
        one._replace(active_after=one.active_before) if one.target == n else one
        for one in turn.moved
    )


def _changes(turn: Turn, n: int) -> Iterator[tuple[str, int, Space, float]]:
    """What changed in a space beside moves: a field, by how much, the space without it, its cost.

    Pieces that make room for others are one change, named by those that came.
    """
    before, after = _with_moves(turn, n), turn.after.spaces[n]
    differ = differences(before, after)
    for field, by in differ.items():
        yield (
            field,
            by,
            _undone(before, after, field),
            prices.TURNED if field == "face" else prices.ONE_STRAY,
        )
    if faced := _faced(turn, n):
        yield "face", 1, faced, prices.TURNED
    pieces = [field for field in differ if field in FORCES]
    for came in pieces:
        for gone in pieces:
            if differ[came] > 0 > differ[gone]:
                undone = _undone(before, _undone(before, after, gone), came)
                yield came, differ[came], undone, prices.ONE_STRAY + prices.EXCHANGED


def _with_moves(turn: Turn, n: int) -> Space:
    """A space before a turn, with the Activists and cubes that came to it and left it."""
    space = turn.before.spaces[n]
    for kind in ("activist", "troops", "police"):
        came = sum(one.kind == kind and one.target == n for one in turn.moved)
        left = sum(one.kind == kind and one.origin == n for one in turn.moved)
        if came != left and getattr(space, kind) + came - left >= 0:
            space = space._replace(**{kind: getattr(space, kind) + came - left})
    return space


def _undone(before: Space, after: Space, field: str) -> Space:
    """A space as if one thing had not changed in it."""
    if field == "guerrilla":
        number = after.guerrillas - before.guerrillas
        down = min(after.underground, number) if number > 0 else number
        return after._replace(
            underground=after.underground - down, active=after.active - (number - down)
        )
    if field == "face":
        return after._replace(underground=before.underground, active=before.active)
    return after._replace(**{field: getattr(before, field)})


def _faced(turn: Turn, n: int) -> Space | None:
    """A space whose arrivals show the face that they had; None when no face was turned."""
    after = turn.after.spaces[n]
    turned = sum(
        one.active_after - one.active_before
        for one in turn.moved
        if one.target == n and one.kind == "guerrilla"
    )
    if not turned:
        return None
    return after._replace(active=after.active - turned, underground=after.underground + turned)


def _with_space(turn: Turn, n: int, space: Space) -> State | None:
    """The position after a turn with another space, its pieces taken from Available or put there.

    None when a Guerrilla came from another space or went to one.
    """
    seen = turn.after.spaces[n]
    available = list(turn.after.available)
    for at, kind in enumerate(FORCES):
        by = count(space, kind) - count(seen, kind)
        if (
            by
            and kind == "guerrilla"
            and any(one.kind == kind and n in (one.origin, one.target) for one in turn.moved)
        ):
            return None
        available[at] -= by
    if min((*space, *available)) < 0:
        return None
    spaces = (*turn.after.spaces[:n], space, *turn.after.spaces[n + 1 :])
    return turn.after._replace(spaces=spaces, available=tuple(available))


MOVERS = {
    "troops": (GOV,),
    "police": (GOV,),
    "guerrilla": (NPA, GOV),
    "activist": (REFORMERS, GOV),
}
"""Whose actions move pieces of a kind from space to space; nobody's move Bases (1.5.1)."""


FACES = ("underground", "active")


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
        found = {
            "1.5.1.g"
            if one.kind not in MOVERS
            else "4.2.2.c"
            if "reprisal" in stories[one.origin]
            else moves
            for one in strays
        }
        clauses = tuple(sorted(found, key=lambda one: (one != "4.2.2.c", one)))
        strange = reading.strange + (prices.IN_A_PASS if passed else 0.0)
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
