"""An Election Round phase by phase, where the players move the phase marker (6.0, 2.4.c)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modgen_rules.people_power.law.state import AID, FACTIONS, GOV, NPA, REFORMERS, State
from modgen_rules.people_power.reading.log_index import LogIndex, PhaseStep
from modgen_rules.people_power.reading.sequence import CardPlay

PHASES = tuple(
    f"election_{name}"
    for name in ("victory", "resources", "support", "redeploy", "newsmakers", "reset")
)
VICTORY, RESOURCES, SUPPORT, REDEPLOY, NEWSMAKERS, RESET = PHASES
PIECES: Mapping[str, str] = {
    VICTORY: "6.1.1.a",
    RESOURCES: "6.2.a",
    SUPPORT: "6.3.3",
    NEWSMAKERS: "6.5.a",
    RESET: "6.6.f",
}
"""The clause that says what a phase does, where pieces came, went or moved besides."""
INCOME: Mapping[str, str] = {GOV: "6.2.1.a", REFORMERS: "6.2.2", NPA: "6.2.3", AID: "6.2.1.b"}
CLAUSES: Mapping[str, Mapping[str, str]] = {
    SUPPORT: {GOV: "6.3.1.b", NPA: "6.3.2.b", REFORMERS: "6.3.3.a"},
    RESET: dict.fromkeys((*FACTIONS, AID), "6.6.f"),
}
"""The clauses of wrong tracks by the phase in which they changed; else those of the incomes."""


@dataclass
class RoundPhases:
    """The phases of a Round as the marker shows them."""

    index: LogIndex
    play: CardPlay

    def __post_init__(self) -> None:
        play = self.play
        self.marks: list[PhaseStep] = [
            one for one in self.index.phases if play.start < one.step <= play.end
        ]

    @property
    def kept(self) -> bool:
        """Whether the marker shows most phases."""
        return 2 * len({one.target for one in self.marks}) > len(PHASES)

    def at(self, step: int) -> str:
        """The box of the marker as a step is done; empty before the first."""
        return next((one.target for one in reversed(self.marks) if one.step <= step), "")

    def before_reset(self) -> State | None:
        """The position before the Reset phase; None when the marker does not show it."""
        first = next((one.step for one in self.marks if one.target == RESET), 0)
        return self.index.states[first - 1] if first and self.kept else None

    def of_pieces(self, step: int) -> str:
        """The clause of the phase in which pieces were changed in a step; empty if unknown.

        Redeploy has none: its own clause says which pieces move in it.
        """
        return PIECES.get(self.at(step), "")

    def of_track(self, name: str, due: Mapping[str, tuple[int, int]]) -> str:
        """The clause of the phase in which a track changed wrongly; empty if that is unknown.

        `due` is for each track what it rises by in the Resources phase and what is paid in
        Support. If another track gets its due in a later phase, the players move the tracks late,
        and the phase tells nothing; but a track that ends lower than without any income has been
        paid from.
        """
        if not self.kept or name not in due:
            return ""
        wrong = self._wrong_phases(name, *due[name])
        others = (self._wrong_phases(one, *due[one]) for one in due if one != name)
        if any(wrong.keys() <= one.keys() and not sum(one.values()) for one in others):
            paid = due[name][0] + sum(wrong.values()) < 0  # no income is negative
            return CLAUSES[SUPPORT].get(name, "") if paid else ""
        return CLAUSES.get(next(iter(wrong)), INCOME).get(name, "") if len(wrong) == 1 else ""

    def _wrong_phases(self, name: str, gain: int, spent: int) -> dict[str, int]:
        """The phases in which a track did not change as is due, with the difference."""
        states = self.index.states
        by = dict.fromkeys(PHASES, 0)
        for step in range(self.play.start + 1, self.play.end + 1):
            if states[step] is not states[step - 1] and (phase := self.at(step)) in by:
                by[phase] += states[step].track(name) - states[step - 1].track(name)
        by[RESOURCES] -= gain
        by[SUPPORT] += spent
        return {phase: change for phase, change in by.items() if change}
