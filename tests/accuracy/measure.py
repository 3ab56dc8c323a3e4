"""How well the checker judges People Power: `make accuracy` prints what this measures.

python -m tests.accuracy.measure --turns 20000 --mutants 5300

Legal turns and mistakes are measured three times: in tidy records, in records of people, and in
sloppy ones (`modgen_rules.engine.human_noise`). A seed gives the same figures every time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from modgen.log.timeline import read_timeline
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.human_noise import HUMAN, QUIET, SLOPPY, HumanNoise
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.written_table import LogWriterError
from modgen_rules.people_power.simulate import Simulation
from tests.accuracy.cases import Bench, Case, cases, copied, write
from tests.accuracy.operators import OPERATORS, Operator
from tests.accuracy.own import own_clauses
from tests.people_power_reference.bridge import legal

RECORDS = {"tidy": QUIET, "human": HUMAN, "sloppy": SLOPPY}
"""The ways in which the same games are recorded."""
BAD = ("illegal", "suspect")
WORKERS = 2
TRIES = 400
"""The largest number of games that are searched for occasions of a mistake."""
SHOWN = 12


def wilson(good: int, total: int) -> tuple[float, float]:
    """The interval that holds the true share with 95 %."""
    if not total:
        return 0.0, 1.0
    z, share = 1.96, good / total
    middle = share + z * z / (2 * total)
    reach = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - reach) / (1 + z * z / total), (middle + reach) / (1 + z * z / total)


@dataclass
class Tally:
    """What became of the mutants of one operator."""

    made: int = 0
    refused: int = 0
    """Mutants that could not be written as a log."""
    equivalent: int = 0
    """Mutants that the second engine finds legal."""
    flagged: int = 0
    right: int = 0
    """The clause that the mistake breaks comes first."""
    related: int = 0
    """A clause comes first that may also be named."""
    named: Counter[str] = field(default_factory=Counter)
    right_reports: list[tuple[str, GameReport]] = field(default_factory=list)
    """Reports whose first finding is right or related, with its clause; for tests."""

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for name in ("made", "refused", "equivalent", "flagged", "right", "related"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.named.update(other.named)

    @property
    def real(self) -> int:
        """Mutants that were written and are mistakes."""
        return self.made - self.refused - self.equivalent


@dataclass
class Legal:
    """How legal turns were judged."""

    verdicts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def add(self, report: GameReport, where: str) -> int:
        """Count a report; give how many turns it judges."""
        self.verdicts.update(one.verdict for one in report.segments)
        self.findings.update(one.verdict for one in report.findings)
        self.told += [
            f"{where}, steps {one.where}: {one.verdict} [{one.clause}] {one.message}"
            for one in report.findings
            if one.verdict in BAD
        ]
        return len(report.segments)

    def merge(self, other: Legal) -> None:
        """Add the counts of another worker."""
        self.verdicts.update(other.verdicts)
        self.findings.update(other.findings)
        self.told += other.told

    @property
    def turns(self) -> int:
        """All turns."""
        return self.verdicts.total()

    @property
    def accepted(self) -> int:
        """Turns that are neither illegal nor suspect."""
        return self.turns - sum(self.verdicts[verdict] for verdict in BAD)


def checked(bench: Bench, case: Case, path: Path, noise: HumanNoise = QUIET) -> GameReport:
    """A case through the whole path: written, read, judged."""
    write(bench, case, path, noise)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


# --- legal turns ---------------------------------------------------------------------------------


def legal_games(bench: Bench, turns: int, folder: Path, seeds: Iterator[int], record: str) -> Legal:
    """Whole simulated games until `turns` turns are judged."""
    found, path = Legal(), folder / "game.vlog"
    while found.turns < turns:
        seed = next(seeds)
        scenario = "extended" if seed % 2 else "standard"
        game = Simulation(
            bench.game,
            bench.games,
            bench.board,
            bench.rulebook.effects,
            seed,
            scenario,
            RECORDS[record],
            declares=seed % 5 != 0,
        )
        game.play(copied(bench.tables[scenario]), bench.module).write(path)
        report = judge_log(bench.rulebook, read_timeline([path]), [path.name])
        found.add(report, f"{record} game {seed}")
    return found


def single_turns(bench: Bench, turns: int, folder: Path, seeds: Iterator[int]) -> Legal:
    """Legal single turns, each a log of its own: positions that the scenarios do not reach."""
    found, path = Legal(), folder / "turn.vlog"
    while found.turns < turns:
        seed = next(seeds)
        for number, case in enumerate(cases(bench, seed)):
            found.add(checked(bench, case, path), f"single turn {number} of {seed}")
            if found.turns >= turns:
                break
    return found


# --- mistakes ------------------------------------------------------------------------------------


def mutants(
    bench: Bench,
    operators: list[Operator],
    quota: int,
    folder: Path,
    seed: int,
    declared: bool,
    record: str,
    examples: list[str],
) -> dict[str, Tally]:
    """So many mutants of each operator."""
    chance = random.Random(seed)
    found: dict[str, Tally] = defaultdict(Tally)
    path = folder / "mutant.vlog"
    for number in range(1, TRIES + 1):
        if all(found[one.name].made >= quota for one in operators):
            break
        for case in cases(bench, seed * 1000 + number):
            for one in operators:
                tally = found[one.name]
                if tally.made >= quota:
                    continue
                mutant = one.make(case, chance, bench.board)
                if mutant is not None:
                    told = judge(bench, one, mutant.but(declared=declared), tally, path, record)
                    if told:
                        examples.append(
                            f"{record}, game {seed * 1000 + number}, {one.name}: {told}"
                        )
    return found


def judge(
    bench: Bench, operator: Operator, mutant: Case, tally: Tally, path: Path, record: str
) -> str:
    """Judge a mutant and count it; gives what was wrong with the judgement, if anything."""
    tally.made += 1
    try:
        report = checked(bench, mutant, path, RECORDS[record])
    except LogWriterError as problem:
        tally.refused += 1
        return f"cannot be written: {problem}"
    bad = [one for one in report.findings if one.verdict in BAD] or report.findings
    if not bad:
        # The second engine decides, not the checker, whether this was a mistake at all.
        if not mutant.declared and legal(mutant, bench.board):
            tally.equivalent += 1
            return ""
        return "missed"
    tally.flagged += 1
    first = bad[0].clause
    own = own_clauses(operator.name, operator.clauses, mutant, bench.board)
    if first in own:
        tally.right += 1
        return ""
    tally.related += first in operator.clauses
    tally.named[first] += 1
    return f"{first} first, not {' or '.join(own)}: {bad[0].message}"


# --- two processes -------------------------------------------------------------------------------


def work(job: tuple[str, dict[str, Any]]) -> tuple[str, dict[str, Any], Any, list[str]]:
    """One part of the measure, in a process of its own."""
    kind, options = job
    examples: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        bench = Bench.made(folder)
        worker, seed = options["worker"], options["seed"]
        seeds = iter(range(seed + worker + 1, sys.maxsize, WORKERS))
        found: Any
        if kind == "games":
            found = legal_games(bench, options["turns"], folder, seeds, options["record"])
        elif kind == "turns":
            found = single_turns(bench, options["turns"], folder, seeds)
        else:
            operators = OPERATORS[worker::WORKERS]
            found = dict(
                mutants(
                    bench,
                    operators,
                    options["quota"],
                    folder,
                    seed,
                    options["declared"],
                    options["record"],
                    examples,
                )
            )
    return kind, options, found, examples


def jobs(turns: int, number: int, seed: int, records: list[str]) -> Iterator[tuple[str, dict]]:
    """The parts of the measure: each half goes to one worker."""
    for worker in range(WORKERS):
        common = {"worker": worker, "seed": seed}
        if turns:
            for record in records:
                share = turns // (len(records) + 1) // WORKERS
                yield "games", {**common, "record": record, "turns": max(1, share)}
            yield "turns", {**common, "record": "single", "turns": max(1, share)}
        for record in records if number else ():
            for declared in (False, True):
                quota = -(-number // (2 * len(records) * len(OPERATORS)))
                yield "mutants", {**common, "record": record, "declared": declared, "quota": quota}


def report_mutants(title: str, found: dict[str, Tally], rows: bool) -> Tally:
    """Print a row for each operator, and the sums."""
    total = Tally()
    if rows:
        print(f"\n{title}\n\n| mistake | made | refused | legal | found | 95 % | right first |")
        print("|--|--|--|--|--|--|--|")
    for operator in OPERATORS:
        tally = found.get(operator.name, Tally())
        total.add(tally)
        low, high = wilson(tally.flagged, tally.real)
        share = f"{tally.right / tally.flagged:.1%}" if tally.flagged else "-"
        if rows:
            others = dict(tally.named.most_common(3)) or ""
            print(
                f"| {operator.name} | {tally.made} | {tally.refused} | {tally.equivalent} | "
                f"{tally.flagged}/{tally.real} | {low:.3f}-{high:.3f} | {share} {others} |"
            )
    low, high = wilson(total.flagged, total.real)
    found_share = total.flagged / max(1, total.real)
    print(
        f"{title}: {total.made} mutants, {total.refused} refused, {total.equivalent} legal after "
        f"all; {total.flagged} of {total.real} found ({found_share:.2%}, {low:.3f}-{high:.3f}); "
        f"its own clause first in {total.right / max(1, total.flagged):.2%}, a related one in "
        f"{total.related / max(1, total.flagged):.2%}"
    )
    return total


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how well the checker judges.")
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--mutants", type=int, default=5_300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", choices=[*RECORDS], action="append", help="only these records")
    parser.add_argument("--rows", action="store_true", help="a row for each kind of mistake")
    parser.add_argument("--examples", type=int, default=0, help="number of wrong judgements shown")
    wanted = parser.parse_args(arguments)
    records = wanted.record or [*RECORDS]
    began = time.perf_counter()
    parts: dict[str, Legal] = defaultdict(Legal)
    found: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    examples: list[str] = []
    with get_context("spawn").Pool(WORKERS) as pool:
        todo = jobs(wanted.turns, wanted.mutants, wanted.seed, records)
        for kind, options, result, told in pool.imap(work, todo):
            examples += told
            if kind == "mutants":
                words = "declared" if options["declared"] else "not declared"
                title = f"Mistakes in {options['record']} records, {words}"
                for name, tally in result.items():
                    found[title][name].add(tally)
            else:
                parts[options["record"]].merge(result)
    failed = False
    for record, counted in parts.items():
        illegal = counted.verdicts["illegal"]
        print(
            f"Legal turns, {record}: {counted.accepted} of {counted.turns} accepted "
            f"({counted.accepted / max(1, counted.turns):.2%}); verdict illegal: {illegal}; "
            f"all verdicts {dict(counted.verdicts)}"
        )
        for line in counted.told[:SHOWN]:
            print("   ", line[:240])
        failed |= bool(illegal)
    for title, tallies in sorted(found.items()):
        total = report_mutants(title, tallies, wanted.rows)
        failed |= total.flagged < 0.97 * total.real
    for line in examples[: wanted.examples]:
        print("   ", line)
    print(f"{time.perf_counter() - began:.0f} s")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
