"""Checks of pieces that face a direction: their arcs, where they begin, how they lose steps."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.facing import directions, reaches
from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean, unknown_word
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType

FARTHEST = 500
"""The greatest range of an arc in mm."""


def arcs(game: Game) -> Iterator[PartDiagnostic]:
    """Arcs of pieces are arcs of the game with a range, and the game has a grid."""
    known = [arc.id for arc in game.info.arcs]
    for piece in game.pieces:
        wrong = False
        for number, text in enumerate(piece.arcs):
            name = text.partition(":")[0]
            if name not in known:
                wrong = True
                yield unknown_word(piece, ("arcs", number), "arc of `game.yaml`", name, known)
        if piece.arcs and not game.map.grids:
            yield PartDiagnostic(
                piece,
                ("arcs",),
                f"`{piece.id}` has arcs, but the map has no grid",
                "ranges are counted in hexes or squares; add a grid, or remove `arcs`",
            )
        elif piece.arcs and not wrong:
            yield from _ranges(game, piece)


def _ranges(game: Game, piece: PieceType) -> Iterator[PartDiagnostic]:
    for face in piece.faces:
        try:
            found = reaches(game, piece, face.id)
        except KeyError:
            names = [text.partition(":")[2].strip() for text in piece.arcs]
            yield PartDiagnostic(
                piece,
                ("arcs",),
                f"`{piece.id}/{face.id}` does not have every number of its arcs: "
                f"{', '.join(names)}",
                "give it in its `factors` or `attributes`, or write the range itself, such as 4",
            )
            return
        size = max(grid.size for grid in game.map.grids)
        for arc, cells in found:
            if not 0 < cells * size <= FARTHEST:
                yield PartDiagnostic(
                    piece,
                    ("arcs",),
                    f"the arc `{arc.id}` of `{piece.id}` reaches {cells:g} cells",
                    f"it must reach at least one cell, and at most {FARTHEST} mm",
                )
                return


def hexes(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces with six directions face sides of hexes; with others, corners are meant."""
    kinds = {grid.sideways for grid in game.map.grids if grid.kind == "hex"}
    for piece in game.pieces:
        if piece.facings != 6 or len(kinds) != 1:
            continue
        wanted = 30 if kinds == {True} else 0
        if (piece.first_facing - wanted) % 60:
            tops = "pointed" if wanted else "flat"
            yield PartDiagnostic(
                piece,
                ("first_facing",) if piece.first_facing else ("facings",),
                f"`{piece.id}` faces the corners of hexes with {tops} tops",
                f"`first_facing: {wanted}` makes it face their sides",
                warning=True,
            )


def squares(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces on squares face their sides, or sides and corners."""
    only_squares = {grid.kind for grid in game.map.grids} == {"square"}
    for piece in game.pieces:
        if only_squares and piece.facings > 2 and piece.facings % 4:
            yield PartDiagnostic(
                piece,
                ("facings",),
                f"`{piece.id}` has {piece.facings} directions, which do not fit squares",
                "write 4 for the sides of a square, or 8 for sides and corners",
                warning=True,
            )


def beginnings(game: Game) -> Iterator[PartDiagnostic]:
    """`facings` of a scenario names places or pieces, and directions that the pieces have."""
    for scenario in game.scenarios:
        for key, direction in scenario.facings.items():
            at = ("facings", key)
            if key in game.piece_types:
                kinds = [key]
            elif key in scenario.place:
                kinds = [
                    kind
                    for kind in (held.partition("/")[0] for held in scenario.place[key])
                    if kind in game.piece_types
                ]
            else:
                names = (*scenario.place, *game.piece_types)
                yield PartDiagnostic(
                    scenario,
                    at,
                    f"`{key}` is neither a piece nor a place with pieces",
                    did_you_mean(key, names),
                    at_key=True,
                )
                continue
            known = {name for kind in kinds for name in directions(game.piece_types[kind])}
            if not known:
                yield PartDiagnostic(
                    scenario,
                    at,
                    f"no piece of `{key}` faces a direction",
                    "give its kind `facings` in pieces.csv",
                    at_key=True,
                )
            elif direction not in known:
                yield unknown_word(scenario, at, "direction", direction, sorted(known))


def steps(game: Game) -> Iterator[PartDiagnostic]:
    """A piece does not lose steps in two ways."""
    for piece in game.pieces:
        if piece.steps and piece.change:
            yield PartDiagnostic(
                piece,
                ("steps",),
                f"`{piece.id}` has both `steps` and `change`, which has the same menu entry",
                "remove `steps`",
            )


REFERENCES: tuple[Check, ...] = (arcs, beginnings)
CONSEQUENCES: tuple[Check, ...] = (steps, hexes, squares)
