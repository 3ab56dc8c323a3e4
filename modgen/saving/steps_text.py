"""The steps of a log as lines: a step begins at the left margin, what it causes is indented.

    M/1005/Main Map/350/150/null/Main Map/200/75/null/player-1
      CHAT* Infantry moves

Every command of a log has the prefix `LOG`, which is left out. A line in quotation marks is a
command in JSON's notation, because it has characters that a line cannot show; one that begins with
`=` is the text of the stream itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from modgen.errors import ModgenError
from modgen.vassal.stream import LOG, MAX_DEPTH, Leaf

INDENT = "  "


class StepsError(ModgenError, ValueError):
    """A line of the steps cannot be read."""


def write_steps(steps: Iterable[Leaf]) -> str:
    """The lines of all steps. The `text` of a leaf must be what is to be written."""
    lines = []
    for leaf in steps:
        if leaf.raw is None:
            continue
        margin = INDENT * leaf.level
        if leaf.raw != leaf.text or not leaf.text.startswith(LOG):
            lines.append(f"{margin}={json.dumps(leaf.raw)}")
        else:
            lines.append(margin + _line(leaf.command))
    return "".join(f"{line}\n" for line in lines)


def _line(text: str) -> str:
    plain = text.isprintable() or text.replace("\t", "").isprintable()
    if plain and text and text[0] not in ' ="\t' and text[-1] not in " \t":
        return text
    return json.dumps(text)


def read_steps(text: str, name: str) -> Iterator[tuple[int, Leaf]]:
    """The leaves of the lines, each with its number. Raises StepsError."""
    for number, line in enumerate(text.split("\n"), 1):
        body = line.lstrip(" ")
        if not body.strip():
            continue
        depth, odd = divmod(len(line) - len(body), len(INDENT))
        if odd or depth > MAX_DEPTH:
            raise StepsError(
                f"{name}:{number}:{len(line) - len(body) + 1}: indent this line by an even number "
                "of spaces, two more than the command that caused it"
            )
        verbatim = body.startswith("=")
        if verbatim or body.startswith('"'):
            try:
                value = json.loads(body.removeprefix("="))
            except ValueError:
                value = None
            if isinstance(value, str):
                body = value
            else:
                raise StepsError(
                    f"{name}:{number}:{len(INDENT) * depth + 1}: the text in quotation marks is "
                    "not JSON; close it with a quotation mark and double its backslashes"
                )
        raw = body if verbatim else LOG + body
        yield number, Leaf(0, depth, raw, raw)
