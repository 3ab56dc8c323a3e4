"""Files and folders of a game that are not read because of their name or format."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition

FILES = (
    "areas.yaml",
    "cards.csv",
    "cards.xlsx",
    "cards.yaml",
    "game.yaml",
    "map.yaml",
    "pieces.csv",
    "pieces.xlsx",
    "rulebook.yaml",
    "rules.yaml",
)
FOLDERS = ("scenarios", "layouts", "charts", "locale", "art", "fonts", "parts")
"""The names that a game's folder may hold."""
ALIKE = 0.8
"""How similar a name without its ending is to the one that was meant, from 0 to 1."""


TABLES = ("pieces", "cards")
OTHER_TABLES = (".ods", ".xls", ".xlsm", ".xlsb", ".numbers", ".tsv", ".tab", ".txt")
"""Formats of spreadsheets and tables that are not read."""


def report_other_tables(folder: Path, diagnostics: Diagnostics) -> None:
    """Report tables in formats that are not read; a warning if there is one that is."""
    if not folder.is_dir():
        return
    written = {path.name.lower(): path.name for path in folder.iterdir()}
    names = set(written)
    for stem in TABLES:
        right = (f"{stem}.csv", f"{stem}.xlsx")
        others = sorted(f"{stem}{end}" for end in OTHER_TABLES if f"{stem}{end}" in names)
        read = next((name for name in right if (folder / name).exists()), "")
        if read:
            for name in others:
                message, hint = f"this table is not read; {read} is", f"save it as {read}"
                diagnostics.warn(FilePosition(name), message, f"{hint}, or delete it")
            continue
        for name in right:
            if name in written:  # `Pieces.CSV`, where capital letters count
                message = f"the file's name must be {name}"
                diagnostics.error(FilePosition(written[name]), message, "rename it")
        for name in others:
            hint = f"save it as {stem}.xlsx or {stem}.csv"
            diagnostics.error(FilePosition(name), "tables in this format are not read", hint)


def warn_of_stray_files(folder: Path, diagnostics: Diagnostics) -> None:
    """Warn of names that are almost those of files and folders that are read.

    Files that `map.yaml` names, such as a table of cells, are read.
    """
    named = ""
    for path in sorted(folder.iterdir()):
        known = FOLDERS if path.is_dir() else FILES
        stems = {
            Path(name).stem: name for name in known if Path(name).suffix == path.suffix.lower()
        }
        meant = get_close_matches(path.stem.lower(), stems, 1, ALIKE)
        if not meant or path.name in known:
            continue
        try:
            named = named or (folder / "map.yaml").read_text("utf-8", "replace")
        except OSError:
            named = " "
        if path.name not in named:
            diagnostics.warn(
                FilePosition(path.name),
                "this name is not read",
                f"did you mean `{stems[meant[0]]}`?",
            )
