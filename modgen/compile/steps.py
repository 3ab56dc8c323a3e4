"""Losing a step: a piece turns to its next face; what happens after the last one."""

from __future__ import annotations

from modgen.compile import build as b
from modgen.compile.build import Build, act
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

NEXT_FACE = act("NextFace")
"""Turns a piece with `steps` to its next face if it has a menu of faces and no flip."""
MANY_FACES = 4
"""A piece with so many faces has a menu of them, with fewer it is flipped."""
LOST = act("StepLost")
"""Reports that a piece with `steps` has lost a step, unless flipping it tells what it is now."""


def losing_steps(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of a piece with `steps`."""
    if not piece.steps:
        return []
    removed: list[Trait] = []
    if not (piece.replaced_by or piece.lost_to or piece.home):
        removed = [t.Delete(menu="", key=b.DELETE)]
    reports: list[Trait] = []
    if _tells(piece):
        # That a piece leaves is told by what takes it away.
        reports = [t.ReportAction(keys=(LOST,), format=build.words("report_step"))]
    return [*removed, *losing(build, piece), *reports]


def _tells(piece: PieceType) -> bool:
    """Whether a lost step has a report of its own."""
    several = piece.steps and len(piece.faces) > 1
    return several and (len(piece.faces) >= MANY_FACES or not all(f.name for f in piece.faces[1:]))


def losing(build: Build, piece: PieceType) -> list[Trait]:
    """The menu entry that takes a step from a piece; from its last face the piece leaves."""
    lose_last, lose_one = act("LoseLast"), act("LoseOne")
    last = len(piece.faces)
    losing: list[Trait] = []
    if last > 1:
        turn = NEXT_FACE if piece.steps and last >= MANY_FACES else b.FLIP
        losing.append(
            t.TriggerAction(
                name="one of two" if last == 2 else "one of several",
                filter="{Face_Level==1}" if last == 2 else f"{{Face_Level<{last}}}",
                watch_keys=(lose_one,),
                action_keys=(turn, LOST) if _tells(piece) else (turn,),
            )
        )
    losing += [
        t.TriggerAction(
            name="its last",
            filter=f"{{Face_Level=={last}}}" if last > 1 else "",
            watch_keys=(lose_last,),
            action_keys=(_leaves(piece),),
        ),
        t.TriggerAction(
            name="loses a step",
            menu=build.words("lose_step"),
            key=b.LOSE,
            action_keys=(lose_last, lose_one),
        ),
    ]
    return build.share("Lose a step", losing)


def _leaves(piece: PieceType) -> Key:
    """The key that takes a piece away that has lost its last step."""
    if piece.replaced_by and piece.steps:
        return b.REPLACE
    if piece.lost_to:
        return b.ELIMINATE
    return b.HOME if piece.home or not piece.steps else b.DELETE
