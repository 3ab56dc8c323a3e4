"""Values replaced, items added and parts removed in the text of a YAML file.

Everything else, comments too, keeps its bytes.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.yaml_source import parse_yaml
from modgen.serve.design.written import FileError

Value = str | float | list[float] | list[list[float]] | Mapping[str, "Value"]
Item = Mapping[str, "Value | list[str]"]
"""A part that is added to a list."""
PLAIN = re.compile(r"[a-z][a-z0-9_-]*")
"""Matches texts that need no quotes, unless another program reads them as a value."""
VALUES = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")
Node = yaml.Node | None


def edited(text: str, name: str, changes: Mapping[DataPath, Value]) -> str:
    """A YAML text in which the values at some paths are others, or new ones of known mappings.

    Raises FileError if the file cannot be read, or not be changed so that only they differ.
    """
    before = parsed(text, name)
    wanted = copy.deepcopy(before)
    changed = text
    for path, value in changes.items():
        _put(wanted, path, value, name)
        changed = _replaced(changed, name, path, value)
    return _checked(changed, name, wanted)


def added(text: str, name: str, path: DataPath, item: Item) -> str:
    """A YAML text with one more item at the end of the list at a path.

    The last key of the path may be missing. Raises FileError as `edited` does.
    """
    before = parsed(text, name)
    wanted = copy.deepcopy(before)
    try:
        owner = wanted
        for step in path[:-1]:
            owner = owner[step]
        owner[path[-1]] = [*(owner.get(path[-1]) or []), dict(item)]
    except (KeyError, IndexError, TypeError, AttributeError):
        raise FileError(f"{name} has no {_shown(path)}; the game has changed since") from None
    node: Node = yaml.compose(text, Loader=yaml.CSafeLoader)
    for step in path[:-1]:
        node = _child(node, step)
    held = _child(node, path[-1])
    return _checked(_appended(text, node, held, str(path[-1]), _literal(item)), name, wanted)


def removed(text: str, name: str, paths: Iterable[DataPath]) -> str:
    """A YAML text without the items of lists and keys of mappings at some paths.

    Raises FileError as `edited` does.
    """
    wanted = copy.deepcopy(parsed(text, name))
    changed = text
    # The last come first, so that the numbers of the others stay.
    for path in sorted(paths, key=lambda path: [(isinstance(one, str), one) for one in path])[::-1]:
        try:
            owner = wanted
            for step in path[:-1]:
                owner = owner[step]
            del owner[path[-1]]
        except (KeyError, IndexError, TypeError):
            raise FileError(f"{name} has no {_shown(path)}; the game has changed since") from None
        changed = _without(changed, path)
    return _checked(changed, name, wanted)


def _checked(text: str, name: str, wanted: Any) -> str:
    """The text if it has the wanted data. Raises FileError."""
    if parsed(text, name) != wanted:
        raise FileError(f"{name} is written in a form that cannot be changed here; edit it as text")
    return text


def parsed(text: str, name: str) -> Any:
    """The data of a YAML text. Raises FileError."""
    diagnostics = Diagnostics()
    located = parse_yaml(text, name, diagnostics)
    if located is None or diagnostics.errors:
        raise FileError(f"correct this first: {diagnostics.errors[0]}")
    return located.data


def _put(data: Any, path: DataPath, value: Value, name: str) -> None:
    try:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        raise FileError(f"{name} has no {_shown(path)}; the game has changed since") from None


def _replaced(text: str, name: str, path: DataPath, value: Value) -> str:
    node = yaml.compose(text, Loader=yaml.CSafeLoader)
    parent = node
    for step in path:
        parent, node = node, _child(node, step)
        if node is None:
            break
    literal = _literal(value)
    if node is not None:
        start, end = _index(text, node.start_mark), _index(text, _end(node))
        before = " " if text[start - 1 : start] == ":" else ""
        return text[:start] + before + literal + text[end:]
    if not isinstance(parent, yaml.MappingNode) or not parent.value:
        raise FileError(f"{name} has no {_shown(path)}; the game has changed since")
    added_key = _literal(str(path[-1]))
    if parent.flow_style:
        at = _index(text, _end(parent.value[-1][1]))
        return f"{text[:at]}, {added_key}: {literal}{text[at:]}"
    indent = " " * parent.value[0][0].start_mark.column
    for key, entry in parent.value:
        if isinstance(entry, yaml.ScalarNode) and key.start_mark.line == entry.end_mark.line:
            at = text.find("\n", _index(text, entry.end_mark))
            at = len(text) if at < 0 else at
            return f"{text[:at]}\n{indent}{added_key}: {literal}{text[at:]}"
    at = _index(text, parent.value[0][0].start_mark)
    return f"{text[:at]}{added_key}: {literal}\n{indent}{text[at:]}"


def _appended(text: str, owner: Node, held: Node, key: str, literal: str) -> str:
    """A text with an item at the end of the list `held`, which is the value of a key of `owner`."""
    if isinstance(held, yaml.SequenceNode) and held.value:
        if held.flow_style:
            at = _index(text, _end(held.value[-1]))
            return f"{text[:at]}, {literal}{text[at:]}"
        indent = " " * held.start_mark.column
        return _with_line(text, _end(held), f"{indent}- {literal}")
    if isinstance(held, yaml.SequenceNode):
        start, end = _index(text, held.start_mark), _index(text, held.end_mark)
        return f"{text[:start]}[{literal}]{text[end:]}"
    indent = " " * (owner.value[0][0].start_mark.column if owner and owner.value else 0)
    if held is not None:  # a key without a value
        return _with_line(text, held.end_mark, f"{indent}  - {literal}")
    if owner is not None and isinstance(owner, yaml.MappingNode) and owner.flow_style:
        at = _index(text, _end(owner.value[-1][1]))
        return f"{text[:at]}, {key}: [{literal}]{text[at:]}"
    line = f"{indent}{key}:\n{indent}  - {literal}"
    return _with_line(text, _end(owner), line) if owner is not None else f"{line}\n"


def _with_line(text: str, mark: Any, line: str) -> str:
    """A text with a line after the one in which something ends."""
    at = _after_line(text, mark)
    ends = "\r\n" if "\r\n" in text else "\n"
    before = text[:at]
    if before and not before.endswith("\n"):
        before += ends
    return before + line.replace("\n", ends) + ends + text[at:]


def _after_line(text: str, mark: Any) -> int:
    """The index of the line after the one in which something ends."""
    at = _index(text, mark)
    if mark.column == 0 and at:
        return at  # a block of text ends after its line end
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _without(text: str, path: DataPath) -> str:
    """A text without the item or key at a path."""
    owner: Node = yaml.compose(text, Loader=yaml.CSafeLoader)
    above: Node = None
    for step in path[:-1]:
        above, owner = owner, _child(owner, step)
    if not isinstance(owner, yaml.CollectionNode):
        return text
    pairs = [one if isinstance(one, tuple) else (one, one) for one in owner.value]
    if isinstance(owner, yaml.MappingNode):
        at = [key.value for key, _ in pairs].index(str(path[-1]))
    else:
        at = int(path[-1])
    first, last = pairs[at]
    start, end = _index(text, first.start_mark), _index(text, _end(last))
    if owner.flow_style:
        if at + 1 < len(pairs):
            return text[:start] + text[_index(text, pairs[at + 1][0].start_mark) :]
        before = _index(text, _end(pairs[at - 1][1])) if at else start
        return text[:before] + text[end:]
    line = text.rfind("\n", 0, start) + 1
    after = _after_line(text, _end(last))
    if len(pairs) > 1:
        return text[:line] + text[after:]
    empty = " {}" if isinstance(owner, yaml.MappingNode) else " []"
    pairs = above.value if isinstance(above, yaml.MappingNode) else []
    named = next((_index(text, key.end_mark) for key, value in pairs if value is owner), 0)
    colon = text.find(":", named) + 1
    return text[:colon] + empty + text[colon:line] + text[after:]


def _end(node: yaml.Node) -> Any:
    """The mark after a node. That of a block collection is after the line ends behind it."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node.end_mark


def _child(node: yaml.Node | None, step: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == str(step)), None)
    return None


def _index(text: str, mark: Any) -> int:
    """The index of a mark in the text; only its line and column count characters."""
    at = 0
    for _ in range(mark.line):
        at = text.index("\n", at) + 1
    return at + int(mark.column)


def _literal(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_literal(key)}: {_literal(one)}" for key, one in value.items()) + "}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, str):
        plain = PLAIN.fullmatch(value) and value not in VALUES
        return value if plain else json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else f"{value:.10g}"


def _shown(path: DataPath) -> str:
    return ".".join(str(step) for step in path)
