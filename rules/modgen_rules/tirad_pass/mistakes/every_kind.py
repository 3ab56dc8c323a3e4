"""Every kind of mistake that a player of Tirad Pass can make on purpose."""

from __future__ import annotations

from modgen_rules.tirad_pass.mistakes.assault import ASSAULT
from modgen_rules.tirad_pass.mistakes.fire import FIRE
from modgen_rules.tirad_pass.mistakes.mistaken import Mistake
from modgen_rules.tirad_pass.mistakes.moves import MOVES
from modgen_rules.tirad_pass.mistakes.upkeep import UPKEEP

KINDS: dict[str, Mistake] = {**MOVES, **FIRE, **ASSAULT, **UPKEEP}
"""Every kind of mistake by its name."""
