"""Clauses 3.b to 3.h: what makes a Rebel, and whether he turns his Office cards."""

from __future__ import annotations

from collections.abc import Iterator

from tests.junta_reference.position import Position
from tests.junta_reference.record import Event


class Loyalty:
    """Who has acted as a Rebel, and who has turned his cards."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.causes: dict[str, list[str]] = {}
        self.flipped: set[str] = set()

    def rebel(self, family: str) -> bool:
        """Whether a family counts as Rebel by now."""
        return family in self.causes or family == self.position.start.leader

    def saw(self, event: Event, retired: set[str]) -> Iterator[str]:
        """3.b, 3.c, 3.e: a move or shot may make a Rebel; El Presidente never in the Rebellion."""
        moving = event.what == "move" and event.way != "reaction"
        if not moving and event.what != "fire":
            return
        early = self.position.phase == 0
        if event.who == self.position.start.president:
            if early:
                yield "3.c"
        elif early:
            self.causes.setdefault(event.who, []).append("moved" if moving else "fired")
        elif event.what == "fire" and self._at_guards(event, retired):
            self.causes.setdefault(event.who, []).append("guards")

    def _at_guards(self, event: Event, retired: set[str]) -> bool:
        """Those that have retreated are no targets (15.g)."""
        targets = set(self.position.at(event.place, event.target)) - retired
        return "palace_guard" in self.position.kinds(targets)

    def flip(self, event: Event) -> Iterator[str]:
        """3.b, 3.f, 3.g, 3.h: only Rebels turn their cards, once."""
        if event.who == self.position.start.president:
            yield "3.g"
        elif event.who in self.flipped:
            yield "3.f"
        elif not self.rebel(event.who):
            yield "3.b"
        self.flipped.add(event.who)

    def due(self) -> Iterator[str]:
        """3.h: whoever acted as a Rebel has turned his cards; each is blamed once.

        3.d before it where a family that only fired in the Rebellion phase still looks loyal,
        3.e before it where one does that fired at the Palace Guard.
        """
        for family in [one for one in self.causes if one not in self.flipped]:
            causes = set(self.causes[family])
            clause = "3.e" if causes == {"guards"} else "3.d"
            moved = "moved" in causes or family == self.position.start.leader
            yield from ("3.h", clause) if moved else (clause, "3.h")
            self.flipped.add(family)
