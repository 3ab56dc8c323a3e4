"""The side of a piece where its module shows it: a proposal for the owner of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import PurePosixPath

from modgen.vassal.traits import Layer, Marker, RestrictedAccess, Trait

WORD = re.compile(r"[^\W\d_A-Z]+\d*|[A-Z][^\W\d_A-Z]+\d*|[A-Z]+\d*(?![^\W\d_A-Z])|\d+")
"""A word of a name such as `P1AttackDie`, `red_guard-2` or `Anglo-Allied`."""
SAYS_SIDE = frozenset(
    ("side", "owner", "army", "player", "faction", "nation", "nationality", "country", "force")
)
"""Words in the names of markers whose values are sides."""
PLAIN = frozenset(
    ("the", "player", "side", "team", "army", "force", "forces", "power", "powers", "of", "and")
)
"""Words of a side's name that other names have too."""
SUFFIXES = ("ians", "ese", "ian", "ish", "ain", "ans", "any", "ia", "an", "s", "a", "y")
SHORTEST = 4
"""The least letters of a stem."""
PEOPLES = {
    "allied": "allies",
    "american": "us",
    "usa": "us",
    "danish": "denmark",
    "dutch": "netherlands",
    "english": "england",
    "french": "france",
    "greek": "greece",
    "irish": "ireland",
    "polish": "poland",
    "scottish": "scotland",
    "spanish": "spain",
    "swedish": "sweden",
    "swiss": "switzerland",
    "turkish": "turkey",
    "welsh": "wales",
}
"""Adjectives whose stem is not that of the country."""
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
YES = frozenset(("y", "yes", "true", "1"))
"""Values of markers that say something by their names."""
LEAST_PREFIX = 2
"""The least letters by which a value abbreviates a side's name."""


LONGEST = 300
"""The characters of a name that count."""


def _markers(traits: tuple[Trait, ...]) -> Iterator[tuple[str, str]]:
    """Names and values of all markers."""
    for trait in traits:
        if isinstance(trait, Marker):
            yield from zip(trait.names, trait.values, strict=False)


def words(text: str) -> list[str]:
    """The words of a name, as they are written; of a sentence without words such as `us`."""
    found = WORD.findall(text[:LONGEST].replace("U.S.", "US"))
    return [word for word in found if len(word) > 2 or not word.islower()] if " " in text else found


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """A word without the ending that makes it a people, an adjective or a plural."""
    plain = word.casefold()
    plain = NUMBERS.get(plain, PEOPLES.get(plain, plain))
    for suffix in SUFFIXES:
        if plain.endswith(suffix) and len(plain) - len(suffix) >= SHORTEST:
            return plain.removesuffix(suffix)
    return plain


@dataclass(frozen=True)
class _Forms:
    """What names a side: all stems of its name, or one of its short forms."""

    name: str
    stems: frozenset[str]
    short: frozenset[str]

    @classmethod
    def of(cls, name: str) -> _Forms:
        parts = words(name)
        own = [part for part in parts if part.casefold() not in PLAIN]
        numbered = re.fullmatch(r"player\W*(\w+)", name.strip(), re.IGNORECASE)
        if numbered:
            number = stem(numbered[1])
            return cls(number, frozenset(), frozenset((f"p{number}", f"player{number}")))
        initials = "".join(part[0] for part in parts).upper()
        short = frozenset((initials,)) if len(initials) > 1 and len(parts) > 1 else frozenset()
        return cls(name.casefold(), frozenset(map(stem, own)), short)

    def named_by(self, given: list[str]) -> bool:
        pairs = (one + two for one, two in pairwise(given))
        joined = {stem(word) for word in given} | {word.casefold() for word in (*given, *pairs)}
        if self.stems and self.stems <= joined:
            return True
        return any(word in self.short or word.casefold() in self.short for word in given) or any(
            f"{one}{stem(two)}".casefold() in self.short for one, two in pairwise(given)
        )


class Sides:
    """Finds the side that the names around a piece name."""

    def __init__(self, ids: Mapping[str, str]) -> None:
        """`ids` are the ids of sides by their names."""
        self._forms = {key: _Forms.of(name) for name, key in ids.items()}
        self._known: dict[str, str] = {}
        """The sides that texts name. Many pieces share their palettes, prototypes and markers."""

    def propose(
        self,
        traits: Iterable[Trait],
        *,
        titles: Iterable[str],
        name: str,
        prototypes: Iterable[str],
        pictures: Iterable[str],
    ) -> tuple[str, str]:
        """The side of a piece and why it is assumed; empty texts if nothing names just one side.

        `titles` are those of the palettes or stacks around its slot, the innermost first. In
        order of weight: a marker that says the side, palettes, the name, prototypes and other
        markers, layers and pictures.
        """
        if len(self._forms) < 2:
            return "", ""
        traits = tuple(traits)
        evidence = chain(
            ((title, f"It is in `{title.rpartition(':')[2]}` of the module.") for title in titles),
            [(name, "Its name names the side.")],
            ((one, f"Its prototype is `{one}`.") for one in prototypes),
            (
                (
                    marker if value.casefold() in YES else value,
                    f"Its marker `{marker}` is `{value}`.",
                )
                for marker, value in _markers(traits)
            ),
            ((one.name, f"Its layer is `{one.name}`.") for one in traits if isinstance(one, Layer)),
            ((PurePosixPath(one).stem, f"Its picture is `{one}`.") for one in pictures),
        )
        shown = ((self._named(text), why) for text, why in evidence)
        return next((one for one in chain(self._said(traits), shown) if one[0]), ("", ""))

    def _said(self, traits: tuple[Trait, ...]) -> Iterator[tuple[str, str]]:
        """The sides that markers and restrictions state, and why."""
        for marker, value in _markers(traits):
            if any(word.casefold() in SAYS_SIDE for word in words(marker)):
                yield (
                    self._named(value) or self._begins(value),
                    f"Its marker `{marker}` is `{value}`.",
                )
        for trait in traits:
            if isinstance(trait, RestrictedAccess) and len(trait.sides) == 1:
                yield self._named(trait.sides[0]), f"Only `{trait.sides[0]}` may move it."

    def _named(self, text: str) -> str:
        """The only side that a text names."""
        if text not in self._known:
            given = words(text)
            named = [key for key, forms in self._forms.items() if forms.named_by(given)]
            self._known[text] = named[0] if len(named) == 1 else ""
        return self._known[text]

    def _begins(self, value: str) -> str:
        """The only side whose name begins with a short value, such as `Fr`, or is this number."""
        plain = stem(value.strip())
        found = [
            key
            for key, forms in self._forms.items()
            if plain == forms.name or (len(plain) >= LEAST_PREFIX and forms.name.startswith(plain))
        ]
        return found[0] if len(found) == 1 else ""
