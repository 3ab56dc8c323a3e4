"""Values of cells as people write them: `ja` and `x` for true, `9 mm`, `2x`, capitals."""

from __future__ import annotations

import re
from types import NoneType
from typing import Any, Literal, get_args, get_origin

TRUE = ("yes", "y", "ja", "j", "si", "sí", "oui", "sim", "wahr", "vrai", "verdadero", "vero", "x")
FALSE = ("no", "n", "nein", "non", "não", "falsch", "faux", "falso", "-", "–", "—")
TICKED, EMPTY = "✓✔☑✅☒", "✗✘☐❌⬜"
"""Signs for yes and no. A box with a cross is a box that somebody has crossed."""
WORDS = dict.fromkeys((*TRUE, *TICKED), "true") | dict.fromkeys((*FALSE, *EMPTY), "false")
COUNT = re.compile(
    r"[x×]\s*(\d{1,6})|(\d{1,6})\s*(?:[x×]|pcs?\.?|pieces?|cards?|copies|copy|stk\.?|st\.|ud\.?)",
    re.IGNORECASE,
)
"""A number of pieces or cards: `x2`, `2x`, `2 pcs`."""
LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s*mm\.?", re.IGNORECASE)
VARIANT = re.compile(r"[\ufe0e\ufe0f]")


def meant(annotation: Any, text: str) -> str:
    """The text that the type of a field reads for a cell, or the same text."""
    kinds = {one for one in get_args(annotation) if one is not NoneType} or {annotation}
    kind = kinds.pop() if len(kinds) == 1 else annotation
    word = VARIANT.sub("", text.strip())
    if kind is bool:
        return WORDS.get(word.casefold(), text)
    if get_origin(annotation) is Literal or get_origin(kind) is Literal:
        known = get_args(annotation if get_origin(annotation) is Literal else kind)
        same = [one for one in known if str(one).casefold() == word.casefold()]
        return str(same[0]) if len(same) == 1 else text
    if kind is int and (count := COUNT.fullmatch(word)):
        return count[1] or count[2]
    if kind is float and (length := LENGTH.fullmatch(word)):
        return length[1]
    return text
