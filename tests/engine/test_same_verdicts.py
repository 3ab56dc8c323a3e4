"""A log is judged the same whatever was judged before it in the process, and whatever hashes are.

Texts have other hashes in each process, so a set of them has another order in each.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen_rules.engine.random_player import play
from modgen_rules.engine.trial import Trial

JUDGE = """
import json, sys
from modgen_rules.audit.books import Options
from modgen_rules.audit.sources import find
from modgen_rules.audit.work import examine
for name in sys.argv[1:]:
    (found,) = find([name])
    result = examine(Options(timeout=0), found, hard=False)
    print(json.dumps([name, result.state, result.reason, result.game], default=str))
"""


def judged(hash_seed: int, names: list[str]) -> list[list[object]]:
    """The results of some logs, in the order in which one process judges them."""
    done = subprocess.run(
        [sys.executable, "-c", JUDGE, *names],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def logs_of(game: Path, folder: Path) -> list[str]:
    """Two games with mistakes, one of them as people record it, and each with steps displaced."""
    folder.mkdir()
    trial = Trial(game, None, folder)
    scenarios = [one.id for one in trial.game.scenarios if not one.lesson and not one.at_start]
    found = []
    for seed, noise in ((1, False), (2, True)):
        tables = {name: trial.table(name) for name in scenarios}
        writer, _ = play(trial.rulebook, tables, trial.module.metadata, seed, noise, 6)
        found.append(folder / f"{seed}.vlog")
        writer.write(found[-1])
        chance = random.Random(seed)
        for _ in range(len(writer.steps) // 10):
            step = writer.steps.pop(chance.randrange(len(writer.steps)))
            writer.steps.insert(chance.randrange(len(writer.steps) + 1), step)
        found.append(folder / f"{seed}-displaced.vlog")
        writer.write(found[-1])
    return [str(path) for path in found]


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(bundled_games()))
def test_a_log_is_judged_the_same_in_any_order_and_process(game: str, tmp_path: Path) -> None:
    names = logs_of(bundled_games()[game], tmp_path / game)
    runs = [judged(1, [*names, *reversed(names)]), judged(2, names[::-1])]
    results = defaultdict(set)
    for name, *result in (one for run in runs for one in run):
        results[name].add(json.dumps(result))
    assert {name: len(found) for name, found in results.items()} == dict.fromkeys(names, 1)
