"""A player who breaks rules on purpose, each time another one, for measuring the checker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from modgen_rules.tirad_pass.play.player import Player
from modgen_rules.tirad_pass.play.player_moves import NORMAL, Style
from modgen_rules.tirad_pass.play.table import Table

EVERY = 0.12
"""How often a chance for a mistake is taken."""
Attempt = Callable[["Mistaken", str], str]
"""Tries to break a rule in a phase of a side; what was done, or an empty text."""


class Mistake(NamedTuple):
    """A kind of mistake: the clause that it breaks, the kind of phase, and how it is made."""

    clause: str
    phase: str
    attempt: Attempt
    side: str = ""


class Mistaken(Player):
    """Plays as a player, but breaks rules of some kinds, by name, or of one `kind` alone.

    `planted` has the acts and what was done.
    """

    def __init__(
        self,
        table: Table,
        kinds: Mapping[str, Mistake],
        style: Style = NORMAL,
        mistakes: int = 1,
        kind: str = "",
    ) -> None:
        super().__init__(table, style)
        self.left = mistakes
        self.known = kinds
        self.kinds = [kind] if kind else sorted(kinds)
        self.planted: list[tuple[range, str]] = []

    def phase(self, kind: str, side: str) -> None:
        """Play one phase, perhaps with a mistake before, or instead of, what is usually done."""
        fit = [
            name
            for name in self.kinds
            if self.known[name].phase == kind and self.known[name].side in ("", side)
        ]
        if self.left and fit:
            rate = 1.0 if len(self.kinds) == 1 else EVERY
            if self.table.chance.random() < rate and self._try(self.table.chance.choice(fit), side):
                return
        super().phase(kind, side)

    def _try(self, name: str, side: str) -> bool:
        """Make a mistake; whether it was made."""
        writer = self.table.writer
        act = len(writer.acts)
        told = self.known[name].attempt(self, side)
        if told:
            self.left -= 1
            kind, clause = name.replace("_", " "), self.known[name].clause
            end = len(writer.acts)
            acts = range(min(act, max(end - 1, 0)), end)  # the act before, if something is left out
            self.planted.append((acts, f"{told} ({kind}) [{clause}]"))
        return bool(told)

    # --- help --------------------------------------------------------------------------------

    def own(self, side: str, pinned: bool | None = None) -> list[str]:
        """The units of a side on the map in random order."""
        found = [
            key
            for key in self.position.units(side)
            if pinned is None or self.position.pieces[key].pinned == pinned
        ]
        self.table.chance.shuffle(found)
        return found

    def wrong_end(self, key: str, breach: str) -> str:
        """A hex to which a piece cannot go, for one reason alone; empty if there is none."""
        unit, phase = self.position.pieces[key], self.table.phase
        held = self.position.held([key])
        hexes = list(self.plan.game.cells)
        self.table.chance.shuffle(hexes)
        for hex_ in hexes:
            if hex_ == unit.place or not self.position.room(unit.kind, hex_, [key]):
                continue
            verdict = self.plan.movement.explain(
                unit[:2], unit.place, hex_, held, phase, turn=self.table.turn
            )
            if [found.kind for found in verdict.breaches] == [breach]:
                return hex_
        return ""

    def told(self, key: str, place: str) -> str:
        """A piece and where it goes."""
        name = self.plan.game.piece_types[self.position.pieces[key].kind].name
        return f"{name} to {place}"

    def stray(self, key: str, place: str) -> str:
        """Move a piece to a place; what was done."""
        told = self.told(key, place)
        self.table.move([key], place)
        self.story.moved.add(key)
        return told
