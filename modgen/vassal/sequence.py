r"""VASSAL's sequence encoding: tokens joined by a one-character delimiter, nested to any depth.

Only the delimiter is escaped (`\d`), never the backslash; a token that starts with a backslash,
or that is enclosed in single quotes, is wrapped in single quotes (vassal-formats §3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from modgen.errors import ModgenError

__all__ = ["SequenceError", "join", "split", "unquote"]


class SequenceError(ModgenError, ValueError):
    """A token that the format cannot represent: it ends in a backslash and is not the last."""


def split(text: str | None, delimiter: str) -> list[str]:
    """Decode one level. None gives no tokens, the empty text one empty token."""
    if text is None:
        return []
    if "\\" + delimiter not in text:
        tokens = text.split(delimiter)
    else:
        tokens = _split_escaped(text, delimiter)
    if "'" in text:
        return [unquote(token) for token in tokens]
    return tokens


def unquote(token: str) -> str:
    """A token without the single quotes around it, if it has them."""
    return token[1:-1] if token[:1] == "'" and len(token) > 1 and token[-1] == "'" else token


def _split_escaped(text: str, delimiter: str) -> list[str]:
    """Split at each delimiter without a backslash before it; the others lose their backslash.

    A backslash at the end of the text escapes nothing and is kept.
    """
    escaped = "\\" + delimiter
    return [token.replace(escaped, delimiter) for token in _boundary(delimiter).split(text)]


@cache
def _boundary(delimiter: str) -> re.Pattern[str]:
    # With the delimiter first, the search skips everything else at once.
    plain = re.escape(delimiter)
    return re.compile(rf"{plain}(?<!\\{plain})")


def join(tokens: Iterable[str], delimiter: str) -> str:
    """Encode one level. No tokens give the empty text.

    Raises SequenceError for a token that would escape the delimiter after it.
    """
    encoded: list[str] = []
    last = ""
    for token in tokens:
        if last[-1:] == "\\" and encoded[-1][-1:] == "\\":
            raise SequenceError(f"a token may not end in a backslash: {last!r}")
        last = token
        quoted = token[:1] == "\\" or (token[:1] == "'" and token[-1:] == "'")
        if delimiter in token:
            token = token.replace(delimiter, "\\" + delimiter)  # noqa: PLW2901 - its wire form
        encoded.append(f"'{token}'" if quoted else token)
    return delimiter.join(encoded)
