"""Properties that a module reads, and those that it or the engine defines.

A property may be set anywhere, so a name counts as undefined only if it occurs nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from modgen.inspecting.expressions import asked_for
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.fields import TARGET
from modgen.vassal.pieces import GamePiece

OF_ENGINE = re.compile(
    r"((Old|Current)(X|Y|Map|Board|Zone|LocationName|DeckName|Mat\w*)|Clicked[XY]|Cursor[XY]"
    r"|(Localized)?(BasicName|PieceName)|LocationName|PieceId|PieceUID|UniqueID|Deck(Name|Position)"
    r"|Stack(Pos|Size)|Moved|MaybeMoved|Invisible|InvisibleToOthers|Obscured|ObscuredToOthers"
    r"|ObscuredPreDraw|Selected|Restricted|RestrictedMovement|IgnoreGrid|Immobile|NoStack"
    r"|cannotMove|IsCargo|Mat(Name|ID|NumCargo|Contents)|Attach(Count|List|Name)|KeyCommands"
    r"|[Pp]layer(Name|Side|Id)|Module(Name|Version|Description|Other[12]|CurrentLocale\w*)"
    r"|VassalVersion\w*|DrawingMouseover\w*|GameFileName|Ui\w+|hiddenBy|obscuredBy|Inner|Outer"
    r"|FromLocation|ToLocation|AllLocationsChecked|CheckCount|Range"
    r"|Index|(Board|Map|Zone)OfCommand|LocationOfCommand|SplashWidth|Visible|visibleState)$"
)
"""Properties that the engine itself provides (vassal-formats §7, §5)."""

SUPPLIED = re.compile(r"[a-z]\w*$|PropertyValue$")
"""Inserts that a component fills in itself, such as `$pieceName$`; most start in lower case."""

NAMED_PROPERTY = {
    "GlobalProperty", "ZoneProperty", "GlobalTranslatableMessage", "ListScenarioProperty",
    "BooleanScenarioProperty", "StringScenarioProperty", "NumberScenarioProperty",
    "StringPreference", "TextPreference", "EnumPreference", "IntegerPreference",
    "DoublePreference", "BooleanPreference",
}  # fmt: skip
WITH_RESULTS = {
    "DiceButton",
    "SpecialDiceButton",
    "SpecialDie",
    "RandomTextButton",
    "DrawPile",
    "Map",
    "PrivateMap",
    "PlayerHand",
    "WidgetMap",
    "TurnTracker",
}
"""Components that define properties whose names begin with their own name and `_`."""

CONDITIONS = {
    "filter",
    "match",
    "propertyFilter",
    "include",
    "restrictExpression",
    "matchExpression",
    "condition",
    "while_expression",
    "until_expression",
    "whileExpression",
    "untilExpression",
    "clear_matching_filter",
}
DIRECT = {"property", "property2", "only_property", "range_property", "radius_property"}
DIRECT_ATTRIBUTES = {"propertyGate", "highlightProperty", "selectSortProperty"}
MOST_SEEN = 4096
"""How many traits are remembered so that those of many pieces are read once."""
NEVER_ASKED = {"path", "definition", "spec", "description", "comment"}


def by_component(component: Component) -> Iterator[str]:
    """The properties that a component reads."""
    for key, value in component.attributes.items():
        if key in NEVER_ASKED:
            continue
        if key in DIRECT_ATTRIBUTES:
            yield from _direct(value)
        elif key == "target":
            yield from _of_target(value)
        elif "$" in value or "{" in value or key in CONDITIONS:
            names = asked_for(value, key in CONDITIONS)
            yield from (name for name in names if not SUPPLIED.match(name))


def by_piece(piece: GamePiece) -> Iterator[str]:
    """The properties that the traits of a piece read."""
    for trait in piece.traits:
        yield from _read_by_trait(trait)


@lru_cache(maxsize=4096)
def _read_by_trait(trait: t.Trait) -> tuple[str, ...]:
    """The properties that a trait reads. The pieces of a module share most of their traits."""
    parameters = set(_parameters(trait))
    return tuple(name for name in _of_trait(trait) if name not in parameters)


def _direct(name: str) -> Iterator[str]:
    if name and "$" not in name and "{" not in name:
        yield name.strip()


def _of_trait(trait: t.Trait) -> Iterator[str]:
    supplied = isinstance(trait, t.ReportAction | t.Label | t.MultiLocationCommand)
    for key, value in trait.as_dict().items():
        if key in NEVER_ASKED or (isinstance(trait, t.Layer) and key == "property"):
            continue
        if key == "target" and isinstance(value, str):
            yield from _of_target(value)
        elif key == "commands" and isinstance(value, str):
            for change in _changes(value):
                yield from asked_for(change)
        elif key in DIRECT and isinstance(value, str):
            yield from _direct(value)
        else:
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str) and ("$" in text or "{" in text or key in CONDITIONS):
                    names = asked_for(text, key in CONDITIONS)
                    yield from (name for name in names if not (supplied and SUPPLIED.match(name)))
    if isinstance(trait, t.Layer) and trait.follow:
        yield from asked_for(trait.property)
        yield from _direct(trait.property)
    if isinstance(trait, t.SetGlobalProperty):
        yield from _direct(trait.name)


def _changes(commands: str) -> Iterator[str]:
    """The values that the commands of a DynamicProperty set."""
    for command in sequence.split(commands, ",") if commands else ():
        for part in sequence.split(command, ":")[2:]:
            yield from sequence.split(part, ",")[1:]


def _of_target(target: str) -> Iterator[str]:
    """The property by which a fast match selects pieces, and those in its other fields."""
    if target == TARGET:
        return
    parts = sequence.split(target, "|")
    for part in parts:
        yield from asked_for(part)
    if len(parts) > 11 and parts[10] == "true":
        yield from _direct(parts[11])


def _parameters(trait: t.Trait) -> Iterator[str]:
    text = getattr(trait, "parameters", None)
    separator = "=" if isinstance(trait, t.Prototype) else ":"
    for pair in sequence.split(text, ",") if text else ():
        yield sequence.split(pair, separator)[0]


class Defined:
    """The names that are defined: exact names, and patterns for computed names."""

    def __init__(self) -> None:
        self.exact: set[str] = set()
        self.beginnings: set[str] = set()
        self.patterns: list[re.Pattern[str]] = []
        self._seen: set[t.Trait] = set()

    def __contains__(self, name: str) -> bool:
        return (
            name in self.exact
            or OF_ENGINE.match(name) is not None
            or any(name.startswith(begin) for begin in self.beginnings)
            or any(pattern.fullmatch(name) for pattern in self.patterns)
        )

    def add(self, name: str) -> None:
        """Record a name. A name with `$inserts$` becomes a pattern."""
        if "$" in name or "{" in name:
            fixed = [re.escape(part) for part in re.split(r"\$[^$]*\$|\{.*\}", name)]
            if any(fixed):
                self.patterns.append(re.compile(".*".join(fixed)))
        elif name:
            self.exact.add(name)

    def add_component(self, component: Component) -> None:
        """Record what a component defines."""
        attributes = component.attributes
        name = attributes.get("name") or attributes.get("mapName", "")
        if component.name in NAMED_PROPERTY:
            self.add(name)
        if component.name in WITH_RESULTS and name:
            self.beginnings |= {f"{name}_", f"{name.replace(' ', '_')}_"}
        if component.name in ("CounterTurnLevel", "ListTurnLevel"):
            self.add(attributes.get("property", ""))
        self.add(attributes.get("indexProperty", ""))

    def add_piece(self, piece: GamePiece) -> None:
        """Record what the traits of a piece define."""
        for trait in piece.traits:
            if trait not in self._seen:
                if len(self._seen) < MOST_SEEN:
                    self._seen.add(trait)
                for name in _defined(trait):
                    self.add(name)


def _defined(trait: t.Trait) -> Iterator[str]:
    if isinstance(trait, t.Marker):
        yield from trait.names
    elif isinstance(trait, t.DynamicProperty | t.CalculatedProperty | t.TranslatableMessage):
        yield trait.name
    elif isinstance(trait, t.Layer):
        base = {trait.name, trait.name.strip("+")}
        yield from (
            f"{prefix}_{part}" for prefix in base for part in ("Image", "Name", "Level", "Active")
        )
    elif isinstance(trait, t.Rotate | t.FreeRotation):
        yield from (f"{trait.name}_{part}" for part in ("Facing", "Degrees"))
    elif isinstance(trait, t.TriggerAction):
        yield trait.index_property
    elif isinstance(trait, t.Label):
        yield trait.property
    elif isinstance(trait, t.PropertySheet):
        yield from (part[1:] for part in sequence.split(trait.definition, "~"))
    elif isinstance(trait, t.Attachment):
        yield f"{trait.name}_$any$"
    elif isinstance(trait, t.AreaOfEffect):
        yield f"{trait.name}_Active"
    yield from _parameters(trait)
