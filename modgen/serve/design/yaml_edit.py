"""Values replaced in the text of a YAML file; everything else, comments too, keeps its bytes."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import yaml

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.yaml_source import parse_yaml
from modgen.serve.design.written import FileError

Value = str | float | list[float]


def edited(text: str, name: str, changes: Mapping[DataPath, Value]) -> str:
    """A YAML text in which the values at some paths are others, or new ones of known mappings.

    Raises FileError if the file cannot be read, or not be changed so that only they differ.
    """
    before = _data(text, name)
    wanted = copy.deepcopy(before)
    changed = text
    for path, value in changes.items():
        _put(wanted, path, value, name)
        changed = _replaced(changed, name, path, value)
    if _data(changed, name) != wanted:
        raise FileError(f"{name} cannot be changed here, because of its form; edit it as text")
    return changed


def _data(text: str, name: str) -> Any:
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
    if parent.flow_style:
        at = _index(text, _end(parent.value[-1][1]))
        return f"{text[:at]}, {path[-1]}: {literal}{text[at:]}"
    indent = " " * parent.value[0][0].start_mark.column
    for key, entry in parent.value:
        if isinstance(entry, yaml.ScalarNode) and key.start_mark.line == entry.end_mark.line:
            at = text.find("\n", _index(text, entry.end_mark))
            at = len(text) if at < 0 else at
            return f"{text[:at]}\n{indent}{path[-1]}: {literal}{text[at:]}"
    at = _index(text, parent.value[0][0].start_mark)
    return f"{text[:at]}{path[-1]}: {literal}\n{indent}{text[at:]}"


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


def _literal(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return f"{value:.10g}"


def _shown(path: DataPath) -> str:
    return ".".join(str(step) for step in path)
