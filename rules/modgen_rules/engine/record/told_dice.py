"""Dice that a table rolls on its own and tells in chat: `Estrada 5 dice: 2 2 6 1 5`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modgen.log.dice import WORDS, Roll, moment_rolls
from modgen.log.timeline import Timeline
from modgen.log.wording import plain, written
from modgen_rules.engine.record.general_dice import NEAR

DIGITS = tuple(b"%d" % digit for digit in range(10))
NUMBER = re.compile(
    r"(?<![\w.,:/#@'\u2019+-])(?<![+-] )(\d{1,2})(?=\s*(?:$|[.,;:!?)\]=]|->|\d\b))(?![.,:]\d)"
)
"""A number that is no part of a name or sum, before a sign, another number or the end of a line."""
FEWEST = 3
"""A log with fewer lines that may tell dice tells none."""
BEFORE = 10
"""Dice are told at most this number of steps before what they bring."""


class ToldDice(NamedTuple):
    """The steps of a log in which dice are told in chat, and those in which they are rolled."""

    told: Sequence[int]
    rolled: Sequence[int]

    @classmethod
    def of(cls, timeline: Timeline, most: int) -> ToldDice:
        """Those of a log; a line near dice that are rolled tells none.

        `most` is the most that a die of the game shows.
        """
        rolled = [
            moment.number
            for moment in timeline.moments.with_words(*WORDS)
            if moment.number not in timeline.undone and any(moment_rolls(moment))
        ]
        told = [
            moment.number
            for moment in timeline.moments.with_words(*DIGITS)
            if moment.number not in timeline.undone
            and not _number(rolled, moment.number - NEAR, moment.number + NEAR)
            and any(tells_dice(line, most) for line in moment.chat)
        ]
        return cls(told if len(told) >= FEWEST else (), rolled)

    @property
    def mostly(self) -> bool:
        """Whether more dice are told than rolled."""
        return len(self.told) > len(self.rolled)

    def near(self, first: int, last: int) -> bool:
        """Whether the dice for what some steps show are told: there, or in the whole log."""
        span = first - BEFORE, last + NEAR
        return self.mostly or _number(self.told, *span) > _number(self.rolled, *span)


def tells_dice(line: str, most: int) -> bool:
    """Whether a player writes the number of a die, which has so many sides, by itself."""
    return any(0 < int(one) <= most for one in NUMBER.findall(written(line)))


def told_rolls(step: int, line: str, most: int) -> Iterator[Roll]:
    """The dice that a player tells in a line, as rolls of a button that does not say what for.

    Numbers one after the other are one roll.
    """
    who = plain(line).strip("<").partition(">")[0]
    text = written(line)
    run: list[int] = []
    end = -1
    for found in NUMBER.finditer(text):
        number = int(found[1])
        if not 0 < number <= most:
            continue
        if run and text[end : found.start()].strip():
            yield Roll(step, who, f"{len(run)}d{most}", tuple(run))
            run = []
        run.append(number)
        end = found.end()
    if run:
        yield Roll(step, who, f"{len(run)}d{most}", tuple(run))


def _number(steps: Sequence[int], first: int, last: int) -> int:
    """How many of some steps, in order, are among those from the first to the last."""
    return bisect_right(steps, last) - bisect_left(steps, first)
