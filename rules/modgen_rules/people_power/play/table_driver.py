"""A hand that plays People Power on a table: from one position to the next, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.people_power.law.options import Group
from modgen_rules.people_power.law.state import (
    ALIGNMENTS,
    FORCES,
    TRACKS,
    Map,
    Space,
    State,
    count,
)
from modgen_rules.people_power.reading.record import BOXES, LEVELS
from modgen_rules.people_power.reading.turn import Moved

FACES = {"guerrilla": ("underground", "active"), "activist": ("inactive", "active")}
BOX_OF = {name: box for box, name in BOXES.items()}
KINDS = {name: kind for kind, name in LEVELS.items()}
MARKERS = {"terror": "terror", "protest": "protest_strike", "strike": "protest_strike"}
"""The kind of each marker, by the side that shows."""
POOLS = {"terror": "pool_terror", "protest_strike": "pool_protest_strike"}


class TableDriver:
    """Plays with a writer. Names are those of the game's data."""

    def __init__(self, writer: LogWriter, board: Map) -> None:
        self.writer = writer
        self.board = board
        self._gone: set[str] = set()

    # --- single steps ------------------------------------------------------------------------

    def home(self, kind: str) -> str:
        """Where a kind is Available."""
        return self.writer.game.piece_types[kind].home or ""

    def pieces(self, kind: str, place: str, active: bool | None = None) -> list[str]:
        """Pieces of a kind in a place; of one face when `active` says which."""
        faces = FACES.get(kind, ("active", "active"))
        wanted = faces if active is None else (faces[int(active)],)
        return [
            key for face in dict.fromkeys(wanted) for key in self.writer.find(kind, face, place)
        ]

    def move(
        self, kind: str, source: str, target: str, number: int = 1, active: bool | None = None
    ) -> None:
        """Drag pieces from a place to another; `available` is their home."""
        source = self.home(kind) if source == "available" else source
        target = self.home(kind) if target == "available" else target
        keys = self.pieces(kind, source, active)[:number]
        if keys:
            self.writer.move(keys, target)

    def flip(self, kind: str, space: str, number: int, active: bool) -> None:
        """Turn pieces over."""
        for key in self.pieces(kind, space, not active)[:number]:
            self.writer.flip(key, FACES[kind][int(active)])

    def marker(self, name: str, space: str, sign: int) -> None:
        """Place or take away Terror, a Protest or a Strike."""
        kind = MARKERS[name]
        if sign < 0:
            found = self.writer.find(kind, name, space)
            if found:
                self.writer.move(found[:1], POOLS[kind])
            return
        pool = [key for key, one in self.writer.where(kind) if one.place == POOLS[kind]]
        if not pool:
            return
        if self.writer.states[pool[0]].face != name:
            self.writer.flip(pool[0], name)
        self.writer.move(pool[:1], space)

    def align(self, space: str, value: str) -> None:
        """Set a space's alignment."""
        self.writer.set_state(space, "alignment", value)

    def track(self, name: str, value: int) -> None:
        """Move a marker of 1.9 along the edge track."""
        self._level(KINDS[name], value)

    def _level(self, kind: str, value: int) -> None:
        for key, one in self.writer.where(kind):
            if one.place != f"edge:{value}":
                self.writer.move([key], f"edge:{value}")

    def cylinder(self, faction: str, box: str) -> None:
        """Move an eligibility cylinder; `box` as in the record: `1_op_sa`, `eligible`."""
        for key, _ in self.writer.where(f"eligibility_{faction}"):
            self.writer.move([key], BOX_OF[box])

    def roll(self, faction: str, number: int, space: int | None = None) -> None:
        """Report a die as the module does; `space`: the number of the space that it is for."""
        place = self.board.ids[space] if space is not None else ""
        self.writer.roll(faction, self.writer.game.info.dice[0].id, [number], place)

    def card(self, number: int, place: str) -> None:
        """Move a card to a pile's box."""
        for key, _ in self.writer.where(f"card_{number}"):
            self.writer.move([key], place)

    def declare(
        self,
        faction: str,
        option: str,
        operation: str | None,
        activity: str | None,
        spaces: Iterable[int] = (),
        activity_spaces: Iterable[int] = (),
    ) -> None:
        """Write the line of the Faction's declaration pad."""
        chosen = {"option": option, "operation": operation, "activity": activity}
        ids = self.board.ids
        marked = {
            "operation_spaces": [ids[n] for n in sorted(spaces)],
            "activity_spaces": [ids[n] for n in sorted(activity_spaces)],
        }
        self.writer.announce(faction, chosen, marked)

    # --- from one position to the next -------------------------------------------------------

    def show(
        self,
        before: State,
        after: State,
        groups: Iterable[Group | Moved] = (),
        appealed: Iterable[tuple[int, int]] = (),
    ) -> None:
        """Do all that lies between two positions. `groups` moved; the rest comes and goes.

        `appealed` are spaces with the number of Activists that an Appeal takes from them.
        """
        self._gone.clear()
        for group in groups:
            self._drag(group)
        order = range(len(self.board.ids))
        for wants in (False, True):  # first what leaves the map, so that it can come again
            for n in order:
                self._pieces(n, after.spaces[n], wants)
            if not wants:
                self._passing(before, after, appealed)
        for n in order:
            self._faces(n, after.spaces[n])
            self._markers(n, after.spaces[n])
            value = ALIGNMENTS[after.spaces[n].alignment]
            if before.spaces[n].alignment != after.spaces[n].alignment:
                self.align(self.board.ids[n], value)
        for name, level in zip(TRACKS, after.tracks, strict=True):
            self.track(name, level)
        self.bookkeeping(after)

    def _drag(self, group: Group | Moved) -> None:
        """A group moves; of pieces that moved before it none goes on (3.1.2)."""
        if isinstance(group, Moved):
            faces = [(group.active_before if group.kind == "guerrilla" else None, 1)]
        elif group.kind == "guerrilla":
            faces = [(True, group.active), (False, group.number - group.active)]
        else:
            faces = [(None, group.number)]
        origin, target = self.board.ids[group.origin], self.board.ids[group.target]
        for face, number in faces:
            there = self.pieces(group.kind, origin, face)
            fresh = [key for key in there if key not in self._gone]
            keys = [*fresh, *(key for key in there if key in self._gone)][:number]
            if keys:
                self.writer.move(keys, target)
                self._gone.update(keys)

    def _passing(self, before: State, after: State, appealed: Iterable[tuple[int, int]]) -> None:
        """Pieces that come and go within a turn: cubes for a Base, Activists for an Appeal."""
        for n, (old, new) in enumerate(zip(before.spaces, after.spaces, strict=True)):
            if new.gov_base > old.gov_base:
                gone = max(0, old.troops - new.troops) + max(0, old.police - new.police)
                self._come_and_go(n, ("troops", "police"), self.board.limits.cubes_for_base - gone)
        for n, number in appealed:
            gone = max(0, before.spaces[n].activist - after.spaces[n].activist)
            self._come_and_go(n, ("activist",), number - gone)

    def _come_and_go(self, n: int, kinds: tuple[str, ...], number: int) -> None:
        for kind in kinds:
            free = self.pieces(kind, self.home(kind))[: max(0, number)]
            if free:
                self.writer.move(free, self.board.ids[n])
                self.writer.move(free, self.home(kind))
            number -= len(free)

    def _pieces(self, n: int, wanted: Space, coming: bool) -> None:
        space = self.board.ids[n]
        for kind in FORCES:
            have = len(self.pieces(kind, space))
            change = count(wanted, kind) - have
            if change < 0 and not coming:
                self._take(kind, space, -change, wanted)
            elif change > 0 and coming:
                self.move(kind, "available", space, change)

    def _take(self, kind: str, space: str, number: int, wanted: Space) -> None:
        """Pieces home: of Guerrillas first the face of which there are too many."""
        if kind != "guerrilla":
            self.move(kind, space, "available", number)
            return
        active = len(self.pieces(kind, space, True))
        first = min(number, max(0, active - wanted.active))
        for face, how_many in ((True, first), (False, number - first)):
            keys = self.pieces(kind, space, face)[:how_many]
            for key in keys:
                if face:
                    self.writer.flip(key, "underground")
            if keys:
                self.writer.move(keys, self.home(kind))

    def _faces(self, n: int, wanted: Space) -> None:
        space = self.board.ids[n]
        active = len(self.pieces("guerrilla", space, True))
        if wanted.active > active:
            self.flip("guerrilla", space, wanted.active - active, True)
        elif active > wanted.active:
            self.flip("guerrilla", space, active - wanted.active, False)
        self.flip("activist", space, 99, bool(wanted.protest))

    def _markers(self, n: int, wanted: Space) -> None:
        space = self.board.ids[n]
        have = {name: len(self.writer.find(kind, name, space)) for name, kind in MARKERS.items()}
        for name, other in (("protest", "strike"), ("strike", "protest")):
            if getattr(wanted, name) > have[name] and have[other] > getattr(wanted, other):
                self.writer.flip(self.writer.find(MARKERS[name], other, space)[0], name)
                have[name] += 1
                have[other] -= 1
        for name in ("protest", "strike", "terror"):
            change = getattr(wanted, name) - have[name]
            for _ in range(abs(change)):
                self.marker(name, space, 1 if change > 0 else -1)

    def bookkeeping(self, after: State) -> None:
        """Control and victory markers as the board has them (1.7, 1.10)."""
        shown = {one.place: one.face for _, one in self.writer.where("state_control")}
        for n, space in enumerate(after.spaces):
            value = space.control or "none"
            if shown.get(self.board.ids[n]) != value:
                self.writer.set_state(self.board.ids[n], "control", value)
        for who, total in after.totals(self.board).items():
            self._level(f"victory_{who}", min(self.board.limits.edge, total))
