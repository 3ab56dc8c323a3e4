"""Plain data with the position of each part of it in a file."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from modgen.model.files.diagnostics import DataPath, FilePosition
from modgen.model.files.yaml_offsets import inner_position


class CellPositions:
    """The positions of the cells of a table in little memory: a set-up can have 50,000 rows."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns = {name: number for number, name in enumerate(columns)}
        self._file = ""
        self._rows = array("l")
        """Of each row its line and the position in it where each cell begins, or 0."""

    def add(self, position: FilePosition, cells: Mapping[str, FilePosition]) -> None:
        """Add a row. All its cells are in one line of one file."""
        self._file = position.file
        starts = (cells[name].column if name in cells else 0 for name in self._columns)
        self._rows.extend((position.line, position.column, *starts))

    def __getitem__(self, path: DataPath) -> FilePosition | None:
        """The position of a row by its number, or of a cell by that and its column."""
        wide = len(self._columns) + 2
        number, *rest = path
        if not isinstance(number, int) or not 0 <= number < len(self._rows) // wide:
            return None
        line, first, *starts = self._rows[number * wide : (number + 1) * wide]
        at = self._columns.get(str(rest[0])) if rest else None
        return FilePosition(self._file, line, (starts[at] if at is not None else 0) or first)


@dataclass(slots=True)
class LocatedData:
    """Plain data (dicts, lists, scalars) and the position of each part of it.

    `values` has the position of each value and `keys` that of each mapping key, both by the path
    from the top: mapping keys and 0-based list indices.
    """

    data: Any
    values: dict[DataPath, FilePosition] = field(default_factory=dict)
    keys: dict[DataPath, FilePosition] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """The whole text of each file from which it was read, by the file's name."""
    tables: dict[str, CellPositions] = field(default_factory=dict)
    """The positions in lists that are the rows of a table, by the key of the list."""

    def position(self, path: DataPath, *, at_key: bool = False) -> FilePosition:
        """The position of the value at `path`, or of its key.

        For a path that does not exist, it is the position of the nearest enclosing value.
        """
        if found := self._in_table(path):
            return found
        for end in range(len(path), -1, -1):
            position = (self.keys if at_key else self.values).get(path[:end])
            position = position or self.values.get(path[:end])
            if position is not None:
                return position
        return FilePosition("?")

    def inner_position(self, path: DataPath, offset: int) -> FilePosition:
        """The position of a character of the text at `path`; `offset` counts from 0."""
        start, value = self.position(path), self._value(path)
        if not isinstance(value, str) or not (path in self.values or self._in_table(path)):
            return start
        return inner_position(self.texts.get(start.file, ""), start, value, offset)

    def _in_table(self, path: DataPath) -> FilePosition | None:
        table = self.tables.get(str(path[0])) if len(path) > 1 else None
        return table[path[1:]] if table is not None else None

    def _value(self, path: DataPath) -> Any:
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value
