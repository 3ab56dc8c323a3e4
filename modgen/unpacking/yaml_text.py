"""The YAML of an unpacked module: every value is text, and nothing has an anchor or a tag."""

from __future__ import annotations

import json
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import yaml

from modgen.errors import ModgenError

PLAIN = re.compile(
    r"(?:[A-Za-z0-9_/$.(]|-(?=[0-9]))(?:[A-Za-z0-9_/$.()+'=&;<>|*-]| (?=[^ #])|:(?=[^ ]))*"
)
"""Text that needs no quotation marks in a block or in braces."""
ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
MAX_DEPTH, MAX_EVENTS = 200, 2_000_000


class YamlError(ModgenError, ValueError):
    """The file is not YAML of the kind that is written here."""


class Located(dict[str, Any]):
    """A mapping, the line and column, 1-based, where it begins, and those of each value.

    A module has hundreds of thousands of them, so they are kept small.
    """

    __slots__ = ("column", "line", "places")

    def __init__(self, line: int = 0, column: int = 0) -> None:
        super().__init__()
        self.line, self.column = line, column
        self.places = array("L")
        """The line and the column of each value, in the order of the keys."""

    def at(self, key: str = "") -> str:
        """`LINE:COLUMN` of a value, or of the mapping for a key that it does not have."""
        for number, name in enumerate(self):
            if name == key:
                return f"{self.places[2 * number]}:{self.places[2 * number + 1]}"
        return f"{self.line}:{self.column}"


def scalar(text: str) -> str:
    """A text on one line, with quotation marks where it needs them."""
    if PLAIN.fullmatch(text) and not text.endswith(":") and text.isascii():
        return text
    if text.isprintable() and not ESCAPED.search(text):
        return "'" + text.replace("'", "''") + "'"
    quoted = json.dumps(text, ensure_ascii=False)
    return ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def flow(value: object) -> str:
    """A value on one line: `{menu: Flip, images: [a.png, b.png]}`."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(str(value))


Convert = Callable[[Located, str, list[Any]], Any]
"""Makes something of a list as soon as it is read, given the mapping and the key."""


def read(text: str, name: str, convert: Convert | None = None) -> Any:
    """The mappings, lists and texts of a file. Raises YamlError with the file, line and column.

    `convert` may replace lists in mappings, which take much memory.
    """
    try:
        events = _events(text, name)
        value = _value(next(events), events, name, 0, convert)
        next(events, None)
    except yaml.reader.ReaderError as problem:
        line = text.count("\n", 0, problem.position) + 1
        raise YamlError(f"{name}:{line}: this line has a character that is not allowed") from None
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        at = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise YamlError(f"{name}{at}: not valid YAML: {problem.problem}") from None
    except StopIteration:
        raise YamlError(f"{name}: the file is empty") from None
    return value


def _events(text: str, name: str) -> Iterator[Any]:
    plain = {
        yaml.ScalarEvent,
        yaml.MappingStartEvent,
        yaml.MappingEndEvent,
        yaml.SequenceStartEvent,
        yaml.SequenceEndEvent,
    }
    documents = number = 0
    loader = yaml.CBaseLoader(text)
    try:
        while True:
            event = loader.get_event()
            number += 1
            if number > MAX_EVENTS:
                raise YamlError(
                    f"{name}: the file has more than {MAX_EVENTS:,} values, lists and keys"
                )
            if type(event) in plain:
                yield event
                continue
            if isinstance(event, yaml.StreamEndEvent):
                return
            documents += isinstance(event, yaml.DocumentStartEvent)
            if documents > 1 or isinstance(event, yaml.AliasEvent):
                raise YamlError(
                    f"{name}:{_line(event)}: aliases and several documents are not allowed"
                )
    finally:
        loader.dispose()


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1


def _value(
    event: Any, events: Iterator[Any], name: str, depth: int, convert: Convert | None
) -> Any:
    if type(event) is yaml.ScalarEvent:
        return event.value
    line = _line(event)
    if depth > MAX_DEPTH:
        raise YamlError(f"{name}:{line}: the file nests deeper than {MAX_DEPTH} levels")
    if isinstance(event, yaml.SequenceStartEvent):
        values = []
        for each in events:
            if isinstance(each, yaml.SequenceEndEvent):
                break
            values.append(_value(each, events, name, depth + 1, convert))
        return values
    mapping = Located(line, event.start_mark.column + 1)
    for each in events:
        if isinstance(each, yaml.MappingEndEvent):
            break
        if not isinstance(each, yaml.ScalarEvent):
            raise YamlError(f"{name}:{_line(each)}: a key must be a text")
        if each.value in mapping:
            raise YamlError(f"{name}:{_line(each)}: {each.value} is there twice; remove one")
        value = next(events)
        mapping.places.extend((_line(value), value.start_mark.column + 1))
        item = _value(value, events, name, depth + 1, convert)
        if convert is not None and type(item) is list:
            item = convert(mapping, each.value, item)
        mapping[sys.intern(each.value)] = item
    return mapping
