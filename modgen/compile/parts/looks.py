"""Traits of pieces: prototypes put in, and the faces and pictures that they give a piece."""

from __future__ import annotations

from typing import NamedTuple

from modgen.unpacking.xml import Node
from modgen.vassal.prototypes import Prototypes
from modgen.vassal.traits import Label, Layer, Mask, Trait

MOST_FACES = 60


def prototypes_of(root: Node) -> Prototypes:
    """The prototypes of an unpacked module."""
    definitions = {
        node.attributes.get("name", ""): node.piece.definition()
        for node in root.walk()
        if node.name == "PrototypeDefinition" and node.piece is not None
    }
    return Prototypes(definitions)


class Looks(NamedTuple):
    """What a piece shows: the position of the layer that gives its faces, or -1; and its faces."""

    layer: int
    faces: tuple[Shown, ...]


class Shown(NamedTuple):
    """A face: the name of its level, and its pictures from the lowest, each with its offset."""

    name: str
    pictures: tuple[tuple[str, int, int], ...]


def looks(traits: tuple[Trait, ...], image: str) -> Looks:
    """The faces of a piece with these traits, outermost first, around a basic picture.

    Faces are the levels of the innermost layer that is always visible and has at least two
    pictures; other layers show what they show at first.
    """
    face = next((n for n in reversed(range(len(traits))) if _gives_faces(traits[n])), -1)
    layer = traits[face] if face >= 0 else None
    shows = _layers(traits, face)
    if not isinstance(layer, Layer):
        return Looks(-1, (Shown("", _pictures(shows, image, 0)),))
    shown = []
    names = layer.level_names
    for number in range(min(len(layer.images), MOST_FACES)):
        name = names[number] if number < len(names) else ""
        shown.append(Shown(name.strip("+ "), _pictures(shows, image, number)))
    return Looks(face, tuple(shown))


def _gives_faces(trait: Trait) -> bool:
    if not isinstance(trait, Layer) or trait.follow:
        return False
    return sum(bool(name) for name in trait.images) >= 2 and trait.level > 0


class _Layer(NamedTuple):
    """A layer of a piece: its pictures, and that which it shows, or None if faces say so."""

    images: tuple[str, ...]
    at: int | None
    x: int
    y: int
    underneath: bool


def _layers(traits: tuple[Trait, ...], face: int) -> list[_Layer]:
    """The layers of a piece from the innermost. That at `face` gives its faces."""
    return [
        _Layer(
            trait.images,
            None if number == face else trait.level - 1,
            trait.x,
            trait.y,
            trait.draw_underneath,
        )
        for number, trait in reversed(list(enumerate(traits)))
        if isinstance(trait, Layer)
    ]


def _pictures(layers: list[_Layer], image: str, level: int) -> tuple[tuple[str, int, int], ...]:
    """The pictures of one face from the lowest, each with its offset."""
    under: list[tuple[str, int, int]] = []
    over: list[tuple[str, int, int]] = [(image, 0, 0)] if image else []
    for layer in layers:
        at = level if layer.at is None else layer.at
        if 0 <= at < len(layer.images) and layer.images[at]:
            (under if layer.underneath else over).append((layer.images[at], layer.x, layer.y))
    return (*under, *over)


def back_of(traits: tuple[Trait, ...]) -> str:
    """The picture of the back of a piece that can be face down; empty for none."""
    return next((trait.image for trait in traits if isinstance(trait, Mask)), "")


def is_masked(traits: tuple[Trait, ...]) -> bool:
    """Whether a piece can be face down."""
    return any(isinstance(trait, Mask) for trait in traits)


def has_label(traits: tuple[Trait, ...]) -> bool:
    """Whether a piece has text that the engine draws."""
    return any(isinstance(trait, Label) for trait in traits)
