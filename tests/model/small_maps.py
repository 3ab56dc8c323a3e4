"""Small games in memory for tests of movement: squares, hexes, or spaces with edges."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from modgen.model.game import Game
from modgen.model.types.cards import CardsFile
from modgen.model.types.game_file import GameFile
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import MapFile

TERRAINS = {
    ".": {"id": "open", "name": "Open"},
    "~": {"id": "mud", "name": "Mud", "cost": 3},
    "^": {"id": "hill", "name": "Hill", "cost": 2},
    "#": {"id": "house", "name": "House", "floors": 2, "closed_to": ["truck"]},
    "X": {"id": "lake", "name": "Lake", "closed_to": ["all"]},
}
FEATURES = [
    {"id": "fence", "name": "Fence", "cost": 1, "closed_to": ["truck"]},
    {"id": "river", "name": "River", "cost": 2},
    {"id": "road", "name": "Road"},
]
SIZES = [{"id": "crowd_size", "name": "Crowd", "diagonal": False}]


def piece(key: str, side: str, **more: Any) -> PieceType:
    """A type of piece with one face, `front`."""
    return PieceType.model_validate(
        {
            "id": key,
            "name": key,
            "kind": "force",
            "side": side,
            "count": 9,
            "shape": "counter",
            "faces": [{"id": "front", "strength": 1}],
            **more,
        }
    )


def game_of(
    moves: list[dict[str, Any]],
    places: dict[str, Any],
    zones: Iterable[dict[str, Any]] = (),
    **info: Any,
) -> Game:
    """A game of two sides with men, crowds, trucks and foes."""
    file = GameFile.model_validate(
        {
            "id": "small",
            "title": "Small",
            "version": "1",
            "languages": ["en"],
            "sides": [
                {"id": "us", "name": "Us", "colour": "#112233"},
                {"id": "them", "name": "Them", "colour": "#332211"},
            ],
            "sequence": [
                {
                    "id": "turn",
                    "name": "Turn",
                    "phases": [
                        {"id": "march", "name": "March"},
                        {"id": "fight", "name": "Fight"},
                    ],
                },
            ],
            "terrains": list(TERRAINS.values()),
            "features": FEATURES,
            "size_classes": SIZES,
            "moves": moves,
            "zones": list(zones),
            **info,
        }
    )
    board = {"id": "main", "name": "Map", "width": 400, "height": 400}
    pieces = (
        piece("man", "us"),
        piece("crowd", "us", size_class="crowd_size"),
        piece("truck", "us"),
        piece("foe", "them"),
        piece("flag", "them", kind="marker"),
        piece("fence", "us", kind="marker", on_side=True, faces=[{"id": "fence"}]),
    )
    return Game(
        Path(),
        "en",
        file,
        MapFile.model_validate({"boards": [board], **places}),
        pieces,
        CardsFile(),
        (),
        {},
        (),
        (),
    )


def grid(*rows: str, kind: str = "square", **more: Any) -> dict[str, Any]:
    """A map with one grid; each letter of the rows is the terrain of a cell: `A1`, `B1` ..."""
    terrain = {
        f"{chr(65 + column)}{number + 1}": TERRAINS[letter]["id"]
        for number, row in enumerate(rows)
        for column, letter in enumerate(row)
    }
    rect = {"x": 0, "y": 0, "w": 300, "h": 300}
    return {
        "grids": [
            {
                "id": "field",
                "name": "Field",
                "kind": kind,
                "rect": rect,
                "size": 10,
                "columns": len(rows[0]),
                "rows": len(rows),
                "ground": "open",
                "terrain": terrain,
                **more,
            }
        ]
    }


def spaces(*edges: dict[str, Any], **kinds: str) -> dict[str, Any]:
    """A map of spaces with edges; `kinds` has each space's kind."""
    return {
        "spaces": [{"id": key, "name": key, "kind": kind} for key, kind in kinds.items()],
        "edges": list(edges),
    }
