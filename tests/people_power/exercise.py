"""Which tests try which clause: `python -m tests.people_power.exercise` writes it down."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

from tests.accuracy.operators import OPERATORS
from tests.people_power.examples import EXAMPLES, Example

TARGET = Path(__file__).parents[2] / "rules" / "modgen_rules" / "people_power" / "exercised.json"


def matrix() -> dict[str, dict[str, list[str]]]:
    """For each clause: positive and negative examples, mutation operators."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in EXAMPLES:
        kind = "positive" if one.legal else "negative"
        found[one.clause][kind].append(words(one))
    for operator in OPERATORS:
        for clause in operator.clauses:
            found[clause]["mutation"].append(operator.name)
    return {clause: dict(kinds) for clause, kinds in sorted(found.items())}


NAMES = {
    "t": "Troops", "p": "Police", "G": "Government Base", "a": "Activist", "R": "Reformer Base",
    "u": "Underground Guerrilla", "v": "Active Guerrilla", "N": "NPA Base",
}  # fmt: skip
SIDES = {"gov": "Government", "npa": "NPA", "reformers": "Reformers"}


def words(example: Example) -> str:
    """`NPA: Cebu empty → 1 Underground Guerrilla; NPA Resources -1`."""
    before, after = places(example.before), places(example.after)
    parts = [
        f"{name.replace('_', ' ').title()} {before.get(name) or 'empty'} → {held or 'empty'}"
        for name, held in after.items()
        if held != before.get(name)
    ]
    for name, change in re.findall(r"(\w+?)([+-][1-9]\d*)", example.tracks):
        title = f"{SIDES[name]} Resources" if name in SIDES else name.capitalize()
        parts.append(f"{title} {change}")
    if example.rolls:
        parts.append(f"die {example.rolls[0]}")
    if example.said and example.said.operation:
        parts.append(f"announced: {example.said.operation.capitalize()}")
    return f"{SIDES[example.actor]}: {'; '.join(parts) or 'nothing changes'}"


def places(text: str) -> dict[str, str]:
    """Each space with what stands in it, in words."""
    found = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        name, _, held = part.partition(":")
        found[name.strip()] = ", ".join(piece(one) for one in held.split())
    return found


def piece(text: str) -> str:
    """`u2` as `2 Underground Guerrillas`; markers and alignments as they are."""
    match = re.fullmatch(r"([a-zA-Z])(\d+)", text)
    if not match:
        return text.capitalize()
    name = NAMES[match[1]]
    plural = "s" if (match[2] != "1" and name[-1] not in "se") or name[-4:] == "Base" else ""
    return f"{match[2]} {name}{plural if match[2] != '1' else ''}"


if __name__ == "__main__":
    TARGET.write_text(json.dumps(matrix(), ensure_ascii=False, indent=1) + "\n", "utf-8")
