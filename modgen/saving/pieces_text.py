"""Pieces, stacks and decks as one line each, and the kinds of pieces that they share.

A kind is a piece's traits as in an unpacked module, without states. The line of a piece has its
kind, its id and what its state adds:

    - {piece: Infantry, id: '1002', map: Main Map, x: '200', y: '75', slot: '7', Layer.level: '2'}
    - {stack: '1003', map: Main Map, x: '90', y: '60', pieces: ['1004', '1005']}

A piece in a stack or deck has its place from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from modgen.errors import ModgenError
from modgen.saving.fields_text import composed_part, described_part
from modgen.unpacking.pieces import (
    CLASSES,
    VERBATIM,
    Habits,
    PieceFormError,
    Value,
    compose,
    describe,
    habits_of,
    nearest,
)
from modgen.unpacking.yaml_text import Located, flow, scalar
from modgen.vassal.commands import AddPiece
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, PieceError, Stack
from modgen.vassal.sequence import SequenceError
from modgen.vassal.wires import read_integer

PLACE = {"map": "null", "x": "0", "y": "0"}
"""Where something is, with what a missing value stands for."""
SHORT = {"map": "map", "x": "x", "y": "y", "gpid": "slot", "properties": "properties"}
"""The columns of the basic piece's fields that have a short name."""
PROPERTIES = "properties"
"""The persistent properties of a piece, left out if there is only its id, and `none` for none."""
NONE = "none"
STATES = {"state_fields", "more_state"}
COMMAND = "command"
"""A line that is kept as the text of its command."""
STREAM = "stream"
"""A line that is kept as the text of the stream, in JSON's notation."""
FIRST = {COMMAND, STREAM, "piece", "stack", "deck"}
DEPTH = "depth"
"""The level of a command below those that it follows, where it is not the usual one."""
Fields = dict[str, Value]
Traits = list[dict[str, dict[str, Value]]]


class PiecesError(ModgenError, ValueError):
    """A line of the pieces or a kind cannot be read."""


class Pieces(NamedTuple):
    """What the files `kinds.yaml` and `pieces.yaml` say."""

    kinds: dict[str, Traits]
    rows: list[Fields]
    habits: Habits


# From commands to lines.


def describe_pieces(runs: Iterable[Iterable[str]]) -> Pieces:
    """The kinds and lines of commands that add pieces, stacks and decks, in their order.

    Each run is for a file of its own.
    """
    added = [[AddPiece.read(text) for text in run] for run in runs]
    readable = [
        piece for run in added for command in run if (piece := _readable(command)) is not None
    ]
    writer = _Writer(habits_of(readable))
    rows = [row for run in added for row in writer.rows(run)]
    return Pieces(writer.kinds, rows, writer.habits)


def _readable(command: AddPiece) -> GamePiece | None:
    """The piece that a command adds; None for another thing or one that must stay as it is."""
    piece = command.piece
    if not isinstance(piece, GamePiece) or len(command.tokens(0)) != 3:
        return None
    try:
        basic = piece.basic
        read_integer(basic.tokens(1)[1])
        read_integer(basic.tokens(1)[2])
        return piece if piece.add_command() == command.text else None
    except (PieceError, SequenceError, ValueError, IndexError):
        return None


class _Writer:
    def __init__(self, habits: Habits) -> None:
        self.habits = habits
        self.kinds: dict[str, Traits] = {}
        self._names: dict[str, str] = {}
        self._ids: set[str] = set()
        self._held: set[str] = set()

    def rows(self, run: Iterable[AddPiece]) -> list[Fields]:
        self._ids, self._held = set(), set()
        rows = [self._row(command) or {COMMAND: command.text} for command in run]
        self._place_members(rows)
        return rows

    def _row(self, command: AddPiece) -> Fields | None:
        what = command.piece
        if isinstance(what, GamePiece):
            piece = _readable(command)
            return self._piece(piece) if piece is not None else None
        if what.add_command() != command.text or not self._whole(what):
            return None
        place = {"map": what.map, "x": str(what.x), "y": str(what.y)}
        if isinstance(what, Stack):
            number = NONE if what.layer is None else str(what.layer)
            layer = {} if what.layer == -1 else {"layer": number}
            return {"stack": what.id, **place, **layer, "pieces": list(what.contents)}
        fields = described_part(what.type)
        if fields is None:
            return None
        kind = self._kind(what.type.name or "deck", [{DeckType.__name__: fields}])
        facing: Fields = {"face_down": "true"} if what.face_down else {}
        return {"deck": kind, "id": what.id, **place, **facing, "pieces": list(what.contents)}

    def _whole(self, pile: Stack | Deck) -> bool:
        """Whether a pile's id is new and its members are known and in no other pile."""
        members = set(pile.contents)
        if (
            pile.id in self._ids
            or len(members) != len(pile.contents)
            or not members <= self._ids - self._held
            or pile.id in members
        ):
            return False
        self._ids.add(pile.id)
        self._held |= members | {pile.id}
        return True

    def _piece(self, piece: GamePiece) -> Fields | None:
        if piece.id is None or piece.id in self._ids:
            return None
        traits: Traits = []
        states: Fields = {}
        for name, trait in _numbered(describe(piece, self.habits)):
            ((kind, values),) = trait.items()
            own = {key: value for key, value in values.items() if not in_state(kind, key)}
            traits.append({kind: own})
            for key, value in values.items():
                if in_state(kind, key):
                    short = SHORT.get(key) if kind == BasicPiece.__name__ else None
                    states[short or f"{name}.{key}"] = value
        if BasicPiece.__name__ not in traits[-1]:
            return None
        name = self._kind(piece.basic.name or "piece", traits)
        if states.get(PROPERTIES) == [["UniqueID", piece.id]]:
            del states[PROPERTIES]
        else:
            states.setdefault(PROPERTIES, NONE)
        place = {key: states.pop(key) for key in SHORT.values() if key in states}
        row: Fields = {"piece": name, "id": piece.id, **place, **states}
        try:
            same = piece_of(row, self.kinds, self.habits).add_command() == piece.add_command()
        except (PieceFormError, SequenceError):
            same = False
        if not same:
            return None
        self._ids.add(piece.id)
        return row

    def _kind(self, name: str, traits: Traits) -> str:
        """The name of a kind, which is added if it is new."""
        key = flow(traits)
        if key not in self._names:
            unique, number = name, 1
            while unique in self.kinds:
                number += 1
                unique = f"{name} {number}"
            self.kinds[unique] = traits
            self._names[key] = unique
        return self._names[key]

    def _place_members(self, rows: list[Fields]) -> None:
        """Leave out the place of the pieces in a pile, or write it as `stored` if it differs."""
        pieces = {str(row["id"]): row for row in rows if "piece" in row}
        for row in rows:
            if "stack" not in row and "deck" not in row:
                continue
            for member in row["pieces"]:
                piece = pieces.get(str(member), {})
                own = [str(piece.pop(key, default)) for key, default in PLACE.items()]
                if own != [row[key] for key in PLACE]:
                    piece["stored"] = own


def _numbered(traits: Traits) -> Iterator[tuple[str, dict[str, dict[str, Value]]]]:
    """Each trait with the name of its columns: `Layer`, and `Layer 2` for the second one."""
    seen: dict[str, int] = {}
    for trait in traits:
        ((kind, _),) = trait.items()
        seen[kind] = number = seen.get(kind, 0) + 1
        yield (kind if number == 1 else f"{kind} {number}"), trait


def in_state(kind: str, key: str) -> bool:
    """Whether a field of a trait is part of its state."""
    if kind == VERBATIM:
        return key == "state"
    fields = CLASSES[kind].parts[1].fields if kind in CLASSES else ()
    return key in STATES or any(each.name == key for each in fields)


def kinds_text(kinds: Mapping[str, Traits]) -> str:
    """The file of kinds."""
    lines = []
    for name, traits in kinds.items():
        lines.append(f"{scalar(name)}:")
        for trait in traits:
            ((kind, fields),) = trait.items()
            lines.append(f"- {kind}: {flow(fields)}")
    return "".join(f"{line}\n" for line in lines) or "{}\n"


# From lines to commands.


def check_kind(traits: list[Any], habits: Habits) -> None:
    """Raise PieceFormError or SequenceError for a kind that is neither a piece nor a deck."""
    first = traits[0]
    if DeckType.__name__ in first:
        composed_part(DeckType, first[DeckType.__name__])
    else:
        compose(traits, habits)


def piece_of(row: Mapping[str, Any], kinds: Mapping[str, Traits], habits: Habits) -> GamePiece:
    """The piece of a line. Raises PieceFormError."""
    traits = []
    known = set()
    row = {PROPERTIES: [["UniqueID", str(row["id"])]], **row}
    if row[PROPERTIES] == NONE:
        del row[PROPERTIES]
    for name, trait in _numbered(kinds[str(row["piece"])]):
        ((kind, values),) = trait.items()
        fields = dict(values)
        for key, value in row.items():
            short = _long_name(key)
            if short.rpartition(".")[0] != name:
                continue
            field = short.rpartition(".")[2]
            if not in_state(kind, field):
                raise PieceFormError(f"{short} is not part of a piece's state; change its kind")
            known.add(key)
            fields[field] = value
        traits.append({kind: fields})
    for key in row:
        if key not in known and key not in ("piece", "id"):
            raise PieceFormError(f"the kind {row['piece']} has no {key}; remove it")
    piece = compose(traits, habits)
    return GamePiece.read(piece.type_text(), piece.state_text(), str(row["id"]))


def _long_name(key: str) -> str:
    field = next((name for name, short in SHORT.items() if short == key), None)
    return f"{BasicPiece.__name__}.{field}" if field else key


class Reader:
    """Makes commands of the lines of `pieces.yaml` and checks that they fit together."""

    def __init__(self, kinds: Mapping[str, Traits], habits: Habits, name: str) -> None:
        self.kinds = kinds
        self.habits = habits
        self.name = name
        """The name of the file, for errors."""
        self._new = 1

    def commands(self, rows: list[Any]) -> Iterator[tuple[Located, str]]:
        """The commands of the lines, each with its line. Raises PiecesError."""
        piles = self._piles(rows)
        ids: dict[str, Located] = {}
        for row in rows:
            key = self._id(row)
            if key and key in ids:
                raise self.error(row, f"line {ids[key].line} has the id {key} too; change one")
            if key:
                ids[key] = row
        numbers = [int(key) for key in ids if key.isascii() and key.isdigit() and len(key) < 18]
        self._new = max(numbers, default=1000) + 1
        done: set[str] = set()
        for row in rows:
            if COMMAND in row or STREAM in row:
                yield row, self._text(row, COMMAND)
            elif "piece" in row:
                yield row, self._piece(row, piles, done)
            else:
                yield row, self._pile(row, done)

    def error(self, row: Located, why: str, key: str = "") -> PiecesError:
        """An error at a value of a line."""
        return PiecesError(f"{self.name}:{row.at(key)}: {why}")

    def _id(self, row: Any) -> str:
        if not isinstance(row, Located) or not FIRST & row.keys():
            line = f"{self.name}:{row.at()}" if isinstance(row, Located) else self.name
            raise PiecesError(
                f"{line}: each entry is a mapping that begins with `piece`, `stack` or `deck`, "
                "such as `- {piece: Infantry, map: Main Map, x: 200, y: 75}`"
            )
        if COMMAND in row or STREAM in row:
            return ""
        return self._text(row, "stack" if "stack" in row else "id")

    def _text(self, row: Located, key: str, default: str = "") -> str:
        value = row.get(key, default)
        if not isinstance(value, str):
            raise self.error(row, f"{key} is not a text; put it in quotation marks", key)
        return value

    def _members(self, row: Located) -> list[str]:
        members = row.get("pieces") or []
        if not isinstance(members, list) or not all(isinstance(one, str) for one in members):
            raise self.error(row, "`pieces` is not a list of ids such as `['1004', '1005']`")
        return members

    def _piles(self, rows: list[Any]) -> dict[str, Located]:
        """The pile of each piece that is in one."""
        piles: dict[str, Located] = {}
        for row in rows:
            if isinstance(row, Located) and ("stack" in row or "deck" in row):
                for member in self._members(row):
                    if member in piles:
                        line = piles[member].line
                        raise self.error(row, f"{member} is on line {line} too; remove one of them")
                    piles[member] = row
        return piles

    def _place(self, row: Located) -> dict[str, str]:
        place = {key: self._text(row, key, default) for key, default in PLACE.items()}
        for key in ("x", "y"):
            try:
                read_integer(place[key])
            except ValueError:
                raise self.error(
                    row, f"{key} is {place[key]!r}; write a whole number of pixels", key
                ) from None
        return place

    def _piece(self, row: Located, piles: Mapping[str, Located], done: set[str]) -> str:
        kind = self._text(row, "piece")
        if kind not in self.kinds:
            hint = nearest(kind, self.kinds) or "; describe it in kinds.yaml"
            raise self.error(row, f"there is no kind {kind}{hint}", "piece")
        values: dict[str, Any] = dict(row)
        values.pop(DEPTH, None)
        if not values.get("id"):
            values["id"] = str(self._new)
            self._new += 1
        pile = piles.get(str(values["id"]))
        if pile is not None:
            self._check_member(row, pile)
            stored = values.pop("stored", None)
            if stored is None:
                place = self._place(pile)
            elif isinstance(stored, list) and len(stored) == len(PLACE):
                place = dict(zip(PLACE, map(str, stored), strict=True))
            else:
                raise self.error(row, "`stored` is a map, x and y; remove it", "stored")
            values |= {key: text for key, text in place.items() if text != PLACE[key]}
        else:
            self._place(row)
        try:
            piece = piece_of(values, self.kinds, self.habits)
            done.add(str(values["id"]))
            return piece.add_command()
        except (PieceFormError, PieceError, SequenceError) as problem:
            raise self.error(row, str(problem)) from None

    def _check_member(self, row: Located, pile: Located) -> None:
        for key in PLACE:
            if key in row:
                raise self.error(
                    row,
                    f"this piece is in the stack or deck of line {pile.line}, which has its place: "
                    f"remove {key} here, or its id there",
                    key,
                )

    def _pile(self, row: Located, done: set[str]) -> str:
        for key in row:
            if key not in (*PLACE, "stack", "deck", "id", "layer", "face_down", "pieces", DEPTH):
                raise self.error(row, f"a stack or deck has no {key}; remove it", key)
        place, members = self._place(row), self._members(row)
        for member in members:
            if member not in done:
                raise self.error(
                    row, f"no line above has a piece with the id {member}; remove it", "pieces"
                )
        at = place["map"], read_integer(place["x"]), read_integer(place["y"])
        key = self._id(row)
        if not key:
            key = str(self._new)
            self._new += 1
        done.add(key)
        try:
            if "stack" in row:
                return Stack(key, *at, tuple(members), self._layer(row)).add_command()
            kind = self._text(row, "deck")
            traits = self.kinds.get(kind)
            if traits is None or DeckType.__name__ not in traits[0]:
                raise self.error(row, f"kinds.yaml has no deck {kind}", "deck")
            deck = DeckType.read(composed_part(DeckType, traits[0][DeckType.__name__]))
            face_down = self._text(row, "face_down") == "true"
            return Deck(key, deck, *at, face_down, tuple(members)).add_command()
        except (PieceFormError, SequenceError) as problem:
            raise self.error(row, str(problem)) from None

    def _layer(self, row: Located) -> int | None:
        text = self._text(row, "layer", "-1")
        if text == NONE:
            return None
        try:
            return read_integer(text)
        except ValueError:
            raise self.error(
                row, f"layer is {text!r}; write a whole number or `none`", "layer"
            ) from None
