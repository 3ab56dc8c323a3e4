"""The traits of pieces, with their fields in order (vassal-formats §5.5-5.7).

A trait is immutable; `but` makes a changed copy. A trait that was read is written back unchanged.
A trait that this library does not know is an `Opaque` and is kept verbatim.
"""

from __future__ import annotations

from typing import ClassVar, Self

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key

REGISTRY: dict[str, type[Trait]] = {}
"""Prefix, with its semicolon, to the trait's class."""

CACHE_SIZE = 20_000
"""The number of decoded traits that are kept for reuse; pieces share most of theirs."""


class Trait(f.Record, parts=2):
    """A trait. Subclasses declare the fields of the type, then those of the state."""

    __slots__ = ()

    prefix: ClassVar[str] = ""

    def __init_subclass__(
        cls, prefix: str = "", delimiter: str = ";", state_delimiter: str = ";", parts: int = 0
    ) -> None:
        super().__init_subclass__(prefix, delimiter, state_delimiter, parts)
        cls.prefix = prefix
        if prefix:
            REGISTRY[prefix] = cls

    def type_text(self) -> str:
        """The trait's type."""
        return self.texts[0]

    def state_text(self) -> str:
        """The trait's state."""
        return self.texts[1]

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """View a trait of this class. Missing tokens read as their defaults, as in the engine."""
        return cls.read(type_text, state_text)


class Opaque(Trait):
    """A trait that this library does not know: kept as it was read."""


_cache: dict[tuple[str, str], Trait] = {}


def parse_trait(type_text: str, state_text: str) -> Trait:
    """Read any trait; an unknown one is kept verbatim."""
    found = _cache.get((type_text, state_text))
    if found is None:
        if len(_cache) >= CACHE_SIZE:
            _cache.clear()
        found = trait_class(type_text).read(type_text, state_text)
        _cache[type_text, state_text] = found
    return found


def trait_class(type_text: str) -> type[Trait]:
    """The class that reads this type."""
    if type_text.startswith(FreeRotation.prefix):
        return FreeRotation
    return REGISTRY.get(type_text[: type_text.find(";") + 1], Opaque)


class Prototype(Trait, prefix="prototype;"):
    """Stands for all the traits of a prototype definition."""

    name: str = ""
    parameters: str | None = f.optional(default=None, doc="comma sequence of `name=value`")


class Layer(Trait, prefix="emb2;"):
    """Pictures that a piece can show, with names for the levels (vassal-formats §5.6)."""

    activate_menu: str = ""
    activate_modifiers: int = 128
    activate_char: str = "A"
    up_menu: str = ""
    up_modifiers: int = 128
    up_char: str = ""
    down_menu: str = ""
    down_modifiers: int = 128
    down_char: str = ""
    reset_menu: str = ""
    reset_key: Key | None = None
    reset_level: str = "1"
    draw_underneath: bool = False
    x: int = 0
    y: int = 0
    images: tuple[str, ...] = ()
    level_names: tuple[str, ...] = ()
    loop: bool = True
    name: str = ""
    random_key: Key | None = None
    random_menu: str = ""
    follow: bool = f.field(default=False, doc="show the level that a property names")
    property: str = ""
    first_level_value: int = 1
    version: int = f.field(default=1, missing=0)
    always_active: bool = True
    activate_key: Key | None = None
    up_key: Key | None = None
    down_key: Key | None = None
    description: str = ""
    scale: float = 1.0
    only_property: str = ""
    only_value: str = "true"
    level: int = f.field(default=1, state=True, doc="1-based; negative while inactive")


class Rotate(Trait, prefix="rotate;"):
    """Facing in one of several positions. With one position it is a FreeRotation."""

    facings: int = 6
    clockwise_key: Key | None = None
    anticlockwise_key: Key | None = None
    clockwise_menu: str = "Rotate CW"
    anticlockwise_menu: str = "Rotate CCW"
    random_key: Key | None = None
    random_menu: str = ""
    name: str = ""
    description: str = ""
    direct_key: Key | None = None
    direct_menu: str = ""
    direct_expression: str = ""
    direct_is_facing: bool = True
    facing: int = f.field(default=0, state=True, doc="0-based")


class FreeRotation(Trait, prefix="rotate;1;"):
    """Any facing, set with the mouse."""

    set_key: Key | None = None
    set_menu: str = "Rotate"
    random_key: Key | None = None
    random_menu: str = ""
    name: str = ""
    description: str = ""
    direct_key: Key | None = None
    direct_menu: str = ""
    direct_expression: str = ""
    direct_is_facing: bool = True
    degrees: float = f.field(default=0.0, state=True, doc="negative is clockwise")


class Pivot(Trait, prefix="pivot;"):
    """Turn about a point."""

    menu: str = ""
    key: Key | None = None
    x: int = 0
    y: int = 0
    fixed: bool = True
    angle: float = 90.0
    description: str = ""
    menu2: str = ""
    key2: Key | None = None
    angle2: float = 270.0


class Mask(Trait, prefix="obs;"):
    """Face down for everybody but its owner."""

    key: Key | None = None
    image: str = ""
    menu: str = ""
    style: str = f.field(default="I", doc="I inset, B background, P peek, G image, 2 second inset")
    mask_name: str = "?"
    access: str = "player:"
    peek_menu: str = "Peek"
    description: str = ""
    auto_peek: bool = False
    deal_key: Key | None = None
    deal_expression: str = ""
    obscured_by: str = f.field(
        default="null", state=True, doc="owner's id or side, `nobody`, or `null`"
    )
    options: str = f.field(default="", state=True)


class Invisible(Trait, prefix="hide;"):
    """Invisible to everybody but its owner."""

    key: Key | None = None
    menu: str = "Invisible"
    background: str = ""
    access: str = "player:"
    opacity: float = 0.3
    description: str = ""
    no_auto_report: bool = False
    hidden_by: str = f.field(default="null", state=True)


class Label(Trait, prefix="label;"):
    """A text drawn on the piece."""

    key: Key | None = None
    menu: str = "Change label"
    font_size: int = 10
    background: str = ""
    colour: str = "0,0,0"
    vertical: str = f.field(default="t", doc="t top, c centre, b bottom")
    vertical_offset: int = 0
    horizontal: str = f.field(default="c", doc="l, c or r")
    horizontal_offset: int = 0
    vertical_justify: str = "b"
    horizontal_justify: str = "c"
    name_format: str = "$pieceName$ ($label$)"
    font: str = "Dialog"
    font_style: int = f.field(default=0, doc="1 bold, 2 italic")
    rotate: int = 0
    property: str = "TextLabel"
    description: str = ""
    always_use_format: bool = False
    label: str = f.raw(default="", state=True)


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
    """A property worked out by an expression when it is asked for."""

    name: str = ""
    expression: str = ""
    description: str = ""


class TriggerAction(Trait, prefix="macro;"):
    """One key that sends others, if a condition holds."""

    name: str = ""
    menu: str = ""
    key: Key | None = None
    filter: str = ""
    watch_keys: tuple[Key, ...] = ()
    action_keys: tuple[Key, ...] = ()
    loop: bool = False
    pre_loop_key: Key | None = None
    post_loop_key: Key | None = None
    loop_type: str = "counted"
    while_expression: str = ""
    until_expression: str = ""
    count: str = ""
    index: bool = False
    index_property: str = ""
    index_start: str = "1"
    index_step: str = "1"


class GlobalKeyCommand(Trait, prefix="globalkey;"):
    """Sends a key to other pieces."""

    menu: str = ""
    key: Key | None = None
    global_key: Key | None = None
    filter: str = ""
    restrict_range: bool = False
    range: int = 1
    report_single: bool = True
    fixed_range: bool = True
    range_property: str = ""
    description: str = ""
    deck_count: str = "-1"
    target: str = f.TARGET
    suppress_sounds: bool = False
    parameters: str = ""


class GlobalHotkey(Trait, prefix="globalhotkey;"):
    """Presses a toolbar button's key."""

    menu: str = ""
    key: Key | None = None
    global_key: Key | None = None
    description: str = ""


class ReportAction(Trait, prefix="report;"):
    """Writes a line of chat when one of its keys is sent."""

    keys: tuple[Key, ...] = ()
    format: str = ""
    cycle_keys: tuple[Key, ...] = ()
    cycle_formats: tuple[str, ...] = ()
    description: str = ""
    no_suppress: bool = False
    cycle_index: int = f.field(default=-1, state=True)


class Delete(Trait, prefix="delete;"):
    """Removes the piece from the game."""

    menu: str = "Delete"
    key: Key | None = None
    description: str = ""


class Clone(Trait, prefix="clone;"):
    """Makes another piece like it."""

    menu: str = "Clone"
    key: Key | None = None
    description: str = ""


class Deselect(Trait, prefix="deselect;"):
    """Drops pieces from the selection."""

    menu: str = "Deselect"
    key: Key | None = None
    description: str = ""
    unstack: bool = False
    kind: str = f.field(default="D", doc="D this piece, A all, S only this stays")


class MarkMoved(Trait, prefix="markmoved;"):
    """Shows a picture once the piece has moved."""

    image: str = "/images/moved.gif"
    x: int = 0
    y: int = 0
    menu: str = ""
    key: Key | None = None
    description: str = ""
    ignore_same_location: bool = False
    menu_true: str = ""
    key_true: Key | None = None
    menu_false: str = ""
    key_false: Key | None = None
    moved: bool = f.field(default=False, state=True)


class MovementTrail(Trait, prefix="footprint;"):
    """Draws where the piece has been."""

    key: Key | None = None
    menu: str = "Movement Trail"
    initially_visible: bool = False
    globally_visible: bool = False
    radius: int = 10
    fill: str = "255,255,255"
    line: str = "0,0,0"
    selected_opacity: int = 100
    unselected_opacity: int = 50
    edge: int = 20
    display: int = 30
    line_width: float = 1.0
    key_on: Key | None = None
    key_off: Key | None = None
    key_clear: Key | None = None
    description: str = ""
    visible: bool = f.field(default=False, state=True)
    start_map: str = f.field(default="", state=True)
    trail: tuple[str, ...] = f.counted(default=(), state=True, doc="points, each `x,y`")
    initialised: bool = f.field(default=False, state=True)


class SendToLocation(Trait, prefix="sendto;"):
    """Moves the piece to a place: `L` point, `G` grid, `Z` zone, `R` region, `A` piece ..."""

    menu: str = ""
    key: Key | None = None
    map: str = ""
    board: str = ""
    x: str = "0"
    y: str = "0"
    back_menu: str = ""
    back_key: Key | None = None
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "1"
    y_offset: str = "1"
    description: str = ""
    destination: str = "L"
    zone: str = ""
    region: str = ""
    filter: str = ""
    grid_location: str = ""
    back_map: str = f.field(default="", state=True)
    back_x: str = f.field(default="", state=True)
    back_y: str = f.field(default="", state=True)


class ReturnToDeck(Trait, prefix="return;"):
    """Puts the piece into a deck."""

    menu: str = "Return to Deck"
    key: Key | None = None
    deck: str = ""
    prompt: str = "Select destination"
    description: str = ""
    version: str = "2"
    select_at_runtime: bool = False
    deck_expression: str = ""


class MoveFixedDistance(Trait, prefix="translate;"):
    """Moves by so many pixels."""

    menu: str = "Move Forward"
    key: Key | None = None
    dx: str = "0"
    dy: str = "60"
    move_stack: bool = False
    x_index: str = "0"
    y_index: str = "0"
    x_offset: str = "0"
    y_offset: str = "0"
    description: str = ""


class PlaceMarker(Trait, prefix="placemark;"):
    """Places another piece beside this one; `spec` is a slot's text or a path to a slot."""

    menu: str = "Place Marker"
    key: Key | None = None
    spec: str = "null"
    before: str = "null"
    x_offset: int = 0
    y_offset: int = 0
    match_rotation: bool = False
    after_key: Key | None = None
    description: str = ""
    gpid: str = ""
    placement: int = f.field(default=0, doc="0 top of stack, 1 bottom, 2 above, 3 below")
    above: bool = False
    copy_properties: bool = False
    parameters: str = ""
    version: str = "1"


class Replace(PlaceMarker, prefix="replace;"):
    """Puts another piece in place of this one."""


class RestrictedAccess(Trait, prefix="restrict;"):
    """Only some sides may move it or use its menu."""

    sides: tuple[str, ...] = ()
    by_player: bool = False
    restrict_movement: bool = True
    description: str = ""
    owner: str = f.field(default="", state=True)


class RestrictCommands(Trait, prefix="hideCmd;"):
    """Hides or disables commands while a condition holds."""

    name: str = ""
    action: str = "Hide"
    filter: str = ""
    keys: tuple[Key, ...] = ()


class SubMenu(Trait, prefix="submenu;"):
    """Gathers menu entries under one."""

    menu: str = "Sub-Menu"
    commands: tuple[str, ...] = ()
    description: str = ""


class MenuSeparator(Trait, prefix="menuSeparator;"):
    """A line in the menu."""

    description: str = ""
    key: Key | None = None


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


class ActionButton(Trait, prefix="button;"):
    """A part of the picture that sends a key when it is clicked."""

    key: Key | None = None
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    description: str = ""
    popup_menu: bool = False
    whole_shape: bool = True
    version: str = "1"
    polygon: tuple[tuple[str, str], ...] = f.counted(default=(), size=2, doc="corners: x, y")


class AreaOfEffect(Trait, prefix="AreaOfEffect;"):
    """Shades the map about the piece."""

    colour: str = "128,128,128"
    opacity: int = 30
    radius: int = 1
    always_on: bool = True
    menu: str = "Show area"
    key: Key | None = None
    shader: str = ""
    fixed_radius: bool = True
    radius_property: str = ""
    description: str = ""
    name: str = ""
    on_menu: str = ""
    on_key: Key | None = None
    off_menu: str = ""
    off_key: Key | None = None
    everywhere: bool = True
    active: bool = f.field(default=False, state=True)


class NonRectangular(Trait, prefix="nonRect2;"):
    """The outline in which the piece can be clicked; scale, then a raw path."""

    scale: float = 1.0
    path: str = f.raw(default="", doc="`d`, then `M x y`, `L x y`, `Q ...`, `C ...`, `Z`")


class NonRectangularOld(Trait, prefix="nonRect;"):
    """The outline as older engines wrote it."""

    path: str = f.raw(
        default="", doc="comma list: `m,x,y`, `l,x,y`, `c`; or `n` and a picture's name"
    )


class PlaySound(Trait, prefix="playSound;"):
    """Plays a sound."""

    sound: str = ""
    menu: str = "Play Sound"
    key: Key | None = None
    send_to_others: bool = False
    description: str = ""
    no_suppress: bool = False


class Mat(Trait, prefix="mat;"):
    """Carries other pieces along."""

    name: str = "Mat"
    description: str = ""
    contents: tuple[str, ...] = f.counted(default=(), state=True, doc="ids of its cargo")


class MatCargo(Trait, prefix="matPiece;"):
    """Lets a mat carry it."""

    description: str = ""
    keep_facing: bool = True
    dx: int = 0
    dy: int = 0
    find_key: Key | None = None
    detach_key: Key | None = None
    mat: str = f.field(default="noMat", state=True)


class Attachment(Trait, prefix="attach;"):
    """Ties the piece to others."""

    name: str = ""
    description: str = ""
    attach_menu: str = "Attach to pieces"
    attach_key: Key | None = None
    clear_menu: str = "Clear all attachments"
    clear_key: Key | None = None
    filter: str = ""
    restrict_range: bool = False
    range: int = 1
    fixed_range: bool = True
    range_property: str = ""
    deck_count: str = "-1"
    target: str = f.TARGET
    clear_matching_menu: str = "Clear matching attachments"
    clear_matching_key: Key | None = None
    clear_matching_filter: str = ""
    on_attach: str = "nothing"
    on_detach: str = "nothing"
    before: str = "clear"
    allow_self: bool = False
    auto: bool = True
    attached: tuple[str, ...] = f.counted(default=(), state=True, doc="ids")


class MultiLocationCommand(Trait, prefix="locCommand;"):
    """A menu entry for each zone or region."""

    description: str = ""
    kind: str = ""
    filter: str = ""
    menu: str = "Do Something At $LocationOfCommand$"
    key: Key | None = None
    current_map_only: bool = True


class BasicName(Trait, prefix="basicName;"):
    """Overrides the name of the basic piece."""

    name: str = ""


class Comment(Trait, prefix="cmt;"):
    """A note for the module's designer."""

    comment: str = ""


class TranslatableMessage(Trait, prefix="locmsg;"):
    """A text of the piece that translations may replace."""

    name: str = ""
    description: str = ""
    message: str = ""


class BorderOutline(Trait, prefix="border;"):
    """A frame around the piece while a property is true."""

    property: str = ""
    description: str = ""
    thickness: int = 2
    colour: str = "255,0,0"
    property2: str = ""
    compare: str = "AND"


class DoesNotStack(Trait, prefix="immob;"):
    """How the piece is selected, moved and stacked, as letters (vassal-formats §5.7)."""

    selection: str = f.field(
        default="", doc="i Shift, t Ctrl, c Alt, n never; g ignores the grid; Z A B band"
    )
    movement: str = f.field(default="N", doc="N normal, I if selected, V never")
    stacking: str = f.field(default="R", doc="L may stack, R never")
    description: str = ""


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
    """The target of a global key command: every piece on any map that passes the filter."""
    return f.TARGET.replace("COUNTER", kind, 1)
