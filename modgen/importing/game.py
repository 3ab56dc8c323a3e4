"""Import a module: read it, divide it into model and parts, and write the game folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from modgen.compile.parts.definitions import write_definitions
from modgen.compile.parts.module import compile_parts
from modgen.compile.parts.originals import ORIGINALS
from modgen.errors import ModgenError
from modgen.importing.boards import Boards, import_boards, least_dpi
from modgen.importing.decks import Decks, add_kinds_of_cards, import_decks
from modgen.importing.pieces import Kinds, count, import_pieces
from modgen.importing.places import Places, import_places
from modgen.importing.report import ImportReport
from modgen.importing.setups import Importer, Setup, Setups
from modgen.importing.source import LINK, ImportModuleError, Source, link, slug
from modgen.importing.tools import (
    import_charts,
    import_dice,
    import_sequence,
    import_sides,
)
from modgen.importing.touching import touching
from modgen.importing.write import (
    copy_entries,
    write_file,
    write_rows,
    write_shapes,
    write_table,
    write_yaml,
)
from modgen.model.loading.folder import load
from modgen.unpacking.folder import UnpackedModule, check_entries, write_folder
from modgen.vassal.metadata import newer_engine
from modgen.vassal.replacing import CLAIMED, tidy, whole

PARTS = "parts"
"""The folder of what stays as it is."""
SETUPS = "setups"
DPI, MOST_DPI = 150, 1200
PIECE_COLUMNS = (
    "id",
    "name",
    "kind",
    "side",
    "count",
    "unlimited",
    "shape",
    "size",
    "height",
    "colour",
    "faces",
    "face_names",
    "placed_as",
    "printed",
    "art",
    "source",
    "assumed",
)
CARD_COLUMNS = ("id", "deck", "title", "art", "source", "assumed")
IMAGES = "images/"
VERSION = re.compile(r"\d+(\.\d+)*[a-z0-9.-]*")


def import_module(path: Path, folder: Path, dpi: int | None = None) -> ImportReport:
    """Import a module into a new game folder.

    `dpi` is the scale of its pictures; without it 150, or more if a board is too large otherwise.

    Raises ArchiveError, XMLError, FolderError or ImportModuleError.
    """
    tidy(folder)
    _check_empty(folder)
    source = Source.open(path, dpi or DPI)
    check_entries(source.parts.entries, folder)
    if dpi is None:
        source.dpi = max(DPI, min(least_dpi(source), MOST_DPI))
    sides = import_sides(source)
    boards = import_boards(source)
    if not boards.all:
        raise ImportModuleError(f"{path} has no board with a size; there is nothing to import")
    places = import_places(source, boards)
    kinds = import_pieces(source, {side["name"]: side["id"] for side in sides})
    decks = import_decks(source, boards, places, kinds)
    hands = _hands(boards, sides)
    setups = Importer(source, boards, places, kinds, decks, hands).run()
    add_kinds_of_cards(decks, kinds)
    with whole(folder) as part:
        game = _Folder(
            source,
            part,
            sides=sides,
            boards=boards,
            places=places,
            kinds=kinds,
            decks=decks,
            setups=setups,
        )
        report = game.write()
        _check_empty(folder)  # another run may have filled it meanwhile
    return report


def _check_empty(folder: Path) -> None:
    """Raise ImportModuleError for a folder with files, other than temporary ones of a run."""
    if folder.is_dir():
        if all(path.name.startswith(CLAIMED) for path in folder.iterdir()):
            return
        raise ImportModuleError(f"{folder} is not empty; give a new folder")
    if folder.exists():
        raise ImportModuleError(f"{folder} is a file; give a new folder")


def _hands(boards: Boards, sides: list[dict[str, Any]]) -> dict[str, str]:
    """The side of each hand's window by the name of its map."""
    by_name = {side["name"]: side["id"] for side in sides}
    found = {}
    for map_name, (_, listed) in boards.hands.items():
        owners = [by_name[name] for name in listed.split(",") if name in by_name]
        if owners:
            found[map_name] = owners[0]
    return found


class _Folder:
    """The folder that is written."""

    def __init__(
        self,
        source: Source,
        folder: Path,
        *,
        sides: list[dict[str, Any]],
        boards: Boards,
        places: Places,
        kinds: Kinds,
        decks: Decks,
        setups: Setups,
    ) -> None:
        self.source, self.folder, self.sides = source, folder, sides
        self.boards, self.places, self.kinds = boards, places, kinds
        self.decks, self.setups = decks, setups
        self.report = ImportReport("")

    def write(self) -> ImportReport:
        """Write everything and return the report."""
        dice = import_dice(self.source)
        phases = import_sequence(self.source)
        charts = import_charts(self.source)
        self._game_file(dice, phases)
        edges = self._map_file()
        self._pieces()
        self._cards()
        for chart in charts:
            write_yaml(self.folder / "charts" / f"{chart['id']}.yaml", chart)
        for setup in self.setups.all:
            self._setup(setup)
        pictures = copy_entries(self.folder / "art", self.source.module.images)
        for name, (data, _) in self.source.made.items():
            write_file(self.folder / "art" / name, data)
        self._parts()
        self._count(dice, phases, charts, edges, pictures)
        self.setups.all.clear()  # the check below needs as much memory again
        self.report.refused = _errors_in(self.folder)
        write_file(self.folder / "IMPORT.txt", "\n".join([*self.report.lines(), ""]).encode())
        return self.report

    # --- files -------------------------------------------------------------------------------

    def _game_file(self, dice: list[dict[str, Any]], phases: list[dict[str, Any]]) -> None:
        attributes = self.source.root.attributes
        title = attributes.get("name") or self.source.path.stem
        version = attributes.get("version", "") or "1"
        if not VERSION.fullmatch(version):
            digits = re.search(r"\d+(\.\d+)*", version)
            made = digits[0] if digits else "1"
            version = made
        data: dict[str, Any] = {
            "id": slug(title) or "game",
            "title": title,
            "version": version,
            "languages": ["en"],
            "sides": self.sides,
        }
        if attributes.get("description"):
            data["subtitle"] = attributes["description"]
        if dice:
            data["dice"] = dice
        if phases:
            data["sequence"] = phases
        data["module"] = {"dpi": self.source.dpi, "card_dpi": self.source.dpi, "parts": PARTS}
        link(self.source.root, f"version:{version}")
        self.report.title = f"{title} {attributes.get('version', '')}".strip()
        newer = newer_engine(attributes.get("VassalVersion", ""))
        self.report.notes = [newer] * bool(newer) + [*self.source.parts.odd_names]
        write_yaml(self.folder / "game.yaml", data)

    def _map_file(self) -> list[dict[str, Any]]:
        boards = []
        for board in self.boards.all:
            shapes = self.places.shapes.get(board.id)
            data = dict(board.data)
            if shapes:
                data["geometry"] = f"shapes/{board.id}.geojson"
                write_shapes(self.folder / data["geometry"], shapes)
            boards.append(data)
        edges, _ = touching(self.places)
        data = {"boards": boards}
        for name, parts in (
            ("spaces", self.places.spaces),
            ("boxes", self.decks.boxes),
            ("grids", self.places.grids),
            ("edges", edges),
        ):
            if parts:
                data[name] = parts
        write_yaml(self.folder / "map.yaml", data)
        return edges

    def _pieces(self) -> None:
        rows = [
            kind.data | {"id": kind.id, "count": count(kind, self.kinds.used[kind.id])}
            for kind in self.kinds.pieces
        ]
        write_table(self.folder / "pieces.csv", PIECE_COLUMNS, rows)

    def _cards(self) -> None:
        if not (self.decks.decks or self.decks.piles):
            return
        data = {"decks": self.decks.decks, "piles": self.decks.piles}
        write_yaml(self.folder / "cards.yaml", {key: value for key, value in data.items() if value})
        for layout in self.decks.layouts:
            write_yaml(self.folder / "layouts" / f"{layout['id']}.yaml", layout)
        rows = [kind.data | {"id": kind.id} for kind in self.kinds.cards]
        write_table(self.folder / "cards.csv", CARD_COLUMNS, rows)

    def _setup(self, setup: Setup) -> None:
        write_yaml(self.folder / "scenarios" / f"{setup.id}.yaml", setup.data)
        if setup.table:
            write_file(self.folder / "scenarios" / f"{setup.id}.csv", setup.table)
        if setup.rest:
            write_yaml(self.folder / PARTS / SETUPS / f"{setup.id}.yaml", setup.rest)

    def _parts(self) -> None:
        """Components with their links, and all entries except pictures and set-ups."""
        saved = {setup.rest.get("file") for setup in self.setups.all}
        source = self.source.parts
        names = [
            name for name in source.entries if not name.startswith(IMAGES) and name not in saved
        ]
        parts = UnpackedModule(
            source.root,
            source.style,
            source.habits,
            source.build_file,
            _Chosen(source.entries, names),
            empty_folders=source.empty_folders,
        )
        write_folder(parts, self.folder / PARTS / "module")
        gpids: dict[str, list[str]] = {}
        for gpid, kind in self.kinds.by_gpid.items():
            gpids.setdefault(kind.key, []).append(gpid.replace(" ", ""))
        keys = [
            (
                f"card:{kind.id}" if kind.is_card else f"piece:{kind.id}",
                kind.shown,
                kind.data["art"],
                " ".join(gpids.get(kind.key, ())),
            )
            for kind in self.kinds.all
        ]
        write_rows(self.folder / PARTS / ORIGINALS, keys)
        write_definitions(self.folder / PARTS, self.setups.definitions)

    # --- the report --------------------------------------------------------------------------

    def _count(
        self,
        dice: list[Any],
        phases: list[Any],
        charts: list[Any],
        edges: list[Any],
        pictures: int,
    ) -> None:
        kinds, setups = self.kinds, self.setups
        faces = sum(len(kind.looks.faces) for kind in kinds.pieces)
        areas = [space for space in self.places.spaces if space["kind"] == "area"]
        rows = sum(setup.pieces for setup in setups.all)
        unknown = sum(setup.nowhere for setup in setups.all)
        without = sum(1 for kind in kinds.pieces if not kind.slots)
        came_in = [
            ("sides", len(self.sides), "colours are assumed"),
            ("boards", len(self.boards.all), ""),
            ("spaces that are zones", len(areas), ""),
            ("spaces that are regions", len(self.places.spaces) - len(areas), ""),
            ("grids", len(self.places.grids), f"with {_many(self.places.cells, 'cell')}"),
            ("edges", len(edges), "between zones that touch, assumed"),
            ("types of pieces", len(kinds.pieces), f"with {_many(faces, 'face')}"),
            ("cards", len(kinds.cards), f"in {_many(len(kinds.decks), 'deck')}"),
            ("piles", len(self.decks.boxes), ""),
            ("set-ups", len(setups.all), f"with {rows:,} pieces and cards"),
            ("dice", len(dice), ""),
            ("phases", len(phases), ""),
            ("charts", len(charts), "that are pictures or text"),
            ("pictures", pictures, ""),
        ]
        self.report.came_in = [row for row in came_in if row[1]]
        kept = self.source.kept
        if setups.other:
            kept["pieces of set-ups whose traits are not those of a slot"] = [""] * setups.other
        if without:
            kept["types of pieces that only set-ups have"] = [
                kind.shown for kind in kinds.pieces if not kind.slots
            ]
            kept.pop("pieces of set-ups without a slot", None)
        if unknown:
            kept["pieces of set-ups that lie in no space or cell"] = [""] * unknown
        self.report.kept = kept
        self.report.to_do = list(self._to_do(phases, edges))
        self.report.components = _unlinked(self.source)
        self.report.differs = self.source.differs

    def _to_do(self, phases: list[Any], edges: list[Any]) -> Iterator[str]:
        """What modules do not state and judging needs."""
        pieces = self.kinds.pieces
        proposed = sum(bool(kind.data.get("side")) for kind in pieces)
        if pieces and len(self.sides) > 1:
            yield (
                f"pieces.csv, `side`: {proposed:,} of {_many(len(pieces), 'type')} have one, which "
                "`assumed` explains. Empty `assumed` where it is right; fill in `side` elsewhere."
            )
        if self.places.spaces:
            yield (
                f"map.yaml, `edges`: {_many(len(edges), 'edge')} between zones that touch. Empty "
                "`assumed` where an edge is right, delete wrong ones and add missing ones."
            )
        phase = "a `side` for each phase" if phases else "the phases, each with its `side`"
        yield f"game.yaml, `sequence`: {phase}."
        yield "game.yaml, `moves`, `zones` and `stacking`: how pieces move, and what stops them."
        if pieces:
            yield "pieces.csv, `factors`: the numbers on counters, which are parts of pictures."
        yield "rules.yaml: rules of the game's own."


def _errors_in(folder: Path) -> list[str]:
    """The errors for which the new folder cannot be built."""
    loaded = load(folder)
    errors = [str(error) for error in loaded.diagnostics.errors]
    if not errors:
        try:
            compile_parts(loaded.game)
        except ModgenError as problem:
            errors.append(str(problem))
    return errors


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _unlinked(source: Source) -> dict[str, int]:
    """The kinds of components without a link, the most frequent first."""
    names = Counter(
        node.name for node in source.root.walk() if LINK not in node.attributes and node.attributes
    )
    return dict(names.most_common(12))


class _Chosen(Mapping[str, bytes]):
    """Some of the entries of a module."""

    def __init__(self, entries: Mapping[str, bytes], names: list[str]) -> None:
        self._entries, self._names = entries, dict.fromkeys(names)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        return self._entries[name]

    def __iter__(self) -> Any:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
