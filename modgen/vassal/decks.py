"""The decks that a module defines, as decks in play have them (vassal-formats §5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.vassal import sequence
from modgen.vassal.components import Component, kinds
from modgen.vassal.pieces import DeckType

ATTRIBUTES = {
    "draw": "draw_outline",
    "color": "outline_colour",
    "width": "width",
    "height": "height",
    "faceDown": "face_down_option",
    "shuffle": "shuffle_option",
    "allowMultiple": "allow_multiple",
    "allowSelect": "allow_select",
    "reversible": "reversible",
    "reshuffleCommand": "send_menu",
    "reshuffleTarget": "send_target",
    "reshuffleMessage": "send_message",
    "name": "name",
    "shuffleFormat": "shuffle_message",
    "reverseFormat": "reverse_message",
    "faceDownFormat": "face_down_message",
    "drawFaceUp": "draw_face_up",
    "canSave": "can_save",
    "shuffleHotkey": "shuffle_key",
    "reshuffleHotkey": "send_key",
    "maxStack": "max_stack",
    "countExpressions": "count_expressions",
    "expressionCounting": "count_expressions_on",
    "hotkeyOnEmpty": "hotkey_on_empty",
    "emptyHotkey": "empty_key",
    "selectDisplayProperty": "select_display",
    "selectSortProperty": "select_sort",
    "restrictOption": "restrict_drops",
    "restrictExpression": "restrict_expression",
    "shuffleCommand": "shuffle_menu",
    "reverseCommand": "reverse_menu",
    "reverseHotkey": "reverse_key",
    "drawMultipleMessage": "draw_multiple_menu",
    "drawSpecificMessage": "draw_specific_menu",
    "faceUpMessage": "face_up_menu",
    "faceDownMessage": "face_down_menu",
    "faceUpHotkey": "face_up_key",
    "faceUpReportFormat": "face_up_report",
    "faceFlipHotkey": "flip_key",
    "faceDownHotkey": "face_down_key",
    "saveMessage": "save_menu",
    "saveHotkey": "save_key",
    "saveReportFormat": "save_report",
    "loadMessage": "load_menu",
    "loadHotkey": "load_key",
    "loadReportFormat": "load_report",
    "deckRestrictAccess": "restrict_access",
    "deckOwners": "owners",
}
"""The attribute of a deck's component for each field of its type."""

COMMAND = (
    "name",
    "hotkey",
    "filter",
    "deckCount",
    "reportFormat",
    "name",
    "target",
    "reportSingle",
    "suppressSounds",
    "parameters",
)
"""What the type of a deck holds of each of its key commands; the second name is the shown one."""


def deck_type(pile: Component) -> DeckType:
    """The type that the engine gives a deck in play, from the component that defines it.

    A value that is missing or cannot be read is the default of a deck in play.
    """
    fields = {field.name: field for field in DeckType.fields}
    values = {
        field: fields[field].read([pile.attributes[name]], 0)
        for name, field in ATTRIBUTES.items()
        if name in pile.attributes
    }
    return DeckType(**values, global_commands=tuple(_commands(pile)))


def _commands(pile: Component) -> Iterator[str]:
    """The key commands of a deck as its type holds them."""
    defaults = kinds()["DeckGlobalKeyCommand"].defaults
    for part in pile.find_all("DeckGlobalKeyCommand"):
        values = {**defaults, **part.attributes}
        target = sequence.split(values["target"], "|")
        # The engine sets these three when a deck is the owner.
        target += [""] * (16 - len(target))
        target[0], target[1], target[10] = "DECK", "false", "false"
        values["target"] = sequence.join(target, "|")
        yield sequence.join([values[name] for name in COMMAND], "|")
