"""Which parts of a game a mistake in a file spoils: what the page marks beside the message."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

from modgen.model.files.diagnostics import DataPath, Diagnostic, Diagnostics, FilePosition
from modgen.model.files.located import LocatedData
from modgen.model.files.table_source import Row, read_table
from modgen.model.files.text import leads_out
from modgen.model.files.yaml_source import read_yaml
from modgen.model.game import Game

TABLES = {"cards": "card", "pieces": "piece"}
SECTIONS = {
    "spaces": "space", "boxes": "box", "tracks": "track", "boards": "board", "grids": "grid",
    "decks": "deck", "piles": "pile", "cards": "card", "pieces": "piece", "charts": "chart",
    "scenarios": "setup",
}  # fmt: skip
"""Lists of parts in files, and the kind of part that the page shows."""
FOLDERS = {"charts": "chart", "scenarios": "setup", "layouts": "layout"}


class Finder:
    """Finds the parts at positions of a folder's files as they are now; reads each file once."""

    def __init__(self, folder: Path, game: Game | None) -> None:
        self.folder = folder
        self.game = game
        self._rows: dict[str, list[Row]] = {}
        self._data: dict[str, LocatedData | None] = {}

    def parts(self, diagnostic: Diagnostic) -> list[str]:
        """The parts that a mistake spoils, such as `card/12` and `space/cebu`."""
        at = diagnostic.position
        path = self.folder / at.file
        if not path.is_file() or leads_out(path, self.folder):
            return []
        if path.suffix in (".csv", ".xlsx"):
            kind = TABLES.get(path.stem)
            row = self._row(path, at) if kind else None
            return [f"{kind}/{row.cells['id']}"] if row and row.cells.get("id") else []
        if path.suffix == ".yaml":
            return list(dict.fromkeys(self._in_yaml(path, at)))
        boards = self.game.map.boards if self.game else []
        return [f"board/{board.id}" for board in boards if board.geometry == at.file]

    def _row(self, path: Path, at: FilePosition) -> Row | None:
        if at.file not in self._rows:
            self._rows[at.file] = read_table(path, at.file, Diagnostics())
        rows = [row for row in self._rows[at.file] if row.position.line <= at.line]
        return rows[-1] if rows else None

    def _in_yaml(self, path: Path, at: FilePosition) -> Iterator[str]:
        if at.file not in self._data:
            self._data[at.file] = read_yaml(path, at.file, Diagnostics())
        located = self._data[at.file]
        if located is None or not isinstance(located.data, dict):
            return
        where = _path_at(located, at)
        folder = path.parent.name if path.parent != self.folder else ""
        if folder in FOLDERS:
            id_ = located.data.get("id", path.stem)
            yield from self._shown(FOLDERS[folder], str(id_))
        elif folder == "locale" and len(where) >= 2:
            yield from self._shown(SECTIONS.get(str(where[0]), str(where[0])), str(where[1]))
        elif where and where[0] == "edges" and len(where) > 1:
            edge = located.data["edges"][where[1]]
            ends = edge.get("between") if isinstance(edge, dict) else None
            for end in ends if isinstance(ends, list) else ():
                yield f"space/{end}"
        elif len(where) > 1 and where[0] in SECTIONS and isinstance(where[1], int):
            part = located.data[where[0]][where[1]]
            if isinstance(part, dict) and "id" in part:
                yield from self._shown(SECTIONS[str(where[0])], str(part["id"]))

    def _shown(self, kind: str, id_: str) -> Iterator[str]:
        """A part, or what the page shows of it: the cards of a layout, the place of a pile."""
        game = self.game
        if kind == "places":
            known = [key for key in ("space", "box", "track") if self._has(key, id_)]
            yield from (f"{key}/{id_}" for key in known or ["space"])
        elif kind == "layout" and game:
            used = [deck.id for deck in game.cards_file.decks if id_ in (deck.layout, deck.back)]
            yield from (f"deck/{key}" for key in used)
            yield from (f"card/{card.id}" for card in game.cards if card.deck in used)
        elif kind == "pile" and game:
            pile = game.piles.get(id_)
            if pile and pile.box:
                yield f"box/{pile.box}"
        else:
            yield f"{kind}/{id_}"

    def _has(self, kind: str, id_: str) -> bool:
        if self.game is None:
            return False
        known: dict[str, Container[str]] = {
            "space": self.game.spaces,
            "box": self.game.boxes,
            "track": self.game.tracks,
        }
        return id_ in known[kind]


def _path_at(located: LocatedData, at: FilePosition) -> DataPath:
    """The path of the value or key at a position, or of the last one that begins before it."""
    best: tuple[int, int, int] = (0, 0, 0)
    found: DataPath = ()
    for positions in (located.values, located.keys):
        for path, position in positions.items():
            here = (position.line, position.column, len(path))
            if (position.line, position.column) <= (at.line, at.column) and here > best:
                best, found = here, path
    return found
