"""Checks of where things are: on their boards, pieces in places that have room for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from modgen.model.boards.layout import holds_elsewhere, zone_rings
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.geography.cells import cell_ring, cells
from modgen.model.geography.geometry import bounds
from modgen.model.types.base import Rect
from modgen.model.types.places import Board, Grid, Space

SLACK = 0.5
"""How far a box may reach beyond its board in mm, which rounding explains."""


def check_positions(game: Game) -> Iterator[PartDiagnostic]:
    """Boxes, tracks and labels are on their board, and stacks inside their spaces."""
    numbers = {box.id: number for number, box in enumerate(game.map.boxes)}
    for box in game.map.boxes:
        where = ("boxes", numbers[box.id], "rect")
        if _leaves(game.boards[box.board], box.rect):
            yield PartDiagnostic(
                game.map,
                where,
                f"the box `{box.id}` reaches beyond its board",
                _size(game.boards[box.board]),
            )
    for number, track in enumerate(game.map.tracks):
        for at, run in enumerate(track.runs):
            steps = run.count - 1
            far = Rect(x=run.x, y=run.y, w=run.w, h=run.h)
            dx, dy = {
                "right": (run.w, 0),
                "left": (-run.w, 0),
                "down": (0, run.h),
                "up": (0, -run.h),
            }[run.going]
            end = far.model_copy(update={"x": run.x + steps * dx, "y": run.y + steps * dy})
            board = game.boards[track.board]
            if _leaves(board, far) or _leaves(board, end):
                yield PartDiagnostic(
                    game.map,
                    ("tracks", number, "runs", at),
                    f"the track `{track.id}` reaches beyond its board",
                    _size(board),
                )
    for board_number, board in enumerate(game.map.boards):
        for number, label in enumerate(board.labels):
            if not _is_on(board, *label.at):
                yield PartDiagnostic(
                    game.map,
                    ("boards", board_number, "labels", number, "at"),
                    f"the label `{label.text}` is off its board",
                    _size(board),
                    warning=True,
                )
    for number, space in enumerate(game.map.spaces):
        board = game.boards[space.board]
        if space.label_at and not _is_on(board, *space.label_at):
            yield PartDiagnostic(
                game.map,
                ("spaces", number, "label_at"),
                f"the name of `{space.id}` is off its board",
                _size(board),
                warning=True,
            )
        if holds_elsewhere(game, space):
            yield PartDiagnostic(
                game.map,
                ("spaces", number, "pieces_at"),
                f"`pieces_at` is outside the space `{space.id}`",
                _reach(game, space),
                mistake="pieces_at outside",
            )


def _reach(game: Game, space: Space) -> str:
    """A remedy for `pieces_at` that are outside: where the space is."""
    shape = tuple((ring,) for ring in zone_rings(game, space) if ring)
    west, north, east, south = bounds(shape)
    return (
        f"the space reaches from {west:.0f}, {north:.0f} to {east:.0f}, {south:.0f}; without "
        "`pieces_at`, pieces are in its middle"
    )


def check_cells(game: Game) -> Iterator[PartDiagnostic]:
    """No scenario sets pieces up in a cell whose middle is off its board or under a box."""
    boxes = [box for box in game.map.boxes if box.kind != "legend"]
    for scenario in game.scenarios:
        wrong: dict[tuple[str, str], list[str]] = {}
        for place in scenario.place:
            if place not in game.cells:
                continue
            grid, (x, y) = game.cells[place]
            board = game.boards[grid.board]
            if not (-SLACK <= x <= board.width + SLACK and -SLACK <= y <= board.height + SLACK):
                where = ("off its board", f"move the grid's `rect`; {_size(board)}")
                wrong.setdefault(where, []).append(place)
            elif not (grid.short_lines or _holds(grid.rect, x, y)):
                where = (f"outside the `rect` of `{grid.id}`", f"its cells need {_extent(grid)}")
                wrong.setdefault(where, []).append(place)
            under = next((b for b in boxes if b.board == grid.board and _holds(b.rect, x, y)), None)
            if under is not None:
                yield PartDiagnostic(
                    scenario,
                    ("place", place),
                    f"`{place}` is under the box `{under.id}`",
                    "move the box, or the pieces would be in it",
                )
        for (fault, hint), places in wrong.items():
            more = f", and of {len(places) - 1} more cells too" if len(places) > 1 else ""
            message = f"the middle of `{places[0]}` is {fault}{more}"
            yield PartDiagnostic(scenario, ("place", places[0]), message, hint)


def check_sizes_of_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces that begin in a cell or in a dot are not larger than it."""
    seen: set[str] = set()
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            room = _room(game, place)
            for key in held if room else ():
                piece = game.piece_types[split_face(key, game)[0]]
                if room and piece.size > room[1] + SLACK and piece.id not in seen:
                    seen.add(piece.id)
                    yield PartDiagnostic(
                        piece,
                        ("size",),
                        f"`{piece.id}` is {piece.size:g} mm wide, {room[0]} only {room[1]:g} mm",
                        room[2],
                        warning=True,
                    )


def _room(game: Game, place: str) -> tuple[str, float, str] | None:
    """A cell or dot in words, its width in mm, and a remedy; None for any other place."""
    if place in game.cells:
        grid = game.cells[place][0]
        return f"a cell of `{grid.id}`", grid.size, "make the piece smaller or the cells larger"
    space = game.spaces.get(place)
    if space is not None and space.kind == "node" and space.radius:
        remedy = f"give `{space.id}` a larger `radius`, or make the piece smaller"
        return f"the dot `{space.id}`", 2 * space.radius, remedy
    return None


def check_edges(game: Game) -> Iterator[PartDiagnostic]:
    """No edge leads from a space to itself, and none is there twice."""
    seen: set[tuple[frozenset[str], str, str]] = set()
    for number, edge in enumerate(game.map.edges):
        one, other = edge.between
        pair = (frozenset(edge.between), edge.kind, one if edge.one_way else "")
        if one == other:
            yield PartDiagnostic(
                game.map,
                ("edges", number),
                f"the edge joins `{one}` to itself",
                "name two spaces",
            )
        elif pair in seen:
            yield PartDiagnostic(
                game.map,
                ("edges", number),
                f"a second edge of the kind `{edge.kind}` joins `{one}` and `{other}`",
                "remove one of the two",
            )
        seen.add(pair)


def unique_cells(game: Game) -> Iterator[PartDiagnostic]:
    """No cell of a grid has the name of another place, because pieces are placed by that name."""
    others = [*game.map.spaces, *game.map.boxes, *game.map.tracks, *game.map.grids]
    owners = {place.id: f"a {type(place).__name__.lower()} of map.yaml" for place in others}
    for grid in game.map.grids:
        names = [cell.name for cell in cells(grid)]
        twice = next((name for name, count in Counter(names).items() if count > 1), None)
        if twice is not None:
            yield PartDiagnostic(
                grid,
                ("numbering",) if grid.numbering else ("id",),
                f"two cells of `{grid.id}` have the name `{twice}`",
                "give columns and rows the `digits` of the largest number, or a `separator`",
            )
        taken = next((name for name in names if name in owners), None)
        if taken is not None:
            yield PartDiagnostic(
                grid,
                ("id",),
                f"the cell `{taken}` has the same name as {owners[taken]}",
                f"give `{grid.id}` a `prefix`, or another `first_column` or `first_row`",
            )
        owners.update(dict.fromkeys(names, f"a cell of the grid `{grid.id}`"))


def _holds(rect: Rect, x: float, y: float) -> bool:
    return rect.x <= x <= rect.x + rect.w and rect.y <= y <= rect.y + rect.h


def _is_on(board: Board, x: float, y: float) -> bool:
    return 0 <= x <= board.width and 0 <= y <= board.height


def _leaves(board: Board, rect: Rect) -> bool:
    return (
        min(rect.x, rect.y) < -SLACK
        or rect.x + rect.w > board.width + SLACK
        or rect.y + rect.h > board.height + SLACK
    )


def _extent(grid: Grid) -> str:
    """The rectangle that the cells of a grid fill, in mm."""
    corners = [point for cell in cells(grid) for point in cell_ring(grid, cell.centre)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    return f"`rect: {{x: {min(xs):g}, y: {min(ys):g}, w: {wide:.1f}, h: {high:.1f}}}`"


def _size(board: Board) -> str:
    return f"the board is {board.width:g} × {board.height:g} mm"
