"""What players write in chat in each language, such as that dice do not count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from modgen.log.wording import folded
from modgen.model.game import Game

FOLDER = Path(__file__).with_name("chat")
NOWHERE = r"(?!)"
"""Matches no text."""


@dataclass(frozen=True)
class ChatWords:
    """Patterns for lines of chat in some languages; `typed` prepares a line for them."""

    doubt: re.Pattern[str]
    """A line that announces nothing, or not in the usual order."""
    refused: re.Pattern[str]
    """Something is not done."""
    spoilt: re.Pattern[str]
    """The dice before do not count."""
    mistaken: re.Pattern[str]
    """They were rolled with a wrong button; they may count as those of another."""
    first: re.Pattern[str]
    """In addition, if they have already been rolled again."""
    kept: re.Pattern[str]
    """In addition, if the first of them count and the last do not."""
    retried: re.Pattern[str]
    """The same dice are rolled again."""
    ahead: re.Pattern[str]
    """The die of which a line speaks is still to be rolled."""
    button: re.Pattern[str]
    """A word in the name of a button that does not say what its dice are for."""
    fought: re.Pattern[str]
    """Somebody fights or goes somewhere."""
    little: re.Pattern[str]
    """Words beside the name of a place that say nothing else."""
    aims: re.Pattern[str]
    """Before those whom something is done to."""
    sources: re.Pattern[str]
    """Before those who do it, or the place where they are."""
    past: re.Pattern[str]
    """Before what has no part in it."""
    inside: re.Pattern[str]
    """Between a unit and the place where it is."""
    own: re.Pattern[str]
    """Before a part of what was named."""
    pair: re.Pattern[str]
    """Two units."""
    three: re.Pattern[str]
    """Three units."""
    every: re.Pattern[str]
    """All who are in the place that follows."""
    me: re.Pattern[str]
    """The writer of a line."""
    them: re.Pattern[str]
    """Those who did something just before."""
    others: re.Pattern[str]
    """One like those who did something just before."""
    more: re.Pattern[str]
    """The same is done once more, or by others too."""
    checked: re.Pattern[str]
    """The result of a check is told."""
    turn: re.Pattern[str]
    """Before the number of a turn that begins."""
    exchange: re.Pattern[str]
    """Beside the number of an exchange of fire."""
    numbered: re.Pattern[str]
    """Before a number that is no die."""
    sea: re.Pattern[str]
    """Units go by sea."""
    n: re.Pattern[str]
    """Units come by the north edge of the map; the next three: by the others."""
    e: re.Pattern[str]
    s: re.Pattern[str]
    w: re.Pattern[str]
    numbers: Mapping[str, int]
    """What a die shows, in words."""

    @classmethod
    def of(cls, games: Iterable[Game]) -> ChatWords:
        """Those of the languages of a game, which may be given in any of them."""
        return _of(frozenset(one for game in games for one in game.info.languages))

    def in_digits(self, line: str) -> str:
        """A typed line with digits for the words for what a die shows."""
        for word, number in self.numbers.items():
            line = re.sub(rf"\b{word}\b", str(number), line)
        return line

    def only_mistaken(self, line: str) -> bool:
        """Whether a line says that a button was wrong, but not that its dice do not count."""
        rest, number = self.mistaken.subn("", line)
        return number > 0 and not self.spoilt.search(rest)


def typed(line: str) -> str:
    """A line in lower case, without accents, and with one kind of apostrophe."""
    return folded(line).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


@cache
def _of(languages: frozenset[str]) -> ChatWords:
    phrases: dict[str, list[str]] = {}
    numbers: dict[str, int] = {}
    for file in (FOLDER / f"{one}.yaml" for one in sorted(languages)):
        table = yaml.safe_load(file.read_text("utf-8")) if file.is_file() else {}
        for key, some in table.items():
            phrases.setdefault(key, []).extend(some)
        numbers |= {word: n for n, word in enumerate(phrases.pop("numbers", ()), 1)}
    keys = ChatWords.__dataclass_fields__.keys() - {"numbers"}
    found = {key: "|".join(map(_pattern, phrases.get(key, ()))) or NOWHERE for key in keys}
    patterns = {key: re.compile(pattern) for key, pattern in found.items()}
    return ChatWords(**patterns, numbers=numbers)


def _pattern(phrase: str) -> str:
    """Finds a phrase in a line: `…` stands for any text, and `|` separates alternatives."""
    groups = ["|".join(map(_word, part.split("|"))) for part in phrase.split()]
    return r"\s+".join(f"(?:{one})" for one in groups).replace(r"\s+(?:…)\s+", ".*")


def _word(word: str) -> str:
    """Finds a word, with more letters where it has a hyphen at an end."""
    core = word.strip("-")
    if not core[0].isalnum():
        return re.escape(core)
    before = "" if word.startswith("-") else r"\b"
    return before + re.escape(core) + ("" if word.endswith("-") else r"\b")
