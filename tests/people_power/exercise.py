"""Which tests try which clause: `python -m tests.people_power.exercise` writes it down."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

from tests.accuracy.operators import OPERATORS
from tests.people_power.examples import EXAMPLES

TARGET = Path(__file__).parents[2] / "rules" / "people_power" / "exercised.json"


def matrix() -> dict[str, dict[str, list[str]]]:
    """For each clause: positive and negative examples, mutation operators."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in EXAMPLES:
        kind = "positive" if one.legal else "negative"
        found[one.clause][kind].append(f"{one.before} → {one.after}")
    for operator in OPERATORS:
        for clause in operator.clauses:
            found[clause]["mutation"].append(operator.name)
    return {clause: dict(kinds) for clause, kinds in sorted(found.items())}


if __name__ == "__main__":
    TARGET.write_text(json.dumps(matrix(), ensure_ascii=False, indent=1) + "\n", "utf-8")
