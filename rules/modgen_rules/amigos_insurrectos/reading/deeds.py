"""What is done in certain phases only (3.1): moves, dice, chits and markers, by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    JUNGLE,
    LOST,
    MANILA,
    OTHER,
    POOLS,
    STEPS,
    TRANS_OCEAN,
    US,
    WILL,
)
from modgen_rules.amigos_insurrectos.reading.at_once import played
from modgen_rules.amigos_insurrectos.reading.fitting import (
    BATTLES,
    DICE_OF_BATTLE,
    ENTERING,
    US_PHASES,
    fitting,
)
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

GUNBOAT = "gunboat"
SCORING = ("objectives", "scoring", "victory")
MOVES = {US: ("us_ground", "us_amphibious"), FILIPINO: ("filipino_movement",)}
FREE: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "attack": ("roll", "", ("us_ground",)),
    "uprising": ("roll", "", ("filipino_movement",)),
    "no_battle": ("move", FILIPINO, BATTLES),
    "joins": ("move", US, BATTLES),
}
"""Words of chits with which units fight or move in other phases: what, whose, and which."""
BRINGS = ("places", "uprising", "fagen_pw")
"""Words of chits that bring Filipino steps."""
SEARCHING = "us_search"
"""10.1: the die that is part of a Ground Operation, though what it finds is fought later."""
HEAVY = 2
"""Dice and chits count as this number of moves when an order of phases is looked for."""


class Deed(NamedTuple):
    """Something that is done in certain phases only. `fits` are their ranks, ascending."""

    first: int
    last: int
    """The numbers of its first and its last act."""
    fits: tuple[int, ...]
    weight: int
    side: str
    clause: str
    """What it breaks in another phase; empty for the clause of the order of phases."""
    what: str


class Deeds:
    """Reads the deeds of a turn."""

    def __init__(self, turn: Turn, rank: Mapping[str, int]) -> None:
        self.turn, self.rank = turn, rank
        self.record, self.country = turn.record, turn.record.country
        self.acts, self.positions = turn.record.acts, turn.record.positions
        chits = self.country.chits
        self.played = [
            chits[act.kind]
            for act in self.acts[turn.first : turn.last + 1]
            if act.what == "card"
            and act.kind in chits
            and act.source == f"hand:{chits[act.kind].side}"
        ]
        self.played += [chit for _, chit in played(self.record, turn.first, turn.last)]
        self.free: dict[tuple[str, str], tuple[str, ...]] = {}
        for word, (what, side, phases) in FREE.items():
            if any(chit.has(word) for chit in self.played):
                self.free[what, side] = (*self.free.get((what, side), ()), *phases)
        self.trapped = any(chit.has("enter_jungle") for chit in self.played)
        self.battlefields: set[str] = set()
        """The areas with battles so far, and those to which units retreated from them."""

    def read(self) -> Iterator[Deed]:
        """All deeds; several acts of a step that fit into the same phases are one."""
        if self.turn.changing:
            return
        last: Deed | None = None
        chains = self._chains()
        for n in range(self.turn.first, self.turn.last + 1):
            act = self.acts[n]
            if act.kind == BATTLE and act.target in self.country.areas:
                self.battlefields.add(act.target)
            if act.what == "move" and act.source in self.battlefields:
                self.battlefields |= {act.target} & self.country.areas
            if act.what == "roll" and act.kind in DICE_OF_BATTLE:
                self._fields(n)
            deed = self._deed(n, act, chains)
            if deed is None:
                continue
            same = last is not None and self.acts[last.last].step == act.step
            if last is not None and same and last.fits == deed.fits:
                last = last._replace(last=n)
                continue
            if last is not None:
                yield last
            last = deed
        if last is not None:
            yield last

    def _fields(self, n: int) -> None:
        """Remember the areas in which dice of a battle may have fallen."""
        at = self.positions[n]
        marked = at.place(BATTLE)
        if marked in self.country.areas:
            self.battlefields.add(marked)
            return
        self.battlefields |= {area for area in at.everywhere(FILIPINO) if at.strong(area, US)}

    def _chains(self) -> dict[int, tuple[str, str]]:
        """For the first move of each chain of a piece its ends; chains that lead back have none.

        Dice and the tracker end a chain, and so does a loss that has been paid for. A Filipino unit
        that goes on from where a like one has come stands for that one.
        """
        found: dict[int, tuple[str, str]] = {}
        going: dict[str, int] = {}
        came: dict[tuple[str, str], int] = {}
        out = {*POOLS.values(), *LOST.values()}
        paid = -1
        for n in range(self.turn.first, self.turn.last + 1):
            act = self.acts[n]
            if act.what in ("phase", "roll"):
                going, came = {}, {}
            if act.kind == WILL:
                paid = n
            if act.what != "move":
                continue
            first = going.get(act.piece, came.pop((act.kind, act.source), None))
            if first is not None and paid > first and act.source in out:
                first = None
            if first is not None:
                going[act.piece] = first
                found[first] = (found[first][0], act.target)
            else:
                going[act.piece] = n
                found[n] = (act.source, act.target)
                if act.source in out and act.kind in STEPS[FILIPINO]:
                    came[act.kind, act.target] = n
        ways: dict[str, list[int]] = {}
        for n in found:
            ways.setdefault(self.acts[n].piece, []).append(n)
        for numbers in ways.values():
            for one, other in pairwise(numbers):
                back = one in found and other in found and found[one] == found[other][::-1]
                if back and (other - one <= windows.MUCH_LATER or not self._fought(one, other)):
                    del found[one], found[other]
        return {n: ends for n, ends in found.items() if ends[0] != ends[1]}

    def _fought(self, first: int, last: int) -> bool:
        """Whether dice of a battle fell between two acts."""
        acts = self.acts[first:last]
        return any(act.what == "roll" and act.kind in DICE_OF_BATTLE for act in acts)

    def _deed(self, n: int, act: Act, chains: Mapping[int, tuple[str, str]]) -> Deed | None:
        match act.what:
            case "roll":
                return self._roll(n, act)
            case "card":
                return self._card(n, act)
            case "level" if act.kind == "victory_marker":
                what = f"the Victory Points went from {act.source} to {act.target}"
                return self._make(n, SCORING, "", "17.1.b", what, HEAVY)
            case "move" if n in chains:
                return self._move(n, act, *chains[n])
        return None

    def _roll(self, n: int, act: Act) -> Deed | None:
        phases = fitting(act, self.positions[n])
        side = US if set(phases) <= {*US_PHASES} else ""
        searches = act.kind == SEARCHING and self.turn.tracker.shown(n) not in BATTLES
        if act.kind in ENTERING or searches:
            phases = (*phases, *MOVES[US])
        if set(phases) & {*BATTLES}:
            phases = (*phases, *self.free.get(("roll", ""), ()))
        name = next(one.name for one in self.country.game.info.dice if one.id == act.kind)
        return self._make(n, phases, side, "", f"dice were rolled for `{name}`", HEAVY)

    def _make(
        self, n: int, phases: Sequence[str], side: str, clause: str, what: str, weight: int = 1
    ) -> Deed | None:
        fits = tuple(sorted(self.rank[one] for one in phases))
        return Deed(n, n, fits, weight, side, clause, what) if fits else None

    def _card(self, n: int, act: Act) -> Deed | None:
        phases = fitting(act, self.positions[n])
        if not phases:
            return None
        side = US if act.kind.startswith("us_") else FILIPINO
        title = self.country.game.card[act.kind].title
        laid = act.target == f"objectives_{side}"
        if "_o" in act.kind:
            clause = "4.0.b" if laid else "4.0.e"
            what = f"`{title}` was {'chosen' if laid else 'taken off the display'}"
            phases = phases if laid else (*phases, "victory")
        else:
            clause, what = "5.0.b", f"`{title}` was drawn"
            if not any(act.what == "phase" for act in self.acts[:n]):
                phases = ("objectives", *phases)  # perhaps the first hand, a part of the set-up
        return self._make(n, phases, side, clause, what, HEAVY)

    def _move(self, n: int, act: Act, source: str, target: str) -> Deed | None:
        country, areas = self.country, self.country.areas
        names, side = country.names, country.side.get(act.kind, "")
        piece = country.game.piece_types[act.kind]
        went = f"{piece.name} went from {names.get(source, source)} to {names.get(target, target)}"
        if act.kind == GUNBOAT:
            sails = {source, target} <= country.seas
            held = self.positions[n].controller(MANILA) == US
            phases = ("us_amphibious", "us_gunboats") if sails and held else ()
            return self._make(n, phases, US, "", went)
        if target in areas and source not in areas and act.kind in ("poa", "dummy"):
            return self._marker(n, act, target)
        if not side or act.kind == "scouts":
            return None
        if {source, target} <= areas:
            return self._march(n, act, source, target, side, went)
        return self._make(n, self._elsewhere(source, target, side), side, "", went)

    def _landed(self, n: int) -> bool:
        """Whether a piece came from the Trans-Ocean Box in this turn."""
        key = self.acts[n].piece
        before = (act for act in self.acts[self.turn.first : n] if act.piece == key)
        return any(act.what == "move" and act.source == TRANS_OCEAN for act in before)

    def _marker(self, n: int, act: Act, area: str) -> Deed | None:
        """A POA site, or a dummy, that comes to an area."""
        name, turn = self.country.names[area], self.turn
        if act.kind == "dummy":
            what = f"a dummy came to {name}"
            return self._make(n, ("reinforcements",), FILIPINO, "16.0.e", what)
        stays = area in turn.after.sites and area not in turn.before.sites
        return self._make(n, ("us_poa",) if stays else (), US, "", f"a POA site was made in {name}")

    def _elsewhere(self, source: str, target: str, side: str) -> tuple[str, ...]:
        """The phases of a move that is not from area to area; empty for one of no phase."""
        areas, seas, ends = self.country.areas, self.country.seas, {source, target}
        found: tuple[str, ...] = ()
        if source.startswith("turn:") or (source == TRANS_OCEAN and target in areas):
            found = ("reinforcements",)
        elif ends & {*JUNGLE} and ends <= {*JUNGLE, *areas} and not self.trapped:
            found = ("jungle_us",) if side == US else ("jungle_filipino",)
            if side == US and source in areas:
                found = (*MOVES[US], *found)
        elif ends & seas and ends <= areas | seas and side == FILIPINO:
            found = MOVES[side]
        return found

    def _march(
        self, n: int, act: Act, source: str, target: str, side: str, went: str
    ) -> Deed | None:
        """A move between areas: a march, unless it may be part of a battle."""
        at, enemy = self.positions[n], OTHER[side]
        alone = act.kind in self.country.leaders and bool(at.units(source, enemy))
        phases = (*MOVES[side], *self.free.get(("move", side), ()))
        if target == MANILA and self._landed(n):
            phases = ("reinforcements", *phases)  # it was put down elsewhere before
        if source in self.battlefields:
            phases = (*phases, *BATTLES, *self.free.get(("roll", ""), ()))
        elif alone or at.strong(source, enemy):
            phases = (*phases, *MOVES[enemy], *BATTLES)
        if act.kind == "us_cavalry" and target in self.country.near[source]:
            phases = (*phases, *BATTLES[1:]) if at.strong(target, FILIPINO) else phases
        return self._make(n, phases, side, "", went)
