"""What the judges of a Fire Combat phase and of a Shock Combat phase share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from modgen_rules.civil_power.judging.bookings import Ledger
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot


@dataclass
class CombatPhase:
    """A phase of attacks with its casualties, and what the attacks explain."""

    WRONG: ClassVar[str]
    """The clause of a wrong result that nothing else explains."""
    phase: Phase
    riot: Riot
    told: set[str] = field(default_factory=set)
    """The units whose fate an attack explains."""
    story: list[str] = field(default_factory=list)
    unclear: bool = False
    """Whether some attack is not known well enough to say what it booked."""

    def __post_init__(self) -> None:
        self.record, self.side = self.riot.record, self.phase.side
        self.ledger = Ledger(self.phase, self.WRONG)
