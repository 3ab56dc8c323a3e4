"""Battles (10.0), searches and fights in the Jungle: judged from their dice and losses."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.phases import Phase
from modgen_rules.amigos_insurrectos.war import War

PHASES = ("us_shelling", "us_combat", "filipino_combat", "jungle_combat")
"""The phases that are judged here."""


def judge(phase: Phase, war: War) -> str:
    """Judge a phase with battles; notes what is wrong in `war`. Returns its story."""
    position = phase.before
    for area in position.everywhere("us"):
        if position.strong(area, "filipino") and phase.side:
            war.battles.setdefault(area, phase.side)
    return ""
