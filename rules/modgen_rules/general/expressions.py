"""Expressions in CEL, the Common Expression Language: read, bounded and compiled.

The library parses and evaluates. This module finds the words of an expression with their offsets,
so that every error has a position, and refuses expressions that could exhaust time or memory:
names that are not on the lists here never reach the evaluator.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from modgen.model.files.diagnostics import did_you_mean
from modgen_rules.engine.pairs.board_words import TextError

if TYPE_CHECKING:
    from cel import Program

MAX_WORDS = 300
"""Words and signs of an expression. The evaluator is recursive; this keeps its stack small."""
MAX_DEPTH = 20
"""Brackets inside brackets."""
MAX_LOOPS = 6
"""Uses of `all`, `exists`, `exists_one`, `filter` and `map` in one expression."""
MAX_GROWTH = 200
"""How many times larger than their source the lists and texts that loops make can be."""
LOOPS = frozenset({"all", "exists", "exists_one", "filter", "map"})
BUILT_IN = frozenset({"size", "startsWith", "endsWith", "contains", "int", "string", "has"})
"""The functions of CEL that a rule may use; others, such as `matches`, are refused."""
CONSTANTS = frozenset({"true", "false", "null", "in"})

Kind = Literal["name", "text", "number", "sign"]
WORD = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<text>[rRbB]{0,2}(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))
    |(?P<name>[A-Za-z_]\w*)
    |(?P<number>0[xX][0-9a-fA-F]+[uU]?|\d+\.?\d*(?:[eE][+-]?\d+)?[uU]?)
    |(?P<sign>&&|\|\||==|!=|<=|>=|.)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
WHERE = re.compile(r"<input>:(\d+):(\d+): (?:Syntax error: )?(.*)")
EARLY = re.compile(r"(?:input|at) '<EOF>'")
PAIRS = {")": "(", "]": "[", "}": "{"}
FOREIGN = {"=": "==", "&": "&&", "|": "||", "and": "&&", "or": "||", "not": "!"}
"""Operators of other languages, with those of CEL."""


class ExpressionError(TextError):
    """An expression that cannot be used."""


class Word(NamedTuple):
    """A name, text, number or sign of an expression, and its offset."""

    kind: Kind
    text: str
    offset: int

    @property
    def value(self) -> str:
        """The content of a text without escapes; the word itself for others."""
        if self.kind != "text":
            return self.text
        bare = self.text.lstrip("rRbB")
        marks = 3 if len(bare) > 5 and bare[:3] in ('"""', "'''") else 1
        return bare[marks:-marks]


class Call(NamedTuple):
    """A call of a function; each argument is a slice of the expression's words."""

    name: Word
    owner: str
    """The name before the dot, as in `before.count(...)`; empty for none."""
    arguments: tuple[tuple[Word, ...], ...]


@dataclass(frozen=True)
class Names:
    """What an expression may use."""

    functions: Mapping[str, Sequence[str]]
    """The kinds of each function's arguments, such as `what` and `where`."""
    variables: Sequence[str]
    fields: Sequence[str]
    """What may follow a dot."""
    owners: Mapping[str, frozenset[str]]
    """Variables before the dot of a call, with the functions that they have."""


@dataclass(frozen=True)
class Expression:
    """A compiled expression."""

    text: str
    words: tuple[Word, ...]
    calls: tuple[Call, ...]
    loops: int
    """How deep its loops nest: 2 for a loop inside a loop."""
    program: Program

    @property
    def looks_at_game(self) -> bool:
        """Whether it uses a function or variable of the game, and so can have several values."""
        inner = {name.text for name, _ in _loop_names(self.words)}
        return bool(set(self.program.variables()) - inner) or any(
            call.name.text not in BUILT_IN | LOOPS for call in self.calls
        )


def compiled(text: str, names: Names) -> Expression:
    """Compile an expression. Raises ExpressionError, with the offset of the first mistake."""
    words = tuple(read_words(text))
    loops = _bounded(words)
    program = _compile(text, words)
    calls = tuple(_calls(words))
    _known_calls(calls, names)
    _known_names(words, calls, names)
    return Expression(text, words, calls, loops, program)


def read_words(text: str) -> Iterator[Word]:
    """The words of an expression in order, without spaces and comments."""
    for found in WORD.finditer(text):
        kind = found.lastgroup
        if kind in ("name", "text", "number", "sign"):
            if found[0] in ("'", '"'):
                raise ExpressionError("the text that begins here does not end", found.start())
            yield Word(kind, found[0], found.start())  # type: ignore[arg-type]


# --- bounds --------------------------------------------------------------------------------------


def _bounded(words: Sequence[Word]) -> int:
    """Refuse what could exhaust the evaluator. Returns how deep loops nest."""
    if not words:
        raise ExpressionError("the expression is empty")
    if len(words) > MAX_WORDS:
        raise ExpressionError(
            f"the expression has more than {MAX_WORDS} words",
            words[MAX_WORDS].offset,
            "split the rule into several",
        )
    _balanced(words)
    depth, loops, growth, deepest = 0, 0, 1, 0
    open_loops: list[int] = []
    for n, word in enumerate(words):
        if word.kind != "sign":
            continue
        if word.text in "([{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ExpressionError(f"brackets nest deeper than {MAX_DEPTH}", word.offset)
            if word.text == "(" and _is_loop(words, n - 1):
                loops += 1
                open_loops.append(depth)
                deepest = max(deepest, len(open_loops))
                growth *= 1 + _copies(words[n:])
        elif word.text in ")]}":
            if open_loops and open_loops[-1] == depth:
                open_loops.pop()
            depth -= 1
        if len(open_loops) > 2:
            raise ExpressionError(
                "loops may nest only two deep", words[n - 1].offset, "split the rule into several"
            )
        if loops > MAX_LOOPS:
            raise ExpressionError(
                f"an expression may have at most {MAX_LOOPS} loops",
                words[n - 1].offset,
                "split the rule into several",
            )
        if growth > MAX_GROWTH:
            raise ExpressionError(
                "the loops could make very large lists or texts",
                words[n - 1].offset,
                "use fewer `+` and fewer lists inside them",
            )
    return deepest


def _balanced(words: Sequence[Word]) -> None:
    """Refuse brackets without a partner, and operators of other languages."""
    opened: list[Word] = []
    for word in words:
        if word.text in FOREIGN:
            hint = f"write `{FOREIGN[word.text]}`"
            raise ExpressionError(f"`{word.text}` is not an operator of CEL", word.offset, hint)
        if word.kind != "sign":
            continue
        if word.text in PAIRS.values():
            opened.append(word)
        elif word.text in PAIRS:
            if not opened or opened[-1].text != PAIRS[word.text]:
                raise ExpressionError(f"`{word.text}` closes nothing", word.offset)
            opened.pop()
    if opened:
        raise ExpressionError(f"`{opened[-1].text}` is never closed", opened[-1].offset)


def _copies(words: Sequence[Word]) -> int:
    """How many copies of an element the body of a loop can join, by `+` and in lists."""
    brackets: list[str] = []
    copies = 0
    for word in words:
        if word.kind != "sign":
            continue
        if word.text in "([{":
            brackets.append(word.text)
        elif word.text in ")]}":
            if brackets:
                brackets.pop()
            if not brackets:
                break
        elif word.text == "+" or (word.text == "," and brackets and brackets[-1] != "("):
            copies += 1
    return copies


def _is_loop(words: Sequence[Word], n: int) -> bool:
    return n > 0 and words[n].text in LOOPS and words[n - 1].text == "."


# --- names ---------------------------------------------------------------------------------------


def _calls(words: Sequence[Word]) -> Iterator[Call]:
    """Every call: a name that an opening bracket follows."""
    for n, word in enumerate(words[:-1]):
        if word.kind != "name" or words[n + 1].text != "(" or word.text in CONSTANTS:
            continue
        owner = ""
        if n and words[n - 1].text == ".":
            owner = words[n - 2].text if n > 1 and words[n - 2].kind == "name" else "."
        yield Call(word, owner, tuple(_arguments(words[n + 2 :])))


def _arguments(words: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """The arguments of a call, given the words after its opening bracket."""
    depth, start = 0, 0
    for n, word in enumerate(words):
        if word.kind != "sign":
            continue
        if word.text in "([{":
            depth += 1
        elif word.text in ")]}":
            depth -= 1
        if depth < 0 or (word.text == "," and not depth):
            if n > start:
                yield tuple(words[start:n])
            start = n + 1
        if depth < 0:
            return


def _loop_names(words: Sequence[Word]) -> Iterator[tuple[Word, int]]:
    """The names that loops give to elements, with the index of the word."""
    for n, word in enumerate(words[:-3]):
        if word.text == "(" and _is_loop(words, n - 1) and words[n + 2].text == ",":
            yield words[n + 1], n + 1


def _known_calls(calls: Sequence[Call], names: Names) -> None:
    """Every function exists and has as many arguments as it takes."""
    for call in calls:
        name, at = call.name.text, call.name.offset
        if name in LOOPS and len(call.arguments) != 2:
            raise ExpressionError(
                f"`{name}` takes a name and an expression", at, f"write `.{name}(x, ...)`"
            )
        if name in LOOPS | BUILT_IN:
            continue
        takes = names.functions.get(name)
        if takes is None:
            known = {*names.functions, *LOOPS, *BUILT_IN}
            raise ExpressionError(f"unknown function `{name}`", at, did_you_mean(name, known))
        if call.owner and name not in names.owners.get(call.owner, ()):
            owners = [owner for owner, own in names.owners.items() if name in own]
            possible = " or ".join(f"`{owner}.`" for owner in owners)
            raise ExpressionError(
                f"`{name}` cannot follow `{call.owner}.`",
                at,
                f"it can follow {possible}" if possible else "write it without a dot",
            )
        least = sum(not kind.endswith("?") for kind in takes)
        if not least <= len(call.arguments) <= len(takes):
            form = f"{name}({', '.join(kind.rstrip('?') for kind in takes)})"
            raise ExpressionError(
                f"`{name}` takes {len(takes)} arguments, not {len(call.arguments)}"
                if least == len(takes)
                else f"`{name}` takes {least} to {len(takes)} arguments, not {len(call.arguments)}",
                at,
                f"write `{form}`",
            )


def _known_names(words: Sequence[Word], calls: Sequence[Call], names: Names) -> None:
    """Every variable and field exists."""
    called = {call.name.offset for call in calls}
    inner = {word.text for word, _ in _loop_names(words)}
    for n, word in enumerate(words):
        if word.kind != "name" or word.offset in called or word.text in CONSTANTS:
            continue
        if n and words[n - 1].text == ".":
            if word.text not in names.fields:
                hint = did_you_mean(word.text, names.fields)
                raise ExpressionError(f"unknown field `{word.text}`", word.offset, hint)
        elif word.text in names.owners:
            if n + 1 >= len(words) or words[n + 1].text != ".":
                raise ExpressionError(
                    f"`{word.text}` needs a function",
                    word.offset,
                    f"write for example `{word.text}.count(what, where)`",
                )
        elif word.text not in names.variables and word.text not in inner:
            known = {*names.variables, *names.owners, *inner}
            hint = did_you_mean(word.text, known)
            if word.text in names.functions:
                hint = f"`{word.text}` is a function: write `{word.text}(...)`"
            elif not hint.startswith("did"):
                hint = (
                    f'put the name of a piece or place in quotes, `"{word.text}"`; otherwise {hint}'
                )
            raise ExpressionError(f"unknown name `{word.text}`", word.offset, hint)


# --- the library ---------------------------------------------------------------------------------


@cache
def library() -> ModuleType:
    """The package `cel` without its command line, whose import takes ten times as long."""
    name = "cel.cli"
    absent = name not in sys.modules
    if absent:
        sys.modules[name] = ModuleType(name)
    try:
        import cel
    finally:
        if absent:
            del sys.modules[name]
    logging.getLogger("cel").setLevel(logging.CRITICAL)
    return cel


def _compile(text: str, words: Sequence[Word]) -> Program:
    try:
        made: Program = library().compile(text)
    except ValueError as problem:
        raise _parse_error(text, words, str(problem)) from problem
    return made


def _parse_error(text: str, words: Sequence[Word], problem: str) -> ExpressionError:
    """The library's message with an offset, in fewer words."""
    every = [found for found in WHERE.finditer(problem) if not found[3].startswith("Incomplete")]
    if not every:
        return ExpressionError("the expression is not valid CEL")
    line, column, said = int(every[0][1]), int(every[0][2]), every[0][3]
    lines = text.splitlines(keepends=True)
    offset = sum(map(len, lines[: line - 1])) + column - 1
    here = next((word.text for word in words if word.offset >= offset), "")
    if not here or EARLY.search(said):
        return ExpressionError("the expression ends too early", words[-1].offset)
    reason = "is not a valid value" if "invalid int" in said else "is not expected here"
    return ExpressionError(f"`{here}` {reason}", offset)


def evaluate(expression: Expression, context: Any) -> Any:
    """The value of an expression. Raises ExpressionError when it has none."""
    try:
        return expression.program.execute(context)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as problem:  # a failure inside the library is not an Exception
        raise ExpressionError(_reason(problem)) from problem


def _reason(problem: BaseException) -> str:
    if isinstance(problem, TypeError):
        return "an operator is used on values of different types, such as a number and a text"
    if isinstance(problem, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(problem, OverflowError):
        return "a number becomes too large"
    if isinstance(problem, KeyError | IndexError):
        return "a list or map has no such element"
    return "it cannot be evaluated"
