"""Compile a game with the parts of an imported module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from modgen.compile.board import board_component, main_map
from modgen.compile.build import Build
from modgen.compile.ids import SlotIds, extension_id
from modgen.compile.naming import file_name
from modgen.compile.palette import palette
from modgen.compile.parts.definitions import Definition, PartsError, read_definitions
from modgen.compile.parts.extents import extents
from modgen.compile.parts.faces import Faces
from modgen.compile.parts.joining import Joined
from modgen.compile.parts.looks import looks, prototypes_of
from modgen.compile.parts.originals import DRAWN, Original, read_originals
from modgen.compile.parts.overlay import LINK, Overlay
from modgen.compile.parts.setups import SetupWriter, Slots
from modgen.compile.parts.start import StartWriter
from modgen.compile.parts.values import as_number, set_value
from modgen.draw.raster import render
from modgen.model.game import Game
from modgen.model.loading.laid_pieces import CARD
from modgen.unpacking.folder import FileEntries, UnpackedModule, read_folder, write_packed
from modgen.unpacking.xml import Node, Style
from modgen.vassal.archive import archive_bytes
from modgen.vassal.commands import RegisterExtension
from modgen.vassal.components import Component, kinds
from modgen.vassal.metadata import ENGINE_VERSION, Metadata, read_if_readable, write_metadata
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import Layer

MODULE = "module"
MODULEDATA, EXTENSIONDATA = "moduledata", "extensiondata"
IMAGES = "images/"


@dataclass
class PartsModule:
    """A module made of parts: its components, and all other entries by name."""

    parts: UnpackedModule
    made: dict[str, bytes] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write the module."""
        parts = self.parts
        entries = _Entries(parts.entries, self.pictures, self.made)
        module = UnpackedModule(
            parts.root,
            parts.style,
            parts.habits,
            parts.build_file,
            entries,
            empty_folders=parts.empty_folders,
        )
        write_packed(module, path)


def parts_folders(game: Game) -> list[Path]:
    """The folders of parts: that of the game that this one extends, if it has any, and its own.

    Raises PartsError for a folder outside of the game's own.
    """
    folders = [] if game.parent is None else parts_folders(game.parent)
    folder = game.folder / game.info.module.parts
    if not folder.resolve().is_relative_to(game.folder.resolve()):
        raise PartsError(f"`{game.info.module.parts}` leads out of the game's folder")
    return [*folders, folder]


def read_all_originals(game: Game) -> dict[str, Original]:
    """The types and cards of a game, and of the game that it extends, as they were imported.

    Raises PartsError.
    """
    originals: dict[str, Original] = {}
    for folder in parts_folders(game):
        originals |= read_originals(folder)
    return originals


def compile_parts(game: Game, *, trial: bool = False) -> PartsModule:
    """Compile a game with parts. Raises PartsError, LayoutError or YamlError.

    A trial, which only shows whether that is possible and what the components are, has no set-ups
    and no pictures.
    """
    folder = parts_folders(game)[-1]
    parts, joined = _read(game, folder)
    root = joined.root if joined else parts.root
    build = Build(game, slots=SlotIds(_prefix(parts.root) if joined else ""))
    if joined:
        build.extension = RegisterExtension(
            name=Path(file_name(game)).stem, version=game.info.version
        )
    faces = Faces(game, {key: one[:2] for key, one in read_all_originals(game).items()})
    slots = _slots(root)
    slots.extents = extents(game, root)
    _add_cards(game, slots, faces)
    overlay = Overlay(game, faces)
    named = _named(parts.root)
    if joined:
        overlay.run(parts.root, inside=False)
        joined.hold()
    overlay.run(root)
    definitions = {
        name: one for each in parts_folders(game) for name, one in read_definitions(each).items()
    }
    made = PartsModule(parts)
    changed = _named(parts.root) != named or not (folder / MODULE).is_dir()
    metadata = _metadata(game, parts, made, changed=changed)
    writer = SetupWriter(build, folder, slots, definitions, faces)
    start = StartWriter(build, root, overlay, writer, faces, slots.templates)
    for scenario in game.scenarios:
        if scenario.at_start:
            start.write(scenario)
        elif scenario in game.added.scenarios:
            node = overlay.scenarios.get(scenario.id)
            if node is None:
                node = _node("PredefinedSetup", name=scenario.name, useFile="true")
                root.children.append(node)
                node.attributes["file"] = f"{scenario.id}.vsav"
            if trial:
                writer.text(scenario)
            else:
                entries = writer.entries(scenario, metadata)
                made.made[node.attributes["file"]] = archive_bytes(entries)
    _new_boards(build, root, overlay)
    defined = set(_with_definitions(game))
    start.new_cards(defined)
    _new_pieces(build, root, overlay, defined)
    _count_slots(build, parts.root)
    if joined:
        joined.take_out()
    drawn = render(build.pictures.all.values())
    made.made |= {IMAGES + name: data for name, data in drawn.items()}
    if not trial:
        made.pictures = FileEntries(game.folder / "art", _not_shown(parts, game.folder / "art"))
    return made


def whole_tree(game: Game) -> Node:
    """The components of an imported game, those of an extension in those of its module.

    Raises PartsError, LayoutError or YamlError.
    """
    parts, joined = _read(game, parts_folders(game)[-1])
    return joined.root if joined else parts.root


def _read(game: Game, folder: Path) -> tuple[UnpackedModule, Joined | None]:
    """The parts of a module, or those of an extension with the tree in which they are joined."""
    if game.parent is None:
        return read_folder(folder / MODULE), None
    module = read_folder(parts_folders(game.parent)[-1] / MODULE)
    if (folder / MODULE).is_dir():
        parts = read_folder(folder / MODULE)
    else:
        parts = _new_extension(game, module)
    module.root.attributes.pop(LINK, None)
    return parts, Joined.join(module.root, parts.root)


def _new_extension(game: Game, module: UnpackedModule) -> UnpackedModule:
    """An extension without parts, of an imported module."""
    info, of = game.info, module.root.attributes
    root = _node(
        "ModuleExtension",
        anyModule="false",
        version=info.version,
        description=info.subtitle or info.title,
        module=of.get("name", ""),
        moduleVersion=info.extension.version or of.get("version", ""),
        vassalVersion=ENGINE_VERSION,
        nextPieceSlotId="0",
        extensionId=extension_id(game),
    )
    return UnpackedModule(root, Style(), module.habits)


def _prefix(root: Node) -> str:
    """How the ids of an extension's slots begin."""
    return f"{root.attributes.get('extensionId', '')}:"


def _not_shown(parts: UnpackedModule, art: Path) -> set[str]:
    """The pictures that the import drew for sheets and that no component shows."""
    drawn = {
        path.relative_to(art).as_posix() for folder in DRAWN for path in (art / folder).glob("*")
    }
    if not drawn:
        return drawn
    text = parts.build_file_bytes().decode("utf-8", "replace")
    return {name for name in drawn if name not in text}


def _slots(root: Node) -> Slots:
    """The definitions of the slots in the parts; the first slot of a type counts."""
    slots = Slots(
        maps={
            name.strip(): name
            for node in root.walk()
            if (name := node.attributes.get("mapName", "")).strip()
        }
    )
    prototypes = prototypes_of(root)
    for node in root.walk():
        key = node.attributes.get(LINK, "")
        if not key.startswith(("piece:", "card:")) or node.piece is None:
            continue
        if key in slots.definitions:
            continue
        slots.templates[key] = Node(node.tag, dict(node.attributes), piece=node.piece)
        try:
            traits = prototypes.expanded(node.piece)
        except PieceError:
            traits = node.piece.traits
        gpid = node.attributes.get("gpid", "") or node.piece.basic.gpid
        slots.definitions[key] = Definition.of_traits(traits, node.piece.basic, gpid)
        at = looks(traits, node.piece.basic.image).layer
        layer = traits[at] if at >= 0 else None
        if isinstance(layer, Layer):
            slots.images[key] = layer.name, layer.images
    return slots


def _named(root: Node) -> tuple[str, ...]:
    """Title, version and description of the module or extension."""
    return tuple(root.attributes.get(key, "") for key in ("name", "version", "description"))


def _metadata(game: Game, parts: UnpackedModule, made: PartsModule, *, changed: bool) -> Metadata:
    """The metadata of the module; what the entries say is kept unless it changed."""
    root = parts.root.attributes
    if game.parent is not None:
        of = game.parent.info
        if changed:
            data = Metadata(root.get("version", ""), None, root.get("description", ""))
            universal = root.get("anyModule", "").lower() == "true"
            made.made[EXTENSIONDATA] = write_metadata(data, universal=universal)
        if MODULEDATA in parts.entries:
            of_entry = read_if_readable(parts.entries[MODULEDATA])
            if of_entry is not None:
                return of_entry
        data = Metadata(game.info.extension.version or of.version, of.title)
        if changed:
            made.made[MODULEDATA] = write_metadata(data)
        return data
    own = Metadata(root.get("version", ""), root.get("name"))
    if MODULEDATA not in parts.entries:
        return own
    data = read_if_readable(parts.entries[MODULEDATA]) or own
    if changed:
        data = data._replace(name=root.get("name"), version=root.get("version", ""))
        made.made[MODULEDATA] = write_metadata(data)
    return data


def _add_cards(game: Game, slots: Slots, faces: Faces) -> None:
    """Let a card without a slot have the traits of a card of its deck."""
    like = {
        game.card[key.removeprefix(CARD)].deck: key
        for key in reversed(slots.definitions)
        if key.startswith(CARD) and key.removeprefix(CARD) in game.card
    }
    for card in game.cards:
        key, other = f"{CARD}{card.id}", like.get(card.deck)
        if key in slots.definitions or other is None:
            continue
        slots.definitions[key] = slots.definitions[other]
        slots.templates[key] = slots.templates[other]
        original = game.card[other.removeprefix(CARD)]
        faces.original.setdefault(key, faces.original.get(other, (original.title, original.art)))


def _count_slots(build: Build, root: Node) -> None:
    """Let the number for the next slot be beyond the ids of the slots that were made."""
    if build.slots.taken:
        most = max(
            build.slots.next_free, int(as_number(root.attributes.get("nextPieceSlotId", "0")))
        )
        set_value(root, "nextPieceSlotId", str(most))


def _with_definitions(game: Game) -> Iterator[str]:
    """The types and cards whose pieces in set-ups have definitions of their own."""
    for scenario in game.scenarios:
        for row in scenario.laid:
            if row.definition:
                yield row.piece.partition("/")[0]


def _new_pieces(build: Build, root: Node, overlay: Overlay, defined: set[str]) -> None:
    """A palette with the types of pieces that no slot of the parts shows."""
    game = build.game
    new = [
        piece.id
        for piece in game.pieces
        if f"piece:{piece.id}" not in overlay.seen and piece.id not in defined
    ]
    if not new:
        return
    window = palette(build, new)
    # A prototype of an extension would take the place of one of its name in the module.
    shared = build.prototypes.finish() if build.extension is None else []
    if shared:
        nodes = root.walk()
        container = next((node for node in nodes if node.name == "PrototypesContainer"), None)
        if container is None:
            container = _node("PrototypesContainer")
            root.children.append(container)
        container.children += map(_as_node, shared)
    root.children.append(_as_node(window))


def _new_boards(build: Build, root: Node, overlay: Overlay) -> None:
    """The boards that the game adds: on the map of their name if there is one, or on a new map."""
    pickers = {
        node.attributes.get("mapName", ""): child
        for node in root.walk()
        for child in node.children
        if child.name == "BoardPicker"
    }
    for board in build.game.own_boards:
        if f"board:{board.id}" in overlay.seen:
            continue
        picker = pickers.get(build.map_name(board.id))
        if picker is None:
            root.children.append(_as_node(main_map(build, [board], ())))
        else:
            picker.children.append(_as_node(board_component(build, board)))


def _node(kind: str, **attributes: str) -> Node:
    return Node(kinds()[kind].tag, dict(attributes))


def _as_node(component: Component) -> Node:
    children = [_as_node(child) for child in component.children]
    return Node(component.tag, dict(component.attributes), children, component.text)


class _Entries(Mapping[str, bytes]):
    """The entries of a module: kept ones, pictures of `art/`, and those that were made."""

    def __init__(
        self, kept: Mapping[str, bytes], pictures: Mapping[str, bytes], made: Mapping[str, bytes]
    ) -> None:
        self._kept, self._pictures, self._made = kept, pictures, made
        self._names = dict.fromkeys([*kept, *(IMAGES + name for name in pictures), *made])

    def __getitem__(self, name: str) -> bytes:
        if name in self._made:
            return self._made[name]
        plain = name.removeprefix(IMAGES)
        if plain != name and plain in self._pictures:
            return self._pictures[plain]
        return self._kept[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
