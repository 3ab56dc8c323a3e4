"""Right-to-left letters among others, in the order in which they are written on a line.

The order is that of Unicode's bidirectional algorithm (UAX #9), with paired brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar
from unicodedata import bidirectional

from bidi import get_base_level, get_display

FIRST = "\u0590"
"""No letter before this one is written from right to left."""
RIGHT_TO_LEFT = ("R", "AL")
JOINS = ("NSM", "BN")
"""Classes of marks and joiners that belong to the letter beside them."""
STANDINS = {
    "L": range(0x4E00, 0x9FFF),
    "R": range(0x1E800, 0x1E8C5),
    "AL": range(0xFBD3, 0xFD3E),
    "EN": range(0x1D7CE, 0x1D800),
    "icon": range(0x2190, 0x2200),
}
"""Characters of a class, one for each letter of a line, so that each can be found again.

On a longer line the last letters stand for themselves, and none of them is a stand-in.
"""
BRACKETS = "()[]{}<>«»‹›"
"""Brackets and quotation marks that are mirrored, each before its partner."""
PARTNERS = dict(zip(BRACKETS, (BRACKETS[n ^ 1] for n in range(len(BRACKETS))), strict=True))
ICON = "\ufffc"
"""Stands for a picture among the letters."""
T = TypeVar("T")
_letter = re.compile(f"[{FIRST}-\uffff\U00010800-\U00010fff\U0001e800-\U0001efff]")


def has_right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return not text.isascii() and any(
        bidirectional(letter) in RIGHT_TO_LEFT for letter in _letter.findall(text)
    )


def begins_right(text: str) -> bool:
    """Whether a paragraph is written from right to left: its first letter decides."""
    return bool(get_base_level(text))


def written(letters: Sequence[tuple[str, T]], from_right: bool) -> Iterator[tuple[str, T]]:
    """Pieces of a line from left to right, each with the tag of its letters.

    A piece of right-to-left letters has them in their logical order, as a shaper wants them. Others
    have one character each; brackets are mirrored where the line runs from right to left. A
    character that is not a letter or digit has the tag of its neighbour.
    """
    text, known = _standing_in(letters)
    shown = _mirrored(get_display(text, base_dir="R" if from_right else "L"), from_right)
    pending: list[str] = []
    tag = letters[0][1]
    for number, letter in enumerate(shown):
        here = known.get(letter)
        true, own = letters[here] if here is not None else (letter, tag)
        joins = bidirectional(true) in JOINS and (pending or _before_right(shown, number))
        right = bidirectional(true) in RIGHT_TO_LEFT or joins
        if pending and (not right or own != tag):
            yield "".join(reversed(pending)), tag
            pending = []
        tag = own
        if right:
            pending.append(true)
        else:
            yield true, own
    if pending:
        yield "".join(reversed(pending)), tag


def _standing_in(letters: Sequence[tuple[str, T]]) -> tuple[str, dict[str, int]]:
    """A text of stand-ins of the same classes, and which letter each stands for."""
    present = {ord(letter) for letter, _ in letters}
    pools = {
        name: (number for number in numbers if number not in present)
        for name, numbers in STANDINS.items()
    }
    text: list[str] = []
    known: dict[str, int] = {}
    for number, (letter, _) in enumerate(letters):
        kind = "icon" if letter == ICON else bidirectional(letter)
        standin = chr(next(pools[kind], 0)) if kind in pools else ""
        if standin.strip("\0"):
            known[standin] = number
        text.append(standin.strip("\0") or letter)
    return "".join(text), known


def _mirrored(shown: str, from_right: bool) -> str:
    """A line whose brackets open on their left; one without a partner turns with its line."""
    letters = list(shown)
    waiting: list[int] = []
    for number, letter in enumerate(letters):
        if letter not in PARTNERS:
            continue
        if waiting and letters[waiting[-1]] == PARTNERS[letter]:
            first = waiting.pop()
            pair = sorted((letters[first], letter), key=BRACKETS.index)
            letters[first], letters[number] = pair
        else:
            waiting.append(number)
    for number in waiting if from_right else ():
        letters[number] = PARTNERS[letters[number]]
    return "".join(letters)


def _before_right(shown: str, number: int) -> bool:
    """Whether a mark stands before a right-to-left letter, to which it belongs."""
    after = shown[number + 1 : number + 2]
    return bool(after) and bidirectional(after) in RIGHT_TO_LEFT
