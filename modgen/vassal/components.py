"""The component tree of a module: `buildFile.xml` (vassal-formats §6).

    component("Map", [component("PieceMover")], mapName="Main Map")

makes an element with every attribute that the engine knows, at its default where none is given.
The attributes are listed in `components.tsv`. Unknown elements and attributes of a file
that was read are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from sys import intern
from typing import NamedTuple

from lxml import etree

from modgen.vassal import sequence
from modgen.vassal.keys import Key
from modgen.vassal.metadata import serialise
from modgen.vassal.xml_events import Events, read_events


class ComponentKind(NamedTuple):
    """A row of the table."""

    tag: str
    defaults: dict[str, str]


@cache
def kinds() -> dict[str, ComponentKind]:
    """Every kind of component by its short name."""
    table: dict[str, ComponentKind] = {}
    rows = files("modgen.vassal").joinpath("components.tsv").read_text("utf-8").splitlines()
    for row in rows:
        if row.startswith("#"):
            continue
        name, package, *attributes = row.split("\t")
        pairs = (attribute.partition("=")[::2] for attribute in attributes)
        table[name] = ComponentKind(f"{package}.{name}", dict(pairs))
    return table


@dataclass(slots=True)
class Component:
    """An element of the build file: its full Java class, attributes, text, children in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Component] = field(default_factory=list)
    text: str = ""

    @property
    def name(self) -> str:
        """The class without its package: `Map`."""
        return _short_name(self.tag)

    def walk(self) -> Iterator[Component]:
        """This component and all below it, in file order."""
        pending = [self]
        while pending:
            component = pending.pop()
            yield component
            pending.extend(reversed(component.children))

    def find_all(self, *names: str) -> Iterator[Component]:
        """All components of these short names at or below this one."""
        return (component for component in self.walk() if _short_name(component.tag) in names)


@lru_cache(maxsize=1024)
def _short_name(tag: str) -> str:
    return tag.rsplit(".", 1)[-1]


def component(
    kind_name: str, children: Iterable[Component] = (), body: str = "", /, **attributes: object
) -> Component:
    """A component by its short name, children, text, and attributes.

    Raises KeyError for a name or attribute that the engine lacks.
    """
    kind = kinds()[kind_name]
    values = dict(kind.defaults)
    for key, value in attributes.items():
        if key not in values:
            raise KeyError(f"{kind_name} has no attribute {key}")
        values[key] = _attribute(value)
    return Component(kind.tag, values, list(children), body)


def entry(text: str) -> Component:
    """An `<entry>` or other plain child: a side of the player roster."""
    return Component("entry", text=text)


def _attribute(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple) and not isinstance(value, Key):
        return sequence.join(map(str, value), ",")
    return str(value)


def write_tree(root: Component) -> bytes:
    """The build file's bytes."""
    return serialise(_element(root))


def _element(component: Component) -> etree._Element:
    element = etree.Element(component.tag, component.attributes)
    element.text = component.text or None
    element.extend([_element(child) for child in component.children])
    return element


def read_tree(data: bytes, what: str = "buildFile.xml") -> Component:
    """Read a build file. Raises XMLError for damaged XML and for a passed bound."""
    reader = _Reader(what)
    read_events(data, reader)
    return reader.components[0]


class _Reader(Events):
    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.components: list[Component] = []
        """The root, and while reading all components that are open."""
        self._texts: list[list[str]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        super().start(tag, attributes)
        values = {intern(name): value for name, value in attributes.items()}
        component = Component(intern(tag), values)
        if self.components:
            self.components[-1].children.append(component)
        self.components.append(component)
        self._texts.append([])

    def end(self, tag: str) -> None:
        super().end(tag)
        # Tabs are part of a piece's text; the line breaks and spaces around it are not.
        self.components[-1].text = "".join(self._texts.pop()).strip("\n\r ")
        if self.depth:
            self.components.pop()

    def data(self, text: str) -> None:
        self._texts[-1].append(text)
