"""What the turn trackers of any module show, by the names in their lists (vassal-formats §4.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from modgen.vassal import sequence
from modgen.vassal.components import Component

LEVELS = ("ListTurnLevel", "CounterTurnLevel")
NUMBER = re.compile(r"(\d{1,4})$")
DEEPEST = 8


class Trackers:
    """The turn trackers of a module."""

    def __init__(self, tree: Component) -> None:
        self._trackers = list(tree.find_all("TurnTracker"))

    def names(self) -> Iterator[str]:
        """The names in all lists."""
        for tracker in self._trackers:
            for level in tracker.find_all("ListTurnLevel"):
                yield from _items(level)

    def phase(self, tracker: str, state: str, phases: Mapping[str, str]) -> str:
        """The phase that a tracker shows, by its name, at its innermost level that has one."""
        shown = self.shown(tracker, state) if phases else []
        return next((phases[name] for name in reversed(shown) if name in phases), "")

    def shown(self, tracker: str, state: str) -> list[str]:
        """The names that a tracker shows in a state, the outermost level first.

        `tracker` is its id in saves, such as `TurnTracker0`. Numbers are shown as digits.
        """
        found = NUMBER.search(tracker)
        number = int(found[1]) if found else 0
        if number >= len(self._trackers):
            return []
        current, *states = sequence.split(state, "|")
        return list(_walk(_levels(self._trackers[number]), _index(current), states, 0))


def _walk(
    levels: Sequence[Component], current: int, states: Sequence[str], depth: int
) -> Iterator[str]:
    """The name at a level, then those at the levels below it."""
    if current >= len(levels) or depth > DEEPEST:
        return
    level = levels[current]
    tokens = sequence.split(states[current], ";") if current < len(states) else []
    value = _index(tokens[0]) if tokens else 0
    if level.name == "ListTurnLevel":
        items = _items(level)
        yield items[value] if value < len(items) else ""
    else:
        yield tokens[0] if tokens else level.attributes.get("start", "")
    below = _levels(level)
    if below:
        inner = _index(tokens[1]) if len(tokens) > 1 else 0
        yield from _walk(below, inner, tokens[4:], depth + 1)


def _levels(component: Component) -> list[Component]:
    return [child for child in component.children if child.name in LEVELS]


def _items(level: Component) -> list[str]:
    return [item.strip() for item in sequence.split(level.attributes.get("list", ""), ",")]


def _index(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
