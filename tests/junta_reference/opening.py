"""Clause 1: how a coup begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.junta_reference.city import ARMIES, BRIGADES, HOMES, PRECINCTS
from tests.junta_reference.record import Start, Unit


def opening(start: Start) -> Iterator[str]:
    """The clauses that the set-up breaks, each once."""
    found = [*_offices(start), *_controllers(start), *_homes(start), *_police(start)]
    yield from dict.fromkeys(found)


def _of(start: Start, office: str) -> list[Unit]:
    return [unit for unit in start.units.values() if unit.office == office]


def _offices(start: Start) -> Iterator[str]:
    """At most one brigade for a family; El Presidente has no other office."""
    generals = Counter(start.offices.get(office) for office in BRIGADES)
    others = [family for office, family in start.offices.items() if office != "president"]
    if max(generals.values()) > 1 or start.president in others:
        yield "1.a"


def _controllers(start: Start) -> Iterator[str]:
    """6.c: each office commands its own units, El Presidente those of his Cousin."""
    for office, family in start.offices.items():
        expected = start.president if office in start.cousin else family
        if any(unit.controller != expected for unit in _of(start, office)):
            yield "6.c"


def _homes(start: Start) -> Iterator[str]:
    """1.a, 1.c: everything stands in its own space, and all of it."""
    for office, (kind, count) in ARMIES.items():
        spaces = [unit.space for unit in _of(start, office) if unit.kind == kind]
        home = HOMES.get(kind, "")
        if len(spaces) < count or (kind in HOMES and "" in spaces):
            yield "1.c"
        if kind != "police" and any(space not in ("", home) for space in spaces):
            yield "1.a"
    if any(unit.space for unit in _of(start, "")):
        yield "1.a"


def _police(start: Start) -> Iterator[str]:
    """1.b: one in each precinct, or all in Parliament when the budget was forced."""
    spaces = sorted(unit.space for unit in _of(start, "minister") if unit.kind == "police")
    expected = ["parliament"] * len(spaces) if start.forced else list(PRECINCTS)
    if "" in spaces:
        yield "1.c"
    elif spaces != expected:
        yield "1.b"
