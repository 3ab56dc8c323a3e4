"""How well the coup's checker judges: legal coups, and records with a mistake in them.

python -m tests.junta_coup.measure --phases 10000 --mutants 2000

The same coups are recorded tidily, as people do, and sloppily
(`modgen_rules.engine.human_noise`). A seed gives the same figures every time.

What is found in the legal record of the same coup, kept by the same hands, is not about the
mistake: a slip such as a drag from another seat is in both. It neither finds the mistake nor comes
before it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from modgen.log.timeline import read_timeline
from modgen_rules.engine.findings import Finding, GameReport
from modgen_rules.engine.human_noise import QUIET, HumanNoise
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.written_table import LogWriterError
from tests.accuracy.measure import BAD, RECORDS, SHOWN, WORKERS, Legal, Tally, wilson
from tests.junta_coup.bridge import CoupBench, Writer
from tests.junta_coup.truth import ALSO, UNSEEN, wrong
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play
from tests.junta_reference.record import Event, Start

SEATS = (4, 5, 6, 7)
TRIES = 12


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


def legal_phases(bench: CoupBench, wanted: int, path: Path, seed: int, record: str) -> Legal:
    """Legal coups until `wanted` player-phases are judged."""
    found, phases = Legal(), 0
    while phases < wanted:
        seed += WORKERS
        start, events = play(seed, SEATS[seed % 4])
        report = checked(bench, start, events, path, seed, RECORDS[record])
        phases += sum(one.title.endswith("Movement") for one in report.segments)
        found.add(report, f"{record} coup {seed}")
    return found


def suspicious(report: GameReport) -> list[Finding]:
    """The findings that accuse or suspect somebody."""
    return [one for one in report.findings if one.verdict in BAD]


class LegalRecords:
    """What is found in the legal records of coups, each judged once."""

    def __init__(self, bench: CoupBench, path: Path, record: str) -> None:
        self.bench, self.path, self.record = bench, path, record
        self._found: dict[int, set[str]] = {}

    def slips(self, seed: int) -> set[str]:
        """The messages of a coup's legal record."""
        if seed not in self._found:
            start, events = play(seed, SEATS[seed % 4])
            noise = RECORDS[self.record]
            report = checked(self.bench, start, events, self.path, seed, noise)
            self._found[seed] = {one.message for one in suspicious(report)}
        return self._found[seed]


def spoilt(
    bench: CoupBench,
    name: str,
    number: int,
    path: Path,
    seed: int,
    record: str = "tidy",
    right: int | None = None,
    legal: LegalRecords | None = None,
) -> Tally:
    """Judge `number` mutants of an operator, or fewer if `right` of them get the right clause."""
    tally, make = Tally(), OPERATORS[name]
    legal = legal or LegalRecords(bench, path, record)
    for n in range(seed, seed + number * TRIES):
        start, events = play(n, SEATS[n % 4])
        made = make(start, events, random.Random(n))
        if made is None:
            continue
        tally.made += 1
        try:
            report = checked(bench, start, made[0], path, n, RECORDS[record])
        except (LogWriterError, KeyError):
            tally.refused += 1
            continue
        bad = suspicious(report)
        if bad and record != "tidy":
            slips = legal.slips(n)
            bad = [one for one in bad if one.message not in slips]
        shown = wrong(start, events, made[0])
        if not bad and shown:
            tally.named["missed"] += 1
        elif not bad:
            tally.equivalent += 1
        else:
            tally.flagged += 1
            first = bad[0].clause
            related = any(first == one or first in ALSO.get(one, ()) for one in (made[1], *shown))
            if first == made[1]:
                tally.right += 1
            else:
                tally.related += related
                tally.named[first] += 1
            if first == made[1] or related:
                tally.right_reports.append((first, report))
        if tally.made - tally.refused >= number or len(tally.right_reports) == right:
            break
    return tally


def work(job: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any], Any]:
    """One part of the measure, in a process of its own."""
    kind, options = job
    with tempfile.TemporaryDirectory() as place:
        bench, path = CoupBench.made(Path(place)), Path(place) / "coup.vlog"
        worker, seed, record = options["worker"], options["seed"], options["record"]
        found: Any
        if kind == "phases":
            found = legal_phases(bench, options["phases"], path, seed + worker, record)
        else:
            names = [name for name in OPERATORS if name not in UNSEEN][worker::WORKERS]
            legal = LegalRecords(bench, path, record)
            found = {
                name: spoilt(bench, name, options["quota"], path, seed, record, legal=legal)
                for name in names
            }
            for tally in found.values():
                tally.right_reports.clear()  # they are long, and only tests read them
    return kind, options, found


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how well the coup's checker judges.")
    parser.add_argument("--phases", type=int, default=10_000)
    parser.add_argument("--mutants", type=int, default=2_500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", choices=[*RECORDS], action="append", help="only these records")
    parser.add_argument("--rows", action="store_true", help="a row for each kind of mistake")
    wanted = parser.parse_args(arguments)
    records = wanted.record or [*RECORDS]
    names = [name for name in OPERATORS if name not in UNSEEN]
    began = time.perf_counter()
    jobs: list[tuple[str, dict[str, Any]]] = []
    for record in records:
        for worker in range(WORKERS):
            common = {"worker": worker, "seed": wanted.seed, "record": record}
            if wanted.phases:
                share = -(-wanted.phases // (len(records) * WORKERS))
                jobs.append(("phases", {**common, "phases": share}))
            if wanted.mutants:
                quota = -(-wanted.mutants // (len(records) * len(names)))
                jobs.append(("mutants", {**common, "quota": quota}))
    legal = {record: Legal() for record in records}
    found: dict[str, dict[str, Tally]] = {record: {} for record in records}
    with get_context("spawn").Pool(WORKERS) as pool:
        for kind, options, result in pool.imap(work, jobs):
            if kind == "phases":
                legal[options["record"]].merge(result)
            else:
                found[options["record"]] |= result
    failed = False
    for record in records:
        counted, total = legal[record], Tally()
        print(
            f"Legal coups, {record}: {counted.accepted} of {counted.turns} turns and battles "
            f"accepted ({counted.accepted / max(1, counted.turns):.2%}); verdict illegal: "
            f"{counted.verdicts['illegal']}; findings {dict(counted.findings)}"
        )
        for line in counted.told[:SHOWN]:
            print("   ", line[:240])
        others: Counter[str] = Counter()
        for name, tally in sorted(found[record].items()):
            total.add(tally)
            others.update(tally.named)
            if wanted.rows:
                seen = f"{tally.made} | {tally.refused} | {tally.equivalent} | {tally.flagged}"
                print(f"| {name} | {seen} | {tally.right} {dict(tally.named) or ''} |")
        low, high = wilson(total.flagged, total.real)
        print(
            f"Mistakes, {record}: {total.made} mutants, {total.refused} refused, "
            f"{total.equivalent} legal after all; {total.flagged} of {total.real} found "
            f"({total.flagged / max(1, total.real):.2%}, {low:.3f}-{high:.3f}); its own clause "
            f"first in {total.right / max(1, total.flagged):.2%}, a related one in "
            f"{total.related / max(1, total.flagged):.2%}"
        )
        failed |= bool(counted.verdicts["illegal"]) or total.flagged < 0.97 * total.real
    print(f"{time.perf_counter() - began:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
