"""What the game folder of an import holds, and for an extension also that of its module."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from modgen.importing.boards import Boards
from modgen.importing.decks import FACE, Decks
from modgen.importing.pieces import Kind, Kinds
from modgen.importing.places import Places, Ring
from modgen.importing.setups import Setup, Setups
from modgen.importing.source import LINK, Source
from modgen.importing.touching import touching

Data = dict[str, Any]
LINKED = {
    "dice": "die",
    "boards": "board",
    "spaces": "space",
    "grids": "grid",
    "boxes": "pile",
    "piles": "pile",
}
"""The lists of parts that have components, by the kind of their links."""


@dataclass
class Contents:
    """The parts of a game folder as data."""

    sides: list[Data]
    dice: list[Data]
    phases: list[Data]
    charts: list[Data]
    boards: list[Data]
    spaces: list[Data]
    boxes: list[Data]
    grids: list[Data]
    edges: list[Data]
    shapes: dict[str, dict[str, list[Ring]]]
    """By board and space: the outlines in mm."""
    pieces: list[Kind]
    cards: list[Kind]
    decks: list[Data]
    piles: list[Data]
    layouts: list[Data]
    setups: list[Setup] = field(default_factory=list)


def contents_of(
    boards: Boards,
    places: Places,
    kinds: Kinds,
    decks: Decks,
    setups: Setups,
    *,
    sides: list[Data],
    dice: list[Data],
    phases: list[Data],
    charts: list[Data],
) -> Contents:
    """Everything that was imported."""
    return Contents(
        sides=sides,
        dice=dice,
        phases=phases,
        charts=charts,
        boards=[board.data for board in boards.all],
        spaces=places.spaces,
        boxes=decks.boxes,
        grids=places.grids,
        edges=touching(places)[0],
        shapes=places.shapes,
        pieces=kinds.pieces,
        cards=kinds.cards,
        decks=decks.decks,
        piles=decks.piles,
        layouts=decks.layouts,
        setups=setups.all,
    )


def divided(every: Contents, source: Source) -> tuple[Contents, Contents]:
    """What an extension adds, and what its module has, by the links of their components.

    A type of which both have a slot is the module's.
    """
    links: dict[bool, set[str]] = {True: set(), False: set()}
    for node in source.root.walk():
        if key := node.attributes.get(LINK):
            links[source.is_own(node)].add(key.partition("/")[0])
    module = links[False]
    known = {key.partition(":")[2] for key in module if key.startswith(("space:", "board:"))}

    def has(kind: str, part: Data) -> bool:
        return f"{kind}:{part['id']}" in module

    def of_module(kind: Kind) -> bool:
        return f"{'card' if kind.is_card else 'piece'}:{kind.id}" in module

    def both(kind: str, parts: list[Data]) -> tuple[list[Data], list[Data]]:
        return (
            [part for part in parts if not has(kind, part)],
            [part for part in parts if has(kind, part)],
        )

    decks = {kind.deck for kind in every.cards if of_module(kind)}
    layouts = {FACE} & {one["id"] for one in every.layouts} if decks else set()
    layouts |= {deck["back"] for deck in every.decks if deck["id"] in decks}
    own: dict[str, list[Data]] = {}
    other: dict[str, list[Data]] = {}
    for name, kind in LINKED.items():
        own[name], other[name] = both(kind, getattr(every, name))
    _lay_boxes(own["boards"], other)
    added = replace(
        every,
        **own,
        sides=[],
        phases=[],
        charts=[chart for chart in every.charts if f"chart:{chart['id']}" in links[True] - module],
        edges=[edge for edge in every.edges if not known.issuperset(edge["between"])],
        # The file of a board has all its outlines, and is read instead of that of the module.
        shapes={
            board: shapes for board, shapes in every.shapes.items() if not known.issuperset(shapes)
        },
        pieces=[kind for kind in every.pieces if not of_module(kind)],
        cards=[kind for kind in every.cards if not of_module(kind)],
        decks=[deck for deck in every.decks if deck["id"] not in decks],
        layouts=[one for one in every.layouts if one["id"] not in layouts],
        setups=[setup for setup in every.setups if setup.rows or not setup.of_module],
    )
    rest = replace(
        every,
        **other,
        phases=every.phases if "sequence:all" in module else [],
        charts=[],
        edges=[edge for edge in every.edges if known.issuperset(edge["between"])],
        shapes=_shapes(every, known),
        pieces=[kind for kind in every.pieces if of_module(kind)],
        cards=[kind for kind in every.cards if of_module(kind)],
        decks=[deck for deck in every.decks if deck["id"] in decks],
        layouts=[one for one in every.layouts if one["id"] in layouts],
        setups=[
            replace(setup, rows=setup.of_module, rest={})
            for setup in every.setups
            if setup.of_module
        ],
    )
    return added, rest


def _lay_boxes(added: list[Data], module: dict[str, list[Data]]) -> None:
    """Give the module's boxes that lie on boards of the extension a board of the module."""
    known = {board["id"] for board in (*added, *module["boards"])}
    with_boxes = {box["board"] for box in module["boxes"]}
    new = {}
    for board in added:
        if board["id"] in with_boxes:
            key = next(key for n in count(1) if (key := f"{board['id']}_boxes_{n}") not in known)
            new[board["id"]] = key
            module["boards"].append(board | {"id": key, "name": f"{board['name']} (boxes)"})
    module["boxes"] = [
        box | {"board": new[box["board"]]} if box["board"] in new else box
        for box in module["boxes"]
    ]


def _shapes(every: Contents, known: Collection[str]) -> dict[str, dict[str, list[Ring]]]:
    """The outlines of the spaces of the module, and none for its boards that only get some."""
    return {
        board: {key: rings for key, rings in shapes.items() if key in known}
        for board, shapes in every.shapes.items()
        if board in known
    }
