"""Names that a module uses and names that it defines: pictures, files, prototypes, decks, maps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from modgen.vassal import traits as t
from modgen.vassal.components import Component, kinds
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece, PieceError, parse_definition

PICTURE = re.compile(r"\.(png|jpe?g|gif|svg)$", re.IGNORECASE)
SLOTS = ("PieceSlot", "CardSlot")
NOT_PICTURES = {"text", "tooltip", "buttonText", "description", "name"}


@dataclass
class Names:
    """Names with the components that use them: `what` is found by `where` it is used."""

    pictures: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    prototypes: dict[str, str] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    maps: dict[str, str] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)


def title(found: Component) -> str:
    """A component as messages name it: its kind and its own name."""
    keys = ("name", "mapName", "entryName", "deckName", "title", "chartName", "side")
    own = next((found.attributes[key] for key in keys if found.attributes.get(key)), "")
    return f"{found.name} `{own}`" if own else found.name


def piece_of(found: Component) -> GamePiece | None:
    """The piece that a slot or a prototype defines; None when its text is no piece."""
    if found.name not in (*SLOTS, "PrototypeDefinition") or not found.text:
        return None
    try:
        return parse_definition(found.text)
    except (PieceError, ValueError):
        return None


@cache
def engine_pictures() -> frozenset[str]:
    """Pictures that the engine brings along: those that its components have by default."""
    values = (value for kind in kinds().values() for value in kind.defaults.values())
    own = {value.rsplit("/", 1)[-1] for value in values if PICTURE.search(value)}
    return frozenset(own | {"moved.gif"})


def used_names(tree: Component) -> Names:
    """Every name that the components and pieces of a module use."""
    names = Names()
    for found in tree.walk():
        where = title(found)
        _of_component(found, where, names)
        piece = piece_of(found)
        if piece is not None:
            _of_piece(piece, where, names)
    return names


MAPS = ("Map", "PrivateMap", "PlayerHand")


def own_names(tree: Component, *kinds: str) -> set[str]:
    """The names of all components of these kinds."""
    found = (one.attributes for one in tree.find_all(*kinds))
    return {has.get("name") or has.get("mapName", "") for has in found}


def _of_component(found: Component, where: str, names: Names) -> None:
    for key, value in found.attributes.items():
        if key not in NOT_PICTURES and PICTURE.search(value) and not value.startswith("/"):
            names.pictures.setdefault(value, where)
    has = found.attributes
    if found.name == "PredefinedSetup" and has.get("useFile", "true") == "true":
        _note(names.files, has.get("file"), where)
    if found.name in ("HelpFile", "BrowserHelpFile"):
        _note(names.files, has.get("fileName"), where)
    if found.name in ("DrawPile", "SetupStack"):
        _note(names.boards, has.get("owningBoard"), where)
    for key in ("reshuffleTarget", "targetDeck"):
        _note(names.decks, has.get(key), where)


def _note(names: dict[str, str], name: str | None, where: str) -> None:
    """Note a name, unless it is empty or worked out while the game runs."""
    if name and "$" not in name and "{" not in name:
        names.setdefault(name, where)


def _of_piece(piece: GamePiece, where: str, names: Names) -> None:
    pictures = [piece.basic.image]
    for trait in piece.traits:
        if isinstance(trait, t.Layer):
            pictures += trait.images
        elif isinstance(trait, t.Mask):
            pictures.append(trait.image)
        elif isinstance(trait, t.Prototype):
            _note(names.prototypes, trait.name, where)
        elif isinstance(trait, t.ReturnToDeck) and not trait.select_at_runtime:
            _note(names.decks, trait.deck, where)
        elif isinstance(trait, t.SendToLocation):
            _note(names.maps, trait.map, where)
    for picture in pictures:
        if not picture.startswith("/"):
            _note(names.pictures, picture, where)


def missing_pictures(module: Module, names: Names) -> dict[str, str]:
    """Pictures that are used but not there, and where they are used.

    Old modules leave the ending of a picture's name out.
    """
    there = set(module.images) | {name.rsplit(".", 1)[0] for name in module.images}
    return {
        name: where
        for name, where in sorted(names.pictures.items())
        if name not in there and name not in engine_pictures()
    }


def unused_pictures(module: Module, names: Names) -> list[str]:
    """Pictures that nothing names; a name inside a text (HTML, a command) counts as use."""
    texts = "\0".join(
        [text for found in module.tree.walk() for text in (*found.attributes.values(), found.text)]
        + [
            data.decode("utf-8", "replace")
            for name, data in module.files.items()
            if name.endswith((".html", ".htm", ".txt", ".xml"))
        ]
    )
    return [
        name
        for name in sorted(module.images)
        if name not in names.pictures and name.rsplit(".", 1)[0] not in texts
    ]


def undefined(module: Module, names: Names) -> Iterator[str]:
    """Names that nothing defines, one sentence each."""
    tree = module.tree
    defined = {
        "prototype": own_names(tree, "PrototypeDefinition"),
        "deck": own_names(tree, "DrawPile"),
        "map": own_names(tree, *MAPS),
        "board": own_names(tree, "Board"),
        "file": set(module.files),
    }
    wanted = {
        "prototype": names.prototypes,
        "deck": names.decks,
        "map": names.maps,
        "board": names.boards,
        "file": names.files,
    }
    for what, found in wanted.items():
        for name, where in sorted(found.items()):
            if name not in defined[what]:
                yield f"{where} names the {what} `{name}`, which nothing defines"


def twice(module: Module) -> Iterator[str]:
    """Names that must be unique and are not: maps, and the gpids of slots."""
    maps = Counter(one.attributes.get("mapName", "") for one in module.tree.find_all(*MAPS))
    slots = Counter(one.attributes.get("gpid", "") for one in module.tree.find_all(*SLOTS))
    yield from (f"{count} maps are called `{name}`" for name, count in maps.items() if count > 1)
    yield from (
        f"{count} slots have the gpid {gpid}" for gpid, count in slots.items() if gpid and count > 1
    )
