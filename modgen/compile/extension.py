"""Compile an expansion of a game to an extension of its module.

The game and the game with the expansion are compiled to two component trees. What the second has
beyond the first is the extension: each component with the path of the one that holds it. An
extension can only add, so a component that differs in both trees stays as the module has it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from modgen.compile.build import Build
from modgen.compile.ids import SlotIds, extension_id
from modgen.compile.tree import Compiled, Progress, compile_game
from modgen.draw.fonts import in_typefaces
from modgen.draw.raster import Rendering
from modgen.errors import ModgenError
from modgen.model.game import Game
from modgen.vassal import sequence
from modgen.vassal.archive import write_archive
from modgen.vassal.commands import RegisterExtension
from modgen.vassal.components import Component, component, write_tree
from modgen.vassal.extensions import configured_name, target_step
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.module import BUILD_FILE

OF_THE_GAME = ("id", "title", "subtitle", "version", "description", "about", "credits")
"""Fields of `game.yaml` that the module has from the game, not from the expansion."""
SLOTS = ("PieceSlot", "CardSlot")
FACTS = (
    *("Board", "Zone", "Region", "HexGrid", "SquareGrid", "DrawPile", "Map", "PlayerHand"),
    *("PlayerRoster", "TurnTracker", "ListTurnLevel", "CounterTurnLevel", "DiceButton"),
)
"""Kinds of components that an expansion must not change. Others may adapt to its pieces and
set-ups, as a window does to long names, and stay as the module has them."""


class ExtensionError(ModgenError, ValueError):
    """An expansion changes what an extension cannot change."""


@dataclass
class Extension:
    """An extension without pictures."""

    tree: Component
    files: dict[str, bytes]
    module: Metadata
    compiled: Compiled
    pictures: list[str]
    """The names of its pictures."""


@in_typefaces
def compile_extension(game: Game, name: str) -> Extension:
    """Compile an expansion. `name` is that of its file, by which saves know it."""
    assert game.parent is not None
    of = compile_game(game.parent)
    info = game.parent.info
    same = {one: getattr(info, one) for one in OF_THE_GAME}
    whole = replace(game, info=game.info.model_copy(update=same))
    known = frozenset(of.build.slots.taken.values())
    build = Build(whole, slots=SlotIds(f"{extension_id(game)}:", known))
    build.prototypes.after(of.build.prototypes)
    build.texts = dict(of.build.texts)
    build.extension = RegisterExtension(name=name, version=game.info.version)
    made = compile_game(whole, build=build)
    tree = component(
        "ModuleExtension",
        anyModule=False,
        version=game.info.version,
        description=game.info.subtitle or game.info.title,
        module=of.module.tree.attributes["name"],
        moduleVersion=game.info.extension.version or info.version,
        vassalVersion=of.module.tree.attributes["VassalVersion"],
        nextPieceSlotId=build.slots.next_free,
        extensionId=extension_id(game),
    )
    pictures = of.pictures.all
    for board in game.parent.map.boards:
        drawn, before = (one.build.board_picture(board) for one in (made, of))
        if drawn.key != before.key:
            raise ExtensionError(
                f"the expansion changes the picture of the board `{board.id}`, which is in the "
                "module; an extension can add a board of its own"
            )
    extension = Extension(
        tree,
        {key: data for key, data in made.module.files.items() if key not in of.module.files},
        of.module.metadata,
        made,
        [key for key in made.pictures.all if key not in pictures],
    )
    _compare(extension, of.module.tree, made.module.tree, [])
    return extension


def build_extension(game: Game, path: Path, progress: Progress | None = None) -> Path:
    """Write an expansion's extension. An old one is replaced only by a complete one."""
    extension = compile_extension(game, path.stem)
    with Rendering() as rendering:
        pictures = extension.compiled.pictures.all
        images = rendering.finish([pictures[one] for one in extension.pictures], progress)
    data = Metadata(game.info.version, None, extension.tree.attributes["description"])
    entries = {
        BUILD_FILE: write_tree(extension.tree),
        "extensiondata": write_metadata(data, universal=False),
        "moduledata": write_metadata(extension.module),
    }
    entries |= {f"images/{name}": image for name, image in images.items()}
    write_archive(path, entries | extension.files)
    return path


def _compare(extension: Extension, old: Component, new: Component, path: list[str]) -> None:
    """Add what a component holds beyond its counterpart in the module."""
    known = _keyed(old)
    for key, child in _keyed(new).items():
        before = known.get(key)
        if before is None:
            target = sequence.join(path, "/")
            extension.tree.children.append(component("ExtensionElement", [child], target=target))
            continue
        if child.name in FACTS and (before.attributes, before.text) != (
            child.attributes,
            child.text,
        ):
            what = configured_name(child) or configured_name(new) or ""
            raise ExtensionError(
                f"the expansion changes the {child.name} `{what}` of the module; an extension can "
                "only add cards, pieces, charts, dice, set-ups and boards"
            )
        _compare(extension, before, child, [*path, target_step(child)])


def _keyed(parent: Component) -> dict[tuple[str, str, int], Component]:
    """The components inside another one by what tells them from each other."""
    found: dict[tuple[str, str, int], Component] = {}
    for child in parent.children:
        name = child.attributes.get("gpid", "") if child.name in SLOTS else configured_name(child)
        number = 0
        while (key := (child.tag, name or "", number)) in found:
            number += 1
        found[key] = child
    return found
