"""The secret ids of players, and names that stand for them in a folder of text.

A player's id is the password, and a save repeats it wherever a piece, a note or a move belongs to
the player (vassal-formats §4.3, §5.5). `Owners` finds all of these places and writes another text
there, in either direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from modgen.vassal import commands as c
from modgen.vassal import sequence
from modgen.vassal.fields import Record
from modgen.vassal.pieces import GamePiece, PieceError, nest, unnest
from modgen.vassal.stream import Leaf
from modgen.vassal.traits import Invisible, Mask, RestrictedAccess, Trait

NOBODY = frozenset({"", "null", "nobody"})
"""Owners that are no player."""
IDS: dict[type[c.Command], tuple[str, ...]] = {
    c.AddPlayer: ("id",),
    c.RemovePlayer: ("id",),
    c.MovePiece: ("player",),
    c.AllowUnmasking: ("ids",),
    c.SetPrivateNote: ("owner",),
    c.AddSecretNote: ("owner",),
    c.LockOptionTab: ("password",),
}
"""The fields of commands that hold ids."""
OWNERS: dict[type[Trait], str] = {
    Mask: "obscured_by",
    Invisible: "hidden_by",
    RestrictedAccess: "owner",
}
"""The fields of traits that hold an id."""
PLAYER_ACCESS = "player:"
PEEKERS = 2
"""The index of the first id in the options of a mask."""

SomeRecord = TypeVar("SomeRecord", bound=Record)
Translate = Callable[[str], str]
"""From an id to the text that is written in its place, which can be the same."""


class Owners:
    """Replaces the ids in commands, which must come in the order of the stream.

    `types` are the types of pieces by their ids, because a state does not say what it means; they
    can be shared.
    """

    def __init__(self, translate: Translate, types: dict[str, str] | None = None) -> None:
        self._translate = translate
        self._types = {} if types is None else types

    def rewritten(self, text: str) -> str:
        """A command, without `LOG`, with its ids replaced; the same text if it has none.

        Raises SequenceError for a new id that the format cannot hold.
        """
        if text.startswith("+/"):
            return self._added(text)
        command = c.parse_command(text)
        if isinstance(command, c.ChangePiece):
            return self._changed(command)
        names = IDS.get(type(command), ())
        return _replaced(command, 0, names, self._translate).text if names else text

    def _added(self, text: str) -> str:
        command = c.AddPiece.read(text)
        tokens = command.tokens(0)
        if len(tokens) < 3:
            return text
        key, kind, state = tokens[:3]
        self._types[key] = kind
        new = rewritten_state(kind, state, self._translate)
        return text if new == state else "+/" + sequence.join([key, kind, new, *tokens[3:]], "/")

    def _changed(self, command: c.ChangePiece) -> str:
        kind = self._types.get(command.id)
        if kind is None or not owned_levels(kind):
            return command.text
        tokens = list(command.tokens(0))
        tokens[1:3] = [rewritten_state(kind, state, self._translate) for state in tokens[1:3]]
        if tokens == command.tokens(0):
            return command.text
        return "D/" + sequence.join(tokens, "/")


@lru_cache(maxsize=4096)
def owned_levels(type_text: str) -> tuple[tuple[int, Trait], ...]:
    """The traits of a type whose state holds ids of players, each with its level."""
    traits = GamePiece.read(type_text, "", repair=True).traits
    return tuple(
        (level, trait)
        for level, trait in enumerate(traits)
        if type(trait) in OWNERS and _by_player(trait)
    )


def _by_player(trait: Trait) -> bool:
    access = getattr(trait, "access", PLAYER_ACCESS)
    return not access.startswith(("side:", "sides:"))


def rewritten_state(kind: str, state: str, translate: Translate) -> str:
    """The state of a piece of a type with the ids of its owners replaced."""
    owned = owned_levels(kind)
    if not owned:
        return state
    try:
        levels = unnest(state)
    except PieceError:
        return state
    if nest(levels[:-1], levels[-1]) != state:
        return state  # VASSAL does not write it so, and it would not come back the same
    before = list(levels)
    for level, trait in owned:
        if level >= len(levels) - 1:
            break
        record = type(trait).read(trait.texts[0], levels[level])
        record = _replaced(record, 1, (OWNERS[type(trait)],), translate)
        if isinstance(record, Mask) and record.options:
            options = sequence.split(record.options, "|")
            peekers = [owner(one, translate) for one in options[PEEKERS:]]
            if peekers != options[PEEKERS:]:
                record = record.but(options=sequence.join([*options[:PEEKERS], *peekers], "|"))
        levels[level] = record.texts[1]
    return state if levels == before else nest(levels[:-1], levels[-1])


def _replaced(
    record: SomeRecord, part: int, names: Iterable[str], translate: Translate
) -> SomeRecord:
    """A record with the ids in some fields of one of its texts replaced."""
    declared = record.parts[part]
    tokens = list(record.tokens(part))
    for field in declared.fields:
        if field.name in names:
            for index in range(field.start(tokens), min(field.end(tokens), len(tokens))):
                tokens[index] = owner(tokens[index], translate)
    if tokens == record.tokens(part):
        return record
    texts = list(record.texts)
    texts[part] = declared.join(tokens)
    return record.read(*texts)


def owner(text: str, translate: Translate) -> str:
    """The text for one id; what stands for nobody is not translated."""
    return text if text in NOBODY else translate(text)


class Secrets:
    """Names for the ids in a save, in the order in which they are found: `player-1` and so on."""

    def __init__(self, all_leaves: Iterable[Leaf]) -> None:
        found: dict[str, None] = {}
        roster: dict[str, None] = {}
        sides: set[str] = set()

        def note(text: str) -> str:
            found.setdefault(text)
            return text

        owners = Owners(note)
        for leaf in all_leaves:
            if leaf.command.startswith(c.AddPlayer.parts[0].prefix):
                player = c.AddPlayer.read(leaf.command)
                owner(player.id, lambda text: roster.setdefault(text) or text)
                sides.add(player.side)
            owners.rewritten(leaf.command)
        # Notes and permissions can belong to a side.
        ids = [*roster, *(one for one in found if one not in roster and one not in sides)]
        stem = "player"
        while any(text.startswith(stem) for text in (*found, *sides)):
            stem += "-id"
        self.names = {text: f"{stem}-{number}" for number, text in enumerate(ids, 1)}
        """The names by the ids."""
        self.others = [one for one in found if one not in self.names]
        """Sides in the place of ids."""

    def hidden(self, text: str) -> str:
        """The name for an id; a side is its own name."""
        return self.names.get(text, text)
