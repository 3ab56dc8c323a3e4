"""What dice without a name are for, outside battles: the phase and the dice before them tell."""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.amigos_insurrectos.law.country import RECRUITS

JUNGLE = ("jungle_combat", "jungle_ambush", "jungle_discovery", "jungle_rounds")
"""12.B: the dice before the fire in the Jungle, in order."""


def purpose_in_phase(phase: str, done: Iterable[str], die: str, number: int) -> str:
    """The button that dice of a general one stand for; `die` itself where nothing tells.

    `phase` is that of the tracker, `done` the dice and chits since it came there, the last first.
    `die` is the general button of the side that rolled.
    """
    before = list(done)
    if phase == "arms" and number == 1 and "arms" not in before:
        return "arms"
    if phase == "reinforcements" and number == 1 and die == "filipino":
        waits = before[:1] and before[0].startswith("fil_")  # a chit was just played
        return next((one for one in RECRUITS if one not in before and not waits), die)
    if phase == "jungle_combat":
        last = next((one for one in before if one in JUNGLE), "")
        due = JUNGLE[JUNGLE.index(last) + 1 :] if last else JUNGLE
        return due[0] if due else f"jungle_{die}"
    return die
