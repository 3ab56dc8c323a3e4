"""Dice that a table rolls on its own and tells in chat: `Estrada 5 dice: 2 2 6 1 5`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from itertools import islice
from typing import NamedTuple

from modgen.log.dice import WORDS, Roll, moment_rolls
from modgen.log.timeline import Timeline
from modgen.log.wording import plain, written
from modgen_rules.engine.record.chat_words import typed
from modgen_rules.engine.record.general_dice import NEAR, DiceButtons

NUMBERS = re.compile(
    r"(?<![\w.,:/#@'\u2019+-])(?<![+=>-] )"
    r"(?:\d{1,2}(?:\s+\d{1,2})+(?!\w)|\d{1,2}(?=\s*(?:$|[.,;:!?)\]=])))(?![.,:]\d)"
)
"""Several numbers one after the other, or one before a sign or the end of a line; none of them is
part of a name or sum."""
NUMBER, RESULT = "number", "result"
"""How many dice are rolled, and what they bring: words of `needs` in `clauses.csv`."""
FEWEST = 3
"""A log with fewer lines that may tell dice tells none."""
SURPLUS = 2
"""A table rolls its own dice if more than so many times as many lines tell dice as roll them."""
MOST_ROLLS, MOST_LINES = 10, 1_000
"""The most rolls that are read from a line, and the most lines of a log that are read for dice."""
BEFORE = 10
"""Dice are told at most this number of steps before what they bring."""


class ToldDice(NamedTuple):
    """The steps of a log in which dice are told in chat, and those in which they are rolled."""

    told: Sequence[int]
    rolled: Sequence[int]
    counted: Set[int] = frozenset()
    """The steps of told dice of which players tell how many they are, too."""

    @classmethod
    def of(cls, timeline: Timeline, buttons: DiceButtons) -> ToldDice:
        """Those of a log; a line near dice that are rolled tells none."""
        rolled = [
            moment.number
            for moment in timeline.moments.with_words(*WORDS)
            if moment.number not in timeline.undone and any(moment_rolls(moment))
        ]
        signs = [*map(str, range(1, buttons.most + 1)), *buttons.chat.numbers]
        told = [
            moment.number
            for moment in timeline.moments.with_words(*map(str.encode, signs))
            if moment.number not in timeline.undone
            and not _number(rolled, moment.number - NEAR, moment.number + NEAR)
            and any(tells_dice(line, buttons) for line in moment.chat)
        ]
        if len(told) < FEWEST:
            return cls((), rolled)
        lines = {step: timeline.moments[step - 1].chat for step in told}
        counted = [n for n, some in lines.items() if all(counts_dice(one, buttons) for one in some)]
        return cls(told, rolled, frozenset(counted))

    @property
    def mostly(self) -> bool:
        """Whether many more dice are told than rolled."""
        return len(self.told) > SURPLUS * len(self.rolled)

    def read(self, step: int) -> bool:
        """Whether dice that are told in a step are read as dice: few others are rolled."""
        return self.mostly and len(self.told) <= MOST_LINES and _number(self.told, step, step) > 0

    def near(self, first: int, last: int) -> bool:
        """Whether the dice for what some steps show are told: there, or in the whole log."""
        span = first - BEFORE, last + NEAR
        return self.mostly or _number(self.told, *span) > SURPLUS * _number(self.rolled, *span)

    def unjudged(self, first: int, last: int) -> tuple[str, ...]:
        """What is not judged of the dice for what some steps show, in words of `needs`."""
        if not self.near(first, last):
            return ()
        told = {*self.told[bisect_left(self.told, first) : bisect_right(self.told, last)]}
        return (RESULT,) if self.mostly and told and told <= self.counted else (NUMBER, RESULT)


def tells_dice(line: str, buttons: DiceButtons) -> bool:
    """Whether a player writes the numbers of dice of the game by themselves."""
    return any(_told(line, buttons))


def counts_dice(line: str, buttons: DiceButtons) -> bool:
    """Whether a player tells how many dice there are, wherever there are several."""
    return all(one.counted for one in _told(line, buttons) if len(one.dice) > 1)


def told_rolls(step: int, line: str, buttons: DiceButtons) -> Iterator[Roll]:
    """The dice that a player tells in a line, each roll by its die or by one that says nothing."""
    who = plain(line).strip("<").partition(">")[0]
    for one in islice(_told(line, buttons), MOST_ROLLS):
        yield Roll(step, who, one.name or f"{len(one.dice)}d{buttons.most}", one.dice)


class _Told(NamedTuple):
    """Dice that are told together, the name of their button, and whether their number is told."""

    dice: tuple[int, ...]
    name: str
    counted: bool


def _told(line: str, buttons: DiceButtons) -> Iterator[_Told]:
    """The rolls that a player tells in a line.

    Numbers one after the other are one roll. It is of the die that is named before them, if that
    one's button rolls several, and so many. No die is a number that something has, as in
    `exchange 2: 6 1`, or the number of the dice that follow, as in `only 3: 6 1 1`.
    """
    chat = buttons.chat
    text = chat.in_digits(typed(written(line)))
    numbered = f"{chat.numbered.pattern}|{chat.exchange.pattern}"
    text = re.sub(rf"(?:{numbered})[\s.]{{0,2}}\d+(?!\s+\d)", "#", text)
    found = [*NUMBERS.finditer(text)]
    last = 0
    for one, following in zip(found, [*found[1:], None], strict=False):
        dice = tuple(map(int, one[0].split()))
        after = following[0].split() if following else []
        joined = following and not text[one.end() : following.start()].strip(" :=")
        if min(dice) < 1 or max(dice) > buttons.most or (joined and dice == (len(after),)):
            continue
        before = text[last : one.start()]
        die = buttons.meant(before) if len(dice) > 1 else None
        own = die and die.count == len(dice) and not die.asks
        number = rf"\b{len(dice)}\s*(?:(?:{chat.button.pattern})|[:=]\s*$)"
        counted = re.search(number, before) is not None
        yield _Told(dice, die.name if die and own else "", counted)
        last = one.end()


def _number(steps: Sequence[int], first: int, last: int) -> int:
    """How many of some steps, in order, are among those from the first to the last."""
    return bisect_right(steps, last) - bisect_left(steps, first)
