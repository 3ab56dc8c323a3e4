"""How untidily people record a game: 27 habits, with rates drawn for each player.

The rates come from a real game of two people by e-mail (24 logs, 12,203 steps, 7,208 of them moves,
1,193 dice, 1,523 typed lines) and from a tutorial log of one person. One of the two players, the
planner, tries moves out and undoes them; the other, the doer, drags pieces in stages and corrects
by hand. Where neither log has an occasion for a habit, the range is an estimate, marked "est.".
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple


class Rate(NamedTuple):
    """The range from which the rate of a habit is drawn, for a planner and for a doer."""

    planner: tuple[float, float] = (0.0, 0.0)
    doer: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Habits:
    """How often one player does something, from 0 to 1; per chance to do it unless stated."""

    undone: float = 0.0
    """Move steps taken back with undo. Measured: 12.1 % and 2.6 %; 2 to 16 % in a log."""
    taken_back: float = 0.0
    """A piece moved out and back by hand within ten steps. Measured: 2.5 to 3.0 %."""
    staged: float = 0.0
    """A move by way of other spaces. Measured: 17 % and 34 % of moves."""
    local_order: float = 0.0
    """Works space by space, each next to the last. Measured: median distance 2 against 20."""
    split: float = 0.0
    """The pieces of a stack moved one by one to the same goal. Measured: 46 %."""
    stacked: float = 0.0
    """Several pieces of a space in one drag. Measured: 19 % of move steps."""
    along: float = 0.0
    """A wrong piece dragged along with a stack and put back. Est."""
    peek: float = 0.0
    """A piece turned over and back in the next step, per move. Measured: 0.5 % of steps."""
    lifted: float = 0.0
    """A piece lifted and put back on its place, per move. Measured: 3.3 % of steps."""
    nudged: float = 0.0
    """A piece a few pixels off its usual point on a track or box. Measured: 2.9 %."""
    wrong_piece: float = 0.0
    """A like piece removed, or a piece placed in another space, and put right. Measured: 0.7 %."""
    forgotten: float = 0.0
    """A marker or payment forgotten: half made good in the turn, 40 % in the next, 10 % never."""
    paid_before: float = 0.0
    """A track moved before the act that it pays for. Measured: 3 of 31; after it, 25 of 31."""
    paid_late: float = 0.0
    """A track moved in a later turn. Measured: 3 of 31 not near the act."""
    wrong_total: float = 0.0
    """A track put one or two boxes off and corrected later. Measured: 0 of 6; est."""
    marker_late: float = 0.0
    """The marker of the sequence moved after the next player has begun. Measured: 2 of 5."""
    marker_early: float = 0.0
    """The marker of the sequence moved before the act. Est."""
    leftovers: float = 0.0
    """Turns of which some acts follow when the sequence has passed on. Measured: 4 of 5."""
    silent: float = 0.0
    """A declaration left out. Measured: 12 of 68 by a talker; est. 70 % by a silent player."""
    late_pad: float = 0.0
    """A declaration made after the acts. Measured: 3 of 9 order marks missing or late."""
    stale_pad: float = 0.0
    """A declaration that repeats what the pad held in fields that were not chosen again. Est."""
    done_then_more: float = 0.0
    """"Done" said, then more acts. Measured: 3 of 19."""
    declared_after_roll: float = 0.0
    """Dice before the declaration. Measured: 2 of 206."""
    surplus_die: float = 0.0
    """A die too many, ignored. Measured: 7 of 1,193 and 1 of 17."""
    batch: float = 0.0
    """All dice of a turn first, then the results in order. Measured: 57 of 256 groups."""
    undone_die: float = 0.0
    """A die undone; it returns with the same number. Measured: 12 of 13 undone dice in 1,193."""
    typed_die: float = 0.0
    """A die typed as a line of chat. Measured: 7 of 1,200."""
    late_losses: float = 0.0
    """A loss taken off 4 to 12 steps after the die. Measured: 14 % (86 % in 1 to 3 steps)."""
    misread: float = 0.0
    """A result misread: a piece too many removed, put right in 1 to 12 steps. Measured: 3 %."""
    remarks: float = 0.0
    """A line of chat, of the player or of somebody else, per step. Measured: 12.5 % of steps."""
    objection: float = 0.0
    """A piece moved wrongly and put back by another player, per move. Measured: 2 in a turn."""
    others: float = 0.0
    """A piece moved by another player than the one who acts. Measured: 1 % of piece moves."""
    new_id: float = 0.0
    """The player comes back under another id, per game. Measured: 1 in 26 logs."""


RATES: dict[str, Rate] = {
    "undone": Rate((0.08, 0.16), (0.02, 0.04)),
    "taken_back": Rate((0.02, 0.04), (0.02, 0.06)),
    "staged": Rate((0.10, 0.20), (0.25, 0.45)),
    "local_order": Rate((1.0, 1.0), (1.0, 1.0)),
    "split": Rate((0.46, 0.46), (0.46, 0.46)),
    "stacked": Rate((0.10, 0.30), (0.10, 0.30)),
    "along": Rate((0.02, 0.05), (0.02, 0.05)),
    "peek": Rate((0.003, 0.01), (0.003, 0.01)),
    "lifted": Rate((0.02, 0.05), (0.02, 0.05)),
    "nudged": Rate((0.01, 0.05), (0.01, 0.05)),
    "wrong_piece": Rate((0.005, 0.02), (0.005, 0.02)),
    "forgotten": Rate((0.002, 0.02), (0.002, 0.02)),
    "paid_before": Rate((0.10, 0.10), (0.10, 0.10)),
    "paid_late": Rate((0.0, 0.05), (0.0, 0.10)),
    "wrong_total": Rate((0.0, 0.03), (0.0, 0.05)),
    "marker_late": Rate((0.20, 0.30), (0.20, 0.40)),
    "marker_early": Rate((0.0, 0.05), (0.0, 0.05)),
    "leftovers": Rate((0.50, 0.90), (0.50, 0.90)),
    "silent": Rate((0.10, 0.30), (0.60, 0.80)),
    "late_pad": Rate((0.05, 0.20), (0.05, 0.20)),
    "done_then_more": Rate((0.10, 0.20), (0.10, 0.20)),
    "declared_after_roll": Rate((0.005, 0.02), (0.005, 0.06)),
    "surplus_die": Rate((0.006, 0.02), (0.006, 0.06)),
    "batch": Rate((0.20, 0.40), (0.0, 0.10)),
    "undone_die": Rate((0.01, 0.02), (0.005, 0.01)),
    "typed_die": Rate((0.0, 0.01), (0.0, 0.01)),
    "late_losses": Rate((0.10, 0.20), (0.10, 0.20)),
    "misread": Rate((0.02, 0.05), (0.02, 0.05)),
    "remarks": Rate((0.05, 0.30), (0.02, 0.10)),
    "objection": Rate((0.002, 0.01), (0.002, 0.01)),
    "others": Rate((0.01, 0.01), (0.01, 0.01)),
    "new_id": Rate((0.04, 0.04), (0.04, 0.04)),
}
"""The range of each habit for a planner and for a doer, around what was measured."""
SLOPPY_RATES: dict[str, Rate] = {
    "stale_pad": Rate((0.10, 0.50), (0.10, 0.50)),
    "paid_late": Rate((0.02, 0.10), (0.05, 0.15)),
    "forgotten": Rate((0.01, 0.04), (0.01, 0.04)),
}
"""What a table that keeps sloppy records does besides, or more often. Est."""


@dataclass(frozen=True)
class RecordHabits:
    """How a whole table keeps its record."""

    sequence: str = "usual"
    """When markers of the sequence move: `usual`, `early`, `round_end` (all in a row at the end of
    the round), `straight` (only to where they end the round), `once_forgotten`, `never`."""
    absent: frozenset[str] = frozenset()
    """Groups of auxiliary markers that are not used."""
    seat: str = "own"
    """Who sits at the keyboard: each side's `own` player, or `solo`, `observer`, `one` for all."""


SEQUENCES = {
    "usual": 0.45,
    "early": 0.12,
    "round_end": 0.12,
    "straight": 0.09,
    "once_forgotten": 0.12,
    "never": 0.10,
}
SEATS = {"own": 0.7, "solo": 0.12, "observer": 0.06, "one": 0.12}
ABSENT = 0.25
"""The chance that a sloppy table does not use a group of auxiliary markers."""


@dataclass(frozen=True)
class HumanNoise:
    """What of people's habits a simulated game shows."""

    habits: bool = False
    sloppy: bool = False
    """Also records that leave out or delay what the module offers for keeping track."""
    without: frozenset[str] = frozenset()
    """Habits that nobody has."""

    def people(self, sides: Iterable[str], chance: random.Random) -> dict[str, Habits]:
        """Habits for each side's player: half of them planners, half doers."""
        return {side: self._player(chance) for side in sides}

    def _player(self, chance: random.Random) -> Habits:
        if not self.habits:
            return Habits()
        planner = chance.random() < 0.5
        rates = RATES | SLOPPY_RATES if self.sloppy else RATES
        drawn = {}
        for field in fields(Habits):
            rate = rates.get(field.name, Rate())
            drawn[field.name] = chance.uniform(*(rate.planner if planner else rate.doer))
            if field.name in self.without:
                drawn[field.name] = 0.0
        return Habits(**drawn)

    def record(self, groups: Iterable[str], chance: random.Random) -> RecordHabits:
        """How the table keeps its record; `groups`: the game's groups of auxiliary markers."""
        if not self.sloppy:
            return RecordHabits()
        (sequence,) = chance.choices([*SEQUENCES], [*SEQUENCES.values()])
        (seat,) = chance.choices([*SEATS], [*SEATS.values()])
        absent = frozenset(group for group in sorted(groups) if chance.random() < ABSENT)
        return RecordHabits(sequence, absent, seat)


LASTING = frozenset(
    {
        "leftovers",
        "marker_late",
        "marker_early",
        "paid_late",
        "forgotten",
        "wrong_total",
        "misread",
        "wrong_piece",
    }
)
"""Habits of which something may be seen after the turn has ended."""
EXCURSIONS = frozenset(
    {
        "peek",
        "lifted",
        "along",
        "taken_back",
        "staged",
        "objection",
        "others",
    }
)
"""Habits by which pieces are for some steps where the game does not have them."""
QUIET = HumanNoise()
LIGHT = HumanNoise(habits=True, without=LASTING | EXCURSIONS)
IN_TURN = HumanNoise(habits=True, without=LASTING)
HUMAN = HumanNoise(habits=True)
SLOPPY = HumanNoise(habits=True, sloppy=True)
