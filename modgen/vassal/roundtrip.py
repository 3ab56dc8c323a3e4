"""Check that a file is written back unchanged, and count how much of it is understood.

Everything that is read is written back verbatim, so the bytes should always be the same. `rebuilt`
is a stronger test: it counts the texts that are the same when they are encoded again from their
decoded tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from modgen.vassal.commands import AddPiece, Command, EndSave, Raw, parse_command
from modgen.vassal.fields import Record
from modgen.vassal.obfuscation import hide
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.save import SaveFile
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import Leaf, encode_leaves, leaves
from modgen.vassal.traits import Opaque


class RoundTrip(NamedTuple):
    """The outcome for one save or log."""

    path: Path
    difference: int | None
    """Offset of the first byte of `savedGame` that differs; None when it came back identical."""
    text: int
    """Length of the plain text, in characters."""
    commands: int
    unknown: int
    """Commands that no declaration reads; they are kept."""
    traits: int
    opaque: int
    """Traits that no declaration reads; they are kept."""
    rebuilt: int
    """Commands whose text is the same when it is encoded again from its fields and traits."""
    complete: bool
    """Whether the set-up ends with `end_save`; a file without it is cut short."""


BATCH = 1 << 20
"""How much text is encoded and compared at once, in characters."""


def round_trip(path: Path) -> RoundTrip:
    """Decode a save or log and encode it again, in constant memory.

    Raises what reading it raises.
    """
    counts = _Counts()
    with SaveFile(path) as save:
        again = _encoded(counts.counting(leaves(save.chunks())), save)
        difference = first_difference(save.raw_chunks(), again)
        for _ in again:  # the rest after a difference is counted too
            pass
    return RoundTrip(path, difference, **vars(counts))


def _encoded(all_leaves: Iterator[Leaf], save: SaveFile) -> Iterator[bytes]:
    """The bytes of `savedGame` from its leaves. What hides them is known after the first."""
    head: bytes | None = None
    for batch in _batches(all_leaves):
        plain = encode_leaves(batch).encode("utf-8", "surrogateescape")
        hidden = hide(plain, save.style, save.key, upper=save.upper)
        if head is None:
            head = hide(b"", save.style, save.key, upper=save.upper)
            yield hidden
        else:
            yield hidden[len(head) :]


def _batches(all_leaves: Iterator[Leaf]) -> Iterator[list[Leaf]]:
    batch: list[Leaf] = []
    size = 0
    for leaf in all_leaves:
        batch.append(leaf)
        size += len(leaf.text)
        if size > BATCH:
            yield batch
            batch, size = [], 0
    yield batch


def first_difference(before: Iterator[bytes], after: Iterator[bytes]) -> int | None:
    """The offset of the first byte that differs; None for equal bytes."""
    offset = 0
    old = new = b""
    while True:
        old = old or next(before, b"")
        new = new or next(after, b"")
        size = min(len(old), len(new))
        if not size:
            return None if len(old) == len(new) else offset
        if old[:size] != new[:size]:
            pairs = zip(old, new, strict=False)
            return offset + next(at for at, (was, now) in enumerate(pairs) if was != now)
        offset += size
        old, new = old[size:], new[size:]


class _Counts:
    """What was read: the fields of `RoundTrip`."""

    def __init__(self) -> None:
        self.text = self.commands = self.unknown = 0
        self.traits = self.opaque = self.rebuilt = 0
        self.complete = False

    def counting(self, all_leaves: Iterator[Leaf]) -> Iterator[Leaf]:
        """Count each leaf and hand it on."""
        for leaf in all_leaves:
            self._count(leaf)
            yield leaf

    def _count(self, leaf: Leaf) -> None:
        self.text = leaf.offset + len(leaf.raw or "")
        if leaf.command in {"", "null"}:
            return
        command = parse_command(leaf.command)
        self.commands += 1
        self.complete = self.complete or type(command) is EndSave
        self.unknown += type(command) is Raw
        piece = command.piece if isinstance(command, AddPiece) else None
        if isinstance(piece, GamePiece):
            try:
                self.traits += len(piece.traits)
                self.opaque += sum(type(trait) is Opaque for trait in piece.traits)
            except PieceError:
                return
        self.rebuilt += type(command) is Raw or _can_rebuild(command, piece)


def _can_rebuild(command: Command, piece: object) -> bool:
    try:
        if isinstance(piece, GamePiece):
            records = [trait for trait in piece.traits if type(trait) is not Opaque]
            if not all(map(_same, [*records, piece.basic])):
                return False
            return GamePiece(piece.traits, piece.basic, piece.id).add_command() == command.text
        return _same(command)
    except SequenceError:
        return False


def _same(record: Record) -> bool:
    return all(
        part.join(record.tokens(number)) == record.texts[number]
        for number, part in enumerate(record.parts)
    )
