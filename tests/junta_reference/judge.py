"""The judge: every breach of the rules in the record of a coup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.junta_reference.ending import Ending
from tests.junta_reference.fighting import Fighting
from tests.junta_reference.loyalty import Loyalty
from tests.junta_reference.movement import Movement, Once
from tests.junta_reference.opening import opening
from tests.junta_reference.position import Position
from tests.junta_reference.record import Event, Start

MOVEMENT = {
    "move": "2.a",
    "land": "7.d",
    "bring": "2.c",
    "transfer": "6.a",
    "return": "4.b",
}
BATTLE = ("declare", "battle", "fire", "loss", "hold", "let_in", "retreat", "battle_end")
ACTS = (*MOVEMENT, "declare", "fire", "flip", "hold", "let_in", "retreat", "side")
AT_START = -1


def judge(start: Start, events: Sequence[Event]) -> list[tuple[int, str]]:
    """Every breach as (number of the event, clause) in order of discovery.

    The set-up has the number -1; what is missing is found at the event by which it was due, or,
    at the end, at the last one.
    """
    found = [(AT_START, clause) for clause in opening(start)]
    coup = Coup(start)
    for index, event in enumerate(events):
        found += [(index, clause) for clause in coup.check(event)]
        coup.position.take(event)
    return found + [(len(events) - 1, clause) for clause in coup.finished()]


class Coup:
    """Where a coup has got to; it takes what is wrong as it comes and goes on from there."""

    def __init__(self, start: Start) -> None:
        self.position = Position(start)
        self.loyalty = Loyalty(self.position)
        self.once = Once()
        self.raids: list[int] = []
        self.segment = "before"
        self.movement = Movement(self.position, self.loyalty, self.once)
        self.fighting = Fighting(self.position, self.raids)
        self.ending: Ending | None = None
        self.outcome = ""

    def check(self, event: Event) -> Iterator[str]:
        """The clauses that an event breaks."""
        if self.outcome and (event.what, event.way) != ("result", self.outcome):
            yield "17.g"
        if event.what in ACTS and event.who not in self.position.start.families:
            yield "6.c"
            return
        yield from self.loyalty.saw(event, self.fighting.retired)
        if event.what == "exile" or (event.what in MOVEMENT and self.segment == "movement"):
            yield from self.movement.check(event)
        elif event.what in MOVEMENT:
            yield MOVEMENT[event.what]
        elif event.what in BATTLE:
            if self.segment != "battle":
                yield "2.b"
            yield from self.fighting.check(event)
        else:
            yield from self._course(event)

    def _course(self, event: Event) -> Iterator[str]:
        match event.what:
            case "phase":
                yield from self._phase(event.number)
            case "battle_step":
                if self.segment != "movement":
                    yield "2.b"
                self.segment = "battle"
            case "flip":
                yield from self.loyalty.flip(event)
            case "side":
                yield from self._side(event)
            case "result":
                yield from self._result(event.way)
            case "agree":
                yield from self._agree(event.way)

    def _settled(self) -> Iterator[str]:
        """What must be done before the next phase, or before the coup ends."""
        yield from self.fighting.over()
        yield from self.loyalty.due()

    def _phase(self, number: int) -> Iterator[str]:
        """2.a, 2.d."""
        before = self.position.phase
        if self.segment not in ("before", "battle") or number > 6:
            yield "2.a"
        elif number != before + 1:
            yield "2.a" if before < 0 else "2.d"
        yield from self._settled()
        self.position.phase = number
        self.segment = "movement"
        self.movement = Movement(self.position, self.loyalty, self.once)
        self.fighting = Fighting(self.position, self.raids)

    def _side(self, event: Event) -> Iterator[str]:
        if self.ending is None:
            if self.segment != "battle" or self.position.phase != 6:
                yield "17.a"
            yield from self._settled()
            self.segment = "ending"
            self.ending = Ending(self.position)
        yield from self.ending.side(event)

    def _result(self, way: str) -> Iterator[str]:
        if self.outcome:
            return
        self.outcome = way or "none"
        if self.ending is None:
            yield "17.a"
        else:
            yield from self.ending.result(way)

    def _agree(self, way: str) -> Iterator[str]:
        """2.e."""
        if self.segment not in ("battle", "ending") or way not in ("rebels", "president"):
            yield "2.e"
        yield from self._settled()
        self.outcome = way or "none"

    def finished(self) -> Iterator[str]:
        """2.e, 17.a, 17.e: a coup has come to its end."""
        if self.outcome:
            return
        yield from self._settled()
        if self.ending is None:
            yield "17.a" if self.position.phase == 6 else "2.e"
        else:
            yield "17.e"
