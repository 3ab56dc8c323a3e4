"""Overlays: a second folder whose files change rows and parts of a game's files.

Rows of tables and items of YAML lists are matched by `id`. Values of the overlay replace those of
the game, new rows and items are added at the end, and everything else is unchanged. The cell `-`
empties a field. Every value keeps the position in the file that it came from.
"""

from __future__ import annotations

from typing import Any

from modgen.model.files.diagnostics import DataPath
from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row

EMPTY = "-"


def merge_rows(rows: list[Row], over: list[Row]) -> list[Row]:
    """The rows of a table, changed by the rows of an overlay cell by cell."""
    merged = {row.cells.get("id", ""): row for row in rows}
    for row in over:
        key = row.cells.get("id", "")
        original = merged.get(key)
        stated = {name: text for name, text in row.cells.items() if text or original is None}
        stated = {name: "" if text == EMPTY else text for name, text in stated.items()}
        places = {name: row.positions[name] for name in stated}
        odd = {name: held for name, held in row.stored.items() if name in stated}
        if original is None:
            merged[key] = Row(stated, places, row.position, odd, row.headers)
        else:
            kept = {name: held for name, held in original.stored.items() if name not in stated}
            merged[key] = Row(
                {**original.cells, **stated},
                {**original.positions, **places},
                original.position,
                {**kept, **odd},
                {**original.headers, **row.headers},
            )
    return list(merged.values())


def merge_yaml(below: LocatedData, over: LocatedData) -> LocatedData:
    """The data of a file, changed by that of an overlay."""
    texts = {**below.texts, **over.texts}
    merged = LocatedData(None, dict(below.values), dict(below.keys), texts)
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
        mapping = dict(below)
        for key, value in over.items():
            inside, inner = (*path, key), (*source, key)
            merged.keys[inside] = places.position(inner, at_key=True)
            old = mapping.get(key)
            mapping[key] = _merge(old, value, inside, inner, merged, places)
        return mapping
    if _has_ids(below) and _has_ids(over):
        items = list(below)
        numbers = {part["id"]: number for number, part in enumerate(below)}
        for number, part in enumerate(over):
            at = numbers.setdefault(part["id"], len(items))
            if at == len(items):
                items.append(None)
            inside = (*path, at)
            items[at] = _merge(items[at], part, inside, (*source, number), merged, places)
        return items
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
