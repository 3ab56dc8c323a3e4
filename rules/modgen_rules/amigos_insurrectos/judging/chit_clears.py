"""Chits that remove the Filipinos of a weakly held area (US.G2, US.G5)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.judging.chit_plays import Plays
from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse


class Clears(Plays):
    """Judges what such chits removed."""

    def _share(self, chit: Chit, n: int, acts: list[int]) -> list[int]:
        """Of some acts those of a chit, where its like was played in the same turn.

        They follow the play of the chit, or lead to it where nothing was removed after it.
        """
        alike = sorted(m for one, m in self.played.items() if self.chits[one].clause == chit.clause)
        if len(alike) == 1:
            return acts
        rank = alike.index(n)
        ends = [self.turn.first - 1, *alike, self.turn.last + 1]
        after = [m for m in acts if n < m < ends[rank + 2]]
        gone = [m for m in acts if self.record.acts[m].target == "pool_filipino"]
        led = bool(gone) and all(alike[0] > m or m < alike[-1] for m in gone) and gone[0] < alike[0]
        return [m for m in acts if ends[rank] < m < n] if led else after

    def clears(self, chit: Chit, n: int) -> None:
        """US.G2, US.G5: the Filipinos of a weakly held area are removed."""
        self.earn(chit, n)
        if self.war.changing:
            return  # Regulars that become Guerrillas leave the map, too
        at, near = self.turn.before, self.country.near
        lost: dict[str, int] = {}
        acts, every = self.record.acts, self.acts(*chit.phases, off=0)
        if not any(acts[m].target == "pool_filipino" for m in every):
            every = self.acts(*chit.phases)
        then = self.record.positions[max(every, default=n) + 1].pieces
        for m in self._share(chit, n, every):
            piece, area = acts[m].piece, acts[m].source
            back = then.get(piece)
            gone = acts[m].what == "move" and acts[m].kind in STEPS[FILIPINO]
            if not gone or area not in self.country.areas or (back and back.place == area):
                continue
            if acts[m].target == "pool_filipino":
                was = at.pieces.get(piece)
                there = at if was and was.place == area else self.record.positions[m]
                lost[area] = lost.get(area, 0) + there.strength(piece)
        if not lost:
            self.find(chit, "no Filipinos were removed", n, gap=lapse(prices.NO_TRACE))
        for area, steps in lost.items():
            most = chit.number("most_filipino")
            name, mine = self.country.names.get(area, area), at.strong(area, FILIPINO)
            beside = any(site in near[area] for site in at.sites)
            if mine > most or (chit.has("more_us") and at.strong(area, US) <= mine):
                what = f"{steps} Filipino steps were removed in {name}"
                self.find(chit, what, n, expected=f"an area with at most {most}")
            elif chit.has("near_poa") and not beside:
                self.find(chit, f"{name} is not next to a POA site", n)
            elif self.turn.after.strong(area, FILIPINO) and steps < mine:
                self.find(chit, f"not all Filipino steps were removed in {name}", n)
