"""Names of pieces that a side cannot see, and lines of chat without them.

Reports of the engine name the pieces that they are about, even those in the window of another side.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Set

from modgen.log.moments import Moment
from modgen.log.piece_changes import HIDDEN
from modgen.log.table import Piece
from modgen.log.timeline import Timeline

SHORT = 3
"""Names of fewer characters are left out of the lines of steps that change the piece only: other
lines have such words, and dice such numbers, for other reasons."""


class SecretNames:
    """Tells which names a viewer cannot know at each step of a timeline.

    `names` gives all names of a piece, and whether it is hidden from the viewer at the current
    step of the timeline. A name is no secret while a piece of that name can be seen.
    """

    def __init__(
        self, timeline: Timeline, names: Callable[[Piece], tuple[frozenset[str], bool]]
    ) -> None:
        self._timeline = timeline
        self._names = names
        self._at: int | None = None
        self._known: dict[str, tuple[frozenset[str], bool]] = {}
        self._counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}

    def without(self, texts: Iterable[str], moment: Moment | None) -> tuple[str, ...]:
        """Lines of chat of a step, or of the set-up, without secret names.

        What the viewer could see before or after the step is no secret. The timeline is left at
        the step.
        """
        number = moment.number if moment is not None else 0
        secret, seen = self._secret_and_seen(max(number - 1, 0))
        touched: Set[str] = set()
        if moment is not None and moment.changes:
            changed = {key for kind, key, *_ in moment.changes if kind == "pieces"}
            touched = self._all_names(changed)
            more, seen_after = self._secret_and_seen(number)
            secret, seen = secret | more, seen | seen_after
            touched |= self._all_names(changed)
        self._timeline.go(number)
        hidden = {name for name in secret - seen if len(name) >= SHORT or name in touched}
        return tuple(_without(text, hidden) for text in texts)

    def _all_names(self, keys: Set[str]) -> set[str]:
        return {name for key in keys if key in self._known for name in self._known[key][0]}

    def _secret_and_seen(self, number: int) -> tuple[set[str], set[str]]:
        """The names of hidden and of visible pieces at a step."""
        table = self._timeline.go(number)
        touched = self._touched(number)
        for key in {*self._known, *table.pieces} if touched is None else touched:
            self._note(key, table.pieces.get(key))
        self._at = number
        return set(+self._counts[True]), set(+self._counts[False])

    def _touched(self, number: int) -> set[str] | None:
        """The pieces that look otherwise at a step than at the one before; None for any of them."""
        if self._at is None:
            return None
        touched: set[str] = set()
        for index in range(min(self._at, number), max(self._at, number)):
            for kind, key, old, new in self._timeline.moments.changes(index):
                if kind == "pieces":
                    touched.add(key)
                elif kind == "piles":
                    touched |= {card for pile in (old, new) if pile for card in pile.contents}
                elif kind == "players":
                    return None
        return touched

    def _note(self, key: str, piece: Piece | None) -> None:
        before = self._known.pop(key, None)
        if before is not None:
            self._counts[before[1]].subtract(before[0])
        if piece is not None:
            names, hidden = self._known[key] = self._names(piece)
            self._counts[hidden].update(names)


def _without(text: str, names: Set[str]) -> str:
    found = sorted((name for name in names if name in text), key=len, reverse=True)
    if not found:
        return text
    words = "|".join(map(re.escape, found))
    return re.sub(rf"(?:\b(?:the|an?) )?(?<!\w)(?:{words})(?!\w)", HIDDEN, text)
