"""Plain data with the position of each part of it in a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from modgen.model.files.diagnostics import DataPath, FilePosition
from modgen.model.files.yaml_offsets import inner_position


@dataclass
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

    def position(self, path: DataPath, *, at_key: bool = False) -> FilePosition:
        """The position of the value at `path`, or of its key.

        For a path that does not exist, it is the position of the nearest enclosing value.
        """
        for end in range(len(path), -1, -1):
            position = (self.keys if at_key else self.values).get(path[:end])
            position = position or self.values.get(path[:end])
            if position is not None:
                return position
        return FilePosition("?")

    def inner_position(self, path: DataPath, offset: int) -> FilePosition:
        """The position of a character of the text at `path`; `offset` counts from 0."""
        start, value = self.position(path), self._value(path)
        if not isinstance(value, str) or path not in self.values:
            return start
        return inner_position(self.texts.get(start.file, ""), start, value, offset)

    def _value(self, path: DataPath) -> Any:
        value = self.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value
