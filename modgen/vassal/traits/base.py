"""The base class of traits, and the registry by which a trait is read."""

from __future__ import annotations

from typing import ClassVar, Self

from modgen.vassal import fields as f

REGISTRY: dict[str, type[Trait]] = {}
"""Prefix, with its semicolon, to the trait's class."""

CACHE_SIZE = 20_000
"""The number of decoded traits that are kept for reuse; pieces share most of theirs."""


class Trait(f.Record, parts=2):
    """A trait. Subclasses declare the fields of the type, then those of the state."""

    __slots__ = ()

    prefix: ClassVar[str] = ""

    def __init_subclass__(
        cls, prefix: str = "", delimiter: str = ";", state_delimiter: str = ";", parts: int = 0
    ) -> None:
        super().__init_subclass__(prefix, delimiter, state_delimiter, parts)
        cls.prefix = prefix
        if prefix:
            REGISTRY[prefix] = cls

    def type_text(self) -> str:
        """The trait's type."""
        return self.texts[0]

    def state_text(self) -> str:
        """The trait's state."""
        return self.texts[1]

    @classmethod
    def parse(cls, type_text: str, state_text: str) -> Self:
        """View a trait of this class. Missing tokens read as their defaults, as in the engine."""
        return cls.read(type_text, state_text)


class Opaque(Trait):
    """A trait that this library does not know; it is kept as it was read."""


_cache: dict[tuple[str, str], Trait] = {}


def parse_trait(type_text: str, state_text: str) -> Trait:
    """Read any trait; an unknown one is kept verbatim."""
    trait = _cache.get((type_text, state_text))
    if trait is None:
        if len(_cache) >= CACHE_SIZE:
            _cache.clear()
        trait = trait_class(type_text).read(type_text, state_text)
        _cache[type_text, state_text] = trait
    return trait


def trait_class(type_text: str) -> type[Trait]:
    """The class that reads this type."""
    end = type_text.find(";") + 1
    # `rotate;1;` is a class of its own, so the prefix with one more token goes first.
    longer = type_text[: type_text.find(";", end) + 1]
    return REGISTRY.get(longer) or REGISTRY.get(type_text[:end], Opaque)
