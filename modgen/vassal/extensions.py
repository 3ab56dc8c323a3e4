"""Extensions of a module (`.vmdx`): which ones VASSAL loads, and the module with their parts.

VASSAL reads `game_ext/*` beside `game.vmod`. Each part of an extension names the component that it
is added to by a path of classes and names: `VASSAL.build.module.Map:Main Map/...`. Pictures and
files of the module come before those of the extensions, and those before later ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from modgen.errors import ModgenError
from modgen.vassal import sequence
from modgen.vassal.archive import ArchiveError
from modgen.vassal.components import Component
from modgen.vassal.metadata import XMLError
from modgen.vassal.module import Entries, Module, read_module

NAME_ATTRIBUTES = ("name", "mapName", "entryName", "chartName")
"""The attributes that hold a component's name in a path; a component has one of them at most."""


class Part(Protocol):
    """A component, in any of the forms in which Modgen has them."""

    @property
    def tag(self) -> str:
        """Its full Java class."""
        ...

    @property
    def name(self) -> str:
        """The class without its package."""
        ...

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes."""
        ...

    @property
    def children(self) -> Sequence[Part]:
        """The components inside it."""
        ...


P = TypeVar("P", bound=Part)


class TargetError(ModgenError, ValueError):
    """The module has no component at the path that a part of an extension names."""


class Extension(NamedTuple):
    """An extension. Saves call it by `name`, which is its file name without the suffix."""

    path: Path
    name: str
    content: Module

    @property
    def version(self) -> str:
        """Its own version, which saves record."""
        return self.content.tree.attributes.get("version", "")


class Extended(NamedTuple):
    """A module with the parts of its extensions, and what is wrong with them, a sentence each."""

    module: Module
    problems: list[str]


def extension_folder(module: Path) -> Path:
    """The folder from which VASSAL loads the extensions of a module; it need not exist."""
    return module.with_name(f"{module.stem}_ext")


def module_beside(extension: Path) -> Path | None:
    """The module in whose folder of extensions a file lies; None if there is no such module."""
    folder = extension.absolute().parent
    found = sorted(folder.parent.glob("*.vmod"))
    return next((module for module in found if extension_folder(module) == folder), None)


def read_extension(path: Path) -> Extension:
    """Read an extension. Raises ArchiveError if the file is none, and XMLError."""
    content = read_module(path)
    if content.tree.name != "ModuleExtension":
        raise ArchiveError(f"{path} is not an extension, but a module")
    return Extension(path, path.stem, content)


def read_whole_module(path: Path) -> Module:
    """Read a module. Raises ArchiveError, also for an extension, and XMLError."""
    module = read_module(path)
    if module.tree.name == "ModuleExtension":
        raise ArchiveError(f"{path} is an extension; give the module that it extends")
    return module


def read_extended(path: Path, given: Iterable[Path] = ()) -> Extended:
    """Read a module with the extensions in its folder and those in given files.

    Files in the folder that are not extensions are left out, as in VASSAL. Raises ArchiveError or
    XMLError for the module and the given files.
    """
    module = read_whole_module(path)
    chosen = {each.name: each for each in map(read_extension, given)}
    problems = []
    beside = []
    for each in _active(path):
        try:
            extension = read_extension(each)
        except (ArchiveError, XMLError) as problem:
            if each.suffix.lower() == ".vmdx":
                problems.append(f"{problem}; it is left out")
            continue
        if extension.name not in chosen:
            beside.append(extension)
    extended = with_extensions(module, [*beside, *chosen.values()])
    return Extended(extended.module, problems + extended.problems)


def _active(module: Path) -> list[Path]:
    """The files in the module's folder of extensions that VASSAL looks at, in its order."""
    folder = extension_folder(module)
    if not folder.is_dir():
        return []
    files = (each for each in folder.iterdir() if each.is_file())
    return sorted(each for each in files if not each.name.startswith("."))


def extends(extension: Module, module: Module) -> bool:
    """Whether an extension is of a module, or of any module."""
    attributes = extension.tree.attributes
    any_module = attributes.get("anyModule", "").lower() == "true"
    return any_module or attributes.get("module", "") == module.tree.attributes.get("name", "")


def with_extensions(module: Module, extensions: Iterable[Extension]) -> Extended:
    """A module with the parts of extensions; the module itself is not changed.

    An extension of another module adds nothing. VASSAL stops at the first part that it cannot add;
    the parts before it stay.
    """
    problems = []
    for extension in extensions:
        of = extension.content.tree.attributes.get("module", "")
        own = module.tree.attributes.get("name", "")
        if not extends(extension.content, module):
            problems.append(
                f"{extension.path} extends the module `{of}`, not `{own}`; it is left out"
            )
            continue
        tree = module.tree
        for part in extension.content.tree.children:
            try:
                tree = _with_part(tree, part)
            except TargetError as problem:
                problems.append(
                    f"{extension.path}: {problem}; this part and those after it are left out"
                )
                break
        module = replace(
            module,
            tree=tree,
            images=_joined(module.images, extension.content.images),
            files=_joined(module.files, extension.content.files),
            extensions={**module.extensions, extension.name: extension.version},
        )
    return Extended(module, problems)


def _joined(own: Mapping[str, bytes], others: Mapping[str, bytes]) -> Mapping[str, bytes]:
    if isinstance(own, Entries) and isinstance(others, Entries):
        return own.with_others(others)
    return {**others, **own}


def _with_part(tree: Component, part: Component) -> Component:
    """The tree with a part of an extension. Raises TargetError."""
    if part.name != "ExtensionElement":
        return replace(tree, children=[*tree.children, part])
    # VASSAL adds one component for each element, the first.
    added = part.children[:1]
    return _grown(tree, target_path(tree, part.attributes.get("target", "")), added)


def _grown(component: Component, path: Sequence[Component], added: list[Component]) -> Component:
    """A copy of a component with others added at the end of a path below it."""
    if not path:
        return replace(component, children=[*component.children, *added])
    children = [
        _grown(child, path[1:], added) if child is path[0] else child
        for child in component.children
    ]
    return replace(component, children=children)


def target_path(tree: P, target: str) -> list[P]:
    """The components on the path of a target, from the module down; none for the module itself.

    A component that has the class but not the name is taken if no other has both, as in VASSAL.
    Raises TargetError.
    """
    return _path_below(tree, sequence.split(target, "/")) if target else []


def target_of(path: Iterable[Part]) -> str:
    """The target for components that lie one in another, from the module down, as VASSAL has it."""
    return sequence.join((target_step(part) for part in path), "/")


def target_step(part: Part) -> str:
    """A step of a target: the class of a component, and its name if it has one."""
    name = configured_name(part)
    return sequence.join([part.tag] if name is None else [part.tag, name], ":")


def _path_below(parent: P, steps: Sequence[str]) -> list[P]:
    if not steps:
        return []
    tag, *rest = sequence.split(steps[0], ":")
    wanted = rest[0] if rest else None
    same_class: list[P] = [child for child in parent.children if child.tag == tag]  # type: ignore
    named = next((child for child in same_class if configured_name(child) == wanted), None)
    if named is not None:
        return [named, *_path_below(named, steps[1:])]
    for child in same_class:
        try:
            return [child, *_path_below(child, steps[1:])]
        except TargetError:
            continue
    what = tag.rsplit(".", 1)[-1]
    called = f"{what} `{wanted}`" if wanted else what
    raise TargetError(f"the module has no {called} in its {_titled(parent)}")


def configured_name(component: Part) -> str | None:
    """The name by which a path refers to a component; None for one without a name."""
    attributes = component.attributes
    return next((attributes[key] for key in NAME_ATTRIBUTES if key in attributes), None)


def _titled(component: Part) -> str:
    name = configured_name(component)
    return f"{component.name} `{name}`" if name else component.name
