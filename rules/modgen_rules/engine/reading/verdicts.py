"""What the gap between the cheapest reading and the cheapest lawful one says."""

from __future__ import annotations

from modgen_rules.engine.reading.prices import NEAR


def leaves_doubt(cheapest: float, lawful: float | None) -> bool:
    """Whether a breach is only suspected: a lawful reading costs hardly more than the cheapest."""
    return lawful is not None and lawful < cheapest + NEAR
