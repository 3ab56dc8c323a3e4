"""Retreats after a round and parting shots (10.6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits
from tests.amigos_reference.country import STARRED
from tests.amigos_reference.forces import STAYS

if TYPE_CHECKING:
    from tests.amigos_reference.battle import Battle


class Retreats:
    """Step d3: who gives way after a round."""

    def _parts(self: Battle) -> bool:
        """10.6.5: retreats after a round; True if the battle is over."""
        w = self.w
        force = self.force("filipino")
        regular = any(one.kind == "regular" for one in force)
        stays = any(one.kind in STAYS for one in force) or self.arms or self.uprising
        if self.round == 1 and regular and self.lost["filipino"] > self.lost["us"] and not stays:
            if "filipino_s4" in self.chits:
                self._once_more()
                return not self.steps("us") or not self.steps("filipino")
            plain = self.lost["filipino"] - self.by_guns > self.lost["us"]
            if plain and w.wants("no_forced_retreat"):
                w.plant("Filipinos who lost more do not retreat", "10.6.5.a")
                return False
            self.deed("filipino", "retreats")
            self.retreat("filipino", forced=True)
            return True
        if (not self.uprising or self.attacker == "us") and self._gives_up(self.attacker):
            return True
        if self.uprising and self.defender == "filipino":
            return False
        return self._gives_up(self.defender)

    def _once_more(self: Battle) -> None:
        """Filipino stand-up chit 4: the survivors fire again instead of retreating."""
        self.take("us", self._filipino_hits(self.steps("filipino")))

    def _gives_up(self: Battle, side: str) -> bool:
        other = "us" if side == "filipino" else "filipino"
        if self.uprising and side == "filipino":
            return False
        losing = self.steps(side) * 1.5 < self.steps(other)
        kept = self.place in STARRED or self.t.here(self.place, "poa")
        if side == "us" and kept:
            return False
        if not self.shelters(side) or not self.w.often(0.35 if losing else 0.05):
            return False
        self.deed(side, "retreats")
        self.retreat(side)
        return True

    def retreat(self: Battle, side: str, forced: bool = False) -> None:
        """10.6.5: away, with parting shots of half the steps that stay."""
        w, t = self.w, self.t
        ends = self.shelters(side)
        units = self.force(side)
        if not ends:
            for one in units:
                if one.steps:
                    self.lost[side] += one.steps
                    kind = one.kind if side == "filipino" else "us"
                    kind = "guerrilla" if kind == "fagen" else kind
                    w.lost_turn[kind] = w.lost_turn.get(kind, 0) + one.steps
                    w.count(side, one.steps)
                    self.fagen_fell |= one.kind == "fagen"
                    t.remove(one)
            return
        end = self._choose(side, ends)
        self.retreated = side
        self.end = end
        self.own = {one.key for one in units}
        arms = t.here(self.place, "imported_arms") if side == "filipino" else []
        split = [one for one in units if one.steps]
        if len(split) > 1 and len(ends) > 1 and w.wants("retreats_two_ways", 1.0):
            t.move(units[:1] + arms, next(one for one in ends if one != end))
            t.move(units[1:], end)
            w.plant("a force retreats to two areas", "10.3.2.a")
        else:
            t.move(units + arms, end)
        w.retreated_to.add(end)
        self._parting(side, end)

    def _parting(self: Battle, side: str, end: str) -> None:
        w = self.w
        shooter = "us" if side == "filipino" else "filipino"
        if side == "filipino" and (
            {"filipino_s5", "filipino_g4"} & self.chits
            or (
                chits.may_play(w, "filipino", "g4" if w.guerrilla_war else "s5", 0.3)
                and chits.play(w, "filipino", "g4" if w.guerrilla_war else "s5")
            )
        ):
            return
        dice = (self.steps(shooter) + 1) // 2
        extra = w.wants("parting_shots_all", 1.0) and self.steps(shooter) > dice
        if extra:
            dice = self.steps(shooter)
        low, die = 5, f"{shooter}_parting"
        if shooter == "us" and "us_s4" in self.chits:
            low, die = 4, "us_fire_4"
        hits = self.count(shooter, die, dice, low)
        self.take(side, hits, end)
        if extra:
            w.plant(f"{dice} parting shots of {dice} steps", "10.6.5.c")
