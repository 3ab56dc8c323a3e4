"""Every trait of the engine: one declaration each, its fields in wire order (§5.5-5.7).

A trait is immutable; `but` makes a changed copy. What was read is written back unchanged, and
a trait that this library does not know is kept verbatim as `Opaque`.
"""

from __future__ import annotations

from typing import ClassVar, Self

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.keys import Key

REGISTRY: dict[str, type[Trait]] = {}
"""Prefix, with its semicolon, to the trait's class."""

CACHE_SIZE = 20_000
"""Traits kept for reuse while reading: a game has few different ones, on many pieces."""


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

    __slots__ = ()


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

    name: str = f.text()
    parameters: str | None = f.optional("comma sequence of `name=value`")


class Layer(Trait, prefix="emb2;"):
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
    version: int = f.integer(1, missing=0)
    always_active: bool = f.boolean(True)
    activate_key: Key | None = f.key()
    up_key: Key | None = f.key()
    down_key: Key | None = f.key()
    description: str = f.text()
    scale: float = f.floating(1.0)
    only_property: str = f.text()
    only_value: str = f.text("true")
    level: int = f.integer(1, state=True, doc="1-based; negative while inactive")


class Rotate(Trait, prefix="rotate;"):
    """Facing: one of so many positions. With a single one it is a FreeRotation."""

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
    facing: int = f.integer(0, state=True, doc="0-based")


class FreeRotation(Trait, prefix="rotate;1;"):
    """Any facing, set with the mouse."""

    set_key: Key | None = f.key()
    set_menu: str = f.text("Rotate")
    random_key: Key | None = f.key()
    random_menu: str = f.text()
    name: str = f.text()
    description: str = f.text()
    direct_key: Key | None = f.key()
    direct_menu: str = f.text()
    direct_expression: str = f.text()
    direct_is_facing: bool = f.boolean(True)
    degrees: float = f.floating(0.0, state=True, doc="negative is clockwise")


class Pivot(Trait, prefix="pivot;"):
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


class Mask(Trait, prefix="obs;"):
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


class Invisible(Trait, prefix="hide;"):
    """Unseen by everybody but its owner."""

    key: Key | None = f.key()
    menu: str = f.text("Invisible")
    background: str = f.text()
    access: str = f.text("player:")
    opacity: float = f.floating(0.3)
    description: str = f.text()
    no_auto_report: bool = f.boolean()
    hidden_by: str = f.text("null", state=True)


class Label(Trait, prefix="label;"):
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
    label: str = f.raw(state=True)


class Marker(Trait, prefix="mark;", delimiter=",", state_delimiter=","):
    """Properties that never change: names in the type, as many values in the state."""

    names: tuple[str, ...] = f.rest()
    values: tuple[str, ...] = f.rest(state=True)


class DynamicProperty(Trait, prefix="PROP;"):
    """A property that menu commands change."""

    name: str = f.text()
    constraints: str = f.text("false,0,100,false", doc="numeric, least, most, wraps")
    commands: str = f.text(doc="see `property_commands`")
    description: str = f.text()
    value: str = f.raw(state=True)


class SetGlobalProperty(Trait, prefix="setprop;"):
    """Changes a property of the zone, the map or the module."""

    name: str = f.text()
    constraints: str = f.text("false,0,100,false")
    commands: str = f.text()
    description: str = f.text()
    level: str = f.text("Current Zone/Current Map/Module")
    search_name: str = f.text()


class SetPieceProperty(Trait, prefix="setpieceprop;"):
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


class CalculatedProperty(Trait, prefix="calcProp;"):
    """A property worked out by an expression when it is asked for."""

    name: str = f.text()
    expression: str = f.text()
    description: str = f.text()


class TriggerAction(Trait, prefix="macro;"):
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


class GlobalKeyCommand(Trait, prefix="globalkey;"):
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


class GlobalHotkey(Trait, prefix="globalhotkey;"):
    """Presses a toolbar button's key."""

    menu: str = f.text()
    key: Key | None = f.key()
    global_key: Key | None = f.key()
    description: str = f.text()


class ReportAction(Trait, prefix="report;"):
    """Writes a line of chat when one of its keys is sent."""

    keys: tuple[Key, ...] = f.keys()
    format: str = f.text()
    cycle_keys: tuple[Key, ...] = f.keys()
    cycle_formats: tuple[str, ...] = f.texts()
    description: str = f.text()
    no_suppress: bool = f.boolean()
    cycle_index: int = f.integer(-1, state=True)


class Delete(Trait, prefix="delete;"):
    """Removes the piece from the game."""

    menu: str = f.text("Delete")
    key: Key | None = f.key()
    description: str = f.text()


class Clone(Trait, prefix="clone;"):
    """Makes another piece like it."""

    menu: str = f.text("Clone")
    key: Key | None = f.key()
    description: str = f.text()


class Deselect(Trait, prefix="deselect;"):
    """Drops pieces from the selection."""

    menu: str = f.text("Deselect")
    key: Key | None = f.key()
    description: str = f.text()
    unstack: bool = f.boolean()
    kind: str = f.text("D", doc="D this piece, A all, S only this stays")


class MarkMoved(Trait, prefix="markmoved;"):
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


class MovementTrail(Trait, prefix="footprint;"):
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
    trail: tuple[str, ...] = f.counted(state=True, doc="points, each `x,y`")
    initialised: bool = f.boolean(state=True)


class SendToLocation(Trait, prefix="sendto;"):
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


class ReturnToDeck(Trait, prefix="return;"):
    """Puts the piece into a deck."""

    menu: str = f.text("Return to Deck")
    key: Key | None = f.key()
    deck: str = f.text()
    prompt: str = f.text("Select destination")
    description: str = f.text()
    version: str = f.text("2")
    select_at_runtime: bool = f.boolean()
    deck_expression: str = f.text()


class MoveFixedDistance(Trait, prefix="translate;"):
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


class PlaceMarker(Trait, prefix="placemark;"):
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


class Replace(PlaceMarker, prefix="replace;"):
    """Puts another piece in place of this one."""


class RestrictedAccess(Trait, prefix="restrict;"):
    """Only some sides may move it or use its menu."""

    sides: tuple[str, ...] = f.texts()
    by_player: bool = f.boolean()
    restrict_movement: bool = f.boolean(True)
    description: str = f.text()
    owner: str = f.text(state=True)


class RestrictCommands(Trait, prefix="hideCmd;"):
    """Hides or disables commands while a condition holds."""

    name: str = f.text()
    action: str = f.text("Hide")
    filter: str = f.text()
    keys: tuple[Key, ...] = f.keys()


class SubMenu(Trait, prefix="submenu;"):
    """Gathers menu entries under one."""

    menu: str = f.text("Sub-Menu")
    commands: tuple[str, ...] = f.texts()
    description: str = f.text()


class MenuSeparator(Trait, prefix="menuSeparator;"):
    """A line in the menu."""

    description: str = f.text()
    key: Key | None = f.key()


class Spreadsheet(Trait, prefix="table;", state_delimiter=","):
    """A table of cells that players fill in."""

    rows: int = f.integer(2)
    columns: int = f.integer(2)
    menu: str = f.text("Show Data")
    key: Key | None = f.key()
    description: str = f.text()
    cells: tuple[str, ...] = f.rest(state=True, doc="row by row")


class PropertySheet(Trait, prefix="propertysheet;", state_delimiter="~"):
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
    values: tuple[str, ...] = f.rest(state=True, doc="in the order of the definition")


class ActionButton(Trait, prefix="button;"):
    """A part of the picture that sends a key when it is clicked."""

    key: Key | None = f.key()
    x: int = f.integer()
    y: int = f.integer()
    width: int = f.integer()
    height: int = f.integer()
    description: str = f.text()
    popup_menu: bool = f.boolean()
    whole_shape: bool = f.boolean(True)
    version: str = f.text("1")
    polygon: tuple[tuple[str, str], ...] = f.counted(size=2, doc="corners: x, y")


class AreaOfEffect(Trait, prefix="AreaOfEffect;"):
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


class NonRectangular(Trait, prefix="nonRect2;"):
    """The outline in which the piece can be clicked; scale, then a raw path."""

    scale: float = f.floating(1.0)
    path: str = f.raw(doc="`d`, then `M x y`, `L x y`, `Q ...`, `C ...`, `Z`")


class NonRectangularOld(Trait, prefix="nonRect;"):
    """The outline as older engines wrote it."""

    path: str = f.raw(doc="comma list: `m,x,y`, `l,x,y`, `c`; or `n` and a picture's name")


class PlaySound(Trait, prefix="playSound;"):
    """Plays a sound."""

    sound: str = f.text()
    menu: str = f.text("Play Sound")
    key: Key | None = f.key()
    send_to_others: bool = f.boolean()
    description: str = f.text()
    no_suppress: bool = f.boolean()


class Mat(Trait, prefix="mat;"):
    """Carries other pieces along."""

    name: str = f.text("Mat")
    description: str = f.text()
    contents: tuple[str, ...] = f.counted(state=True, doc="ids of its cargo")


class MatCargo(Trait, prefix="matPiece;"):
    """Lets a mat carry it."""

    description: str = f.text()
    keep_facing: bool = f.boolean(True)
    dx: int = f.integer()
    dy: int = f.integer()
    find_key: Key | None = f.key()
    detach_key: Key | None = f.key()
    mat: str = f.text("noMat", state=True)


class Attachment(Trait, prefix="attach;"):
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
    attached: tuple[str, ...] = f.counted(state=True, doc="ids")


class MultiLocationCommand(Trait, prefix="locCommand;"):
    """A menu entry for each zone or region."""

    description: str = f.text()
    kind: str = f.text()
    filter: str = f.text()
    menu: str = f.text("Do Something At $LocationOfCommand$")
    key: Key | None = f.key()
    current_map_only: bool = f.boolean(True)


class BasicName(Trait, prefix="basicName;"):
    """Overrides the name of the basic piece."""

    name: str = f.text()


class Comment(Trait, prefix="cmt;"):
    """A note for the module's designer."""

    comment: str = f.text()


class TranslatableMessage(Trait, prefix="locmsg;"):
    """A text of the piece that translations may replace."""

    name: str = f.text()
    description: str = f.text()
    message: str = f.text()


class BorderOutline(Trait, prefix="border;"):
    """A frame about the piece while a property holds."""

    property: str = f.text()
    description: str = f.text()
    thickness: int = f.integer(2)
    colour: str = f.text("255,0,0")
    property2: str = f.text()
    compare: str = f.text("AND")


class DoesNotStack(Trait, prefix="immob;"):
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
