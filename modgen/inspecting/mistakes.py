"""Names that are not defined or not unique, and maps that cannot be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain

from modgen.inspecting import keycommands, properties
from modgen.inspecting.names import MAPS, PROTOTYPE, SLOTS, Names, own_names, pieces_of
from modgen.inspecting.paths import title
from modgen.log.picture_sizes import stored_name
from modgen.vassal.module import Module

CLOSE = 0.85
"""How alike two names are of which one is probably a misspelling of the other, up to 1."""


def undefined(module: Module, names: Names, parent: Module | None = None) -> Iterator[str]:
    """Names that are not defined, one sentence each.

    Those of an extension may be defined in its module, `parent`; without it there are none.
    """
    if module.tree.name == "ModuleExtension" and parent is None:
        return
    defining = [module, parent] if parent else [module]
    trees = [one.tree for one in defining]
    known = properties.Defined()
    answered: set[str] = set()
    for component in chain.from_iterable(tree.walk() for tree in trees):
        known.add_component(component)
        answered |= keycommands.component_answers(component)
        for piece in pieces_of(component):
            known.add_piece(piece)
            answered |= keycommands.piece_answers(piece)

    def own(*kinds: str) -> set[str]:
        return set[str]().union(*(own_names(tree, *kinds) for tree in trees))

    slots = {
        slot.attributes.get("entryName", "") for tree in trees for slot in tree.find_all(*SLOTS)
    }
    files = set[str]().union(*(one.files for one in defining))
    checks: tuple[tuple[str, dict[str, str], properties.Defined | set[str]], ...] = (
        ("prototype", names.prototypes, own(PROTOTYPE)),
        ("property", names.properties, known),
        ("deck", names.decks, own("DrawPile")),
        ("map", names.maps, own(*MAPS, "WidgetMap")),
        ("board", names.boards, own("Board")),
        ("zone", names.zones, own("Zone")),
        ("region", names.regions, own("Region")),
        ("slot", names.slots, slots),
        ("file", names.files, files),
    )
    for what, used, defined in checks:
        for name, where in sorted(used.items()):
            if name not in defined and not (what == "file" and stored_name(files, name)):
                near = _near(name, defined if isinstance(defined, set) else defined.exact)
                yield f"{where} refers to the {what} `{name}`, which is not defined{near}"
    for name, where in sorted(names.commands.items()):
        if name not in answered:
            yield f"{where} sends the command `{name}`, which no component or piece handles"


def _near(name: str, defined: Iterable[str]) -> str:
    """The name that was probably meant, as an addition to a sentence; empty for none."""
    found = get_close_matches(name, [each for each in defined if each], 1, CLOSE)
    return f"; the nearest name is `{found[0]}`" if found else ""


def twice(module: Module) -> Iterator[str]:
    """Map names and slot gpids that are not unique, one sentence each."""
    maps = Counter(
        component.attributes.get("mapName", "") for component in module.tree.find_all(*MAPS)
    )
    slots = Counter(
        component.attributes.get("gpid", "") for component in module.tree.find_all(*SLOTS)
    )
    yield from (f"{count} maps are named `{name}`" for name, count in maps.items() if count > 1)
    yield from (
        f"{count} slots have the gpid {gpid}" for gpid, count in slots.items() if gpid and count > 1
    )


NEEDED = {
    "PieceMover": "nothing can be dragged",
    "KeyBufferer": "nothing can be selected",
    "ForwardToKeyBuffer": "keys do not reach the pieces",
    "MenuDisplayer": "pieces have no menus",
}
"""Parts that the engine does not add to a map, and what fails without them.

See vassal-formats §6.4.
"""


def unusable(module: Module) -> Iterator[str]:
    """What the engine loads without a warning but is not playable, one sentence each."""
    for map_component in module.tree.find_all(*MAPS):
        parts = {part_component.name for part_component in map_component.walk()}
        yield from (
            f"{title(map_component)} has no {part}: {loss} on it"
            for part, loss in NEEDED.items()
            if part not in parts
        )
    before = set[str]()
    for child in module.tree.children:
        if child.name == "BasicCommandEncoder" and before & {*MAPS, *SLOTS, PROTOTYPE}:
            yield "BasicCommandEncoder comes after pieces, which the engine then cannot read"
        before |= {part_component.name for part_component in child.walk()}
