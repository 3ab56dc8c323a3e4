"""The kept sets: what makes their games, and how many of them a fresh measure has."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from tests.kept import (
    amigos_insurrectos,
    civil_power,
    general,
    junta_coup,
    packed,
    people_power,
    tirad_pass,
)
from tests.kept.source import RECORDS, Source

ALL = tuple(RECORDS)
HANDS = ("tidy", "sloppy")
"""The records of sets whose hands are tidy or not."""


class Set(NamedTuple):
    """A set of games. Without `records` its games are listed and not made from seeds."""

    source: Callable[[Path], Source]
    records: tuple[str, ...] = ()
    legal: int = 0
    """Legal games of each record and name."""
    mistakes: int = 0
    """Games of each kind of mistake; the records take turns."""
    titled: bool = False
    """Whether games with a mistake have the names of legal ones, in turn."""


ORDER = (
    "people-power",
    "junta-coup",
    "amigos-insurrectos",
    "civil-power",
    "tirad-pass",
    "general",
)

SETS: dict[str, Set] = {
    "people-power games": Set(people_power.Games, ALL, 2),
    "people-power turns": Set(people_power.Turns, ALL, 4, 2, titled=True),
    "people-power second engine": Set(people_power.Second, ALL, 12),
    "people-power texts": Set(people_power.Texts),
    "junta-coup second engine": Set(junta_coup.Coups, ALL, 4, 1),
    "junta-coup several": Set(junta_coup.Several, ALL, 0, 6),
    "amigos-insurrectos games": Set(amigos_insurrectos.Wars, ALL, 3, 1),
    "amigos-insurrectos second engine": Set(amigos_insurrectos.Second, HANDS, 3, 1),
    "civil-power games": Set(civil_power.Riots, ALL, 3, 1),
    "civil-power second engine": Set(civil_power.Second, HANDS, 3, 1),
    "tirad-pass games": Set(tirad_pass.Games, HANDS, 3, 1),
    "general games": Set(general.Games, ("tidy", "human"), 2, 1),
    "amigos-insurrectos planted": Set(partial(packed.Planted, "amigos-insurrectos")),
    "civil-power planted": Set(partial(packed.Planted, "civil-power")),
    **{f"{game} recorded": Set(partial(packed.Recorded, game)) for game in ORDER},
    **{f"{game} whole reports": Set(partial(packed.WholeReports, game)) for game in ORDER},
}
NAMES = sorted(SETS, key=lambda name: ORDER.index(name.partition(" ")[0]))
"""The sets, those of a game together."""


@cache
def source_of(name: str) -> Source:
    """The source of a set, made once a process."""
    return SETS[name].source(Path(tempfile.mkdtemp()))
