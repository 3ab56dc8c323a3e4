"""Battles with one mistake each: a player who breaks one clause, by the name of the mistake."""

from __future__ import annotations

from tests.amigos_insurrectos import wrong_endings, wrong_fire, wrong_retreats
from tests.amigos_insurrectos.wrong_battle import Wrong

MISTAKES: dict[str, type[Wrong]] = {
    name: kind
    for part in (wrong_fire, wrong_retreats, wrong_endings)
    for name, kind in vars(part).items()
    if isinstance(kind, type)
    and issubclass(kind, Wrong)
    and kind is not Wrong
    and not name.startswith("_")
}
"""The kinds of mistakes by name."""
