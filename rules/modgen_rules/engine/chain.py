"""Several logs of one game: does each begin where the one before ended?

A log begins with a whole save. What differs between the end of one and the beginning of the next
was changed outside any log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from modgen.log.timeline import Timeline, read_timeline
from modgen_rules.engine.findings import Finding, Span
from modgen_rules.engine.piece_states import PieceState, PieceTracker

Reader = Callable[[Timeline], PieceTracker]
PieceCounts = frozenset[tuple[PieceState, int]]


class Link(NamedTuple):
    """A log of the chain: its position at the beginning and at the end, its number of steps."""

    path: Path
    start: PieceCounts
    end: PieceCounts
    steps: int


def read_links(paths: Sequence[Path], reader: Reader) -> list[Link]:
    """The beginning and end of each log, in the game's words. Raises what reading raises."""
    links = []
    for path in paths:
        timeline = read_timeline([path])
        ledger = reader(timeline)
        start = _position(ledger.begin())
        for moment in timeline.moments:
            timeline.go(moment.number)
            for _ in ledger.changes(moment):
                pass
        links.append(Link(path, start, _position(ledger.standings), len(timeline)))
    return links


def _position(standings: dict[str, PieceState]) -> PieceCounts:
    return frozenset(Counter(standings.values()).items())


def in_order(links: Sequence[Link]) -> list[Link]:
    """Each log behind the one whose end it begins with; as given where none fits."""
    left = list(links)
    ends = {link.end for link in links}
    first = next((link for link in left if link.start not in ends), left[0])
    left.remove(first)
    found = [first]
    while left:
        following = next((link for link in left if link.start == found[-1].end), left[0])
        left.remove(following)
        found.append(following)
    return found


def broken_links(links: Sequence[Link], prefix: str) -> list[Finding]:
    """What was changed between logs, missing links and forks."""
    found = []
    step = 0
    for n, link in enumerate(links):
        for other in links[:n]:
            if other.start == link.start:
                text = (
                    f"{link.path.name} and {other.path.name} begin with the same position: a fork"
                )
                found.append(_finding(f"{prefix}-log-fork", text, step, "", ""))
        if n and link.start != links[n - 1].end:
            before = links[n - 1]
            gone, come = difference(before.end, link.start)
            text = (
                f"Between {before.path.name} and {link.path.name} the position changed outside "
                "any log, or a log is missing between them"
            )
            found.append(_finding(f"{prefix}-log-changed-between", text, step, gone, come))
        step += link.steps
    return found


def _finding(code: str, text: str, step: int, expected: str, observed: str) -> Finding:
    return Finding(
        code, "", "suspect", "warning", Span(max(step, 1), max(step, 1)), "", f"{text}.",
        expected, observed,
    )  # fmt: skip


def difference(before: PieceCounts, after: PieceCounts) -> tuple[str, str]:
    """What stood there at the end, and what stands there at the beginning, where they differ."""
    a, b = Counter(dict(before)), Counter(dict(after))
    return _words(a - b), _words(b - a)


def _words(found: Counter[PieceState]) -> str:
    parts = [
        f"{number} × {one.kind}{f' ({one.face})' if one.face else ''} in {one.place or 'nowhere'}"
        for one, number in sorted(found.items())
    ]
    more = f" and {len(parts) - 12} more" if len(parts) > 12 else ""
    return "; ".join(parts[:12]) + more
