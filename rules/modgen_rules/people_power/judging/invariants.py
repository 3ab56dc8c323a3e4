"""What must hold after every turn, whatever was done (1.5 to 1.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.people_power.law.state import (
    FORCES,
    GOV,
    NPA,
    REFORMERS,
    Limits,
    Map,
    State,
    count,
    together,
)
from modgen_rules.people_power.reading.log_index import Marks


class Breach(NamedTuple):
    """A clause that a position breaks, where (the number of a space, or None), in words."""

    clause: str
    space: int | None
    message: str
    expected: str = ""
    observed: str = ""


NAMES = {
    "troops": "Troops",
    "police": "Police",
    "gov_base": "Government Bases",
    "activist": "Activists",
    "ref_base": "Reformer Bases",
    "guerrilla": "Guerrillas",
    "npa_base": "NPA Bases",
}
TOTALS = {GOV: "1.10.a", REFORMERS: "1.10.b", NPA: "1.10.c"}
MARKERS = {GOV: "Control + Patronage", REFORMERS: "Opposition + Bases", NPA: "Resistance + Bases"}


def breaches(state: State, marks: Marks, board: Map) -> Iterator[Breach]:
    """1.5.2, 1.5.3, 1.8.2, 5.1.1: everything that is wrong with a position."""
    limits = board.limits
    yield from _pools(state, limits)
    if state.markers > limits.tokens:
        what = f"{state.markers} Protest and Strike markers are on the map"
        yield Breach("1.8.2.a", None, what, f"at most {limits.tokens}", str(state.markers))
    for n, space in enumerate(state.spaces):
        name = board.names[n]
        if space.bases > limits.bases:
            said = f"{space.bases} Bases stand in {name}"
            yield Breach("1.5.2.a", n, said, f"at most {limits.bases}")
        if space.terror + space.protest + space.strike > 1:
            yield Breach(
                "1.5.2.b", n, f"{name} has more than one of Terror, Protest and Strike", "one"
            )
        if space.protest and not space.reformers:
            yield Breach("1.8.2.c", n, f"a Protest stands in {name} without a Reformer piece")
        if space.strike and not space.npa:
            yield Breach("1.8.2.d", n, f"a Strike stands in {name} without an NPA piece")
        active = marks.active[n]
        if space.activist and active not in (0, space.activist):
            yield Breach("1.5.3.c", n, f"{name} has Active and Inactive Activists")
        elif space.activist and bool(active) != bool(space.protest):
            face = "Active" if space.protest else "Inactive"
            yield Breach("1.5.3.b", n, f"the Activists in {name} must be {face}", face)


def _pools(state: State, limits: Limits) -> Iterator[Breach]:
    """1.5, 1.3.1, 1.2: what is on the map and Available is always the same."""
    there = together(state.spaces)
    for kind, most, free in zip(FORCES, limits.forces, state.available, strict=True):
        on_map = count(there, kind)
        if on_map + free > most:
            what = f"{on_map + free} {NAMES[kind]} are in play"
            yield Breach("1.5.a", None, what, str(most), str(on_map + free))
        elif on_map + free < most:
            lost = most - on_map - free
            verb = "is" if lost == 1 else "are"
            what = f"{lost} of the {most} {NAMES[kind]} {verb} neither on the map nor Available"
            yield Breach("1.5.1.a", None, what, str(most), str(on_map + free))


def bookkeeping(state: State, marks: Marks, board: Map) -> Iterator[Breach]:
    """1.7, 1.6.4, 1.10: markers that only record what the board says."""
    for n, space in enumerate(state.spaces):
        if marks.control[n] != space.control:
            right, seen = (
                {GOV: "Government Control", NPA: "NPA Control"}.get(who, "no Control")
                for who in (space.control, marks.control[n])
            )
            clause = {GOV: "1.7.b", NPA: "1.7.c"}.get(space.control, "1.7.d")
            said = f"{board.names[n]} shows {seen}, but should show {right}"
            yield Breach(clause, n, said, right, seen)
    for who, value in state.totals(board).items():
        shown = marks.victory.get(who)
        if shown is not None and shown != min(value, board.limits.edge):
            said = f"the marker {MARKERS[who]} shows {shown}, but should show {value}"
            yield Breach(TOTALS[who], None, said, str(value), str(shown))
