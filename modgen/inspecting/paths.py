"""Components as messages name them, with the components around them."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.vassal.components import Component


def title(component: Component) -> str:
    """A component as named in messages: its kind and its own name."""
    keys = ("name", "mapName", "entryName", "deckName", "title", "chartName", "side")
    name = next((component.attributes[key] for key in keys if component.attributes.get(key)), "")
    return f"{component.name} `{name}`" if name else component.name


def with_paths(tree: Component) -> Iterator[tuple[str, Component]]:
    """All components in file order, each with its path: titles from below the outermost one on."""
    pending = [("", tree)]
    while pending:
        above, component = pending.pop()
        path = f"{above} / {title(component)}" if above else title(component)
        yield path, component
        below = "" if component is tree else path
        pending += [(below, child) for child in reversed(component.children)]
