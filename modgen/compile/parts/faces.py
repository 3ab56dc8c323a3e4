"""Names and pictures of imported pieces: what a changed game replaces in their traits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from modgen.log.properties import own_name
from modgen.model.files.whole_pictures import face_layers
from modgen.model.game import Game
from modgen.model.types.cards import Card
from modgen.model.types.pieces import PieceType
from modgen.vassal.pieces import BasicPiece, GamePiece, PieceError
from modgen.vassal.traits import BasicName, Layer, Mask, Prototype, Trait


@dataclass
class Faces:
    """Replaces names and pictures of pieces that the game has changed.

    `original` has the names and the pictures of the parts of the game as they were imported, by
    kind and id: `piece:<id>`, `card:<id>`, `board:<id>`, `chart:<id>`.
    """

    game: Game
    original: dict[str, tuple[str, str]]
    _of_module: frozenset[str] = field(init=False)
    """The types and cards of the module of an extension, which do not change."""
    _pictures: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        of = self.game.parent
        types = [f"piece:{piece.id}" for piece in of.pieces] if of is not None else []
        cards = [f"card:{card.id}" for card in of.cards] if of is not None else []
        self._of_module = frozenset((*types, *cards))

    def slot(self, kind: PieceType, piece: GamePiece) -> tuple[GamePiece, str, str]:
        """A slot's piece with the game's name and pictures; its old and its new name."""
        key = f"piece:{kind.id}"
        return self.changed(key, kind.name, "|".join(face.art for face in kind.faces), piece)

    def card_slot(self, card: Card, piece: GamePiece) -> tuple[GamePiece, str, str]:
        """The same for a card."""
        return self.changed(f"card:{card.id}", card.title, card.art, piece)

    def changed(
        self, key: str, name: str, art: str, piece: GamePiece
    ) -> tuple[GamePiece, str, str]:
        """A piece with another name and other pictures where the game differs from the import."""
        old_name, old_art = self.original.get(key, (name, art))
        if key in self._of_module or (old_name.strip(), old_art.strip()) == (name, art):
            return piece, name, name
        pictures = self._pictures.get(key)
        if pictures is None:
            pictures = self._pictures[key] = _replaced(old_art, art)
        try:
            traits = tuple(_with_pictures(trait, pictures) for trait in piece.traits)
            basic = piece.basic
        except PieceError:
            return piece, name, name
        basic = basic.but(image=_new(basic.image, pictures))
        if old_name.strip() != name:
            traits, basic = _renamed(traits, basic, old_name, name)
        return piece.but(traits, basic), old_name, name


def _renamed(
    traits: tuple[Trait, ...], basic: BasicPiece, old: str, new: str
) -> tuple[tuple[Trait, ...], BasicPiece]:
    """Another name: in the basic piece, a trait or a level; a name of a prototype is overridden."""
    if basic.name == old:
        return traits, basic.but(name=new)
    in_play = not any(isinstance(trait, Prototype) for trait in traits)
    if in_play and own_name(traits, basic) not in ("", old):
        # A piece of a set-up can have a name of its own.
        return traits, basic
    changed = tuple(_with_name(trait, old, new) for trait in traits)
    return (changed if changed != traits else (BasicName(name=new), *traits)), basic


def _with_name(trait: Trait, old: str, new: str) -> Trait:
    if isinstance(trait, BasicName) and trait.name == old:
        return trait.but(name=new)
    if isinstance(trait, Layer) and old in trait.level_names:
        return trait.but(level_names=tuple(new if one == old else one for one in trait.level_names))
    return trait


def _replaced(old: str, new: str) -> dict[str, str]:
    """Old pictures to new ones, by their place in the faces."""
    found: dict[str, str] = {}
    for before, after in zip(old.split("|"), new.split("|"), strict=False):
        for one, other in zip(face_layers(before), face_layers(after), strict=False):
            if one.name != other.name:
                found[one.name] = other.name
    return found


def _new(name: str, pictures: Mapping[str, str]) -> str:
    if name in pictures:
        return pictures[name]
    plain = f"{name}.gif"
    return pictures.get(plain, name) if not PurePosixPath(name).suffix else name


def _with_pictures(trait: Trait, pictures: Mapping[str, str]) -> Trait:
    if isinstance(trait, Layer):
        images = tuple(_new(name, pictures) for name in trait.images)
        return trait.but(images=images) if images != trait.images else trait
    if isinstance(trait, Mask) and _new(trait.image, pictures) != trait.image:
        return trait.but(image=_new(trait.image, pictures))
    return trait
