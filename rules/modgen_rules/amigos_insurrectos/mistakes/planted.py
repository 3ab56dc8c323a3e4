"""Mistakes that the law itself finds: changes to a phase that break one clause, and no other."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice, takewhile

from modgen_rules.amigos_insurrectos.judging.us_moves import US_MOVES
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.mistakes.kinds import MISTAKES, Mistake
from modgen_rules.amigos_insurrectos.mistakes.moves import Arrivals, JungleMoves, Moves, Sites
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.mistakes.what_if import Memory, judged, recorded
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.record.table_acts import Act, Move, StepTracker
from modgen_rules.engine.writing.offers import Change, mistakes

TRIED = 250
"""How many changes are tried at the end of a phase."""
CLAUSES: dict[str, tuple[str, ...]] = {
    "arms": ("6.0.a", "6.0.b"),
    "reinforcements": (
        "1.1.1.d", "1.2.3.b", "7.1.a", "7.1.b", "7.1.e", "7.2.a", "7.2.e", "7.2.f", "7.2.g",
        "7.2.h", "7.2.i", "7.2.j", "7.2.k", "7.2.l", "7.3.a", "16.0.e", "18.1.c", "18.2.b", "18.3",
    ),
    "us_ground": (
        "1.1.2.a", "1.2.1.b", "1.2.1.h", "3.2.a", "3.2.b", "7.1.c", "8.1.a", "8.1.b",
        "8.1.c", "8.1.g", "8.1.h", "8.2.3.a", "8.2.3.b", "8.2.3.c", "8.2.3.d", "8.2.3.e",
        "8.2.3.g", "8.2.3.h", "8.3.a", "9.0.b", "9.4.a", "13.0.a", "13.0.c",
    ),
    "filipino_movement": (
        "1.2.1.i", "6.0.f", "8.1.a", "8.1.c", "8.1.d", "8.2.2.a",
        "8.2.2.b", "8.2.2.c", "8.2.2.d", "8.2.2.e", "8.3.b", "9.2", "13.0.a",
    ),
    "us_poa": ("11.0.a", "11.0.b", "11.0.c", "11.0.d", "11.0.f"),
    "jungle_us": ("12.A.b", "12.A.c", "12.A.d"),
    "jungle_filipino": ("12.A.d", "12.C.a", "12.C.b"),
}  # fmt: skip
"""The clauses of which mistakes are looked for, by the phase at whose end they are planted."""


def _made(clause: str, spot: Spot) -> Sequence[Act] | None:
    """A mistake at the end of a phase that breaks a clause; None if there is none."""
    if not spot.end.mistakes:
        spot.end.mistakes.update(Phase(spot).mistakes())
        spot.end.mistakes.setdefault("", [])
    found = spot.end.mistakes.get(clause)
    if not found:
        return None
    change = spot.chance.choice(found)
    first = spot.mark.index
    spot.skip |= {first + n for n in change.left_out}
    spot.change |= {first + n: act for n, act in change.changed.items()}
    return change.added


class Phase:
    """The phase that ends at a spot."""

    def __init__(self, spot: Spot) -> None:
        self.spot, self.phase = spot, spot.mark.phase
        self.done = [one.act for one in spot.done[spot.mark.index : spot.end.index]]
        self.kinds = {key: chit for chit, key in spot.chits.items()}
        of_us = self.phase == "us_ground"
        later = (one.act for one in spot.later if of_us)
        self.later = list(takewhile(lambda one: not _combat(one), later))
        self.memory = Memory(
            spot.country,
            spot.mark.turn,
            spot.marks[0].position,
            spot.mark.landed,
            spot.end.played,
            spot.mark.battles,
            spot.mark.guerrilla,
            spot.scenario,
        )

    def judged(self, change: Change) -> War:
        """What the judges note about the phase with a change."""
        acts = [*change.of(self.done), *self.later]
        record = recorded(self.spot.mark.position, acts, self.kinds)
        return judged(self.memory, self.phase, record)

    def mistakes(self) -> dict[str, list[Change]]:
        """The mistakes by clause, each with the Political Will that it earns or costs."""
        before = self.judged(Change())
        arrive = self.phase in ("arms", "reinforcements")
        moves = (one for one in self.done if isinstance(one, Move))
        brings = arrive and any(one.place.startswith("chits_") for one in moves)
        if before.issues or brings:  # what a chit brings is judged with the whole turn
            return {}
        mark, at = self.spot.mark, self.spot.at
        chance = random.Random(f"{mark.turn} {mark.index}")  # noqa: S311
        side = US if self.phase.startswith(("us", "jungle_us")) else FILIPINO
        changes: Iterable[Change]
        match self.phase:
            case "us_poa":
                changes = Sites(at, chance)
            case "jungle_us" | "jungle_filipino":
                changes = JungleMoves(at, side, chance)
            case _:
                changes = Arrivals(at, self.done, chance) if arrive else Moves(at, side, chance)
        points = sum(one.points for one in before.will)
        marker = at.keys(f"political_will:{at.will}", ("political_will_marker",))
        track = self.spot.country.game.tracks["political_will"]

        def paid(change: Change, war: War) -> Change:
            due = sum(one.points for one in war.will) - points
            box = f"political_will:{min(max(at.will + due, track.first), track.last)}"
            payment = (Move(tuple(marker), box),) if due else ()
            return Change((*change.added, *payment), change.changed, change.left_out)

        found: dict[str, list[Change]] = {}
        for change, war in mistakes(islice(changes, TRIED), self.judged):
            found.setdefault(war.issues[0].clause, []).append(paid(change, war))
        return found


def _combat(act: Act) -> bool:
    """Whether the moves of the US are over."""
    return isinstance(act, StepTracker) and act.phase not in US_MOVES


for _phase, _clauses in CLAUSES.items():
    for _clause in _clauses:
        MISTAKES[f"{_phase} {_clause}"] = Mistake(_clause, _phase, partial(_made, _clause))
