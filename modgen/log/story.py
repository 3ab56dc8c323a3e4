"""A timeline in words: what each step moved, from where to where, and what was said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from modgen.log.locations import Locations
from modgen.log.table import NOWHERE, Piece, Table
from modgen.log.timeline import Moment, Timeline
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import Invisible, Layer, Marker, Mask

TAGS = re.compile(
    r"</?(?:b|i|u|em|strong|small|big|font|span|div|p|br|hr|img|a|tt|code|sub|sup|center|html|body"
    r"|h[1-6]|ul|ol|li|table|tr|td|th)\b[^>]*>",
    re.IGNORECASE,
)
MARKS = re.compile(r"^(\*|-) ?[?!~`|]?\s*|\s\*$")
"""What the chat window puts before and after a report."""
HIDDEN = "a hidden piece"


class Line(NamedTuple):
    """A step in words. `text` is one sentence without the step's number."""

    number: int
    side: str
    text: str
    chat: tuple[str, ...]
    undone: bool
    undoes: int | None


@dataclass
class Story:
    """Tells a timeline. Without a module, places are those that pieces carry in their state.

    `viewer` is the side through whose eyes masked pieces are seen; None sees all of them.
    """

    timeline: Timeline
    tree: Component | None = None
    viewer: str | None = ""

    def __post_init__(self) -> None:
        self.locations = Locations(self.tree) if self.tree is not None else None

    # --- names -------------------------------------------------------------------------------

    def name(self, piece: Piece) -> str:
        """A piece's name: of its basic piece, with what its layers add."""
        try:
            found = piece.game_piece
            if self.is_hidden(found):
                return HIDDEN
            name = found.basic.name
            for trait in reversed(found.traits):
                if isinstance(trait, Layer):
                    name = _with_level(name, trait)
        except (PieceError, ValueError):
            return "a piece"
        return name or "a piece"

    def is_hidden(self, piece: GamePiece) -> bool:
        """Whether the viewer may not know what a masked piece is."""
        if self.viewer is None:
            return False
        return concealed(piece, self.viewer, Mask) or concealed(piece, self.viewer, Invisible)

    def place(self, piece: Piece, table: Table) -> str:
        """Where a piece is, as the engine names it; marked by `~` when its state says so."""
        pile = table.piles.get(piece.pile)
        if self.locations is None:
            return f"{piece.map} {piece.x},{piece.y}" if piece.map != NOWHERE else "nowhere"
        if pile is not None and pile.is_deck:
            name = pile.type.split(";")
            return name[13] if len(name) > 13 else "a deck"
        if piece.map == NOWHERE:
            return "nowhere"
        return self.locations.place(piece.map, piece.x, piece.y, table.boards).location

    # --- steps -------------------------------------------------------------------------------

    def lines(self, start: int = 1, end: int | None = None) -> Iterator[Line]:
        """Each step in words; the timeline is left at the last one."""
        timeline = self.timeline
        for number in range(start, (len(timeline) if end is None else end) + 1):
            moment = timeline.moments[number - 1]
            yield self.line(moment)

    def line(self, moment: Moment) -> Line:
        """One step in words."""
        before = self._froms(moment)
        table = self.timeline.go(moment.number)
        player = table.players.get(moment.player)
        parts = list(self._moves(moment, before, table))
        chat = tuple(plain(text) for text in moment.chat)
        text = "; ".join(parts) if parts else " ".join(chat) or self._changes(moment)
        if moment.undoes:
            text = f"takes back step {moment.undoes}"
        undone = moment.number in self.timeline.undone and not moment.undoes
        side = player.side if player else ""
        return Line(moment.number, side, text, chat, undone, moment.undoes)

    def _changes(self, moment: Moment) -> str:
        """What else a step did: the pieces whose state changed, or properties."""
        names = [self.name(new) for kind, _, _, new in moment.changes if kind == "pieces" and new]
        names += [key[1] for kind, key, *_ in moment.changes if kind == "properties"]
        return f"{', '.join(dict.fromkeys(names))} changes" if names else ""

    def _froms(self, moment: Moment) -> dict[str, tuple[str, str]]:
        """Names and places, before the step, of the pieces that it moves."""
        table = self.timeline.go(moment.number - 1)
        found = {}
        for old, _ in self.timeline.moved(moment):
            if old is not None:
                found[old.id] = (self.name(old), self.place(old, table))
        return found

    def _moves(
        self, moment: Moment, before: Mapping[str, tuple[str, str]], table: Table
    ) -> Iterator[str]:
        counted: Counter[tuple[str, str, str]] = Counter()
        for old, new in self.timeline.moved(moment):
            if new is None and old is not None:
                counted[(before[old.id][0], before[old.id][1], "away")] += 1
            elif new is not None:
                name, here = self.name(new), self.place(new, table)
                origin = before.get(new.id, ("", ""))[1] if old else ""
                if old and not self.locations:
                    origin = stored_location(new) or origin
                if origin != here or not self.locations:
                    counted[(name, origin, here)] += 1
        for (name, origin, here), count in counted.items():
            many = f"{count} {name}" if count > 1 else name
            yield f"{many} {origin or 'new'} → {here}"


def concealed(piece: GamePiece, viewer: str | None, kind: type[Mask] | type[Invisible]) -> bool:
    """Whether a mask (or invisibility) keeps a piece from a side; None sees everything.

    The viewer is a side's name or a player's id, as the trait's owner is one or the other.
    """
    if viewer is None:
        return False
    for trait in piece.traits:
        if isinstance(trait, kind):
            owner = trait.obscured_by if isinstance(trait, Mask) else trait.hidden_by
            if owner not in ("null", "", viewer, f"side:{viewer}"):
                return True
    return False


def _with_level(name: str, layer: Layer) -> str:
    """A layer's level adds to a name with `+` before or after, else stands for it."""
    if not 0 < layer.level <= len(layer.level_names):
        return name
    word = layer.level_names[layer.level - 1]
    if not word:
        return name
    if word.startswith("+"):
        return name + word[1:]
    return word[:-1] + name if word.endswith("+") else word


def stored_location(piece: Piece) -> str:
    """Where a piece's state says that it was before it last moved, marked by `~`; empty for none.

    That is all that a log says of places without its module.
    """
    try:
        stored = dict(piece.game_piece.basic.properties).get("OldLocationName", "")
    except (PieceError, ValueError):
        return ""
    return f"~{stored}" if stored else ""


def plain(text: str) -> str:
    """A line of chat without its colour mark and without HTML."""
    if "<" in text:
        text = TAGS.sub("", text)
    if text[:1] in {"*", "-"} or text[-1:] == "*":
        text = MARKS.sub("", text)
    return text.strip()


def properties(piece: Piece) -> dict[str, str]:
    """The markers of a piece by name."""
    return {
        name: value
        for trait in piece.game_piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }
