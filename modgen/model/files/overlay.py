"""Overlays: a second folder whose files change rows and parts of a game's files.

Rows of tables and items of YAML lists are matched by `id`. Values of the overlay replace those of
the game, new rows and items are added at the end, and everything else is unchanged. The cell `-`
empties a field. Every value keeps the position in the file that it came from.
"""

from __future__ import annotations

from typing import Any

from modgen.model.files.diagnostics import DataPath
from modgen.model.files.table_source import Row
from modgen.model.files.yaml_source import LocatedData

EMPTY = "-"


def merge_rows(rows: list[Row], over: list[Row]) -> list[Row]:
    """The rows of a table, changed by the rows of an overlay cell by cell."""
    found = {row.cells.get("id", ""): row for row in rows}
    for row in over:
        key = row.cells.get("id", "")
        below = found.get(key)
        said = {name: text for name, text in row.cells.items() if text or below is None}
        said = {name: "" if text == EMPTY else text for name, text in said.items()}
        places = {name: row.positions[name] for name in said}
        if below is None:
            found[key] = Row(said, places, row.position)
        else:
            found[key] = Row({**below.cells, **said}, {**below.positions, **places}, below.position)
    return list(found.values())


def merge_yaml(below: LocatedData, over: LocatedData) -> LocatedData:
    """The data of a file, changed by that of an overlay."""
    merged = LocatedData(None, dict(below.values), dict(below.keys))
    merged.data = _merge(below.data, over.data, (), (), merged, over)
    return merged


def _merge(  # noqa: PLR0917
    below: Any,
    over: Any,
    path: DataPath,
    source: DataPath,
    merged: LocatedData,
    places: LocatedData,
) -> Any:
    """Merge two values; `path` is that of the result, `source` that in the overlay."""
    if isinstance(below, dict) and isinstance(over, dict):
        found = dict(below)
        for key, value in over.items():
            inside, inner = (*path, key), (*source, key)
            merged.keys[inside] = places.position(inner, at_key=True)
            old = found.get(key)
            found[key] = _merge(old, value, inside, inner, merged, places)
        return found
    if _has_ids(below) and _has_ids(over):
        found_list = list(below)
        numbers = {part["id"]: number for number, part in enumerate(below)}
        for number, part in enumerate(over):
            at = numbers.setdefault(part["id"], len(found_list))
            if at == len(found_list):
                found_list.append(None)
            inside = (*path, at)
            found_list[at] = _merge(found_list[at], part, inside, (*source, number), merged, places)
        return found_list
    _replace_places(path, source, merged, places)
    return over


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(part, dict) and "id" in part for part in value
    )


def _replace_places(
    path: DataPath, source: DataPath, merged: LocatedData, places: LocatedData
) -> None:
    for mine, theirs in ((merged.values, places.values), (merged.keys, places.keys)):
        for old in [key for key in mine if key[: len(path)] == path and key != path]:
            del mine[old]
        for key, position in theirs.items():
            if key[: len(source)] == source:
                mine[(*path, *key[len(source) :])] = position
