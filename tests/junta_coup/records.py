"""Checks every record of a folder and prints what was found.

python -m tests.junta_coup.records FOLDER [--turns]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from modgen.assets import bundled_games
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen_rules.engine.judging import judge_log
from modgen_rules.junta_coup.checker import Rulebook


def main(arguments: list[str] | None = None) -> int:
    """Print the findings of each record; the number of records with an illegal one."""
    parser = argparse.ArgumentParser()
    parser.add_argument("records", type=Path, nargs="+", help="folders, or logs of one game")
    parser.add_argument("--turns", action="store_true", help="also print how turns were understood")
    parser.add_argument("--chain", action="store_true", help="read the logs as one game")
    wanted = parser.parse_args(arguments)
    rulebook = Rulebook([load(bundled_games()["junta-coup"]).game])
    logs = [
        log
        for path in wanted.records
        for log in (sorted(path.glob("*.vlog")) if path.is_dir() else [path])
    ]
    games = [logs] if wanted.chain else [[log] for log in logs]
    accused = 0
    for game in games:
        began = time.perf_counter()
        report = judge_log(rulebook, read_timeline(game), [log.name for log in game])
        seconds = time.perf_counter() - began
        accused += any(one.verdict == "illegal" for one in report.findings)
        print(f"{' '.join(log.stem for log in game)}: {report.summary} ({seconds:.1f} s)")
        if wanted.turns:
            for turn in report.segments:
                print(
                    f"    {turn.where} {turn.title} | {turn.actor} | {turn.story} | {turn.verdict}"
                )
        for one in report.findings:
            print(f"  {one.verdict} {one.where} {one.message} ({one.expected})")
    return accused


if __name__ == "__main__":
    raise SystemExit(min(main(), 1))
