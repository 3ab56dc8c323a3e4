"""`modgen diff`: what changed between two versions of a module, and what breaks saved games.

A save contains whole pieces with their traits, and names of maps, boards, sides and pictures. It
breaks when one of these names is gone. The slot's id only lets the engine refresh pieces from the
new version: a slot that is gone leaves its pieces as they were saved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from modgen.inspecting.changedpieces import changed_piece
from modgen.inspecting.names import (
    MAPS,
    SLOTS,
    Names,
    names_in_pieces,
    pictures_in_pieces,
    piece_of,
)
from modgen.inspecting.paths import title
from modgen.inspecting.positions import same_position
from modgen.vassal.components import Component
from modgen.vassal.module import Module, digest


class ModuleChange(NamedTuple):
    """One change in words. `breaks` says what happens to saved games, where anything does.

    With `refresh`, saved pieces stay as they were until the save is refreshed.
    """

    text: str
    breaks: str = ""
    refresh: bool = False


WORDS = {
    "Map": "map", "PrivateMap": "private map", "PlayerHand": "hand", "Board": "board",
    "Zone": "zone", "Region": "region", "DrawPile": "deck", "SetupStack": "at-start stack",
    "PrototypeDefinition": "prototype", "PredefinedSetup": "set-up", "entry": "side",
    "GlobalProperty": "global property", "ZoneProperty": "zone property",
    "PieceWindow": "palette", "TurnTracker": "turn tracker", "DiceButton": "dice button",
    "ChartWindow": "chart window", "Chart": "chart", "HtmlChart": "chart",
}  # fmt: skip
"""Players' words for components; others keep the engine's."""

ROOTS = ("GameModule", "BasicModule", "ModuleExtension")
UNSAID = (*ROOTS, "BoardPicker")
"""Components that do not help to say where a change is."""

NAME_KEYS = ("name", "mapName", "entryName", "deckName", "title", "chartName")
IN_METADATA = {"name", "version", "VassalVersion", "nextPieceSlotId"}
"""Attributes of the root that the metadata repeats or that count slots."""

SHOWN = 40
"""Longer values of attributes are not quoted."""


def differences(old: Module, new: Module) -> Iterator[ModuleChange]:
    """Every change from one module to the other."""
    yield from _metadata(old, new)
    yield from _component(_placed(old.tree), _placed(new.tree), names_in_pieces(old.tree), "")
    yield from _slots(old.tree, new.tree)
    boards = _board_pictures(old) ^ _board_pictures(new)  # told as changes of the boards
    before = {name: data for name, data in old.images.items() if name not in boards}
    after = {name: data for name, data in new.images.items() if name not in boards}
    yield from _entries("picture", before, after, pictures_in_pieces(old))
    yield from _entries("file", old.files, new.files, set())


def _placed(tree: Component) -> Component:
    """The tree of an extension with its parts as they are, each with its target; else the same."""
    if tree.name != "ModuleExtension":
        return tree
    children = []
    for element in tree.children:
        if element.name == "ExtensionElement" and element.children:
            part = element.children[0]
            target = {"target": element.attributes.get("target", "")}
            children.append(replace(part, attributes=part.attributes | target))
        else:
            children.append(element)
    return replace(tree, children=children)


def _board_pictures(module: Module) -> set[str]:
    return {board.attributes.get("image", "") for board in module.tree.find_all("Board")}


def _metadata(old: Module, new: Module) -> Iterator[ModuleChange]:
    before, after = old.metadata, new.metadata
    if before.name != after.name:
        yield ModuleChange(
            f"The module is renamed from `{before.name}` to `{after.name}`",
            "the engine treats every save as a save of another game",
        )
    if before.version != after.version:
        yield ModuleChange(f"The version changes from {before.version} to {after.version}")
    if before.engine != after.engine:
        yield ModuleChange(f"The engine version changes from {before.engine} to {after.engine}")


def _component(old: Component, new: Component, used: Names, within: str) -> Iterator[ModuleChange]:
    """The changes in a component that both modules have, and in all below it."""
    words = phrase(new) + (f" of {within}" if within else "")
    yield from _attributes(old, new, words)
    if old.name == "PrototypeDefinition":
        yield from _prototype(old, new, words)
    elif old.text != new.text and old.name != "entry":
        yield ModuleChange(f"{_capital(words)} has a different text")
    inside = phrase(new) if _own(new) and new.name not in UNSAID else within
    gone, come, same = _matched(old.children, new.children)
    for was, now in _renamed(gone, come):
        gone.remove(was)
        come.remove(now)
        same.append((was, now))
        yield ModuleChange(f"{_capital(phrase(was))} is renamed to `{_own(now)}`", loss(was, used))
    for was in gone:
        yield from _gone(was, used, inside)
    for now in come:
        yield ModuleChange(f"{_capital(phrase(now))}{_of(inside)} is added")
    for was, now in same:
        yield from _component(was, now, used, inside)


def phrase(component: Component) -> str:
    """A component in a sentence: `the board `Map``."""
    if component.name == "entry":
        return f"the side `{component.text}`"
    kind = WORDS.get(component.name)
    return (
        f"the {kind or component.name} `{_own(component)}`"
        if _own(component)
        else f"the {component.name}"
    )


def _own(component: Component) -> str:
    if component.name == "entry":
        return component.text
    return next(
        (component.attributes[key] for key in NAME_KEYS if component.attributes.get(key)), ""
    )


def _of(within: str) -> str:
    return f" in {within}" if within else ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


Pairs = list[tuple[Component, Component]]


def _matched(
    old: list[Component], new: list[Component]
) -> tuple[list[Component], list[Component], Pairs]:
    """Children that are gone, those that are new, and those in both by kind and name."""
    before, after = _numbered(old), _numbered(new)
    gone = [component for key, component in before.items() if key not in after]
    come = [component for key, component in after.items() if key not in before]
    return (
        gone,
        come,
        [(component, after[key]) for key, component in before.items() if key in after],
    )


def _numbered(children: list[Component]) -> dict[tuple[str, str, int], Component]:
    """Children by kind, name, and number among their namesakes. Slots have ids of their own."""
    seen: Counter[tuple[str, str]] = Counter()
    numbered: dict[tuple[str, str, int], Component] = {}
    for child in children:
        if child.name in SLOTS and child.attributes.get("gpid"):
            continue
        key = (child.name, _own(child))
        numbered[(*key, seen[key])] = child
        seen[key] += 1
    return numbered


def _renamed(gone: list[Component], come: list[Component]) -> Pairs:
    """Pairs that differ only in the name, where the match is unambiguous."""
    pairs = [(was, now) for was in gone for now in come if _alike(was, now)]
    before = Counter(id(was) for was, _ in pairs)
    after = Counter(id(now) for _, now in pairs)
    return [(was, now) for was, now in pairs if before[id(was)] == after[id(now)] == 1]


def _alike(was: Component, now: Component) -> bool:
    if was.name != now.name or was.attributes.keys() != now.attributes.keys():
        return False
    old, new = _own(was), _own(now)
    # Tooltips and texts of a component often contain its name.
    return (
        all(
            key in NAME_KEYS
            or value == now.attributes[key]
            or (old and value.replace(old, new) == now.attributes[key])
            for key, value in was.attributes.items()
        )
        and (was.name == "entry" or was.text == now.text)
        and [component.name for component in was.walk()]
        == [component.name for component in now.walk()]
    )


LOSSES = {
    **dict.fromkeys(MAPS, "saved pieces on it are lost"),
    "Board": "saves cannot show it",
    "entry": "its player must choose another side",
}
"""What a save loses when a component is gone or has another name."""


def loss(component: Component, used: Names) -> str:
    """What a save loses when this is gone; empty when nothing. `used`: names in saved pieces."""
    name = _own(component)
    if component.name in LOSSES:
        return LOSSES[component.name]
    if component.name == "DrawPile" and name in used.decks:
        return "saved pieces return to it"
    if (component.name == "Zone" and name in used.zones) or (
        component.name == "Region" and name in used.regions
    ):
        return "saved pieces send themselves there"
    if component.name in ("GlobalProperty", "ZoneProperty") and name in used.properties:
        return "saved pieces read it"
    return ""


def _gone(component: Component, used: Names, within: str) -> Iterator[ModuleChange]:
    yield ModuleChange(
        f"{_capital(phrase(component))}{_of(within)} is removed", loss(component, used)
    )
    for child in component.walk():
        lost = loss(child, used) if child is not component and child.name not in LOSSES else ""
        if lost:
            yield ModuleChange(f"{_capital(phrase(child))} is removed with it", lost)


def _attributes(old: Component, new: Component, words: str) -> Iterator[ModuleChange]:
    before, after = dict(old.attributes), dict(new.attributes)
    if new.name in ROOTS:
        before, after = (
            {key: value for key, value in attributes.items() if key not in IN_METADATA}
            for attributes in (before, after)
        )
    for key in NAME_KEYS:
        before.pop(key, None)
        after.pop(key, None)
    if new.name == "Board":
        sizes = [
            tuple(attributes.pop(key, "") for key in ("width", "height"))
            for attributes in (before, after)
        ]
        if sizes[0] != sizes[1]:
            (w1, h1), (w2, h2) = sizes
            yield ModuleChange(
                f"The size of {words} changes from {w1} × {h1} to {w2} × {h2} pixels",
                "saved pieces keep their old positions",
            )
    changed = [
        _attribute(key, before.get(key, ""), after.get(key, ""))
        for key in sorted({*before, *after})
        if before.get(key) != after.get(key)
    ]
    if changed:
        yield ModuleChange(f"{_capital(words)} changed: {', '.join(changed)}")


def _attribute(key: str, before: str, after: str) -> str:
    if max(len(before), len(after)) > SHOWN or not re.search(r"\w", before + after):
        return key
    return f"{key} `{before}` -> `{after}`"


def _prototype(old: Component, new: Component, words: str) -> Iterator[ModuleChange]:
    before, after = piece_of(old), piece_of(new)
    if old.text == new.text:
        return
    parts = list(changed_piece(before, after)) if before and after else ["changed"]
    yield ModuleChange(f"{_capital(words)} {'; '.join(parts) or 'changed'}", refresh=True)


def _slots(old: Component, new: Component) -> Iterator[ModuleChange]:
    before, after = (
        {
            slot.attributes["gpid"]: slot
            for slot in tree.find_all(*SLOTS)
            if slot.attributes.get("gpid")
        }
        for tree in (old, new)
    )
    now_at = {title(slot): gpid for gpid, slot in after.items()}
    was_at = {title(slot): gpid for gpid, slot in before.items()}
    for gpid, was in before.items():
        now = after.get(gpid)
        if now is None:
            at = now_at.get(title(was))
            moved = f"; another slot of that name has the gpid {at}" if at else ""
            yield ModuleChange(f"{title(was)} (gpid {gpid}) is removed{moved}", refresh=True)
        elif was.text != now.text or title(was) != title(now):
            swapped = title(was) in now_at or title(now) in was_at
            yield from _slot(gpid, was, now, swapped and title(was) != title(now))
    for gpid, now in after.items():
        if gpid not in before:
            yield ModuleChange(f"{title(now)} (gpid {gpid}) is added")


def _slot(gpid: str, was: Component, now: Component, swapped: bool) -> Iterator[ModuleChange]:
    before, after = piece_of(was), piece_of(now)
    if before is None or after is None:
        yield ModuleChange(f"{title(was)} (gpid {gpid}) changed", refresh=True)
        return
    called = before.basic.name != after.basic.name
    kinds = [[type(trait) for trait in piece.traits] for piece in (before, after)]
    if swapped or (called and kinds[0] != kinds[1]):
        yield ModuleChange(
            f"The gpid {gpid} now belongs to {title(now)} instead of {title(was)}",
            "refreshing a save would replace the old piece with the new one",
        )
        return
    if called:
        yield ModuleChange(
            f"`{before.basic.name}` (gpid {gpid}) is renamed to `{after.basic.name}`"
        )
    parts = list(changed_piece(before, after))
    if parts:
        yield ModuleChange(f"{title(now)} (gpid {gpid}) {'; '.join(parts)}", refresh=True)


def _entries(
    what: str, old: Mapping[str, bytes], new: Mapping[str, bytes], shown: set[str]
) -> Iterator[ModuleChange]:
    for name in sorted(old.keys() - new.keys()):
        loss = "saved pieces that show it show nothing" if name in shown else ""
        yield ModuleChange(f"The {what} `{name}` is removed", loss)
    for name in sorted(new.keys() - old.keys()):
        yield ModuleChange(f"The {what} `{name}` is added")
    both = sorted(old.keys() & new.keys())
    changed = [
        name
        for name in both
        if digest(old, name) != digest(new, name)
        and not (what == "file" and same_position(old[name], new[name]))
    ]
    if len(changed) > 8:
        yield ModuleChange(f"{len(changed)} {what}s changed, including {', '.join(changed[:5])}")
    else:
        yield from (ModuleChange(f"The {what} `{name}` changed") for name in changed)
