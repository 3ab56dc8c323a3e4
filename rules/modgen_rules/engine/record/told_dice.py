"""Dice that a table rolls on its own and tells in chat: `Estrada 5 dice: 2 2 6 1 5`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modgen.log.dice import WORDS, Roll, moment_rolls
from modgen.log.timeline import Timeline
from modgen.log.wording import plain, written
from modgen_rules.engine.record.chat_words import typed
from modgen_rules.engine.record.general_dice import NEAR, DiceButtons

DIGITS = tuple(b"%d" % digit for digit in range(10))
NUMBERS = re.compile(
    r"(?<![\w.,:/#@'\u2019+-])(?<![+-] )"
    r"(?:\d{1,2}(?:\s+\d{1,2})+(?!\w)|\d{1,2}(?=\s*(?:$|[.,;:!?)\]=]|->)))(?![.,:]\d)"
)
"""Several numbers one after the other, or one before a sign or the end of a line; none of them is
part of a name or sum."""
FEWEST = 3
"""A log with fewer lines that may tell dice tells none."""
BEFORE = 10
"""Dice are told at most this number of steps before what they bring."""


class ToldDice(NamedTuple):
    """The steps of a log in which dice are told in chat, and those in which they are rolled."""

    told: Sequence[int]
    rolled: Sequence[int]

    @classmethod
    def of(cls, timeline: Timeline, buttons: DiceButtons) -> ToldDice:
        """Those of a log; a line near dice that are rolled tells none."""
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
            and any(tells_dice(line, buttons) for line in moment.chat)
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


def tells_dice(line: str, buttons: DiceButtons) -> bool:
    """Whether a player writes the numbers of dice of the game by themselves."""
    return any(told_rolls(0, line, buttons))


def told_rolls(step: int, line: str, buttons: DiceButtons) -> Iterator[Roll]:
    """The dice that a player tells in a line.

    Numbers one after the other are one roll. It is of the die that is named before them, if that
    one's button rolls several, and so many. No die is a number that something has, as in
    `exchange 2: 6 1`, or the number of the dice that follow, as in `only 3: 6 1 1`.
    """
    who = plain(line).strip("<").partition(">")[0]
    numbered = rf"(?:{buttons.chat.numbered.pattern})[\s.]{{0,2}}\d+(?!\s+\d)"
    text = re.sub(numbered, "#", typed(written(line)))
    found = [*NUMBERS.finditer(text)]
    last = 0
    for one, following in zip(found, [*found[1:], None], strict=False):
        dice = tuple(map(int, one[0].split()))
        after = following[0].split() if following else []
        joined = following and not text[one.end() : following.start()].strip(" :=")
        if min(dice) < 1 or max(dice) > buttons.most or (joined and dice == (len(after),)):
            continue
        die = buttons.meant(text[last : one.start()]) if len(dice) > 1 else None
        own = die and die.count == len(dice) and not die.asks
        yield Roll(step, who, die.name if die and own else f"{len(dice)}d{buttons.most}", dice)
        last = one.end()


def _number(steps: Sequence[int], first: int, last: int) -> int:
    """How many of some steps, in order, are among those from the first to the last."""
    return bisect_right(steps, last) - bisect_left(steps, first)
