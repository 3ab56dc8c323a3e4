"""A set-up from a table: a row for each piece, with its slot and where it lies.

Columns: `piece` (the name of the piece or of its slot) or `slot` (its gpid); `map`, `x` and `y`, or
`place` and, if several maps have it, `map`; `count`; and columns such as `Layer.level` for fields
of a trait's state. Pieces at one point form a stack in the order of the rows, the first at the
bottom. VASSAL adds the stacks and decks that the module has at the start.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.log.locations import Placed
from modgen.log.table import never_stacks
from modgen.saving.pieces_text import COMMAND, Pieces, describe_pieces, piece_of
from modgen.saving.places import PlaceFinder
from modgen.unpacking import yaml_text
from modgen.unpacking.pieces import PieceFormError, nearest
from modgen.vassal import sequence
from modgen.vassal.commands import SetBoards
from modgen.vassal.components import Component
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece, PieceError, Stack, parse_definition
from modgen.vassal.prototypes import Prototypes
from modgen.vassal.save import save_entries, save_text
from modgen.vassal.wires import read_integer

COLUMNS = ("piece", "slot", "map", "x", "y", "place", "count")
SLOTS = ("PieceSlot", "CardSlot")
MOST_PIECES = 50_000
FIRST_ID = 1001
MAX_CELL = 1 << 20
MAX_TABLE = 16 << 20
"""The longest table that is read, in bytes."""


class SetupTableError(ModgenError, ValueError):
    """The table does not describe a set-up of the module."""


class _Slot(NamedTuple):
    """A slot: its gpid, its names, and its piece as it is in play."""

    gpid: str
    names: frozenset[str]
    piece: GamePiece


def set_up(module: Module, text: str, name: str) -> dict[str, bytes]:
    """The archive entries of the set-up. `name` is the table's, for errors.

    Raises SetupTableError.
    """
    boards = dict(_boards(module.tree))
    rows = _Rows(module, boards, name)
    commands: list[str] = []
    stacks: dict[tuple[str, int, int], list[str]] = {}
    for piece in rows.pieces(text):
        assert piece.id is not None
        commands.append(piece.add_command())
        if not never_stacks(piece.type_text()):
            at = piece.basic.map, piece.basic.x, piece.basic.y
            stacks.setdefault(at, []).append(piece.id)
    next_id = FIRST_ID + len(commands)
    for number, ((map_name, x, y), members) in enumerate(stacks.items(), next_id):
        commands.append(Stack(str(number), map_name, x, y, tuple(members)).add_command())
    shown = [
        SetBoards(picker=f"{key}BoardPicker", boards=tuple(value)).text
        for key, value in boards.items()
    ]
    return save_entries(save_text(commands, shown), module.metadata)


def _boards(tree: Component) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...]]]:
    """The boards that each map shows at first; a map of several without a choice has none."""
    for owner in tree.find_all("Map", "PrivateMap", "PlayerHand"):
        name = owner.attributes.get("mapName", "")
        for picker in owner.find_all("BoardPicker"):
            known = [board.attributes.get("name", "") for board in picker.find_all("Board")]
            chosen = next((part.text for part in picker.find_all("setup")), "")
            if chosen:
                yield name, SetBoards.read(chosen).boards
            elif len(known) == 1:
                yield name, ((known[0], "0", "0"),)


class _Rows:
    def __init__(self, module: Module, boards: Mapping[str, Placed], name: str) -> None:
        self.name = name
        self.finder = PlaceFinder(module, boards)
        self.slots: list[_Slot] = list(_slots(module.tree))
        self.by_gpid = {slot.gpid: number for number, slot in enumerate(self.slots)}
        self.by_name: dict[str, list[int]] = {}
        for number, slot in enumerate(self.slots):
            for each in slot.names:
                self.by_name.setdefault(each, []).append(number)
        self.described: Pieces = describe_pieces(
            (
                [
                    slot.piece.at("null", 0, 0, str(number)).add_command()
                    for number, slot in enumerate(self.slots)
                ],
            )
        )

    def pieces(self, text: str) -> Iterator[GamePiece]:
        usual = csv.field_size_limit(MAX_CELL)
        reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
        number = FIRST_ID
        try:
            columns = reader.fieldnames or ()
            for index, column in enumerate(columns, 1):
                if column not in COLUMNS and "." not in column:
                    raise SetupTableError(
                        f"{self.name}:1:{index}: there is no column {column!r}"
                        f"{nearest(column, COLUMNS)}; a trait's is `Layer.level`"
                    )
            for row in reader:
                for _ in range(self._count(row, reader.line_num, columns)):
                    if number - FIRST_ID >= MOST_PIECES:
                        raise SetupTableError(f"{self.name} has more than {MOST_PIECES:,} pieces")
                    yield self._piece(row, str(number), reader.line_num, columns)
                    number += 1
        except csv.Error as problem:
            raise SetupTableError(f"{self.name}: the table is not CSV: {problem}") from None
        finally:
            csv.field_size_limit(usual)

    def _error(self, line: int, columns: object, column: str, why: str) -> SetupTableError:
        names = list(columns) if isinstance(columns, list | tuple) else []
        at = names.index(column) + 1 if column in names else 1
        return SetupTableError(f"{self.name}:{line}:{at}: {why}")

    def _count(self, row: Mapping[str, str], line: int, columns: object) -> int:
        text = row.get("count") or "1"
        if not text.isascii() or not text.isdigit() or len(text) > 5:
            raise self._error(line, columns, "count", f"count is {text!r}; write a whole number")
        return int(text)

    def _slot(self, row: Mapping[str, str], line: int, columns: object) -> int:
        gpid, name = row.get("slot") or "", row.get("piece") or ""
        if gpid:
            if gpid not in self.by_gpid:
                raise self._error(line, columns, "slot", f"the module has no slot {gpid}")
            return self.by_gpid[gpid]
        found = self.by_name.get(name, [])
        if not found:
            hint = nearest(name, self.by_name) or "; write the name of a slot"
            raise self._error(line, columns, "piece", f"the module has no piece {name!r}{hint}")
        if len({self.slots[one].piece.definition() for one in found}) > 1:
            ids = ", ".join(self.slots[one].gpid for one in found[:10])
            raise self._error(
                line, columns, "piece", f"{name} is in several slots; write one of {ids} as `slot`"
            )
        return found[0]

    def _point(self, row: Mapping[str, str], line: int, columns: object) -> tuple[str, int, int]:
        map_name, place = row.get("map") or "", row.get("place") or ""
        if map_name and map_name not in self.finder.maps:
            hint = nearest(map_name, self.finder.maps)
            raise self._error(line, columns, "map", f"the module has no map {map_name!r}{hint}")
        if place:
            maps = [map_name] if map_name else list(self.finder.maps)
            found = [(one, point) for one in maps if (point := self.finder.find(place, one))]
            if not found:
                raise self._error(
                    line, columns, "place", f"no map has the place {place!r}; write map, x and y"
                )
            if len(found) > 1:
                names = ", ".join(one for one, _ in found)
                raise self._error(
                    line, columns, "place", f"{place} is on several maps; write one of {names}"
                )
            return found[0][0], *found[0][1]
        if not map_name:
            raise self._error(line, columns, "map", "write map, x and y, or place")
        numbers = []
        for key in ("x", "y"):
            try:
                numbers.append(read_integer(row.get(key) or ""))
            except ValueError:
                raise self._error(
                    line, columns, key, f"{key} is {row.get(key)!r}; write a whole number of pixels"
                ) from None
        x, y = numbers
        extent = self.finder.extent(map_name)
        if extent and not (0 <= x <= extent[0] and 0 <= y <= extent[1]):
            column = "y" if 0 <= x <= extent[0] else "x"
            wide, high = extent
            raise self._error(
                line,
                columns,
                column,
                f"the point {x}, {y} is not on the map {map_name!r}, which has {wide} x {high} "
                "pixels; correct `x` and `y`",
            )
        return map_name, x, y

    def _piece(self, row: Mapping[str, str], key: str, line: int, columns: object) -> GamePiece:
        number = self._slot(row, line, columns)
        map_name, x, y = self._point(row, line, columns)
        cells = {
            column: yaml_text.read(cell, f"{self.name}:{line}") if cell.startswith("[") else cell
            for column, cell in row.items()
            if column and "." in column and cell
        }
        shown = self.described.rows[number]
        if not cells or COMMAND in shown:
            return self.slots[number].piece.at(map_name, x, y, key)
        values = {**shown, **cells, "id": key}
        try:
            piece = piece_of(values, self.described.kinds, self.described.habits)
        except (PieceFormError, sequence.SequenceError) as problem:
            first = next(iter(cells))
            raise self._error(line, columns, first, str(problem)) from None
        return piece.at(map_name, x, y, key)


def _slots(tree: Component) -> Iterator[_Slot]:
    """The slots whose pieces can be read, with their prototypes put in."""
    prototypes = Prototypes.of([tree])
    for slot in tree.find_all(*SLOTS):
        gpid = slot.attributes.get("gpid", "")
        try:
            piece = parse_definition(slot.text)
            traits = prototypes.expanded(piece)
        except (PieceError, ValueError):
            continue
        names = {piece.basic.name, slot.attributes.get("entryName", "")} - {""}
        yield _Slot(gpid, frozenset(names), GamePiece(traits, piece.basic.but(gpid=gpid)))
