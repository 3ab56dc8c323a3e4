"""Import a module: read it, divide it into model and parts, and write the game folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from modgen.compile.parts.definitions import write_definitions
from modgen.compile.parts.module import compile_parts
from modgen.compile.parts.originals import ORIGINALS
from modgen.errors import ModgenError
from modgen.importing.boards import Boards, import_boards, least_dpi
from modgen.importing.contents import Contents, contents_of, divided
from modgen.importing.decks import FACE, add_kinds_of_cards, import_decks
from modgen.importing.pieces import Kinds, count, import_pieces
from modgen.importing.places import Places, import_places
from modgen.importing.report import ImportReport
from modgen.importing.setups import Importer, Setups
from modgen.importing.source import LINK, Extended, ImportModuleError, Source, link, slug
from modgen.importing.tools import (
    import_charts,
    import_dice,
    import_sequence,
    import_sides,
)
from modgen.importing.write import (
    copy_entries,
    write_file,
    write_rows,
    write_shapes,
    write_table,
    write_yaml,
)
from modgen.model.files.whole_pictures import face_layers
from modgen.model.loading.folder import load
from modgen.unpacking.folder import UnpackedModule, check_entries, write_folder
from modgen.unpacking.xml import Node
from modgen.vassal.archive import check_name
from modgen.vassal.metadata import newer_engine
from modgen.vassal.module import chunks
from modgen.vassal.replacing import CLAIMED, tidy, whole

PARTS = "parts"
"""The folder of what stays as it is."""
PARENT = "parent"
"""The folder of what an extension refers to in its module."""
NOT_IN_MODULE = ("chart:", "scenario:", "version:")
"""Links to parts that the folder `parent` does not have."""
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
OTHER_COMPONENTS = "Some components: `modgen diff` of both modules tells which."
VERSION = re.compile(r"\d+(\.\d+)*[a-z0-9.-]*")


def import_module(
    path: Path, folder: Path, dpi: int | None = None, *, module: Path | None = None
) -> ImportReport:
    """Import a module, or an extension, into a new game folder.

    `dpi` is the scale of its pictures; without it 150, or more if a board is too large otherwise.
    `module` is that of an extension, if it is not beside it. What the module has is then in the
    folder `parent` of the game folder, and the folder itself has what the extension adds.

    Raises ArchiveError, XMLError, FolderError or ImportModuleError.
    """
    tidy(folder)
    _check_empty(folder)
    with whole(folder) as part:
        report, build_file = _written(path, folder, part, dpi, module)
        # What was read is no longer held here: the check needs as much memory again.
        _check(part, report, build_file)
        write_file(part / "IMPORT.txt", ["\n".join([*report.lines(), ""]).encode()])
        _check_empty(folder)  # another run may have filled it meanwhile
    return report


def _written(
    path: Path, folder: Path, part: Path, dpi: int | None, module: Path | None
) -> tuple[ImportReport, bytes]:
    """Write the folder `part`, which will be `folder`; what the report says but for the check.

    Also returns the digest of the module's build file.
    """
    source = Source.open(path, dpi or DPI, module)
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
    every = contents_of(
        boards,
        places,
        kinds,
        decks,
        setups,
        sides=sides,
        dice=import_dice(source),
        phases=import_sequence(source),
        charts=import_charts(source),
    )
    digest = blake2b(source.parts.original).digest()
    report = _Folder(source, part, every, places=places, kinds=kinds, setups=setups).write()
    return report, digest


def _titled(extended: Extended) -> str:
    """The module of an extension by its title, its version and its file."""
    title = extended.parts.root.attributes.get("name", "")
    return f"{title} {extended.version} ({extended.path.name})"


def _version(text: str) -> str:
    """A version as a game has it."""
    if VERSION.fullmatch(text):
        return text
    digits = re.search(r"\d+(\.\d+)*", text)
    return digits[0] if digits else "1"


def _geometry(board: str) -> str:
    return f"shapes/{board}.geojson"


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
        every: Contents,
        *,
        places: Places,
        kinds: Kinds,
        setups: Setups,
    ) -> None:
        self.source, self.folder = source, folder
        self.places, self.kinds, self.setups = places, kinds, setups
        self.contents = every
        self.module: Contents | None = None
        """What the module has, if an extension is imported."""
        if source.extended:
            self.contents, self.module = divided(every, source)
        self.report = ImportReport("")

    def write(self) -> ImportReport:
        """Write everything except the report, and return that."""
        contents, extended = self.contents, self.source.extended
        self._game_file()
        self._tables(self.folder, contents)
        for chart in contents.charts:
            write_yaml(self.folder / "charts" / f"{chart['id']}.yaml", chart)
        images = extended.own.images if extended else self.source.module.images
        pictures = copy_entries(self.folder / "art", images)
        shown = self._shown([])
        for name, (data, _) in self.source.made.items():
            if not extended or name in shown:
                write_file(self.folder / "art" / name, [data])
        if self.module is not None and extended is not None:
            self._module_folder(self.folder / PARENT, self.module, extended)
        self._parts()
        self._count(pictures)
        return self.report

    # --- files -------------------------------------------------------------------------------

    def _game_file(self) -> None:
        contents, extended = self.contents, self.source.extended
        attributes = self.source.parts.root.attributes
        title = attributes.get("name") or self.source.path.stem
        version = _version(attributes.get("version", ""))
        data: dict[str, Any] = {"id": slug(title) or "game"}
        if extended:
            data |= {"extends": PARENT, "title": title, "version": version}
            data["extension"] = {
                "module": extended.path.name,
                "version": attributes.get("moduleVersion", ""),
                "file_name": self.source.path.stem,
            }
        else:
            data |= {"title": title, "version": version, "languages": ["en"]}
            data["sides"] = contents.sides
        if attributes.get("description"):
            data["subtitle"] = attributes["description"]
        if contents.dice:
            data["dice"] = contents.dice
        if contents.phases:
            data["sequence"] = contents.phases
        data["module"] = self._options()
        link(self.source.parts.root, f"{'extension' if extended else 'version'}:{version}")
        self.report.title = f"{title} {attributes.get('version', '')}".strip()
        engine = attributes.get("VassalVersion") or attributes.get("vassalVersion", "")
        newer = newer_engine(engine)
        self.report.notes = [newer] * bool(newer) + [*self.source.parts.odd_names]
        if extended:
            self.report.title += f", an extension of {_titled(extended)}"
            stated, found = attributes.get("moduleVersion", ""), extended.version
            if stated != found:
                self.report.notes.append(f"It is made for version {stated} of the module.")
        write_yaml(self.folder / "game.yaml", data)

    def _options(self) -> dict[str, Any]:
        return {"dpi": self.source.dpi, "card_dpi": self.source.dpi, "parts": PARTS}

    def _tables(self, folder: Path, contents: Contents) -> None:
        """The map, the pieces, the cards and the set-ups of a folder."""
        self._map_file(folder, contents)
        rows = [
            kind.data | {"id": kind.id, "count": count(kind, self.kinds.used[kind.id])}
            for kind in contents.pieces
        ]
        if rows or not self.source.extended:
            write_table(folder / "pieces.csv", PIECE_COLUMNS, rows)
        self._cards(folder, contents)
        for setup in contents.setups:
            write_yaml(folder / "scenarios" / f"{setup.id}.yaml", setup.data)
            if setup.rows:
                write_file(folder / "scenarios" / f"{setup.id}.csv", [setup.rows.table])
            if setup.rest:
                write_yaml(folder / PARTS / SETUPS / f"{setup.id}.yaml", setup.rest)

    def _map_file(self, folder: Path, contents: Contents) -> None:
        boards = []
        for board in contents.boards:
            data = dict(board)
            if contents.shapes.get(board["id"]) is not None:
                data["geometry"] = _geometry(board["id"])
            boards.append(data)
        for key, shapes in contents.shapes.items():
            write_shapes(folder / _geometry(key), shapes)
        data = {
            "boards": boards,
            "spaces": contents.spaces,
            "boxes": contents.boxes,
            "grids": contents.grids,
            "edges": contents.edges,
        }
        data = {name: parts for name, parts in data.items() if parts}
        if data:
            write_yaml(folder / "map.yaml", data)

    def _cards(self, folder: Path, contents: Contents) -> None:
        data = {"decks": contents.decks, "piles": contents.piles}
        data = {key: value for key, value in data.items() if value}
        if data:
            write_yaml(folder / "cards.yaml", data)
        for layout in contents.layouts:
            write_yaml(folder / "layouts" / f"{layout['id']}.yaml", layout)
        rows = [kind.data | {"id": kind.id} for kind in contents.cards]
        if rows or (data and not self.source.extended):
            write_table(folder / "cards.csv", CARD_COLUMNS, rows)

    def _module_folder(self, folder: Path, contents: Contents, extended: Extended) -> None:
        """What an extension refers to: the tables and components of its module.

        It has only those pictures that the extension shows too.
        """
        attributes = extended.parts.root.attributes
        title = attributes.get("name") or extended.path.stem
        decks = {kind.deck for kind in self.contents.cards}
        shown = {deck["back"] for deck in contents.decks if deck["id"] in decks}
        layouts = [
            one if one["id"] in (*shown, FACE) else {"id": one["id"]} for one in contents.layouts
        ]
        boards = [self._without_picture(board) for board in contents.boards]
        data: dict[str, Any] = {
            "id": slug(title) or "game",
            "title": title,
            "version": _version(attributes.get("version", "")),
            "languages": ["en"],
            "sides": contents.sides,
            "dice": contents.dice,
            "sequence": contents.phases,
            "module": self._options(),
        }
        write_yaml(folder / "game.yaml", {key: value for key, value in data.items() if value})
        plain = [replace(kind, data=kind.data | {"art": ""}) for kind in contents.pieces]
        cards = [replace(kind, data=kind.data | {"art": ""}) for kind in contents.cards]
        self._tables(
            folder,
            replace(contents, boards=boards, layouts=layouts, pieces=plain, cards=cards),
        )
        images = self.source.module.images
        for name in self._shown([one for one in layouts if one["id"] in shown]):
            if name in images and name not in extended.own.images:
                check_name(name, folder)
                write_file(folder / "art" / name, chunks(images, name))

    def _shown(self, layouts: list[dict[str, Any]]) -> list[str]:
        """The pictures that what is imported shows, and those of other layouts of its cards."""
        contents = self.contents
        kinds = [*contents.pieces, *contents.cards]
        names = {
            layer.name
            for kind in kinds
            for face in str(kind.data.get("art", "")).split("|")
            for layer in face_layers(face)
        }
        for parts in (contents.boards, contents.charts, contents.layouts, layouts):
            names |= {str(part["picture"]) for part in parts if part.get("picture")}
        return sorted(names)

    def _without_picture(self, board: dict[str, Any]) -> dict[str, Any]:
        """The data of a board that has its size, but no picture."""
        size = self.source.size(board["picture"]) if "picture" in board else None
        if size is None or "width" in board:
            return {key: board[key] for key in board if key not in ("picture", "dpi")}
        wide, high = map(self.source.mm, size)
        kept = {key: board[key] for key in board if key not in ("picture", "dpi")}
        return kept | {"width": wide, "height": high}

    def _parts(self) -> None:
        """Components with their links, and all entries except pictures and set-ups."""
        saved = {setup.rest.get("file") for setup in self.setups.all}
        source, extended = self.source.parts, self.source.extended
        if extended is not None and self.module is not None:
            extended.joined.take_out()
            for node in extended.parts.root.walk():
                if node.attributes.get(LINK, "").startswith(NOT_IN_MODULE):
                    del node.attributes[LINK]
            module = replace(extended.parts, entries={})
            folder = self.folder / PARENT / PARTS
            write_folder(module, folder / "module")
            self._originals(folder, self.module)
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
        self._originals(self.folder / PARTS, self.contents)
        write_definitions(self.folder / PARTS, self.setups.definitions)

    def _originals(self, folder: Path, contents: Contents) -> None:
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
            for kind in (*contents.pieces, *contents.cards)
        ]
        keys += [
            (f"{what}:{part['id']}", part["name"], part["picture"], "")
            for what, parts in (("board", contents.boards), ("chart", contents.charts))
            for part in parts
            if part.get("picture")
        ]
        write_rows(folder / ORIGINALS, keys)

    # --- the report --------------------------------------------------------------------------

    def _count(self, pictures: int) -> None:
        contents, setups = self.contents, self.setups
        faces = sum(len(kind.looks.faces) for kind in contents.pieces)
        areas = [space for space in contents.spaces if space["kind"] == "area"]
        rows = sum(setup.rows.number for setup in contents.setups)
        unknown = sum(setup.rows.nowhere for setup in contents.setups)
        without = sum(1 for kind in contents.pieces if not kind.slots)
        decks = len({kind.deck for kind in contents.cards})
        cells = sum(grid["columns"] * grid["rows"] for grid in contents.grids)
        came_in = [
            ("sides", len(contents.sides), "colours are assumed"),
            ("boards", len(contents.boards), ""),
            ("spaces that are zones", len(areas), ""),
            ("spaces that are regions", len(contents.spaces) - len(areas), ""),
            ("grids", len(contents.grids), f"with {_many(cells, 'cell')}"),
            ("edges", len(contents.edges), "between zones that touch, assumed"),
            ("types of pieces", len(contents.pieces), f"with {_many(faces, 'face')}"),
            ("cards", len(contents.cards), f"in {_many(decks, 'deck')}"),
            ("piles", len(contents.boxes), ""),
            ("set-ups", len(contents.setups), f"with {rows:,} pieces and cards"),
            ("dice", len(contents.dice), ""),
            ("phases", len(contents.phases), ""),
            ("charts", len(contents.charts), "that are pictures or text"),
            ("pictures", pictures, ""),
        ]
        self.report.came_in = [row for row in came_in if row[1]]
        kept = self.source.kept
        if setups.other:
            kept["pieces of set-ups whose traits are not those of a slot"] = [""] * setups.other
        if without:
            kept["types of pieces that only set-ups have"] = [
                kind.shown for kind in contents.pieces if not kind.slots
            ]
            kept.pop("pieces of set-ups without a slot", None)
        if unknown:
            kept["pieces of set-ups that lie in no space or cell"] = [""] * unknown
        self.report.kept = kept
        self.report.to_do = [] if self.source.extended else list(self._to_do())
        self.report.components = _unlinked(self.source.parts.root)
        self.report.differs = self.source.differs

    def _to_do(self) -> Iterator[str]:
        """What modules do not state and judging needs."""
        contents = self.contents
        pieces, edges = contents.pieces, contents.edges
        proposed = sum(bool(kind.data.get("side")) for kind in pieces)
        if pieces and len(contents.sides) > 1:
            yield (
                f"pieces.csv, `side`: {proposed:,} of {_many(len(pieces), 'type')} have one, which "
                "`assumed` explains. Empty `assumed` where it is right; fill in `side` elsewhere."
            )
        if contents.spaces:
            yield (
                f"map.yaml, `edges`: {_many(len(edges), 'edge')} between zones that touch. Empty "
                "`assumed` where an edge is right, delete wrong ones and add missing ones."
            )
        phase = "a `side` for each phase" if contents.phases else "the phases, each with its `side`"
        yield f"game.yaml, `sequence`: {phase}."
        yield "game.yaml, `moves`, `zones` and `stacking`: how pieces move, and what stops them."
        if pieces:
            yield "pieces.csv, `factors`: the numbers on counters, which are parts of pictures."
        yield "rules.yaml: rules of the game's own."


def _check(folder: Path, report: ImportReport, build_file: bytes) -> None:
    """Build the new folder for a trial, and report errors, and other components than before."""
    loaded = load(folder)
    report.refused = [str(error) for error in loaded.diagnostics.errors]
    if report.refused:
        return
    game = loaded.game
    del loaded  # the positions of all cells are not needed any more
    try:
        parts = compile_parts(game, trial=True).parts
    except ModgenError as problem:
        report.refused = [str(problem)]
        return
    if blake2b(parts.build_file_bytes()).digest() != build_file:
        report.differs.append(OTHER_COMPONENTS)


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _unlinked(root: Node) -> dict[str, int]:
    """The kinds of components without a link, the most frequent first."""
    names = Counter(
        node.name for node in root.walk() if LINK not in node.attributes and node.attributes
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
