"""Commands as named fields: `AddPlayer: {id: player-1, name: Anna, side: Red}`.

As for the traits of unpacked modules, a field that has its default is left out. What cannot be
described so that the same text comes back is `Verbatim`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modgen.unpacking.pieces import (
    COUNTS,
    EXTRA,
    VERBATIM,
    Habits,
    PieceFormError,
    Value,
    field_texts,
    field_values,
    nearest,
)
from modgen.vassal.commands import REGISTRY, Command, Raw, SetBoards, from_lines, lines
from modgen.vassal.fields import Record
from modgen.vassal.sequence import SequenceError

NO_HABITS = Habits()
CLASSES: dict[str, type[Command]] = {
    kind.__name__: kind for kind in (*REGISTRY.values(), SetBoards)
}
NOTE = "note"
"""A field of several lines, which is a list in the folder."""


def described(command: Command) -> dict[str, Value]:
    """The fields of a command with `command`, the name of its kind, first."""
    values = None
    if type(command) is not Raw and command.defect() is None:
        values = described_part(command)
    if values is not None and isinstance(note := values.get(NOTE), str):
        several = lines(note)
        if len(several) > 1 and from_lines("\n".join(several)) == note:
            values[NOTE] = several
    if values is None or composed(type(command).__name__, values) != command.text:
        return {"command": VERBATIM, "text": command.text}
    return {"command": type(command).__name__, **values}


def described_part(record: Record) -> dict[str, Value] | None:
    """The fields of a record with one text; None if it cannot be described without loss."""
    part = record.parts[0]
    if not record.texts[0].startswith(part.prefix):
        return None
    values = field_values(part, record.tokens(0), len(part.fields), 0, NO_HABITS)
    try:
        same = values is not None and composed_part(type(record), values) == record.texts[0]
    except (PieceFormError, SequenceError):
        return None
    return values if same else None


def composed_part(kind: type[Record], values: Mapping[str, Any]) -> str:
    """The text of a record with these fields. Raises PieceFormError or SequenceError."""
    known = {each.name for each in kind.fields} | {COUNTS[0], EXTRA[0]}
    for name in values:
        if name not in known:
            raise PieceFormError(f"{kind.__name__} has no field {name}{nearest(name, known)}")
    part = kind.parts[0]
    return part.join(field_texts(part, values, len(part.fields), 0, NO_HABITS))


def composed(name: str, values: Mapping[str, Any]) -> str:
    """The text of a command. Raises PieceFormError for one that would not be read."""
    if name == VERBATIM:
        text = values.get("text")
        if not isinstance(text, str) or len(values) > 1:
            raise PieceFormError(f"{VERBATIM} needs a `text`, and nothing else")
        return text
    kind = CLASSES.get(name)
    if kind is None:
        raise PieceFormError(f"there is no command {name}{nearest(name, CLASSES)}")
    if isinstance(note := values.get(NOTE), list):
        values = {**values, NOTE: from_lines("\n".join(map(str, note)))}
    try:
        text = composed_part(kind, values)
    except SequenceError as problem:
        raise PieceFormError(f"{name}: {problem}") from None
    if defect := kind.read(text).defect():
        raise PieceFormError(defect)
    return text
