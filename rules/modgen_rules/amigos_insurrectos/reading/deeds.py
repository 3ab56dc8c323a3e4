"""What is done in certain phases only (3.1): moves, dice, chits and markers, by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    JUNGLE,
    MANILA,
    OTHER,
    OUT,
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
    MOVES,
    US_PHASES,
    fitting,
)
from modgen_rules.amigos_insurrectos.reading.flows import AWAY, spot
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

FREE: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "attack": ("roll", "", ("us_ground",)),
    "uprising": ("roll", "", ("filipino_movement",)),
    "no_battle": ("move", FILIPINO, BATTLES),
    "joins": ("move", US, BATTLES),
}
"""Words of chits with which units fight or move in other phases: what, whose, and which."""
BRINGS = ("places", "uprising", "fagen_pw")
"""Words of chits that bring Filipino steps."""
ENDING = ("phase", "roll")
"""The acts that end the moves before them."""
SEARCHING = "us_search"
"""10.1: the die that is part of a Ground Operation, though what it finds is fought later."""


class Deed(NamedTuple):
    """Something that is done in certain phases only. `fits` are their ranks, ascending."""

    first: int
    last: int
    """The numbers of its first and its last act."""
    fits: tuple[int, ...]
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
        chits = [chit for _, chit in played(self.record, turn.first, turn.last)]
        self.free: dict[tuple[str, str], tuple[str, ...]] = {}
        for word, (what, side, phases) in FREE.items():
            if any(chit.has(word) for chit in chits):
                self.free[what, side] = (*self.free.get((what, side), ()), *phases)
        self.trapped = any(chit.has("enter_jungle") for chit in chits)
        self.battlefields: set[str] = set()
        """The areas with battles so far, and those to which units retreated from them."""
        self.came: set[tuple[str, str]] = set()
        """Kinds of Filipino steps, and where they came from out of play."""

    def read(self) -> Iterator[Deed]:
        """All deeds; several acts of a step that fit into the same phases are one."""
        if self.turn.changing:
            return
        trails = self._trails()
        found = filter(None, (self._read(n, trails) for n in self.turn.span))
        for _, same in groupby(found, key=lambda one: (self.acts[one.first].step, one.fits)):
            first, *_, last = [*same] * 2
            yield first._replace(last=last.first)

    def _read(self, n: int, trails: Mapping[int, tuple[str, str]]) -> Deed | None:
        """The deed of an act; remembers where battles are."""
        act, areas = self.acts[n], self.country.areas
        if act.kind == BATTLE and act.target in areas:
            self.battlefields.add(act.target)
        if act.what == "move" and act.source in self.battlefields:
            self.battlefields |= {act.target} & areas
        if act.kind in DICE_OF_BATTLE:
            self._fields(n)
        elif not self.record.diced and (area := self.record.loses(n)):
            self.battlefields.add(area)
        if act.what in ENDING:
            self.came.clear()
        elif act.what == "move" and act.source in OUT and act.kind in STEPS[FILIPINO]:
            self.came.add((act.kind, act.target))
        return self._deed(n, act, trails)

    def _fields(self, n: int) -> None:
        """Remember the areas in which dice of a battle may have fallen."""
        at = self.positions[n]
        marked = {at.place(BATTLE)} & self.country.areas
        self.battlefields |= marked or {
            area for area in at.everywhere(FILIPINO) if at.strong(area, US)
        }

    def _trails(self) -> dict[int, tuple[str, str]]:
        """For the first move of each trail of a piece its ends; there is none if they are one.

        Dice and the tracker end a trail, unless it leads back, and so does a loss that has been
        paid for.
        """
        record = self.record

        def goes_on(trail: list[int], n: int) -> bool:
            act, since = self.acts[n], self.acts[trail[0] + 1 : n]
            quiet = DICE_OF_BATTLE.isdisjoint(one.kind for one in since)
            back = (act.target, act.source) == record.ends(trail)
            if back and (quiet or len(since) < windows.MUCH_LATER):
                return True
            paid = act.source in OUT and any(one.kind == WILL for one in since)
            return not paid and all(one.what not in ENDING for one in since)

        trails = {one[0]: record.ends(one) for one in record.trails(self.turn.span, goes_on)}
        return {n: (source, target) for n, (source, target) in trails.items() if source != target}

    def _deed(self, n: int, act: Act, trails: Mapping[int, tuple[str, str]]) -> Deed | None:
        match act.what:
            case "roll":
                return self._roll(n, act)
            case "card":
                return self._card(n, act)
            case "level" if act.kind == "victory_marker":
                phases = (*fitting(act, self.positions[n]), "victory")
                what = f"the Victory Points went from {act.source} to {act.target}"
                return self._make(n, phases, "", "17.1.b", what)
            case "move" if n in trails:
                source, target = trails[n]
                return self._move(n, act._replace(source=source, target=target))
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
        return self._make(n, phases, side, "", f"dice were rolled for `{name}`")

    def _make(
        self, n: int, phases: Sequence[str], side: str, clause: str, what: str
    ) -> Deed | None:
        fits = tuple(sorted(self.rank[one] for one in phases))
        return Deed(n, n, fits, side, clause, what) if fits else None

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
        return self._make(n, phases, side, clause, what)

    def _move(self, n: int, act: Act) -> Deed | None:
        """A piece that went from where it was to where it stayed."""
        country, side, ends = self.country, self.country.side.get(act.kind, ""), self._ends(act)
        phases = [one for one in fitting(act, self.positions[n]) if one not in BATTLES]
        went = f"{country.game.piece_types[act.kind].name} went {ends}"
        if not side or act.kind in ("scouts", "gunboat"):
            return self._marker(n, act, phases, went)
        if {act.source, act.target} <= country.areas:
            return self._march(n, act, phases, side, went)
        jungle = not {act.source, act.target}.isdisjoint(JUNGLE)
        away = AWAY in (spot(country, act.source), spot(country, act.target))
        if away or (jungle and self.trapped):
            return None
        if side == US and act.source in country.areas:
            phases += MOVES[US]
        return self._make(n, phases, side, "", went)

    def _ends(self, act: Act) -> str:
        """From where and to where a piece went, in words."""
        source, target = (self.country.names.get(one, one) for one in (act.source, act.target))
        return f"from {source} to {target}"

    def _landed(self, n: int) -> bool:
        """Whether a piece came from the Trans-Ocean Box in this turn."""
        key = self.acts[n].piece
        before = (act for act in self.acts[self.turn.first : n] if act.piece == key)
        return any(act.what == "move" and act.source == TRANS_OCEAN for act in before)

    def _marker(self, n: int, act: Act, phases: Sequence[str], went: str) -> Deed | None:
        """A Gunboat that sails while Manila is held; a POA site, or a dummy, that comes."""
        if act.kind == "gunboat":
            held = self.positions[n].controller(MANILA) == US
            return self._make(n, phases if held else (), US, "", went)
        if act.source in self.country.areas or act.target not in self.country.areas:
            return None
        name, turn = self.country.names[act.target], self.turn
        if act.kind == "dummy":
            return self._make(n, phases, FILIPINO, "16.0.e", f"a dummy came to {name}")
        stays = act.target in turn.after.sites and act.target not in turn.before.sites
        stays = stays and act.kind == "poa"
        return self._make(n, phases if stays else (), US, "", f"a POA site was made in {name}")

    def _march(self, n: int, act: Act, phases: Sequence[str], side: str, went: str) -> Deed | None:
        """A move between areas: a march, unless it may be part of a battle."""
        at, enemy, source, target = self.positions[n], OTHER[side], act.source, act.target
        alone = act.kind in self.country.leaders and bool(at.units(source, enemy))
        phases = [*phases, *self.free.get(("move", side), ())]
        if (target == MANILA and self._landed(n)) or (act.kind, source) in self.came:
            phases.append("reinforcements")  # it, or a like unit, was put down elsewhere before
        if source in self.battlefields:
            phases += [*BATTLES, *self.free.get(("roll", ""), ())]
        elif alone or at.strong(source, enemy):
            phases += [*MOVES[enemy], *BATTLES]
        if act.kind == "us_cavalry" and target in self.country.near[source]:
            phases += BATTLES[1:] if at.strong(target, FILIPINO) else ()
        return self._make(n, phases, side, "", went)
