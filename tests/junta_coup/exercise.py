"""Which mistakes try which clause of the coup: `python -m tests.junta_coup.exercise` writes it."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from random import Random

from tests.junta_coup.truth import UNSEEN
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play

TARGET = Path(__file__).parents[2] / "rules" / "modgen_rules" / "junta_coup" / "exercised.json"
SEATS = (4, 5, 6, 7)
TRIES = 80


def matrix() -> dict[str, dict[str, list[str]]]:
    """For each clause the mutation operators that break it, as people would say them."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    waiting = {name: make for name, make in OPERATORS.items() if name not in UNSEEN}
    for seed in range(1, TRIES):
        start, events = play(seed, SEATS[seed % 4])
        for name, make in list(waiting.items()):
            made = make(start, events, Random(seed))
            if made is not None:
                found[made[1]]["mutation"].append(name.replace("_", " "))
                del waiting[name]
        if not waiting:
            break
    return {
        clause: {kind: sorted(names) for kind, names in kinds.items()}
        for clause, kinds in sorted(found.items())
    }


if __name__ == "__main__":
    TARGET.write_text(json.dumps(matrix(), ensure_ascii=False, indent=1) + "\n", "utf-8")
