"""Names of properties inside texts: `$name$` inserts and `{expressions}` (vassal-formats §6.1).

Nothing is evaluated: an expression is only split into strings, words and calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARKS = "$\\s{}\"'<>;:/|,"
INSERT = re.compile(rf"\$([^{_MARKS}](?:[^${{}}\"'<>;:/|,]*[^{_MARKS}])?)\$")
"""A name between dollar signs. Prices in a text (`$5 and $6`) do not match."""

TOKEN = re.compile(
    r"""
      "(?P<text>(?:[^"\\]|\\.)*)"
    | '(?:[^'\\]|\\.)*'
    | (?P<dot>\.\s*)?(?P<word>[A-Za-z_]\w*)(?P<call>\s*\()?
    """,
    re.VERBOSE,
)
ASKED = re.compile(r"(Get\w*Property|GetString|(Sum|Count|Max|Min)[A-Z]\w*|IsPropertyOn)$")
"""Functions whose first argument, if it is a text, is a property or an expression."""

OF_ATTACHMENTS = re.compile(r"(Get|Sum|Count|Max|Min)Attachment")
"""Functions whose first argument is an attachment and whose second is the property."""

OF_PLACES = re.compile(r"Count(Zone|Location)")
"""Functions whose first argument may be a place; then the second, if it is a text, is a map."""
MAP_NEXT = re.compile(r'\s*,\s*"(?!\s*\\?\{)')

NO_PROPERTIES = {
    "true", "false", "null", "void", "new", "return", "if", "else", "int", "long", "double",
    "float", "boolean", "char", "for", "while", "instanceof", "String", "Integer", "Double",
    "Float", "Long", "Boolean", "Math", "Object", "java",
}  # fmt: skip
CLAUSE = re.compile(r"&&|\|\|")
COMPARED = re.compile(r"\s*(?:=~|!~|!=|<=|>=|=|<|>)")
DEEPEST = 4


def inserts(text: str) -> Iterator[str]:
    """The names between dollar signs; `$a$b$c$` names a and c."""
    return (match.group(1) for match in INSERT.finditer(text))


def is_expression(text: str) -> bool:
    """Whether a text is an expression to evaluate."""
    stripped = text.strip()
    return stripped.startswith("{") and stripped.endswith("}")


def identifiers(expression: str, depth: int = 0) -> Iterator[str]:
    """The properties that an expression reads, including those in quoted expressions."""
    asked, attached = "", False
    for match in TOKEN.finditer(expression):
        text, word = match.group("text"), match.group("word")
        if text is not None:
            behind = expression[match.end() :].lstrip()[:1]
            if asked and behind in ("", ",", ")"):
                if attached:
                    attached = False
                    continue
                if OF_PLACES.match(asked) and MAP_NEXT.match(expression, match.end()):
                    asked = ""
                    continue
                yield from _quoted(text, depth)
            asked = ""
        elif word is None or match.group("dot"):
            continue
        elif match.group("call"):
            asked = word if ASKED.match(word) or OF_ATTACHMENTS.match(word) else ""
            attached = bool(OF_ATTACHMENTS.match(word))
        elif word not in NO_PROPERTIES:
            asked = ""
            yield word


def _quoted(text: str, depth: int) -> Iterator[str]:
    plain = re.sub(r"\\(.)", r"\1", text)
    if is_expression(plain):
        if depth < DEEPEST:
            yield from identifiers(plain, depth + 1)
    elif plain and "$" not in plain:
        yield plain


def old_filter(text: str) -> Iterator[str]:
    """The properties of a filter in the old form: `Level >= 2 && Side = Red`."""
    for clause in CLAUSE.split(text):
        name, *value = COMPARED.split(clause, maxsplit=1)
        if value and name.strip() and "$" not in name:
            yield name.strip()


def asked_for(text: str, condition: bool = False) -> Iterator[str]:
    """Every property that a text reads. With `condition` it may be a filter in the old form."""
    if "$" in text:
        yield from inserts(text)
    if is_expression(text):
        yield from identifiers(text)
    elif condition and text:
        yield from old_filter(text)
