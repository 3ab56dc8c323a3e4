"""Before the fight: cavalry, retreats, the search (1.2.1, 10.1, 10.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits
from tests.amigos_reference.country import NEXT, STARRED

if TYPE_CHECKING:
    from tests.amigos_reference.battle import Battle


class Approach:
    """Step A: who comes, who goes, whether Guerrillas are found."""

    def _horses(self: Battle) -> None:
        """1.2.1: cavalry next door joins a force that is attacked."""
        w, t = self.w, self.t
        for there in sorted(NEXT[self.place]):
            riders = t.here(there, "us_cavalry")
            stay = t.us(there) - sum(one.steps for one in riders)
            quiet = riders and stay and not w.force(there, "filipino")
            if quiet and w.often(0.3) and w.room(self.place, "us", riders):
                self.deed("us", "joins")
                t.move(riders, self.place)
                return

    def _withdraws(self: Battle) -> bool:
        """10.3: the defender goes before the fight, if he may and would."""
        w, t, place = self.w, self.t, self.place
        side = self.defender
        if self.uprising:
            return False
        if side == "us":
            weak = self.steps("us") * 2 < self.steps("filipino")
            ends = self.shelters("us")
            if place in STARRED or t.here(place, "poa") or not ends or not weak or not w.often(0.5):
                return False
            self.deed("us", "retreats_before")
            t.move(self.force("us"), self._choose("us", ends))
            if w.wants("retreat_unpaid", 1.0) and w.box["will"] > -8:
                w.plant("a US retreat before combat without its point", "10.3.1.a")
            else:
                w.will(-1)
            return True
        ends = self.shelters("filipino")
        if not ends:
            return False
        leader = bool(w.leaders(place, "filipino"))
        guerrillas = not t.regulars(place)
        willing = w.often(0.25) or self.steps("us") > 2 * self.steps("filipino")
        elusive = chits.held(w, "filipino", "g4" if w.guerrilla_war else "s5")
        bound = not guerrillas and not leader and not elusive
        if bound and w.wants("retreats_without_leader"):
            self._away("filipino", ends)
            w.plant(f"Regulars without a Leader leave {place} before combat", "10.3.1.c")
            return True
        if leader and w.night.get(place) and w.wants("night_ignored", 1.0):
            self._away("filipino", ends)
            w.plant("a retreat before combat in spite of the night attack", "1.2.2.i")
            return True
        if not willing or (w.night.get(place) and (leader or guerrillas)):
            return False
        if not leader and not guerrillas:
            number = "g4" if w.guerrilla_war else "s5"
            if not chits.may_play(w, "filipino", number, 0.8):
                return False
            chits.play(w, "filipino", number)
        self._away("filipino", ends)
        return True

    def _away(self: Battle, side: str, ends: list[str]) -> None:
        """A retreat before combat, to the right area or by mistake to another."""
        w, t = self.w, self.t
        units = self.force(side)
        self.deed(side, "retreats_before")
        end = self._choose(side, ends)
        if len([one for one in units if one.steps]) > 1 and w.wants("rearguard", 1.0):
            t.move([one for one in units if one is not units[0]], end)
            w.plant("a part of the force stays behind", "10.3.2.a")
            return
        near = [one for one in sorted(NEXT[self.place]) if w.room(one, side, units)]
        worse = [
            one
            for one in near
            if not w.force(one, "us") and not w.force(one, side) and one not in ends
        ]
        if side == "filipino" and worse and w.wants("retreats_wrong_way", 1.0):
            t.move(units, worse[0])
            w.plant(f"a retreat to the empty {worse[0]}, with friends next door", "10.3.2.b")
            return
        arms = t.here(self.place, "imported_arms") if side == "filipino" else []
        t.move(units + arms, end)
        w.retreated_to.add(end)
        if w.wants("shots_before_combat", 1.0):
            w.roll("us", "us_parting", max(1, (self.steps("us") + 1) // 2))
            victims = [one for one in units if one.steps]
            t.lose(victims[0])
            w.lost_turn[victims[0].kind] = w.lost_turn.get(victims[0].kind, 0) + 1
            w.will(1)
            w.plant("parting shots after a retreat before combat", "10.3.1.d")

    def shelters(self: Battle, side: str) -> list[str]:
        """10.3.2: the areas of the best sort that a whole force may retreat to."""
        w = self.w
        enemy = "us" if side == "filipino" else "filipino"
        units = self.force(side)
        near = [one for one in sorted(NEXT[self.place]) if w.room(one, side, units)]
        clear = [one for one in near if not w.force(one, enemy)]
        friends = [one for one in clear if w.strength(one, side)]
        empty = [one for one in clear if not w.force(one, side)]
        return friends or empty

    def _choose(self: Battle, side: str, ends: list[str]) -> str:
        return self.w.furthest_from_manila(ends, side)

    def _found(self: Battle) -> bool:
        """10.1: a search for Guerrillas alone."""
        w, t, place = self.w, self.t, self.place
        if w.wants("no_search", 1.0):
            w.plant(f"a battle with Guerrillas in {place} without a search", "10.1.c")
            return True
        marker = t.here(place, "search")
        (die,) = w.roll("us", "us_search")
        total = die + max(0, t.guerrillas(place) - 3) + bool(t.here(place, "scouts"))
        total += bool(t.here(place, "poa")) - self.mountain
        if marker:
            total += 2 if marker[0].face == "two" else 1
            if marker[0].face == "one":
                t.do("face", (marker[0].key,), text="two")
        elif t.here("pool_markers", "search"):
            fresh = t.here("pool_markers", "search")[0]
            with t.together():
                if fresh.face != "one":
                    t.do("face", (fresh.key,), text="one")
                t.move([fresh], place)
        if total < 5 and w.wants("search_failed", 1.0):
            w.plant(f"a battle after a search of {total}", "10.1.c", "10.1.d")
            return True
        return total >= 5
