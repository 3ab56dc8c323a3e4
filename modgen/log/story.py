"""A log in words: the moves, changes and chat of each step."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from modgen.log.appearance import Appearance
from modgen.log.locations import OFFBOARD, Locations
from modgen.log.piece_changes import (
    CHANGES,
    HIDDEN,
    Phrase,
    hidden_or_revealed,
    is_fixed,
    looks_same,
    trait_changes,
)
from modgen.log.properties import OBSERVER, PropertySource, Viewer, hides, own_name
from modgen.log.secrecy import SecretNames
from modgen.log.table import NOWHERE, Piece, Table, changed_levels
from modgen.log.timeline import Moment, Timeline
from modgen.log.wording import counted, direction, join_repeated, plain, told
from modgen.vassal import sequence
from modgen.vassal.components import Component
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import Invisible, Marker, Mask

OFF_MAP = "off the map"
OUT_OF_SIGHT = "out of sight"
"""The place of a piece that the viewer cannot see."""
NOTHING = "nothing on the table changes"
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


class Seen(NamedTuple):
    """A piece as a viewer sees it at one moment."""

    piece: Piece
    name: str
    face: str
    """Its name without what is written on it."""
    place: str
    is_hidden: bool
    """Whether it is masked or invisible to the viewer, or lies where the viewer cannot look."""

    def change_to(self, new: Seen) -> Phrase | None:
        """What happens to the piece besides a move until it looks like `new`; None for nothing."""
        states = self.piece.state, new.piece.state
        old_piece, new_piece = self.piece.game_piece, new.piece.game_piece
        if self.piece.type == new.piece.type and (
            not changed_levels(*states) or looks_same(old_piece, new_piece)
        ):
            return None
        if self.is_hidden or new.is_hidden:
            if self.is_hidden != new.is_hidden:
                return hidden_or_revealed(HIDDEN if new.is_hidden else new.name)
            return CHANGES
        if self.name != new.name and self.face != new.face:
            after = new.name
            old_face, new_face = FACE.match(self.name), FACE.match(after)
            if old_face is not None and new_face is not None and old_face[1] == new_face[1]:
                after = new_face[2]
            return Phrase(f"flips to {after}", f"flip to {after}")
        if self.piece.type != new.piece.type:
            return Phrase("has other traits", "have other traits")
        return trait_changes(old_piece, new_piece)


NAMELESS = "a piece"
"""What a piece without a name is called."""


@dataclass
class Story:
    """Describes the steps of a timeline.

    Without a module, places are those in the states of the pieces. `viewer` is the side that looks
    at masked pieces; None sees all of them. `images` are the module's pictures, which give the
    sizes of its boards.
    """

    timeline: Timeline
    tree: Component | None = None
    viewer: str | None = ""
    images: Mapping[str, bytes] | None = None

    def __post_init__(self) -> None:
        tree = self.tree
        self.locations = Locations(tree, self.images) if tree is not None else None
        self.properties = PropertySource(self.timeline.table, self.locations, self.viewer)
        self._private = _private_maps(tree) if tree is not None else {}
        self.appearance = Appearance(tree, self.images)
        self._secrets = SecretNames(self.timeline, self._all_names)

    # --- names -------------------------------------------------------------------------------

    def name(self, piece: Piece) -> str:
        """A piece's name as the engine composes it at the current step of the timeline."""
        if self._is_elsewhere(piece):
            return HIDDEN
        try:
            properties = self.properties.of(piece)
            name = properties.name(viewer=self.eyes)
            return name or (HIDDEN if self.is_hidden(properties.decoded) else NAMELESS)
        except (PieceError, ValueError):
            return NAMELESS

    @property
    def eyes(self) -> Viewer:
        """The viewer as owner of masks: the side, and its players at the current step."""
        if self.viewer is None:
            return None
        players = self.timeline.table.players.items()
        own = (key for key, player in players if self.viewer and player.side == self.viewer)
        return frozenset((self.viewer, f"side:{self.viewer}", *own))

    def is_hidden(self, piece: GamePiece) -> bool:
        """Whether a piece is masked or invisible to the viewer."""
        if self.viewer is None:
            return False
        return concealed(piece, self.eyes, Mask) or concealed(piece, self.eyes, Invisible)

    def _is_elsewhere(self, piece: Piece) -> bool:
        """Whether a piece lies where the viewer's side cannot look.

        That is the window of another side that is not open to all, and a deck that is face down.
        """
        if not self.viewer:
            return False
        pile = self.timeline.table.piles.get(piece.pile)
        if pile is not None and pile.is_deck and pile.face_down:
            return True
        return not self.can_see_map(piece.map)

    def is_out_of_sight(self, piece: Piece) -> bool:
        """Whether a side that is the viewer cannot know where a piece is: it is invisible."""
        if not self.viewer:
            return False
        try:
            return concealed(piece.game_piece, self.eyes, Invisible)
        except (PieceError, ValueError):
            return False

    def seen(self, piece: Piece, table: Table) -> Seen:
        """A piece as the viewer sees it at the current step of the timeline."""
        hidden = self.is_unknown(piece)
        try:
            face = "" if hidden else self.properties.of(piece).name(with_labels=False)
        except (PieceError, ValueError):
            face = ""
        return Seen(piece, self.name(piece), face, self.place(piece, table), hidden)

    def chat(self, moment: Moment | None) -> tuple[str, ...]:
        """The lines of chat of a step, or of the set-up for None, as plain text.

        Names of pieces that a side that is the viewer cannot see are left out.
        """
        lines = tuple(map(plain, self.timeline.set_up if moment is None else moment.chat))
        return self._secrets.without(lines, moment) if self.viewer and lines else lines

    def spoken(self, moment: Moment) -> tuple[str, ...]:
        """The chat of a step in plain sentences: see `told`."""
        return tuple(map(told, self.chat(moment)))

    def _all_names(self, piece: Piece) -> tuple[frozenset[str], bool]:
        """The names of a piece for those who see it, and whether the viewer does not."""
        try:
            properties = self.properties.of(piece)
            basic = properties.decoded.basic
            names = basic.name, own_name(properties.decoded.traits, basic), properties.name()
            return frozenset(filter(None, names)), self.is_unknown(piece)
        except (PieceError, ValueError):
            return frozenset(), True

    def is_unknown(self, piece: Piece) -> bool:
        """Whether the viewer cannot know what a piece is; raises PieceError for a damaged one."""
        return self._is_elsewhere(piece) or self.is_hidden(piece.game_piece)

    def can_see_map(self, map_name: str) -> bool:
        """Whether a map is not the window of another side only."""
        owners = self._private.get(map_name)
        return not self.viewer or owners is None or self.viewer in owners

    def draws_map(self, map_name: str) -> bool:
        """Whether a map is drawn: it is open to all, a window of the viewer, or all is revealed."""
        return (
            self.viewer is None
            or map_name not in self._private
            or (bool(self.viewer) and self.can_see_map(map_name))
        )

    def can_see_property(self, container: str, name: str) -> bool:
        """Whether a global property is not one of the window of another side, or of its zones."""
        # Older engines do not say where a property belongs.
        owners = [container] if container else self.properties.containers(name) or [""]
        return any(
            self.can_see_map(each) and self.can_see_map(each.partition(":")[0]) for each in owners
        )

    def sides(self) -> list[str]:
        """The sides of the game by the module and the log, sorted."""
        rosters = self.tree.find_all("PlayerRoster") if self.tree is not None else ()
        entries = (each for roster in rosters for each in roster.children if each.name == "entry")
        found = {each.text for each in entries}
        timeline = self.timeline
        changed = chain.from_iterable(each.changes for each in timeline.moments.with_changes())
        players = [new for kind, _, _, new in changed if kind == "players" and new is not None]
        found |= {player.side for player in (*timeline.table.players.values(), *players)}
        return sorted(found - {"", OBSERVER})

    def wrong_viewer(self) -> str:
        """Why the story cannot be told for its viewer, in a sentence; empty if it can."""
        if not self.viewer:
            return ""
        if self.tree is None:
            return "only the module says what a side can see"
        sides = self.sides()
        known = f"choose from {', '.join(sides)}" if sides else "the game has no sides"
        return "" if self.viewer in sides else f"there is no side `{self.viewer}`; {known}"

    def place(self, piece: Piece, table: Table) -> str:
        """Where a piece is, by the engine's name; without a module, the map and the point."""
        if self.is_out_of_sight(piece):
            return OUT_OF_SIGHT
        pile = table.piles.get(piece.pile)
        is_open = self.can_see_map(piece.map)
        if self.locations is not None and pile is not None and pile.is_deck and is_open:
            return pile.name or "a deck"
        if piece.map == NOWHERE or not is_open:
            return OFF_MAP if is_open else piece.map
        if self.locations is None:
            return f"{piece.map} {piece.x},{piece.y}"
        place = self.locations.place(piece.map, piece.x, piece.y, table.boards)
        if place.location != OFFBOARD:
            return place.location
        # A hand or a mat has a board without names, or none at all.
        has_boards = self.locations.boards(piece.map, table.boards)
        return piece.map if place.board or not has_boards else OFFBOARD

    # --- steps -------------------------------------------------------------------------------

    def lines(self, start: int = 1, end: int | None = None) -> Iterator[Line]:
        """Each step in words. The timeline is left at the last one."""
        timeline = self.timeline
        for number in range(start, (len(timeline) if end is None else end) + 1):
            yield self.line(timeline.moments[number - 1])

    def line(self, moment: Moment) -> Line:
        """One step in words. The timeline is left at this step."""
        if not moment.changes and not moment.undoes and len(moment.chat) == 1:
            return self._spoken(moment)
        origins = self._origins(moment)
        table = self.timeline.go(moment.number)
        player = table.players.get(moment.player)
        chat = self.spoken(moment)
        if moment.undoes:
            text = f"undoes step {moment.undoes}"
        else:
            moves = [*self._moves(moment, origins, table)]
            short = [*self._short_moves(moment, origins, table)]
            said = [" ".join(chat)] if chat and short and not moves else []
            text = "; ".join([*said, *moves, *short]) or self._without_moves(moment, chat, table)
        undone = moment.number in self.timeline.undone and not moment.undoes
        side = player.side if player else ""
        return Line(moment.number, side, text, chat, undone, moment.undoes)

    def _spoken(self, moment: Moment) -> Line:
        """A step that is only a line of chat, of which a log can have a million."""
        table = self.timeline.go(moment.number)
        player = table.players.get(moment.player) if moment.player else None
        (text,) = self.spoken(moment)
        undone = moment.number in self.timeline.undone
        return Line(moment.number, player.side if player else "", text, (text,), undone, None)

    def _without_moves(self, moment: Moment, chat: tuple[str, ...], table: Table) -> str:
        """A step that moves nothing: its chat, or what it changed.

        When the same report is repeated for each of several pieces, one sentence about all of
        them replaces the reports.
        """
        spoken = " ".join(chat)
        if spoken and len(set(chat)) == len(chat):
            return spoken
        changed = "; ".join(self._piece_changes(moment, table))
        changed = changed or join_repeated(chat) or self._properties(moment)
        return changed or "; ".join(self._others(moment)) or NOTHING

    def _short_moves(
        self, moment: Moment, origins: Mapping[str, tuple[str, str]], table: Table
    ) -> Iterator[str]:
        """The moves that end in the place where they began."""
        counts: Counter[tuple[str, str, str]] = Counter()
        for old, new in self.timeline.moved(moment):
            if old is None or new is None or new.map == NOWHERE:
                continue
            name, place, how = self.name(new), self.place(new, table), ""
            if self._changes_place(old, new, (origins[old.id][1], place)):
                continue
            seen = place != OUT_OF_SIGHT and self.can_see_map(new.map)
            if seen and self.locations is not None:
                ends = (old.x, old.y), (new.x, new.y)
                how = self.locations.distance(new.map, *ends, table.boards)
                how += " " + direction(new.x - old.x, new.y - old.y)
            counts[name, place, how] += 1
        for (name, place, how), count in counts.items():
            verb = "moves" if count == 1 else "move"
            yield f"{counted(count, name)} {verb}" + (f" {how} in {place}" if how else "")

    def _changes_place(self, old: Piece, new: Piece, places: tuple[str, str]) -> bool:
        """Whether a move is one from a place to another, as `Manila → Cebu`.

        Places of two maps can have one name.
        """
        origin, destination = places
        if origin != destination:
            return True
        is_told_apart = self.locations is None or old.map != new.map
        return is_told_apart and destination != OUT_OF_SIGHT

    def _others(self, moment: Moment) -> Iterator[str]:
        """What a step changed besides pieces and properties."""
        for kind, _, old, new in moment.changes:
            if kind == "piles" and (pile := new or old).is_deck:
                if not self.can_see_map(pile.map):
                    continue
                title = pile.name or "a deck"
                if old is None or new is None:
                    yield f"the deck {title} is {'added' if old is None else 'removed'}"
                elif old.face_down != new.face_down:
                    yield f"{title} is turned face {'down' if new.face_down else 'up'}"
                elif old.contents != new.contents:
                    yield f"the order of {title} changes"
            elif kind == "players":
                player = new or old
                side = f" as {player.side}" if player.side else ""
                yield f"{player.name} {'joins' if new else 'leaves'}{side}"
            elif kind in OTHER_CHANGES:
                yield OTHER_CHANGES[kind]

    def _piece_changes(self, moment: Moment, table: Table) -> Iterator[str]:
        """The pieces that a step changed without moving them, one sentence for like changes."""
        before: dict[str, Piece] = {}
        for collection, key, old, _ in moment.changes:
            if collection == "pieces" and old is not None:
                before.setdefault(key, old)
        counts: Counter[tuple[str, str, Phrase]] = Counter()
        for key, old in before.items():
            new = table.pieces.get(key)
            if new is not None and changed_levels(old.state, new.state):
                place = "" if self.is_out_of_sight(old) else self._named_place(new, table)
                phrase = self.seen(old, table).change_to(self.seen(new, table))
                if phrase is None:
                    continue
                counts[self.name(old), place, phrase] += 1
        for (name, place, (singular, plural)), count in counts.items():
            yield f"{counted(count, name)}{place} {singular if count == 1 else plural}"

    def _named_place(self, piece: Piece, table: Table) -> str:
        """The place of a piece, as ` in Manila`; empty when it cannot move or has no name."""
        place = self.place(piece, table) if self.locations is not None else OFF_MAP
        return "" if place in (OFF_MAP, OUT_OF_SIGHT) or is_fixed(piece.type) else f" in {place}"

    def _properties(self, moment: Moment) -> str:
        """The global properties that a step changed."""
        changed = {
            key[1]: new
            for kind, key, _, new in moment.changes
            if kind == "properties" and self.can_see_property(*key)
        }
        return "; ".join(
            f"{name} is set to {value or 'nothing'}" for name, value in changed.items()
        )

    def _origins(self, moment: Moment) -> dict[str, tuple[str, str]]:
        """The names and places of the pieces that a step moves, before the step."""
        table = self.timeline.go(moment.number - 1)
        origins = {}
        for old, _ in self.timeline.moved(moment):
            if old is not None:
                origins[old.id] = (self.name(old), self.place(old, table))
        return origins

    def _moves(
        self, moment: Moment, origins: Mapping[str, tuple[str, str]], table: Table
    ) -> Iterator[str]:
        """The pieces that a step moves, adds or removes, one sentence for like moves."""
        counts: Counter[tuple[str, str, str | None]] = Counter()
        for old, new in self.timeline.moved(moment):
            if new is None and old is not None:
                name, origin = origins[old.id]
                counts[name, origin, None] += 1
            elif new is not None:
                destination = self.place(new, table)
                origin = origins[new.id][1] if old else ""
                if old and not self.locations and OUT_OF_SIGHT not in (origin, destination):
                    origin = stored_location(new) or origin
                if old is None or self._changes_place(old, new, (origin, destination)):
                    if old and origin == destination and self.locations:
                        origin, destination = f"{origin} ({old.map})", f"{destination} ({new.map})"
                    counts[self.name(new), origin, destination] += 1
        for (name, origin, place), count in counts.items():
            pieces, verb = counted(count, name), "is" if count == 1 else "are"
            if place is None and origin == OUT_OF_SIGHT:
                yield f"{pieces} {verb} removed"
            elif place is None:
                yield f"{pieces} {verb} removed from {origin}"
            elif origin:
                yield f"{pieces} {origin} → {place}"
            elif place == OUT_OF_SIGHT:
                yield f"{pieces} {verb} added"
            else:
                yield f"{pieces} {verb} added in {place}"


OTHER_CHANGES = {
    "boards": "the boards change",
    "turns": "the turn changes",
    "notes": "a note changes",
}
"""The words for a change of what is not told in detail."""


def _private_maps(tree: Component) -> dict[str, Sequence[str]]:
    """The sides that can look into each window that is not open to all."""
    return {
        each.attributes.get("mapName", ""): sequence.split(each.attributes.get("side", ""), ",")
        for each in tree.find_all("PrivateMap", "PlayerHand")
        if each.attributes.get("visible", "") != "true"
    }


def concealed(piece: GamePiece, viewer: Viewer, kind: type[Mask] | type[Invisible]) -> bool:
    """Whether a mask (or invisibility) keeps a piece from a viewer, as in `hides`."""
    return any(isinstance(trait, kind) and hides(trait, viewer) for trait in piece.traits)


def stored_location(piece: Piece) -> str:
    """Where a piece was before its last move, by its own state, marked with `~`; empty for none.

    A log without its module has no other names of places.
    """
    try:
        stored = dict(piece.game_piece.basic.properties).get("OldLocationName", "")
    except (PieceError, ValueError):
        return ""
    return f"~{stored}" if stored else ""


def properties(piece: Piece) -> dict[str, str]:
    """The values of a piece's markers by name."""
    return {
        name: value
        for trait in piece.game_piece.traits
        if isinstance(trait, Marker)
        for name, value in zip(trait.names, trait.values, strict=False)
    }
