"""How punctually the players of a record step the turn tracker, by what they did meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from modgen_rules.engine.reading.habits import price_here
from modgen_rules.engine.reading.prices import PHASE_FAR, PHASE_NEAR, TRACKER_SHIFTED
from modgen_rules.engine.reading.tracker import Stretch

STEPS, PROVEN = 10, 7
"""So many steps of the tracker, and so many stretches in which all acts fit, tell how punctual the
players are."""


@dataclass
class Timing:
    """What the tracker shows as acts are done that fit some phases only.

    `placed`: for each of them the stretch of the tracker, and how many phases the act is behind it
    (below 0) or ahead of it.
    """

    steps: int
    """How often the tracker is stepped."""
    placed: Sequence[tuple[Stretch, int]]

    @cached_property
    def _off(self) -> dict[bool, set[int]]:
        """The stretches with acts behind (true) or ahead of the tracker, by their first act."""
        found: dict[bool, set[int]] = {True: set(), False: set()}
        for stretch, away in self.placed:
            if away:
                found[away < 0].add(stretch.first)
        return found

    @cached_property
    def _all(self) -> set[int]:
        """All stretches in which there are such acts."""
        return {stretch.first for stretch, _ in self.placed}

    @cached_property
    def proven(self) -> bool:
        """Whether all acts fit in so many stretches that the tracker is known to be kept."""
        return len(self._all - self._off[True] - self._off[False]) >= PROVEN

    def punctual(self, stretch: Stretch, away: int) -> bool:
        """Whether the tracker tells that an act is out of its phase.

        So it does where other acts of the record are hardly ever behind it, or ahead of it.
        """
        others = self._off[away < 0] - {stretch.first}
        return self._rare(len(others), abs(away) > 1)

    @cached_property
    def steady(self) -> bool:
        """Whether acts are hardly ever far from the tracker; one mistake does not tell that."""
        far = {stretch.first for stretch, away in self.placed if abs(away) > 1}
        return self.proven and self._rare(max(len(far) - 1, 0), far=True)

    def _rare(self, seen: int, far: bool) -> bool:
        """Whether the tracker is so seldom late that this does not explain an act off it."""
        price = price_here(PHASE_NEAR, seen, len(self._all))
        enough = price + (PHASE_FAR - PHASE_NEAR) * far >= TRACKER_SHIFTED
        return enough and self.steps >= STEPS
