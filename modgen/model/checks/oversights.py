"""Warnings of what is allowed but seldom meant: two pieces of one name, very small counters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType

LEAST_SIZE = 4.0
"""The smallest usual size of a piece in mm."""
SHARE = 0.5
"""The part of the smaller disc's radius by which two discs may overlap."""


def names_of_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces of a side have different names, because menus and reports show only these."""
    seen: dict[tuple[str, str], str] = {}
    for piece in game.pieces:
        first = seen.setdefault((piece.side or "", piece.name.casefold()), piece.id)
        if first != piece.id:
            yield PartDiagnostic(
                piece,
                ("name",),
                f"the piece `{first}` has the same name",
                "give each a name of its own, or write one row with a larger `count`",
                warning=True,
            )


def small_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces are large enough to be cut out and held."""
    for piece in game.pieces:
        if piece.size < LEAST_SIZE:
            yield PartDiagnostic(
                piece,
                ("size",),
                f"`{piece.id}` is {piece.size:g} mm wide, which is very small",
                "sizes are in millimetres; a usual counter has 12 to 20",
                warning=True,
            )


def backs_alike(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces of a side that may lie face down have one back, size and shape.

    Those of no side may have several backs, such as tiles of several heaps.
    """
    first: dict[str, PieceType] = {}
    for piece in game.pieces:
        if not piece.back:
            continue
        other = first.setdefault(piece.side or f"/{piece.back}", piece)
        for field in ("back", "shape", "size", "height"):
            if getattr(piece, field) != getattr(other, field):
                yield PartDiagnostic(
                    piece,
                    (field,),
                    f"`{piece.id}` may lie face down as `{other.id}`, but has another {field}",
                    "players could distinguish them face down; make them alike",
                    warning=True,
                )


def short_rows(game: Game) -> Iterator[PartDiagnostic]:
    """No row of a table of results is shorter than its headings."""
    for chart in game.charts:
        for number, row in enumerate(chart.rows):
            if 0 < len(row) < len(chart.columns):
                yield PartDiagnostic(
                    chart,
                    ("rows", number),
                    f"this row has {len(row)} entries; the chart has {len(chart.columns)} columns",
                    'write `""` for an entry that is empty',
                    warning=True,
                )


def discs(game: Game) -> Iterator[PartDiagnostic]:
    """Nodes and other discs are on their boards, and do not cover each other."""
    numbers = {space.id: number for number, space in enumerate(game.map.spaces)}
    placed = [(space, space.at, space.radius) for space in game.map.spaces if space.at]
    for space, (x, y), _ in placed:
        board = game.boards[space.board]
        if not (0 <= x <= board.width and 0 <= y <= board.height):
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[space.id], "at"),
                f"the space `{space.id}` is off its board",
                f"the board is {board.width:g} × {board.height:g} mm",
            )
    round_ones = [(space, at, radius) for space, at, radius in placed if radius]
    for (one, at, wide), (other, there, radius) in combinations(round_ones, 2):
        if one.board == other.board and dist(at, there) < wide + radius - SHARE * min(wide, radius):
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[other.id], "at"),
                f"the space `{other.id}` lies over the space `{one.id}`",
                "move one of the two, or give it a smaller `radius`",
                warning=True,
            )


def isolated_spaces(game: Game) -> Iterator[PartDiagnostic]:
    """On a map with edges, every space has one."""
    joined = {key for edge in game.map.edges for key in edge.between}
    for number, space in enumerate(game.map.spaces):
        if joined and space.id not in joined:
            yield PartDiagnostic(
                game.map,
                ("spaces", number),
                f"no edge leads to the space `{space.id}`",
                "add one to `edges`, or pieces cannot move to it",
                warning=True,
            )


def names_of_faces(game: Game) -> Iterator[PartDiagnostic]:
    """The last face has a name if the one before has one."""
    for piece in game.pieces:
        *others, last = [face.name for face in piece.faces]
        if len(others) > 1 and all(others) and not last:
            yield PartDiagnostic(
                piece,
                ("faces", len(others) - 1, "name"),
                f"`{piece.id}` has {len(piece.faces)} faces and {len(others)} names of faces",
                "write a name for each face, with | between them",
                warning=True,
            )


def turns_on_track(game: Game) -> Iterator[PartDiagnostic]:
    """The track of the turn marker has a cell for each turn of a scenario."""
    marker = game.piece_types.get(game.info.turns.marker or "") if game.info.turns else None
    track = game.tracks.get(marker.tracks or "") if marker is not None else None
    for scenario in game.scenarios:
        if track is not None and scenario.turns and scenario.turns > track.last:
            yield PartDiagnostic(
                scenario,
                ("turns",),
                f"the scenario has {scenario.turns} turns; the track `{track.id}` ends at "
                f"{track.last}",
                "make the track longer, or the scenario shorter",
                warning=True,
            )


def costs_of_edges(game: Game) -> Iterator[PartDiagnostic]:
    """The map has edges of each kind for which a rule of movement states a cost."""
    kinds = {edge.kind for edge in game.map.edges}
    for rule in game.info.moves:
        for kind in rule.costs:
            if kind not in kinds:
                yield PartDiagnostic(
                    rule,
                    ("costs", kind),
                    f"no edge of map.yaml is of the kind `{kind}`",
                    "correct the kind, or delete its cost",
                    warning=True,
                    at_key=True,
                )


OVERSIGHTS: tuple[Check, ...] = (
    names_of_pieces,
    small_pieces,
    backs_alike,
    short_rows,
    discs,
    isolated_spaces,
    names_of_faces,
    turns_on_track,
    costs_of_edges,
)
