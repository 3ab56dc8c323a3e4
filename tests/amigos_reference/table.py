"""The pieces on the table and the list of what players do with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tests.amigos_reference.country import NAMES
from tests.amigos_reference.forces import FIL_LEADERS, FIL_STEPS, STEPPED, US_LEADERS, US_STEPS

POOLS = {
    **dict.fromkeys(("us_army", "us_volunteers", "gunboat"), "pool_us"),
    **dict.fromkeys(("us_cavalry", "us_artillery", "scouts"), "lost_us"),
    **dict.fromkeys(("regular", "guerrilla", "fil_artillery", "fagen", "dummy"), "pool_filipino"),
    **dict.fromkeys(US_LEADERS, "leaders_us"),
    **dict.fromkeys(FIL_LEADERS, "leaders_filipino"),
}
"""Where a piece goes when it is lost."""
FIL_ALL = frozenset({*FIL_STEPS, "fil_artillery", *FIL_LEADERS})
US_ALL = frozenset({*US_STEPS, "us_artillery", "scouts", *US_LEADERS})
LAND = frozenset(NAMES)


@dataclass
class Piece:
    """A counter or chit; `face` is `one` or `two` where it has steps."""

    key: str
    kind: str
    face: str
    place: str
    down: bool = False

    @property
    def steps(self) -> int:
        """Combat steps; none for Artillery, Scouts, Leaders and markers."""
        if self.kind in STEPPED:
            return 2 if self.face == "two" else 1
        return int(self.kind == "fagen")


class Event(NamedTuple):
    """One thing that is done at the table.

    `what`: move (keys, place), face (keys, text), down and up (keys), phase (place), roll (side,
    text for the button, dice, place for its area), say (side, text), announce (side, text),
    track (keys, place as `track:box`). Events of one `group` above 0 are one step of the log.
    """

    what: str
    keys: tuple[str, ...] = ()
    place: str = ""
    side: str = ""
    text: str = ""
    dice: tuple[int, ...] = ()
    group: int = 0


class Table:
    """All pieces by place."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = {piece.key: piece for piece in pieces}
        self.at: dict[str, dict[str, Piece]] = defaultdict(dict)
        for piece in self.pieces.values():
            self.at[piece.place][piece.key] = piece
        self.events: list[Event] = []
        self._group = 0
        self._grouped = 0

    # --- what is where -----------------------------------------------------------------------

    def here(self, place: str, *kinds: str) -> list[Piece]:
        """The pieces of some kinds, or all, in a place."""
        return [one for one in self.at[place].values() if not kinds or one.kind in kinds]

    def one(self, kind: str) -> Piece:
        """The only piece of a kind."""
        return next(piece for piece in self.pieces.values() if piece.kind == kind)

    def all(self, *kinds: str) -> list[Piece]:
        """Every piece of some kinds."""
        return [piece for piece in self.pieces.values() if piece.kind in kinds]

    def steps(self, place: str, kinds: Iterable[str]) -> int:
        """Combat steps of some kinds in a place."""
        return sum(one.steps for one in self.here(place, *kinds))

    def us(self, place: str) -> int:
        """US combat steps."""
        return self.steps(place, US_STEPS)

    def regulars(self, place: str) -> int:
        """Regular steps."""
        return self.steps(place, ("regular",))

    def guerrillas(self, place: str) -> int:
        """Guerrilla steps, David Fagen among them."""
        return self.steps(place, ("guerrilla", "fagen"))

    def filipinos(self, place: str) -> int:
        """Filipino combat steps."""
        return self.steps(place, FIL_STEPS)

    def us_controls(self, place: str) -> bool:
        """1.1.2."""
        regular, guerrilla, us = self.regulars(place), self.guerrillas(place), self.us(place)
        return us > 0 and regular + guerrilla <= us and guerrilla < us

    def pool(self, kind: str) -> list[Piece]:
        """The counters of a kind that are in no use."""
        return self.here("pool_us", kind) + self.here("pool_filipino", kind)

    # --- what is done ------------------------------------------------------------------------

    def do(self, what: str, keys: Iterable[str] = (), place: str = "", **more: object) -> None:
        """Add an event and carry it out."""
        group = self._group
        event = Event(what, tuple(keys), place, group=group, **more)  # type: ignore[arg-type]
        self.events.append(event)
        match what:
            case "move":
                for key in event.keys:
                    piece = self.pieces[key]
                    del self.at[piece.place][key]
                    piece.place = place
                    self.at[place][key] = piece
            case "face":
                for key in event.keys:
                    self.pieces[key].face = event.text
            case "down" | "up":
                for key in event.keys:
                    self.pieces[key].down = what == "down"

    def together(self) -> Together:
        """A context whose events are one step of the log."""
        return Together(self)

    def move(self, pieces: Iterable[Piece], place: str) -> None:
        """Drag pieces to a place."""
        keys = [piece.key for piece in pieces]
        if keys:
            self.do("move", keys, place)

    def take(self, kind: str, steps: int, place: str, down: bool = False) -> int:
        """Bring steps of a kind out of the pool; returns how many were left to bring."""
        brought = 0
        while brought < steps:
            spare = self.pool(kind)
            if not spare:
                break
            piece = spare[0]
            face = "two" if steps - brought >= 2 else "one"
            with self.together():
                if kind in STEPPED and piece.face != face:
                    self.do("face", (piece.key,), text=face)
                self.do("move", (piece.key,), place)
                if down and not piece.down:
                    self.do("down", (piece.key,))
            brought += max(piece.steps, 1)
        return brought

    def lose(self, piece: Piece) -> None:
        """One step off a counter, or the counter."""
        if piece.face == "two" and piece.kind in STEPPED:
            self.do("face", (piece.key,), text="one")
        else:
            self.remove(piece)

    def remove(self, piece: Piece) -> None:
        """A counter out of play."""
        with self.together():
            self.do("move", (piece.key,), POOLS[piece.kind])
            if piece.down:
                self.do("up", (piece.key,))

    def split(self, piece: Piece) -> bool:
        """Change two steps for two counters of one; False without a spare counter."""
        spare = self.pool(piece.kind)
        if not spare:
            return False
        with self.together():
            self.do("face", (piece.key,), text="one")
            if spare[0].face != "one":
                self.do("face", (spare[0].key,), text="one")
            self.do("move", (spare[0].key,), piece.place)
            if piece.down:
                self.do("down", (spare[0].key,))
        return True


class Together:
    """Events of one step."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __enter__(self) -> None:
        table = self.table
        self.outer = table._group
        if not self.outer:
            table._grouped += 1
            table._group = table._grouped

    def __exit__(self, *_: object) -> None:
        self.table._group = self.outer
