"""`modgen inspect`: a module's component tree, counts, sizes, and problems with names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

from modgen.inspecting.mistakes import twice, undefined, unusable
from modgen.inspecting.names import (
    SLOTS,
    missing_pictures,
    piece_of,
    unused_pictures,
    unused_prototypes,
    used_names,
)
from modgen.inspecting.paths import title
from modgen.inspecting.rejected import unreadable, unshown, warnings
from modgen.inspecting.saves import Held, ModuleNames, lacking, private, reading_saves
from modgen.log.picture_sizes import Spellings, how_spelled, picture_size, stored_name
from modgen.vassal.components import Component
from modgen.vassal.extensions import extends, module_beside
from modgen.vassal.metadata import XMLError, newer_engine, read_metadata
from modgen.vassal.module import Module, read_module, sizes, stated_sizes

QUIET = {"ForwardToKeyBuffer", "ForwardToChatter", "MenuDisplayer", "Scroller", "KeyNamer"}
"""Components that every module has; the report does not list them."""

HUGE_PIXELS = 50_000_000
"""The pixels of a picture from which players can run out of memory. The engine takes 4 bytes for
each, and by default it has 1 GB for everything."""
LARGE_SAVES = 10_000_000
"""The size of all set-ups, in bytes, from which several processes read them sooner than one."""

MOST_FILES = 12
"""The number of files that the text report lists by name."""

RUN_WORDS = {"entry": "side"}
"""Words for components whose class name is not clear."""


@dataclass(frozen=True)
class Setup:
    """A predefined set-up: its name, file, counts, and the content that the module lacks."""

    name: str
    file: str
    pieces: int
    decks: int
    lacking: list[str]
    private: list[str] = field(default_factory=list)
    """What it tells everybody of its author."""


FEWER_PIXELS = "Save it with fewer pixels"
FREE_THE_SEAT = (
    "Retire from the side before you save it, or delete the player with `modgen unpack --setup`"
)


class HugePicture(NamedTuple):
    """A picture of very many pixels."""

    name: str
    width: int
    height: int

    @property
    def told(self) -> str:
        """What is said of it, after its name."""
        gigabytes = self.width * self.height * 4 / 1e9
        return (
            f"has {self.width:,} × {self.height:,} pixels, for which VASSAL needs "
            f"{gigabytes:.1f} GB of memory"
        )


@dataclass(frozen=True)
class ModuleReport:
    """The content of a module. Sizes are in bytes."""

    file: str
    kind: str
    name: str
    version: str
    engine: str
    components: dict[str, int]
    slots: int
    traits: dict[str, int]
    pictures: int
    picture_bytes: int
    largest: list[tuple[str, int]]
    files: dict[str, int]
    missing_pictures: dict[str, str]
    spelled: dict[str, str]
    """How the files of missing pictures are spelled instead, if there are such files."""
    unused_pictures: list[str]
    unused_prototypes: list[str]
    undefined: list[str]
    twice: list[str]
    unusable: list[str]
    unreadable: list[str]
    """What the engine cannot read or show."""
    warnings: list[str]
    """What else the engine warns of when it loads the module."""
    huge_pictures: list[HugePicture]
    odd_names: list[str]
    """What is wrong with the names of entries in the file."""
    setups: list[Setup]
    unequal: list[str] = field(default_factory=list)
    """What the metadata say otherwise than the build file."""
    parent: str = ""
    """The name of an extension's module, if the module was found and its names are known."""

    @property
    def problems(self) -> int:
        """The number of problems. Unused pictures do not count."""
        lists = (
            self.missing_pictures,
            self.undefined,
            self.twice,
            self.unusable,
            self.unreadable,
            self.warnings,
            self.huge_pictures,
            self.odd_names,
            self.unequal,
        )
        in_setups = sum(len(setup.lacking) + len(setup.private) for setup in self.setups)
        return sum(map(len, lists)) + in_setups

    def data(self) -> dict[str, object]:
        """All of it as plain data, for JSON."""
        return asdict(self) | {"problems": self.problems}


def setups(
    module: Module, missing: Iterable[str], contents: Iterable[Held | None]
) -> Iterator[Setup]:
    """The saves of a module's predefined set-ups, compared with the module itself.

    `contents` has what each save holds, in the order of `with_saves`. Pictures in `missing` are
    already reported and are not repeated for each set-up.
    """
    found = with_saves(module)
    names = ModuleNames.of(module) if found else None
    for setup, content in zip(found, contents, strict=True):
        name, file = (setup.attributes.get(key, "") for key in ("name", "file"))
        if content is None:
            yield Setup(name, file, 0, 0, ["the save cannot be read"])
            continue
        for picture in missing:
            content.pictures.pop(picture, None)
        counts = content.pieces.total(), content.decks.total()
        problems = list(lacking(content, module, names))
        yield Setup(name, file, *counts, problems, list(private(content)))


def with_saves(module: Module) -> list[Component]:
    """The predefined set-ups of a module that have a save."""
    found = module.tree.find_all("PredefinedSetup")
    return [setup for setup in found if setup_file(module, setup)]


def setup_file(module: Module, setup: Component) -> str:
    """The file of a set-up's save; empty if the module has none."""
    return stored_name(module.files, setup.attributes.get("file", ""))


def inspect(module: Module, path: Path, processes: int = 1) -> ModuleReport:
    """Examine a module. Large saves of set-ups are read by as many processes as given.

    The names of an extension are looked up in its module too, if the extension lies in its folder.
    Raises ArchiveError or XMLError if that module is damaged.
    """
    files = stated_sizes(module.files)
    saves = [setup_file(module, setup) for setup in with_saves(module)]
    many = sum(files[name] for name in saves) > LARGE_SAVES
    with reading_saves(module, path, saves, processes if many else 1) as held:
        report = _without_setups(module, path, files, _parent(module, path))
        report.setups.extend(setups(module, report.missing_pictures, held()))
    return report


def huge_pictures(module: Module) -> Iterator[HugePicture]:
    """The pictures of very many pixels, in alphabetical order."""
    for name in sorted(module.images):
        size = picture_size(module.images, name)
        if size is not None and size[0] * size[1] >= HUGE_PIXELS:
            yield HugePicture(name, *size)


def _parent(module: Module, path: Path) -> Module | None:
    """The module of an extension; None if it is not known."""
    beside = module_beside(path) if module.tree.name == "ModuleExtension" else None
    found = read_module(beside) if beside else None
    return found if found and extends(module, found) else None


def _without_setups(
    module: Module, path: Path, files: dict[str, int], parent: Module | None
) -> ModuleReport:
    """The report without the set-ups; `files` are the sizes of the module's files."""
    unused = unused_prototypes(module.tree)
    names = used_names(module.tree, unused)
    pictures = sizes(module.images)
    missing = missing_pictures(module, names, parent)
    spellings = Spellings(module.images)
    traits: Counter[str] = Counter()
    for component in module.tree.find_all(*SLOTS, "PrototypeDefinition"):
        piece = piece_of(component)
        traits.update(type(trait).__name__ for trait in piece.traits) if piece else None
    return ModuleReport(
        path.name,
        "extension" if module.tree.name == "ModuleExtension" else "module",
        module.metadata.name or "",
        _version(module),
        module.metadata.engine,
        dict(Counter(component.name for component in module.tree.walk()).most_common()),
        sum(1 for _ in module.tree.find_all(*SLOTS)),
        dict(traits.most_common()),
        len(pictures),
        sum(pictures.values()),
        sorted(pictures.items(), key=lambda item: (-item[1], item[0]))[:5],
        dict(sorted(files.items())),
        missing,
        {
            name: f"the file {file} {how_spelled(name, file)}"
            for name in missing
            if (file := spellings[name])
        },
        unused_pictures(module, names),
        unused,
        list(undefined(module, names, parent)),
        list(twice(module)),
        list(unusable(module)),
        [*unreadable(module, parent), *unshown(module, names.pictures)],
        list(warnings(module)),
        list(huge_pictures(module)),
        list(module.odd_names),
        [],
        list(_unequal(module)),
        parent.tree.attributes.get("name", "") if parent else "",
    )


def _unequal(module: Module) -> Iterator[str]:
    """Where the metadata and the build file differ.

    VASSAL's list of modules shows the metadata; saves and logs have what the build file says.
    """
    file, found = "moduledata", module.metadata
    if module.damage:
        yield module.damage
    if module.tree.name == "ModuleExtension":
        file = "extensiondata"
        if file not in module.files:
            return
        try:
            found = read_metadata(module.files[file], file)
        except XMLError as problem:
            yield str(problem)
            return
    for what, given in (("name", found.name), ("version", found.version)):
        own = module.tree.attributes.get(what, "").strip()
        if own and given is not None and own != given:
            yield f"the {what} is `{own}` in the build file, but `{given}` in `{file}`"


def _version(module: Module) -> str:
    """The version of a module, or an extension's own, which is not that of its module."""
    if module.tree.name == "ModuleExtension":
        return module.tree.attributes.get("version", "")
    return module.metadata.version


def tree_lines(component: Component, depth: int = 0) -> Iterator[str]:
    """The tree, indented. Slots and zones of one parent share a line."""
    yield "  " * depth + title(component)
    runs: dict[str, list[Component]] = {}
    for child in component.children:
        if child.name in QUIET:
            continue
        if child.name in ("Zone", "Region", "entry", *SLOTS) and not child.children:
            runs.setdefault(child.name, []).append(child)
        else:
            yield from tree_lines(child, depth + 1)
    for kind, members in runs.items():
        attributes = (member.attributes for member in members)
        names = [values.get("name") or values.get("entryName", "") for values in attributes]
        names += [member.text for member in members if kind == "entry"]
        shown = ", ".join(dict.fromkeys(name for name in names if name))
        if len(shown) > 120:
            shown = shown[:117].rsplit(",", 1)[0] + ", …"
        yield "  " * (depth + 1) + f"{len(members)} × {RUN_WORDS.get(kind, kind)}: {shown}"


def text(module: Module, report: ModuleReport) -> Iterator[str]:
    """The report for people."""
    base = module.tree.attributes
    yield f"{report.name} {report.version}, for VASSAL {report.engine}"
    if newer := newer_engine(report.engine):
        yield newer
    if report.kind == "extension":
        yield f"An extension of {base.get('module')} {base.get('moduleVersion')}"
        if not report.parent:
            yield "Names that may be defined in that module are not checked."
    yield from tree_lines(module.tree)
    yield ""
    yield f"{_count(sum(report.components.values()), 'component')}, {_count(report.slots, 'slot')}"
    if report.traits:
        yield "Traits: " + ", ".join(f"{count} {name}" for name, count in report.traits.items())
    yield f"{_count(report.pictures, 'picture')}, {_size(report.picture_bytes)}; the largest:"
    yield from (f"  {_size(size):>9}  {name}" for name, size in report.largest)
    files = _count(len(report.files), "other file")
    yield f"{files}, {_size(sum(report.files.values()))}; the largest:"
    largest = sorted(report.files.items(), key=lambda item: (-item[1], item[0]))[:MOST_FILES]
    yield from (f"  {_size(size):>9}  {name}" for name, size in largest)
    for setup in report.setups:
        pieces, decks = _count(setup.pieces, "piece"), _count(setup.decks, "deck")
        yield f"Set-up `{setup.name}`: {pieces}, {decks}"
        problems = [*setup.lacking, *setup.private]
        yield from (f"  In the set-up `{setup.name}`, {problem}" for problem in problems)
    yield from (f"{text[:1].upper()}{text[1:]}" for text in (*report.unequal, *report.odd_names))
    for name, where in report.missing_pictures.items():
        how = f"; {report.spelled[name]}" if name in report.spelled else ""
        yield f"Missing picture: {name}, used by {where}{how}"
    yield from report.undefined
    yield from report.twice
    yield from report.unusable
    yield from report.unreadable
    yield from report.warnings
    yield from (f"Picture {huge.name} {huge.told}" for huge in report.huge_pictures)
    if report.unused_pictures:
        unused = _count(len(report.unused_pictures), "unused picture")
        yield f"{unused}: {', '.join(report.unused_pictures)}"
    yield f"{_count(report.problems, 'problem')}." if report.problems else "No problems found."


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"
