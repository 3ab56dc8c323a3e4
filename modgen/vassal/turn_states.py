"""States of turn trackers: a list of phases, alone or inside a counter of turns (§4.5)."""

from __future__ import annotations

from typing import NamedTuple

from modgen.vassal import sequence

PHASES_ALONE = 4
"""The number of fields of a list of phases that is not inside a counter of turns."""


class TurnState(NamedTuple):
    """What a tracker shows."""

    phase: int
    """The number of the phase in the tracker's list, from 0."""
    turn: int | None = None
    """The turn; None for a tracker that counts none."""
    shown: tuple[bool, ...] = ()
    """For each phase whether the tracker stops at it; empty: at all."""

    def text(self, phases: int) -> str:
        """The state as the engine writes it, of a tracker with this number of phases."""
        shown = self.shown or (True,) * phases
        listed = ",".join("true" if one else "false" for one in shown)
        level = sequence.join([str(self.phase), "0", "0", listed], ";")
        if self.turn is not None:
            level = sequence.join([str(self.turn), "0", "false", "-1", level], ";")
        return sequence.join(["0", level], "|")

    def to(self, phase: int) -> TurnState:
        """The state after a step to a phase; one that is not a later one is in the next turn."""
        if self.turn is None or phase > self.phase:
            return self._replace(phase=phase)
        return self._replace(phase=phase, turn=self.turn + 1)


def read_turn_state(text: str, *, counts: bool) -> TurnState | None:
    """The state that a text describes; None for a text of another form.

    `counts`: whether the tracker counts turns. A log of an older module may have states without.
    """
    tokens = sequence.split(text, "|")
    level = sequence.split(tokens[1], ";") if len(tokens) > 1 else []
    turn: int | None = None
    if counts and len(level) != PHASES_ALONE:
        turn = _number(level[0]) if level else None
        level = sequence.split(level[4], ";") if turn is not None and len(level) > 4 else []
    phase = _number(level[0]) if level else None
    if phase is None:
        return None
    shown = level[3].split(",") if len(level) > 3 else []
    return TurnState(phase, turn, tuple(one == "true" for one in shown))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
