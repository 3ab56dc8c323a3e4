"""How a piece can be selected, moved, stacked, carried and attached."""

from __future__ import annotations

from modgen.vassal import fields as f
from modgen.vassal.keys import Key
from modgen.vassal.traits.base import Trait


class DoesNotStack(Trait, prefix="immob;"):
    """How the piece is selected, moved and stacked, as letters (vassal-formats §5.7)."""

    selection: str = f.field(
        default="", doc="i Shift, t Ctrl, c Alt, n never; g ignores the grid; Z A B band"
    )
    movement: str = f.field(default="N", doc="N normal, I if selected, V never")
    stacking: str = f.field(default="R", doc="L may stack, R never")
    description: str = ""


class RestrictedAccess(Trait, prefix="restrict;"):
    """Only some sides may move it or use its menu."""

    sides: tuple[str, ...] = ()
    by_player: bool = False
    restrict_movement: bool = True
    description: str = ""
    owner: str = f.field(default="", state=True)


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
    """Attaches the piece to others."""

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
