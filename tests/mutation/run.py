"""Puts small mistakes into the sources and lists those that no test notices.

python -m tests.mutation.run --package engine --sample 200 --seed 1 --minutes 30

Each mutant runs with only the tests that run the changed line (for a constant of a module, the
functions that name it), some of every test module, until one fails. Which tests those are is
measured once (`make mutation-map`). Outcomes are kept in output/mutation; a later run tries only
mutants whose function or tests have changed, and new ones. `verdicts.py` is quicker: it judges the
kept logs instead of running tests.
mutmut and cosmic-ray were considered: the first does not change constants of modules, the second
starts a fresh interpreter for every mutant and cannot choose tests by the code they run.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from tests.mutation.calls import CALLS, Chooser
from tests.mutation.packages import ROOT, TESTS, Target, digest, is_rules, judging, targets
from tests.mutation.results import Count, Outcome, Results, known, summary
from tests.mutation.trials import Warm, fresh, warm_up

ALLOWED = 0.02
"""The largest share of mutants that may survive."""


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--package", action="append", choices=sorted(TESTS), help="repeatable")
    parser.add_argument(
        "--part", choices=("judging", "playing"), help="only the checker, or only random games"
    )
    parser.add_argument("--sample", type=int, default=0, help="mutants of each package; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which mutants a sample has")
    parser.add_argument(
        "--whole", action="store_true", help="only whole reports notice; quicker, but more survive"
    )
    parser.add_argument("--minutes", type=float, default=6000.0, help="stop after so long")
    parser.add_argument("--only", default="", help="mutants whose title has this text")
    parser.add_argument("--survivors", action="store_true", help="try those that survived again")
    parser.add_argument("--list", action="store_true", help="try nothing; print what is known")
    parser.add_argument("--output", type=Path, default=ROOT / "output" / "mutation")
    return parser.parse_args(arguments)


def sampled(package: str, wanted: argparse.Namespace) -> list[Target]:
    """The chosen mutants of a package, in an order that the seed and their titles decide."""
    found = [one for one in targets(package) if wanted.only in one.title]
    if wanted.part:
        judged, wish = judging(package), wanted.part == "judging"
        found = [one for one in found if (one.file in judged) == wish]
    found.sort(key=lambda target: (digest(f"{wanted.seed} {target.title}"), target.title))
    return found[: wanted.sample or None]


class Runner:
    """Tries the mutants of one package."""

    def __init__(self, package: str, wanted: argparse.Namespace, results: Results) -> None:
        self.package, self.results = package, results
        os.environ["MODGEN_CACHE"] = str(wanted.output / "cache")
        self.chooser = Chooser(package, CALLS)
        built = wanted.output / "modules"
        built.mkdir(parents=True, exist_ok=True)
        warm_up(built, package)
        self.warm = Warm(package)

    def tried(self, target: Target, again: bool = False) -> Outcome:
        """Try a mutant and keep the outcome; one that survived is tried again when loaded."""
        tests = self.chooser.tests(target)
        noticed = None
        if tests and target.function and not again:
            noticed = self.warm.noticed_by(target, tests, self._seconds(tests))
        if tests and noticed is None:
            noticed = fresh(target, tests, self._seconds(tests))
        return self.results.add(target, self.package, noticed or "")

    def _seconds(self, tests: list[str]) -> float:
        return sum(self.chooser.seconds[test] for test in tests)


def main(arguments: list[str] | None = None) -> int:
    """Run a sample of mutants; print the survivors and the summary."""
    wanted = parsed(arguments)
    os.chdir(ROOT)
    if wanted.whole:
        TESTS.update(dict.fromkeys(TESTS, ()))
    results, accepted = Results(wanted.output / "results.jsonl"), known()
    until = time.monotonic() + wanted.minutes * 60
    counts, unexplained = [], 0
    for package in sorted(wanted.package or TESTS, key=lambda name: (is_rules(name), name)):
        chosen = sampled(package, wanted)
        runner, outcomes = None, list[Outcome]()
        for target in chosen:
            row = results.outcome(target, package)
            again = wanted.survivors and row and not row.test
            if not wanted.list and (row is None or again):
                if time.monotonic() > until:
                    break  # Those that are known behind it would not be a random sample.
                runner = runner or Runner(package, wanted, results)
                row = runner.tried(target, bool(again))
                if not row.test:
                    print(f"{row.title} (line {row.line})", flush=True)
            if row is not None:
                outcomes.append(row)
        if runner:
            runner.warm.close()
        alive = [row for row in outcomes if not row.test]
        for row in alive if wanted.list else ():
            print(f"{row.title} (line {row.line}) | {accepted.get(row.title, '?')}")
        explained = sum(row.title in accepted for row in alive)
        unexplained += len(alive) - explained
        counts.append(Count(package, len(chosen), len(outcomes), len(alive), explained))
    if wanted.list:
        return 0  # What is known from several runs is not a random sample.
    print(summary(counts))
    tried, survivors = (sum(row[n] for row in counts) for n in (2, 3))
    return int(survivors > ALLOWED * tried or unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
