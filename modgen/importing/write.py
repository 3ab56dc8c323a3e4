"""Write the game folder: YAML, tables, shapes, pictures and parts."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import yaml

from modgen.vassal.archive import check_name
from modgen.vassal.module import chunks

Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def write_yaml(path: Path, data: Any) -> None:
    """Write data as YAML; short lists of numbers and texts stay on one line."""
    text = yaml.dump(
        data,
        Dumper=Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=100,
        default_flow_style=None,
    )
    write_file(path, [text.encode("utf-8")])


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV; columns that are empty in all rows are left out."""
    write_file(path, [table_bytes(columns, rows)])


def table_bytes(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as CSV; columns that are empty in all rows are left out."""
    listed = list(rows)
    used = [name for name in columns if any(row.get(name) not in (None, "") for row in listed)]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(used or columns)
    for row in listed:
        writer.writerow([_cell(row.get(name, "")) for name in used])
    return out.getvalue().encode("utf-8")


def write_rows(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write rows as CSV without a header."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([list(map(_cell, row)) for row in rows])
    write_file(path, [out.getvalue().encode("utf-8")])


def _cell(value: Any) -> str:
    text = "" if value is None else str(value)
    return text.replace("\r", " ").replace("\n", " ")


def write_shapes(path: Path, shapes: Mapping[str, Sequence[Any]]) -> None:
    """Write outlines as GeoJSON in millimetres, a line for each space."""
    lines = []
    for key, rings in shapes.items():
        polygons = [[[*ring, ring[0]]] for ring in rings]
        geometry = {"type": "MultiPolygon", "coordinates": polygons}
        feature = {"type": "Feature", "properties": {"id": key, "unit": "mm"}, "geometry": geometry}
        lines.append(json.dumps(feature))
    text = '{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n"
    write_file(path, [text.encode("utf-8")])


def write_file(path: Path, data: Iterable[bytes]) -> None:
    """Write a file and make its folders.

    The new folder is put in place only when all is written, so the file need not be written
    atomically.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.writelines(data)


def copy_entries(folder: Path, entries: Mapping[str, bytes]) -> int:
    """Write entries of a module below a folder; returns how many. Raises ArchiveError."""
    for name in entries:
        check_name(name, folder)
        write_file(folder / name, chunks(entries, name))
    return len(entries)
