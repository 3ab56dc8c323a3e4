"""Compile a board to a VASSAL map: zones for places, regions for tracks, and the map's tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modgen.compile import announce, belonging, sending, shades
from modgen.compile.build import (
    CLEAR_MOVED,
    SIGHT,
    Build,
    as_expression,
    engine_colour,
    padded,
    put_down,
    quoted,
    shares_secrets,
)
from modgen.compile.grids import grid_zone
from modgen.compile.moved import moves_are_marked
from modgen.compile.viewers import viewers
from modgen.compile.words import PLAYER
from modgen.draw.board import edge
from modgen.log.locations import OFFBOARD
from modgen.model.boards import layout
from modgen.model.placing import stack_step
from modgen.model.types.base import Point
from modgen.model.types.places import Board, Box, Space, Track
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key, key

DRAG_TOOLS = (
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
)
"""Components that the engine does not add; without them pieces cannot be dragged or clicked."""

WINDOW = (1000, 580)
"""The greatest width and height in pixels at which windows beside the main map open."""

ZOOM_LEVELS = "0.25,0.333,0.4,0.5,0.625,0.75,1.0,1.25,1.5,2.0"


def main_map(build: Build, boards: Sequence[Board], extras: Iterable[Component]) -> Component:
    """The map with boards side by side. `extras` are its decks and at-start stacks."""
    words = build.words
    name = build.map_name(boards[0].id)
    first = boards[0] is build.game.map.boards[0]
    dx, dy = stack_step(build.game, name)
    return component(
        "Map",
        [
            _picker(build, boards, name),
            *(component(tool) for tool in DRAG_TOOLS),
            component(
                "StackMetrics",
                exSepX=build.px(2.5),
                exSepY=build.px(6),
                unexSepX=max(1, build.px(dx)),
                unexSepY=max(1, build.px(dy)),
            ),
            component("GlobalProperties"),
            component("SelectionHighlighters"),
            component("HighlightLastMoved", color="255,214,0", thickness=3),
            component("Flare", flareKey="keyAlt", circleColor="255,80,0"),
            *(
                _tools(build)
                if first
                else [*window_tools(build, _size(build, boards)), *viewers(build)]
            ),
            *sight_tools(build, boards),
            *shades.shaders(build, boards),
            *extras,
        ],
        mapName=name,
        description=name,
        allowMultiple=len(boards) > 1,
        moveKey=_move_key(build),
        markMoved="Always" if moves_are_marked(build.game) else "Never",
        markUnmovedText="",
        markUnmovedTooltip=words("unmark_tip"),
        markUnmovedIcon="/images/unmoved.gif" if first else "",
        markUnmovedHotkey=CLEAR_MOVED,
        backgroundcolor=TABLE if first else engine_colour(edge(build.game, boards[0])),
        color="255,214,0",
        thickness=3,
        launch=not first,
        buttonName="" if first else boards[0].button or name,
        icon="",
        tooltip=name,
        onlyReportChangedLocation=True,
        moveWithinFormat=move_format(build),
        moveToFormat=move_format(build),
        createFormat=f"{PLAYER} {words('created')}",
    )


TABLE = "40,58,74"
"""The colour around the main map."""


def _move_key(build: Build) -> Key | None:
    """What the map sends to pieces that were put down, if any of them needs it."""
    game = build.game
    needed = (
        shares_secrets(game)
        or announce.needs_put_down(game)
        or bool(belonging.shops(game))
        or any(box.only for box in game.map.boxes)
    )
    return put_down(game) if needed else None


PICKER_SCALE = 0.2
"""The scale of boards in the board picker."""


def _picker(build: Build, boards: Sequence[Board], name: str) -> Component:
    """The board picker, with slots as large as the largest board."""
    room: dict[str, object] = {}
    if len(boards) > 1:
        room["slotWidth"] = round(max(build.px(board.width) for board in boards) * PICKER_SCALE)
        room["slotHeight"] = round(max(build.px(board.height) for board in boards) * PICKER_SCALE)
        room["slotScale"] = PICKER_SCALE
    return component(
        "BoardPicker", [board_component(build, board) for board in boards], title=name, **room
    )


MOST_ALIKE = 16
"""The largest number of equal pieces in a row that a report counts."""


def move_format(build: Build) -> str:
    """The report of a move: who, how many of what, from where to where.

    The engine lists every piece of a stack; equal names in a row become a count and one name.
    """
    mark = "\0"
    names = {
        "piece": "pieceName",
        "from": _told(build, "previousLocation"),
        "to": _told(build, "location"),
    }
    words = build.words("moves_from_to", **{key: mark + key + mark for key in names})
    parts = [as_expression(f"{PLAYER} ")]
    for number, part in enumerate(words.split(mark)):
        if number % 2:
            parts.append(_moved(build) if part == "piece" else names[part])
        elif part:
            parts.append(quoted(part))
    return "{" + "+".join([*parts, quoted(" *")]) + "}"


def _told(build: Build, name: str) -> str:
    """An expression for a place, with plain words instead of the engine's `offboard`."""
    place = padded(build.game, name)
    return f"({name}.equals({quoted(OFFBOARD)}) ? {quoted(build.words('off_places'))} : {place})"


def _moved(build: Build) -> str:
    """An expression for what moved. Cards that go face down are not named."""
    hidden = [pile.name for pile in build.game.cards_file.piles if pile.face == "down"]
    moved = with_numbers("pieceName")
    if not hidden:
        return moved
    test = " || ".join(f"location.equals({quoted(name)})" for name in hidden)
    return f"(({test}) ? {quoted(build.words('a_card'))} : {moved})"


def with_numbers(names: str) -> str:
    """An expression that turns `A, A, B` into `2 × A, B`.

    A dollar sign would start a property name, so the group reference uses its character code.
    """
    group = 'String.valueOf((char)36)+"1"'
    expression = names
    for count in range(MOST_ALIKE, 1, -1):
        pattern = quoted("(?<![^ ])([^,]+)(, \\1){%d}(?=,|\\z)" % (count - 1))  # noqa: UP031
        expression += f'.replaceAll({pattern},"{count} × "+{group})'
    return expression


def opening_zoom(build: Build, size: tuple[int, int] | None = None) -> float:
    """The zoom of the main map, or that at which a window of a `size` in pixels opens."""
    zoom = build.game.info.module.zoom
    levels = [float(level) for level in ZOOM_LEVELS.split(",")]
    nearest = min(range(len(levels)), key=lambda n: abs(levels[n] - zoom))
    if size is None:
        return levels[nearest]
    fits = [
        level
        for level in levels[: nearest + 1]
        if size[0] * level <= WINDOW[0] and size[1] * level <= WINDOW[1]
    ]
    return max(fits, default=levels[0])


def zoomer(build: Build, size: tuple[int, int] | None = None) -> Component:
    """The zoom of the main map; with `size` in pixels, of a window that opens as large as that.

    The main map opens at the zoom of `game.yaml`, other windows at the largest one at which they
    fit a small screen.
    """
    words = build.words
    levels = [float(level) for level in ZOOM_LEVELS.split(",")]
    nearest = levels.index(opening_zoom(build, size))
    return component(
        "Zoomer",
        zoomLevels=ZOOM_LEVELS,
        zoomStart=len(levels) - nearest,
        inTooltip=words("zoom_in"),
        outTooltip=words("zoom_out"),
        pickTooltip=words("zoom_pick"),
        zoomInKey=key("Ctrl+Period"),
        zoomOutKey=key("Ctrl+Comma"),
    )


TOOL_BAR = 36
"""The height in pixels of a window's tool bar with the buttons of the zoom."""


def window_tools(build: Build, size: tuple[int, int]) -> list[Component]:
    """The zoom of a window that shows a map of a `size` in pixels, and room for its tool bar.

    The engine gives a new window the size of its map before the tool bar appears, so that scroll
    bars would cover a part of the map. An overview without a button is never shown, but the window
    becomes as large as it.
    """
    scale = opening_zoom(build, size) + TOOL_BAR / size[1]
    room = component("GlobalMap", scale=round(scale, 4), tooltip="", icon="", hotkey=None)
    return [zoomer(build, size), room]


def _size(build: Build, boards: Sequence[Board]) -> tuple[int, int]:
    """The size in pixels of boards side by side."""
    return (
        sum(build.px(board.width) for board in boards),
        max(build.px(board.height) for board in boards),
    )


def _tools(build: Build) -> list[Component]:
    words = build.words
    return [
        zoomer(build),
        component("GlobalMap", tooltip=words("overview"), icon="/images/overview.gif", scale=0.12),
        *viewers(build),
        component(
            "HidePiecesButton",
            tooltip=words("hide_pieces"),
            hotkey=key("Ctrl+Shift+H"),
            showingIcon="/images/globe_unselected.gif",
            hiddenIcon="/images/globe_selected.gif",
        ),
        component("ImageSaver", tooltip=words("save_picture"), icon="/images/camera.gif"),
        component("PieceRecenterer", tooltip=words("recentre"), text=""),
    ]


def sight_tools(build: Build, boards: Sequence[Board]) -> list[Component]:
    """The line-of-sight tool, for maps with a grid."""
    names = {board.id for board in boards}
    if not any(grid.board in names for grid in build.game.map.grids):
        return []
    words = build.words
    return [
        component(
            "LOS_Thread",
            threadName=words("sight"),
            label="",
            tooltip=words("sight_tip"),
            hotkey=SIGHT,
            report=words("report_sight"),
            snapStart=True,
            snapEnd=True,
            drawRange=True,
            losThickness=2,
            threadColor="220,30,30",
        )
    ]


def board_component(build: Build, board: Board) -> Component:
    """A board with its picture and the zones of its places."""
    return component(
        "Board",
        [component("ZonedGrid", _zones(build, board))],
        name=board.name,
        reversible=bool(board.map),
        image=build.board_picture(board).name,
        width=build.px(board.width),
        height=build.px(board.height),
    )


def _zones(build: Build, board: Board) -> list[Component]:
    """Zones in lookup order: the engine uses the first zone that contains a point.

    Discs lie on areas, so cities and boxes come before areas.
    """
    game = build.game
    tracks = [track for track in game.map.tracks if track.board == board.id]
    boxes = [box for box in game.map.boxes if box.board == board.id]
    spaces = [space for space in game.map.spaces if space.board == board.id]
    small = [space for space in spaces if space.kind != "area"]
    large = [space for space in spaces if space.kind == "area"]
    zones = [zone for track in tracks for zone in _track_zones(build, track)]
    zones += [_box_zone(build, box) for box in boxes]
    zones += [grid_zone(build, grid) for grid in game.map.grids if grid.board == board.id]
    for space in [*small, *large]:
        for number, ring in enumerate(layout.zone_rings(game, space)):
            listed = [_listed(build, space)] if not number and sending.lists_regions(game) else []
            name, path = build.zone_name(space), _path(build, ring)
            zones.append(component("Zone", listed, name=name, path=path))
    return zones


def _listed(build: Build, space: Space) -> Component:
    """The region by which menus list a space that has several zones once."""
    x, y = build.point(layout.centre(build.game, space))
    region = component("Region", name=build.zone_name(space), originx=x, originy=y)
    return component("RegionGrid", [region], snapto=False, visible=False)


def _path(build: Build, points: Iterable[Point]) -> str:
    return ";".join(f"{x},{y}" for x, y in map(build.point, points))


def _box_zone(build: Build, box: Box) -> Component:
    corners = layout.rect_corners(box.rect)
    return component("Zone", name=build.zone_name(box), path=_path(build, corners))


def _track_zones(build: Build, track: Track) -> list[Component]:
    """A zone for each straight run of cells; the cells are regions named by their number."""
    zones = []
    for run, numbers in layout.track_runs(track):
        regions = []
        for number in numbers:
            x, y = build.point(layout.track_cell(track, number).centre)
            regions.append(component("Region", name=f"{track.name} {number}", originx=x, originy=y))
        zones.append(
            component(
                "Zone",
                [component("RegionGrid", regions, snapto=False, visible=False)],
                name=build.zone_name(track),
                locationFormat="$gridLocation$",
                path=_path(build, layout.rect_corners(run)),
            )
        )
    return zones
