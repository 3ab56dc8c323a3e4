"""The steps of a log as a sequence, which keeps steps with only a line of chat in little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from modgen.log.table import TableChange

CHUNK = 1 << 20
"""How much text is searched at once, in bytes."""


class Moment(NamedTuple):
    """A step of the log: its changes, its chat, and the player.

    `number` counts from 1; step 0 is the set-up. `player` is the player's id, empty when the log
    does not say. `undoes` is the number of the step that this one undoes. `offset` is the position
    in the log's plain text, in characters.
    """

    number: int
    changes: tuple[TableChange, ...]
    chat: tuple[str, ...]
    player: str
    undoes: int | None
    file: str
    offset: int


class Moments(Sequence[Moment]):
    """All steps of a timeline.

    A log can have a million lines of chat, which as objects would need a gigabyte. A step that only
    has a line of chat is therefore kept as bytes, and becomes a Moment on access.
    """

    def __init__(self) -> None:
        self._offsets = array("q")
        self._ends = array("q")
        self._text = bytearray()
        self._others: dict[int, Moment] = {}
        self._files: list[str] = []
        self._file_starts: list[int] = []

    def append(self, moment: Moment) -> None:
        """Add a step that changed the table, is an undo, or has several lines of chat."""
        self._others[len(self._offsets)] = moment
        self._offsets.append(moment.offset)
        self._ends.append(len(self._text))

    def append_chat(self, text: str, file: str, offset: int) -> None:
        """Add a step that only has one line of chat."""
        if not self._files or self._files[-1] != file:
            self._files.append(file)
            self._file_starts.append(len(self._offsets))
        self._text += text.encode("utf-8", "surrogatepass")
        self._offsets.append(offset)
        self._ends.append(len(self._text))

    def changes(self, index: int) -> tuple[TableChange, ...]:
        """What the step at an index from 0 changed."""
        moment = self._others.get(index)
        return moment.changes if moment is not None else ()

    def with_changes(self) -> Iterator[Moment]:
        """The steps that changed the table, are an undo, or have several lines of chat."""
        return iter(self._others.values())

    def with_words(self, *words: bytes) -> Iterator[Moment]:
        """The steps of `with_changes`, and those whose chat has one of some lower-case words.

        Capital letters of ASCII count as small ones. Finds words in a million lines quickly.
        """
        found = set(self._others)
        for start in range(0, len(self._text), CHUNK):
            part = bytes(self._text[start : start + CHUNK + max(map(len, words))]).lower()
            for word in words:
                at = part.find(word)
                while at >= 0:
                    index = bisect_right(self._ends, start + at)
                    if index == len(self._ends):
                        break
                    found.add(index)
                    at = part.find(word, max(at + 1, self._ends[index] - start))
        return map(self._at, sorted(found))

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> Moment: ...
    @overload
    def __getitem__(self, index: slice) -> list[Moment]: ...

    def __getitem__(self, index: int | slice) -> Moment | list[Moment]:
        if isinstance(index, slice):
            return [self._at(number) for number in range(*index.indices(len(self)))]
        size = len(self._offsets)
        if not -size <= index < size:
            raise IndexError(index)
        return self._at(index % size)

    def __iter__(self) -> Iterator[Moment]:
        return map(self._at, range(len(self._offsets)))

    def _at(self, index: int) -> Moment:
        moment = self._others.get(index)
        if moment is not None:
            return moment
        start = self._ends[index - 1] if index else 0
        text = self._text[start : self._ends[index]].decode("utf-8", "surrogatepass")
        file = self._files[bisect_right(self._file_starts, index) - 1]
        return Moment(index + 1, (), (text,), "", None, file, self._offsets[index])
