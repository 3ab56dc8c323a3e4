"""Named commands that a module sends, and those that it handles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.keys import Key, parse_key
from modgen.vassal.pieces import GamePiece

SENT_ATTRIBUTES = {
    "GlobalKeyCommand": {"hotkey"},
    "MassKeyCommand": {"hotkey"},
    "DeckGlobalKeyCommand": {"hotkey"},
    "StartupGlobalKeyCommand": {"hotkey", "globalHotkey"},
    "TurnGlobalHotkey": {"hotkey"},
    "DoActionButton": {"hotkeys", "preLoopKey", "postLoopKey"},
    "SpecialDiceButton": {"hotkeys", "preLoopKey", "postLoopKey"},
    "DrawPile": {"emptyHotkey"},
    "Map": {"moveKey"},
    "PrivateMap": {"moveKey"},
    "PlayerHand": {"moveKey"},
    "WidgetMap": {"moveKey"},
}
"""Attributes with keys to send. Other attributes with keys are keys to listen for."""

SENT_FIELDS: dict[type[t.Trait], set[str]] = {
    t.GlobalKeyCommand: {"global_key"},
    t.GlobalHotkey: {"global_key"},
    t.TriggerAction: {"action_keys", "pre_loop_key", "post_loop_key"},
    t.PlaceMarker: {"after_key"},
    t.Replace: {"after_key"},
    t.ActionButton: {"key"},
    t.MultiLocationCommand: {"key"},
}
"""Fields with keys to send."""

HIDING = (t.RestrictCommands, t.SubMenu, t.MenuSeparator)
"""Traits that name keys but do not handle them."""


def _keys(value: object) -> Iterator[Key]:
    for key in value if isinstance(value, tuple) and not isinstance(value, Key) else (value,):
        if isinstance(key, Key) and key.name and "$" not in key.name:
            yield key


def _of_component(component: Component, sent: bool) -> Iterator[Key]:
    sending = SENT_ATTRIBUTES.get(component.name, set())
    for name, value in component.attributes.items():
        if "key" not in name.lower() or (name in sending) != sent:
            continue
        several = sequence.split(value, ",") if name == "hotkeys" and value else [value]
        for text in several:
            yield from _keys(parse_key(text))
    if component.name in ("option", "entry") and not sent:
        yield from _keys(parse_key(component.text))


def _of_piece(piece: GamePiece, sent: bool) -> Iterator[Key]:
    for trait in piece.traits:
        yield from _of_trait(trait, sent)


@lru_cache(maxsize=4096)
def _of_trait(trait: t.Trait, sent: bool) -> tuple[Key, ...]:
    """The keys of a trait. The pieces of a module share most of their traits."""
    if isinstance(trait, HIDING):
        return ()
    sending = SENT_FIELDS.get(type(trait), set())
    found: list[Key] = []
    for field in trait.fields:
        if (field.name in sending) == sent and field.wire.kind in ("key", "keys"):
            found += _keys(getattr(trait, field.name))
    if not sent and isinstance(trait, t.DynamicProperty | t.SetGlobalProperty | t.SetPieceProperty):
        for command in sequence.split(trait.commands, ",") if trait.commands else ():
            found += _keys(parse_key([*sequence.split(command, ":"), ""][1]))
    return tuple(found)


def component_sends(component: Component) -> Iterator[str]:
    """The names of the commands that a component sends."""
    return (key.name for key in _of_component(component, True))


def component_answers(component: Component) -> set[str]:
    """The names of the commands that a component handles."""
    return {key.name for key in _of_component(component, False)}


def piece_sends(piece: GamePiece) -> Iterator[str]:
    """The names of the commands that a piece sends."""
    return (key.name for key in _of_piece(piece, True))


def piece_answers(piece: GamePiece) -> set[str]:
    """The names of the commands that a piece handles."""
    return {key.name for key in _of_piece(piece, False)}
