"""How well the checker of Civil Power judges: legal riots, and riots with one mistake.

python -m tests.civil_power.measure --turns 10000 --mistakes 600

Riots are recorded tidily, as people do, and sloppily (`modgen_rules.engine.human_noise`). A seed
gives the same figures every time. A mistake is flagged if a finding at its steps or later is
illegal; the clause is right if the first of them is the mistake's own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from modgen.cli.log import read_or_stop
from modgen.cli.simulate import set_ups
from modgen.compile.module import compile_game
from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.civil_power.checker import Rulebook
from modgen_rules.civil_power.mistakes import Mistake, Planted, Slips
from modgen_rules.civil_power.simulate import MISTAKES, Simulation
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.human_noise import HUMAN, QUIET, SLOPPY, HumanNoise
from modgen_rules.engine.judging import judge_log

RECORDS: dict[str, HumanNoise] = {"tidy": QUIET, "human": HUMAN, "sloppy": SLOPPY}
SHARES = ("tidy", "tidy", "human", "tidy", "tidy", "sloppy")
"""Of six riots two are untidy."""
WITHIN = 80
"""A finding belongs to a mistake if it begins at most this many steps after it."""
MISTAKE_TURNS = 9
"""The game-turns of a riot with a mistake."""
SHOWN = 3


class Bench:
    """A built module and the rulebook, to play and judge riots on."""

    def __init__(self, folder: Path) -> None:
        self.rulebook = Rulebook([load(find_game("civil-power")).game])
        self.folder = folder
        self.module = compile_game(self.rulebook.game).module
        self.files: dict[str, Path] = {}

    def play(
        self, seed: int, noise: HumanNoise = QUIET, turns: int = 0, slips: Slips | None = None
    ) -> tuple[GameReport, Path]:
        """Play a riot and judge its log; the scenario comes from the seed."""
        scenarios = list(self.rulebook.plan.scenarios.values())
        scenario = scenarios[seed % len(scenarios)]
        if scenario.id not in self.files:
            self.files |= set_ups(self.module, self.folder, [scenario.id])
        table = read_or_stop((self.files[scenario.id],)).go(0)
        riot = Simulation(
            self.rulebook.plan, seed=seed, noise=noise, turns=turns, slips=slips or Slips()
        )
        path = self.folder / f"{scenario.id}-{seed}.vlog"
        riot.play(scenario, table, self.module.metadata).write(path)
        return judge_log(self.rulebook, read_or_stop((path,)), [path.name]), path


def player_turns(report: GameReport) -> int:
    """How many player-turns a report tells of."""
    seen = {
        (one.title.partition(",")[0], one.actor)
        for one in report.segments
        if one.actor and "Turn" in one.title
    }
    return len(seen)


@dataclass
class Legal:
    """Legal riots: player-turns, and what was said against them."""

    turns: Counter[str] = field(default_factory=Counter)
    accused: Counter[str] = field(default_factory=Counter)
    clauses: Counter[str] = field(default_factory=Counter)
    told: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, record: str, report: GameReport, name: str) -> None:
        """Count a riot."""
        self.turns[record] += player_turns(report)
        bad = [one for one in report.findings if one.verdict in ("illegal", "suspect")]
        self.accused[record] += len(
            {(one.message.partition(",")[0], one.actor) for one in bad if one.verdict == "illegal"}
        )
        for one in bad:
            key = f"{one.verdict} {one.clause}"
            self.clauses[key] += 1
            if len(self.told[key]) < SHOWN:
                self.told[key].append(f"{name} {one.where}: {one.message[:180]}")


@dataclass
class Made:
    """Mistakes of one kind."""

    made: int = 0
    flagged: int = 0
    right: int = 0
    named: Counter[str] = field(default_factory=Counter)


def judged(report: GameReport, planted: Planted) -> tuple[bool, str]:
    """Whether a mistake was flagged, and the clause of the first finding about it."""
    near = [
        one
        for one in report.findings
        if one.verdict == "illegal"
        and one.where.last >= planted.first
        and one.where.first <= planted.last + WITHIN
    ]
    near.sort(key=lambda one: (one.where.first, one.where.last))
    return bool(near), near[0].clause if near else ""


def one_mistake(bench: Bench, mistake: Mistake, seed: int) -> tuple[str, bool, str, str] | None:
    """A riot with one mistake; None where it could not be made."""
    slips = Slips([mistake])
    report, path = bench.play(seed, turns=MISTAKE_TURNS, slips=slips)
    if not slips.done:
        return None
    flagged, clause = judged(report, slips.done[0])
    return mistake.name, flagged, clause, f"{path.name} {slips.done[0].first}"


def _legal(job: tuple[int, str]) -> tuple[str, GameReport, str]:
    seed, record = job
    report, path = _bench().play(seed, RECORDS[record])
    return record, report, path.name


def _mistake(job: tuple[int, int]) -> tuple[str, bool, str, str] | None:
    kind, seed = job
    return one_mistake(_bench(), MISTAKES[kind], seed)


_BENCHES: list[Bench] = []


def _bench() -> Bench:
    if not _BENCHES:
        _BENCHES.append(Bench(Path(tempfile.mkdtemp())))
    return _BENCHES[0]


def main() -> None:
    """Measure, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--turns", type=int, default=1000, help="legal player-turns")
    options.add_argument("--mistakes", type=int, default=0, help="mistakes in all")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--workers", type=int, default=1)
    chosen = options.parse_args()
    began = time.monotonic()
    legal, made = Legal(), defaultdict[str, Made](Made)
    with get_context("fork").Pool(chosen.workers) as pool:
        seeds = ((chosen.seed + n, SHARES[(n + n // 15) % len(SHARES)]) for n in range(10**6))
        for record, report, name in pool.imap(_legal, seeds) if chosen.turns else ():
            legal.add(record, report, name)
            if sum(legal.turns.values()) >= chosen.turns:
                break
        pool.terminate()
    with get_context("fork").Pool(chosen.workers) as pool:
        jobs = [
            (kind, chosen.seed + 7919 * n + kind)
            for n in range(-(-chosen.mistakes // len(MISTAKES)))
            for kind in range(len(MISTAKES))
        ]
        for kind, found in zip(jobs, pool.imap(_mistake, jobs), strict=True):
            if found is None:
                continue
            name, flagged, clause, where = found
            one = made[name]
            one.made += 1
            one.flagged += flagged
            right = clause in MISTAKES[kind[0]].clauses
            one.right += right
            if not right:
                one.named[f"{clause or 'nothing'} ({where})"] += 1
    _tell(legal, made, time.monotonic() - began)


def _tell(legal: Legal, made: dict[str, Made], seconds: float) -> None:
    say = sys.stdout.write
    for record in RECORDS:
        say(f"legal, {record}: {legal.turns[record]} player-turns, ")
        say(f"{legal.accused[record]} accused\n")
    for key, number in legal.clauses.most_common():
        say(f"  {number} {key}\n")
        for told in legal.told[key]:
            say(f"      {told}\n")
    for name, one in sorted(made.items()):
        if one.right < one.made:
            say(f"  {name}: {one.made} made, {one.flagged} flagged, {one.right} right; ")
            say(", ".join(one.named) + "\n")
    number = sum(one.made for one in made.values())
    flagged = sum(one.flagged for one in made.values())
    right = sum(one.right for one in made.values())
    say(f"mistakes: {number} of {len(made)} kinds (of {len(MISTAKES)}), ")
    say(f"{flagged} flagged, {right} with the right clause first; {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
