"""How well the coup's checker judges: legal player-phases, and records that were spoilt.

python -m tests.junta_coup.measure --phases 10000 --mutants 2000
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from modgen.log.timeline import read_timeline
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.human_noise import LIGHT, QUIET, HumanNoise
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.log_writer import LogWriterError
from tests.accuracy.measure import wilson
from tests.junta_coup.bridge import CoupBench, Writer
from tests.junta_coup.truth import ALSO, UNSEEN, wrong
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play
from tests.junta_reference.record import Event, Start

SEATS = (4, 5, 6, 7)
TRIES = 12


@dataclass
class Tally:
    """What became of the mutants of one operator."""

    made: int = 0
    legal: int = 0
    flagged: int = 0
    right: int = 0
    other: Counter[str] = field(default_factory=Counter)
    right_reports: list[tuple[str, GameReport]] = field(default_factory=list)
    """The reports whose first finding is right, with its clause."""


def checked(
    bench: CoupBench,
    start: Start,
    events: list[Event],
    path: Path,
    seed: int,
    noise: HumanNoise = QUIET,
) -> GameReport:
    """A record through the whole path: written as a log, read, judged."""
    Writer(bench, start, noise, random.Random(seed)).write(events, path)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


def legal_phases(bench: CoupBench, wanted: int, path: Path, seed: int) -> tuple[int, list[str]]:
    """So many player-phases of legal coups, a third of them untidy; what was found in them."""
    count, told = 0, []
    while count < wanted:
        seed += 1
        start, events = play(seed, SEATS[seed % 4])
        noise = LIGHT if seed % 3 == 0 else QUIET
        report = checked(bench, start, events, path, seed, noise)
        count += sum(one.title.endswith("Movement") for one in report.segments)
        told += [f"seed {seed}, {one.where}: {one.message}" for one in report.findings]
    return count, told


def spoilt(bench: CoupBench, name: str, number: int, path: Path, seed: int) -> Tally:
    """So many mutants of an operator."""
    tally, make = Tally(), OPERATORS[name]
    for n in range(seed, seed + number * TRIES):
        start, events = play(n, SEATS[n % 4])
        made = make(start, events, random.Random(n))
        if made is None:
            continue
        try:
            report = checked(bench, start, made[0], path, n)
        except (LogWriterError, KeyError):
            continue  # there is no such place on the table
        tally.made += 1
        bad = [one for one in report.findings if one.verdict in ("illegal", "suspect")]
        if not bad:
            if wrong(start, events, made[0]):
                tally.other["missed"] += 1
            else:
                tally.legal += 1
        else:
            tally.flagged += 1
            first = bad[0].clause
            named = first == made[1] or first in ALSO.get(made[1], ())
            if named or first in wrong(start, events, made[0]):
                tally.right += 1
                tally.right_reports.append((first, report))
            else:
                tally.other[first] += 1
        if tally.made >= number:
            break
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--phases", type=int, default=10_000)
    parser.add_argument("--mutants", type=int, default=2_500)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    names = [name for name in OPERATORS if name not in UNSEEN]
    with tempfile.TemporaryDirectory() as place:
        path, began = Path(place) / "coup.vlog", time.perf_counter()
        bench = CoupBench.made(Path(place))
        count, told = legal_phases(bench, wanted.phases, path, wanted.seed)
        seconds = time.perf_counter() - began
        print(f"Junta's coup: {count} legal player-phases: {len(told)} findings ({seconds:.0f} s).")
        for line in told[:20]:
            print("   ", line)
        print("\n| mistake | made | legal | flagged | right clause first |\n|--|--|--|--|--|")
        total = Tally()
        began = time.perf_counter()
        for name in names:
            one = spoilt(bench, name, -(-wanted.mutants // len(names)), path, wanted.seed)
            seen = f"{one.made} | {one.legal} | {one.flagged} | {one.right}"
            print(f"| {name} | {seen} {dict(one.other) or ''} |")
            for what in ("made", "legal", "flagged", "right"):
                setattr(total, what, getattr(total, what) + getattr(one, what))
    real = max(1, total.made - total.legal)
    low, high = wilson(total.flagged, real)
    print(
        f"\n{total.made} mutants of {len(names)} kinds, {total.legal} of them legal after all; "
        f"{total.flagged} of {real} flagged ({total.flagged / real:.2%}, {low:.3f}-{high:.3f}); "
        f"the right clause first in {total.right / max(1, total.flagged):.2%} "
        f"({time.perf_counter() - began:.0f} s)."
    )
    return int(bool(told) or total.flagged / real < 0.97)


if __name__ == "__main__":
    sys.exit(main())
