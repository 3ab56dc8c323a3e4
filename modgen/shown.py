"""Text from files as people see it: no control characters, and no line without end.

Names of pieces and files, and chat, may contain characters that move the cursor, clear the screen
or turn the order of the letters around. They are shown as escapes, such as `\\u202e`. This module
imports nothing of ours, so that any other module can use it.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 2000
"""Longer lines are shortened, in characters."""

HARMFUL = re.compile(
    "[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f"  # control characters, but not the tab
    "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069"  # the direction of writing
    "\\u200b\\u2028\\u2029\\u2060-\\u2064\\ufeff\\ufff9-\\ufffb"  # invisible, or ends of lines
    "\\ud800-\\udfff\\U000e0000-\\U000e007f]"  # not characters, and invisible tags
)


def shown(text: str, longest: int = LONGEST) -> str:
    """A text as one line: harmful characters as escapes, and not longer than `longest`."""
    cut = len(text) > longest
    text = HARMFUL.sub(_escape, text[: longest + 1])
    if not text.isprintable():
        text = "".join(
            _code(one) if unicodedata.category(one) == "Cn" else one for one in text
        )  # no character has this number
    return f"{text[: longest - 1]}…" if cut or len(text) > longest else text


def shown_lines(text: str, longest: int = LONGEST) -> str:
    """A text whose line ends are wanted, each line as `shown` returns it."""
    return "\n".join(shown(line, longest) for line in text.split("\n"))


def _escape(match: re.Match[str]) -> str:
    return _code(match[0])


def _code(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
