"""Mistakes that players make, each with the clause that it breaks and the phase that it is in."""

from __future__ import annotations

from tests.amigos_insurrectos import (
    arrival_mistakes,
    chit_mistakes,
    filipino_mistakes,
    site_mistakes,
    us_mistakes,
)
from tests.amigos_insurrectos.mistake_kinds import MISTAKES, Mistake

PARTS = (us_mistakes, site_mistakes, filipino_mistakes, arrival_mistakes, chit_mistakes)
"""The modules that register mistakes when they are imported."""

__all__ = ["MISTAKES", "Mistake"]
