"""The position in a YAML file of a character inside a text, in every style of YAML texts."""

from __future__ import annotations

from modgen.model.files.diagnostics import FilePosition

ESCAPES = {"x": 4, "u": 6, "U": 10}
"""Characters of an escape in double quotes, by the letter after the backslash; else 2."""
BREAKS = ("\n", "\r")


def inner_position(source: str, start: FilePosition, value: str, offset: int) -> FilePosition:
    """The position of `value[offset]`, when the text `value` begins at `start` of a file.

    `source` is the whole file. An offset beyond the end means the end of the text.
    """
    lines = source.splitlines(keepends=True)
    if not 0 < start.line <= len(lines):
        return start
    base = sum(map(len, lines[: start.line - 1]))
    at = base + start.column - 1
    style = source[at : at + 1]
    if style in ("|", ">"):
        at = base + len(lines[start.line - 1])
    elif style in ("'", '"'):
        at += 1
    for char in value[:offset]:
        at = _after(source, at, char, style)
    if not value[offset : offset + 1].isspace():
        at = _skip(source, at, style)
    before = source[:at].splitlines(keepends=True)
    if not before or before[-1].endswith("\n"):
        return FilePosition(start.file, len(before) + 1, 1)
    return FilePosition(start.file, len(before), len(before[-1]) + 1)


def _after(source: str, at: int, char: str, style: str) -> int:
    """The index in the file after one character of the text; a line break counts as a space."""
    escaped = style == '"' and source[at : at + 1] == "\\"
    if char.isspace() and not escaped:
        # The first space of the value takes all spaces of the file, and others take nothing.
        return _skip(source, at, style)
    at = _skip(source, at, style)
    if style == '"' and source[at : at + 1] == "\\":
        return at + ESCAPES.get(source[at + 1 : at + 2], 2)
    if style == "'" and source[at : at + 2] == "''":
        return at + 2
    return at + 1


def _skip(source: str, at: int, style: str) -> int:
    """The index after spaces, line breaks and, in double quotes, escaped line breaks."""
    while True:
        if source[at : at + 1].isspace():
            at += 1
        elif style == '"' and source[at : at + 1] == "\\" and source[at + 1 : at + 2] in BREAKS:
            at += 2
        else:
            return at
