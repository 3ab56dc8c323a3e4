"""YAML with the place of every key and value, read from files that nobody vouches for.

Only `true`, `false`, `null`, decimal numbers and texts are told apart: `no`, `1:30` and `0x10`
are texts, so that nothing turns into something else behind a designer's back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from modgen.model.files.diagnostics import DataPath, Diagnostics, FilePosition

MAX_BYTES = 8 << 20
MAX_NODES = 500_000
MAX_DEPTH = 40


@dataclass
class LocatedData:
    """Plain data (dicts, lists, scalars) and the position of each part of it.

    `values` gives the place of a value and `keys` that of a mapping's key, by path from the top:
    mapping keys and 0-based list indices.
    """

    data: Any
    values: dict[DataPath, FilePosition] = field(default_factory=dict)
    keys: dict[DataPath, FilePosition] = field(default_factory=dict)

    def position(self, path: DataPath, *, at_key: bool = False) -> FilePosition:
        """The place of the deepest part of `path` that the file has."""
        for end in range(len(path), -1, -1):
            found = (self.keys if at_key else self.values).get(path[:end])
            if found is None:
                found = self.values.get(path[:end])
            if found is not None:
                return found
        return FilePosition("?")


def read_text(
    path: Path, name: str, diagnostics: Diagnostics, limit: int = MAX_BYTES
) -> str | None:
    """The text of a UTF-8 file, or None with a diagnostic."""
    try:
        if path.stat().st_size > limit:
            diagnostics.error(FilePosition(name), f"the file is larger than {limit:,} bytes")
            return None
        data = path.read_bytes()
    except FileNotFoundError:
        diagnostics.error(FilePosition(name), "there is no such file")
        return None
    except OSError as problem:
        diagnostics.error(FilePosition(name), f"the file cannot be read: {problem.strerror}")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        column = problem.start - (data.rfind(b"\n", 0, problem.start) + 1) + 1
        diagnostics.error(
            FilePosition(name, line, column),
            f"the byte 0x{data[problem.start]:02x} is not UTF-8",
            "save the file as UTF-8 (it may be Windows-1252 now)",
        )
        return None


def read_yaml(path: Path, name: str, diagnostics: Diagnostics) -> LocatedData | None:
    """Read a YAML file; problems go to `diagnostics`, and None comes back when it is unusable."""
    text = read_text(path, name, diagnostics)
    if text is None:
        return None
    return parse_yaml(text, name, diagnostics)


def parse_yaml(text: str, name: str, diagnostics: Diagnostics) -> LocatedData | None:
    """Like `read_yaml`, from a text."""
    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.reader.ReaderError as problem:
        line = text.count("\n", 0, problem.position) + 1
        diagnostics.error(FilePosition(name, line), "a control character is not allowed here")
        return None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        at = FilePosition(name, mark.line + 1, mark.column + 1) if mark else FilePosition(name)
        what = problem.problem or problem.context or "it cannot be read"
        diagnostics.error(at, f"not valid YAML: {_plain(what)}")
        return None
    except RecursionError:
        diagnostics.error(FilePosition(name), f"the file nests deeper than {MAX_DEPTH} levels")
        return None
    if node is None:
        diagnostics.error(FilePosition(name), "the file is empty")
        return None
    return _Reader(name, diagnostics).read(node)


def _plain(problem: str) -> str:
    if "found character '\\t'" in problem or "cannot start any token" in problem:
        return "a tab or a stray character; indent with spaces and quote texts that begin so"
    return problem


WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})$")
DECIMAL = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{1,18}([eE][-+]?[0-9]{1,3})?$")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def _scalar(node: yaml.ScalarNode) -> str | int | float | bool | None:
    word: str = node.value
    if node.style:  # quoted or a block; a plain scalar has none, or an empty one
        return word
    if word in WORDS:
        return WORDS[word]
    if WHOLE.match(word):
        return int(word)
    if DECIMAL.match(word):
        return float(word)
    return word


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
                f"the file unfolds to more than {MAX_NODES:,} values or {MAX_DEPTH} levels",
                "its aliases (*name) repeat too much",
            )
            return None
        return self.located

    def value(self, node: yaml.Node, path: DataPath) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES or len(path) > MAX_DEPTH:
            raise _TooMuchError
        self.located.values[path] = self.at(node)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, n)) for n, item in enumerate(node.value)]
        return self.mapping(node, path)

    def mapping(self, node: yaml.Node, path: DataPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.diagnostics.error(self.at(key_node), "a key must be a plain word")
                continue
            key = key_node.value
            if key in found:
                first = self.located.keys[(*path, key)].line
                self.diagnostics.error(
                    self.at(key_node),
                    f"`{key}` stands twice in this mapping (first in line {first})",
                )
                continue
            self.located.keys[(*path, key)] = self.at(key_node)
            value = self.value(value_node, (*path, key))
            if value is not None:  # a key without a value says nothing: the default stays
                found[key] = value
        return found
