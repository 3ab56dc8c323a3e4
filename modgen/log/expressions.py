"""The values of expressions in modules: `{Level == 2 ? "Full" : Name + "!"}`.

This is the part of BeanShell that modules use for what a piece shows: literals, properties,
operators, `If`, `GetProperty`, the usual methods of texts and numbers, and functions that the
caller supplies, such as counts of other pieces. Anything else is not known; UnknownValueError then
tells the caller to use the saved value.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from modgen.errors import ModgenError

Value = str | int | float | bool | None
"""None is a value that is not known. It does not matter in a branch that is not taken."""
Lookup = Callable[[str], str]
"""The text of a property; empty if there is none."""
Functions = Callable[[str, list[Value]], Value]
"""The value of a function of its arguments; None if there is no such function."""

TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>\d{1,18}(?:\.\d{1,18})?)
    | (?P<text>"(?:[^"\\]|\\.)*")
    | (?P<name>\$?[A-Za-z_]\w*\$?)
    | (?P<sign>==|!=|=~|!~|<=|>=|&&|\|\||[-+*/%<>!?:(),.])
    )""",
    re.VERBOSE,
)
LONGEST = 4000
"""The longest expression that is read, in characters."""
MAX_DEPTH = 40
INTEGER = re.compile(r"[-+]?\d{1,18}")
DECIMAL = re.compile(r"[-+]?\d{1,18}\.\d{1,18}")


class UnknownValueError(ModgenError, ValueError):
    """The expression uses something that is not evaluated here."""


class TooLongError(UnknownValueError):
    """Properties refer to each other without an end, or to too many pieces."""


def evaluate(expression: str, lookup: Lookup, functions: Functions | None = None) -> str:
    """The text of an expression, with or without the braces. Raises UnknownValueError."""
    text = expression.strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    value = _Evaluation(_tokens(text), lookup, functions).whole()
    if value is None:
        raise UnknownValueError("the expression uses something that is not evaluated")
    return as_text(value)


def as_text(value: Value) -> str:
    """A value as the engine stores it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def typed(text: str) -> Value:
    """A property in an expression: a number or a boolean if it looks like one."""
    if text in ("true", "false"):
        return text == "true"
    if INTEGER.fullmatch(text):
        return int(text)
    if DECIMAL.fullmatch(text):
        return float(text)
    return text


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[str, ...]:
    if len(text) > LONGEST:
        raise UnknownValueError("the expression is too long")
    tokens = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise UnknownValueError(f"the expression has {text[at]!r}, which is not evaluated")
        tokens.append(match[0].strip())
        at = match.end()
    return tuple(tokens)


LARGEST = 1e15
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
BINARY = (
    ("||",),
    ("&&",),
    ("==", "!=", "=~", "!~"),
    ("<", ">", "<=", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Operators, the loosest first."""
LEVELS = {sign: level for level, signs in enumerate(BINARY) for sign in signs}


class _Evaluation:
    def __init__(
        self, tokens: tuple[str, ...], lookup: Lookup, functions: Functions | None
    ) -> None:
        self.tokens = tokens
        self.lookup = lookup
        self.functions = functions
        self.at = 0
        self.depth = 0

    def whole(self) -> Value:
        value = self.choice()
        if self.at < len(self.tokens):
            raise UnknownValueError(f"the expression has an unexpected {self.tokens[self.at]}")
        return value

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def accept(self, *signs: str) -> str:
        sign = self.next()
        if sign and sign in signs:
            self.at += 1
            return sign
        return ""

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            raise UnknownValueError(f"the expression lacks a {sign}")

    def choice(self) -> Value:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnknownValueError("the expression nests too deeply")
        value = self.binary(0)
        if self.accept("?"):
            first = self.choice()
            self.expect(":")
            second = self.choice()
            value = _chosen(value, first, second)
        self.depth -= 1
        return value

    def binary(self, level: int) -> Value:
        value = self.unary()
        while (found := LEVELS.get(sign := self.next(), -1)) >= level:
            self.at += 1
            value = _combined(sign, value, self.binary(found + 1))
        return value

    def unary(self) -> Value:
        if self.accept("!"):
            truth = _boolean(self.unary())
            return None if truth is None else not truth
        if self.accept("-"):
            number = _number(self.unary())
            return None if number is None else -number
        value = self.primary()
        while self.accept("."):
            name = self.next()
            self.at += 1
            value = _method(name, value, self.arguments())
        return value

    def primary(self) -> Value:
        word = self.next()
        self.at += 1
        if word == "(":
            value = self.choice()
            self.expect(")")
            return value
        if word[:1].isdigit() or word in {"true", "false"}:
            return typed(word)
        if word[:1] == '"':
            return re.sub(r"\\(.)", r"\1", word[1:-1])
        if not word or not (word[0].isalpha() or word[0] in "_$"):
            raise UnknownValueError(f"the expression has an unexpected {word or 'end'}")
        if self.next() == "(":
            return self.function(word, self.arguments())
        if word in CLASSES and self.accept("."):
            name = self.next()
            self.at += 1
            return _static(f"{word}.{name}", self.arguments())
        return self.property(word.strip("$"))

    def function(self, name: str, values: list[Value]) -> Value:
        if name == "GetProperty" and len(values) == 1 and values[0] is not None:
            return self.property(as_text(values[0]))
        if name == "If" and len(values) == 3:
            return _chosen(*values)
        if self.functions is None or None in values:
            return None
        try:
            return self.functions(name, values)
        except TooLongError:
            raise
        except UnknownValueError:
            return None

    def property(self, name: str) -> Value:
        try:
            return typed(self.lookup(name))
        except TooLongError:
            raise
        except UnknownValueError:
            return None

    def arguments(self) -> list[Value]:
        self.expect("(")
        values: list[Value] = []
        if self.accept(")"):
            return values
        while True:
            values.append(self.choice())
            if self.accept(")"):
                return values
            self.expect(",")


def _chosen(condition: Value, first: Value, second: Value) -> Value:
    truth = _boolean(condition)
    return None if truth is None else first if truth else second


def _combined(sign: str, first: Value, second: Value) -> Value:
    if sign in {"||", "&&"}:
        truths = _boolean(first), _boolean(second)
        decisive = sign == "||"
        return decisive if decisive in truths else None if None in truths else not decisive
    if first is None or second is None:
        return None
    first, second = _alike(first, second)
    if sign in {"==", "!=", "=~", "!~"}:
        words = as_text(first), as_text(second)
        same = _matches(*words) if sign[1] == "~" else _equal(first, second)
        return None if same is None else same == (sign[0] == "=")
    if isinstance(first, str) and isinstance(second, str) and sign in COMPARISONS:
        return COMPARISONS[sign](first, second)
    left, right = _number(first), _number(second)
    if left is not None and right is not None:
        return _calculated(sign, left, right)
    return as_text(first) + as_text(second) if sign == "+" else None


def _alike(first: Value, second: Value) -> tuple[Value, Value]:
    """Two values as the engine compares them.

    Nothing beside a whole number is 0; a number or boolean beside another text is a text.
    """
    texts = isinstance(first, str), isinstance(second, str)
    if texts[0] == texts[1]:
        return first, second
    if texts[1]:
        return _alike(second, first)[::-1]
    if first == "" and isinstance(second, int) and not isinstance(second, bool):
        return 0, second
    return first, as_text(second)


def _equal(first: Value, second: Value) -> bool:
    numbers = _number(first) is not None and _number(second) is not None
    return (numbers or type(first) is type(second)) and first == second


def _calculated(sign: str, left: int | float, right: int | float) -> Value:
    if sign in COMPARISONS:
        return COMPARISONS[sign](left, right)
    if sign in {"/", "%"}:
        if right == 0:
            return None
        # Java rounds towards zero.
        whole = isinstance(left, int) and isinstance(right, int)
        if sign == "/":
            return int(left / right) if whole else left / right
        return left - right * int(left / right)
    result = ARITHMETIC[sign](left, right)
    return result if abs(result) < LARGEST else None


def _number(value: Value) -> int | float | None:
    return None if value is None or isinstance(value, bool | str) else value


def _boolean(value: Value) -> bool | None:
    if isinstance(value, bool):
        return value
    # A property that is not set counts as false.
    return False if value == "" else None


CLASSES = {"Integer", "Math", "String"}
PLAIN_PATTERN = re.compile(r"(?:[\w ,:;&'/-]|\.\*|\|)*")
"""Regular expressions that are evaluated: alternatives of letters and `.*`, which cost little."""


def _matches(text: str, pattern: str) -> bool | None:
    """Whether a regular expression matches the whole text; None for one that is not evaluated."""
    if len(text) > LONGEST or pattern.count(".*") > MOST_WILDCARDS:
        return None
    if not PLAIN_PATTERN.fullmatch(pattern):
        return None
    return re.fullmatch(pattern, text, re.DOTALL) is not None


MOST_WILDCARDS = 2


def _static(name: str, values: list[Value]) -> Value:
    """A function of a Java class."""
    if None in values:
        return None
    if name == "Integer.parseInt" and len(values) == 1:
        text = as_text(values[0])
        return int(text) if INTEGER.fullmatch(text) else None
    if name in {"String.valueOf", "Integer.toString"} and len(values) == 1:
        return as_text(values[0])
    numbers = [number for value in values if (number := _number(value)) is not None]
    if len(numbers) != len(values):
        return None
    if name in {"Math.min", "Math.max"} and len(numbers) == 2:
        return min(numbers) if name == "Math.min" else max(numbers)
    return abs(numbers[0]) if name == "Math.abs" and len(numbers) == 1 else None


def _method(name: str, value: Value, arguments: list[Value]) -> Value:
    if value is None or None in arguments:
        return None
    text, words = as_text(value), [as_text(argument) for argument in arguments]
    results: dict[str, Value] = {}
    if len(words) == 1:
        results = {
            "startsWith": text.startswith(words[0]),
            "endsWith": text.endswith(words[0]),
            "contains": words[0] in text,
            "equals": text == words[0],
            "indexOf": text.find(words[0]),
        }
    elif not words:
        results = {
            "length": len(text),
            "toLowerCase": text.lower(),
            "toUpperCase": text.upper(),
            "trim": text.strip(),
        }
    elif len(words) == 2 and len(text) * max(len(words[1]), 1) < MAX_RESULT:
        plain = PLAIN_WORD.fullmatch(words[0])
        if name == "replace" or (name == "replaceAll" and plain and "$" not in words[1]):
            results[name] = text.replace(words[0], words[1])
        elif name == "replaceAll" and LETTERS.fullmatch(words[0]) and not {"$", "\\"} & {*words[1]}:
            results[name] = _without_class(text, words[0], words[1])
    if name == "substring" and 1 <= len(arguments) <= 2:
        start, end = (_number(value) for value in (*arguments, len(text))[:2])
        if isinstance(start, int) and isinstance(end, int) and 0 <= start <= end <= len(text):
            results[name] = text[start:end]
    return results.get(name)


def _without_class(text: str, pattern: str, word: str) -> Value:
    """A text with a word for each letter of a class such as `[^0-9]`; None for a wrong class."""
    try:
        return re.sub(pattern, word, text, flags=re.ASCII)
    except re.error:
        return None


LETTERS = re.compile(r"(?:\[\^?[\w .:;,-]+\]|\\[dDsSwW])\+?")
"""A pattern of single letters, which means the same in Java."""
PLAIN_WORD = re.compile(r"[\w ,:;&'/<>=-]+")
MAX_RESULT = 100_000
"""The longest text that is made, in characters."""
