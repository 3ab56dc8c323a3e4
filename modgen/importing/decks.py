"""Draw piles: boxes on boards, piles of cards, and the kinds of cards with their backs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from modgen.importing.boards import Boards, ImportedBoard
from modgen.importing.pieces import Kinds
from modgen.importing.places import Places
from modgen.importing.source import Ids, Source, is_valid, link, parts_of_map
from modgen.log.board_sizes import whole
from modgen.model.types.places import Box
from modgen.unpacking.xml import Node

FACE = "face"
"""The layout of cards that are whole pictures."""
SMALLEST = 8.0
"""The least side of a pile's box in mm."""


@dataclass
class Decks:
    """The draw piles of a module."""

    boxes: list[dict[str, Any]] = field(default_factory=list)
    piles: list[dict[str, Any]] = field(default_factory=list)
    decks: list[dict[str, Any]] = field(default_factory=list)
    layouts: list[dict[str, Any]] = field(default_factory=list)
    by_name: dict[tuple[str, str], str] = field(default_factory=dict)
    """The id of a pile by the names of its map and of the deck."""
    nodes: list[tuple[str, str, Node]] = field(default_factory=list)
    """Pile, map and component of each draw pile."""


def import_decks(source: Source, boards: Boards, places: Places, kinds: Kinds) -> Decks:
    """The draw piles on boards."""
    decks = Decks()
    for owner in source.maps:
        map_name = owner.attributes.get("mapName", "")
        for node in parts_of_map(owner):
            if node.name == "DrawPile":
                _pile(
                    source,
                    decks,
                    boards,
                    places,
                    with_cards=bool(kinds.cards),
                    map_name=map_name,
                    node=node,
                )
    return decks


def _pile(
    source: Source,
    decks: Decks,
    boards: Boards,
    places: Places,
    *,
    with_cards: bool,
    map_name: str,
    node: Node,
) -> None:
    attributes = node.attributes
    name = attributes.get("name", "")
    board = _board(boards, map_name, attributes.get("owningBoard", ""))
    if board is None or (map_name, name) in decks.by_name:
        source.keep("decks without a board, or of the same name on one map", name)
        return
    x, y = whole(attributes.get("x")), whole(attributes.get("y"))
    width = max(source.mm(whole(attributes.get("width"))), SMALLEST)
    height = max(source.mm(whole(attributes.get("height"))), SMALLEST)
    box: dict[str, Any] = {
        "name": name or "Deck",
        "board": board.id,
        "kind": "deck",
        "rect": {
            "x": round(source.mm(x) - width / 2, 4),
            "y": round(source.mm(y) - height / 2, 4),
            "w": width,
            "h": height,
        },
    }
    if not is_valid(Box, {**box, "id": "deck"}):
        source.keep("decks far from their board", name)
        return
    key = places.ids(f"deck {name}", "deck")
    decks.boxes.append({"id": key, **box})
    places.by_name.setdefault((board.id, name), key)
    decks.by_name[map_name, name] = key
    decks.nodes.append((key, map_name, node))
    link(node, f"pile:{key}")
    if with_cards:
        always = attributes.get("faceDown", "Always") == "Always"
        pile: dict[str, Any] = {
            "id": key,
            "name": name or "Deck",
            "box": key,
            "face": "down" if always else "up",
        }
        if attributes.get("shuffle") == "Always":
            pile |= {"shuffle": True, "draw": "random"}
        else:
            pile["draw"] = "any"
        decks.piles.append(pile)


def _board(boards: Boards, map_name: str, name: str) -> ImportedBoard | None:
    """The board of a deck: the one that it names, else the first of its map."""
    if (map_name, name) in boards.by_name:
        return boards.by_name[map_name, name]
    return next((board for board in boards.all if board.map == map_name), None)


def add_kinds_of_cards(decks: Decks, kinds: Kinds) -> None:
    """A deck for each back and size of cards, with layouts that are whole pictures.

    All cards must be known, also those that only set-ups have.
    """
    if not kinds.decks:
        return
    decks.layouts.append({"id": FACE, "picture": "{art}"})
    backs: dict[str, str] = {}
    ids = Ids({FACE})
    for (back, width, height), key in kinds.decks.items():
        if back not in backs:
            backs[back] = ids(f"back {len(backs) + 1}", "back")
            layout: dict[str, Any] = {"id": backs[back]}
            decks.layouts.append(layout | ({"picture": back} if back else {}))
        number = key.removeprefix("deck_")
        decks.decks.append(
            {
                "id": key,
                "name": f"Cards {number}",
                "layout": FACE,
                "back": backs[back],
                "width": width,
                "height": height,
            }
        )
