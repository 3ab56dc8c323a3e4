"""Loads a game folder: reads, binds and checks all files, and collects all diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from modgen.model.checks import blocks
from modgen.model.checks import consistency as checks
from modgen.model.checks.borders import check_borders, check_overlaps, check_places
from modgen.model.checks.card_fields import check_fields
from modgen.model.checks.colours import COLOURS
from modgen.model.checks.crowding import CROWDING
from modgen.model.checks.fonts import check_fonts
from modgen.model.checks.legends import explained, known_symbols
from modgen.model.checks.overlaps import OVERLAPS
from modgen.model.checks.oversights import OVERSIGHTS
from modgen.model.checks.pictures import check_layouts, check_pictures, check_sizes
from modgen.model.checks.places import (
    check_cells,
    check_edges,
    check_positions,
    check_sizes_of_pieces,
    unique_cells,
)
from modgen.model.checks.unlikely_moves import UNLIKELY_MOVES
from modgen.model.checks.unused import UNUSED
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
from modgen.model.files.extended import extended_folder, folders_of, forget_extended
from modgen.model.files.located import LocatedData
from modgen.model.files.overlay import add_rows, add_yaml, merge_rows, merge_yaml
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
from modgen.model.loading.locale import flatten, localised
from modgen.model.loading.painted_terrain import add_painted_terrain
from modgen.model.loading.piece_rows import (
    add_homes,
    complete_cards,
    lacks_column,
    warn_of_bare_faces,
    warn_of_blank_counts,
    warn_of_blank_ids,
    warn_of_dates,
    without_cells,
    without_headings,
)
from modgen.model.loading.plain_cards import name_layouts, plain_layouts
from modgen.model.loading.stray_files import report_other_tables, warn_of_stray_files
from modgen.model.loading.translations import check_texts
from modgen.model.texts import Key
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


OWN = frozenset(
    (
        *("id", "title", "subtitle", "version", "description", "about", "credits", "years"),
        *("languages", "extends", "extension"),
    )
)
"""Fields of `game.yaml` that an expansion has for itself."""


class Layer(NamedTuple):
    """A folder with files of a game: that of the game it extends, its own, or an overlay's."""

    folder: Path
    shown: str = ""
    """What diagnostics write before the names of its files."""
    adds: bool = False
    """Its files add to those of the folders before it, and change nothing."""

    def name(self, file: str) -> str:
        """What diagnostics call a file."""
        return str(Path(self.shown, file)) if self.shown else file


class Loaded:
    """A loaded game: its parts with their file positions, its translations, its diagnostics."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.diagnostics = Diagnostics()
        self.sources = SourceMap()
        self.locales: dict[str, dict[Key, str]] = {}
        self.extended: Loaded | None = None
        """The game that this one extends."""
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
            self.diagnostics.add(
                Diagnostic(
                    self.sources.locate(diagnostic),
                    diagnostic.message,
                    diagnostic.hint,
                    diagnostic.warning,
                    diagnostic.mistake,
                )
            )

    def in_language(self, language: str) -> Game:
        """The game with its texts in one of its languages.

        Raises GameDataError if the game has errors, and KeyError if it has no such language.
        """
        game = self.game
        if language == game.language:
            return game
        if language not in game.info.languages:
            raise KeyError(language)
        made = localised(game, language, self.locales.get(language, {}))
        below = self.extended
        if below is None or language not in below.game.info.languages:
            return made
        return replace(made, parent=below.in_language(language))


def load(folder: Path, overlay: Path | None = None) -> Loaded:
    """Load a game folder, optionally changed by the files of an overlay folder.

    Never raises: errors are in `diagnostics` of the result, whose `game` raises GameDataError if
    there are any.
    """
    return _Loader(folder, overlay).load()


class _Loader:
    def __init__(self, folder: Path, overlay: Path | None) -> None:
        self.loaded = Loaded(folder)
        self.layers = [Layer(folder)]
        """The folders with files of the game; those of later ones change or add to earlier ones."""
        if overlay is not None:
            self.layers.append(Layer(overlay, str(overlay)))
        self.diagnostics = self.loaded.diagnostics
        self.sources = self.loaded.sources
        self.imported = False
        """Whether the game is that of an imported module, which may lack pieces."""
        self.drafts: list[Part] = []
        """The pieces and cards of rows with wrong cells, without these cells."""

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
        forget_extended()
        for layer in self.layers:
            if not layer.folder.is_dir():
                self.diagnostics.error(FilePosition(str(layer.folder)), "the folder does not exist")
        self._extend()
        if self.diagnostics.errors:
            return self.loaded
        for path in sorted(folder.glob("*.yml")):
            self._wrong_ending(path.name)
        report_other_tables(folder, self.diagnostics)
        info = self.yaml("game.yaml", GameFile)
        self.imported = bool(info and info.module.parts)
        cards_file = self.cards_file()
        has_cards = bool(cards_file.decks) or bool(self.diagnostics.errors_in("cards.yaml"))
        cards_only = has_cards and not self.exists("map.yaml")
        places = card_table(cards_file) if cards_only else self.map_file(info)
        no_pieces = has_cards and not self.has("pieces")
        pieces = [] if no_pieces else self.pieces(places)
        cards = self.cards(cards_file) if self.has("cards") else []
        layouts = self.folder_of("layouts", CardLayout)
        charts = self.folder_of("charts", Chart)
        scenarios = self.scenarios()
        rules_file = self.optional("rules.yaml", RulesFile) or RulesFile()
        rulebook = self.optional("rulebook.yaml", BookFile)
        if info is None or places is None or self.diagnostics.errors:
            if info is not None and places is not None:
                self.check_rows(info, places, pieces, cards_file, cards)
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
            self.loaded.extended.game if self.loaded.extended else None,
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

    def _extend(self) -> None:
        """Load the game that this one extends, if it is an expansion; its files come first."""
        below = extended_folder(self.loaded.folder)
        if below is None:
            return
        located = self.read_in(self.own, "game.yaml")
        at = located.position(("extends",)) if located else FilePosition("game.yaml")
        shown = located.data["extends"] if located else str(below)
        if not (below / "game.yaml").is_file():
            message = f"`{shown}` is neither a folder with a game nor the name of a bundled game"
            self.diagnostics.error(at, message, "name a folder with a game.yaml")
        elif extended_folder(below) is not None:
            message = f"`{shown}` is an expansion, which cannot be extended"
            self.diagnostics.error(at, message, "name the game that it extends")
        else:
            self.loaded.extended = load(below)
            forget_extended()
            if self.loaded.extended.diagnostics.errors:
                message = f"the game `{shown}`, which this one extends, has errors"
                self.diagnostics.error(at, message, "`modgen check-data` lists them")
            self.layers[0] = self.layers[0]._replace(adds=True)
            self.layers.insert(0, Layer(below, shown))

    @property
    def own(self) -> Layer:
        """The game's own folder."""
        return next(layer for layer in self.layers if layer.folder == self.loaded.folder)

    def has(self, stem: str) -> bool:
        return any(self.exists(f"{stem}{end}") for end in (".csv", ".xlsx"))

    def may_read(self, layer: Layer, file: str) -> bool:
        """Whether a file is inside its folder; a link that leads out of it is an error."""
        if leads_out(layer.folder / file, layer.folder):
            message = "the file is a link that leads out of the game's folder"
            hint = "replace the link with a copy of the file"
            self.diagnostics.error(FilePosition(layer.name(file)), message, hint)
            return False
        return True

    def read(self, name: str) -> LocatedData | None:
        """A YAML file of the game, with what the files of this name in later folders change."""
        holding = [layer for layer in self.layers if (layer.folder / name).exists()]
        if not holding:
            return self.read_in(self.own, name)
        located = self.read_in(holding[0], name)
        for layer in holding[1:]:
            more = self.read_in(layer, name)
            if located is None or more is None:
                return None
            if layer.adds:
                own = OWN if name == "game.yaml" else frozenset()
                located = add_yaml(located, more, own, self.diagnostics)
            else:
                located = merge_yaml(located, more)
        return located

    def read_in(self, layer: Layer, file: str) -> LocatedData | None:
        if not self.may_read(layer, file):
            return None
        return read_yaml(layer.folder / file, layer.name(file), self.diagnostics)

    def rows_in(self, layer: Layer, file: str) -> list[Row]:
        if not self.may_read(layer, file):
            return []
        return read_table(layer.folder / file, layer.name(file), self.diagnostics)

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
            rows = [
                row
                for layer in self.layers
                if (layer.folder / table).exists()
                for row in self.rows_in(layer, table)
            ]
            if rows:
                add_laid_pieces(located, rows, self.diagnostics)
            part = bind(Scenario, located, self.diagnostics, self.sources)
            if part is not None:
                found.append(part)
        return found

    def optional(self, name: str, model: type[P]) -> P | None:
        return self.yaml(name, model) if self.exists(name) else None

    def exists(self, name: str) -> bool:
        """Whether one of the folders has a file."""
        return any((layer.folder / name).exists() for layer in self.layers)

    def painting(self, name: str) -> Path | None:
        """The path of a drawing that a file of the game names; None if it leads out of the game."""
        layer = self.holding(name)
        return layer.folder / name if self.may_read(layer, name) else None

    def rows(self, name: str) -> list[Row]:
        """The rows of a table that a file of the game names."""
        return self.rows_in(self.holding(name), name)

    def holding(self, name: str) -> Layer:
        """The folder of the game, or of that which it extends, with a file that is named."""
        layers = [layer for layer in self.layers if layer.folder in folders_of(self.loaded.folder)]
        return next((one for one in reversed(layers) if (one.folder / name).exists()), layers[-1])

    def folder_of(self, name: str, model: type[P]) -> list[P]:
        parts = (self.yaml(file, model) for file in self.files_of(name))
        return [part for part in parts if part is not None]

    def files_of(self, name: str) -> list[str]:
        """The YAML files of a folder, by their paths below the game's folder."""
        files: dict[str, None] = {}
        for layer in self.layers:
            for path in (layer.folder / name).glob("*.yml"):
                self._wrong_ending(f"{name}/{path.name}")
            found = {path.name for path in (layer.folder / name).glob("*.yaml")}
            # What an expansion has comes after what its game has.
            found -= set(files)
            every = [*files, *sorted(found)] if layer.adds else sorted([*files, *found])
            files = dict.fromkeys(every)
        return [f"{name}/{file}" for file in files]

    def pieces(self, places: MapFile | None) -> list[PieceType]:
        """The types of pieces. One without a home gets the first box that holds it."""

        def prepare(rows: list[Row]) -> None:
            warn_of_bare_faces(rows, FACE_COLUMNS, self.diagnostics)
            add_homes(rows, places.boxes if places else [])

        return self.table("pieces", PieceType, FACE_COLUMNS, "name", prepare=prepare)

    def cards(self, file: CardsFile) -> list[Card]:
        """The cards. A card without an id gets one made from its title."""

        def complete(rows: list[Row]) -> None:
            complete_cards(rows, file.decks, self.diagnostics)

        if self.diagnostics.errors_in("cards.yaml"):
            return []
        if not file.decks:
            self.diagnostics.error(
                FilePosition("cards.yaml"),
                "there is a table of cards, but no file lists their decks",
                "write `decks:` in cards.yaml, and below it a line for each deck, such as"
                " `- {id: events, name: Events}`",
            )
            return []
        return self.table("cards", Card, {}, "title", complete=complete)

    def table(
        self,
        stem: str,
        model: type[P],
        nested: dict[str, DataPath],
        needed: str,
        *,
        complete: Callable[[list[Row]], None] | None = None,
        prepare: Callable[[list[Row]], None] | None = None,
    ) -> list[P]:
        """The parts of a table with a row for each.

        `needed` is a column that it must have. `complete` gets the rows of each folder, `prepare`
        those of all folders together.
        """
        known = (*model.model_fields, *nested)
        synonyms = getattr(model, "synonyms", {})
        rows, tables = self.layered_rows(stem, known, synonyms, complete, needed)
        if not tables:
            self.diagnostics.error(
                FilePosition(f"{stem}.csv"),
                "the file does not exist",
                f"create {stem}.csv or {stem}.xlsx",
            )
            return []
        if not (rows or self.imported or self.diagnostics.errors_in(tables[0])):
            message = "the table has a header, but no rows"
            hint = f"write a row for each of the {stem}"
            self.diagnostics.error(FilePosition(tables[0]), message, hint)
        if lacks_column(rows, needed, synonyms, tables[0], self.diagnostics):
            return []
        warn_of_blank_counts(rows, self.diagnostics)
        if getattr(model, "extra_columns", ""):
            warn_of_dates(rows, known, self.diagnostics)
        if prepare:
            prepare(rows)
        parts = []
        rows.reverse()
        while rows and not self.diagnostics.full:  # a row is not needed once it is a part
            row = rows.pop()
            part = bind_row(model, row, nested, self.diagnostics, self.sources)
            if part is not None:
                parts.append(part)
            else:
                self.draft(model, row, nested)
        return parts

    def draft(self, model: type[P], row: Row, nested: dict[str, DataPath]) -> None:
        """Keep what is right in a row with wrong cells, if its id is right."""
        found, more = Diagnostics(), Diagnostics()
        bind_row(model, row, nested, found, SourceMap())
        rest = without_cells(row, {error.position for error in found.errors})
        if "id" in rest.cells or "id" not in row.cells:
            part = bind_row(model, rest, nested, more, self.sources)
            if part is not None:
                self.drafts.append(part)

    def layered_rows(
        self,
        stem: str,
        known: Collection[str],
        synonyms: Mapping[str, str],
        complete: Callable[[list[Row]], None] | None,
        needed: str,
    ) -> tuple[list[Row], list[str]]:
        """The rows of a table in all folders, and the names of its files."""
        rows: list[Row] = []
        tables: list[str] = []
        for layer in self.layers:
            path = find_table(layer.folder, stem, self.diagnostics)
            if path is None:
                continue
            more = rename_columns(self.rows_in(layer, path.name), known, synonyms, self.diagnostics)
            more = without_headings(more, needed, self.diagnostics)
            warn_of_blank_ids(more, needed, self.diagnostics)
            if complete and more:
                complete(more)
            if layer.adds:
                rows = add_rows(rows, more, self.diagnostics)
            else:
                rows = merge_rows(rows, more) if tables else more
            tables.append(layer.name(path.name))
        return rows, tables

    def check_rows(
        self,
        info: GameFile,
        places: MapFile,
        pieces: Sequence[PieceType],
        cards_file: CardsFile,
        cards: Sequence[Card],
    ) -> None:
        """Check what rows refer to in a game with errors elsewhere."""
        game = Game(
            self.loaded.folder,
            info.languages[0],
            info,
            places,
            (*pieces, *(one for one in self.drafts if isinstance(one, PieceType))),
            cards_file,
            (*cards, *(one for one in self.drafts if isinstance(one, Card))),
            {},
            (),
            (),
        )
        rows = {id(part) for part in (*game.pieces, *game.cards)}
        for check in (*checks.OF_ROWS, check_pictures):
            self.loaded.report(
                found
                for found in check(game)
                if isinstance(found, PartDiagnostic) and id(found.part) in rows
            )

    def cross_check(self, game: Game) -> None:
        self.loaded.report(checks.check_game(game))
        self.loaded.report(check_fields(game))
        self.loaded.report(known_symbols(game))
        if not self.diagnostics.errors:
            if not game.info.module.parts:
                # The pieces of an imported module lie where its set-ups have them.
                for place_check in (
                    check_borders,
                    check_overlaps,
                    check_places,
                    check_positions,
                    check_cells,
                    check_edges,
                    check_sizes_of_pieces,
                    unique_cells,
                    *OVERLAPS,
                    *CROWDING,
                    *COLOURS,
                    explained,
                    *OVERSIGHTS,
                    *blocks.CHECKS,
                    *UNUSED,
                    *UNLIKELY_MOVES,
                ):
                    self.loaded.report(place_check(game))
            for check in (check_fonts, check_sizes, check_layouts):
                self.loaded.report(check(game))
        self.loaded.report(check_pictures(game))

    def locale(self, game: Game, language: str) -> None:
        name = f"locale/{language}.yaml"
        if not self.exists(name):
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
