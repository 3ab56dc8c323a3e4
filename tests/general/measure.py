"""How well the general laws judge: `make accuracy` prints what this measures.

python -m tests.general.measure --turns 10000 --mistakes 25

Random legal games, and games with one mistake of each law, on the template and on small games of
each other kind: hexes, squares, points, cards. The same games are recorded tidily and as people do
(`modgen_rules.engine.human_noise`). A seed gives the same figures every time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from modgen.assets import TEMPLATE, asset_path
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.human_noise import HUMAN, QUIET
from modgen_rules.general.laws import stated
from modgen_rules.general.player_games import Plan, random_game
from modgen_rules.general.player_mistakes import PLANTS
from tests.accuracy.measure import wilson
from tests.general.workbench import Workbench

GAMES = Path(__file__).parent / "games"
FOLDERS = {
    "template": asset_path(TEMPLATE),
    "ridge": GAMES / "ridge",
    "courtyard": GAMES / "courtyard",
    "junction": GAMES / "junction",
    "market": GAMES / "market",
}
"""The template, hexes with terrain and zones, squares, points with edges, cards only."""
RECORDS = {"tidy": QUIET, "human": HUMAN}
ROUNDS = 6
OCCASIONS = 8
"""A law that cannot be broken in this many games has no occasion in this game."""
WORKERS = 2
FLAGGED, RIGHT = 0.99, 0.97
"""The shares that are required of each kind of mistake in tidy records, and of all together."""
SHOWN = 10


@dataclass
class Score:
    """What became of some games. `false` are accusations of legal turns: illegal, suspect."""

    turns: int = 0
    false: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    planted: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    def add(self, other: Score) -> None:
        """Add the counts of another score."""
        self.turns += other.turns
        self.examples += other.examples
        for name in ("false", "planted", "flagged", "right"):
            getattr(self, name).update(getattr(other, name))


def legal(bench: Workbench, wanted: int, seed: int, record: str) -> Score:
    """Legal games until `turns` turns are judged."""
    score = Score()
    while score.turns < wanted:
        seed += WORKERS
        report = judged(bench, seed, Plan(ROUNDS, noise=RECORDS[record]))
        assert report is not None
        score.turns += len(report.segments)
        for finding in report.findings:
            if finding.verdict in ("illegal", "suspect"):
                score.false[f"{finding.verdict} {finding.code}"] += 1
                told = f"{bench.game.id} {record} {seed}: {finding.code} {finding.message}"
                score.examples.append(told)
    return score


def mistaken(bench: Workbench, law: str, wanted: int, seed: int, record: str) -> Score:
    """Games with one mistake each, until a law was broken so often."""
    score = Score()
    code = f"LAW-{law.replace('.', '-')}"
    tries = 0
    while score.planted[law] < wanted and tries < OCCASIONS + 4 * score.planted[law]:
        seed, tries = seed + WORKERS, tries + 1
        report = judged(bench, seed, Plan(ROUNDS, 1, law, RECORDS[record]))
        if report is None:
            continue
        bad = [one for one in report.findings if one.verdict in ("illegal", "suspect")]
        score.planted[law] += 1
        score.flagged[law] += any(one.code == code for one in bad)
        score.right[law] += bool(bad) and bad[0].code == code
        if not bad or bad[0].code != code:
            first = bad[0].code if bad else "nothing"
            score.examples.append(f"{bench.game.id} {record} {seed}: {law} named {first}")
    return score


def judged(bench: Workbench, seed: int, plan: Plan) -> GameReport | None:
    """A random game through the whole path: written as a log, read, judged.

    None if the mistake that is wanted could not be made.
    """
    tables = {scenario.id: bench.table(scenario.id) for scenario in bench.game.scenarios}
    writer, planted = random_game(bench.games, tables, bench.module, seed, plan)
    return bench.judge(writer) if len(planted) == plan.mistakes else None


Job = tuple[str, str, int, int, int]
"""The game, the record, turns, mistakes of each law, the seed."""


def work(job: Job) -> tuple[str, str, Score]:
    """The score of one worker for one game and kind of record."""
    name, record, turns, mistakes, seed = job
    with tempfile.TemporaryDirectory() as folder:
        bench = Workbench(FOLDERS[name], Path(folder))
        score = legal(bench, turns, seed, record)
        for law in sorted(set(PLANTS) & stated(bench.game)):
            score.add(mistaken(bench, law, mistakes, 100_000 + seed, record))
    return name, record, score


def measured(
    turns: int, mistakes: int, records: list[str], workers: int = WORKERS
) -> dict[tuple[str, str], Score]:
    """The scores of all games by game and record; `turns` are those of one kind of record."""
    share = -(-turns // (len(FOLDERS) * WORKERS))
    each = -(-mistakes // WORKERS)
    jobs = [
        (name, record, share, each, seed)
        for record in records
        for name in FOLDERS
        for seed in range(WORKERS)
    ]
    scores: dict[tuple[str, str], Score] = {}
    with get_context("spawn").Pool(workers) as pool:
        for name, record, score in pool.imap_unordered(work, jobs):
            scores.setdefault((name, record), Score()).add(score)
    return scores


def show(scores: dict[tuple[str, str], Score], record: str) -> bool:
    """Print the scores of one kind of record; whether they are as good as required."""
    total = Score()
    print(f"\n{record} records")
    for name in FOLDERS:
        score = scores[name, record]
        total.add(score)
        planted, right = score.planted.total(), score.right.total()
        print(
            f"  {name:10} {score.turns:6} legal turns, {score.false.total()} accused; "
            f"{planted} mistakes of {len(+score.planted)} laws, "
            f"{score.flagged.total()} flagged, {right} named first"
        )
    low, high = wilson(total.false.total(), total.turns)
    print(
        f"  together   {total.turns:6} legal turns, {total.false.total()} accused "
        f"({low:.3%} to {high:.3%})"
    )
    for kind, number in total.false.most_common():
        print(f"      {number} × {kind}")
    for law, number in sorted((+total.planted).items()):
        flagged, right = total.flagged[law] / number, total.right[law] / number
        print(f"    {law:26} {number:5}  flagged {flagged:7.2%}  named first {right:7.2%}")
    if total.planted:
        every = total.planted.total()
        print(
            f"    {'all':26} {every:5}  flagged {total.flagged.total() / every:7.2%}"
            f"  named first {total.right.total() / every:7.2%}"
        )
    for example in total.examples[:SHOWN]:
        print(f"      {example}")
    return not total.false and all(
        total.flagged[law] >= FLAGGED * number and total.right[law] >= RIGHT * number
        for law, number in total.planted.items()
    )


def main() -> int:
    """Measure and print; the exit code says whether tidy records are judged as required."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--turns", type=int, default=10_000)
    options.add_argument("--mistakes", type=int, default=25, help="of each law in each game")
    options.add_argument("--record", choices=list(RECORDS), action="append")
    given = options.parse_args()
    records = given.record or list(RECORDS)
    begun = time.time()
    scores = measured(given.turns, given.mistakes, records)
    good = [show(scores, record) for record in records]
    print(f"\n{time.time() - begun:.0f} s")
    return 0 if good[0] or records[0] != "tidy" else 1


if __name__ == "__main__":
    sys.exit(main())
