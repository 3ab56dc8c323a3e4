"""Pieces, stacks and decks: the three kinds of thing that lie on a VASSAL map (§5.1-5.4)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key
from modgen.vassal.traits import Opaque, Trait, parse_trait

TAB = "\t"
MAX_TRAITS = 400
"""More levels than any real piece has; nesting deeper is refused."""


class PieceError(ValueError):
    """A text that is no piece."""


@dataclass(frozen=True, slots=True)
class BasicPiece:
    """The innermost part of a piece: picture, name, and where it lies in map pixels."""

    name: str = ""
    image: str = ""
    gpid: str = ""
    map: str | None = None
    x: int = 0
    y: int = 0
    properties: tuple[tuple[str, str], ...] = ()
    """Persistent properties, such as UniqueID."""
    raw: tuple[str, str] | None = field(default=None, repr=False, compare=False)

    def type_text(self) -> str:
        """`piece;;;image;name`."""
        if self.raw is not None:
            return self.raw[0]
        return "piece;" + sequence.join(("", "", self.image, self.name), ";")

    def state_text(self) -> str:
        """`map;x;y;gpid;n` and the persistent properties."""
        if self.raw is not None:
            return self.raw[1]
        pairs = [part for pair in self.properties for part in pair]
        head = (self.map or "null", str(self.x), str(self.y), self.gpid, str(len(self.properties)))
        return sequence.join((*head, *pairs), ";")

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> BasicPiece:
        """Read a basic piece; missing tokens are taken as empty."""
        kind = [*sequence.split(type_text, ";"), "", "", "", "", ""]
        state = sequence.split(state_text, ";")
        lack = 5 - len(state)
        state += [""] * max(lack, 0)
        pairs = tuple(zip(state[5::2], state[6::2], strict=False))
        return cls(
            kind[4], kind[3], state[3], None if state[0] in ("null", "") else state[0],
            _whole(state[1]), _whole(state[2]), pairs, (type_text, state_text),
        )  # fmt: skip


def _whole(token: str) -> int:
    try:
        return int(token)
    except ValueError:
        return 0


@dataclass(frozen=True, slots=True)
class GamePiece:
    """A piece: its traits, outermost first, around a basic piece."""

    traits: tuple[Trait, ...]
    basic: BasicPiece
    id: str | None = None

    def type_text(self) -> str:
        """All types nested; each level escapes the tabs of those inside."""
        return _nest([trait.type_text() for trait in self.traits], self.basic.type_text())

    def state_text(self) -> str:
        """All states nested, a level for each level of the type."""
        return _nest([trait.state_text() for trait in self.traits], self.basic.state_text())

    def definition(self) -> str:
        """The text of a slot or prototype: `+/null/type/state`."""
        return add_command(None, self.type_text(), self.state_text())

    def at(self, map_name: str, x: int, y: int, piece_id: str) -> GamePiece:
        """This piece in play, at a point in map pixels."""
        basic = dataclasses.replace(
            self.basic, map=map_name, x=x, y=y, properties=(("UniqueID", piece_id),), raw=None
        )
        return dataclasses.replace(self, basic=basic, id=piece_id)


def _nest(outer: list[str], inner: str) -> str:
    for text in reversed(outer):
        inner = sequence.join((text, inner), TAB)
    return inner


def _unnest(text: str) -> list[str]:
    levels: list[str] = []
    while True:
        tokens = sequence.split(text, TAB)
        if len(tokens) < 2:
            levels.append(text)
            return levels
        levels.append(tokens[0])
        text = tokens[1]
        if len(levels) > MAX_TRAITS:
            raise PieceError(f"a piece with more than {MAX_TRAITS} traits")


def parse_piece(type_text: str, state_text: str, piece_id: str | None = None) -> GamePiece:
    """Read a piece. Raises PieceError when the state has fewer levels than the type."""
    types = _unnest(type_text)
    states = _unnest(state_text)
    if len(states) < len(types):
        raise PieceError(f"a piece with {len(types)} parts but {len(states)} states")
    # A piece whose innermost part is unknown keeps it as an opaque trait around nothing.
    traits = tuple(map(parse_trait, types[:-1], states))
    return GamePiece(traits, BasicPiece.parse(types[-1], states[len(types) - 1]), piece_id)


def add_command(piece_id: str | None, type_text: str, state_text: str) -> str:
    """The command that puts a piece, stack or deck into play."""
    return "+/" + sequence.join((piece_id or "null", type_text, state_text), "/")


def parse_definition(text: str) -> GamePiece:
    """Read a slot's or prototype's text. Raises PieceError when it is none."""
    parts = sequence.split(text[2:], "/") if text.startswith("+/") else []
    if len(parts) < 3:
        raise PieceError("not the definition of a piece")
    return parse_piece(parts[1], parts[2])


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces on one spot, bottom first."""

    id: str
    map: str
    x: int
    y: int
    contents: tuple[str, ...]
    layer: int = -1

    def add_command(self) -> str:
        """The command that puts the stack into play; its pieces must be in play before."""
        parts = (self.map, str(self.x), str(self.y), *self.contents, f"@@{self.layer}")
        return add_command(self.id, "stack", sequence.join(parts, ";"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckType:
    """What a deck does: its type's 49 tokens (§5.4)."""

    draw_outline: bool = f.boolean(True)
    outline_colour: str = f.text("0,0,0")
    width: int = f.integer(40)
    height: int = f.integer(40)
    face_down_option: str = f.text("Always")
    shuffle_option: str = f.text("Always")
    allow_multiple: bool = f.boolean(True)
    allow_select: bool = f.boolean(True)
    reversible: bool = f.boolean(True)
    send_menu: str = f.text()
    send_target: str = f.text()
    send_message: str = f.text()
    name: str = f.text()
    shuffle_message: str = f.text()
    reverse_message: str = f.text()
    face_down_message: str = f.text()
    draw_face_up: bool = f.boolean()
    can_save: bool = f.boolean()
    shuffle_key: Key | None = f.key()
    send_key: Key | None = f.key()
    max_stack: int = f.integer(10)
    count_expressions: str = f.text()
    count_expressions_on: bool = f.boolean()
    global_commands: tuple[str, ...] = f.texts()
    hotkey_on_empty: bool = f.boolean()
    empty_key: Key | None = f.key()
    select_display: str = f.text("$BasicName$")
    select_sort: str = f.text()
    restrict_drops: bool = f.boolean()
    restrict_expression: str = f.text()
    shuffle_menu: str = f.text("Shuffle")
    reverse_menu: str = f.text("Reverse")
    reverse_key: Key | None = f.key()
    draw_multiple_menu: str = f.text("Draw multiple cards")
    draw_specific_menu: str = f.text("Draw specific cards")
    face_up_menu: str = f.text("Face up")
    face_down_menu: str = f.text("Face down")
    face_up_key: Key | None = f.key()
    face_up_report: str = f.text()
    flip_key: Key | None = f.key()
    face_down_key: Key | None = f.key()
    save_menu: str = f.text("Save Deck")
    save_key: Key | None = f.key()
    save_report: str = f.text("Deck Saved")
    load_menu: str = f.text("Load Deck")
    load_key: Key | None = f.key()
    load_report: str = f.text("Deck Loaded")
    restrict_access: bool = f.boolean()
    owners: tuple[str, ...] = f.texts()

    def type_text(self) -> str:
        """`deck;` and the tokens."""
        return "deck;" + sequence.join(
            (x.metadata["wire"].write(getattr(self, x.name)) for x in dataclasses.fields(self)), ";"
        )

    @classmethod
    def parse(cls, type_text: str) -> DeckType:
        """Read a deck's type; engines before 3.6 wrote only the first 33 tokens."""
        values: dict[str, Any] = {}
        tokens = sequence.split(type_text, ";")[1:]
        for wired, token in zip(dataclasses.fields(cls), tokens, strict=False):
            try:
                values[wired.name] = wired.metadata["wire"].read(token)
            except ValueError:
                continue
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in play; contents bottom first, by piece id."""

    id: str
    type: DeckType
    map: str
    x: int
    y: int
    face_down: bool
    contents: tuple[str, ...] = ()

    def add_command(self) -> str:
        """The command that puts the deck into play; its cards must be in play before."""
        parts = [self.map, str(self.x), str(self.y), "true" if self.face_down else "false"]
        if self.contents:
            parts.append(sequence.join(self.contents, ","))
        return add_command(self.id, self.type.type_text(), sequence.join(parts, ";"))


__all__ = [
    "BasicPiece",
    "Deck",
    "DeckType",
    "GamePiece",
    "Opaque",
    "PieceError",
    "Stack",
    "add_command",
    "parse_definition",
    "parse_piece",
]
