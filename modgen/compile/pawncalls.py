"""Finding pawns on maps of cells: a pad sends a command, and each pawn adds its cell to a list.

There are too many cells for an expression that checks each one, as is done for spaces.
"""

from __future__ import annotations

from modgen.compile.build import Build, act, quoted
from modgen.model.types.game_file import MarkedSpaces
from modgen.model.types.pieces import PieceType
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

LEVEL = "Module"


def _marked(marked: MarkedSpaces) -> str:
    return f"Marked_{marked.id}"


def _marks(build: Build) -> dict[str, MarkedSpaces]:
    """Every kind of marked space that pads list, by id."""
    declarations = build.game.info.declarations
    return {marked.id: marked for declaration in declarations for marked in declaration.spaces}


def lists(build: Build) -> list[Component]:
    """The lists, as module properties."""
    if build.game.spaces:
        return []
    return [
        component("GlobalProperty", name=_marked(marked), initialValue="")
        for marked in _marks(build).values()
    ]


def ask_keys(marked: MarkedSpaces) -> list[Key]:
    """The keystrokes with which a pad clears a list and makes pawns fill it."""
    return [act(f"Empty_{marked.id}"), act(f"Ask_{marked.id}")]


def ask(build: Build, marked: MarkedSpaces) -> list[Trait]:
    """A pad's traits for one list."""
    empty, ask_for = ask_keys(marked)
    map_name = quoted(build.map_name(build.game.map.boards[0].id))
    pawn = quoted(marked.pawn or "")
    return [
        t.SetGlobalProperty(
            name=_marked(marked), commands=t.property_commands(("", empty, "P,")), level=LEVEL
        ),
        t.GlobalKeyCommand(
            key=ask_for,
            global_key=_tell(marked),
            filter=f"{{PieceType=={pawn} && CurrentMap=={map_name}}}",
            suppress_sounds=True,
        ),
    ]


def tell(build: Build, piece: PieceType) -> list[Trait]:
    """A pawn's traits, which add its cell to each list on request."""
    if build.game.spaces:
        return []
    return [
        t.SetGlobalProperty(
            name=_marked(marked),
            commands=t.property_commands(("", _tell(marked), _added(marked))),
            level=LEVEL,
        )
        for marked in _marks(build).values()
        if marked.pawn == piece.id
    ]


def _tell(marked: MarkedSpaces) -> Key:
    return act(f"Tell_{marked.id}")


def _added(marked: MarkedSpaces) -> str:
    """The expression that appends this pawn's cell to a list."""
    name = _marked(marked)
    expression = f'{{{name}=="" ? LocationName : {name}+" + "+LocationName}}'
    return sequence.join(("P", expression), ",")
