"""How well the coup's checker judges two or three mistakes in one phase.

python -m tests.junta_coup.several --coups 60 --record tidy

Each mistake is made by an operator of `tests.junta_reference`, one after the other in the same
record. The second engine says which clauses each of them may be reported by. A mistake counts as
named if one of these clauses is among the findings. It also says in which other phases the record
breaks a rule because of the mistakes: what it finds there must not count as a false accusation.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.written_table import LogWriterError
from tests.accuracy.measure import BAD, RECORDS, wilson
from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.measure import SEATS, checked
from tests.junta_coup.truth import ALSO, UNSEEN, wrong
from tests.junta_reference.judge import judge
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play
from tests.junta_reference.record import Event, Start

NAMES = [name for name in OPERATORS if name not in UNSEEN]
TRIES = 12
"""The greatest number of operators that are tried for one mistake."""
Mistake = tuple[str, set[str]]
"""An operator and the clauses that may tell of it."""


def phase_of(legal: Sequence[Event], spoilt: Sequence[Event]) -> int | None:
    """The phase in which two records differ; None if they differ in several."""
    shorter = min(len(legal), len(spoilt))
    same = (legal[n] == spoilt[n] for n in range(shorter))
    first = next((n for n, equal in enumerate(same) if not equal), shorter)
    after = 0
    while after < shorter - first and legal[-1 - after] == spoilt[-1 - after]:
        after += 1
    changed = spoilt[first : len(spoilt) - after]
    if any(one.what == "phase" for one in (*changed, *legal[first : len(legal) - after])):
        return None
    return sum(one.what == "phase" for one in spoilt[:first])


def spoil(
    start: Start, legal: list[Event], number: int, chance: random.Random
) -> tuple[list[Event], int, list[Mistake]] | None:
    """A record with a number of mistakes in one phase, the phase, and the mistakes."""
    events, phase, made = legal, None, list[Mistake]()
    tried = 0
    for name in chance.sample(NAMES, len(NAMES)):
        tried += 1
        if len(made) == number or tried > TRIES * number:
            break
        found = OPERATORS[name](start, events, chance)
        if found is None:
            continue
        where = phase_of(events, found[0])
        if where is None or phase not in (None, where):
            continue
        clauses = wrong(start, events, found[0])
        if clauses:
            events, phase = found[0], where
            made.append((name, clauses | {found[1]} | ALSO.get(found[1], set())))
    return (events, phase, made) if phase is not None and len(made) == number else None


def broken(start: Start, events: Sequence[Event]) -> set[int]:
    """The phases in which a record breaks a rule, as the second engine judges; 1 the Rebellion."""
    number, found = 0, set[int]()
    indices = {index for index, _ in judge(start, events)}
    for index, one in enumerate(events):
        if index in indices:
            found.add(number)  # what was due by the end of a phase is found as the next one begins
        number += one.what == "phase"
        if index in indices:
            found.add(number)
    return found


def phase_named(message: str) -> int:
    """The phase that a finding's title names; 1 the Rebellion, 0 for none."""
    number = re.match(r"Coup phase (\d)", message)
    return int(number[1]) + 1 if number else int(message.startswith("Rebellion"))


def judged(
    bench: CoupBench, wanted: int, path: Path, seed: int, record: str
) -> Iterator[tuple[int, GameReport, set[int], list[Mistake]]]:
    """Seeds and reports of coups, with the phases that break a rule and the mistakes."""
    done = 0
    while done < wanted:
        seed += 1
        start, events = play(seed, SEATS[seed % 4])
        spoilt = spoil(start, events, 2 + seed % 2, random.Random(seed))
        if spoilt is None:
            continue
        try:
            report = checked(bench, start, spoilt[0], path, seed, RECORDS[record])
        except (LogWriterError, KeyError):
            continue
        done += 1
        yield seed, report, {spoilt[1], *broken(start, spoilt[0])}, spoilt[2]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure several mistakes in one phase of a coup.")
    parser.add_argument("--coups", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", choices=[*RECORDS], default="tidy")
    parser.add_argument("--rows", action="store_true", help="print what other phases are told")
    wanted = parser.parse_args(arguments)
    count: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        bench, path = CoupBench.made(Path(place)), Path(place) / "coup.vlog"
        for seed, report, phases, made in judged(
            bench, wanted.coups, path, wanted.seed, wanted.record
        ):
            bad = [one for one in report.findings if one.verdict in BAD]
            told = {one.clause for one in bad}
            count["flagged"] += bool(bad)
            own = {clause for _, clauses in made for clause in clauses}
            others = [
                one
                for one in bad
                if one.verdict == "illegal"
                and one.clause not in own
                and phase_named(one.message) not in {0, *phases}
            ]
            count["other phases"] += bool(others)
            if wanted.rows:
                for one in others:
                    print("   ", seed, [name for name, _ in made], one.message)
            for name, clauses in made:
                found = bool(clauses & told)
                count["mistakes"] += 1
                count["named"] += found
                missed[name] += not found
                if wanted.rows and not found:
                    print("   ", seed, "not named:", name, sorted(clauses), "found", sorted(told))
    low, high = wilson(count["named"], count["mistakes"])
    print(
        f"{wanted.coups} coups, {wanted.record} records, two or three mistakes in one phase: "
        f"{count['flagged']} flagged; {count['named']} of {count['mistakes']} mistakes named "
        f"({count['named'] / max(1, count['mistakes']):.1%}, {low:.3f}-{high:.3f}); "
        f"{count['other phases']} with `illegal` in another phase; not named: {dict(+missed)}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
