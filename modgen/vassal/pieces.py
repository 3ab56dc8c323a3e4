"""Pieces, stacks and decks: the three kinds of object on a VASSAL map (vassal-formats §5.1-5.4).

A piece in play and the definition in a slot have the same form, `+/id/type/state`. The traits of a
piece are nested in both type and state, outermost first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import NamedTuple, Self

from modgen.errors import ModgenError
from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait, parse_trait
from modgen.vassal.wires import read_integer

__all__ = [
    "BasicPiece",
    "Deck",
    "DeckType",
    "GamePiece",
    "PieceError",
    "Stack",
    "add_command",
    "nest",
    "outer_states",
    "parse_definition",
    "parse_piece",
    "state_levels",
    "type_levels",
]

TAB = "\t"
MAX_TRAITS = 400
"""The deepest nesting of traits that is read. Real pieces have fewer than 100."""


class PieceError(ModgenError, ValueError):
    """The text does not describe a piece."""


FORMER_PLACE = (
    "OldX",
    "OldY",
    "OldMap",
    "OldZone",
    "OldBoard",
    "OldLocationName",
    "OldDeckName",
    "OldDeckPosition",
    "OldBoardName",
)
"""Properties of a basic piece that say where it was before."""


class BasicPiece(f.Record, prefix="piece;", parts=2):
    """The innermost part of a piece: picture, name, and position in map pixels."""

    __slots__ = ()

    clone_key: str = f.field(default="", doc="used before 3.0; empty")
    delete_key: str = f.field(default="", doc="used before 3.0; empty")
    image: str = ""
    name: str = ""
    map: str = f.field(default="null", state=True, doc="the map's name; `null` when off all maps")
    x: int = f.field(default=0, state=True)
    y: int = f.field(default=0, state=True)
    gpid: str = f.field(default="", state=True, doc="the id of the slot that it came from")
    properties: tuple[tuple[str, str], ...] = f.counted(
        default=(), size=2, state=True, doc="persistent properties: UniqueID, OldX, OldMap ..."
    )


class GamePiece:
    """A piece: its traits, outermost first, around a basic piece. Immutable.

    A piece that was read keeps its texts, which are decoded when its traits are first needed; one
    that was made of traits is encoded when its texts are. The texts then raise SequenceError for a
    trait that the format cannot represent.
    """

    __slots__ = ("_basic", "_repaired", "_state", "_traits", "_type", "id")

    def __init__(self, traits: tuple[Trait, ...], basic: BasicPiece, id: str | None = None) -> None:
        self.id = id
        self._traits: tuple[Trait, ...] | None = tuple(traits)
        self._basic: BasicPiece | None = basic
        self._repaired = False
        self._type: str | None = None
        self._state: str | None = None

    @classmethod
    def read(
        cls, type_text: str, state_text: str, id: str | None = None, *, repair: bool = False
    ) -> Self:
        """Wrap a piece's texts; nothing is decoded yet.

        With `repair`, a damaged piece never raises PieceError: missing states are empty, so that
        their fields have the default values, and a piece nested too deeply has no traits.
        """
        piece = cls.__new__(cls)
        piece.id = id
        piece._type, piece._state = type_text, state_text
        piece._traits = piece._basic = None
        piece._repaired = repair
        return piece

    @property
    def traits(self) -> tuple[Trait, ...]:
        """The traits, outermost first. Raises PieceError when the texts do not form a piece."""
        if self._traits is None:
            self._decode()
        assert self._traits is not None
        return self._traits

    @property
    def basic(self) -> BasicPiece:
        """The innermost part. Raises PieceError when the texts do not form a piece."""
        if self._basic is None:
            self._decode()
        assert self._basic is not None
        return self._basic

    def _decode(self) -> None:
        texts = self.type_text(), self.state_text()
        self._traits, self._basic = _decoded(*texts, self._repaired)

    def _encoded(self, half: int) -> str:
        """The types (0) or states (1) of the traits and the basic piece, nested."""
        return nest([trait.texts[half] for trait in self.traits], self.basic.texts[half])

    def type_text(self) -> str:
        """All types, nested: each level escapes the tabs of the levels inside it."""
        if self._type is None:
            self._type = self._encoded(0)
        return self._type

    def state_text(self) -> str:
        """All states, nested, with one level for each level of the type."""
        if self._state is None:
            self._state = self._encoded(1)
        return self._state

    def definition(self) -> str:
        """The text of a slot or prototype: `+/null/type/state`."""
        return add_command(None, self.type_text(), self.state_text())

    def add_command(self) -> str:
        """The command that adds the piece to the game under its id."""
        return add_command(self.id, self.type_text(), self.state_text())

    def at(self, map_name: str, x: int, y: int, piece_id: str) -> GamePiece:
        """A copy of this piece in play, at a point in map pixels."""
        basic = self.basic.but(map=map_name, x=x, y=y, properties=(("UniqueID", piece_id),))
        state = nest([trait.texts[1] for trait in self.traits], basic.texts[1])
        piece = GamePiece.read(self.type_text(), state, piece_id)
        piece._traits, piece._basic = self.traits, basic
        return piece

    def but(
        self, traits: tuple[Trait, ...] | None = None, basic: BasicPiece | None = None
    ) -> GamePiece:
        """A copy with other traits or another basic piece."""
        return GamePiece(
            self.traits if traits is None else traits,
            self.basic if basic is None else basic,
            self.id,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GamePiece):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str | None, str, str]:
        return self.id, self.type_text(), self.state_text()

    def __repr__(self) -> str:
        return f"GamePiece({self.traits!r}, {self.basic!r}, {self.id!r})"


def nest(outer: Sequence[str], inner: str) -> str:
    """Types or states, outermost first, as one text. Raises SequenceError."""
    count = len(outer)
    if count <= MAX_TRAITS and not _may_be_quoted((*outer, inner)):
        # Nothing is in quotation marks: level n is followed by n backslashes and a tab, and its own
        # tabs get one backslash more.
        nested = "".join(map(add, outer, _ENDS))
        if nested.count(TAB) == count and TAB not in inner:
            return nested + inner
        levels = [
            text.replace(TAB, _ENDS[depth + 1]) + _ENDS[depth] if TAB in text else text + end
            for depth, (text, end) in enumerate(zip(outer, _ENDS, strict=False))
        ]
        return "".join(levels) + inner.replace(TAB, _ENDS[count])
    for text in reversed(outer):
        inner = sequence.join((text, inner), TAB)
    return inner


def _may_be_quoted(levels: Sequence[str]) -> bool:
    """Whether a level may be in quotation marks, or make what contains it so.

    That is one that begins with a backslash, a quotation mark or a tab, or ends in a backslash.
    """
    together = "\0".join(levels)
    return any(mark in together for mark in _MARKS) and (
        any(map(str.startswith, levels, repeat(_MARKS)))
        or any(map(str.endswith, levels, repeat("\\")))
    )


_MARKS = ("\\", "'", TAB)
_ENDS = ["\\" * count + TAB for count in range(MAX_TRAITS + 2)]


def unnest(text: str) -> list[str]:
    """The levels of a nested type or state, outermost first.

    Raises PieceError for more than MAX_TRAITS levels.
    """
    # Mostly, level n ends in n backslashes and a tab, and nothing is in quotation marks.
    parts = text.split(TAB)
    if len(parts) <= MAX_TRAITS:
        inner = parts.pop()
        levels = [part[: len(part) - depth] for depth, part in enumerate(parts)]
        plain = "".join(map(add, levels, _ENDS)) + inner == text
        levels.append(inner)
        if plain and not _may_be_quoted(levels):
            return levels
    return _unnest_escaped(text)


def _unnest_escaped(text: str) -> list[str]:
    """The same for a text whose levels may have tabs or quotation marks."""
    # Level n ends in n backslashes and a tab, and its own tabs have more backslashes, so one split
    # finds all levels. A level that begins with a backslash is in quotation marks; those at its end
    # are the last of the text.
    *parts, innermost = text.split(TAB)
    levels: list[str] = []
    begun = ""
    depth = 0
    for part in parts:
        level = part.rstrip("\\")
        slashes = len(part) - len(level)
        if slashes < depth:
            return _unnest_slowly(text)
        if slashes > depth:
            begun += part[: -depth - 1] + TAB
            continue
        if begun:
            level, begun = begun + level, ""
        if depth and level[:1] == "'" == innermost[-1:]:
            level, innermost = level[1:], innermost[:-1]
        levels.append(sequence.unquote(level))
        depth += 1
        if depth > MAX_TRAITS:
            raise PieceError(f"the piece has more than {MAX_TRAITS} traits")
    if begun:
        return _unnest_slowly(text)
    levels.append(sequence.unquote(innermost) if depth else text)
    return levels


def state_levels(text: str, count: int) -> list[str]:
    """The first `count` levels of a nested state, outermost first; fewer if some are missing.

    The innermost state can contain tabs, so only the type says how many levels there are. Raises
    PieceError for more than MAX_TRAITS levels.
    """
    found = unnest(text)
    return _unnest_slowly(text, count) if len(found) > count else found


def outer_states(type_text: str, state_text: str) -> str:
    """The states of a piece's traits, without the position and properties in its innermost part.

    Pieces of one type with equal outer states have equal traits. It is the whole text where
    quotation marks could reach into the innermost part, or where levels are missing.
    """
    if "'" in state_text or state_text.count(TAB) < _tabs(type_text):
        return state_text
    return state_text.rpartition(TAB)[0]


@lru_cache(maxsize=2048)
def _tabs(type_text: str) -> int:
    """The tabs of a type. Types are long, and many pieces share one."""
    return type_text.count(TAB)


@lru_cache(maxsize=2048)
def type_levels(text: str) -> tuple[str, ...]:
    """The levels of a type, which many pieces and all their states share."""
    return tuple(unnest(text))


@lru_cache(maxsize=512)
def _decoded(
    type_text: str, state_text: str, repaired: bool
) -> tuple[tuple[Trait, ...], BasicPiece]:
    """The traits and the basic piece of a type and state, which several readers ask for in turn."""
    types: Sequence[str]
    try:
        types = type_levels(type_text)
        states = state_levels(state_text, len(types))
    except PieceError:
        if not repaired:
            raise
        types, states = [BasicPiece.parts[0].prefix], [""]
    count = len(types)
    if len(states) < count:
        if not repaired:
            raise PieceError(f"the piece has {count} types but only {len(states)} states")
        states += [""] * (count - len(states))
    return tuple(map(parse_trait, types[:-1], states)), BasicPiece.read(
        types[-1], states[count - 1]
    )


def _unnest_slowly(text: str, count: int = MAX_TRAITS + 2) -> list[str]:
    found: list[str] = []
    while True:
        tokens = sequence.split(text, TAB)
        if len(tokens) < 2 or len(found) == count - 1:
            found.append(text)
            return found
        found.append(tokens[0])
        text = tokens[1]
        if len(found) > MAX_TRAITS:
            raise PieceError(f"the piece has more than {MAX_TRAITS} traits")


def parse_piece(type_text: str, state_text: str, piece_id: str | None = None) -> GamePiece:
    """Read a piece. Raises PieceError when the state has fewer levels than the type."""
    piece = GamePiece.read(type_text, state_text, piece_id)
    piece._decode()
    return piece


def add_command(piece_id: str | None, type_text: str, state_text: str) -> str:
    """The command that adds a piece, stack or deck to the game."""
    return "+/" + sequence.join((piece_id or "null", type_text, state_text), "/")


def parse_definition(text: str) -> GamePiece:
    """Read the text of a slot or prototype. Raises PieceError when it is not a definition."""
    parts = sequence.split(text[2:], "/") if text.startswith("+/") else []
    if len(parts) < 3:
        raise PieceError("the text is not the definition of a piece")
    return parse_piece(parts[1], parts[2])


class DeckType(f.Record, prefix="deck;", parts=1):
    """The type of a deck: 49 tokens (vassal-formats §5.4)."""

    __slots__ = ()

    draw_outline: bool = True
    outline_colour: str = "0,0,0"
    width: int = 40
    height: int = 40
    face_down_option: str = "Always"
    shuffle_option: str = "Always"
    allow_multiple: bool = True
    allow_select: bool = True
    reversible: bool = True
    send_menu: str = ""
    send_target: str = ""
    send_message: str = ""
    name: str = ""
    shuffle_message: str = ""
    reverse_message: str = ""
    face_down_message: str = ""
    draw_face_up: bool = False
    can_save: bool = False
    shuffle_key: Key | None = None
    send_key: Key | None = None
    max_stack: int = 10
    count_expressions: str = ""
    count_expressions_on: bool = False
    global_commands: tuple[str, ...] = ()
    hotkey_on_empty: bool = False
    empty_key: Key | None = None
    select_display: str = "$BasicName$"
    select_sort: str = ""
    restrict_drops: bool = False
    restrict_expression: str = ""
    shuffle_menu: str = "Shuffle"
    reverse_menu: str = "Reverse"
    reverse_key: Key | None = None
    draw_multiple_menu: str = "Draw multiple cards"
    draw_specific_menu: str = "Draw specific cards"
    face_up_menu: str = "Face up"
    face_down_menu: str = "Face down"
    face_up_key: Key | None = None
    face_up_report: str = ""
    flip_key: Key | None = None
    face_down_key: Key | None = None
    save_menu: str = "Save Deck"
    save_key: Key | None = None
    save_report: str = "Deck Saved"
    load_menu: str = "Load Deck"
    load_key: Key | None = None
    load_report: str = "Deck Loaded"
    restrict_access: bool = False
    owners: tuple[str, ...] = ()

    def type_text(self) -> str:
        """`deck;` and the tokens. Engines before 3.6 wrote only the first 33."""
        return self.texts[0]


class StackState(f.Record, parts=1):
    """The position of a stack and the pieces in it."""

    __slots__ = ()

    map: str = ""
    x: int = 0
    y: int = 0
    members: tuple[str, ...] = f.rest(default=(), doc="ids, bottom first, then `@@` and the layer")


class DeckState(f.Record, parts=1):
    """The position of a deck and the cards in it."""

    __slots__ = ()

    map: str = ""
    x: int = 0
    y: int = 0
    face_down: bool = False
    contents: tuple[str, ...] = f.optional(default=(), doc="ids, bottom first")


class Stack(NamedTuple):
    """Pieces at one point, bottom first. `layer` is None in files of engines before 3.4."""

    id: str
    map: str
    x: int
    y: int
    contents: tuple[str, ...]
    layer: int | None = -1

    def state_text(self) -> str:
        """The encoded position, contents and layer."""
        layer = () if self.layer is None else (f"@@{self.layer}",)
        members = (*self.contents, *layer)
        return StackState(map=self.map, x=self.x, y=self.y, members=members).texts[0]

    def add_command(self) -> str:
        """The command that adds the stack to the game. Its pieces must be added before it."""
        return add_command(self.id, "stack", self.state_text())

    @classmethod
    def read(cls, id: str, state_text: str) -> Stack:
        """Decode the state of a stack."""
        state = StackState.read(state_text)
        members = state.members
        layer = None
        if members and members[-1].startswith("@@"):
            try:
                layer = read_integer(members[-1][2:])
            except ValueError:
                layer = -1
            members = members[:-1]
        return cls(id, state.map, state.x, state.y, members, layer)


class Deck(NamedTuple):
    """A deck in play. The contents are piece ids, bottom first."""

    id: str
    type: DeckType
    map: str
    x: int
    y: int
    face_down: bool
    contents: tuple[str, ...] = ()

    def state_text(self) -> str:
        """The encoded position, facing and contents."""
        state = DeckState(
            map=self.map, x=self.x, y=self.y, face_down=self.face_down, contents=self.contents
        )
        return state.texts[0]

    def add_command(self) -> str:
        """The command that adds the deck to the game. Its cards must be added before it."""
        return add_command(self.id, self.type.type_text(), self.state_text())

    @classmethod
    def read(cls, id: str, type_text: str, state_text: str) -> Deck:
        """Decode the type and state of a deck."""
        state = DeckState.read(state_text)
        return cls(
            id,
            DeckType.read(type_text),
            state.map,
            state.x,
            state.y,
            state.face_down,
            state.contents,
        )
