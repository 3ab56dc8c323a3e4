"""Turns data read from files into the model's types; each error becomes a diagnostic."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from modgen.model.files.cell_values import meant
from modgen.model.files.diagnostics import (
    DataPath,
    Diagnostics,
    FilePosition,
    PartDiagnostic,
    did_you_mean,
)
from modgen.model.files.located import LocatedData
from modgen.model.files.table_cells import MOMENT
from modgen.model.files.table_source import Row
from modgen.model.files.typed_dates import HINT, explained, typed
from modgen.model.files.validation import DECIMAL_COMMA, MISSING, PATTERN, class_at, plain, wording
from modgen.model.types.base import Part, Translatable, is_note

M = TypeVar("M", bound=Part)
DESCRIPTION = re.compile("descriptions?|beschreibung|descripci[oó]n", re.IGNORECASE)
"""Matches columns of prose, which a table of pieces does not have."""
PLAIN = (str, int, float, bool, NoneType)
"""Types of values that hold no others."""


class SourceMap:
    """Remembers the file position of every part of a game, and of every field inside it."""

    def __init__(self) -> None:
        self._sources: dict[int, tuple[LocatedData, DataPath]] = {}
        self._parts: list[Part] = []  # keeps parts alive, so that no two share an `id()`
        self._stated: dict[frozenset[str], set[str]] = {}

    def __getstate__(self) -> list[tuple[Part, LocatedData, DataPath]]:
        return [(part, *self._sources[id(part)]) for part in self._parts]

    def __setstate__(self, state: list[tuple[Part, LocatedData, DataPath]]) -> None:
        self._parts = [part for part, _, _ in state]
        self._sources = {id(part): (located, path) for part, located, path in state}

    def record(self, part: Part, located: LocatedData, path: DataPath = ()) -> None:
        """Remember that a part, with every part inside it, was read from `path` of a file."""
        self._sources[id(part)] = (located, path)
        self._parts.append(part)
        # Most rows of a table state the same fields; a set for each needs as much as a row.
        stated = part.model_fields_set
        part.__pydantic_fields_set__ = self._stated.setdefault(frozenset(stated), stated)
        for name in _outer_fields(type(part)):
            value = getattr(part, name)
            if value:
                self._record_inside(value, located, (*path, name))

    def _record_inside(self, value: object, located: LocatedData, path: DataPath) -> None:
        if isinstance(value, Part):
            self.record(value, located, path)
        elif isinstance(value, list | tuple):
            for number, item in enumerate(value):
                if isinstance(item, Part | list):
                    self._record_inside(item, located, (*path, number))
        elif isinstance(value, dict):
            for key, item in value.items():
                if isinstance(item, Part | list | dict):
                    self._record_inside(item, located, (*path, str(key)))

    def position(self, part: Part, path: DataPath = (), *, at_key: bool = False) -> FilePosition:
        """The position of the value at `path` inside a part, or of that value's key.

        For a path that the file does not have, such as a field that was left out, it is that of the
        nearest enclosing value. A part that was not read from a file has the position `?:1:1`.
        """
        source = self._sources.get(id(part))
        if source is None:
            return FilePosition("?")
        located, base = source
        return located.position((*base, *path), at_key=at_key)

    def original(self, part: Part) -> Part:
        """The part that was read of which another is a copy, as in another language.

        That is one of its type with its id; without one, the part itself.
        """
        id_ = getattr(part, "id", None)
        if id(part) in self._sources or id_ is None:
            return part
        same = (one for one in self._parts if type(one) is type(part))
        return next((one for one in same if getattr(one, "id", None) == id_), part)

    def locate(self, diagnostic: PartDiagnostic) -> FilePosition:
        """The position at which a diagnostic of a part is shown."""
        source = self._sources.get(id(diagnostic.part))
        if source is not None and diagnostic.offset is not None:
            located, base = source
            return located.inner_position((*base, *diagnostic.path), diagnostic.offset)
        return self.position(diagnostic.part, diagnostic.path, at_key=diagnostic.at_key)


@cache
def _outer_fields(model: type[Part]) -> tuple[str, ...]:
    """The fields of a type that can hold parts; tables have hundreds of thousands of others."""
    return tuple(
        name for name, info in model.model_fields.items() if not _is_plain(info.annotation)
    )


def _is_plain(annotation: Any) -> bool:
    """Whether values of a type are texts, numbers or the like."""
    if get_origin(annotation) is Literal:
        return True
    inner = get_args(annotation)
    if get_origin(annotation) in (Annotated, Union, UnionType):
        return all(map(_is_plain, inner if get_origin(annotation) is not Annotated else inner[:1]))
    return annotation in PLAIN


def bind(
    model: type[M], located: LocatedData, diagnostics: Diagnostics, sources: SourceMap
) -> M | None:
    """The data as a part of type `model`; None, with diagnostics, if the data is invalid.

    `sources` records where the part was read from.
    """
    try:
        part = model.model_validate(located.data)
    except ValidationError as problem:
        for error in plain(model, problem.errors(include_url=False), located.data):
            if diagnostics.full:
                break
            _report(model, error, located, diagnostics)
        return None
    sources.record(part, located)
    return part


def _report(
    model: type[Part], error: ErrorDetails, located: LocatedData, diagnostics: Diagnostics
) -> None:
    loc: DataPath = tuple(str(step) if not isinstance(step, int) else step for step in error["loc"])
    kind = error["type"]
    last = str(loc[-1]) if loc else ""
    if kind == MISSING:
        diagnostics.error(located.position(loc), error["msg"])
    elif kind == "extra_forbidden":
        owner = class_at(model, loc[:-1])
        known = [*owner.model_fields] if owner else []
        hint = did_you_mean(last, known)
        if not hint.startswith("did"):
            hint = f"the fields are {', '.join(sorted(known))}"
        diagnostics.error(located.position(loc, at_key=True), f"unknown field `{last}`", hint)
    else:
        message, hint = wording(kind, error)
        if not hint and (owner := class_at(model, loc[:-1])) and last in owner.model_fields:
            meaning = (owner.model_fields[last].description or "").rstrip(".")
            hint = f"`{last}` is {meaning[:1].lower()}{meaning[1:]}" if meaning else ""
        mistake = f"{kind} {last}" if kind == PATTERN else ""
        diagnostics.error(located.position(loc), message, hint, mistake=mistake)


def _meant_column(column: str, known: Collection[str]) -> str:
    """What to do about a column that the model does not have."""
    hint = did_you_mean(column, known)
    if DESCRIPTION.fullmatch(column.strip()):
        return "call a column that is not read `notes`, and the letters on a piece `text`"
    if not hint.startswith("did") and "attributes" in known:
        return f"for a property of your own, call the column `attributes.{column}`"
    return hint


def bind_row(
    model: type[M],
    row: Row,
    nested: Mapping[str, DataPath],
    diagnostics: Diagnostics,
    sources: SourceMap,
) -> M | None:
    """A table's row as a part of type `model`; None, with diagnostics, if it is invalid.

    A column is named after a field; `name.key` is an entry of a mapping field. `nested` maps a
    column to a path: its values, separated by `|`, are the field `path[-1]` of the items of the
    list `path[0]`. Values of list fields are separated by `|` too. An empty cell means the default.
    Other columns go into the mapping that `extra_columns` of the model names, if it has that, as
    the table shows them.
    """
    if _report_moments(model, row, nested, diagnostics):
        return None
    extra = getattr(model, "extra_columns", "")
    known = (*model.model_fields, *nested)
    located = LocatedData({}, {(): row.position})
    data: dict[str, Any] = located.data
    for column, text in row.cells.items():
        if not text or (not extra and column not in known and is_note(column)):
            continue
        place = row.positions[column]
        value = _value(model, row, column, nested)
        if column in nested:
            path = nested[column]
            items = data.setdefault(str(path[0]), [])
            if not isinstance(items, list):
                diagnostics.error(
                    place, f"the columns `{path[0]}` and `{column}` exclude each other"
                )
                continue
            located.values.setdefault((path[0],), place)
            if not _spread(
                model,
                row,
                column,
                items,
                value,
                path=path,
                located=located,
                diagnostics=diagnostics,
            ):
                return None
        elif column.partition(".")[0] in model.model_fields and "." in column:
            outer, _, inner = column.partition(".")
            inside = data.setdefault(outer, {})
            if not isinstance(inside, dict):
                diagnostics.error(place, f"the columns `{outer}` and `{column}` exclude each other")
                continue
            inside[inner] = _entry(value, place, diagnostics)
            located.values[outer, inner] = place
        elif extra and column not in model.model_fields:
            data.setdefault(extra, {})[column] = text
            located.values[extra, column] = place
        elif column not in model.model_fields:
            at = row.headers.get(column, place)
            diagnostics.error(at, f"unknown column `{column}`", _meant_column(column, known))
        else:
            located.values[_path(column)] = place
            data[column] = _cell(model, column, value)
    return bind(model, located, diagnostics, sources)


@cache
def _path(column: str) -> DataPath:
    """The path of a column. All rows share it: a table can have 500,000 cells."""
    return (column,)


def _entry(text: str, place: FilePosition, diagnostics: Diagnostics) -> Any:
    """An entry of a mapping; warns of a decimal comma, which makes a text of a number."""
    from modgen.model.files.yaml_source import plain_value

    if DECIMAL_COMMA.fullmatch(text):
        hint = f"write a decimal point: {text.replace(',', '.')}"
        diagnostics.warn(place, f"`{text}` is a text and not a number", hint)
    return plain_value(text)


def _spread(
    model: type[Part],
    row: Row,
    column: str,
    items: list[Any],
    text: str,
    *,
    path: DataPath,
    located: LocatedData,
    diagnostics: Diagnostics,
) -> bool:
    """Give the values of a column to the items of a list. False, with an error, if it has more."""
    place = row.positions[column]
    values, keys = text.split("|"), row.cells.get(str(path[0]), "").split("|")
    if len(values) > len(keys) and row.cells.get(str(path[0])):
        diagnostics.error(
            place,
            f"`{column}` has {len(values)} values, but `{path[0]}` has {len(keys)}",
            "give one value for each, separated by `|`",
        )
        return False
    owner = class_at(model, (path[0], 0))
    kind = owner.model_fields[str(path[-1])].annotation if owner else str
    for number, word in enumerate(values):
        while len(items) <= number:
            items.append({})
        if word.strip():
            items[number][path[-1]] = meant(kind, word.strip())
        located.values[(path[0], number, path[-1])] = place
    return True


def _report_moments(
    model: type[Part], row: Row, nested: Mapping[str, DataPath], diagnostics: Diagnostics
) -> bool:
    """Report dates and times, and percentages for numbers, in columns that are not the game's own.

    No field is a date or a time, but spreadsheet programs turn factors such as `3-2` into dates. In
    a CSV file a date is a text, which is reported in columns that hold no prose.
    """
    own = getattr(model, "extra_columns", "")
    found = False
    for column, text in row.cells.items():
        meant = typed(text) if column not in row.stored else ""
        if not meant or _holds_prose(model, column, nested):
            continue
        free = column.partition(".")[0] == "attributes"
        report = diagnostics.warn if free else diagnostics.error
        report(row.positions[column], explained(text, meant), HINT)
        found = found or not free
    for column, held in row.stored.items():
        name = column.partition(".")[0]
        if not held.kind or (own and name not in model.model_fields):
            continue
        shown = row.cells[column]
        if held.kind == MOMENT:
            kind = "time" if ":" in held.typed else "date"
            message = (
                f"the cell holds a {kind} ({shown}), which the spreadsheet program may have made "
                f"of {held.typed}"
            )
            hint = HINT
        else:
            if _holds_text(model, column, nested):
                continue
            message = f"the cell holds a percentage ({shown}), which is {held.text}"
            hint = "format the column as a number and enter the value again"
        diagnostics.error(row.positions[column], message, hint)
        found = True
    return found


def _holds_prose(model: type[Part], column: str, nested: Mapping[str, DataPath]) -> bool:
    """Whether a column has texts that players read, or is one of the game's own."""
    if column in nested:
        owner, name = class_at(model, (nested[column][0], 0)), str(nested[column][-1])
    else:
        owner, name = model, column.partition(".")[0]
    info = owner.model_fields.get(name) if owner else None
    return info is None or any(isinstance(mark, Translatable) for mark in info.metadata)


def _holds_text(model: type[Part], column: str, nested: Mapping[str, DataPath]) -> bool:
    """Whether a column's values are texts, which may look like numbers."""
    path = nested.get(column, (column,))
    owner = class_at(model, (path[0], 0)) if column in nested else model
    info = owner.model_fields.get(str(path[-1])) if owner else None
    return info is not None and _is_text(info.annotation)


def _is_text(annotation: Any) -> bool:
    return annotation is str or any(_is_text(inner) for inner in get_args(annotation))


def _value(model: type[Part], row: Row, column: str, nested: Mapping[str, DataPath]) -> str:
    """The text of a cell as it is shown; for a number, as it is stored."""
    held = row.stored.get(column)
    if held is None or _holds_text(model, column, nested):
        return row.cells[column]
    return held.text


def _cell(model: type[Part], column: str, text: str) -> Any:
    info = model.model_fields.get(column)
    if info is not None and get_origin(info.annotation) is list:
        return [word.strip() for word in text.split("|")]
    return meant(info.annotation, text) if info else text
