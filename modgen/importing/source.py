"""The module that is imported: its components with links to the game, and its files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from modgen.compile.parts.joining import Joined
from modgen.compile.parts.originals import DRAWN
from modgen.errors import ModgenError
from modgen.log.designed import DesignedPictures
from modgen.log.locations import Locations
from modgen.log.picture_sizes import Spellings, how_spelled, is_pointer, picture_size, stored_name
from modgen.log.properties import PropertySource
from modgen.log.table import Table
from modgen.model.types.base import Part
from modgen.svg_sizes import Size
from modgen.unpacking.folder import UnpackedModule, read_packed
from modgen.unpacking.xml import Node
from modgen.vassal.extensions import Extension, extends, module_beside, with_extensions
from modgen.vassal.module import Module, read_module

LINK = "modgen"
"""The attribute of a component that names the part of the game that it shows: `board:main`."""
MAPS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
SLOTS = ("PieceSlot", "CardSlot")
INCH = 25.4
LONGEST_ID = 48
MISSPELLED = "pictures that VASSAL does not find, because the name of the file"
DESIGNED = DRAWN[1]
"""The folder in `art/` with pictures of VASSAL's counter designer."""


class ImportModuleError(ModgenError, ValueError):
    """The module cannot become a game folder; the message says why."""


def slug(text: str) -> str:
    """An id made of a name: lower-case letters, digits and `_`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")[:LONGEST_ID].strip("_")


@dataclass
class Ids:
    """Ids that are unique in their namespace. None begins with one of `reserved`."""

    taken: set[str] = field(default_factory=set)
    reserved: tuple[str, ...] = ()

    def __call__(self, name: str, otherwise: str) -> str:
        """A new id for a name; `otherwise` if the name has no letters that an id may have."""
        stem = slug(name) or otherwise
        if stem.startswith(self.reserved):
            stem = f"{otherwise}_{stem}"[:LONGEST_ID]
        key, number = stem, 2
        while key in self.taken:
            key, number = f"{stem}_{number}", number + 1
        self.taken.add(key)
        return key


@dataclass
class Source:
    """A module while it is imported. `dpi` is the pixels per inch of all its pictures."""

    path: Path
    module: Module
    parts: UnpackedModule
    dpi: int
    kept: dict[str, list[str]] = field(default_factory=dict)
    """What stays as it is because the model lacks it, by subject."""
    made: dict[str, tuple[bytes, Size]] = field(default_factory=dict)
    """Pictures that the import makes, with their sizes, by their names in `art/`."""
    differs: list[str] = field(default_factory=list)
    """What the built module does differently, one sentence each."""
    brief: bool = False
    """Pieces are those of the module that is extended, whose pictures are not needed."""
    extended: Extended | None = None
    """The module, if an extension is imported."""

    @classmethod
    def open(cls, path: Path, dpi: int, module: Path | None = None) -> Source:
        """Read a module, or an extension with its module, which is found beside it if it is not
        given.

        Raises ArchiveError, XMLError or ImportModuleError.
        """
        source = cls(path, read_module(path), read_packed(path), dpi)
        kind = source.parts.root.name
        if kind == "ModuleExtension":
            source.extended = Extended.open(source, module or find_module(path, source.parts.root))
        elif kind not in ("GameModule", "BasicModule"):
            raise ImportModuleError(
                f"{path} is not a module but a {kind}; only modules and extensions can be imported"
            )
        elif module is not None:
            raise ImportModuleError(f"{path} is a module; `--module` is for extensions")
        return source

    @property
    def root(self) -> Node:
        """The outermost component: the module, in which the parts of an extension are."""
        return self.extended.joined.root if self.extended else self.parts.root

    @cached_property
    def _own(self) -> frozenset[int] | None:
        joined = self.extended.joined if self.extended else None
        return frozenset(map(id, joined.own())) if joined else None

    def is_own(self, node: Node) -> bool:
        """Whether a component is of what is imported, and not of the module that it extends."""
        return self._own is None or id(node) in self._own

    @cached_property
    def locations(self) -> Locations:
        """The engine's names of points."""
        return Locations(self.module.tree, self.module.images)

    @cached_property
    def designed(self) -> DesignedPictures:
        """The pictures of VASSAL's counter designer."""
        return DesignedPictures(self.module.tree, self.module.images)

    @cached_property
    def maps(self) -> list[Node]:
        """The maps, and the windows and hands that have boards."""
        return [node for node in self.root.walk() if node.name in MAPS]

    def mm(self, pixels: float) -> float:
        """Millimetres for pixels, exact enough to get the same pixels back."""
        return round(pixels / self.dpi * INCH, 4)

    @cached_property
    def properties(self) -> PropertySource:
        """The values of properties in a new game."""
        return PropertySource(Table(), self.locations)

    def picture(self, name: str) -> str:
        """The file of a picture by its name in the module; empty if there is none.

        A picture of the counter designer is drawn, and is then one of those that were made.
        """
        if name in self.made:
            return name
        found = stored_name(self.module.images, name) or self._spelled_otherwise(name)
        drawn = None if found else self.designed.get(name)
        if drawn is not None:
            found = f"{DESIGNED}{hashlib.blake2b(drawn[0], digest_size=8).hexdigest()}.png"
            self.made[found] = drawn
        return found

    def _spelled_otherwise(self, name: str) -> str:
        """A picture whose file the engine does not find under a name."""
        found = self._spellings[name]
        if found and name not in self._misspelled:
            self._misspelled.add(name)
            self.keep(f"{MISSPELLED} {how_spelled(name, found)}", name)
        return found

    def size(self, name: str) -> Size | None:
        """Width and height of a picture in pixels."""
        if name in self.made:
            return self.made[name][1]
        if name not in self._sizes:
            file = self.picture(name)
            known = self.made.get(file)
            self._sizes[name] = known[1] if known else picture_size(self.module.images, file)
        return self._sizes[name]

    @cached_property
    def _misspelled(self) -> set[str]:
        return set()

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings(self.module.images)

    @cached_property
    def _sizes(self) -> dict[str, Size | None]:
        return {}

    def components(self) -> Iterator[Node]:
        """All components. Meanwhile those of a module that is extended are not counted as kept."""
        for node in self.root.walk():
            self.brief = not self.is_own(node)
            yield node
        self.brief = False

    def keep(self, subject: str, what: str) -> None:
        """Count something that stays as it is."""
        if self.brief:
            return
        self.kept.setdefault(subject, []).append(what)

    def keep_unread(self, picture: str) -> None:
        """Count a picture that cannot be read."""
        lacking = is_pointer(self.module.images, picture)
        why = "that are Git LFS pointers; run `git lfs pull`" if lacking else "that cannot be read"
        self.keep(f"pictures {why}", picture)


@dataclass
class Extended:
    """The module of an extension that is imported, in which the parts of the extension are."""

    path: Path
    parts: UnpackedModule
    joined: Joined
    own: Module
    """The extension alone."""

    @property
    def version(self) -> str:
        """The version of the module."""
        return self.parts.root.attributes.get("version", "")

    @classmethod
    def open(cls, source: Source, path: Path) -> Extended:
        """Read the module and put the parts of a source into it."""
        parts, module = read_packed(path), read_module(path)
        own = source.module
        root = source.parts.root.attributes
        extension = Extension(source.path, source.path.stem, own)
        if not extends(own, module):
            raise ImportModuleError(
                f"{source.path} extends the module `{root.get('module', '')}`, and {path} is "
                f"`{module.tree.attributes.get('name', '')}`"
            )
        source.module = with_extensions(module, [extension]).module
        joined = Joined.join(parts.root, source.parts.root)
        for why in joined.missing[:1]:
            source.differs.append(
                f"VASSAL loads only the parts before the first one without a place, and moves the "
                f"extension into the folder `inactive`: {why}."
            )
        return cls(path, parts, joined, own)


def find_module(extension: Path, root: Node) -> Path:
    """The module of an extension: in the folder above its folder, or beside it.

    Raises ImportModuleError if there is none, or more than one.
    """
    above = module_beside(extension)
    if above is not None:
        return above
    name = root.attributes.get("module", "")
    found = [path for path in sorted(extension.absolute().parent.glob("*.vmod")) if _is(path, name)]
    if len(found) == 1:
        return found[0]
    shown = ", ".join(path.name for path in found[:3])
    there = f"{len(found)} are beside it ({shown})" if found else "none is beside it"
    raise ImportModuleError(
        f"{extension} extends the module `{name}`, and {there}; give the module's file with "
        "`--module`"
    )


def _is(path: Path, name: str) -> bool:
    """Whether a module has a name. A file that cannot be read has none."""
    try:
        return read_module(path).tree.attributes.get("name", "") == name
    except (ModgenError, OSError):
        return False


def is_valid(part: type[Part], data: Mapping[str, Any]) -> bool:
    """Whether data is such a part of a game: the model bounds measures and numbers."""
    try:
        part.model_validate(data)
    except ValidationError:
        return False
    return True


def link(node: Node, key: str) -> None:
    """Connect a component with a part of the game."""
    node.attributes[LINK] = key
    if node.raw_start:
        node.raw_start = ""


def children(node: Node, *names: str) -> Iterator[Node]:
    """The components of these kinds directly inside another one."""
    return (child for child in node.children if child.name in names)


def parts_of_map(owner: Node) -> Iterator[Node]:
    """The components of a map, also those that its maker sorted into folders."""
    for child in owner.children:
        if child.name == "MapSubFolder":
            yield from parts_of_map(child)
        else:
            yield child


def real(text: str | None, otherwise: float = 0.0) -> float:
    """An attribute as a number."""
    try:
        value = float(text or otherwise)
    except ValueError:
        return otherwise
    return value if abs(value) < 1e9 else otherwise
