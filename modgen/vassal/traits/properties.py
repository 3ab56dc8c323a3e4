"""The properties of a piece: constant, changeable, calculated, and those in forms and tables."""

from __future__ import annotations

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key
from modgen.vassal.traits.base import Trait


class Marker(Trait, prefix="mark;", delimiter=",", state_delimiter=","):
    """Properties that never change: names in the type, as many values in the state."""

    names: tuple[str, ...] = f.rest(default=())
    values: tuple[str, ...] = f.rest(default=(), state=True)


class DynamicProperty(Trait, prefix="PROP;"):
    """A property that menu commands change."""

    name: str = ""
    constraints: str = f.field(default="false,0,100,false", doc="numeric, least, most, wraps")
    commands: str = f.field(default="", doc="see `property_commands`")
    description: str = ""
    value: str = f.raw(default="", state=True)


class SetGlobalProperty(Trait, prefix="setprop;"):
    """Changes a property of the zone, the map or the module."""

    name: str = ""
    constraints: str = "false,0,100,false"
    commands: str = ""
    description: str = ""
    level: str = "Current Zone/Current Map/Module"
    search_name: str = ""


class SetPieceProperty(Trait, prefix="setpieceprop;"):
    """Changes a property of other pieces."""

    name: str = ""
    constraints: str = "false,0,100,false"
    commands: str = ""
    description: str = ""
    target: str = f.TARGET
    filter: str = ""
    restrict_range: bool = False
    range: int = 1
    fixed_range: bool = True
    range_property: str = ""
    deck_count: str = "-1"
    override_constraints: bool = False


class CalculatedProperty(Trait, prefix="calcProp;"):
    """A property that an expression calculates on each access."""

    name: str = ""
    expression: str = ""
    description: str = ""


class Spreadsheet(Trait, prefix="table;", state_delimiter=","):
    """A table of cells that players fill in."""

    rows: int = 2
    columns: int = 2
    menu: str = "Show Data"
    key: Key | None = None
    description: str = ""
    cells: tuple[str, ...] = f.rest(default=(), state=True, doc="row by row")


class PropertySheet(Trait, prefix="propertysheet;", state_delimiter="~"):
    """A form; its definition and values are `~` sequences (vassal-formats §5.7)."""

    definition: str = ""
    menu: str = "Property Sheet"
    old_key: str = ""
    commit: int = 0
    red: str = ""
    green: str = ""
    blue: str = ""
    key: Key | None = None
    description: str = ""
    values: tuple[str, ...] = f.rest(default=(), state=True, doc="in the order of the definition")


class TranslatableMessage(Trait, prefix="locmsg;"):
    """A text of the piece that translations may replace."""

    name: str = ""
    description: str = ""
    message: str = ""


class Comment(Trait, prefix="cmt;"):
    """A note for the module's designer."""

    comment: str = ""


def property_commands(*commands: tuple[str, Key | None, str]) -> str:
    """The commands of a DynamicProperty: menu text, key, change (`P,3`, `I,1`, `R,Prompt`)."""
    return sequence.join(
        (
            sequence.join((menu, "" if stroke is None else str(stroke), change), ":")
            for menu, stroke, change in commands
        ),
        ",",
    )
