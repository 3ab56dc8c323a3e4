"""The definitions of a module's pieces, and the one that a piece of a save belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen.refreshing.traits import meaning
from modgen.vassal.components import Component
from modgen.vassal.pieces import BasicPiece, GamePiece, PieceError, parse_definition
from modgen.vassal.prototypes import Prototypes
from modgen.vassal.traits import PlaceMarker, Trait

SLOTS = ("PieceSlot", "CardSlot")
DEEPEST = 3
"""How many levels of pieces placed by traits are followed."""


@dataclass(frozen=True, eq=False)
class Slot:
    """A definition: its gpid, its traits in play, outermost first, and its basic piece."""

    gpid: str
    traits: tuple[Trait, ...]
    basic: BasicPiece

    @property
    def name(self) -> str:
        """The name of the basic piece."""
        return self.basic.name

    @cached_property
    def said(self) -> Counter[str]:
        """What its types say, for comparisons."""
        return Counter(meaning(each.texts[0]) for each in (*self.traits, self.basic))


class Found(NamedTuple):
    """The slot of a piece; None if there is none, or if several could be meant."""

    slot: Slot | None
    by_name: bool = False
    candidates: int = 0
    """How many slots could be meant."""


@dataclass
class Slots:
    """All definitions of modules and extensions: slots, and pieces that traits place."""

    by_gpid: dict[str, list[Slot]] = field(default_factory=dict)
    by_name: dict[str, list[Slot]] = field(default_factory=dict)
    unread: int = 0
    """Definitions that cannot be read."""

    @classmethod
    def of(cls, trees: Sequence[Component]) -> Slots:
        """Collect the definitions of a module and its extensions."""
        slots = cls()
        prototypes = Prototypes.of(trees)
        for tree in trees:
            for component in tree.find_all(*SLOTS, "PrototypeDefinition"):
                gpid = component.attributes.get("gpid", "")
                piece = _parsed(component.text)
                if piece is None:
                    slots.unread += bool(component.text)
                    continue
                if component.name in SLOTS:
                    slots._add(gpid, piece, prototypes)
                for placed in _placed(piece, 0):
                    slots._add(*placed, prototypes)
        return slots

    def _add(self, gpid: str, piece: GamePiece, prototypes: Prototypes) -> None:
        try:
            slot = Slot(gpid, prototypes.expanded(piece), piece.basic)
        except PieceError:
            self.unread += 1
            return
        if gpid:
            self.by_gpid.setdefault(gpid, []).append(slot)
        self.by_name.setdefault(slot.name, []).append(slot)

    def find(self, gpid: str, types: Sequence[str], *, by_name: bool) -> Found:
        """The slot with a piece's gpid, or with its name.

        `types` are those of its traits, outermost first, and of its basic piece. Among several
        slots of one gpid or name the one with most traits in common is taken.
        """
        name = BasicPiece.read(types[-1], "").name
        same_id = self.by_gpid.get(gpid, [])
        # Copying parts of modules makes several slots of one gpid; the name tells them apart.
        named = [slot for slot in same_id if slot.name == name] or same_id
        if named:
            return _closest(named, types, by_name=False)
        if by_name and name:
            return _closest(self.by_name.get(name, []), types, by_name=True)
        return Found(None)


def _parsed(text: str) -> GamePiece | None:
    try:
        return parse_definition(text)
    except (PieceError, ValueError):
        return None


def _placed(piece: GamePiece, depth: int) -> Iterator[tuple[str, GamePiece]]:
    """The pieces that traits of a piece place and define themselves, each with its gpid."""
    for trait in piece.traits:
        if isinstance(trait, PlaceMarker) and trait.spec.startswith("+/") and depth < DEEPEST:
            placed = _parsed(trait.spec)
            if placed is not None:
                yield trait.gpid, placed
                yield from _placed(placed, depth + 1)


def _closest(slots: Sequence[Slot], types: Sequence[str], *, by_name: bool) -> Found:
    """The slot with most traits in common with a piece, if there is one or all such are alike."""
    if len(slots) < 2:
        return Found(slots[0] if slots else None, by_name, len(slots))
    wanted = Counter(map(meaning, types))
    common = [(wanted & slot.said).total() for slot in slots]
    best = [slot for slot, number in zip(slots, common, strict=True) if number == max(common)]
    alike = all(_texts(slot) == _texts(best[0]) for slot in best)
    return Found(best[0] if alike else None, by_name, len(best))


def _texts(slot: Slot) -> tuple[object, ...]:
    return (*(trait.texts for trait in slot.traits), slot.basic.texts[0])
