"""Acts at a table as lines: `3 brigade_1 market > slums; battle slums first; rolls 6 1 2`."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.desk import DEAD
from tests.junta_coup.sheet import Sheet


def play(table: Sheet, text: str) -> Sheet:
    """Carry out acts, divided by `;`. A line that begins with a number moves Units.

    A family after the places is the seat that acts.
    """
    for line in text.split(";"):
        words = line.split()
        if words:
            _act(table, words)
    return table


def _act(table: Sheet, words: list[str]) -> None:
    dice = [int(word) for word in words if word.isdigit()]
    match words:
        case [number, kind, source, ">", target, *seat] if number.isdigit():
            table.go(kind, int(number), source, DEAD if target == "dead" else target, *seat)
        case ["card", name, *seat]:
            table.log.move([table.log.where(f"card_{name}")[0][0]], "played", *seat)
        case ["give", kind, place, family]:
            table.gives(kind, place, family)
        case ["phase", number]:
            table.phase(int(number))
        case ["tracker", name]:
            table.log.step_tracker(name)
        case ["rebel", family]:
            table.rebel(family)
        case ["face", kind, face]:
            table.log.flip(table.log.where(kind)[0][0], face)
        case ["attack", family, space]:
            table.attack(family, space)
        case ["battle", space, *face]:
            table.battle(space, *face)
        case ["says", family, deed, *whom]:
            table.log.announce(family, {"deed": deed, "whom": "".join(whom)})
        case ["home"]:
            table.home()
        case ["rolls", *_]:
            table.rolls(*dice)
        case ["gunboat" | "air_raid" as way, target, *_]:
            table.fire("figueroa" if way == "gunboat" else "guzman", target, *dice, way=way)
        case [family, "fires", target, *_]:
            table.fire(family, target, *dice)
        case ["starts"]:  # the log begins here
            table.log = table._begin(table.log.table)
        case _:
            raise ValueError(" ".join(words))


class Case(NamedTuple):
    """What happens at a table, and what is found: verdict, clause and family."""

    name: str
    found: str
    script: str


def ok(name: str, script: str) -> Case:
    """Acts that break nothing."""
    return Case(name, "", script)


def no(name: str, found: str, script: str) -> Case:
    """Acts that break clauses: `illegal 5.c Cárdenas`."""
    return Case(name, found, script)


def each(*cases: Case) -> pytest.MarkDecorator:
    """Makes a test of each case."""
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def check(case: Case, coups: CoupBench) -> None:
    """Judge a case."""
    assert found(case.script, coups) == case.found


def found(script: str, coups: CoupBench) -> str:
    """What the checker finds, as `illegal 5.c Cárdenas`."""
    findings = play(Sheet(coups), script).report().findings
    return ", ".join(
        f"{one.verdict} {one.clause} {one.actor}".strip()
        for finding in findings
        for one in finding.whole
        if one.verdict != "note"
    )
