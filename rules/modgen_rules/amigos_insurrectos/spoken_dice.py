"""Single dice that players roll with the general button and name in chat: `now search`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

GENERAL = ("us", "filipino")
"""The buttons for any roll of one die."""
PLAIN = re.compile(r"^\s*\d{0,2}\s*d\s*6\s*$", re.I)
"""The name of a button of the engine that only says how many dice it rolls: `2d6`."""
NEAR = 3
"""A line names a die that was rolled, or will be, within this number of steps."""
NEXT = re.compile(r"\b(?:now|next|rolling|will roll|roll(?:s|ing)? for|let'?s)\b", re.I)
"""Words that tell of a die that is still to be rolled."""
WORDS = {
    purpose: re.compile(rf"\b(?:{words})", re.I)
    for purpose, words in (
        ("whose_leader", "whose|which side|even or odd"),
        ("leader_alone", r"alone|for the leader\b|leader (?:escape|flee|fate|left|captur)"),
        ("casualty", r"leader (?:check|los[st]|casualt|die)|casualt|leaders?\?"),
        ("atrocity", "atrocit"),
        ("us_search", "search"),
        ("luzon", r"luzon\b"),
        ("visayas", r"visayas\b"),
        ("arms", r"arms\b"),
        ("interception", "intercept"),
        ("leaving", "leaving|leaves? guerrillas"),
        ("night_attack", "night"),
        ("stratagem", r"stratagem|funston\b"),
        ("kill", r"smith\b"),
        ("lawton_lost", r"lawton\b"),
        ("jungle_rounds", r"rounds\b"),
        ("jungle_combat", r"jungle\b"),
    )
}
"""What players say of a die, by the button that it has in the module; the first that fits counts.
"""


def purpose(line: str) -> str:
    """The button of the die that a line of chat speaks of; empty for none."""
    return next((name for name, words in WORDS.items() if words.search(line)), "")


@dataclass
class SpokenDice:
    """Hears what players say about dice, in the order of the log."""

    rename: Callable[[int, str], None]
    """Gives the roll of a step another button."""
    _announced: tuple[int, str] | None = field(default=None)
    _unnamed: int = field(default=-NEAR - 1)
    """The step of the last general die without a name."""

    def hear(self, step: int, line: str) -> None:
        """A line of chat, before or after its die."""
        if not line.startswith("<"):
            return
        said = line.partition(">")[2]
        name = purpose(said)
        if not name:
            return
        if step - self._unnamed <= NEAR and not NEXT.search(said):
            self.rename(self._unnamed, name)
            self._unnamed = -NEAR - 1
        else:
            self._announced = (step, name)

    def button(self, step: int, die: str, number: int) -> str:
        """The button of a roll: of a general die the one that was announced."""
        if die not in GENERAL or number != 1:
            self._unnamed, self._announced = -NEAR - 1, None
            return die
        announced, self._announced = self._announced, None
        if announced is not None and step - announced[0] <= NEAR:
            return announced[1]
        self._unnamed = step
        return die
