"""The values of a piece's properties, and the level and the name that follow from them.

A property is looked up where the engine looks: in the piece's traits from the outermost in, then
in the piece itself, then in the zone, the map and the module around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from modgen.log.counting import count
from modgen.log.expressions import INTEGER, TooLongError, UnknownValueError, Value, evaluate
from modgen.log.locations import MAPS, Locations, Place
from modgen.log.table import NOWHERE, Piece, Pile, Table
from modgen.vassal import sequence
from modgen.vassal.components import Component
from modgen.vassal.pieces import BasicPiece, Deck, GamePiece
from modgen.vassal.traits import (
    BasicName,
    CalculatedProperty,
    DynamicProperty,
    Invisible,
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
COMPARISON = re.compile(r'\s*([^"=!<>\s][^"=!<>]*?)\s*(=~|!~|!=|>=|<=|=|>|<)\s*(.*?)\s*')
"""A condition in the form that VASSAL had before expressions."""
MODULE = "Module"
OBSERVER = "<observer>"
Viewer = frozenset[str] | None
"""Who looks at pieces: the names that one's own masks have as owner; None sees everything."""
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
    viewer: str | None = ""
    _initial: dict[tuple[str, str], str] = field(default_factory=dict)
    _lying: dict[tuple[str, str], dict[str, list[Piece]]] = field(default_factory=dict)
    """The pieces by a part of their place, and the decks, for the table's version `_looked`."""
    _decks: list[Pile] = field(default_factory=list)
    _looked: int = -1

    def __post_init__(self) -> None:
        if self.locations is not None:
            self._collect(self.locations.tree, MODULE, "")

    def _collect(self, component: Component, container: str, on: str) -> None:
        """The initial values of the properties in a component, by container and name."""
        for child in component.children:
            attributes = child.attributes
            if child.name == "GlobalProperty":
                key = container, attributes.get("name", "")
                self._initial.setdefault(key, attributes.get("initialValue", ""))
            elif child.name.endswith("Preference"):
                key = MODULE, attributes.get("name", "")
                self._initial.setdefault(key, attributes.get("default", ""))
            elif child.name in MAPS:
                name = attributes.get("mapName", "")
                self._collect(child, name, name)
            elif child.name == "Zone":
                self._collect(child, f"{on}:{attributes.get('name', '')}", on)
            else:
                self._collect(child, container, on)

    def containers(self, name: str) -> list[str]:
        """Where the module defines a global property: `Module`, maps and `map:zone`."""
        return [container for container, each in self._initial if each == name]

    def of(self, piece: Piece) -> PieceProperties:
        """The properties of a piece."""
        return PieceProperties(piece, piece.game_piece, self)

    def outside(self, piece: Piece, name: str) -> str:
        """A property of the zone, the map or the module around a piece."""
        if piece.map != NOWHERE:
            zone = self.place(piece).zone
            for container in ([f"{piece.map}:{zone}"] if zone else []) + [piece.map]:
                value = self._global(container, name)
                if value is not None:
                    return value
        deck = name.removesuffix(COUNT)
        if deck != name:
            self._look()
            for pile in self._decks:
                if pile.name == deck:
                    return str(len(pile.contents))
        if name == "playerSide":
            return self.viewer or OBSERVER
        value = self._counted(piece, name) if "_" in name else None
        return self.of_container(MODULE, name) if value is None else value

    def of_container(self, container: str, name: str) -> str:
        """The value of a global property of the module, a map or `map:zone`; empty if none."""
        return self._global(container, name) or self.table.properties.get(("", name), "")

    def _global(self, container: str, name: str) -> str | None:
        """The value of a global property. A save's is valid only if the module defines it."""
        key = container, name
        initial = self._initial.get(key)
        if initial is None and self.locations is not None and key in self.table.saved:
            return None
        return self.table.properties.get(key, initial)

    def _counted(self, piece: Piece, name: str) -> str | None:
        """The number of cards in a deck on the same map for which an expression of it is true."""
        self._look()
        for pile in self._decks:
            if pile.map != piece.map or not name.startswith(f"{pile.name}_"):
                continue
            for counted in sequence.split(Deck.read("", pile.type, "").type.count_expressions, ","):
                title, _, expression = counted.partition(":")
                if name == f"{pile.name}_{title.strip()}":
                    cards = (self.of(self.table.pieces[key]) for key in pile.contents)
                    return str(sum(card.matches(expression.strip()) for card in cards))
        return None

    def at(self, on: str, part: str, name: str) -> list[Piece]:
        """The pieces on a map, or (empty) on all maps, whose place has a `part` of this name."""
        self._look()
        found = self._lying.get((on, part))
        if found is None:
            found = self._lying[on, part] = {}
            for piece in self.table.pieces.values():
                if piece.map != NOWHERE and on in ("", piece.map):
                    found.setdefault(getattr(self.place(piece), part), []).append(piece)
        return found.get(name, [])

    def _look(self) -> None:
        """Forget where pieces were before the table changed."""
        if self._looked != self.table.version:
            self._looked = self.table.version
            self._lying.clear()
            self._decks = [pile for pile in self.table.piles.values() if pile.is_deck]

    def place(self, piece: Piece) -> Place:
        """The names of the point where a piece is."""
        if self.locations is None:
            return Place("", "", "")
        return self.locations.place(piece.map, piece.x, piece.y, self.table.boards)


@dataclass
class _Effort:
    """How deep and how many look-ups are, for a piece and those that it counts."""

    depth: int = 0
    asked: int = 0


@dataclass
class PieceProperties:
    """The properties of one piece, each looked up when it is asked for."""

    piece: Piece
    decoded: GamePiece
    source: PropertySource
    _effort: _Effort = field(default_factory=_Effort)

    def other(self, piece: Piece) -> PieceProperties:
        """The properties of another piece, looked up for the sake of this one."""
        return PieceProperties(piece, piece.game_piece, self.source, self._effort)

    def get(self, name: str) -> str:
        """The value of a property; empty if there is none. Raises UnknownValueError."""
        self._effort.asked += 1
        if self._effort.asked > MOST_ASKED:
            raise TooLongError("the expressions of the piece are too long")
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
        from_top = "1"
        if pile is not None and name in {"StackPos", "DeckPosition"} and piece.id in pile.contents:
            from_top = str(len(pile.contents) - pile.contents.index(piece.id))
        simple = {
            "BasicName": self.decoded.basic.name,
            "CurrentMap": piece.map if on_map else "",
            "CurrentX": str(piece.x),
            "CurrentY": str(piece.y),
            "PieceUID": piece.id,
            "StackPos": from_top,
            "StackSize": str(len(pile.contents)) if pile is not None else "1",
            "DeckPosition": from_top if pile is not None and pile.is_deck else "0",
        }
        if name == "DeckName":
            return pile.name if pile is not None and pile.is_deck else ""
        return simple.get(name)

    def calculate(self, expression: str) -> str:
        """The value of an expression or, without braces, of a text with `$properties$`."""
        self._effort.depth += 1
        try:
            if self._effort.depth > MAX_DEPTH:
                raise TooLongError("properties refer to each other without an end")
            if expression.strip().startswith("{"):
                return evaluate(expression, self.get, self._function)
            return self.inserted(expression)
        finally:
            self._effort.depth -= 1

    def _function(self, name: str, values: list[Value]) -> Value:
        return count(self, name, values)

    def inserted(self, text: str) -> str:
        """A text with the values of its `$properties$`. Raises UnknownValueError."""
        return INSERT.sub(lambda match: self.get(match[1]), text)

    def matches(self, condition: str) -> bool:
        """Whether an expression, or a condition such as `Type = Unit && Size > 2`, is true."""
        if condition.startswith("{"):
            return self.calculate(condition) == "true"
        return any(
            all(self._compares(term) for term in terms.split("&&"))
            for terms in self.inserted(condition).split("||")
        )

    def _compares(self, term: str) -> bool:
        found = COMPARISON.fullmatch(term)
        if found is None:
            return False
        quoted = found[3].replace("\\", "\\\\").replace('"', '\\"')
        sign = "==" if found[2] == "=" else found[2]
        value = quoted if INTEGER.fullmatch(quoted) else f'"{quoted}"'
        return evaluate(f'GetProperty("{found[1]}"){sign}{value}', self.get) == "true"

    def text(self, format_text: str, values: Mapping[str, str] | None = None) -> str:
        """A text with `$properties$` or an expression; the text itself if it is not evaluated."""
        given = values or {}
        try:
            if format_text.startswith("{"):
                return evaluate(
                    format_text, lambda name: given.get(name) or self.get(name), self._function
                )
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
        self._effort.depth += 1
        try:
            if self._effort.depth > MAX_DEPTH:
                raise TooLongError("properties refer to each other without an end")
            return self.get(name)
        finally:
            self._effort.depth -= 1

    def is_drawn(self, layer: Layer) -> bool:
        """Whether a layer that shows only while a property has a value shows now."""
        if not layer.follow or not layer.only_property:
            return True
        try:
            value = self._followed(layer.only_property)
        except UnknownValueError:
            return True
        return (value == "true") == (layer.only_value == "true")

    def invisible(self) -> bool:
        """Whether a player has hidden the piece from others."""
        traits = (one for one in self.decoded.traits if isinstance(one, Invisible))
        return any(hides(trait, frozenset()) for trait in traits)

    def name(self, *, with_labels: bool = True, viewer: Viewer = None) -> str:
        """The piece's name as the engine composes it for a viewer; None sees all of it.

        A mask replaces what is below it; layers and labels above it still show. The name of a
        mask is empty if it is `?`, which says nothing.
        """
        traits = self.decoded.traits
        name = own_name(traits, self.decoded.basic)
        for trait in reversed(traits):
            if hides(trait, viewer):
                name = trait.mask_name.strip("?") if isinstance(trait, Mask) else ""
            elif isinstance(trait, Layer):
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


def own_name(traits: Iterable[Trait], basic: BasicPiece) -> str:
    """The name of a piece, its traits outermost first, before layers and labels add to it."""
    return next((trait.name for trait in traits if isinstance(trait, BasicName)), basic.name)


def hides(trait: Trait, viewer: Viewer) -> bool:
    """Whether a trait is a mask or invisibility that keeps a piece from a viewer.

    The trait's owner is a side or a player, as its access says. With the access of several sides,
    each of them sees what one of them hides.
    """
    if viewer is None or not isinstance(trait, Mask | Invisible):
        return False
    owner = trait.obscured_by if isinstance(trait, Mask) else trait.hidden_by
    if owner in {"null", ""} or owner in viewer:
        return False
    sides = trait.access.removeprefix("sides:")
    if sides == trait.access:
        return True
    together = sequence.split(sides, ":")
    return owner not in together or viewer.isdisjoint(together)


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
