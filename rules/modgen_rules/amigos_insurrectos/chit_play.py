"""How players play chits outside battles."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.table import WarTable


def drawn(table: WarTable, side: str) -> None:
    """5.0: what happens at once when a chit was drawn."""


def reinforcements(table: WarTable) -> None:
    """Chits of the reinforcement phase; sets `war.extra`, `war.closed`, `war.delayed`."""


def us_phase(table: WarTable) -> None:
    """Chits of the start of the US phase."""


def filipino_phase(table: WarTable) -> None:
    """Chits of the start of the Filipino phase."""


def sea_open(table: WarTable) -> bool:
    """Whether no chit forbids Filipinos the sea in this turn."""
    return True
