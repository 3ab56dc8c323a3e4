"""Whether a saved game fits a module: every name in the save is looked up in the module."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from modgen.inspecting.names import (
    MAPS,
    SLOTS,
    Names,
    note_piece,
    own_names,
    piece_of,
)
from modgen.log.picture_sizes import stored_name
from modgen.vassal.archive import ArchiveError
from modgen.vassal.commands import AddPiece, AddPlayer, SetBoards, parse_command
from modgen.vassal.module import Module, read_module
from modgen.vassal.obfuscation import ObfuscationError
from modgen.vassal.pieces import BasicPiece, Deck, GamePiece, PieceError, unnest
from modgen.vassal.save import SaveFile
from modgen.vassal.stream import StreamError, leaves

NOWHERE = ("", "null")
NO_SIDE = ("", "<observer>")
_SLASH = re.compile(r"/(?<!\\/)")
"""A slash between two parts of a command."""
_NOT_PIECES = ("stack", "deck;", "'")
"""How types begin that are not those of pieces, or are in quotation marks."""
_MANY = "GlobalProperty"
"""Commands without names that are too many to decode."""


@dataclass
class Held:
    """The names in a save with their counts; pieces are counted by gpid and name."""

    maps: Counter[str] = field(default_factory=Counter)
    boards: Counter[str] = field(default_factory=Counter)
    sides: Counter[str] = field(default_factory=Counter)
    players: set[str] = field(default_factory=set)
    """The passwords of players who have a seat."""
    decks: Counter[str] = field(default_factory=Counter)
    pieces: Counter[tuple[str, str]] = field(default_factory=Counter)
    pictures: dict[str, str] = field(default_factory=dict)
    """The pictures of pieces, each with the name of a piece that shows it."""
    unread: int = 0


def held(save: SaveFile) -> Held:
    """Collect the names in a save or log. Raises what reading one raises."""
    content = Held()
    for leaf in leaves(save.chunks_without_stacks()):
        _note(leaf.command, content)
    return content


@contextmanager
def reading_saves(
    module: Module, path: Path, files: Sequence[str], processes: int = 1
) -> Iterator[Callable[[], list[Held | None]]]:
    """Read the names in saves that a module contains; None for one that cannot be read.

    Several processes begin at once and read while the caller does something else; each opens
    `path`, the module's file. The function that is given waits for them.
    """
    if processes < 2:
        yield lambda: [_held_in_save(module, file) for file in files]
        return
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(_held_in_file, repeat(path), files)
        yield lambda: list(found)


@lru_cache(maxsize=1)
def _opened(path: Path) -> Module:
    return read_module(path)


def _held_in_file(path: Path, file: str) -> Held | None:
    return _held_in_save(_opened(path), file)


def _held_in_save(module: Module, file: str) -> Held | None:
    try:
        with SaveFile(Path(file), module.files[file]) as save:
            return held(save)
    except (ArchiveError, ObfuscationError, StreamError):
        return None


def _note(text: str, content: Held) -> None:
    if text.startswith("+/"):
        kind_at = text.find("/", 2) + 1
        boundary = _SLASH.search(text, kind_at) if kind_at else None
        after = boundary.end() if boundary is not None else 0
        if after and not text.startswith(_NOT_PIECES, kind_at) and text[after : after + 1] != "'":
            # Most of a save is types of pieces; they are looked up without decoding the command.
            _note_piece(text[kind_at : after - 1], text[after:], content)
            return
    if text.startswith(_MANY):
        return
    command = parse_command(text)
    if isinstance(command, AddPlayer):
        content.sides[command.side] += 1
        content.players.add(command.id)
    elif isinstance(command, SetBoards):
        content.boards.update(name.removesuffix("/rev") for name, _, _ in command.boards)
    elif isinstance(command, AddPiece):
        piece = command.piece
        if isinstance(piece, Deck):
            content.decks[piece.type.name] += 1
        elif isinstance(piece, GamePiece):
            kind, state = piece.type_text(), piece.state_text()
            _note_piece(kind.replace("/", "\\/"), state.replace("/", "\\/"), content)


def _note_piece(escaped_type: str, escaped_state: str, content: Held) -> None:
    kind = _kind(escaped_type)
    state = _basic_state(escaped_state, kind.levels) if kind is not None else None
    if kind is None or state is None:
        content.unread += 1
        return
    basic = BasicPiece.read("", state)
    content.maps[basic.map] += 1
    content.pieces[basic.gpid, kind.name] += 1
    for picture in kind.pictures:
        content.pictures.setdefault(picture, kind.name)


def _basic_state(escaped: str, levels: int) -> str | None:
    """The state of the basic piece; None if the text has fewer levels than the type.

    It is the text after the last tab, if there are as many tabs as levels and no quotation marks.
    """
    if escaped[-1:] != "'" and escaped.count("\t") == levels - 1:
        return escaped.rpartition("\t")[2].replace("\\/", "/")
    try:
        states = unnest(escaped.replace("\\/", "/"))
    except PieceError:
        return None
    return states[levels - 1] if len(states) >= levels else None


class Kind(NamedTuple):
    """What the type of a piece says: its levels, the name of the piece, and its pictures."""

    levels: int
    name: str
    pictures: tuple[str, ...]


@lru_cache(maxsize=20_000)
def _kind(escaped_type: str) -> Kind | None:
    """Decode a type as commands encode it; None if it is damaged.

    The set-ups of a module share most types.
    """
    names = Names()
    type_text = escaped_type.replace("\\/", "/")
    try:
        types = unnest(type_text)
        note_piece(GamePiece.read(type_text, "", repair=True), "", names)
    except PieceError:
        return None
    return Kind(len(types), BasicPiece.read(types[-1]).name, tuple(names.pictures))


def misfits(save: SaveFile, module: Module) -> Iterator[str]:
    """What a save needs and a module lacks, one sentence each. Raises what reading raises."""
    played_on = save.moduledata
    if played_on is not None and played_on.name and played_on.name != module.metadata.name:
        yield f"it was played on `{played_on.name}`, not on `{module.metadata.name}`"
    yield from lacking(held(save), module)


@dataclass(frozen=True)
class ModuleNames:
    """The names of a module that saves use."""

    maps: set[str]
    boards: set[str]
    roster: set[str]
    decks: set[str]
    pictures: set[str]
    slots: dict[str, str]
    """The names of slots' pieces by their gpid."""

    @classmethod
    def of(cls, module: Module) -> ModuleNames:
        """Collect the names of a module."""
        tree = module.tree
        slots = {}
        for slot in tree.find_all(*SLOTS):
            piece = piece_of(slot)
            if piece is not None:
                slots[slot.attributes.get("gpid", "")] = piece.basic.name
        return cls(
            own_names(tree, *MAPS, "WidgetMap"),
            own_names(tree, "Board"),
            {side.text for players in tree.find_all("PlayerRoster") for side in players.walk()},
            own_names(tree, "DrawPile"),
            {*module.images, *own_names(tree, "GamePieceImage")},
            slots,
        )


def lacking(content: Held, module: Module, names: ModuleNames | None = None) -> Iterator[str]:
    """What the content of a save needs and a module lacks, one sentence each.

    `names` are the module's names, collected once for several saves.
    """
    names = names or ModuleNames.of(module)
    for name, count in _absent(content.maps, names.maps, NOWHERE):
        yield f"{_pieces(count)} on the map `{name}`, which the module lacks"
    for name, _ in _absent(content.boards, names.boards, NOWHERE):
        yield f"it lays out the board `{name}`, which the module lacks"
    for name, _ in _absent(content.sides, names.roster, NO_SIDE):
        yield f"somebody plays the side `{name}`, which the module lacks"
    for name, _ in _absent(content.decks, names.decks, NOWHERE):
        yield f"it has the deck `{name}`, which the module lacks"
    for name, where in sorted(content.pictures.items()):
        if not stored_name(names.pictures, name):
            yield f"`{where}` shows the picture {name}, which the module lacks"
    yield from _other_slots(content, names.slots)
    if content.unread:
        yield f"{_pieces(content.unread)} that cannot be read"


def private(content: Held) -> Iterator[str]:
    """What a set-up tells everybody of its author, one sentence each."""
    players = len(content.players - {""})
    if players:
        who = "a player" if players == 1 else f"{players} players"
        yield f"it keeps the seat, the name and the password of {who}"


def _absent(
    counts: Counter[str], known: set[str], unnamed: tuple[str, ...]
) -> Iterator[tuple[str, int]]:
    for name, count in sorted(counts.items()):
        if name not in known and name not in unnamed:
            yield name, count


def _pieces(count: int) -> str:
    return "there is 1 piece" if count == 1 else f"there are {count} pieces"


def _other_slots(content: Held, slots: Mapping[str, str]) -> Iterator[str]:
    """Pieces whose gpid now belongs to another piece, which a refresh would turn them into."""
    names = set(slots.values())
    for (gpid, name), count in sorted(content.pieces.items()):
        now = slots.get(gpid, name)
        if now != name and name in names:
            yield (
                f"{_pieces(count)} `{name}` with the gpid {gpid}, which is now that of `{now}`: "
                "refreshing the save would replace it"
            )
