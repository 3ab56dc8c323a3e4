"""When the Guerrilla War begins (2.0.a, US.S5): by the rules, and by what the record shows.

Where the two differ that is one mistake. The rest of the turn is judged by the course that the
record follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    RECRUITS,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

HEIR = "aguinaldo"
BEFORE = ("objectives", "advantage")
"""The phases in which the change is made."""
LAST_PHASES = ("supply", "scoring", "victory")
"""What is done in these phases of the turn before is done in time."""


class Differs(NamedTuple):
    """How a record differs from the rules: the acts, the clause, and what is wrong."""

    first: int
    last: int
    clause: str
    what: str


@dataclass
class Outbreak:
    """Looks through the turns of a record for the one in which the Guerrilla War begins."""

    record: Record
    country: Country

    def __post_init__(self) -> None:
        start, cards = self.record.start, self.country.game.card
        self.latest = self.country.numbers.first_guerrilla_turn
        self.waits = (
            start.in_play(HEIR)
            and start.turn < self.latest
            and any(
                where.startswith(("cup_", "hand:")) and cards[one].deck.endswith("guerrilla")
                for one, where in start.cards.items()
            )
        )
        """Whether the Guerrilla War is still to come: so it is in the campaign alone."""
        self._told = False

    def begins(self, first: int, last: int, complete: bool) -> tuple[bool, Differs | None]:
        """Whether the war changes in a turn (acts `first` to `last`), and how it differs."""
        if not (self.waits or first == 0):
            return False, None
        record, now = self.record, self.record.positions[first]
        due = not now.in_play(HEIR) or now.turn >= self.latest
        due = due or self._by_chit(first, last)
        changed = exchanges(record, first, last)
        army = _army(now)
        areas = {record.acts[n].target for n in changed}
        whole = len(areas) > windows.FEW
        shown = bool(areas) and len(areas) * 2 >= len(army) and (whole or len(areas) >= len(army))
        drawn = self._drawn(first, last)
        if not self.waits:  # a log may begin with the turn of the change
            begins = due and shown and whole
            return begins, None if changed or drawn else self._left_out(last)
        if due:
            rolled = any(one.kind in RECRUITS for one in record.acts[first : last + 1])
            kept = (complete or rolled) and self._ignored(army, last)
            kept = not shown and (self._told or kept)
            if kept and len(drawn) <= windows.FEW:
                what = "the Guerrilla War did not begin"
                return False, self._differs(first, last, "2.0.a", what)
            self.waits = False
            what = "the Regulars did not become Guerrillas"
            return True, self._differs(drawn[0], drawn[-1], "2.0.b", what) if kept else None
        done = changed if shown else drawn
        if not shown and len(drawn) <= windows.FEW:
            return False, None
        early = not self._in_time(done[0], first, last)
        self.waits &= not early
        what = f"the Guerrilla War began on turn {now.turn}, too early"
        return True, self._differs(done[0], done[-1], "2.0.a", what) if early else None

    def _left_out(self, last: int) -> Differs | None:
        """2.0.a: a log begins with Regulars and without Aguinaldo, and nothing is changed."""
        record, start = self.record, self.record.start
        over = past_change(record, 0, last)
        lost = record.scenario == "campaign" and not start.in_play(HEIR)
        if not (lost and _army(start) and start.turn < self.latest) or over > last:
            return None
        what = "the Guerrilla War did not begin, though Aguinaldo is lost"
        return self._differs(0, over, "2.0.a", what)

    def _drawn(self, first: int, last: int) -> list[int]:
        """The acts with which chits of the Guerrilla War came to a hand."""
        return [
            n
            for n in range(first, last + 1)
            if (act := self.record.acts[n]).what == "card"
            and act.target.startswith("hand:")
            and act.source.startswith("cup_")
            and act.source.endswith("_guerrilla")
        ]

    def _differs(self, first: int, last: int, clause: str, what: str) -> Differs | None:
        """The difference, the first time that the record shows it."""
        told, self._told = self._told, True
        return None if told else Differs(first, last, clause, what)

    def _by_chit(self, first: int, last: int) -> bool:
        """US.S5: whether Aguinaldo falls by an attempt with a chit: then the change is at once."""
        acts, chits = self.record.acts, self.country.chits
        tried = False
        for n in range(first, last + 1):
            act = acts[n]
            if act.what == "card" and act.target.startswith("luna:"):
                tried = tried or (act.kind in chits and chits[act.kind].clause == "US.S5")
            if act.what == "move" and act.kind == HEIR and act.source in self.country.areas:
                out = not self.record.positions[n + 1].in_play(HEIR)
                if out and not self.record.positions[last + 1].in_play(HEIR):
                    return tried
            fights = act.kind in DICE_OF_BATTLE
            marked = act.what == "move" and act.kind == BATTLE
            if fights or (marked and act.target in self.country.areas):
                return False
        return False

    def _ignored(self, army: set[str], last: int) -> bool:
        """Whether the Regulars are still there as the turn ends."""
        after = _army(self.record.positions[last + 1])
        return bool(army & after) and len(army & after) * 2 >= len(army)

    def _in_time(self, act: int, first: int, last: int) -> bool:
        """Whether Regulars change at the end of the last turn of the Stand-Up Fight."""
        end = self.record.positions[last + 1]
        over = not end.in_play(HEIR) or end.turn >= self.latest
        shown = (one.target for one in self.record.acts[first:act] if one.what == "phase")
        return over and next(reversed([*shown]), "") in LAST_PHASES


def past_change(record: Record, first: int, last: int) -> int:
    """The first act after the phases in which the change is made; `last` + 1 if there is none."""
    acts = record.acts
    return next(
        (
            n
            for n in range(first, last + 1)
            if (acts[n].what == "phase" and acts[n].target not in BEFORE)
            or (acts[n].kind in RECRUITS)
        ),
        last + 1,
    )


def _army(at: Position) -> set[str]:
    """The areas with Regulars who are not with Aguinaldo."""
    return {
        area
        for area in at.everywhere(FILIPINO)
        if at.steps(area, ("regular",)) and not at.has(area, HEIR)
    }


def exchanges(
    record: Record, first: int, last: int, until: Sequence[str] | frozenset[str] = ()
) -> list[int]:
    """The acts with which Guerrillas came to areas that Regulars left for the pool.

    They end at the first of the dice `until`.
    """
    acts, areas = record.acts, record.country.areas
    left: set[str] = set()
    off: set[str] = set()  # Guerrillas that were taken off, and may be put back
    came: dict[str, list[int]] = {}
    for n in range(first, last + 1):
        act = acts[n]
        if act.kind in until:
            break
        if act.what != "move":
            continue
        if act.kind == "regular" and act.source in areas and act.target == "pool_filipino":
            left.add(act.source)
        elif act.kind == "guerrilla" and act.source in areas and act.target not in areas:
            off.add(act.piece)
        elif act.kind == "guerrilla" and act.target in areas and act.source not in areas:
            if act.piece in off:
                continue
            came.setdefault(act.target, []).append(n)
    return sorted(n for area in left for n in came.get(area, ()))


def judge(found: Differs | None, war: War) -> None:
    """2.0.a, 2.0.b: the Guerrilla War begins on its turn, for the whole army."""
    if found is not None:
        last = war.country.numbers.first_guerrilla_turn
        expected = f"the turn after Aguinaldo is lost, at the latest turn {last}"
        war.find(
            found.clause,
            FILIPINO,
            found.what,
            found.first,
            found.last,
            local=True,
            expected=expected if found.clause == "2.0.a" else "",
        )
