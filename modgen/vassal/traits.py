"""Every trait of the engine: one declaration each, its fields in wire order (§5.5-5.7).

A trait is immutable. One that was read keeps its two texts and writes them back unchanged;
`but` makes a changed copy, which is written from its fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key

REGISTRY: dict[str, type[Trait]] = {}
"""Prefix, with its semicolon, to the trait's class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """A trait. Subclasses declare the fields of the type, then those of the state."""

    raw: tuple[str, str] | None = dataclasses.field(default=None, repr=False, compare=False)
    """The type and state as they were read."""

    prefix: ClassVar[str] = ""
    delimiter: ClassVar[str] = ";"
    state_delimiter: ClassVar[str] = ";"
    type_fields: ClassVar[tuple[dataclasses.Field[Any], ...]] = ()
    state_fields: ClassVar[tuple[dataclasses.Field[Any], ...]] = ()

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return dataclasses.replace(self, raw=None, **changes)

    def type_text(self) -> str:
        """The trait's type."""
        if self.raw is not None:
            return self.raw[0]
        return self.prefix + _write(self, self.type_fields, self.delimiter)

    def state_text(self) -> str:
        """The trait's state."""
        if self.raw is not None:
            return self.raw[1]
        return _write(self, self.state_fields, self.state_delimiter)

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """Read a trait of this class. Missing tokens get their defaults, as in the engine."""
        values = _read(cls.type_fields, type_text[len(cls.prefix) :], cls.delimiter)
        values |= _read(cls.state_fields, state_text, cls.state_delimiter)
        return cls(raw=(type_text, state_text), **values)


def _write(trait: Trait, fields: tuple[dataclasses.Field[Any], ...], delimiter: str) -> str:
    return sequence.join(
        (field.metadata["wire"].write(getattr(trait, field.name)) for field in fields), delimiter
    )


def _read(fields: tuple[dataclasses.Field[Any], ...], data: str, delimiter: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field, token in zip(fields, sequence.split(data, delimiter), strict=False):
        try:
            values[field.name] = field.metadata["wire"].read(token)
        except ValueError:
            continue
    return values


C = TypeVar("C", bound=Trait)


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(f.text, f.integer, f.floating, f.boolean, f.key, f.keys, f.texts),
)
def trait(prefix: str) -> Callable[[type[C]], type[C]]:
    """Declare the trait that begins with `prefix`."""

    def declare(cls: type[C]) -> type[C]:
        made: type[C] = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        wired = [field for field in dataclasses.fields(made) if "wire" in field.metadata]
        made.prefix = prefix
        made.type_fields = tuple(field for field in wired if not field.metadata["state"])
        made.state_fields = tuple(field for field in wired if field.metadata["state"])
        REGISTRY[prefix] = made
        return made

    return declare


@dataclass(frozen=True, slots=True, kw_only=True)
class Opaque(Trait):
    """A trait that this library does not know: kept as it was read."""


def parse_trait(type_text: str, state_text: str) -> Trait:
    """Read any trait; an unknown one is kept verbatim."""
    prefix = type_text[: type_text.find(";") + 1]
    found = REGISTRY.get(prefix)
    if found is None:
        return Opaque(raw=(type_text, state_text))
    return found.parse(type_text, state_text)


@trait("prototype;")
class Prototype(Trait):
    """Stands for all the traits of a prototype definition."""

    name: str = f.text()
    parameters: str = f.text(doc="comma sequence of `name=value`")


@trait("emb2;")
class Layer(Trait):
    """Pictures that a piece can show (§5.6); level names with `+` add to the piece's name."""

    activate_menu: str = f.text()
    activate_modifiers: int = f.integer(128)
    activate_char: str = f.text("A")
    up_menu: str = f.text()
    up_modifiers: int = f.integer(128)
    up_char: str = f.text()
    down_menu: str = f.text()
    down_modifiers: int = f.integer(128)
    down_char: str = f.text()
    reset_menu: str = f.text()
    reset_key: Key | None = f.key()
    reset_level: str = f.text("1")
    draw_underneath: bool = f.boolean()
    x: int = f.integer()
    y: int = f.integer()
    images: tuple[str, ...] = f.texts()
    level_names: tuple[str, ...] = f.texts()
    loop: bool = f.boolean(True)
    name: str = f.text()
    random_key: Key | None = f.key()
    random_menu: str = f.text()
    follow: bool = f.boolean(doc="show the level that a property names")
    property: str = f.text()
    first_level_value: int = f.integer(1)
    version: int = f.integer(1)
    always_active: bool = f.boolean(True)
    activate_key: Key | None = f.key()
    up_key: Key | None = f.key()
    down_key: Key | None = f.key()
    description: str = f.text()
    scale: float = f.floating(1.0)
    only_property: str = f.text()
    only_value: str = f.text("true")
    level: int = f.integer(1, state=True, doc="1-based; negative while inactive")


@trait("rotate;")
class Rotate(Trait):
    """Facing. With one facing (free rotation) the tokens differ; the text is then kept raw."""

    facings: int = f.integer(6)
    clockwise_key: Key | None = f.key()
    anticlockwise_key: Key | None = f.key()
    clockwise_menu: str = f.text("Rotate CW")
    anticlockwise_menu: str = f.text("Rotate CCW")
    random_key: Key | None = f.key()
    random_menu: str = f.text()
    name: str = f.text()
    description: str = f.text()
    direct_key: Key | None = f.key()
    direct_menu: str = f.text()
    direct_expression: str = f.text()
    direct_is_facing: bool = f.boolean(True)
    facing: str = f.text("0", state=True, doc="0-based index, or degrees")


@trait("pivot;")
class Pivot(Trait):
    """Turn about a point."""

    menu: str = f.text()
    key: Key | None = f.key()
    x: int = f.integer()
    y: int = f.integer()
    fixed: bool = f.boolean(True)
    angle: float = f.floating(90.0)
    description: str = f.text()
    menu2: str = f.text()
    key2: Key | None = f.key()
    angle2: float = f.floating(270.0)


@trait("obs;")
class Mask(Trait):
    """Turned face down for everybody but its owner."""

    key: Key | None = f.key()
    image: str = f.text()
    menu: str = f.text()
    style: str = f.text("I", doc="I inset, B background, P peek, G image, 2 second inset")
    mask_name: str = f.text("?")
    access: str = f.text("player:")
    peek_menu: str = f.text("Peek")
    description: str = f.text()
    auto_peek: bool = f.boolean()
    deal_key: Key | None = f.key()
    deal_expression: str = f.text()
    obscured_by: str = f.text("null", state=True, doc="owner's id or side, `nobody`, or `null`")
    options: str = f.text(state=True)


@trait("hide;")
class Invisible(Trait):
    """Unseen by everybody but its owner."""

    key: Key | None = f.key()
    menu: str = f.text("Invisible")
    background: str = f.text()
    access: str = f.text("player:")
    opacity: float = f.floating(0.3)
    description: str = f.text()
    no_auto_report: bool = f.boolean()
    hidden_by: str = f.text("null", state=True)


@trait("label;")
class Label(Trait):
    """A text drawn on the piece."""

    key: Key | None = f.key()
    menu: str = f.text("Change label")
    font_size: int = f.integer(10)
    background: str = f.text()
    colour: str = f.text("0,0,0")
    vertical: str = f.text("t", doc="t top, c centre, b bottom")
    vertical_offset: int = f.integer()
    horizontal: str = f.text("c", doc="l, c or r")
    horizontal_offset: int = f.integer()
    vertical_justify: str = f.text("b")
    horizontal_justify: str = f.text("c")
    name_format: str = f.text("$pieceName$ ($label$)")
    font: str = f.text("Dialog")
    font_style: int = f.integer(doc="1 bold, 2 italic")
    rotate: int = f.integer()
    property: str = f.text("TextLabel")
    description: str = f.text()
    always_use_format: bool = f.boolean()
    label: str = f.text(state=True)

    state_delimiter: ClassVar[str] = "\0"


@trait("mark;")
class Marker(Trait):
    """Properties that never change; names in the type, values in the state."""

    names: tuple[str, ...] = f.texts()
    values: tuple[str, ...] = f.texts(state=True)

    delimiter: ClassVar[str] = "\0"
    state_delimiter: ClassVar[str] = "\0"


@trait("PROP;")
class DynamicProperty(Trait):
    """A property that menu commands change."""

    name: str = f.text()
    constraints: str = f.text("false,0,100,false", doc="numeric, least, most, wraps")
    commands: str = f.text(doc="see `property_commands`")
    description: str = f.text()
    value: str = f.text(state=True)

    state_delimiter: ClassVar[str] = "\0"


@trait("setprop;")
class SetGlobalProperty(Trait):
    """Changes a property of the zone, the map or the module."""

    name: str = f.text()
    constraints: str = f.text("false,0,100,false")
    commands: str = f.text()
    description: str = f.text()
    level: str = f.text("Current Zone/Current Map/Module")
    search_name: str = f.text()


@trait("setpieceprop;")
class SetPieceProperty(Trait):
    """Changes a property of other pieces."""

    name: str = f.text()
    constraints: str = f.text("false,0,100,false")
    commands: str = f.text()
    description: str = f.text()
    target: str = f.text(f.TARGET)
    filter: str = f.text()
    restrict_range: bool = f.boolean()
    range: int = f.integer(1)
    fixed_range: bool = f.boolean(True)
    range_property: str = f.text()
    deck_count: str = f.text("-1")
    override_constraints: bool = f.boolean()


@trait("calcProp;")
class CalculatedProperty(Trait):
    """A property worked out by an expression when it is asked for."""

    name: str = f.text()
    expression: str = f.text()
    description: str = f.text()


@trait("macro;")
class TriggerAction(Trait):
    """One key that sends others, if a condition holds."""

    name: str = f.text()
    menu: str = f.text()
    key: Key | None = f.key()
    filter: str = f.text()
    watch_keys: tuple[Key, ...] = f.keys()
    action_keys: tuple[Key, ...] = f.keys()
    loop: bool = f.boolean()
    pre_loop_key: Key | None = f.key()
    post_loop_key: Key | None = f.key()
    loop_type: str = f.text("counted")
    while_expression: str = f.text()
    until_expression: str = f.text()
    count: str = f.text()
    index: bool = f.boolean()
    index_property: str = f.text()
    index_start: str = f.text("1")
    index_step: str = f.text("1")


@trait("globalkey;")
class GlobalKeyCommand(Trait):
    """Sends a key to other pieces."""

    menu: str = f.text()
    key: Key | None = f.key()
    global_key: Key | None = f.key()
    filter: str = f.text()
    restrict_range: bool = f.boolean()
    range: int = f.integer(1)
    report_single: bool = f.boolean(True)
    fixed_range: bool = f.boolean(True)
    range_property: str = f.text()
    description: str = f.text()
    deck_count: str = f.text("-1")
    target: str = f.text(f.TARGET)
    suppress_sounds: bool = f.boolean()
    parameters: str = f.text()


@trait("globalhotkey;")
class GlobalHotkey(Trait):
    """Presses a toolbar button's key."""

    menu: str = f.text()
    key: Key | None = f.key()
    global_key: Key | None = f.key()
    description: str = f.text()


@trait("report;")
class ReportAction(Trait):
    """Writes a line of chat when one of its keys is sent."""

    keys: tuple[Key, ...] = f.keys()
    format: str = f.text()
    cycle_keys: tuple[Key, ...] = f.keys()
    cycle_formats: tuple[str, ...] = f.texts()
    description: str = f.text()
    no_suppress: bool = f.boolean()
    cycle_index: int = f.integer(-1, state=True)


@trait("delete;")
class Delete(Trait):
    """Removes the piece from the game."""

    menu: str = f.text("Delete")
    key: Key | None = f.key()
    description: str = f.text()


@trait("clone;")
class Clone(Trait):
    """Makes another piece like it."""

    menu: str = f.text("Clone")
    key: Key | None = f.key()
    description: str = f.text()


@trait("deselect;")
class Deselect(Trait):
    """Drops pieces from the selection."""

    menu: str = f.text("Deselect")
    key: Key | None = f.key()
    description: str = f.text()
    unstack: bool = f.boolean()
    kind: str = f.text("D", doc="D this piece, A all, S only this stays")


@trait("markmoved;")
class MarkMoved(Trait):
    """Shows a picture once the piece has moved."""

    image: str = f.text("/images/moved.gif")
    x: int = f.integer()
    y: int = f.integer()
    menu: str = f.text()
    key: Key | None = f.key()
    description: str = f.text()
    ignore_same_location: bool = f.boolean()
    menu_true: str = f.text()
    key_true: Key | None = f.key()
    menu_false: str = f.text()
    key_false: Key | None = f.key()
    moved: bool = f.boolean(state=True)


@trait("footprint;")
class MovementTrail(Trait):
    """Draws where the piece has been."""

    key: Key | None = f.key()
    menu: str = f.text("Movement Trail")
    initially_visible: bool = f.boolean()
    globally_visible: bool = f.boolean()
    radius: int = f.integer(10)
    fill: str = f.text("255,255,255")
    line: str = f.text("0,0,0")
    selected_opacity: int = f.integer(100)
    unselected_opacity: int = f.integer(50)
    edge: int = f.integer(20)
    display: int = f.integer(30)
    line_width: float = f.floating(1.0)
    key_on: Key | None = f.key()
    key_off: Key | None = f.key()
    key_clear: Key | None = f.key()
    description: str = f.text()
    visible: bool = f.boolean(state=True)
    start_map: str = f.text(state=True)
    points: int = f.integer(0, state=True)
    trail: str = f.text("false", state=True, doc="the points, then whether initialised")


@trait("sendto;")
class SendToLocation(Trait):
    """Moves the piece to a place: `L` point, `G` grid, `Z` zone, `R` region, `A` piece ..."""

    menu: str = f.text()
    key: Key | None = f.key()
    map: str = f.text()
    board: str = f.text()
    x: str = f.text("0")
    y: str = f.text("0")
    back_menu: str = f.text()
    back_key: Key | None = f.key()
    x_index: str = f.text("0")
    y_index: str = f.text("0")
    x_offset: str = f.text("1")
    y_offset: str = f.text("1")
    description: str = f.text()
    destination: str = f.text("L")
    zone: str = f.text()
    region: str = f.text()
    filter: str = f.text()
    grid_location: str = f.text()
    back_map: str = f.text(state=True)
    back_x: str = f.text(state=True)
    back_y: str = f.text(state=True)


@trait("return;")
class ReturnToDeck(Trait):
    """Puts the piece into a deck."""

    menu: str = f.text("Return to Deck")
    key: Key | None = f.key()
    deck: str = f.text()
    prompt: str = f.text("Select destination")
    description: str = f.text()
    version: str = f.text("2")
    select_at_runtime: bool = f.boolean()
    deck_expression: str = f.text()


@trait("translate;")
class MoveFixedDistance(Trait):
    """Moves by so many pixels."""

    menu: str = f.text("Move Forward")
    key: Key | None = f.key()
    dx: str = f.text("0")
    dy: str = f.text("60")
    move_stack: bool = f.boolean()
    x_index: str = f.text("0")
    y_index: str = f.text("0")
    x_offset: str = f.text("0")
    y_offset: str = f.text("0")
    description: str = f.text()


@trait("placemark;")
class PlaceMarker(Trait):
    """Places another piece beside this one; `spec` is a slot's text or a path to a slot."""

    menu: str = f.text("Place Marker")
    key: Key | None = f.key()
    spec: str = f.text("null")
    before: str = f.text("null")
    x_offset: int = f.integer()
    y_offset: int = f.integer()
    match_rotation: bool = f.boolean()
    after_key: Key | None = f.key()
    description: str = f.text()
    gpid: str = f.text()
    placement: int = f.integer(doc="0 top of stack, 1 bottom, 2 above, 3 below")
    above: bool = f.boolean()
    copy_properties: bool = f.boolean()
    parameters: str = f.text()
    version: str = f.text("1")


@trait("replace;")
class Replace(PlaceMarker):
    """Puts another piece in place of this one."""


@trait("restrict;")
class RestrictedAccess(Trait):
    """Only some sides may move it or use its menu."""

    sides: tuple[str, ...] = f.texts()
    by_player: bool = f.boolean()
    restrict_movement: bool = f.boolean(True)
    description: str = f.text()
    owner: str = f.text(state=True)


@trait("hideCmd;")
class RestrictCommands(Trait):
    """Hides or disables commands while a condition holds."""

    name: str = f.text()
    action: str = f.text("Hide")
    filter: str = f.text()
    keys: tuple[Key, ...] = f.keys()


@trait("submenu;")
class SubMenu(Trait):
    """Gathers menu entries under one."""

    menu: str = f.text("Sub-Menu")
    commands: tuple[str, ...] = f.texts()
    description: str = f.text()


@trait("menuSeparator;")
class MenuSeparator(Trait):
    """A line in the menu."""

    description: str = f.text()
    key: Key | None = f.key()


@trait("table;")
class Spreadsheet(Trait):
    """A table of cells that players fill in."""

    rows: int = f.integer(2)
    columns: int = f.integer(2)
    menu: str = f.text("Show Data")
    key: Key | None = f.key()
    description: str = f.text()
    cells: tuple[str, ...] = f.texts(state=True)

    state_delimiter: ClassVar[str] = "\0"


@trait("propertysheet;")
class PropertySheet(Trait):
    """A form; its definition and values are `~` sequences (§5.7)."""

    definition: str = f.text()
    menu: str = f.text("Property Sheet")
    old_key: str = f.text()
    commit: int = f.integer()
    red: str = f.text()
    green: str = f.text()
    blue: str = f.text()
    key: Key | None = f.key()
    description: str = f.text()
    values: str = f.text(state=True)

    state_delimiter: ClassVar[str] = "\0"


@trait("button;")
class ActionButton(Trait):
    """A part of the picture that sends a key when it is clicked."""

    key: Key | None = f.key()
    x: int = f.integer()
    y: int = f.integer()
    width: int = f.integer()
    height: int = f.integer()
    description: str = f.text()
    popup_menu: bool = f.boolean()
    whole_shape: bool = f.boolean()
    version: str = f.text("1")
    points: int = f.integer()


@trait("AreaOfEffect;")
class AreaOfEffect(Trait):
    """Shades the map about the piece."""

    colour: str = f.text("128,128,128")
    opacity: int = f.integer(30)
    radius: int = f.integer(1)
    always_on: bool = f.boolean(True)
    menu: str = f.text("Show area")
    key: Key | None = f.key()
    shader: str = f.text()
    fixed_radius: bool = f.boolean(True)
    radius_property: str = f.text()
    description: str = f.text()
    name: str = f.text()
    on_menu: str = f.text()
    on_key: Key | None = f.key()
    off_menu: str = f.text()
    off_key: Key | None = f.key()
    everywhere: bool = f.boolean(True)
    active: bool = f.boolean(state=True)


@trait("nonRect2;")
class NonRectangular(Trait):
    """The outline in which the piece can be clicked; scale, then a raw path."""

    shape: str = f.text("1.0;")

    delimiter: ClassVar[str] = "\0"


@trait("nonRect;")
class NonRectangularOld(NonRectangular):
    """The outline as engines before 3.7 wrote it."""

    shape: str = f.text()


@trait("playSound;")
class PlaySound(Trait):
    """Plays a sound."""

    sound: str = f.text()
    menu: str = f.text("Play Sound")
    key: Key | None = f.key()
    send_to_others: bool = f.boolean()
    description: str = f.text()
    no_suppress: bool = f.boolean()


@trait("mat;")
class Mat(Trait):
    """Carries other pieces along."""

    name: str = f.text("Mat")
    description: str = f.text()
    contents: str = f.text("0", state=True, doc="count, then ids")

    state_delimiter: ClassVar[str] = "\0"


@trait("matPiece;")
class MatCargo(Trait):
    """Lets a mat carry it."""

    description: str = f.text()
    keep_facing: bool = f.boolean(True)
    dx: int = f.integer()
    dy: int = f.integer()
    find_key: Key | None = f.key()
    detach_key: Key | None = f.key()
    mat: str = f.text("noMat", state=True)


@trait("attach;")
class Attachment(Trait):
    """Ties the piece to others."""

    name: str = f.text()
    description: str = f.text()
    attach_menu: str = f.text("Attach to pieces")
    attach_key: Key | None = f.key()
    clear_menu: str = f.text("Clear all attachments")
    clear_key: Key | None = f.key()
    filter: str = f.text()
    restrict_range: bool = f.boolean()
    range: int = f.integer(1)
    fixed_range: bool = f.boolean(True)
    range_property: str = f.text()
    deck_count: str = f.text("-1")
    target: str = f.text(f.TARGET)
    clear_matching_menu: str = f.text("Clear matching attachments")
    clear_matching_key: Key | None = f.key()
    clear_matching_filter: str = f.text()
    on_attach: str = f.text("nothing")
    on_detach: str = f.text("nothing")
    before: str = f.text("clear")
    allow_self: bool = f.boolean()
    auto: bool = f.boolean(True)
    attached: str = f.text("0", state=True, doc="count, then ids")

    state_delimiter: ClassVar[str] = "\0"


@trait("locCommand;")
class MultiLocationCommand(Trait):
    """A menu entry for each zone or region."""

    description: str = f.text()
    kind: str = f.text()
    filter: str = f.text()
    menu: str = f.text("Do Something At $LocationOfCommand$")
    key: Key | None = f.key()
    current_map_only: bool = f.boolean(True)


@trait("basicName;")
class BasicName(Trait):
    """Overrides the name of the basic piece."""

    name: str = f.text()


@trait("cmt;")
class Comment(Trait):
    """A note for the module's designer."""

    comment: str = f.text()


@trait("locmsg;")
class TranslatableMessage(Trait):
    """A text of the piece that translations may replace."""

    name: str = f.text()
    description: str = f.text()
    message: str = f.text()


@trait("border;")
class BorderOutline(Trait):
    """A frame about the piece while a property holds."""

    property: str = f.text()
    description: str = f.text()
    thickness: int = f.integer(2)
    colour: str = f.text("255,0,0")
    property2: str = f.text()
    compare: str = f.text("AND")


@trait("immob;")
class DoesNotStack(Trait):
    """How it is selected, moved and stacked: three groups of flag letters (§5.7)."""

    selection: str = f.text(doc="i Shift, t Ctrl, c Alt, n never; g ignores the grid; Z A B band")
    movement: str = f.text("N", doc="N normal, I if selected, V never")
    stacking: str = f.text("R", doc="L may stack, R never")
    description: str = f.text()


def property_commands(*commands: tuple[str, Key | None, str]) -> str:
    """The commands of a DynamicProperty: menu text, key, change (`P,3`, `I,1`, `R,Prompt`)."""
    return sequence.join(
        (
            sequence.join((menu, "" if stroke is None else str(stroke), change), ":")
            for menu, stroke, change in commands
        ),
        ",",
    )


def piece_target(kind: str = "COUNTER") -> str:
    """A global key command's target: every piece on any map that its filter lets through."""
    return f.TARGET.replace("COUNTER", kind, 1)
