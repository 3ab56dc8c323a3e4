"""Stable ids: computed from names, so that they are the same in every build.

A saved game stores the slot id of each piece. Because an id depends on the piece's key and not on
its position in the file, saved games keep working in the module's next version.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

from modgen.model.game import Game

SLOTS = 1_000_000_000
"""Slot ids are below this number, so that they fit Java's int."""


def extension_id(game: Game) -> str:
    """The prefix of the ids of an extension's slots."""
    return blake2b(game.id.encode(), digest_size=2).hexdigest()


class SlotIds:
    """Assigns slot ids by key, and rejects two keys with the same id.

    The ids of an extension begin with its `prefix`, except those of keys that its module has too.
    """

    def __init__(self, prefix: str = "", of_module: Collection[str] = ()) -> None:
        self.taken: dict[int, str] = {}
        self._prefix, self._of_module = prefix, of_module

    def __call__(self, key: str) -> str:
        """The id of a slot: a number in decimals after the prefix.

        Raises ValueError if two keys have the same id.
        """
        number = int.from_bytes(blake2b(key.encode(), digest_size=8).digest()) % SLOTS
        holder = self.taken.setdefault(number, key)
        if holder != key:
            raise ValueError(f"the slots {key} and {holder} get the same id; rename one of them")
        return str(number) if key in self._of_module else f"{self._prefix}{number}"

    @property
    def next_free(self) -> int:
        """The root's nextPieceSlotId: greater than any id."""
        return max(self.taken, default=0) + 1


class PieceIds:
    """Ids for pieces in a set-up: increasing decimal numbers, like the engine's timestamps."""

    def __init__(self, first: int = 1_000_000_000_000) -> None:
        self.next = first

    def __call__(self) -> str:
        """The next id."""
        self.next += 1
        return str(self.next)
