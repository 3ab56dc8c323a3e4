"""Declaration pads: a piece for each side whose menu announces an action in one line of chat.

    DECLARE Government | option: Operation + Special Activity | operation: Sweep | ...

The spaces are those that hold the side's pawns when the line is written. After the line is
written the pad's choices are cleared, so that none of them is announced again by mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile import build as b
from modgen.compile import pawncalls
from modgen.compile.build import Build, act
from modgen.compile.words import PLAYER
from modgen.draw.states import draw_pad
from modgen.model.types.game_file import Declaration, DeclarationField, MarkedSpaces
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait


def pad(build: Build, declaration: Declaration, key: str = "") -> GamePiece:
    """The pad of a declaration. `key` distinguishes several pads of one declaration."""
    game, words = build.game, build.words
    side = game.sides[declaration.side or ""]
    inner: list[Trait] = [
        t.Marker(names=("PieceType", "Kind", "Side"), values=("pad", "pad", side.id)),
    ]
    announce, clear = act(f"Announce_{declaration.key}"), act(f"Clear_{declaration.key}")
    clear_keys = tuple(_clear_key(item) for item in declaration.fields)
    # A menu shows the outermost trait first, so the first entries are added last.
    inner += [
        t.TriggerAction(
            name="clear",
            menu=words("declare_clear"),
            key=clear,
            action_keys=clear_keys,
        ),
        t.TriggerAction(
            name="announce",
            menu=words("declare_send"),
            key=act(f"Declare_{declaration.key}"),
            action_keys=(*_ask_keys(build, declaration), announce, *clear_keys),
        ),
    ]
    for item in reversed(declaration.fields):
        inner += build.share(f"Chooses: {item.name}", _field(build, item))
    for marked in declaration.spaces:
        if build.game.spaces:
            inner.append(
                t.CalculatedProperty(name=f"Marked_{marked.id}", expression=_marked(build, marked))
            )
        else:
            inner += pawncalls.ask(build, marked)
    inner += [
        t.ReportAction(keys=(announce,), format=_line(build, declaration), no_suppress=True),
        t.DoesNotStack(selection="", movement="V", stacking="R"),
        t.RestrictedAccess(sides=(side.name, words("solo")), restrict_movement=False),
    ]
    image = build.picture(
        f"pad-{declaration.key}.png", lambda: draw_pad(game, declaration), build.dpi
    ).name
    name = words("pad", side=declared_as(build, declaration))
    basic = BasicPiece(name=name, image=image, gpid=build.slots(f"pad:{declaration.key}{key}"))
    return GamePiece(tuple(reversed(inner)), basic)


def declared_as(build: Build, declaration: Declaration) -> str:
    """The side's name, with the declaration's name where the side has several."""
    side = build.game.sides[declaration.side or ""].name
    return f"{side} · {declaration.name}" if declaration.name else side


def _ask_keys(build: Build, declaration: Declaration) -> list[Key]:
    """The keystrokes that make pawns report their cells, on maps without spaces."""
    if build.game.spaces:
        return []
    return [key for marked in declaration.spaces for key in pawncalls.ask_keys(marked)]


def _clear_key(item: DeclarationField) -> Key:
    return act(f"Declare_{item.id}_clear")


def _choose_key(item: DeclarationField, choice: str) -> Key:
    return act(f"Declare_{item.id}_{choice}")


def _field(build: Build, item: DeclarationField) -> Iterator[Trait]:
    """The property that holds the choice, and its submenu."""
    name = f"Declared_{item.id}"
    commands: list[tuple[str, Key | None, str]] = [
        (choice.name, _choose_key(item, choice.id), sequence.join(("P", choice.name), ","))
        for choice in item.choices
    ]
    commands.append(("", _clear_key(item), "P,"))
    yield t.DynamicProperty(
        name=name, constraints="false,0,100,false", commands=t.property_commands(*commands)
    )
    yield t.SubMenu(menu=item.name, commands=tuple(choice.name for choice in item.choices))


def _marked(build: Build, marked: MarkedSpaces) -> str:
    """An expression for the names of the spaces that hold pawns, joined by commas."""
    map_name = b.quoted(build.map_name(build.game.map.boards[0].id))
    parts = [
        f'(SumZone("Count_{marked.pawn}",{b.quoted(build.zone_name(space))},{map_name})>0'
        f' ? ", "+{b.quoted(space.name)} : "")'
        for space in build.game.map.spaces
    ]
    return '{("' + '"+' + "+".join(parts) + ').replaceFirst("^, ","")}'


def _line(build: Build, declaration: Declaration) -> str:
    """An expression for the announcement: what was chosen or marked, and nothing else."""
    head = b.declaration_head(build, declared_as(build, declaration))
    named = [(item.name, f"Declared_{item.id}") for item in declaration.fields]
    named += [(marked.name, f"Marked_{marked.id}") for marked in declaration.spaces]
    parts = [f'({value}=="" ? "" : {b.quoted(f" | {name}: ")}+{value})' for name, value in named]
    return "{" + "+".join([head, *parts]) + "}"


def buttons(build: Build) -> list[Component]:
    """A button that returns all pawns: those of declarations and all others of kind `pawn`."""
    game = build.game
    pawns = {
        marked.pawn
        for declaration in game.info.declarations
        for marked in declaration.spaces
        if marked.pawn
    }
    if not pawns:
        return []
    pawns |= {piece.id for piece in game.pieces if piece.kind == "pawn" and piece.home}
    test = " || ".join(f"PieceType=={b.quoted(pawn)}" for pawn in sorted(pawns))
    flat = all(game.piece_types[pawn].shape == "counter" for pawn in pawns)
    name = build.words("markers_home" if flat else "pawns_home")
    return [
        component(
            "GlobalKeyCommand",
            name=name,
            buttonText=name,
            tooltip=name,
            hotkey=b.HOME,
            filter=f'{{({test}) && CurrentMap!=""}}',
            reportSingle=True,
            suppressSounds=True,
            reportFormat=f"{PLAYER}: {name} *",
        )
    ]
