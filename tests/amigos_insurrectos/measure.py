"""How well the war's checker judges: legal wars, and wars with one mistake.

python -m tests.amigos_insurrectos.measure --turns 10000 --mutants 2000

Wars are recorded tidily, as people do, and sloppily (`modgen_rules.engine.human_noise`). A seed
gives the same figures every time. A clause counts as right only if it is the mistake's own.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from modgen_rules.amigos_insurrectos.mistakes import MISTAKES
from modgen_rules.engine.human_noise import HUMAN, QUIET, SLOPPY, HumanNoise
from modgen_rules.engine.written_table import LogWriterError
from tests.amigos_insurrectos.wars import WarBench

BAD = ("illegal", "suspect")
RECORDS: dict[str, HumanNoise] = {"tidy": QUIET, "human": HUMAN, "sloppy": SLOPPY}
SHARES = {"tidy": 4, "human": 1, "sloppy": 1}
"""Of six wars two are untidy."""
WORKERS = 2
STORIES = 9
"""The number of wars in which a place for each mistake is looked for."""
SHOWN = 40


@dataclass
class Tally:
    """What became of the mistakes of one kind."""

    made: int = 0
    found: int = 0
    right: int = 0
    named: Counter[str] = field(default_factory=Counter)


@dataclass
class Legal:
    """Legal wars: player-turns, those with an accusation, and what it was."""

    wars: int = 0
    turns: int = 0
    accused: Counter[str] = field(default_factory=Counter)
    findings: Counter[tuple[str, str]] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)


def legal(bench: WarBench, seed: int, record: str, path: Path, into: Legal) -> None:
    """One legal war."""
    story = bench.story(seed)
    bench.write(story, story.acts, path, RECORDS[record], seed)
    bench.stories.clear()
    report = bench.judge(path)
    into.wars += 1
    into.turns += sum("," in one.title for one in report.segments)
    for one in report.segments:
        if one.verdict in BAD:
            into.accused[one.verdict] += 1
    for finding in report.findings:
        if finding.verdict in BAD:
            into.findings[finding.clause, finding.verdict] += 1
            into.told.append(f"{record} {seed}: {finding.verdict} {finding.message}")


def spoilt(bench: WarBench, name: str, wanted: int, seed: int, path: Path) -> Tally:
    """Some mistakes of a kind, each in a war of its own turn."""
    tally, kind = Tally(), MISTAKES[name]
    for number in range(seed, seed + STORIES):
        story = bench.story(number)
        chance = random.Random(number)
        places = [n for n, mark in enumerate(story.marks[:-1]) if mark.phase == kind.phase]
        chance.shuffle(places)
        for n in places:
            acts = bench.spoilt(story, n, kind.make, chance)
            if acts is None:
                continue
            try:
                bench.write(story, acts, path)
            except (LogWriterError, KeyError):
                continue
            report = bench.judge(path)
            bad = [one for one in report.findings if one.verdict in BAD]
            tally.made += 1
            tally.found += bool(bad)
            tally.right += bool(bad) and bad[0].clause == kind.clause
            tally.named[bad[0].clause if bad else "missed"] += 1
            break
        if tally.made >= wanted:
            break
    return tally


def work(job: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any], Any]:
    """One part of the measure, in a process of its own."""
    kind, options = job
    found: Any
    with tempfile.TemporaryDirectory() as place:
        bench, path = WarBench(Path(place)), Path(place) / "war.vlog"
        seed = options["seed"]
        if kind == "legal":
            found = Legal()
            order = [name for name, share in SHARES.items() for _ in range(share)]
            while found.turns < options["turns"]:
                seed += WORKERS
                legal(bench, seed, order[seed // WORKERS % len(order)], path, found)
        else:
            found = {
                name: spoilt(bench, name, options["each"], seed, path) for name in options["names"]
            }
    return kind, options, found


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how well the war's checker judges.")
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--mutants", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", help="only these mistakes")
    wanted = parser.parse_args(arguments)
    names = wanted.only or [*MISTAKES]
    began = time.perf_counter()
    jobs: list[tuple[str, dict[str, Any]]] = []
    for worker in range(WORKERS):
        if wanted.turns:
            turns = -(-wanted.turns // WORKERS)
            jobs.append(("legal", {"turns": turns, "seed": wanted.seed + worker}))
        if wanted.mutants:
            each = -(-wanted.mutants // len(names))
            mine = names[worker::WORKERS]
            jobs.append(("mistakes", {"each": each, "seed": wanted.seed, "names": mine}))
    good, tallies = Legal(), dict[str, Tally]()
    with get_context("spawn").Pool(WORKERS) as pool:
        for kind, _, found in pool.imap(work, jobs):
            if kind == "legal":
                good.wars += found.wars
                good.turns += found.turns
                good.accused += found.accused
                good.findings += found.findings
                good.told += found.told
            else:
                tallies |= found
    print(
        f"Legal wars: {good.wars}, {good.turns} player-turns; accused: {dict(good.accused)}; "
        f"findings: {dict(good.findings)}"
    )
    for line in good.told[:SHOWN]:
        print("   ", line[:240])
    made, right, seen = (
        sum(getattr(one, name) for one in tallies.values()) for name in ("made", "right", "found")
    )
    for name, tally in sorted(tallies.items()):
        if tally.right < tally.made or not tally.made:
            print(f"    {name} ({MISTAKES[name].clause}): {tally.made}, {dict(tally.named)}")
    kinds = sum(bool(one.made) for one in tallies.values())
    print(
        f"Mistakes: {made} of {kinds} kinds; {seen} found ({seen / max(1, made):.2%}); its own "
        f"clause first in {right} ({right / max(1, seen):.2%})"
    )
    print(f"{time.perf_counter() - began:.0f} s")
    return int(bool(good.accused["illegal"]) or seen < 0.97 * made)


if __name__ == "__main__":
    sys.exit(main())
