"""A module and the parts of an extension as one tree, and the extension taken out of it again.

Import and build treat the tree like that of a module. What is then in it and was not in the module
is the extension's. The module itself cannot change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from modgen.compile.parts.definitions import PartsError
from modgen.compile.parts.overlay import LINK
from modgen.unpacking.xml import Node
from modgen.vassal.components import kinds
from modgen.vassal.extensions import TargetError, configured_name, target_of, target_path

ELEMENT = "ExtensionElement"
LOST = "modgen.Lost"
"""The class of a component that holds the parts for which the module has no place."""


class _Placed(NamedTuple):
    element: Node
    parent: Node
    child: Node


@dataclass
class Joined:
    """The tree of a module in which the parts of an extension are at their places."""

    root: Node
    """The module."""
    extension: Node
    missing: list[str] = field(default_factory=list)
    """Why parts have no place in the module, a sentence each."""
    _placed: list[_Placed] = field(default_factory=list)
    _module: dict[int, Node] = field(default_factory=dict)
    """The components of the module by their identity."""
    _before: dict[int, tuple[Any, ...]] = field(default_factory=dict)

    @classmethod
    def join(cls, module: Node, extension: Node) -> Joined:
        """Put the parts of an extension at their places in a module, which is changed."""
        joined = cls(module, extension)
        joined._module = {id(node): node for node in module.walk()}
        for element in extension.children:
            if element.name != ELEMENT or not element.children:
                continue
            # VASSAL adds one component for each element, the first.
            parent, child = (
                joined._target(element.attributes.get("target", "")),
                element.children[0],
            )
            parent.children.append(child)
            joined._placed.append(_Placed(element, parent, child))
        return joined

    def _target(self, target: str) -> Node:
        try:
            return [self.root, *target_path(self.root, target)][-1]
        except TargetError as problem:
            self.missing.append(str(problem))
            lost = Node(LOST, {"name": target})
            self.root.children.append(lost)
            self._module[id(lost)] = lost
            return lost

    def own(self) -> Iterator[Node]:
        """The components of the extension."""
        for one in self._placed:
            yield from one.child.walk()

    def hold(self) -> None:
        """Remember what the components of the module are like."""
        self._before = {key: _content(node) for key, node in self._module.items()}

    def take_out(self) -> None:
        """Take the extension out of the tree: its elements hold what the tree has for them.

        Raises PartsError if a component of the module differs from what it was at `hold`.
        """
        if self._before:
            for key, node in self._module.items():
                if _content(node) != self._before[key]:
                    name = configured_name(node) or ""
                    raise PartsError(
                        f"the {node.name} `{name}` is in the module, and an extension cannot "
                        "change it"
                    )
        known = {id(one.child): one for one in self._placed}
        paths = {id(node): path for node, path in _paths(self.root)}
        parents = {id(one.parent): one.parent for one in self._placed}
        inside = {key: set(map(id, parent.children)) for key, parent in parents.items()}
        stays = {id(one.element) for one in self._placed if id(one.child) in inside[id(one.parent)]}
        placed = {id(one.element) for one in self._placed}
        out = {id(one.child) for one in self._placed}
        for key, parent in parents.items():
            if key not in self._module:  # it is in another part of the extension
                parent.children = [each for each in parent.children if id(each) not in out]
        new: dict[int | None, list[Node]] = {}
        """The new elements that come after each of the others, or at the end."""
        for node in list(self._module.values()):
            last: int | None = None
            for child in node.children:
                if id(child) in self._module:
                    continue
                before = known.get(id(child))
                if before is not None and before.parent is node:
                    last = id(before.element)
                    continue
                target = target_of(paths[id(node)])
                element = Node(kinds()[ELEMENT].tag, {"target": target}, [child])
                new.setdefault(last, []).append(element)
            node.children = [child for child in node.children if id(child) in self._module]
        elements: list[Node] = []
        for each in self.extension.children:
            if id(each) in stays or id(each) not in placed:
                elements += [each, *new.get(id(each), ())]
        elements += new.get(None, ())
        if [id(one) for one in elements] != [id(one) for one in self.extension.children]:
            self.extension.children = elements
            self.extension.spacing = None
        self.root.children = [node for node in self.root.children if node.tag != LOST]


def _paths(root: Node) -> Iterator[tuple[Node, list[Node]]]:
    """Each component with the components from the module, which is left out, down to it."""
    pending: list[tuple[Node, list[Node]]] = [(root, [])]
    while pending:
        node, path = pending.pop()
        yield node, path
        pending.extend((child, [*path, child]) for child in node.children)


def _content(node: Node) -> tuple[Any, ...]:
    attributes = {name: value for name, value in node.attributes.items() if name != LINK}
    return attributes, node.text, node.piece
