"""Prototypes put into pieces: the traits that a piece has in play (vassal-formats §5.5).

A slot names its prototypes; a piece in play has their traits instead. A piece that is made from a
slot also loses its comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from modgen.vassal import sequence
from modgen.vassal.components import Component
from modgen.vassal.pieces import MAX_TRAITS, GamePiece, PieceError, parse_definition
from modgen.vassal.traits import Comment, Prototype, Trait

DEEPEST = 30
"""How deeply prototypes may name other prototypes."""


class Prototypes:
    """The prototypes of a module by name."""

    def __init__(self, definitions: Mapping[str, str]) -> None:
        self._definitions = definitions
        self._parsed: dict[str, tuple[Trait, ...]] = {}
        self._expanded: dict[str, tuple[Trait, ...]] = {}

    @classmethod
    def of(cls, trees: Iterable[Component]) -> Prototypes:
        """Those of a module and its extensions. The last of several of one name counts."""
        found = (each for tree in trees for each in tree.find_all("PrototypeDefinition"))
        return cls({each.attributes.get("name", ""): each.text for each in found})

    def expanded(self, piece: GamePiece) -> tuple[Trait, ...]:
        """The traits that the piece has in play, outermost first.

        An unknown prototype, one that cannot be read, and one that contains itself add nothing.
        Raises PieceError if the piece cannot be read or has more than MAX_TRAITS traits.
        """
        traits: list[Trait] = []
        for trait in piece.traits:
            traits += self._in_play(trait)
            if len(traits) > MAX_TRAITS:
                raise PieceError(f"the piece has more than {MAX_TRAITS} traits")
        return tuple(traits)

    def _in_play(self, trait: Trait) -> tuple[Trait, ...]:
        """The traits that stand for one of a piece; a few more than MAX_TRAITS are enough."""
        if not isinstance(trait, Prototype):
            return () if isinstance(trait, Comment) else (trait,)
        text = trait.texts[0]
        if text not in self._expanded:
            found = self._expand((trait,), ())
            self._expanded[text] = tuple(islice(found, MAX_TRAITS + 1))
        return self._expanded[text]

    def _expand(self, traits: tuple[Trait, ...], inside: tuple[str, ...]) -> Iterator[Trait]:
        for trait in traits:
            if isinstance(trait, Prototype):
                if trait.name not in inside and len(inside) < DEEPEST:
                    yield from self._expand(self._traits(trait), (*inside, trait.name))
            elif not isinstance(trait, Comment):
                yield trait

    def _traits(self, trait: Prototype) -> tuple[Trait, ...]:
        """The traits of the definition that a trait names, with its parameters put in."""
        text = self._definitions.get(trait.name, "")
        if trait.parameters is not None:
            text = substituted(text, parameters(trait.parameters))
        if text not in self._parsed:
            try:
                self._parsed[text] = parse_definition(text).traits
            except PieceError:
                self._parsed[text] = ()
        return self._parsed[text]


def parameters(text: str) -> dict[str, str]:
    """The parameters of a prototype trait: a comma sequence of `name=value`."""
    pairs = (sequence.split(part, "=") for part in sequence.split(text, ","))
    return {pair[0]: pair[1] for pair in pairs if len(pair) > 1}


def substituted(text: str, values: Mapping[str, str]) -> str:
    """A definition with `$name$` replaced by its value.

    As in the engine, a name without a value stays, but loses its dollar signs.
    """
    if "$" not in text:
        return text
    parts = sequence.split(text.strip(), "$")
    last = len(parts) - 1
    # Every second part is between two dollar signs, except a last one that nothing ends.
    return "".join(
        values.get(part, part) if number % 2 and number < last else part
        for number, part in enumerate(parts)
    )
