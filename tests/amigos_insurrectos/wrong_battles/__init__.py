"""Battles in which one thing is done wrongly, each with the clause that it breaks."""

from __future__ import annotations

from tests.amigos_insurrectos.wrong_battles import endings, fire, retreats
from tests.amigos_insurrectos.wrong_battles.battle import Wrong

BATTLES: dict[str, type[Wrong]] = {
    name: kind
    for part in (fire, retreats, endings)
    for name, kind in vars(part).items()
    if isinstance(kind, type)
    and issubclass(kind, Wrong)
    and kind is not Wrong
    and not name.startswith("_")
}
"""The kinds of such battles by their names."""
