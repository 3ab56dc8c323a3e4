"""A module as others would build it: every name is another one, and nothing tells our ids.

The names of pieces, faces, places, sides, phases and dice are replaced in the module's tree and in
its saves; the properties by which Modgen knows its own pieces are gone. A binding says what the
names mean, as somebody would write it who knows both modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import yaml

from modgen.model.game import Game
from modgen.vassal.components import Component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.save import SaveFile, write_save
from modgen_rules.engine.record.binding_draft import draft
from modgen_rules.engine.record.trackers import Trackers

OWN = re.compile(r"\b(PieceType|Kind)\b")
"""The properties by which Modgen knows the pieces of its own modules."""


def names_of(game: Game) -> Iterator[str]:
    """All names of a game that players read."""
    for piece in game.pieces:
        yield piece.name
        yield from (face.name for face in piece.faces if face.name)
    for group in (game.map.spaces, game.map.boxes, game.map.tracks):
        yield from (place.name for place in group)
    yield from (side.name for side in game.sides.values())
    yield from (phase.name for phase in game.phases.values())
    yield from (die.name for die in game.info.dice)


def _letters(number: int) -> str:
    """A word of letters alone: digits in a name would be read as the number of a track's space."""
    return chr(ord("A") + number // 26) + chr(ord("a") + number % 26)


class Renamer:
    """Replaces names by others, the same ones everywhere. `keep` are names that stay."""

    def __init__(self, names: Iterable[str], keep: Iterable[str] = ()) -> None:
        kept = set(keep)
        wanted = {name for name in names if len(name) > 1} - kept
        found = sorted(wanted, key=lambda name: (-len(name), name))
        self.new = {name: f"Alia {_letters(number)}" for number, name in enumerate(found)}
        words = "|".join(map(re.escape, found))
        self._pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")

    def __call__(self, text: str) -> str:
        """The text with other names."""
        return self._pattern.sub(lambda hit: self.new[hit[0]], OWN.sub(r"Alien\1", text))

    def tree(self, part: Component) -> Component:
        """A module's components with other names."""
        attributes = {key: self(value) for key, value in part.attributes.items()}
        children = [self.tree(child) for child in part.children]
        return Component(part.tag, attributes, children, self(part.text))


def foreign_module(module: Module, rename: Renamer, path: Path) -> Metadata:
    """Write a module under other names; returns its metadata."""
    metadata = Metadata("3.1", "Guerra Ajena")
    tree = rename.tree(module.tree)
    tree = Component(
        tree.tag,
        tree.attributes | {"name": "Guerra Ajena", "version": "3.1"},
        tree.children,
        tree.text,
    )
    write_module(path, replace(module, tree=tree, metadata=metadata, files={}))
    return metadata


def foreign_log(log: Path, rename: Renamer, module: Metadata, path: Path) -> None:
    """Write a log of the module as one of the foreign module."""
    with SaveFile(log) as save:
        text = save.text()
    write_save(path, rename(text), module)


def foreign_binding(
    module: Module, game: Game, rename: Renamer, path: Path, whole: bool = True
) -> None:
    """The binding of the foreign module: a draft for our own one, with the other names.

    `whole`: with the phases, too, whose names the draft leaves open, as there are several alike.
    """
    own = draft(module.tree, [game])
    shown = [*dict.fromkeys(Trackers(module.tree).names())]
    if whole:
        own.parts["phases"] = {
            phase: [name] for phase, name in zip(game.phases, shown, strict=True)
        }
    parts: dict[str, object] = {"game": game.id}
    for part, entries in own.parts.items():
        parts[part] = {key: [rename(name) for name in names] for key, names in entries.items()}
    path.write_text(yaml.safe_dump(parts, allow_unicode=True), "utf-8")
