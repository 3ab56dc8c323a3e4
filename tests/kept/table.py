"""The table of how the kept sets were judged."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from modgen_rules.engine.reading.verdicts import SURE
from tests.kept.rows import Row, Score, kinds, score

COLUMNS = ("set", "games", "turns", "accused", "suspected", "mistakes", "illegal", "suspect")
COLUMNS += ("missed", "clause first", "CPU s", "with play")
KINDS = ("right", "other clause", "false")
BANDS = (
    (0.0, "a lapse is likelier"),
    (SURE, "up to 20 to 1"),
    (math.log(1e4), "20 to 1 up to 10,000 to 1"),
    (sys.float_info.max, "more than 10,000 to 1"),
    (math.inf, "no legal reading"),
)
"""Bands of the gap, each with its end in nats."""


def printed(rows: Mapping[str, Sequence[Row]], seconds: Mapping[str, Sequence[float]]) -> str:
    """The figures of each set, of each game, and of all.

    `turns` are those of legal games; `accused` and `suspected` count them. `CPU s` is the time of
    reading and judging, `with play` includes making the games.
    """
    lines = []
    for title, names in groups(rows):
        total = sum((score(row) for name in names for row in rows[name]), Score())
        judging, whole = (sum(seconds[name][n] for name in names) for n in range(2))
        missed = total.mistakes - total.illegal - total.suspect
        found = (total.illegal, total.suspect, missed, total.first)
        lines.append([title, *total[:5], *found, f"{judging:.1f}", f"{whole:.1f}"])
    return aligned(COLUMNS, lines)


def calibration(rows: Mapping[str, Sequence[Row]]) -> str:
    """Of the findings at each verdict: how many are right.

    Right: of a mistake, and it names a clause of it. Other clause: the finding can be of the
    mistake or follow from it, but names another clause. False: anything else.
    """
    head = ["findings", *(f"{verdict}: {kind}" for verdict in ("illegal", "suspect")
                          for kind in (*KINDS, "%"))]  # fmt: skip
    lines = []
    for title, names in groups(rows, sets=False):
        total = sum((score(row) for name in names for row in rows[name]), Score())
        cells: list[object] = [title]
        for counts in (total[8:11], total[11:14]):
            cells += [*counts, f"{100 * counts[0] / max(1, sum(counts)):.1f}"]
        lines.append(cells)
    return aligned(head, lines)


def by_gap(found: Iterable[tuple[Row, Sequence[float]]]) -> str:
    """How many of the findings at given odds against the cheapest legal reading are right.

    `found` has for each row the gaps of its findings, in nats.
    """
    counts = {name: [0, 0, 0] for _, name in BANDS}
    for row, gaps in found:
        if row.known:
            for kind, gap in zip(kinds(row), gaps, strict=True):
                counts[next(name for most, name in BANDS if gap <= most)][kind] += 1
    lines: list[list[object]] = []
    for name, some in counts.items():
        share = f"{100 * some[0] / sum(some):.1f}" if sum(some) else ""
        sound = f"{100 * (some[0] + some[1]) / sum(some):.1f}" if sum(some) else ""
        lines.append([name, *some, share, sound])
    return aligned(["odds of the breach", *KINDS, "right, %", "of a mistake, %"], lines)


def groups(
    rows: Mapping[str, Sequence[Row]], sets: bool = True
) -> Iterator[tuple[str, Sequence[str]]]:
    """The sets of each game, each game that has several, and all."""
    games: dict[str, list[str]] = {}
    for name in rows:
        games.setdefault(name.partition(" ")[0], []).append(name)
    for game, names in games.items():
        if sets:
            yield from ((name, [name]) for name in names)
        if not sets or len(names) > 1:
            yield f"{game}, all" if sets else game, names
    yield "all", list(rows)


def aligned(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """A table in Markdown."""
    cells = [[str(one) for one in line] for line in (head, *lines)]
    widths = [max(len(line[n]) for line in cells) for n in range(len(head))]
    found = [
        "| " + " | ".join(
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ) + " |"
        for line in cells
    ]  # fmt: skip
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([found[0], rule, *found[1:], ""])
