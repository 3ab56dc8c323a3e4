"""What changed in a piece that did not move, as the end of a sentence about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from modgen.vassal import sequence
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import (
    DoesNotStack,
    DynamicProperty,
    FreeRotation,
    Invisible,
    Label,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    Mat,
    MatCargo,
    MovementTrail,
    ReportAction,
    RestrictedAccess,
    Rotate,
    SendToLocation,
    SubMenu,
    Trait,
)

HIDDEN = "a hidden piece"
"""The name of a piece that the viewer cannot see."""


class Phrase(NamedTuple):
    """What happens to one piece, and the same about several: `flips to A`, `flip to A`."""

    singular: str
    plural: str


UNSEEN = (Mat, ReportAction, SendToLocation)
"""Traits whose states nobody sees: they remember a point, a position, or what lies on the piece."""
CHANGES = Phrase("changes", "change")


def passive(participle: str) -> Phrase:
    """`is rotated`, `are rotated`."""
    return Phrase(f"is {participle}", f"are {participle}")


def hidden_or_revealed(name: str) -> Phrase:
    """What happens to a piece that the viewer loses or gains sight of; `name` is the new one."""
    return passive("hidden" if name == HIDDEN else f"revealed as {name}")


def looks_same(old: GamePiece, new: GamePiece) -> bool:
    """Whether two states of a piece of one type differ only in what nobody sees."""
    pairs = zip(old.traits, new.traits, strict=False)
    return all(_is_unseen(before, after) for before, after in pairs if before != after)


def _is_unseen(before: Trait, after: Trait) -> bool:
    if isinstance(before, MovementTrail) and isinstance(after, MovementTrail):
        # Clearing marks of movement clears hidden trails too.
        return before.visible == after.visible
    return isinstance(before, UNSEEN)


def trait_changes(old: GamePiece, new: GamePiece) -> Phrase:
    """The differences between two states of a piece that has kept its name."""
    pairs = zip(old.traits, new.traits, strict=False)
    changed = [(before, after) for before, after in pairs if before != after]
    values = [pair for before, after in changed for pair in _new_values(before, after, new)]
    named = [word for before, after in changed if (word := _chosen_in_menu(before, after))]
    if named:
        return passive(f"set to {' and '.join(named)}")
    chosen = " and ".join(f"{title} to {value}" for title, value in values if value)
    cleared = " and ".join(title for title, value in values if not value)
    if chosen and cleared:
        return Phrase(f"sets {chosen}, clears {cleared}", f"set {chosen}, clear {cleared}")
    if chosen or cleared:
        verb, what = ("set", chosen) if chosen else ("clear", cleared)
        return Phrase(f"{verb}s {what}", f"{verb} {what}")
    phrases = (_trait_change(before, after) for before, after in changed)
    return next((phrase for phrase in phrases if phrase is not None), CHANGES)


def _new_values(before: Trait, after: Trait, piece: GamePiece) -> Iterator[tuple[str, str]]:
    """The title of a changed property or label, and its new value."""
    if isinstance(before, DynamicProperty) and isinstance(after, DynamicProperty):
        if before.value != after.value:
            yield property_title(after, piece), after.value
    elif isinstance(before, Label) and isinstance(after, Label) and before.label != after.label:
        yield "its label", after.label
    elif isinstance(before, Marker) and isinstance(after, Marker):
        values = zip(before.names, before.values, after.values, strict=False)
        yield from ((name, new) for name, old, new in values if old != new)


def _chosen_in_menu(before: Trait, after: Trait) -> str:
    """The menu's name for the new number of a property; empty if the menu has none.

    `Control: NPA` in the menu of a marker of control gives `NPA`.
    """
    if not isinstance(before, DynamicProperty) or not isinstance(after, DynamicProperty):
        return ""
    if before.value == after.value or not after.value.isdecimal():
        return ""
    for command in sequence.split(after.commands, ","):
        menu, *rest = sequence.split(command, ":")
        title, _, word = menu.partition(": ")
        if title and word and rest and sequence.split(rest[-1], ",") == ["P", after.value]:
            return word
    return ""


def property_title(trait: DynamicProperty, piece: GamePiece) -> str:
    """What the piece's menu calls a property: the submenu that has its commands, or its name."""
    commands = {sequence.split(command, ":")[0] for command in sequence.split(trait.commands, ",")}
    for other in piece.traits:
        if isinstance(other, SubMenu) and other.commands and commands.issuperset(other.commands):
            return other.menu
    return trait.name.replace("_", " ")


def _trait_change(before: Trait, after: Trait) -> Phrase | None:
    """What a changed trait does to the piece; None for one that has no words."""
    match before, after:
        case Layer(), Layer() if before.level != after.level:
            names = after.level_names
            name = names[after.level - 1] if 0 < after.level <= len(names) else ""
            shown = name.strip("+ ") or f"level {abs(after.level)}"
            return Phrase(f"shows {shown}", f"show {shown}")
        case (Rotate(), Rotate()) | (FreeRotation(), FreeRotation()):
            return passive("rotated")
        case MatCargo(), MatCargo():
            return passive("on no mat now" if after.mat == NO_MAT else "on a mat now")
        case RestrictedAccess(), RestrictedAccess():
            return Phrase("gets another owner", "get another owner")
        case MarkMoved(), MarkMoved():
            return passive("marked as moved" if after.moved else "no longer marked as moved")
    return _concealment(before, after)


def _concealment(before: Trait, after: Trait) -> Phrase | None:
    """The same for masks and invisibility, and for the trail that a piece shows."""
    match before, after:
        case MovementTrail(), MovementTrail():
            verb = "show" if after.visible else "hide"
            return Phrase(f"{verb}s where it has been", f"{verb} where they have been")
        case Mask(), Mask():
            owners = before.obscured_by, after.obscured_by
            return _concealed(owners, after.access, "masked", "turned face down", "turned face up")
        case Invisible(), Invisible():
            owners = before.hidden_by, after.hidden_by
            return _concealed(owners, after.access, "hidden", "hidden", "revealed")
    return None


def _concealed(owners: tuple[str, str], access: str, by: str, gone: str, back: str) -> Phrase:
    """The change of who conceals a piece: it is `gone` or `back`, or concealed `by` another."""
    before, after = owners
    if before in NOBODY or after in NOBODY:
        return passive(back if after in NOBODY else gone)
    # The id of a player is a password, so it is not said.
    side = after.removeprefix("side:") if access.startswith("side") else "another player"
    return passive(f"{by} by {side} now")


NOBODY = ("", "null")
NO_MAT = "noMat"


@lru_cache(maxsize=4096)
def is_fixed(type_text: str) -> bool:
    """Whether players cannot move a piece of this type, as is usual for pads and track labels."""
    traits = GamePiece.read(type_text, "", repair=True).traits
    return any(isinstance(trait, DoesNotStack) and trait.movement == "V" for trait in traits)
