"""Dice in a log: the rolls of each player and button, and how often each result came up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from modgen.log.timeline import Moment, Timeline
from modgen.log.wording import plain

ROLL = re.compile(
    r"^\**\s*(?P<who>.+?)\s+(?:rolls?|rolled|lanza|tira)\s+(?P<what>.*?)\s*[:=]\s*"
    r"(?P<results>\d+(?:\s*[,+ ]\s*\d+)*)",
    re.IGNORECASE,
)
"""Reports of dice: a name, a verb, the button, a colon, numbers."""
PLAIN_ROLL = re.compile(
    r"^\**\s*(?P<what>[^=]*?)\s*=\s*(?P<results>\d+(?:\s*[,+ ]\s*\d+)*)\s*\**\s*<(?P<who>[^>]+)>"
)
"""The engine's own default: `2d6 = 3,4 *** <name>`."""
VERB_OR_SIGN = re.compile(r"=|roll|lanza|tira", re.IGNORECASE)
"""What every report of dice contains."""
WORDS = (b"=", b"roll", b"lanza", b"tira")
"""The same for a search in bytes."""
LONGEST_RESULT = 9
"""The most digits of a die's result; larger numbers are ignored."""
BAR = 40


class Roll(NamedTuple):
    """One press of a dice button."""

    step: int
    who: str
    what: str
    results: tuple[int, ...]


def rolls(timeline: Timeline) -> Iterator[Roll]:
    """Every roll that a log reports, also undone ones: an undo does not take dice back."""
    for moment in timeline.moments.with_words(*WORDS):
        if not moment.undoes:
            yield from moment_rolls(moment)


def moment_rolls(moment: Moment) -> Iterator[Roll]:
    """The rolls that a step reports."""
    for text in moment.chat:
        if not VERB_OR_SIGN.search(text):
            continue
        line = plain(text)
        match = ROLL.match(line) or PLAIN_ROLL.match(line) or PLAIN_ROLL.match(text.lstrip("* "))
        if match:
            digits = re.findall(r"\d+", match["results"])
            if max(map(len, digits)) > LONGEST_RESULT:
                continue
            numbers = tuple(map(int, digits))
            yield Roll(moment.number, match["who"], match["what"], numbers)


def chart(rolled: Iterable[Roll]) -> Iterator[str]:
    """For each player and button: how many rolls, their mean, and a bar for each result."""
    groups: dict[tuple[str, str], Counter[int]] = {}
    for roll in rolled:
        groups.setdefault((roll.who, roll.what), Counter()).update(roll.results)
    for (who, what), counts in groups.items():
        total = counts.total()
        mean = sum(value * count for value, count in counts.items()) / total
        yield f"{who}, {what}: {total} dice, mean {mean:.2f}"
        most = max(counts.values())
        for value in range(min(counts), max(counts) + 1):
            count = counts.get(value, 0)
            bar = "█" * round(count / most * BAR)
            yield f"  {value:>3} {count:>5} {bar}"
