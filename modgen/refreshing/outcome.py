"""What became of the pieces of a refreshed save or log, in numbers and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.vassal.traits import Opaque, Trait, parse_trait


class Known(NamedTuple):
    """A piece by its name and gpid."""

    name: str
    gpid: str

    def __str__(self) -> str:
        name = f"`{self.name}`" if self.name else "without a name"
        return f"{name} (gpid {self.gpid or 'none'})"


@dataclass
class Outcome:
    """What became of the pieces of one file; each command that adds a piece counts."""

    refreshed: int = 0
    unchanged: int = 0
    """Pieces that the module defines as they are."""
    by_name: Counter[tuple[Known, str]] = field(default_factory=Counter)
    """Pieces that were found by their names, with their new gpids."""
    renamed: Counter[tuple[Known, str]] = field(default_factory=Counter)
    """Pieces whose gpid now belongs to another name, while their own name still exists."""
    unmatched: Counter[Known] = field(default_factory=Counter)
    ambiguous: Counter[Known] = field(default_factory=Counter)
    """Pieces that several slots fit equally well."""
    concealed: Counter[Known] = field(default_factory=Counter)
    """Pieces that would be revealed, because their new definition cannot conceal them."""
    lost: Counter[str] = field(default_factory=Counter)
    """States that nothing keeps, by the type of their trait."""
    unread: int = 0
    """Pieces that cannot be read."""
    decks: int = 0
    """Decks that were refreshed."""
    same_decks: int = 0
    """Decks that the module defines as they are."""
    old_decks: Counter[str] = field(default_factory=Counter)
    """Decks that the module does not define, which stay."""
    removed_decks: Counter[str] = field(default_factory=Counter)
    """Those that became stacks, or were empty and are gone."""
    new_decks: Counter[str] = field(default_factory=Counter)
    """Decks of the module that the game does not have."""
    added_decks: Counter[str] = field(default_factory=Counter)
    misplaced_decks: Counter[str] = field(default_factory=Counter)
    """Decks of a log that lie elsewhere in the module."""
    played_on: str = ""
    """The name of the module on which the file was played, if it is another one."""

    @property
    def left(self) -> int:
        """How many pieces stay as they were although they may not be as the module has them."""
        groups = (self.unmatched, self.ambiguous, self.concealed)
        return self.unread + sum(group.total() for group in groups)

    @property
    def complete(self) -> bool:
        """Whether each piece and deck of the game is as the module has it."""
        return not (self.left or self.old_decks or self.misplaced_decks)

    def details(self) -> Iterator[str]:
        """What somebody should know, a line for each kind of piece or trait."""
        if self.played_on:
            yield f"it was played on another module, `{self.played_on}`"
        for known, count in sorted(self.unmatched.items()):
            yield f"{_pieces(count)} {known}: not in the module, left as before"
        for known, count in sorted(self.ambiguous.items()):
            yield f"{_pieces(count)} {known}: fits several pieces of the module, left as before"
        for known, count in sorted(self.concealed.items()):
            yield f"{_pieces(count)} {known}: cannot be hidden in the module, left as before"
        if self.unread:
            yield f"{_pieces(self.unread)} that cannot be read: left as before"
        for group, what in (
            (self.old_decks, "not in the module, left as before"),
            (self.misplaced_decks, "lies elsewhere in the module, left in its place in the log"),
            (self.removed_decks, "not in the module, removed; cards in it stay as a stack"),
            (self.new_decks, "in the module but not in the game, not added"),
            (self.added_decks, "in the module but not in the game, added"),
        ):
            for name in sorted(group):
                yield f"deck `{name}`: {what}"
        for (known, gpid), count in sorted(self.by_name.items()):
            yield f"{_pieces(count)} {known}: found by name, now gpid {gpid or 'none'}"
        for (known, name), count in sorted(self.renamed.items()):
            yield f"{_pieces(count)} {known}: now `{name}`, whose gpid it is"
        for type_text, count in sorted(self.lost.items()):
            yield f"{_pieces(count)} without the state of {_title(parse_trait(type_text, ''))}"


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def _title(trait: Trait) -> str:
    """A trait by its kind and its own name."""
    if isinstance(trait, Opaque):
        return f"the trait `{trait.type_text()[:30]}`"
    for name in ("name", "description", "menu"):
        value = getattr(trait, name, "")
        if value:
            return f"{type(trait).__name__} `{value}`"
    return type(trait).__name__
