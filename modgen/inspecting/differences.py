"""`modgen diff`: what changed between two versions of a module, and which saves that breaks.

A save holds whole pieces with their traits, and names of maps, boards, sides, pictures. It breaks
when one of those names is gone. The slot's id only lets the engine refresh pieces from the new
version: a slot that is gone leaves its pieces as they were saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modgen.inspecting.names import MAPS, SLOTS, own_names, piece_of, title
from modgen.vassal.components import Component
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece


class Change(NamedTuple):
    """One change in words. `breaks` says what happens to saved games, where anything does."""

    text: str
    breaks: str = ""


def differences(old: Module, new: Module) -> Iterator[Change]:
    """Every change from one module to the other."""
    yield from _module(old, new)
    yield from _named(old.tree, new.tree)
    yield from _sides(old.tree, new.tree)
    yield from _boards(old.tree, new.tree)
    yield from _slots(old.tree, new.tree)
    yield from _components(old.tree, new.tree)
    yield from _entries("picture", old.images, new.images)
    yield from _entries("file", old.files, new.files)


def _module(old: Module, new: Module) -> Iterator[Change]:
    before, after = old.metadata, new.metadata
    if before.name != after.name:
        yield Change(
            f"The module is now called `{after.name}`, no longer `{before.name}`",
            "the engine takes every save for one of another game",
        )
    if before.version != after.version:
        yield Change(f"The version goes from {before.version} to {after.version}")
    if before.engine != after.engine:
        yield Change(f"The engine goes from {before.engine} to {after.engine}")


NAMED = {
    "map": (MAPS, "what lies on it in a save is lost"),
    "deck": (("DrawPile",), "a saved deck of that name stays, but nothing refreshes it"),
    "zone": (("Zone",), ""),
    "prototype": (("PrototypeDefinition",), ""),
    "set-up": (("PredefinedSetup",), ""),
}
"""Kinds of name, their components, and what a save loses when one is gone."""


def _named(old: Component, new: Component) -> Iterator[Change]:
    for what, (kinds, loss) in NAMED.items():
        before, after = own_names(old, *kinds), own_names(new, *kinds)
        for name in sorted(before - after):
            yield Change(f"The {what} `{name}` is gone", loss if what == "map" else "")
        for name in sorted(after - before):
            yield Change(f"The {what} `{name}` is new")


def _sides(old: Component, new: Component) -> Iterator[Change]:
    before, after = (
        [one.text for roster in tree.find_all("PlayerRoster") for one in roster.children]
        for tree in (old, new)
    )
    for name in before:
        if name and name not in after:
            yield Change(f"The side `{name}` is gone", "whoever plays it must choose another")
    for name in after:
        if name and name not in before:
            yield Change(f"The side `{name}` is new")


def _boards(old: Component, new: Component) -> Iterator[Change]:
    before, after = (
        {one.attributes.get("name", ""): one.attributes for one in tree.find_all("Board")}
        for tree in (old, new)
    )
    for name, was in before.items():
        now = after.get(name)
        if now is None:
            yield Change(f"The board `{name}` is gone", "a save cannot lay it out")
            continue
        sizes = [(has.get("width"), has.get("height")) for has in (was, now)]
        if sizes[0] != sizes[1]:
            (w1, h1), (w2, h2) = sizes
            yield Change(
                f"The board `{name}` is {w2} × {h2} pixels, no longer {w1} × {h1}",
                "saved pieces stay at their old pixels",
            )
    for name in after:
        if name not in before:
            yield Change(f"The board `{name}` is new")


def _slots(old: Component, new: Component) -> Iterator[Change]:
    before, after = (
        {one.attributes.get("gpid", ""): one for one in tree.find_all(*SLOTS)}
        for tree in (old, new)
    )
    for gpid, was in before.items():
        now = after.get(gpid)
        if now is None:
            yield Change(f"{title(was)} (gpid {gpid}) is gone: saved ones cannot be refreshed")
        elif was.text != now.text or title(was) != title(now):
            yield from _slot(gpid, was, now)
    for gpid, now in after.items():
        if gpid not in before:
            yield Change(f"{title(now)} (gpid {gpid}) is new")


def _slot(gpid: str, was: Component, now: Component) -> Iterator[Change]:
    before, after = piece_of(was), piece_of(now)
    if before is None or after is None:
        yield Change(f"{title(was)} (gpid {gpid}) changed")
        return
    if before.basic.name != after.basic.name and _kinds(before) != _kinds(after):
        yield Change(
            f"The gpid {gpid} now belongs to {title(now)}, no longer to {title(was)}",
            "refreshing a save would turn the one into the other",
        )
        return
    if before.basic.name != after.basic.name:
        yield Change(f"`{before.basic.name}` (gpid {gpid}) is now called `{after.basic.name}`")
    gone = [kind for kind in _kinds(before) if kind not in _kinds(after)]
    come = [kind for kind in _kinds(after) if kind not in _kinds(before)]
    parts = [f"loses {', '.join(gone)}"] if gone else []
    parts += [f"gains {', '.join(come)}"] if come else []
    if not parts and before.type_text() != after.type_text():
        parts = ["has traits that are set otherwise"]
    if parts:
        yield Change(
            f"{title(now)} (gpid {gpid}) {' and '.join(parts)}; saved ones keep their old traits "
            "until the save is refreshed"
        )


def _kinds(piece: GamePiece) -> list[str]:
    return [type(trait).__name__ for trait in piece.traits]


SAID = ("Zone", "DrawPile", "PrototypeDefinition", "PredefinedSetup", "Board", "entry")


def _components(old: Component, new: Component) -> Iterator[Change]:
    before, after = (
        {
            title(one): one
            for one in tree.walk()
            if one.name not in (*MAPS, *SLOTS, *SAID) and "`" in title(one)
        }
        for tree in (old, new)
    )
    for name in before:
        if name not in after:
            yield Change(f"{name} is gone")
    for name, one in after.items():
        if name not in before:
            yield Change(f"{name} is new")
        else:
            changed = [
                key
                for key in sorted({*one.attributes, *before[name].attributes})
                if one.attributes.get(key) != before[name].attributes.get(key)
            ]
            if changed and one is not new:
                yield Change(f"{name} changed in {', '.join(changed)}")


def _entries(what: str, old: Mapping[str, bytes], new: Mapping[str, bytes]) -> Iterator[Change]:
    loss = "saved pieces that show it show nothing" if what == "picture" else ""
    for name in sorted(old.keys() - new.keys()):
        yield Change(f"The {what} `{name}` is gone", loss)
    for name in sorted(new.keys() - old.keys()):
        yield Change(f"The {what} `{name}` is new")
    changed = [name for name in sorted(old.keys() & new.keys()) if old[name] != new[name]]
    if len(changed) > 8:
        yield Change(f"{len(changed)} {what}s changed, among them {', '.join(changed[:5])}")
    else:
        yield from (Change(f"The {what} `{name}` changed") for name in changed)
