"""Replay a log in the engine and compare what lies where after every step with our reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.verify.engine import TIMEOUT, CannotRunError, run_harness

Point = tuple[str, int, int]
"""A map and a point on it in map pixels."""
Layout = dict[Point, frozenset[tuple[str, ...]]]
"""The stacks and decks at each point: the ids of their pieces, bottom first."""


def engine_layouts(lines: Iterable[str]) -> Iterator[Layout]:
    """The layout after each step, from the lines of the harness; the first is the set-up.

    Raises CannotRunError when the lines end before the engine has finished.
    """
    layout: Layout = {}
    begun = False
    for kind, *rest in (line.split("\t") for line in lines):
        if kind == "STEP":
            if begun:
                yield dict(layout)
            begun = True
        elif kind == "POINT" and len(rest) == 4:
            point = rest[0], int(rest[1]), int(rest[2])
            layout.pop(point, None)
            if rest[3]:
                layout[point] = frozenset(tuple(pile.split(",")) for pile in rest[3].split(";"))
        elif kind == "DONE" and begun:
            yield dict(layout)
            return
    raise CannotRunError("the engine stopped before the log ended")


def layout_of(table: Table) -> Layout:
    """The layout of a table. A piece that is in no stack is a pile of its own."""
    points: dict[Point, set[tuple[str, ...]]] = defaultdict(set)
    for pile in table.piles.values():
        if pile.contents:
            points[pile.map, pile.x, pile.y].add(pile.contents)
    for piece in table.pieces.values():
        if not piece.pile:
            points[piece.map, piece.x, piece.y].add((piece.id,))
    return {point: frozenset(piles) for point, piles in points.items()}


def differences(module: Path, log: Path, engine: Path, timeout: float = TIMEOUT) -> list[str]:
    """Replay a log in the engine: one sentence for each point that differs from our reading.

    Raises CannotRunError when the engine cannot replay the log.
    """
    lines, _ = run_harness([module, log], engine, timeout)
    timeline = read_timeline([log])
    found = [f"the engine complains: {line}" for line in lines if line.startswith("COMPLAINT")]
    number = -1
    for number, theirs in enumerate(engine_layouts(lines)):
        if number > len(timeline):
            break
        ours = layout_of(timeline.go(number))
        found += [
            f"step {number}, {point}: the engine has {_shown(theirs.get(point))}, "
            f"we have {_shown(ours.get(point))}"
            for point in sorted({*ours, *theirs})
            if ours.get(point) != theirs.get(point)
        ]
    if number != len(timeline):
        found.append(f"the engine made {number} steps, the log has {len(timeline)}")
    return found


def _shown(piles: frozenset[tuple[str, ...]] | None) -> str:
    return " and ".join(sorted("+".join(pile) for pile in piles)) if piles else "nothing"
