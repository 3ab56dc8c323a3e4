"""Every kind of mistake that a player of Tirad Pass can make on purpose."""

from __future__ import annotations

from modgen_rules.tirad_pass.assault_mistakes import ASSAULT
from modgen_rules.tirad_pass.fire_mistakes import FIRE
from modgen_rules.tirad_pass.mistaken import Mistake
from modgen_rules.tirad_pass.move_mistakes import MOVES
from modgen_rules.tirad_pass.upkeep_mistakes import UPKEEP

KINDS: dict[str, Mistake] = {**MOVES, **FIRE, **ASSAULT, **UPKEEP}
"""Every kind of mistake by its name."""
