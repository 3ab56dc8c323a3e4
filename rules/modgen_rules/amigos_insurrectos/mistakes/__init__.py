"""Mistakes that simulated players make on request, each with the clause that it breaks."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.mistakes import (
    chits,
    endings,
    fire,
    planted,
    retreats,
    sites,
)
from modgen_rules.amigos_insurrectos.mistakes.battle import Wrong
from modgen_rules.amigos_insurrectos.mistakes.kinds import MISTAKES, Mistake

PARTS = (planted, sites, chits)
"""The modules that register mistakes when they are imported."""
BATTLES: dict[str, type[Wrong]] = {
    name: kind
    for part in (fire, retreats, endings)
    for name, kind in vars(part).items()
    if isinstance(kind, type)
    and issubclass(kind, Wrong)
    and kind is not Wrong
    and not name.startswith("_")
}
"""Battles in which one thing is done wrongly, by the name of the mistake."""

__all__ = ["BATTLES", "MISTAKES", "Mistake"]
