"""Making change: one two-step counter for two one-step counters and back, or for another type.

Counters are never created or deleted. The second counter comes from the box of spare counters and
returns to it. The selected counter writes its position to module properties and sends a command to
the others of its type; the first one that receives it answers, so that only one moves.
"""

from __future__ import annotations

from modgen.compile import build as b
from modgen.compile import steps
from modgen.compile.build import Build, act, quoted
from modgen.model.boards import layout
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

WANTED, FACE, MAP = "ChangeWanted", "ChangeFace", "ChangeMap"
X, Y, PLACE = "ChangeX", "ChangeY", "ChangePlace"
TURN = act("TurnStep")
"""Turns a counter to its other number of steps without a report."""
ANSWERS = act("ChangeAnswers")
TAKE = act("ChangeTaken")
COME, COMES = act("ChangeCome"), act("ChangeComes")
LEAVE, LEAVES = act("ChangeLeave"), act("ChangeLeaves")
CALL_IN, CALL_OUT = act("ChangeCallIn"), act("ChangeCallOut")
CALL_OTHER = act("ChangeCallOther")
NOTE = act("ChangeNote")
LEVEL = "Module"


def properties(build: Build) -> list[Component]:
    """The module properties through which counters communicate."""
    if not any(piece.change for piece in build.game.pieces):
        return []
    start = {WANTED: "0", FACE: "1", X: "0", Y: "0", MAP: "", PLACE: ""}
    return [
        component("GlobalProperty", name=name, initialValue=value) for name, value in start.items()
    ]


def making_change(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of a counter that can make change, innermost first."""
    if not piece.change:
        return []
    zone = quoted(build.zone_name(build.game.boxes[piece.home or ""]))
    at_home = f"CurrentZone=={zone}"
    single = f"Single_{piece.id}"
    same = f"PieceType=={quoted(piece.id)}"
    return [
        t.CalculatedProperty(name=single, expression="{Face_Level==2 ? 1 : 0}"),
        *_notes(build),
        *_answers(build, piece),
        _call(CALL_IN, COME, f"{same} && CurrentZone=={zone}"),
        _call(CALL_OUT, LEAVE, f"{same} && Face_Level==2 && {PLACE}.equals(LocationName)"),
        t.TriggerAction(
            name="two into one",
            menu=build.words("join_steps"),
            key=b.JOIN,
            filter=f'{{Face_Level==2 && !({at_home}) && SumLocation("{single}")>1}}',
            action_keys=(TURN, NOTE, CALL_OUT),
        ),
        t.TriggerAction(
            name="one into two",
            menu=build.words("make_change"),
            key=b.CHANGE,
            filter=f"{{Face_Level==1 && !({at_home}) && {_spare(build, piece)}>0}}",
            action_keys=(TURN, NOTE, CALL_IN),
        ),
        t.ReportAction(keys=(CALL_IN,), format=build.words("report_change")),
        t.ReportAction(keys=(CALL_OUT,), format=build.words("report_join")),
        *_exchange(build, piece),
        *steps.losing(build, piece),
    ]


def menu(build: Build, piece: PieceType) -> list[Trait]:
    """The submenu of a counter that makes change, with all entries that concern its steps."""
    if not piece.change:
        return []
    words = build.words
    names = [words("lose_step"), words("make_change"), words("join_steps")]
    if piece.becomes:
        names.append(words("exchange", piece=build.game.piece_types[piece.becomes].name))
    return [t.SubMenu(menu=words("steps"), commands=tuple(names))]


def _spare(build: Build, piece: PieceType) -> str:
    """An expression for the number of spare counters of a type in their box."""
    box = build.game.boxes[piece.home or ""]
    zone, map_name = quoted(build.zone_name(box)), quoted(build.map_name(box.board))
    return f'SumZone("Count_{piece.id}",{zone},{map_name})'


def _exchange(build: Build, piece: PieceType) -> list[Trait]:
    """Return a counter to its box and bring one of another type with the same number of steps."""
    if not piece.becomes:
        return []
    partner = build.game.piece_types[piece.becomes]
    home = quoted(build.zone_name(build.game.boxes[piece.home or ""]))
    zone = quoted(build.zone_name(build.game.boxes[partner.home or ""]))
    return [
        _call(CALL_OTHER, COME, f"PieceType=={quoted(partner.id)} && CurrentZone=={zone}"),
        t.TriggerAction(
            name="becomes",
            menu=build.words("exchange", piece=partner.name),
            key=b.EXCHANGE,
            filter=f"{{CurrentZone!={home} && {_spare(build, partner)}>0}}",
            action_keys=(NOTE, CALL_OTHER, LEAVES),
        ),
        t.ReportAction(keys=(CALL_OTHER,), format=build.words("report_exchange")),
    ]


def _notes(build: Build) -> list[Trait]:
    """The traits that store this counter's position and steps, the request, and the answer."""
    values = {
        FACE: "Face_Level",
        X: "CurrentX",
        Y: "CurrentY",
        MAP: "CurrentMap",
        PLACE: "LocationName",
    }
    noted: list[Trait] = [
        t.SetGlobalProperty(
            name=name, commands=t.property_commands(("", NOTE, f"P,{{{value}}}")), level=LEVEL
        )
        for name, value in values.items()
    ]
    wanted = t.property_commands(("", NOTE, "P,1"), ("", TAKE, "P,0"))
    noted.append(t.SetGlobalProperty(name=WANTED, commands=wanted, level=LEVEL))
    return build.share("Notes for making change", noted)


def _answers(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of a spare counter: it comes with the requested steps; a surplus one returns."""
    box = build.game.boxes[piece.home or ""]
    x, y = build.point(layout.home_point(build.game, piece))
    return [
        t.SendToLocation(key=COMES, map=f"{{{MAP}}}", x=f"{{{X}}}", y=f"{{{Y}}}"),
        t.SendToLocation(key=LEAVES, map=build.map_name(box.board), x=str(x), y=str(y)),
        t.TriggerAction(
            name="as many steps",
            filter=f"{{Face_Level!={FACE}}}",
            watch_keys=(ANSWERS,),
            action_keys=(TURN,),
        ),
        t.TriggerAction(
            name="comes",
            filter=f"{{{WANTED}==1}}",
            watch_keys=(COME,),
            action_keys=(TAKE, ANSWERS, COMES),
        ),
        t.TriggerAction(
            name="leaves",
            filter=f"{{{WANTED}==1}}",
            watch_keys=(LEAVE,),
            action_keys=(TAKE, LEAVES),
        ),
    ]


def _call(key: Key, sent: Key, condition: str) -> Trait:
    return t.GlobalKeyCommand(
        key=key,
        global_key=sent,
        filter=f"{{{condition}}}",
        suppress_sounds=True,
        report_single=True,
    )
