"""What turn trackers show (vassal-formats §4.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from modgen.vassal import sequence
from modgen.vassal.components import Component

LEVELS = {"CounterTurnLevel": 4, "ListTurnLevel": 4}
"""Levels of trackers, and how many fields their states have before those of the levels inside."""
INSERT = re.compile(r"\$(\w+)\$")
DEEPEST = 20
"""How deeply levels may be nested."""


def turn_text(tree: Component, tracker: str, state: str) -> str:
    """What the tracker with an id shows in a state; empty if the module has no such tracker."""
    number = tracker.removeprefix("TurnTracker")
    trackers = list(tree.find_all("TurnTracker"))
    if not (number.isascii() and number.isdecimal()) or int(number) >= len(trackers):
        return ""
    part = trackers[int(number)]
    first, *states = sequence.split(state, "|")
    shown = list(_level(part, first, states, 0))
    values = {f"level{n}": text for n, text in enumerate(shown, 1)}
    form = part.attributes.get("turnFormat", "$level1$ $level2$ $level3$ $level4$")
    return " ".join(_filled(form, values).replace("\\n", " ").replace("\\t", " ").split())


def _level(owner: Component, current: str, states: list[str], depth: int) -> Iterator[str]:
    """What the current level inside a tracker or level shows, and the levels inside that one."""
    levels = [child for child in owner.children if child.name in LEVELS]
    number = _number(current)
    if number is None or number >= min(len(levels), len(states)) or depth > DEEPEST:
        return
    level = levels[number]
    fields = sequence.split(states[number], ";")
    if len(fields) < 2:
        return
    value = fields[0]
    if level.name == "ListTurnLevel":
        entries = sequence.split(level.attributes.get("list", ""), ",")
        at = _number(value)
        value = entries[at] if at is not None and at < len(entries) else ""
    yield _filled(level.attributes.get("turnFormat", "$value$"), {"value": value})
    yield from _level(level, fields[1], fields[LEVELS[level.name] :], depth + 1)


def _filled(form: str, values: dict[str, str]) -> str:
    return INSERT.sub(lambda match: values.get(match[1], ""), form)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
