"""How well the checker judges: `make accuracy` prints what this measures.

python -m tests.accuracy.measure --turns 20000 --mutants 5300
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

from modgen.log.timeline import read_timeline
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.human_noise import HUMAN, QUIET
from modgen_rules.engine.judging import judge_log
from modgen_rules.people_power.simulate import Simulation
from tests.accuracy.cases import Bench, Case, cases, copied, write
from tests.accuracy.operators import OPERATORS, Operator
from tests.people_power_reference.bridge import legal


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
    flagged: int = 0
    right: int = 0
    equivalent: int = 0
    missed: int = 0
    named: Counter[str] = field(default_factory=Counter)


def legal_games(bench: Bench, turns: int, folder: Path, seed: int) -> tuple[int, int, list[str]]:
    """Whole simulated games until so many turns are judged; how many turns, accusations, which."""
    judged, wrong, told = 0, 0, []
    path = folder / "game.vlog"
    while judged < turns:
        seed += 1
        scenario = "extended" if seed % 2 else "standard"
        noise = HUMAN if seed % 3 == 0 else QUIET
        game = Simulation(
            bench.game, bench.games, bench.board, bench.rulebook.effects, seed, scenario, noise,
            declares=seed % 5 != 0,
        )  # fmt: skip
        game.play(copied(bench.tables[scenario]), bench.module).write(path)
        report = judge_log(bench.rulebook, read_timeline([path]), [path.name])
        judged += sum(one.verdict != "cannot-tell" for one in report.segments)
        for one in report.findings:
            wrong += 1
            told.append(f"seed {seed}: {one.where} {one.verdict} {one.message}")
    return judged, wrong, told


def single_turns(bench: Bench, turns: int, folder: Path, seed: int) -> tuple[int, list[str]]:
    """Legal single turns, each a log of its own: long games that the scenarios do not reach."""
    told: list[str] = []
    path = folder / "turn.vlog"
    count = 0
    while count < turns:
        seed += 1
        for case in cases(bench, seed):
            report = checked(bench, case, path)
            count += 1
            told += [f"seed {seed}: {one.message}" for one in report.findings]
            if count >= turns:
                break
    return count, told


def checked(bench: Bench, case: Case, path: Path) -> GameReport:
    """A case through the whole path: written, read, judged."""
    write(bench, case, path)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


def mutants(
    bench: Bench, number: int, folder: Path, seed: int, declared: bool, examples: dict[str, list]
) -> dict[str, Tally]:
    """So many mutants, spread over the operators."""
    chance = random.Random(seed)
    found: dict[str, Tally] = defaultdict(Tally)
    quota = -(-number // len(OPERATORS))
    path = folder / "mutant.vlog"
    tries = 0
    while tries < 400 and any(found[one.name].made < quota for one in OPERATORS):
        tries += 1
        for case in cases(bench, seed * 1000 + tries):
            for one in OPERATORS:
                tally = found[one.name]
                if tally.made >= quota:
                    continue
                mutant = one.make(case, chance, bench.board)
                if mutant is None:
                    continue
                mutant = mutant.but(declared=declared)
                judge(bench, one, mutant, tally, path, examples)
    return found


def judge(
    bench: Bench, one: Operator, mutant: Case, tally: Tally, path: Path, examples: dict[str, list]
) -> None:
    report = checked(bench, mutant, path)
    tally.made += 1
    bad = [f for f in report.findings if f.verdict in ("illegal", "suspect")] or report.findings
    if not bad:
        # The second engine decides, not the checker, whether this was a mistake at all.
        if not mutant.declared and legal(mutant, bench.board):
            tally.equivalent += 1
        else:
            tally.missed += 1
            examples[one.name].append(("missed", mutant, None))
        return
    tally.flagged += 1
    if bad[0].clause in one.clauses:
        tally.right += 1
    else:
        tally.named[bad[0].clause] += 1
        examples[one.name].append((bad[0].clause, mutant, bad[0]))


def table(found: dict[str, Tally]) -> tuple[int, int, int, int]:
    """Print a row an operator; give the sums."""
    print("| mistake | made | equivalent | flagged | 95 % | right clause first |")
    print("|--|--|--|--|--|--|")
    made = equivalent = flagged = right = 0
    for one in OPERATORS:
        t = found.get(one.name, Tally())
        real = t.made - t.equivalent
        low, high = wilson(t.flagged, real)
        first = f"{t.right / t.flagged:.1%}" if t.flagged else "-"
        share = f"{t.flagged}/{real}"
        print(
            f"| {one.name} | {t.made} | {t.equivalent} | {share} | "
            f"{low:.3f}-{high:.3f} | {first} {dict(t.named.most_common(3)) or ''} |"
        )
        made, equivalent = made + t.made, equivalent + t.equivalent
        flagged, right = flagged + t.flagged, right + t.right
    return made, equivalent, flagged, right


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=20_000)
    parser.add_argument("--mutants", type=int, default=5_300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", action="store_true")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        bench = Bench.made(folder)
        start = time.perf_counter()
        judged, wrong, told = legal_games(bench, wanted.turns * 2 // 3, folder, wanted.seed)
        count, more = single_turns(bench, wanted.turns // 3, folder, wanted.seed)
        seconds = time.perf_counter() - start
        print(f"{judged + count} legal turns: {wrong + len(more)} findings ({seconds:.0f} s).")
        for line in (told + more)[:20]:
            print("   ", line)
        examples: dict[str, list] = defaultdict(list)
        failed = bool(told or more)
        for declared in (False, True):
            start = time.perf_counter()
            found = mutants(bench, wanted.mutants // 2, folder, wanted.seed, declared, examples)
            print(f"\nMutants {'with' if declared else 'without'} declarations:\n")
            made, equivalent, flagged, right = table(found)
            real = made - equivalent
            low, high = wilson(flagged, real)
            print(
                f"\n{made} mutants, {equivalent} of them legal after all; {flagged} of {real} "
                f"flagged ({flagged / real:.2%}, {low:.3f}-{high:.3f}); the right clause first in "
                f"{right / max(1, flagged):.2%} ({time.perf_counter() - start:.0f} s)."
            )
            failed |= flagged / real < 0.97
        if wanted.examples:
            for name, listed in examples.items():
                for clause, case, finding in listed[:2]:
                    print(f"\n{name}: {clause}")
                    print(
                        "   ",
                        case.actor,
                        case.box,
                        case.played.option,
                        case.played.operation,
                        case.played.activity,
                        case.played.spaces,
                        case.played.activity_spaces,
                    )
                    for n, (a, b) in enumerate(
                        zip(case.before.spaces, case.after.spaces, strict=True)
                    ):
                        if a != b:
                            print("      ", n, a, "->", b)
                    print("      ", case.before.tracks, case.after.tracks, case.moved)
                    if finding:
                        print("   ", finding.message)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
