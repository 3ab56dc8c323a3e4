"""What a piece does on a key stroke or menu command: reports, moves, new pieces, other commands."""

from __future__ import annotations

from modgen.vassal import fields as f
from modgen.vassal.keys import Key
from modgen.vassal.traits.base import Trait


class Prototype(Trait, prefix="prototype;"):
    """Includes the traits of a prototype definition."""

    name: str = ""
    parameters: str | None = f.optional(default=None, doc="comma sequence of `name=value`")


class TriggerAction(Trait, prefix="macro;"):
    """Sends other keys when it receives a key, if a condition holds."""

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
    """Removes pieces from the selection."""

    menu: str = "Deselect"
    key: Key | None = None
    description: str = ""
    unstack: bool = False
    kind: str = f.field(default="D", doc="D this piece, A all, S only this stays")


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
    version: str = f.field(default="2", missing="0", doc="before 2 there are no fields after it")
    select_at_runtime: bool = False
    deck_expression: str = ""


class MoveFixedDistance(Trait, prefix="translate;"):
    """Moves the piece by a distance in pixels."""

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


class RestrictCommands(Trait, prefix="hideCmd;"):
    """Hides or disables commands while a condition holds."""

    name: str = ""
    action: str = "Hide"
    filter: str = ""
    keys: tuple[Key, ...] = ()


class SubMenu(Trait, prefix="submenu;"):
    """Groups menu entries in a submenu."""

    menu: str = "Sub-Menu"
    commands: tuple[str, ...] = ()
    description: str = ""


class MenuSeparator(Trait, prefix="menuSeparator;"):
    """A line in the menu."""

    description: str = ""
    key: Key | None = None


class ActionButton(Trait, prefix="button;"):
    """A part of the picture that sends a key when it is clicked."""

    key: Key | None = None
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    description: str = ""
    popup_menu: bool = False
    whole_shape: bool = f.field(default=True, missing=False)
    version: str = f.field(
        default="1", missing="0", doc="0 before 3.7: the rectangle, or else the whole shape, counts"
    )
    polygon: tuple[tuple[str, str], ...] = f.counted(default=(), size=2, doc="corners: x, y")


class PlaySound(Trait, prefix="playSound;"):
    """Plays a sound."""

    sound: str = ""
    menu: str = "Play Sound"
    key: Key | None = None
    send_to_others: bool = False
    description: str = ""
    no_suppress: bool = False


class MultiLocationCommand(Trait, prefix="locCommand;"):
    """A menu entry for each zone or region."""

    description: str = ""
    kind: str = ""
    filter: str = ""
    menu: str = "Do Something At $LocationOfCommand$"
    key: Key | None = None
    current_map_only: bool = True


def piece_target(kind: str = "COUNTER") -> str:
    """The target of a global key command: every piece on any map that passes the filter."""
    return f.TARGET.replace("COUNTER", kind, 1)
