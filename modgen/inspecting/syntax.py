"""Whether an expression can be read: brackets, quotation marks, and operators without a value.

VASSAL's expressions are those of BeanShell, nearly Java. This finds what is surely wrong and lets
everything else pass; nothing is evaluated.
"""

from __future__ import annotations

import re

from modgen.inspecting.expressions import INSERT

TOKEN = re.compile(
    r"""\s*(?:
      (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<comma>,)
    | (?P<end>;)
    | (?P<step>\+\+|--)
    | (?P<operator>>>>|<<|>>|&&|\|\||=~|!~|instanceof\b|[-+*/%&|^=!<>]=|[*/%&|^=<>?:])
    | (?P<sign>[-+!~])
    | (?P<value>[\w.@#]+)
    | (?P<odd>\S)
    )""",
    re.VERBOSE | re.DOTALL,
)
CLOSING = {"(": ")", "[": "]", "{": "}"}
STATEMENTS = re.compile(r"\b(?:if|else|for|while|do|switch|case|return|new|try|import)\b")
"""Words after which the rules of an expression do not hold."""


def fault(expression: str) -> str:
    """Why an expression with its braces cannot be read; empty if no reason is known."""
    text = INSERT.sub("x", expression.strip()[1:-1])
    if not text.strip() or STATEMENTS.search(text) or "//" in text or "/*" in text:
        return ""
    reader = _Reader()
    position = 0
    while match := TOKEN.match(text, position):
        position = match.end()
        kind = match.lastgroup or ""
        if why := getattr(reader, kind)(match[kind]):
            return str(why)
    return reader.finish()


class _Reader:
    """Reads tokens one by one; each method is called for one kind and returns what is wrong."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.before = ";"
        """The last token; empty for a closing bracket, behind which a cast has its value."""
        self.wants_value = True

    def text(self, word: str) -> str:
        if not self.wants_value and self.before and not word.startswith("."):
            return f"`{word}` follows a value"
        self.before, self.wants_value = word, False
        return ""

    value = text

    def open(self, bracket: str) -> str:
        self.opened.append(bracket)
        self.before, self.wants_value = bracket, True
        return ""

    def close(self, bracket: str) -> str:
        if not self.opened or CLOSING[self.opened.pop()] != bracket:
            return f"`{bracket}` closes nothing"
        missing = "" if self.before in CLOSING else self._missing()
        self.before, self.wants_value = "", False
        return missing

    def operator(self, sign: str) -> str:
        missing = f"`{sign}` has no value before it" if self.wants_value and sign != ":" else ""
        self.before, self.wants_value = sign, True
        return missing

    comma = operator

    def sign(self, sign: str) -> str:
        if not self.wants_value and sign in "!~":
            return f"`{sign}` has a value before it"
        self.before, self.wants_value = sign, True
        return ""

    def end(self, sign: str) -> str:
        self.before, self.wants_value = sign, True
        return ""

    def step(self, _: str) -> str:
        return ""

    def odd(self, sign: str) -> str:
        return "a quotation mark is missing" if sign in "\"'" else f"it has the sign `{sign}`"

    def _missing(self) -> str:
        if self.wants_value and self.before != ";":
            return f"`{self.before}` has no value behind it"
        return ""

    def finish(self) -> str:
        return f"`{self.opened[-1]}` is not closed" if self.opened else self._missing()
