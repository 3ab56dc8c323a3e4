"""Markers that announce: a choice of a marker's menu, or a marker in a space, is a line of chat.

    DECLARE Battle | Step: A Retreat | In: Marong | US steps: 10

One action is enough: choosing an entry of the menu, or putting the marker into a space. A marker
whose faces have the ids of the choices shows what was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from modgen.compile import build as b
from modgen.compile import sending
from modgen.compile.build import SCENE, Build, act, quoted, scene
from modgen.compile.states import true_total
from modgen.compile.tallies import counted
from modgen.model.game import Game
from modgen.model.types.game_file import Choice, Declaration, Tally, Total
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Chart
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

SHOW = act("ShowFace")
"""Turns to the face whose number the property `ShowFace` holds."""
LEFT = "{InSpace!=1}"


def _came(game: Game) -> str:
    """Whether a marker has come into a space in which it was not before."""
    now, before = (b.as_text(game, name) for name in ("LocationName", "OldLocationName"))
    return f"{{InSpace==1 && !{now}.equals({before})}}"


def own(game: Game, piece: PieceType) -> list[tuple[Declaration, Choice | None]]:
    """The declarations that a piece announces; with a choice where putting it down announces it."""
    found: list[tuple[Declaration, Choice | None]] = []
    for declaration in game.info.declarations:
        if declaration.marker == piece.id:
            found.append((declaration, None))
        choices = (choice for item in declaration.fields for choice in item.choices)
        found += [(declaration, choice) for choice in choices if choice.marker == piece.id]
    return found


def shows_choices(declaration: Declaration, piece: PieceType) -> bool:
    """Whether the faces of a declaration's marker are its choices."""
    faces = [face.id for face in piece.faces]
    choices = [choice.id for choice in declaration.fields[0].choices]
    return declaration.marker == piece.id and faces == choices


def stepped(game: Game, piece: PieceType) -> Declaration | None:
    """The declaration whose choices are the piece's faces."""
    return next((one for one, _ in own(game, piece) if shows_choices(one, piece)), None)


def needs_put_down(game: Game) -> bool:
    """Whether pieces must learn that they were put down."""
    markers = (not declaration.has_pad for declaration in game.info.declarations)
    return any(markers) or any(total.follows for total in game.info.totals)


def properties(game: Game) -> list[Component]:
    """The module property that reports end with."""
    if not scene(game):
        return []
    return [component("GlobalProperty", name=SCENE, initialValue="")]


def announce_key(declaration: Declaration) -> Key:
    """The keystroke that writes a declaration's line."""
    return act(f"Announce_{declaration.key}")


def markers(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of a piece that announces, innermost first; none for other pieces."""
    game = build.game
    declarations = own(game, piece)
    if not declarations:
        return []
    names = [
        space.name for space in game.map.spaces if not piece.goes_to or space.kind in piece.goes_to
    ]
    if game.map.spaces:
        inside = _one_of(names, "LocationName")
    else:
        inside = _one_of([build.zone_name(grid) for grid in game.map.grids], "CurrentZone")
    traits: list[Trait] = [t.CalculatedProperty(name="InSpace", expression=f"{{{inside}}}")]
    # A menu shows the outermost trait first, so the first declaration comes last.
    for declaration, choice in reversed(declarations):
        if shows_choices(declaration, piece):
            traits += _steps(build, piece, declaration)
        elif choice is not None:
            traits += _dropped(build, declaration, choice)
        else:
            traits += _menu(build, declaration)
    return traits


def _one_of(names: Sequence[str], value: str) -> str:
    """An expression that is 1 if a property is one of some names, else 0."""
    return f'{quoted("|" + "|".join(names) + "|")}.contains("|"+{value}+"|") ? 1 : 0'


def _steps(build: Build, piece: PieceType, declaration: Declaration) -> Iterator[Trait]:
    """A marker that shows its step: it announces each, and the first one in another space."""
    names = ";".join(face.name for face in piece.faces)
    first, clear, announce = act("FirstFace"), act("ClearScene"), announce_key(declaration)
    yield t.CalculatedProperty(
        name="StepName", expression=f'{{{quoted(names)}.split(";")[Face_Level-1]}}'
    )
    yield from _tallies(build, declaration)
    yield _line(build, declaration, "StepName")
    if declaration.scene:
        where = b.as_text(build.game, "LocationName")
        at = build.words("scene", space=f'"+{where}+"', step='"+StepName+"')
        here = sequence.join(("P", f'{{InSpace==1 ? "{at}" : ""}}'), ",")
        commands = t.property_commands(("", announce, here), ("", clear, "P,"))
        yield t.SetGlobalProperty(name=SCENE, commands=commands, level="Module")
    yield t.TriggerAction(
        name="comes",
        filter=_came(build.game),
        watch_keys=(b.put_down(build.game),),
        action_keys=(act(f"Show_{piece.faces[0].id}"),),
    )
    yield t.TriggerAction(
        name="leaves",
        filter=LEFT,
        watch_keys=(b.put_down(build.game),),
        action_keys=(first, SHOW, clear),
    )


def _dropped(build: Build, declaration: Declaration, choice: Choice) -> Iterator[Trait]:
    """A marker that announces one choice wherever it is put down."""
    yield from _tallies(build, declaration)
    yield _line(build, declaration, quoted(choice.name))
    yield t.TriggerAction(
        name="comes",
        filter=_came(build.game),
        watch_keys=(b.put_down(build.game),),
        action_keys=(announce_key(declaration),),
    )
    if build.game.map.spaces:
        yield t.DoesNotStack(selection="", movement="", stacking="R")


def _menu(build: Build, declaration: Declaration) -> Iterator[Trait]:
    """A submenu whose entries are announced at once."""
    chosen = f"Said_{declaration.key}"
    entries = [
        (choice.name, act(f"Say_{declaration.key}_{choice.id}"))
        for choice in declaration.fields[0].choices
    ]
    yield from _tallies(build, declaration)
    yield _line(build, declaration, chosen)
    keys = tuple(key for _, key in entries)
    yield t.TriggerAction(
        name=declaration.key, watch_keys=keys, action_keys=(announce_key(declaration),)
    )
    yield t.DynamicProperty(
        name=chosen,
        constraints="false,0,100,false",
        commands=t.property_commands(
            *((name, key, sequence.join(("P", name), ",")) for name, key in entries)
        ),
    )
    groups = [(choice.name, choice.group) for choice in declaration.fields[0].choices]
    if len(groups) > 1:
        yield from sending.grouped(_menu_name(build, declaration), groups)


def _menu_name(build: Build, declaration: Declaration) -> str:
    side = build.game.sides.get(declaration.side or "")
    return declaration.name or (side.name if side else declaration.fields[0].name)


def _tallies(build: Build, declaration: Declaration) -> list[Trait]:
    """A property for each tally: the strength of face-up pieces where the marker is."""
    return [
        t.CalculatedProperty(
            name=_tally(declaration, number), expression="{" + _strength(build, tally) + "}"
        )
        for number, tally in enumerate(declaration.tallies)
    ]


def _tally(declaration: Declaration, number: int) -> str:
    return f"Tally_{declaration.key}_{number}"


def _strength(build: Build, tally: Tally) -> str:
    """The sum over the marker's space, the boxes, and the overflow box that stands for it."""
    game, shown = build.game, counted(tally)
    if tally.condition:
        return f'SumMap("{shown}",{quoted(build.map_name(game.map.boards[0].id))})'

    def held(key: str) -> str:
        box = game.boxes[key]
        zone, map_name = quoted(build.zone_name(box)), quoted(build.map_name(box.board))
        return f'SumZone("{shown}",{zone},{map_name})'

    parts = [f'SumLocation("{shown}")', *map(held, tally.boxes)]
    parts += [
        f'(SumLocation("Count_{box.stands_for}")>0 ? {held(box.id)} : 0)'
        for box in game.map.boxes
        if box.stands_for
    ]
    return "+".join(parts)


def _line(build: Build, declaration: Declaration, chosen: str) -> Trait:
    """The report of a declaration; `chosen` is an expression for the choice."""
    game = build.game
    side = game.sides.get(declaration.side or "")
    names = [side.name] if side else []
    names += [declaration.name] if declaration.name else []
    head = b.declaration_head(build, " · ".join(names))
    parts = [head, quoted(f" | {declaration.fields[0].name}: "), chosen]
    for marked in declaration.spaces:
        where = b.as_text(game, "LocationName")
        parts.append(f"{quoted(f' | {marked.name}: ')}+{where}")
    for number, tally in enumerate(declaration.tallies):
        value = _tally(declaration, number)
        parts.append(f'({value}>0 ? {quoted(f" | {tally.name}: ")}+{value} : "")')
    parts += [_told_total(build, game.totals[one]) for one in declaration.totals]
    parts += [_told_face(build, game.piece_types[one]) for one in declaration.faces]
    parts += _odds(build, declaration)
    told = "+".join(parts)
    return t.ReportAction(
        keys=(announce_key(declaration),),
        format=f"{{{told}}}" if declaration.anywhere else f'{{InSpace==1 ? {told} : ""}}',
        no_suppress=True,
    )


def _told_total(build: Build, total: Total) -> str:
    """A total's name and number, if it is not 0."""
    value = f"({true_total(build, total)[1:-1]})"
    return f'({value}>0 ? {quoted(f" | {total.name}: ")}+{value} : "")'


def _told_face(build: Build, piece: PieceType) -> str:
    """A piece's name and the face that it shows, if the face has a name."""
    board = build.game.boxes[piece.home or ""].board
    level = f'SumMap("{_shown_face(piece)}",{quoted(build.map_name(board))})'
    expression = '""'
    for number, face in enumerate(piece.faces, 1):
        if face.name:
            told = quoted(f" | {piece.name}: {face.name}")
            expression = f"{level}=={number} ? {told} : ({expression})"
    return f"({expression})"


def told_faces(build: Build, piece: PieceType) -> list[Trait]:
    """The number of the visible face of a piece whose face is told with a declaration."""
    if not any(piece.id in one.faces for one in build.game.info.declarations):
        return []
    return [t.CalculatedProperty(name=_shown_face(piece), expression="{Face_Level}")]


def _shown_face(piece: PieceType) -> str:
    return f"Shows_{piece.id}"


def _odds(build: Build, declaration: Declaration) -> Iterator[str]:
    """Expressions for the odds between two tallies, as a chart's columns name them."""
    names = {tally.name: _tally(declaration, n) for n, tally in enumerate(declaration.tallies)}
    charts = {chart.id: chart for chart in build.game.charts}
    for tally in declaration.tallies:
        chart = charts.get(tally.odds_in or "")
        if not tally.against or chart is None:
            continue
        one, other = names[tally.name], names[tally.against]
        ratios = sorted(odds_of(chart), key=lambda pair: pair[0] / pair[1])
        column = quoted(f"< {ratios[0][0]}:{ratios[0][1]}")
        for first, second in ratios:
            column = f'({one}*{second}>={other}*{first} ? "{first}:{second}" : {column})'
        head = quoted(f" | {build.words('odds')}: ")
        yield f'({one}>0 && {other}>0 ? {head}+{column} : "")'


def odds_of(chart: Chart) -> list[tuple[int, int]]:
    """The odds that head columns of a chart, such as (2, 1)."""
    found = (re.fullmatch(r"(\d{1,3}):(\d{1,3})", column) for column in chart.columns)
    return [(int(match[1]), int(match[2])) for match in found if match and int(match[2])]


def face_menu(build: Build, piece: PieceType, declaration: Declaration) -> list[Trait]:
    """The menu of a marker's steps, and the command for the next one."""
    entries = [(face.name or piece.name, act(f"Show_{face.id}")) for face in piece.faces]
    count = len(entries)
    keys = tuple(key for _, key in entries)
    numbered = [(title, key, f"P,{n}") for n, (title, key) in enumerate(entries, 1)]
    following = sequence.join(("P", f"{{Face_Level%{count}+1}}"), ",")
    numbered += [
        (build.words("next_step"), b.NEXT_STEP, following),
        ("", act("FirstFace"), "P,1"),
    ]
    return [
        t.TriggerAction(
            name="show",
            watch_keys=(*keys, b.NEXT_STEP),
            action_keys=(SHOW, announce_key(declaration)),
        ),
        t.DynamicProperty(
            name="ShowFace",
            constraints=f"true,1,{count},true",
            commands=t.property_commands(*numbered),
            value="1",
        ),
        *sending.grouped(
            declaration.fields[0].name,
            [
                (title, choice.group)
                for (title, _), choice in zip(entries, declaration.fields[0].choices, strict=True)
            ],
        ),
    ]


# --- totals that follow ----------------------------------------------------------------------


def follows(build: Build, piece: PieceType) -> list[Trait]:
    """The traits with which a marker follows its total, or a piece calls the marker."""
    traits: list[Trait] = []
    for total in build.game.info.totals:
        if not total.follows or not total.marker:
            continue
        if total.marker == piece.id:
            traits.append(_follow(build, total, piece))
        elif any(term.pieces == piece.id for term in total.terms):
            traits.append(
                t.GlobalKeyCommand(
                    key=b.put_down(build.game),
                    global_key=_follow_key(total),
                    filter=f"{{PieceType=={quoted(total.marker)}}}",
                    suppress_sounds=True,
                    deck_count="0",
                )
            )
    return traits


def _follow_key(total: Total) -> Key:
    return act(f"Follow_{total.id}")


def _follow(build: Build, total: Total, marker: PieceType) -> Trait:
    track = build.game.tracks[marker.tracks or ""]
    value = true_total(build, total)[1:-1]
    number = f"Math.max({track.first},Math.min({track.last},{value}))"
    return t.SendToLocation(
        key=_follow_key(total),
        map=build.map_name(track.board),
        board=build.game.boards[track.board].name,
        destination="G",
        grid_location=f"{{{quoted(track.name + ' ')}+{number}}}",
    )
