"""Gives a game another title: in `game.yaml`, on its boards, and in its translations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from modgen.model.files.diagnostics import DataPath, Diagnostics
from modgen.model.files.yaml_source import read_yaml
from modgen.serve.design.written import Change, Written, write_all
from modgen.serve.design.yaml_edit import Value, edited

TITLES: dict[str, DataPath] = {"game.yaml": ("title",), "map.yaml": ()}
IDS: dict[str, DataPath] = {"game.yaml": ("id",)}


def entitle(folder: Path, title: str, id_: str = "") -> Written | None:
    """Write another title wherever the old one is a whole text, and another id if one is given.

    None if nothing changes. Raises FileError.
    """
    texts = TITLES | {
        f"locale/{path.name}": ("game", "title") for path in (folder / "locale").glob("*.yaml")
    }
    old = ""
    done: list[Change] = []
    for name, where in texts.items():
        path = folder / name
        located = read_yaml(path, name, Diagnostics()) if path.is_file() else None
        if located is None:
            continue
        values = {at: _value(located.data, at) for at in located.values}
        old = str(values.get(where, "")) if where else old
        changes: dict[DataPath, Value] = {at: title for at, one in values.items() if one == old}
        if id_ and name in IDS:
            changes[IDS[name]] = id_
        before = path.read_bytes()
        after = edited(before.decode("utf-8"), name, changes).encode("utf-8")
        if after != before:
            done.append(Change(path, before, after))
    return write_all(done) if done else None


def _value(data: Any, path: DataPath) -> object:
    for step in path:
        data = data[step]
    return data
