"""YAML read with the position of every key and value, from untrusted files.

Only `true`, `false`, `null` and decimal numbers have a type; everything else, such as `no`, `1:30`
or `0x10`, is text. Sizes and nesting are bounded, and no tag constructs an object.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

import yaml

from modgen.model.files.diagnostics import DataPath, Diagnostics, FilePosition
from modgen.model.files.located import LocatedData
from modgen.model.files.text import FORBIDDEN, forbidden_character, read_text

MAX_NODES = 500_000
MAX_DEPTH = 40
KEPT = 100_000
"""The nodes of texts up to this number of characters are kept in memory."""
OPENING, CLOSING = tuple("“„«‟"), tuple("”“»‟")
"""Quotation marks of word processors, which YAML takes for letters."""
LONGEST_QUOTED = 40
UNQUOTED = re.compile(r":\s+#[0-9a-fA-F]{3,8}\b")
"""A colour without quotation marks, which YAML reads as a comment."""
EMPTY_COLOUR = re.compile(r"^[\s-]*\w+:\s+(#[0-9a-fA-F]{6})\s*$")
COLOUR_HINT = "write the colour in quotes, because ` #` begins a comment"


INDENTED_BY_TAB = re.compile(r" *\t(?=\s*[^\s#])")
TABS = "found a tab character in the indentation; write spaces"


def read_yaml(path: Path, name: str, diagnostics: Diagnostics) -> LocatedData | None:
    """The data of a YAML file; None, with a diagnostic, if it cannot be read.

    `name` is what diagnostics call the file.
    """
    text = read_text(path, name, diagnostics)
    if text is None:
        return None
    return parse_yaml(text, name, diagnostics)


def parse_yaml(text: str, name: str, diagnostics: Diagnostics) -> LocatedData | None:
    """The data of a YAML text; otherwise like `read_yaml`."""
    try:
        deep, node = _composed(text, name) if len(text) <= KEPT else _compose(text, name)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        diagnostics.error(FilePosition(name, line), "this line has a character that is not allowed")
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = FilePosition(name, mark.line + 1, mark.column + 1) if mark else FilePosition(name)
        reason = error.problem or error.context or "the file cannot be read"
        lines = text.splitlines()
        for number, content in enumerate(lines, 1):
            if tab := INDENTED_BY_TAB.match(content):
                at, reason = FilePosition(name, number, tab.end()), TABS
                break
        hint = _remedy(error)
        for number in range(max(at.line - 1, 1), min(at.line, len(lines)) + 1):
            if colour := UNQUOTED.search(lines[number - 1]):
                at, hint = FilePosition(name, number, colour.end()), COLOUR_HINT
                break
        diagnostics.error(at, f"not valid YAML: {_explained(reason)}", hint)
        return None
    for number, content in enumerate(text.splitlines(), 1):
        found = EMPTY_COLOUR.match(content)
        if found:
            at = FilePosition(name, number, found.start(1) + 1)
            diagnostics.error(at, "the colour is read as a comment", COLOUR_HINT)
    if deep:
        diagnostics.error(deep, f"the file nests deeper than {MAX_DEPTH} levels")
        return None
    if node is None:
        diagnostics.error(FilePosition(name), "the file is empty")
        return None
    located = _Reader(name, diagnostics).read(node)
    if located is not None:
        located.texts[name] = text
    return located


def _compose(text: str, name: str) -> tuple[FilePosition | None, yaml.Node | None]:
    """Where a text nests too deeply, otherwise its nodes."""
    deep = _too_deep(text, name)
    return deep, None if deep else yaml.compose(text, Loader=yaml.CSafeLoader)


_composed = lru_cache(maxsize=256)(_compose)
"""The same for files of usual size: a game is loaded again and again while it is edited."""


def _too_deep(text: str, name: str) -> FilePosition | None:
    """The position where collections nest too deeply for the composer, which is recursive."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                mark: Any = event.start_mark
                return FilePosition(name, mark.line + 1, mark.column + 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return None


def _explained(problem: str) -> str:
    if "found character '\\t'" in problem or "cannot start any token" in problem:
        return "a tab or a special character; indent with spaces and put the text in quotes"
    return problem


def _remedy(error: yaml.MarkedYAMLError) -> str:
    """What to do about a mistake in YAML; empty for a rare one."""
    problem = error.problem or ""
    for words, remedy in REMEDIES.items():
        if words in problem:
            begun = error.context_mark.line + 1 if error.context_mark else 1
            return remedy.format(line=begun)
    return ""


REMEDIES = {
    "expected ',' or ']'": "close the bracket `[` of line {line}, with commas between entries",
    "expected ',' or '}'": "close the bracket `{{` of line {line}, with commas between entries",
    "expected key": "keys of one mapping, and the `-` of one list, begin in the same column",
    "expected '-' indicator": "the `-` of one list begin in the same column",
    "could not find expected ':'": "write `key: value`, with a space after the colon",
    "mapping values are not allowed": "put a text with a colon in quotes; otherwise correct the "
    "indentation",
    "unexpected end of stream": "close the quote of line {line}",
}
"""What to do about the usual mistakes, by words in the parser's messages."""


INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
DECIMAL = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}([eE][-+]?[0-9]{1,3})?")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}

Plain = str | int | float | bool | None
"""A scalar of YAML or of a table's cell."""


class Decimal(float):
    """A number with a point, which as a text stays as it was written: the version 1.10."""

    def __new__(cls, text: str | float) -> Decimal:
        """Read a text; raises ValueError."""
        made = super().__new__(cls, text)
        made.written = str(text)
        return made

    written: str

    def __str__(self) -> str:
        return self.written


def plain_value(word: str) -> Plain:
    """The value of an unquoted word: a boolean, a number, None, or the word itself."""
    if word in WORDS:
        return WORDS[word]
    if INTEGER.fullmatch(word):
        return int(word)
    if DECIMAL.fullmatch(word) and isfinite(float(word)):
        return Decimal(word)
    return word


def _halves(before: yaml.Node, key: yaml.Node, value: yaml.Node) -> bool:
    """Whether a value and the next key are a number with a decimal comma, as in `{road: 0,5}`."""
    return (
        all(isinstance(node, yaml.ScalarNode) and not node.style for node in (before, key, value))
        and INTEGER.fullmatch(before.value) is not None
        and key.value.isdecimal()
        and not value.value
        and before.end_mark.index + 1 == key.start_mark.index
    )


class _TooMuchError(Exception):
    pass


class _Reader:
    def __init__(self, name: str, diagnostics: Diagnostics) -> None:
        self.name = name
        self.diagnostics = diagnostics
        self.nodes = 0
        self.located = LocatedData(None)

    def at(self, node: yaml.Node) -> FilePosition:
        return FilePosition(self.name, node.start_mark.line + 1, node.start_mark.column + 1)

    def read(self, node: yaml.Node) -> LocatedData | None:
        try:
            self.located.data = self.value(node, ())
        except _TooMuchError:
            self.diagnostics.error(
                FilePosition(self.name),
                f"the file expands to more than {MAX_NODES:,} values or {MAX_DEPTH} levels",
                "use fewer aliases (*name)",
            )
            return None
        return self.located

    def value(self, node: yaml.Node, path: DataPath) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES or len(path) > MAX_DEPTH:
            raise _TooMuchError
        self.located.values[path] = self.at(node)
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, n)) for n, item in enumerate(node.value)]
        return self.mapping(node, path)

    def scalar(self, node: yaml.ScalarNode) -> Plain:
        word: str = node.value
        bad = FORBIDDEN.search(word)
        if bad:  # written with an escape such as "\\0"
            self.diagnostics.error(self.at(node), forbidden_character(bad), "delete it")
            return FORBIDDEN.sub("", word)
        if not node.style and word[:1] in OPENING and word[-1:] in CLOSING:
            self.diagnostics.warn(
                self.at(node),
                f"the quotation marks of {word[:LONGEST_QUOTED]} are part of the text",
                'write straight ones, as in "text"',
            )
        # A plain scalar has no style, or an empty one; others are quoted or blocks.
        return word if node.style else plain_value(word)

    def mapping(self, node: yaml.Node, path: DataPath) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        before: yaml.Node | None = None
        for key_node, value_node in node.value:
            if before is not None and _halves(before, key_node, value_node):
                written = f"{before.value},{key_node.value}"
                self.diagnostics.error(
                    self.at(before),
                    f"`{written}` is read as `{before.value}` and a key `{key_node.value}`",
                    f"write a decimal point: {written.replace(',', '.')}",
                )
            before = value_node
            if not isinstance(key_node, yaml.ScalarNode):
                self.diagnostics.error(self.at(key_node), "a key must be a single word")
                continue
            key = str(self.scalar(key_node) if FORBIDDEN.search(key_node.value) else key_node.value)
            if key in mapping:
                first = self.located.keys[(*path, key)].line
                self.diagnostics.error(
                    self.at(key_node),
                    f"the key `{key}` is duplicated; it is first used in line {first}",
                    "delete one of the two",
                )
                continue
            self.located.keys[(*path, key)] = self.at(key_node)
            value = self.value(value_node, (*path, key))
            if value is not None:  # a key without a value keeps the default
                mapping[key] = value
        return mapping
