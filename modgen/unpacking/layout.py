"""Which part of a module is in which file, and what the files contain.

A component with components of its own has a file; the others are in the file of the component
around them. Prototypes have a file each; boards include their grids. The list `children` has, in
order, the names of files and the components that have none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from modgen.errors import ModgenError
from modgen.unpacking import yaml_text
from modgen.unpacking.pieces import (
    VERBATIM,
    Habits,
    PieceFormError,
    compose,
    describe,
    habits_of,
)
from modgen.unpacking.xml import Node, Style
from modgen.unpacking.yaml_text import Located, flow, scalar
from modgen.vassal.components import kinds
from modgen.vassal.pieces import BasicPiece, GamePiece, PieceError, parse_definition
from modgen.vassal.xml_events import MAX_DEPTH

FOLDER = "module"
MANIFEST = "unpacked.yaml"
VERSION = "1"
"""The version of this layout, in the manifest."""

INLINE_PACKAGES = ("VASSAL.build.module.map.boardPicker.board.",)
"""Packages of components that are always in the file of the component around them: grids."""
TITLES = ("mapName", "entryName", "name", "title", "menuText", "text", "description", "id")
"""Attributes that name a component, best first."""
LONGEST_NAME = 40
NODE_KEYS = {
    "component", "attributes", "raw_attributes", "raw_start", "text", "raw_text", "raw_end",
    "spacing",
    "piece", "children",
}  # fmt: skip


class LayoutError(ModgenError, ValueError):
    """The files of a folder do not form a module."""


@cache
def _short_names() -> tuple[dict[str, str], dict[str, str]]:
    short = {kind.tag: name for name, kind in kinds().items()}
    return short, {name: tag for tag, name in short.items()}


# From a module to files.


def decode_pieces(root: Node) -> int:
    """Replace the texts that define pieces by pieces; return how many could not be read."""
    unread = 0
    for node in root.walk():
        if not node.text.startswith("+/") or node.children:
            continue
        try:
            piece = parse_definition(node.text)
        except PieceError:
            unread += 1
            continue
        if piece.definition() == node.text and _ends_in_basic_piece(piece):
            node.piece, node.text = piece, ""
        else:
            unread += 1
    return unread


def _ends_in_basic_piece(piece: GamePiece) -> bool:
    prefix = BasicPiece.parts[0].prefix
    outer = any(trait.texts[0].startswith(prefix) for trait in piece.traits)
    return piece.basic.texts[0].startswith(prefix) and not outer


def habits(root: Node) -> Habits:
    """What is usual in the pieces of a module."""
    return habits_of(node.piece for node in root.walk() if node.piece is not None)


class Manifest(NamedTuple):
    """What the whole module has in common."""

    build_file: str
    """The name of the build file in the module; empty for one that is not in an archive."""
    style: Style
    habits: Habits
    empty_folders: tuple[str, ...] = ()
    """Folders of the archive without files, such as `images/`."""


def write_files(root: Node, manifest: Manifest) -> dict[str, str]:
    """The files by name, with `/` between folders."""
    files = {MANIFEST: _manifest_text(manifest)}
    _write_file(root, FOLDER, "module", files, manifest.habits)
    return files


def _manifest_text(manifest: Manifest) -> str:
    usual = manifest.habits
    lines = [f"unpacked: {VERSION}", f"build_file: {scalar(manifest.build_file)}", "style:"]
    style = manifest.style._asdict()
    if manifest.style.encoding == Style().encoding:
        del style["encoding"]
    lines += [f"  {key}: {scalar(_word(value))}" for key, value in style.items()]
    lines.append("fields:" if usual.counts else "fields: {}")
    lines += [f"  {name}: {flow(list(map(str, n)))}" for name, n in sorted(usual.counts.items())]
    lines.append("codes:" if usual.codes else "codes: {}")
    lines += [f"  {scalar(name)}: {code}" for name, code in sorted(usual.codes.items())]
    if manifest.empty_folders:
        lines.append(f"empty_folders: {flow(list(manifest.empty_folders))}")
    return "\n".join(lines) + "\n"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def has_own_file(node: Node) -> bool:
    """Whether a component has a file of its own."""
    if node.tag.startswith(INLINE_PACKAGES):
        return False
    if node.name == "PrototypeDefinition":
        return True
    return any(child.attributes or child.children or child.piece for child in node.children)


def _write_file(node: Node, folder: str, name: str, files: dict[str, str], usual: Habits) -> None:
    inside = folder if name == "module" else f"{folder}/{name}"
    lines = _lines(node, inside, files, usual, {})
    files[f"{folder}/{name}.yaml"] = "\n".join(lines) + "\n"


def _lines(
    node: Node, inside: str, files: dict[str, str], usual: Habits, taken: dict[str, int]
) -> list[str]:
    short, _ = _short_names()
    lines = [f"component: {scalar(short.get(node.tag, node.tag))}"]
    for title, values in (("attributes", node.attributes), ("raw_attributes", node.raw_attributes)):
        if values:
            lines.append(f"{title}:")
            lines += [f"  {scalar(key)}: {scalar(value)}" for key, value in values.items()]
    for title, text in (
        ("raw_start", node.raw_start),
        ("text", node.text),
        ("raw_text", node.raw_text),
        ("raw_end", node.raw_end),
    ):
        if text:
            lines.append(f"{title}: {scalar(text)}")
    if node.spacing is not None:
        lines.append(f"spacing: {flow(node.spacing)}")
    if node.piece is not None:
        traits = describe(node.piece, usual)
        lines.append("piece:")
        for trait in traits:
            ((name, fields),) = trait.items()
            lines.append(f"- {name}: {flow(fields)}")
    if node.children:
        lines.append("children:")
    for child in node.children:
        if has_own_file(child):
            name = _file_name(child, taken)
            lines.append(f"- {scalar(name + '.yaml')}")
            _write_file(child, inside, name, files, usual)
        else:
            first, *others = _lines(child, inside, files, usual, taken)
            lines.append(f"- {first}")
            lines += [f"  {line}" for line in others]
    return lines


def title(node: Node) -> str:
    """What names a component: a piece's name for a piece."""
    values = (node.attributes.get(key, "") for key in TITLES)
    return next(filter(None, values), "")


def _file_name(node: Node, taken: dict[str, int]) -> str:
    """A name for a component's file that is unique in its folder on every system.

    `taken` are the names in use, each with the last number that was put behind it.
    """
    words = re.sub(r"[^\w-]+", " ", title(node)).split()
    base = "-".join([node.name, *words])[:LONGEST_NAME].strip("-")
    name = base
    number = taken.get(base.lower(), 1)
    # `module` is the name of the outermost file.
    while name.lower() in taken or name.lower() == "module":
        number += 1
        name = f"{base}-{number}"
    taken[name.lower()] = 1
    taken[base.lower()] = number
    return name


def verbatim_count(files: Mapping[str, str]) -> int:
    """How many traits the files keep as they were read."""
    line = re.compile(rf"^ *- {VERBATIM}: ", re.MULTILINE)
    return sum(len(line.findall(text)) for text in files.values())


# From files to a module.


def read_files(files: Mapping[str, str]) -> tuple[Node, Manifest]:
    """The module that the files describe. Raises LayoutError or YamlError."""
    manifest = read_manifest(files)
    reader = _Reader(files, manifest.habits)
    root = reader.file(FOLDER, "module", 0)
    for name in sorted(files):
        if name.startswith(f"{FOLDER}/") and name not in reader.used:
            parent = name.rpartition("/")[0]
            raise LayoutError(
                f"{name}: no component lists this file; add it to `children` of "
                f"{'module/module' if parent == FOLDER else parent}.yaml, or delete it"
            )
    return root, manifest


def read_manifest(files: Mapping[str, str]) -> Manifest:
    """What the module has in common. Raises LayoutError or YamlError."""
    if MANIFEST not in files:
        raise LayoutError(f"there is no {MANIFEST}; `modgen unpack` writes it")
    data = yaml_text.read(files[MANIFEST], MANIFEST)
    if not isinstance(data, dict) or data.get("unpacked") != VERSION:
        raise LayoutError(f"{MANIFEST}: this is not a folder that this version of modgen unpacked")
    try:
        words = {"encoding": Style().encoding} | data["style"]
        "".encode(words["encoding"])
        style = {
            key: words[key] == "true" if isinstance(default, bool) else words[key] + ""
            for key, default in Style()._asdict().items()
        }
        counts = {
            name: (int(first[:6]), int(second[:6]))
            for name, (first, second) in (data["fields"] or {}).items()
        }
        codes = {name: int(code[:9]) for name, code in (data["codes"] or {}).items()}
        empty = tuple(name + "" for name in data.get("empty_folders", ()))
        return Manifest(data["build_file"] + "", Style(**style), Habits(counts, codes), empty)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise LayoutError(f"{MANIFEST}: the file is damaged; unpack the module again") from None


class _Reader:
    def __init__(self, files: Mapping[str, str], usual: Habits) -> None:
        self.files = files
        self.usual = usual
        self.used: set[str] = set()

    def file(self, folder: str, name: str, depth: int) -> Node:
        path = f"{folder}/{name}.yaml"
        if path not in self.files:
            raise LayoutError(f"{path} is missing")
        self.used.add(path)
        inside = folder if name == "module" else f"{folder}/{name}"

        def convert(data: Located, key: str, read: list[Any]) -> object:
            is_piece = key == "piece" and "component" in data
            return self.piece(read, data.line, path) if is_piece else read

        data = yaml_text.read(self.files[path], path, convert)
        return self.node(data, path, inside, depth)

    def piece(self, traits: object, line: int, path: str) -> GamePiece:
        try:
            return compose(traits, self.usual)
        except PieceFormError as problem:
            where = _line_of(traits, self.usual) or line
            raise LayoutError(f"{path}:{where}: {problem}") from None

    def node(self, data: Any, path: str, inside: str, depth: int) -> Node:
        if not isinstance(data, Located) or "component" not in data:
            raise LayoutError(f"{path}: a component is not `component:` and its class")
        at = f"{path}:{data.line}"
        if depth > MAX_DEPTH:
            raise LayoutError(f"{at}: components nest deeper than {MAX_DEPTH}")
        for key in data:
            if key not in NODE_KEYS:
                raise LayoutError(f"{at}: a component has no {key}")
        _, tags = _short_names()
        name = _text(data, "component", at)
        node = Node(
            tags.get(name, name),
            _texts(data, "attributes", at),
            text=_text(data, "text", at),
            raw_attributes=_texts(data, "raw_attributes", at),
            raw_start=_text(data, "raw_start", at),
            raw_text=_text(data, "raw_text", at),
            raw_end=_text(data, "raw_end", at),
        )
        if "spacing" in data:
            node.spacing = [str(space) for space in _list(data, "spacing", at)]
        if "piece" in data:
            piece = data["piece"]
            is_read = isinstance(piece, GamePiece)
            node.piece = piece if is_read else self.piece(piece, data.line, path)
        children = _list(data, "children", at)
        children.reverse()
        while children:  # what is read takes as much memory as the components made of it
            node.children.append(self.child(children.pop(), path, inside, depth, at))
        return node

    def child(self, child: Any, path: str, inside: str, depth: int, at: str) -> Node:
        if not isinstance(child, str):
            return self.node(child, path, inside, depth + 1)
        name = child.removesuffix(".yaml")
        if name == child or "/" in name or "\\" in name or name.startswith("."):
            raise LayoutError(f"{at}: {child!r} in `children` is not the name of a file here")
        if f"{inside}/{child}" in self.used:
            raise LayoutError(f"{at}: {child} is listed twice; remove one")
        return self.file(inside, name, depth + 1)


def _line_of(traits: Any, usual: Habits) -> int | None:
    """The line of the first trait that cannot be read."""
    for trait in traits if isinstance(traits, list) else ():
        try:
            compose([trait, {"BasicPiece": {}}], usual)
        except PieceFormError:
            if isinstance(trait, Located) and "BasicPiece" not in trait:
                return trait.line
    return None


def _text(data: Located, key: str, at: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise LayoutError(f"{at}: {key} is not a text; put it in quotation marks")
    return value


def _texts(data: Located, key: str, at: str) -> dict[str, str]:
    values = data.get(key) or {}
    if not isinstance(values, dict):
        raise LayoutError(f"{at}: {key} is not a list of names and values")
    for name, value in values.items():
        if not isinstance(value, str):
            raise LayoutError(f"{at}: the value of {name} is not a text; put it in quotation marks")
    return dict(values)


def _list(data: Located, key: str, at: str) -> list[Any]:
    values = data.get(key) or []
    if not isinstance(values, list):
        raise LayoutError(f"{at}: {key} is not a list; begin each entry with `- `")
    return values
