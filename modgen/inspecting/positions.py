"""Whether two saves hold the same position, however their commands are ordered."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.vassal.commands import AddPiece, BeginSave, EndSave, parse_command
from modgen.vassal.pieces import FORMER_PLACE, BasicPiece, Deck, GamePiece, Stack, unnest
from modgen.vassal.save import NOTHING, SaveFile

IGNORED = (*FORMER_PLACE, "UniqueID")
Piece = tuple[Any, ...]


def same_position(old: bytes, new: bytes) -> bool:
    """Whether two saves have the same pieces, stacks, decks and other commands.

    Ids of pieces and where they were before do not count. False for what is no save.
    """
    try:
        return _position(old) == _position(new)
    except ModgenError:
        return False


def _position(data: bytes) -> tuple[Any, ...]:
    """Raises ModgenError."""
    pieces: dict[str, Piece] = {}
    piles: list[Stack | Deck] = []
    others: list[str] = []
    with SaveFile(Path("save"), data) as save:
        for leaf in save.leaves():
            command = parse_command(leaf.command)
            if not isinstance(command, AddPiece):
                if leaf.command not in NOTHING and not isinstance(command, BeginSave | EndSave):
                    others.append(leaf.command)
            elif isinstance(command.piece, GamePiece):
                pieces[command.piece.id or ""] = _piece(command.piece)
            elif command.piece.contents or isinstance(command.piece, Deck):
                piles.append(command.piece)
    stacks: Counter[Piece] = Counter()
    held: set[str] = set()
    for pile in piles:
        # The engine puts the pieces of a pile where the pile is.
        members = tuple(pieces[key][1:] for key in pile.contents if key in pieces)
        kind = pile.layer if isinstance(pile, Stack) else (pile.type.type_text(), pile.face_down)
        stacks[kind, pile.map, pile.x, pile.y, members] += 1
        held.update(pile.contents)
    loose = Counter(piece for key, piece in pieces.items() if key not in held)
    return loose, stacks, others


def _piece(piece: GamePiece) -> Piece:
    """Where a piece is, and what it is."""
    types, states = unnest(piece.type_text()), unnest(piece.state_text())
    inner = len(types) - 1
    basic = BasicPiece.read(types[inner], states[inner] if len(states) > inner else "")
    kept = tuple(pair for pair in basic.properties if pair[0] not in IGNORED)
    return (basic.map, basic.x, basic.y), tuple(types), tuple(states[:inner]), basic.gpid, kept
