"""Modules, saves and logs for tests of refreshing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from modgen.vassal import save, sequence
from modgen.vassal.archive import archive_bytes
from modgen.vassal.commands import ChangePiece
from modgen.vassal.components import Component, component
from modgen.vassal.decks import deck_type
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, GamePiece, Stack
from modgen.vassal.save import SaveFile
from modgen.vassal.stream import Node
from modgen.vassal.traits import Trait

OLD = Metadata("1.0", "Siege", "a test", "3.6.6", 1_700_000_000_000)


CARDS = component("DrawPile", name="Cards", x=9, y=9)
"""The deck of the module."""


def slot(gpid: str, name: str, *traits: Trait) -> Component:
    """A slot of a piece with these traits, outermost first."""
    piece = GamePiece(traits, BasicPiece(name=name, gpid=gpid))
    return component("PieceSlot", (), piece.definition(), entryName=name, gpid=gpid)


def prototype(name: str, *traits: Trait) -> Component:
    text = GamePiece(traits, BasicPiece()).definition()
    return component("PrototypeDefinition", (), text, name=name)


def tree(
    *slots: Component,
    prototypes: Iterable[Component] = (),
    set_up: str = "",
    decks: Iterable[Component] = (CARDS,),
) -> Component:
    """A module's components with a map and these slots."""
    parts = [
        component("PrototypesContainer", prototypes),
        component("Map", decks, mapName="Field"),
        component("PieceWindow", [component("ListWidget", slots)]),
    ]
    if set_up:
        parts.append(component("PredefinedSetup", name="Dawn", file=set_up))
    return component("GameModule", parts, name="Siege", version="1.1")


def write(
    path: Path, root: Component, name: str = "Siege", files: Mapping[str, bytes] | None = None
) -> Path:
    """Write version 1.1 of a module."""
    metadata = OLD._replace(version="1.1", name=name)
    write_module(path, Module(root, metadata, {"a.png": b"a"}, files or {}))
    return path


def piece(key: str, gpid: str, name: str, *traits: Trait) -> str:
    """The command that adds a piece to the map."""
    made = GamePiece(traits, BasicPiece(name=name, gpid=gpid))
    return made.at("Field", 40, 50, key).add_command()


def saved(*pieces: str, steps: Iterable[str] = ()) -> bytes:
    """A save with these pieces in a stack and a deck beside it; a log if it has steps."""
    commands = [
        *pieces,
        Stack("900", "Field", 40, 50, ("1",)).add_command(),
        Deck("901", deck_type(CARDS), "Field", 9, 9, False).add_command(),
    ]
    restore = [
        save.board_command("Field", [("Plain", 0, 0)]),
        save.SETUP_STACK,
        save.property_command("Weather", "rain"),
        "TURN0\t0|1",
    ]
    text = save.save_text(commands, restore, [Node(step) for step in steps])
    return archive_bytes(save.save_entries(text, OLD))


def change(before: str, *states: str) -> str:
    """The command that changes a piece, given the one that adds it, to one state from another."""
    key = sequence.split(before[2:], "/")[0]
    old = states[1] if len(states) > 1 else None
    return ChangePiece(id=key, state=states[0], old_state=old).text


def text_of(data: bytes) -> str:
    with SaveFile(Path("test.vsav"), data) as opened:
        return opened.text()


def pieces_of(data: bytes) -> dict[str, GamePiece]:
    """The pieces that a save or log adds, by their ids."""
    found: dict[str, GamePiece] = {}
    with SaveFile(Path("test.vsav"), data) as opened:
        for leaf in opened.leaves():
            parts = sequence.split(leaf.command[2:], "/")
            if leaf.command.startswith("+/") and not parts[1].startswith(("stack", "deck;")):
                found[parts[0]] = GamePiece.read(parts[1], parts[2], parts[0])
    return found
