"""Small helpers to write Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """A text as one cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; the empty text if there are no rows."""
    lines = ["| " + " | ".join(cell(value) for value in row) + " |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", "|" + "---|" * len(head), *lines]) + "\n"


def code(text: object) -> str:
    """A text in the font of code; nothing for the empty text."""
    shown = " ".join(str(text).split())
    fence = "``" if "`" in shown else "`"
    pad = " " if "`" in shown else ""
    return f"{fence}{pad}{shown}{pad}{fence}" if shown else ""


def prose(text: str) -> str:
    """A docstring with its indentation removed."""
    from inspect import cleandoc

    return cleandoc(text)
