"""The values of a piece's properties, and the level and the name that follow from them.

A property is looked up where the engine looks: in the piece's traits from the outermost in, then
in the piece itself, then in the zone, the map and the module around it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from modgen.log.expressions import UnknownValueError, evaluate
from modgen.log.locations import Locations, Place
from modgen.log.table import NOWHERE, Piece, Table
from modgen.vassal import sequence
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import (
    BasicName,
    CalculatedProperty,
    DynamicProperty,
    Label,
    Layer,
    Marker,
    Mask,
    PropertySheet,
    Rotate,
    Trait,
    TranslatableMessage,
)
from modgen.vassal.wires import read_integer

INSERT = re.compile(r"\$([^$]{1,200})\$")
MAX_DEPTH = 12
"""How deeply calculated properties may refer to each other."""
MOST_ASKED = 5000
"""The number of look-ups for one piece at one moment; more is treated as damage."""
MODULE = "Module"
COUNT = "_numPieces"
"""The end of the name of the property that counts the cards of a deck."""
PLACES = {"LocationName": 0, "CurrentZone": 1, "CurrentBoard": 2}
"""Properties of a point, and their index in a Place."""


@dataclass
class PropertySource:
    """Looks up properties at the table's current step.

    Without `locations`, a piece has no zone or location, and global properties have only the
    values that a log gives them.
    """

    table: Table
    locations: Locations | None = None
    _initial: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        tree = self.locations.tree if self.locations is not None else Component("")
        for component in tree.find_all("GlobalProperty"):
            name = component.attributes.get("name", "")
            self._initial.setdefault(name, component.attributes.get("initialValue", ""))

    def of(self, piece: Piece) -> PieceProperties:
        """The properties of a piece."""
        return PieceProperties(piece, piece.game_piece, self)

    def outside(self, piece: Piece, name: str) -> str:
        """A property of the zone, the map or the module around a piece."""
        values = self.table.properties
        if piece.map != NOWHERE:
            zone = self.place(piece).zone
            for container in ([f"{piece.map}:{zone}"] if zone else []) + [piece.map]:
                if (container, name) in values:
                    return values[container, name]
        deck = name.removesuffix(COUNT)
        if deck != name:
            for pile in self.table.piles.values():
                if pile.is_deck and pile.name == deck:
                    return str(len(pile.contents))
        for container in (MODULE, ""):
            if (container, name) in values:
                return values[container, name]
        return self._initial.get(name, "")

    def place(self, piece: Piece) -> Place:
        """The names of the point where a piece is."""
        if self.locations is None:
            return Place("", "", "")
        return self.locations.place(piece.map, piece.x, piece.y, self.table.boards)


@dataclass
class PieceProperties:
    """The properties of one piece, each looked up when it is asked for."""

    piece: Piece
    decoded: GamePiece
    source: PropertySource
    _depth: int = 0
    _asked: int = 0

    def get(self, name: str) -> str:
        """The value of a property; empty if there is none. Raises UnknownValueError."""
        self._asked += 1
        if self._asked > MOST_ASKED:
            raise UnknownValueError("the expressions of the piece are too long")
        index = defining_traits(self.piece.type).get(name)
        if index is not None and index < len(self.decoded.traits):
            return self._of_trait(self.decoded.traits[index], name)
        own = self._of_piece(name)
        if own is not None:
            return own
        stored = dict(self.decoded.basic.properties).get(name)
        return self.source.outside(self.piece, name) if stored is None else stored

    def _of_trait(self, trait: Trait, name: str) -> str:
        value = ""
        match trait:
            case DynamicProperty():
                value = trait.value
            case CalculatedProperty():
                value = self.calculate(trait.expression)
            case TranslatableMessage():
                value = trait.message
            case Marker():
                value = dict(zip(trait.names, trait.values, strict=False)).get(name, "")
            case PropertySheet():
                value = dict(zip(_sheet_names(trait), trait.values, strict=False)).get(name, "")
            case BasicName():
                value = trait.name
            case Layer():
                value = self._of_layer(trait, name.removeprefix(trait.name))
            case Rotate():
                value = str(trait.facing + 1)
            case Label():
                value = self.text(trait.label)
            case Mask():
                value = "false" if trait.obscured_by in {"", "null"} else "true"
        return value

    def _of_layer(self, layer: Layer, what: str) -> str:
        level = self.level(layer)
        if what == "_Level":
            return str(level)
        if what == "_Active":
            return "true" if level > 0 else "false"
        texts = layer.level_names if what == "_Name" else layer.images
        return texts[level - 1].strip("+") if 0 < level <= len(texts) else ""

    def _of_piece(self, name: str) -> str | None:
        piece = self.piece
        on_map = piece.map != NOWHERE
        pile = self.source.table.piles.get(piece.pile)
        if name in PLACES:
            return self.source.place(piece)[PLACES[name]] if on_map else ""
        simple = {
            "BasicName": self.decoded.basic.name,
            "CurrentMap": piece.map if on_map else "",
            "CurrentX": str(piece.x),
            "CurrentY": str(piece.y),
            "PieceUID": piece.id,
            "StackSize": str(len(pile.contents)) if pile is not None else "1",
        }
        if name == "DeckName":
            return pile.name if pile is not None and pile.is_deck else ""
        return simple.get(name)

    def calculate(self, expression: str) -> str:
        """The value of an expression or, without braces, of a text with `$properties$`."""
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise UnknownValueError("properties refer to each other without an end")
            if expression.strip().startswith("{"):
                return evaluate(expression, self.get)
            return INSERT.sub(lambda match: self.get(match[1]), expression)
        finally:
            self._depth -= 1

    def text(self, format_text: str, values: Mapping[str, str] | None = None) -> str:
        """A text with `$properties$` or an expression; the text itself if it is not evaluated."""
        given = values or {}
        try:
            if format_text.startswith("{"):
                return evaluate(format_text, lambda name: given.get(name) or self.get(name))
            return INSERT.sub(
                lambda match: given[match[1]] if match[1] in given else self.calculate(match[0]),
                format_text,
            )
        except UnknownValueError:
            return format_text

    def level(self, layer: Layer) -> int:
        """The level that a layer shows, 1-based; 0 or less while it is not active.

        A layer that follows a property whose value cannot be calculated has its saved level.
        """
        if not layer.follow or not layer.property or not layer.images:
            return layer.level
        try:
            expression = layer.property
            braced = expression.startswith("{")
            value = self.calculate(expression) if braced else self._followed(expression)
            number = read_integer(value) - layer.first_level_value + 1 if value else 1
        except (UnknownValueError, ValueError):
            return layer.level
        number = max(1, min(number, len(layer.images)))
        return number if layer.level > 0 else -number

    def _followed(self, name: str) -> str:
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise UnknownValueError("properties refer to each other without an end")
            return self.get(name)
        finally:
            self._depth -= 1

    def is_drawn(self, layer: Layer) -> bool:
        """Whether a layer that shows only while a property has a value shows now."""
        if not layer.follow or not layer.only_property:
            return True
        try:
            value = self._followed(layer.only_property)
        except UnknownValueError:
            return True
        return (value == "true") == (layer.only_value == "true")

    def name(self, *, with_labels: bool = True) -> str:
        """The piece's name as the engine composes it, for somebody who sees all of it."""
        traits = self.decoded.traits
        basics = (trait.name for trait in traits if isinstance(trait, BasicName))
        name = next(basics, self.decoded.basic.name)
        for trait in reversed(traits):
            if isinstance(trait, Layer):
                level = self.level(trait)
                if 0 < level <= len(trait.level_names):
                    name = with_level(name, trait.level_names[level - 1])
            elif not with_labels or not isinstance(trait, Label):
                continue
            elif trait.label or trait.always_use_format:
                label = self.text(trait.label)
                if label.startswith("{"):
                    # The expression is not evaluated here; the name is clearer without it.
                    continue
                name = self.text(trait.name_format, {"pieceName": name, "label": label})
        return name


@lru_cache(maxsize=4096)
def defining_traits(type_text: str) -> Mapping[str, int]:
    """The index of the outermost trait that defines each property of pieces of this type."""
    found: dict[str, int] = {}
    for index, trait in enumerate(GamePiece.read(type_text, "", repair=True).traits):
        for name in _names(trait):
            found.setdefault(name, index)
    return found


def _names(trait: Trait) -> tuple[str, ...]:
    names: tuple[str, ...] = ()
    match trait:
        case DynamicProperty() | CalculatedProperty() | TranslatableMessage():
            names = (trait.name,)
        case Marker():
            names = trait.names
        case PropertySheet():
            names = _sheet_names(trait)
        case Layer() if trait.name:
            names = tuple(f"{trait.name}_{what}" for what in ("Level", "Active", "Name", "Image"))
        case Rotate() if trait.name:
            names = (f"{trait.name}_Facing",)
        case Label():
            names = (trait.property,)
        case BasicName():
            names = ("BasicName",)
        case Mask():
            names = ("Obscured",)
    return names


def _sheet_names(sheet: PropertySheet) -> tuple[str, ...]:
    """The fields of a property sheet, each without the digit of its kind."""
    return tuple(field[1:] for field in sequence.split(sheet.definition, "~"))


def with_level(name: str, word: str) -> str:
    """A name with that of a layer's level: added where it has a `+`, otherwise replaced."""
    first, plus, second = word.partition("+")
    if plus:
        return first + name if first else name + second
    return first or name
