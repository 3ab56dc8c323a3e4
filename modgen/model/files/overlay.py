"""Overlays and expansions: a second folder whose files change or add to those of a game.

Rows of tables and items of YAML lists are matched by `id`. Values of an overlay replace those of
the game, new rows and items are added at the end, and everything else is unchanged. The cell `-`
empties a field. An expansion only adds: rows, items of lists, and fields that the game lacks. Every
value keeps the position in the file that it came from.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row

EMPTY = "-"
FIXED = ("sides", "sequence", "turns", "states", "control", "totals", "declarations")
"""Fields of `game.yaml` that are in components of the module; an extension only adds components."""


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


def add_rows(rows: list[Row], more: list[Row], diagnostics: Diagnostics) -> list[Row]:
    """The rows of a table and those of an expansion. Adds an error for a row that changes one."""
    known = {row.cells.get("id", "") for row in rows}
    for row in more:
        key = row.cells.get("id", "")
        if key and key in known:
            diagnostics.error(row.positions.get("id", row.position), *_changes(f"`{key}`"))
    return rows + more


def add_yaml(
    below: LocatedData, more: LocatedData, own: Collection[str], diagnostics: Diagnostics
) -> LocatedData:
    """The data of a file and that of an expansion, whose fields `own` replace those of the game.

    Adds an error for any other value that changes one.
    """
    merged = LocatedData(None, dict(below.values), dict(below.keys), {**below.texts, **more.texts})
    data = more.data if isinstance(more.data, dict) else {}
    if "id" in data and "id" not in own and not data.get("at_start") and more.data != below.data:
        # The file of one part: a chart, a layout, or a set-up that is not the new game.
        diagnostics.error(more.position(("id",)), *_changes(f"`{data['id']}`"))
        return below
    stated = {key: value for key, value in data.items() if key in own}
    others = {key: value for key, value in data.items() if key not in own}
    for key in [one for one in others if one in FIXED and others[one] != below.data.get(one)]:
        message = f"an extension cannot add to or change `{key}` of the game that it extends"
        diagnostics.error(more.position((key,), at_key=True), message, "leave it out")
        del others[key]
    merged.data = _merge(below.data, stated, (), (), merged, more)
    merged.data = _add(merged.data, others, (), (), merged, more, diagnostics)
    return merged


def _changes(what: str) -> tuple[str, str]:
    return (
        f"{what} is in the game that this one extends, and an extension cannot change it",
        "give the new one another id, or leave it out",
    )


def _add(  # noqa: PLR0917
    below: Any,
    more: Any,
    path: DataPath,
    source: DataPath,
    merged: LocatedData,
    places: LocatedData,
    diagnostics: Diagnostics,
) -> Any:
    """Add to a value; `path` is that of the result, `source` that in the expansion."""
    if below is None or below == more:
        _replace_places(path, source, merged, places)
        return more
    if isinstance(below, dict) and isinstance(more, dict):
        mapping = dict(below)
        for key, value in more.items():
            inside, inner = (*path, key), (*source, key)
            merged.keys.setdefault(inside, places.position(inner, at_key=True))
            old = mapping.get(key)
            mapping[key] = _add(old, value, inside, inner, merged, places, diagnostics)
        return mapping
    if isinstance(below, list) and isinstance(more, list):
        known = {part.get("id") for part in below if isinstance(part, dict)} - {None}
        for number, part in enumerate(more):
            if isinstance(part, dict) and isinstance(part.get("id"), str) and part["id"] in known:
                at = places.position((*source, number, "id"))
                diagnostics.error(at, *_changes(f"`{part['id']}`"))
        level = len(source)
        for mine, theirs in ((merged.values, places.values), (merged.keys, places.keys)):
            for key, position in theirs.items():
                if len(key) > level and key[:level] == source:
                    number = len(below) + int(key[level])
                    mine[(*path, number, *key[level + 1 :])] = position
        return [*below, *more]
    name = str(source[-1]) if source else "the file"
    diagnostics.error(
        places.position(source, at_key=True),
        f"`{name}` has a value in the game that this one extends, and an extension cannot "
        "change it",
        "leave it out",
    )
    return below


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
