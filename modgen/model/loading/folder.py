"""Loads a game folder: reads, binds and checks all files, and collects all diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from modgen.model.checks import consistency as checks
from modgen.model.checks.borders import check_borders, check_places
from modgen.model.checks.card_fields import check_fields
from modgen.model.checks.crowding import CROWDING
from modgen.model.checks.fonts import check_fonts
from modgen.model.checks.legends import explained, known_symbols
from modgen.model.checks.oversights import OVERSIGHTS
from modgen.model.checks.pictures import check_layouts, check_pictures, check_sizes
from modgen.model.checks.places import (
    check_cells,
    check_edges,
    check_positions,
    check_sizes_of_pieces,
    unique_cells,
)
from modgen.model.files.art import forget_art
from modgen.model.files.binding import SourceMap, bind, bind_row
from modgen.model.files.column_names import rename_columns
from modgen.model.files.diagnostics import (
    DataPath,
    Diagnostic,
    Diagnostics,
    FilePosition,
    GameDataError,
    PartDiagnostic,
)
from modgen.model.files.located import LocatedData
from modgen.model.files.overlay import merge_rows, merge_yaml
from modgen.model.files.table_source import Row, find_table, read_table
from modgen.model.files.text import leads_out
from modgen.model.files.whole_pictures import forget_whole
from modgen.model.files.yaml_source import read_yaml
from modgen.model.game import Game
from modgen.model.geography.outlines import read_outlines
from modgen.model.loading.board_sizes import add_board_sizes
from modgen.model.loading.card_table import add_boxes, card_table
from modgen.model.loading.cell_tables import add_cell_tables
from modgen.model.loading.laid_pieces import add_laid_pieces
from modgen.model.loading.locale import Key, flatten, localised
from modgen.model.loading.painted_terrain import add_painted_terrain
from modgen.model.loading.piece_rows import add_homes, warn_of_bare_faces, warn_of_blank_counts
from modgen.model.loading.plain_cards import name_layouts, plain_layouts
from modgen.model.loading.stray_files import warn_of_stray_files
from modgen.model.loading.translations import check_texts
from modgen.model.types.base import Part
from modgen.model.types.cards import Card, CardLayout, CardsFile
from modgen.model.types.game_file import GameFile
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import MapFile
from modgen.model.types.rulebook import BookFile
from modgen.model.types.rules import RulesFile
from modgen.model.types.scenario import Chart, Scenario

P = TypeVar("P", bound=Part)

FACE_COLUMNS: dict[str, DataPath] = {
    "faces": ("faces", "id"),
    "face_names": ("faces", "name"),
    "strength": ("faces", "strength"),
    "icons": ("faces", "icon"),
    "art": ("faces", "art"),
    "face_colours": ("faces", "colour"),
    "face_sides": ("faces", "side"),
    "face_costs": ("faces", "cost"),
    "face_texts": ("faces", "text"),
    "nw": ("faces", "nw"),
    "ne": ("faces", "ne"),
    "sw": ("faces", "sw"),
    "se": ("faces", "se"),
    "factors": ("faces", "factors"),
}
"""Columns of `pieces.csv` with one value for each face."""


class Loaded:
    """A loaded game: its parts with their file positions, its translations, its diagnostics."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.diagnostics = Diagnostics()
        self.sources = SourceMap()
        self.locales: dict[str, dict[Key, str]] = {}
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game in its first language. Raises GameDataError when it has errors."""
        self.diagnostics.stop_on_errors()
        if self._game is None:
            raise GameDataError(self.diagnostics)
        return self._game

    def report(self, diagnostics: Iterable[PartDiagnostic | Diagnostic]) -> None:
        """Add diagnostics of the game, those of parts at the parts' positions in the files.

        It is for checks that are not part of loading, such as those of a rulebook.
        """
        for diagnostic in diagnostics:
            if self.diagnostics.full:
                return
            if isinstance(diagnostic, Diagnostic):
                self.diagnostics.add(diagnostic)
                continue
            add = self.diagnostics.warn if diagnostic.warning else self.diagnostics.error
            add(self.sources.locate(diagnostic), diagnostic.message, diagnostic.hint)

    def in_language(self, language: str) -> Game:
        """The game with its texts in one of its languages.

        Raises GameDataError if the game has errors, and KeyError if it has no such language.
        """
        game = self.game
        if language == game.language:
            return game
        if language not in game.info.languages:
            raise KeyError(language)
        return localised(game, language, self.locales.get(language, {}))


def load(folder: Path, overlay: Path | None = None) -> Loaded:
    """Load a game folder, optionally changed by the files of an overlay folder.

    Never raises: errors are in `diagnostics` of the result, whose `game` raises GameDataError if
    there are any.
    """
    return _Loader(folder, overlay).load()


class _Loader:
    def __init__(self, folder: Path, overlay: Path | None) -> None:
        self.loaded = Loaded(folder)
        self.overlay = overlay
        self.diagnostics = self.loaded.diagnostics
        self.sources = self.loaded.sources
        self.imported = False
        """Whether the game is that of an imported module, which may lack pieces."""

    def load(self) -> Loaded:
        try:
            return self._load()
        except OSError as error:  # a folder without permission to read it
            name = str(error.filename or self.loaded.folder)
            self.diagnostics.error(FilePosition(name), f"cannot be read: {error.strerror}")
            return self.loaded

    def _load(self) -> Loaded:
        folder = self.loaded.folder
        forget_art()
        forget_whole()
        for path in self.folders():
            if not path.is_dir():
                self.diagnostics.error(FilePosition(str(path)), "the folder does not exist")
        if self.diagnostics.errors:
            return self.loaded
        for path in sorted(folder.glob("*.yml")):
            self._wrong_ending(path.name)
        info = self.yaml("game.yaml", GameFile)
        self.imported = bool(info and info.module.parts)
        cards_file = self.cards_file()
        has_cards = bool(cards_file.decks) or bool(self.diagnostics.errors_in("cards.yaml"))
        cards_only = has_cards and not self.exists("map.yaml")
        places = card_table(cards_file) if cards_only else self.map_file(info)
        no_pieces = has_cards and not self.has("pieces")
        pieces = [] if no_pieces else self.pieces(places)
        cards = self.table("cards", Card, {}) if self.has("cards") else []
        layouts = self.folder_of("layouts", CardLayout)
        charts = self.folder_of("charts", Chart)
        scenarios = self.scenarios()
        rules_file = self.optional("rules.yaml", RulesFile) or RulesFile()
        rulebook = self.optional("rulebook.yaml", BookFile)
        if info is None or places is None or self.diagnostics.errors:
            return self.loaded
        layouts += plain_layouts(info, cards_file.decks, cards, layouts)
        game = Game(
            folder,
            info.languages[0],
            info,
            places,
            tuple(pieces),
            cards_file,
            tuple(cards),
            {layout.id: layout for layout in layouts},
            tuple(charts),
            tuple(scenarios),
            read_outlines(places, folder, self.diagnostics, self.sources.position),
            tuple(rules_file.rules),
            rulebook,
        )
        self.loaded._game = game
        self.cross_check(game)
        for language in info.languages[1:]:
            self.locale(game, language)
        warn_of_stray_files(folder, self.diagnostics)
        return self.loaded

    def _wrong_ending(self, name: str) -> None:
        hint = f"rename it to {name.removesuffix('.yml')}.yaml"
        self.diagnostics.error(FilePosition(name), "the file's name must end with .yaml", hint)

    def has(self, stem: str) -> bool:
        return any(
            (folder / f"{stem}{end}").exists()
            for folder in self.folders()
            for end in (".csv", ".xlsx")
        )

    def folders(self) -> list[Path]:
        """The game's folder, and the overlay's if there is one."""
        return [self.loaded.folder, *([self.overlay] if self.overlay else [])]

    def may_read(self, path: Path, folder: Path, name: str) -> bool:
        """Whether a file is inside its folder; a link that leads out of it is an error."""
        if leads_out(path, folder):
            message = "the file is a link that leads out of the game's folder"
            hint = "replace the link with a copy of the file"
            self.diagnostics.error(FilePosition(name), message, hint)
            return False
        return True

    def read(self, name: str) -> LocatedData | None:
        """A YAML file of the game, changed by the overlay's file of the same name."""
        overlay = self.overlay if self.overlay and (self.overlay / name).exists() else None
        if overlay is None:
            return self.read_in(self.loaded.folder, name, name)
        changed = self.read_in(overlay, name, str(overlay / name))
        if not (self.loaded.folder / name).exists():
            return changed
        original = self.read_in(self.loaded.folder, name, name)
        return merge_yaml(original, changed) if original and changed else None

    def read_in(self, folder: Path, file: str, name: str) -> LocatedData | None:
        path = folder / file
        return (
            read_yaml(path, name, self.diagnostics) if self.may_read(path, folder, name) else None
        )

    def rows_in(self, folder: Path, path: Path, name: str) -> list[Row]:
        return read_table(path, name, self.diagnostics) if self.may_read(path, folder, name) else []

    def yaml(self, name: str, model: type[P]) -> P | None:
        located = self.read(name)
        return bind(model, located, self.diagnostics, self.sources) if located else None

    def cards_file(self) -> CardsFile:
        """`cards.yaml`; empty if the game has no cards. Without a map each pile gets a box."""
        located = self.read("cards.yaml") if self.exists("cards.yaml") else None
        if located is None:
            return CardsFile()
        name_layouts(located)
        if not self.exists("map.yaml"):
            add_boxes(located)
        return bind(CardsFile, located, self.diagnostics, self.sources) or CardsFile()

    def map_file(self, info: GameFile | None) -> MapFile | None:
        """`map.yaml`. Boards that are pictures get the pictures' sizes."""
        located = self.read("map.yaml")
        if located is None:
            return None
        add_board_sizes(located, self.loaded.folder, self.diagnostics)
        add_cell_tables(located, self.rows, self.diagnostics)
        terrains = {terrain.id for terrain in info.terrains} if info else set()
        add_painted_terrain(located, terrains, self.painting, self.diagnostics)
        return bind(MapFile, located, self.diagnostics, self.sources)

    def scenarios(self) -> list[Scenario]:
        """The scenarios, with the pieces that the table beside each lays out."""
        found = []
        for name in self.files_of("scenarios"):
            located = self.read(name)
            table = f"{name.removesuffix('.yaml')}.csv"
            if located is None:
                continue
            path = self.loaded.folder / table
            if path.exists():
                rows = self.rows_in(self.loaded.folder, path, table)
                add_laid_pieces(located, rows, self.diagnostics)
            part = bind(Scenario, located, self.diagnostics, self.sources)
            if part is not None:
                found.append(part)
        return found

    def optional(self, name: str, model: type[P]) -> P | None:
        return self.yaml(name, model) if self.exists(name) else None

    def exists(self, name: str) -> bool:
        """Whether the game or its overlay has a file."""
        return any((folder / name).exists() for folder in self.folders())

    def painting(self, name: str) -> Path | None:
        """The path of a drawing that a file of the game names; None if it leads out of the game."""
        folder = self.loaded.folder
        return folder / name if self.may_read(folder / name, folder, name) else None

    def rows(self, name: str) -> list[Row]:
        """The rows of a table that a file of the game names."""
        return self.rows_in(self.loaded.folder, self.loaded.folder / name, name)

    def folder_of(self, name: str, model: type[P]) -> list[P]:
        parts = (self.yaml(file, model) for file in self.files_of(name))
        return [part for part in parts if part is not None]

    def files_of(self, name: str) -> list[str]:
        """The YAML files of a folder, by their paths below the game's folder."""
        for folder in self.folders():
            for path in (folder / name).glob("*.yml"):
                self._wrong_ending(f"{name}/{path.name}")
        files = {path.name for folder in self.folders() for path in (folder / name).glob("*.yaml")}
        return [f"{name}/{file}" for file in sorted(files)]

    def pieces(self, places: MapFile | None) -> list[PieceType]:
        """The types of pieces. One without a home gets the first box that holds it."""

        def prepare(rows: list[Row]) -> None:
            warn_of_bare_faces(rows, FACE_COLUMNS, self.diagnostics)
            add_homes(rows, places.boxes if places else [])

        return self.table("pieces", PieceType, FACE_COLUMNS, prepare)

    def table(
        self,
        stem: str,
        model: type[P],
        nested: dict[str, DataPath],
        prepare: Callable[[list[Row]], None] | None = None,
    ) -> list[P]:
        path = find_table(self.loaded.folder, stem, self.diagnostics)
        over = find_table(self.overlay, stem, self.diagnostics) if self.overlay else None
        if path is None and over is None:
            self.diagnostics.error(
                FilePosition(f"{stem}.csv"),
                "the file does not exist",
                f"create {stem}.csv or {stem}.xlsx",
            )
            return []
        known, synonyms = (*model.model_fields, *nested), getattr(model, "synonyms", {})

        def rows_of(folder: Path, table: Path, name: str) -> list[Row]:
            rows = self.rows_in(folder, table, name)
            return rename_columns(rows, known, synonyms, self.diagnostics)

        rows = rows_of(self.loaded.folder, path, path.name) if path else []
        if over and self.overlay:
            rows = merge_rows(rows, rows_of(self.overlay, over, str(over)))
        parts = []
        warn_of_blank_counts(rows, self.diagnostics)
        if prepare:
            prepare(rows)
        needed = not (rows or over or self.imported)
        if path and needed and not self.diagnostics.errors_in(path.name):
            message = "the table has a header, but no rows"
            hint = f"write a row for each of the {stem}"
            self.diagnostics.error(FilePosition(path.name), message, hint)
        for row in rows:
            if self.diagnostics.full:
                break
            part = bind_row(model, row, nested, self.diagnostics, self.sources)
            if part is not None:
                parts.append(part)
        return parts

    def cross_check(self, game: Game) -> None:
        self.loaded.report(checks.check_game(game))
        self.loaded.report(check_fields(game))
        self.loaded.report(known_symbols(game))
        if not self.diagnostics.errors:
            if not game.info.module.parts:
                # The pieces of an imported module lie where its set-ups have them.
                for place_check in (
                    check_borders,
                    check_places,
                    check_positions,
                    check_cells,
                    check_edges,
                    check_sizes_of_pieces,
                    unique_cells,
                    *CROWDING,
                    explained,
                    *OVERSIGHTS,
                ):
                    self.loaded.report(place_check(game))
            for check in (check_pictures, check_fonts, check_sizes, check_layouts):
                self.loaded.report(check(game))

    def locale(self, game: Game, language: str) -> None:
        name = f"locale/{language}.yaml"
        if not any((folder / name).exists() for folder in self.folders()):
            at = self.loaded.sources.locate(PartDiagnostic(game.info, ("languages",), ""))
            self.diagnostics.warn(
                at,
                f"there is no {name}, so all texts stay in `{game.language}`",
                f"`modgen locale {game.id} {language}` drafts it",
            )
            return
        located = self.read(name)
        if located is None:
            return
        if not isinstance(located.data, dict):
            self.diagnostics.error(FilePosition(name), "expected a mapping of sections to texts")
            return
        texts = flatten(located.data)
        self.loaded.locales[language] = texts
        check_texts(game, texts, located, name, self.diagnostics)
