"""What the page knows of a game besides its drawings: places, pieces, cards, set-ups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from modgen.draw.links import link_lines
from modgen.model.boards import layout
from modgen.model.boards.arrangement import arrangement, corners, maps
from modgen.model.game import Game
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.geography.geojson import Projector
from modgen.model.placing import scenario_pieces, scenario_states
from modgen.model.types.places import Board, Space
from modgen.model.types.scenario import Scenario
from modgen.serve.design.drawing import edge_kinds
from modgen.serve.design.moving import handles
from modgen.serve.design.outline import movable_ring

MOST_CORNERS = 120
"""An outline with more corners is drawn anew rather than moved."""
MAX_CELLS = 4000
"""Cells of larger grids are not sent to the page."""


def contents(game: Game) -> dict[str, Any]:
    """The parts of a game in its language, as plain data."""
    return {
        "id": game.id,
        "title": game.info.title,
        "version": game.info.version,
        "language": game.language,
        "languages": list(game.info.languages),
        "boards": [_board(game, board) for board in game.map.boards],
        "edge_kinds": edge_kinds(game),
        "rulebook": game.rulebook is not None,
        "pieces": [
            {
                "id": piece.id,
                "name": piece.name,
                "kind": piece.kind,
                "count": piece.count,
                "spare": piece.spare,
                "back": bool(piece.back),
                "side": game.sides[piece.side].name if piece.side else "",
                "side_id": piece.side or "",
                "faces": [{"id": face.id, "name": face.name} for face in piece.faces],
            }
            for piece in game.pieces
        ],
        "decks": [{"id": deck.id, "name": deck.name} for deck in game.cards_file.decks],
        "cards": [
            {"id": card.id, "title": card.title, "deck": card.deck, "copies": card.copies}
            for card in game.cards
        ],
        "layouts": list(_layouts(game)),
        "charts": [{"id": chart.id, "name": chart.name} for chart in game.charts],
        "setups": [
            {
                "id": scenario.id,
                "name": scenario.name,
                "text": scenario.text,
                "place": scenario.place,
            }
            for scenario in game.scenarios
        ],
    }


def _layouts(game: Game) -> Iterator[dict[str, Any]]:
    """The layouts of cards that files define, each with the drawings that show it."""
    for layout_ in game.layouts.values():
        decks = [deck for deck in game.cards_file.decks if layout_.id in (deck.layout, deck.back)]
        if not decks or not any((game.folder / "layouts").glob(f"{layout_.id}.yaml")):
            continue
        fronts = [deck.id for deck in decks if deck.layout == layout_.id]
        shown = [f"card/{card.id}" for card in game.cards if card.deck in fronts]
        shown += [f"deck/{deck.id}" for deck in decks if deck.back == layout_.id]
        yield {
            "id": layout_.id,
            "width": decks[0].width,
            "height": decks[0].height,
            "shown": shown,
            "elements": [
                [one.kind, one.text or one.words or one.icon, one.x, one.y, one.w, one.h]
                for one in layout_.elements
            ],
        }


def _board(game: Game, board: Board) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": board.id,
        "name": board.name,
        "width": board.width,
        "height": board.height,
        "geometry": board.geometry,
        "places": [],
    }
    if board.projection:
        projector = Projector.fit(board.projection)
        corner, other = projector.to_lonlat((0, 0)), projector.to_lonlat((100, 100))
        data["degrees"] = [*corner, (other[0] - corner[0]) / 100, (other[1] - corner[1]) / 100]
    for space in game.map.spaces:
        if space.board == board.id:
            data["places"].append(_space(game, space))
    for box in game.map.boxes:
        if box.board == board.id:
            ring = layout.rect_corners(box.rect)
            data["places"].append(
                {"part": "box", "id": box.id, "name": box.name, "kind": box.kind, "rings": [ring]}
            )
    for track in game.map.tracks:
        if track.board == board.id:
            rings = [layout.rect_corners(rect) for rect, _ in layout.track_runs(track)]
            data["places"].append(
                {"part": "track", "id": track.id, "name": track.name, "kind": "", "rings": rings}
            )
    on_board = [space for space in game.map.spaces if space.board == board.id]
    lines = {id(edge): points for edge, _, points in link_lines(game, on_board)}
    data["edges"] = [
        {
            "key": f"edge/{number}",
            "between": edge.between,
            "kind": edge.kind,
            "line": lines[id(edge)],
        }
        for number, edge in enumerate(game.map.edges)
        if id(edge) in lines
    ]
    data["handles"] = [list(handle) for handle in handles(game, board.id)]
    grids = [grid for grid in game.map.grids if grid.board == board.id]
    data["grids"] = [
        {"id": grid.id, "name": grid.name, "kind": grid.kind, "size": grid.size} for grid in grids
    ]
    cells = [(name, at) for name, (grid, at) in game.cells.items() if grid.board == board.id]
    data["cells"] = [[name, round(at[0], 2), round(at[1], 2)] for name, at in cells[:MAX_CELLS]]
    return data


def _space(game: Game, space: Space) -> dict[str, Any]:
    around: dict[str, list[str]] = {}
    for other, edge in game.exits[space.id]:
        around.setdefault(other, []).append(edge.kind)
    rings = [[[round(x, 2), round(y, 2)] for x, y in ring] for ring in _rings(game, space)]
    return {
        "part": "space",
        "id": space.id,
        "name": space.name,
        "kind": space.kind,
        "rings": rings,
        "neighbours": [
            {"id": other, "name": game.spaces[other].name, "by": list(dict.fromkeys(kinds))}
            for other, kinds in around.items()
        ],
        "attributes": {
            **({"region": space.region} if space.region else {}),
            **({"terrain": space.terrain} if space.terrain else {}),
            **({"number": space.number} if space.number is not None else {}),
            **space.attributes,
        },
        "drawn": not space.radius,
        "corners": _corners(game, space),
    }


def _corners(game: Game, space: Space) -> list[list[float]]:
    """The corners of an outline that can be moved one by one."""
    if game.boards[space.board].projection:
        return []
    ring = movable_ring(game, space)
    return [[round(x, 3), round(y, 3)] for x, y in ring] if len(ring) <= MOST_CORNERS else []


def _rings(game: Game, space: Space) -> list[Any]:
    if space.radius:
        return [layout.circle(layout.centre(game, space), space.radius)]
    return [ring for polygon in game.outlines.shapes.get(space.id, ()) for ring in polygon]


def setup(game: Game, scenario: Scenario) -> list[dict[str, Any]]:
    """A set-up's maps: their boards, and what lies on them, by the keys of drawings.

    Points are in mm from the top left corner of the map; equal pieces at a point have a number.
    """
    shown = []
    for name in maps(game):
        at = corners(arrangement(game, scenario, name))
        boards = [game.boards[key] for key in at]
        lying: Counter[tuple[str, float, float, int]] = Counter()
        for one in scenario_pieces(game, scenario):
            if one.board.id in at:
                left, top = at[one.board.id]
                key = f"piece/{one.piece.id}/{one.face}"
                turn = 90 * SQUARE_SIDES.index(one.side) if one.side else 0
                x, y = one.at
                if one.side:
                    grid = max(game.map.grids, key=lambda grid: grid.size)
                    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[SQUARE_SIDES.index(one.side)]
                    x, y = x + dx * grid.size / 2, y + dy * grid.size / 2
                elif one.piece.back:
                    key = f"back/{one.piece.id}"
                lying[key, left + x, top + y, turn] += 1
        for state in scenario_states(game, scenario):
            if state.board.id in at:
                left, top = at[state.board.id]
                key = f"state/{state.state.id}/{state.value}"
                lying[key, left + state.at[0], top + state.at[1], 0] += 1
        shown.append(
            {
                "name": name,
                "boards": [
                    {"id": board.id, "x": at[board.id][0], "y": at[board.id][1]} for board in boards
                ],
                "width": max(at[board.id][0] + board.width for board in boards),
                "height": max(at[board.id][1] + board.height for board in boards),
                "pieces": [
                    *_cards(game, scenario, at),
                    *(
                        [key, round(x, 2), round(y, 2), turn, count]
                        for (key, x, y, turn), count in lying.items()
                    ),
                ],
            }
        )
    return shown


def _cards(
    game: Game, scenario: Scenario, at: dict[str, tuple[float, float]]
) -> list[list[object]]:
    """The top of each pile that has cards at the start and lies on one of the boards."""
    tops = []
    for held in scenario.piles:
        pile = game.piles[held.pile]
        box = game.boxes.get(pile.box or "")
        if box is None or box.board not in at:
            continue
        cards = [*held.cards, *(card for step in held.build for card in step.cards)]
        decks = [game.card[card].deck for card in cards]
        decks += [step.deck for step in held.build if step.deck]
        decks += [held.rest] if held.rest else []
        if not decks:
            continue
        shown = f"card/{cards[-1]}" if pile.face == "up" and cards else f"deck/{decks[-1]}"
        left, top = at[box.board]
        x, y = layout.inner_rect(box).centre
        tops.append([shown, round(left + x, 2), round(top + y, 2), 0, 1])
    return tops
