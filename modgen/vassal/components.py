"""The component tree of a module: `buildFile.xml` (vassal-formats §6).

    component("Map", [component("PieceMover")], mapName="Main Map")

makes an element with every attribute that the engine knows, at its default where none is given.
The attributes are listed in `components.tsv`. Unknown elements and attributes of a file
that was read are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lxml import etree

from modgen.vassal import sequence
from modgen.vassal.keys import Key
from modgen.vassal.metadata import XMLError, safe_parse, serialise

MAX_DEPTH = 60


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
        return self.tag.rsplit(".", 1)[-1]

    def walk(self) -> Iterator[Component]:
        """This component and all below it, in file order."""
        pending = [self]
        while pending:
            component = pending.pop()
            yield component
            pending.extend(reversed(component.children))

    def find_all(self, *names: str) -> Iterator[Component]:
        """All components of these short names at or below this one."""
        return (component for component in self.walk() if component.name in names)


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
    """Read a build file. Raises XMLError for damaged XML or components nested too deeply."""
    return _component(safe_parse(data, what), what, 0)


def _component(element: etree._Element, what: str, depth: int) -> Component:
    if depth > MAX_DEPTH:
        raise XMLError(f"{what}: components nest deeper than {MAX_DEPTH}")
    # Tabs are part of a piece's text; the line breaks and spaces around it are not.
    parts = [element.text or "", *(child.tail or "" for child in element)]
    text = "".join(parts).strip("\n\r ")
    return Component(
        str(element.tag),
        {str(key): str(value) for key, value in element.attrib.items()},
        [_component(child, what, depth + 1) for child in element if isinstance(child.tag, str)],
        text,
    )
