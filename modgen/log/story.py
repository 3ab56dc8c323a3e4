"""A log in words: what each step moved and changed, and what was said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from modgen.log.locations import Locations
from modgen.log.table import NOWHERE, Piece, Table, changed_levels
from modgen.log.timeline import Moment, Timeline
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import DynamicProperty, Invisible, Layer, Marker, Mask

TAGS = re.compile(
    r"</?(?:b|i|u|em|strong|small|big|font|span|div|p|br|hr|img|a|tt|code|sub|sup|center|html|body"
    r"|h[1-6]|ul|ol|li|table|tr|td|th)\b[^>]*>",
    re.IGNORECASE,
)
MARKS = re.compile(r"^(\*|-) ?[?!~`|]?\s*|\s\*$")
"""What the chat window puts before and after a report."""
HIDDEN = "a hidden piece"
OFF_MAP = "off the map"
FACE = re.compile(r"(.+) \((.+)\)$")
"""A name that ends with a face in brackets: `Guerrilla (Active)`."""


class Line(NamedTuple):
    """A step in words. `text` is one sentence without the number of the step and the side."""

    number: int
    side: str
    text: str
    chat: tuple[str, ...]
    undone: bool
    undoes: int | None


@dataclass
class Story:
    """Describes the steps of a timeline.

    Without a module, places are those in the states of the pieces. `viewer` is the side that looks
    at masked pieces; None sees all of them.
    """

    timeline: Timeline
    tree: Component | None = None
    viewer: str | None = ""

    def __post_init__(self) -> None:
        self.locations = Locations(self.tree) if self.tree is not None else None

    # --- names -------------------------------------------------------------------------------

    def name(self, piece: Piece) -> str:
        """A piece's name: that of its basic piece with what its layers add."""
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
        """Whether a piece is masked or invisible to the viewer."""
        if self.viewer is None:
            return False
        return concealed(piece, self.viewer, Mask) or concealed(piece, self.viewer, Invisible)

    def place(self, piece: Piece, table: Table) -> str:
        """Where a piece is, by the engine's name; without a module, the map and the point."""
        pile = table.piles.get(piece.pile)
        if self.locations is None:
            return f"{piece.map} {piece.x},{piece.y}" if piece.map != NOWHERE else OFF_MAP
        if pile is not None and pile.is_deck:
            return pile.name or "a deck"
        if piece.map == NOWHERE:
            return OFF_MAP
        return self.locations.place(piece.map, piece.x, piece.y, table.boards).location

    # --- steps -------------------------------------------------------------------------------

    def lines(self, start: int = 1, end: int | None = None) -> Iterator[Line]:
        """Each step in words. The timeline is left at the last one."""
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
        text = "; ".join(parts) or " ".join(chat)
        text = text or "; ".join(self._flips(moment, table)) or self._properties(moment)
        if moment.undoes:
            text = f"undoes step {moment.undoes}"
        undone = moment.number in self.timeline.undone and not moment.undoes
        side = player.side if player else ""
        return Line(moment.number, side, text, chat, undone, moment.undoes)

    def _flips(self, moment: Moment, table: Table) -> Iterator[str]:
        """The pieces that a step changed without moving them."""
        first: dict[str, Piece] = {}
        for kind, key, old, _ in moment.changes:
            if kind == "pieces" and old is not None:
                first.setdefault(key, old)
        counted: Counter[tuple[str, str, str]] = Counter()
        for key, old in first.items():
            new = table.pieces.get(key)
            if new is not None and changed_levels(old.state, new.state):
                counted[self.name(old), self.place(new, table), self._flip(old, new)] += 1
        for (name, place, what), count in counted.items():
            where = f" in {place}" if self.locations is not None and place != OFF_MAP else ""
            yield f"{count} × {name}{where} {what}" if count > 1 else f"{name}{where} {what}"

    def _flip(self, old: Piece, new: Piece) -> str:
        """What happened to a piece: the verb and what follows it."""
        before, after = self.name(old), self.name(new)
        if before != after:
            shared = FACE.match(after)
            base = FACE.match(before)
            same = shared is not None and base is not None and shared[1] == base[1]
            return f"flips to {shared[2] if same and shared else after}"
        for was, now in zip(old.game_piece.traits, new.game_piece.traits, strict=False):
            if isinstance(was, DynamicProperty) and isinstance(now, DynamicProperty):
                if was.value != now.value:
                    return f"sets {now.name} to {now.value}" if now.value else f"clears {now.name}"
            elif isinstance(was, Layer) and isinstance(now, Layer) and was.level != now.level:
                names = now.level_names
                level = names[now.level - 1] if 0 < now.level <= len(names) else ""
                return f"shows {level.strip('+ ') or f'level {abs(now.level)}'}"
        return "changes"

    def _properties(self, moment: Moment) -> str:
        """The global properties that a step changed."""
        changed = {key[1]: new for kind, key, _, new in moment.changes if kind == "properties"}
        return "; ".join(
            f"{name} is set to {value or 'nothing'}" for name, value in changed.items()
        )

    def _froms(self, moment: Moment) -> dict[str, tuple[str, str]]:
        """The names and places of the pieces that a step moves, before the step."""
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
            if here == "away":
                yield f"{many} removed from {origin}"
            elif origin:
                yield f"{many} {origin} → {here}"
            else:
                yield f"{many} added in {here}"


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
    """A name with that of a layer's level: added where it has a `+`, otherwise replaced."""
    if not 0 < layer.level <= len(layer.level_names):
        return name
    word = layer.level_names[layer.level - 1]
    if not word:
        return name
    if word.startswith("+"):
        return name + word[1:]
    return word[:-1] + name if word.endswith("+") else word


def stored_location(piece: Piece) -> str:
    """Where a piece was before its last move, by its own state, marked with `~`; empty for none.

    Without its module a log says nothing else about places.
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
    """The values of a piece's markers by name."""
    return {
        name: value
        for trait in piece.game_piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }
