"""Check that a file is written back unchanged, and count how much of it is understood.

Everything that is read is written back verbatim, so the bytes should always be the same. `rebuilt`
is a stronger test: it counts the texts that are the same when they are encoded again from their
decoded tokens.
"""

from __future__ import annotations

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


def round_trip(path: Path) -> RoundTrip:
    """Decode a save or log and encode it again. Raises what reading it raises."""
    with SaveFile(path) as save:
        before = save.raw()
        all_leaves = list(leaves(save.chunks()))
    plain = encode_leaves(all_leaves).encode("utf-8", "surrogateescape")
    after = hide(plain, save.style, save.key, upper=save.upper)
    return _examined(path, _difference(before, after), all_leaves)


def _difference(before: bytes, after: bytes) -> int | None:
    if before == after:
        return None
    pairs = zip(before, after, strict=False)
    shorter = min(len(before), len(after))
    return next((at for at, (old, new) in enumerate(pairs) if old != new), shorter)


def _examined(path: Path, difference: int | None, all_leaves: list[Leaf]) -> RoundTrip:
    text = commands = unknown = traits = opaque = rebuilt = 0
    complete = False
    for leaf in all_leaves:
        text = leaf.offset + len(leaf.raw or "")
        if leaf.command in {"", "null"}:
            continue
        command = parse_command(leaf.command)
        commands += 1
        complete = complete or type(command) is EndSave
        unknown += type(command) is Raw
        piece = command.piece if isinstance(command, AddPiece) else None
        if isinstance(piece, GamePiece):
            try:
                traits += len(piece.traits)
                opaque += sum(type(trait) is Opaque for trait in piece.traits)
            except PieceError:
                continue
        rebuilt += type(command) is Raw or _can_rebuild(command, piece)
    return RoundTrip(path, difference, text, commands, unknown, traits, opaque, rebuilt, complete)


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
