"""Ids that stay the same from build to build, worked out from what a thing is called.

A saved game remembers the slot each piece came from. An id made from the piece's key, and not
from its place in the file, lets that saved game live on in the module's next version.
"""

from __future__ import annotations

from hashlib import blake2b

SLOTS = 1_000_000_000
"""Slot ids lie below this, so that they fit Java's int."""


class SlotIds:
    """Hands out slot ids by key, and refuses two keys with one id."""

    def __init__(self) -> None:
        self.taken: dict[int, str] = {}

    def __call__(self, key: str) -> str:
        """The decimal id of a slot. Raises ValueError in the rare case that two keys collide."""
        number = int.from_bytes(blake2b(key.encode(), digest_size=8).digest()) % SLOTS
        other = self.taken.setdefault(number, key)
        if other != key:
            raise ValueError(f"the slots {key} and {other} get the same id; rename one of them")
        return str(number)

    @property
    def next_free(self) -> int:
        """The root's nextPieceSlotId: more than any id."""
        return max(self.taken, default=0) + 1


class PieceIds:
    """Ids for pieces in a set-up: decimal and in order, as the engine's clock would give them."""

    def __init__(self, first: int = 1_000_000_000_000) -> None:
        self.next = first

    def __call__(self) -> str:
        """The next id."""
        self.next += 1
        return str(self.next)
