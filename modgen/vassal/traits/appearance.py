"""What a piece shows: pictures, facing, labels, masks, outlines and marks."""

from __future__ import annotations

from modgen.vassal import fields as f
from modgen.vassal.keys import Key
from modgen.vassal.traits.base import Trait


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
    """Rotates the piece around a point."""

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


class AreaOfEffect(Trait, prefix="AreaOfEffect;"):
    """Shades the map around the piece."""

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


class BorderOutline(Trait, prefix="border;"):
    """A frame around the piece while a property is true."""

    property: str = ""
    description: str = ""
    thickness: int = 2
    colour: str = "255,0,0"
    property2: str = ""
    compare: str = "AND"


class BasicName(Trait, prefix="basicName;"):
    """Overrides the name of the basic piece."""

    name: str = ""
