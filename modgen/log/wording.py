"""Numbers and names in the sentences of a story, and lines of chat as plain text."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

HEAD = re.compile(r"([A-Za-z][A-Za-z' -]*?)((?: of | de | \(|, | · ).*)?")
"""The words of a name that take the plural, and what follows them, such as ` (Active)`."""
SAME_IN_PLURAL = frozenset(
    {
        "aircraft",
        "armor",
        "armour",
        "artillery",
        "cavalry",
        "infantry",
        "militia",
        "people",
        "personnel",
        "police",
    }
)
MEN = re.compile(r"(.*[dekntsDEKNTS])man")
"""`Policeman` and `Gunman`, but not `German` or `Human`."""
TAGS = re.compile(
    r"</?(?:b|i|u|em|strong|small|big|font|span|div|p|br|hr|img|a|tt|code|sub|sup|center|html|body"
    r"|h[1-6]|ul|ol|li|table|tr|td|th)\b[^>]*>",
    re.IGNORECASE,
)
ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});", re.IGNORECASE)
MARKS = re.compile(r"^(\*|-) ?[?!~`|]?\s*|\s\*$")
"""The marks that the chat window puts around a report."""


def folded(text: str) -> str:
    """Lower case, without accents: as people type in a hurry."""
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one))


def counted(number: int, name: str) -> str:
    """A number of pieces of one name: `4 Strikers (Active)`. One piece is its name alone.

    A name that does not look like English words, such as `T-34`, stays as it is: `4 × T-34`.
    """
    if number == 1:
        return name
    plural = plural_name(name)
    return f"{number} × {name}" if plural is None else f"{number} {plural}"


def listed_as(number: int, name: str) -> str:
    """The same for a list, where one piece has its number too: `1 Striker`, `1 × 1st Brigade`."""
    if number == 1:
        name = name.removeprefix("a ")
        return f"1 {name}" if name[:1].isalpha() else f"1 × {name}"
    return counted(number, name)


def plural_name(name: str) -> str | None:
    """The regular English plural of a piece's name; None when the name has no obvious one."""
    match = HEAD.fullmatch(name.removeprefix("a "))
    if match is None:
        return None
    head, rest = match[1], match[2] or ""
    word = head.split()[-1]
    if len(word) == 1 or (word.isupper() and len(word) > 1):
        return None
    return f"{head[: -len(word)]}{_plural_word(word)}{rest}"


def _plural_word(word: str) -> str:
    lower = word.lower()
    if lower in SAME_IN_PLURAL or (lower.endswith("s") and not lower.endswith("ss")):
        return word
    men = MEN.fullmatch(word)
    if men is not None:
        return f"{men[1]}men"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if lower.endswith(("ss", "x", "z", "ch", "sh")) else "s")


def join_repeated(sentences: tuple[str, ...]) -> str:
    """Sentences one after the other; those that are repeated in a row are counted."""
    runs: list[tuple[str, int]] = []
    for sentence in sentences:
        if runs and runs[-1][0] == sentence:
            runs[-1] = (sentence, runs[-1][1] + 1)
        else:
            runs.append((sentence, 1))
    return " ".join(text if count == 1 else f"{text} ({count} times)" for text, count in runs)


def direction(across: int, down: int) -> str:
    """The direction of a move on the screen: `up`, `to the lower left`."""
    up_down = "" if abs(down) * 2.4 < abs(across) else "lower" if down > 0 else "upper"
    side = "" if abs(across) * 2.4 < abs(down) else "right" if across > 0 else "left"
    if up_down and not side:
        return "down" if down > 0 else "up"
    return "to the " + " ".join(filter(None, (up_down, side)))


DECLARED = re.compile(r"(?:([^|]{1,200}): )?DECLARE ")
"""How a declaration begins: `Aranda (Ann): DECLARE Aranda | Deed: Fire | Whom: Cárdenas`."""
TWICE = re.compile(r"^(.{1,60}) \(\1\)(?=\s)")
"""A player and the side of the same name."""


def told(line: str) -> str:
    """A line of chat, without markup, in natural wording.

    A declaration is `Aranda (Ann) declared: Fire; whom: Cárdenas`, a report without a player has
    no colon before it, and a player who has the name of the side is named once.
    """
    declared = DECLARED.match(line)
    if not declared:
        line = line.removeprefix(": ")
        return TWICE.sub(r"\1", line) if "(" in line else line
    heading, *parts = line[declared.end() :].split(" | ")
    values = [
        (value or name) if n == 0 else f"{_small(name)}{sign}{value}"
        for n, (name, sign, value) in enumerate(part.partition(": ") for part in parts)
        if value or not (sign or name.endswith(":"))
    ]
    who = f"{heading} declared"
    if player := (declared[1] or "").strip():
        side, _, about = heading.partition(" · ")
        # The side is named once.
        who = f"{player} declared {about if player.startswith(f'{side} (') else heading}".rstrip()
    return f"{who}: {'; '.join(values)}" if values else who


def _small(name: str) -> str:
    """A name within a sentence; `US steps` and `Special Activity` stay as they are."""
    return name if name[1:] != name[1:].lower() else name[:1].lower() + name[1:]


def plain(text: str) -> str:
    """A line of chat without its colour mark, without HTML tags, and with entities decoded."""
    if "<" in text:
        text = TAGS.sub("", text)
    if "&" in text:
        text = ENTITY.sub(lambda match: unescape(match[0]), text)
    if text[:1] in {"*", "-"} or text[-1:] == "*":
        text = MARKS.sub("", text)
    return text.strip()


def written(line: str) -> str:
    """What a player wrote in a line of chat, without the player's name; empty for other lines."""
    who, _, text = plain(line).partition(">")
    return text if who.startswith("<") else ""
