"""The numbers of pieces that announcements add up."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.compile import conditions, facedown
from modgen.compile.build import Build
from modgen.model.types.game_file import Tally
from modgen.model.types.pieces import PieceType
from modgen.vassal import traits as t
from modgen.vassal.traits import Trait


def tallied(build: Build, piece: PieceType) -> list[Trait]:
    """The numbers that tallies add up: 0 while a piece is hidden from another side."""
    tallies = [one for item in build.game.info.declarations for one in item.tallies]
    found: dict[str, str] = {}
    for tally in tallies:
        if piece.side != tally.side or counted(tally) in found:
            continue
        numbers = [_number(piece, tally, face) for face in range(len(piece.faces))]
        if any(numbers):
            found[counted(tally)] = _seen(build, piece, tally, numbers)
    return [t.CalculatedProperty(name=name, expression=f"{{{one}}}") for name, one in found.items()]


def _number(piece: PieceType, tally: Tally, face: int) -> int:
    if tally.rating is None:
        return piece.faces[face].strength
    text = getattr(piece.faces[face], tally.rating)
    return int(text) if text.isdecimal() else 0


def _seen(build: Build, piece: PieceType, tally: Tally, numbers: list[int]) -> str:
    """An expression for a piece's number, which is 0 if it does not count."""
    value = str(numbers[0]) if len(set(numbers)) == 1 else by_face(numbers)
    known = {one.id: one for one in build.game.info.conditions}
    nothing = [facedown.property_of(piece)] if piece.back else []
    nothing += ["InvisibleToOthers"] if piece.hides else []
    nothing += [
        f"Condition_{one}_Active"
        for one in tally.without
        if conditions.can_be_in(piece, known[one])
    ]
    if tally.condition:
        if not conditions.can_be_in(piece, known[tally.condition]):
            return "0"
        nothing.append(f"!Condition_{tally.condition}_Active")
    return f"({' || '.join(nothing)}) ? 0 : ({value})" if nothing else value


def by_face(values: Sequence[int | None]) -> str:
    """An expression for the number that belongs to the visible face."""
    expression = "0"
    for number, value in enumerate(values, 1):
        expression = f"Face_Level=={number} ? {value or 0} : ({expression})"
    return expression


def counted(tally: Tally) -> str:
    """The property in which pieces carry their number for a tally."""
    without = (f"not_{one}" for one in tally.without)
    return "_".join(["Shown", tally.side, *filter(None, (tally.rating, tally.condition)), *without])
