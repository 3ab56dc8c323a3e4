"""How untidily people record a game: 27 habits, with rates drawn for each player.

The rates come from a real game of two people by e-mail (24 logs, 12,203 steps, 7,208 of them moves,
1,193 dice, 1,523 typed lines) and from a tutorial log of one person. One of the two players, the
planner, tries moves out and undoes them; the other, the doer, drags pieces in stages and corrects
by hand. Where neither log has an occasion for a habit, the range is an estimate, marked "est.".
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, fields

Range = tuple[float, float]


def _rate(
    planner: Range, doer: Range | None = None, sloppy: tuple[Range, Range] | None = None
) -> float:
    """A habit that nobody has unless its rate is drawn, from a range for planners or doers.

    The ranges are around what was measured. Without one for doers it is the same; `sloppy` are both
    for a table that keeps sloppy records. Est.
    """
    usual = (planner, doer or planner)
    found: float = field(default=0.0, metadata={False: usual, True: sloppy or usual})
    return found


@dataclass(frozen=True)
class Habits:
    """How often one player does something, from 0 to 1; per chance to do it unless stated."""

    undone: float = _rate((0.08, 0.16), (0.02, 0.04))
    """Move steps taken back with undo. Measured: 12.1 % and 2.6 %; 2 to 16 % in a log."""
    taken_back: float = _rate((0.02, 0.04), (0.02, 0.06))
    """A piece moved out and back by hand within ten steps. Measured: 2.5 to 3.0 %."""
    staged: float = _rate((0.1, 0.2), (0.25, 0.45))
    """A move by way of other spaces. Measured: 17 % and 34 % of moves."""
    local_order: float = _rate((1.0, 1.0))
    """Works space by space, each next to the last. Measured: median distance 2 against 20."""
    split: float = _rate((0.46, 0.46))
    """The pieces of a stack moved one by one to the same goal. Measured: 46 %."""
    stacked: float = _rate((0.1, 0.3))
    """Several pieces of a space in one drag. Measured: 19 % of move steps."""
    along: float = _rate((0.02, 0.05))
    """A wrong piece dragged along with a stack and put back. Est."""
    peek: float = _rate((0.003, 0.01))
    """A piece turned over and back in the next step, per move. Measured: 0.5 % of steps."""
    lifted: float = _rate((0.02, 0.05))
    """A piece lifted and put back on its place, per move. Measured: 3.3 % of steps."""
    nudged: float = _rate((0.01, 0.05))
    """A piece a few pixels off its usual point on a track or box. Measured: 2.9 %."""
    wrong_piece: float = _rate((0.005, 0.02))
    """A like piece removed, or a piece placed in another space, and put right. Measured: 0.7 %."""
    forgotten: float = _rate((0.002, 0.02), sloppy=((0.01, 0.04), (0.01, 0.04)))
    """A marker or payment forgotten: half made good in the turn, 40 % in the next, 10 % never."""
    paid_before: float = _rate((0.1, 0.1))
    """A track moved before the act that it pays for. Measured: 3 of 31; after it, 25 of 31."""
    paid_late: float = _rate((0.0, 0.05), (0.0, 0.1), sloppy=((0.02, 0.1), (0.05, 0.15)))
    """A track moved in a later turn. Measured: 3 of 31 not near the act."""
    wrong_total: float = _rate((0.0, 0.03), (0.0, 0.05))
    """A track put one or two boxes off and corrected later. Measured: 0 of 6; est."""
    marker_late: float = _rate((0.2, 0.3), (0.2, 0.4))
    """The marker of the sequence moved after the next player has begun. Measured: 2 of 5."""
    marker_early: float = _rate((0.0, 0.05))
    """The marker of the sequence moved before the act. Est."""
    leftovers: float = _rate((0.5, 0.9))
    """Turns of which some acts follow when the sequence has passed on. Measured: 4 of 5."""
    silent: float = _rate((0.1, 0.3), (0.6, 0.8))
    """A declaration left out. Measured: 12 of 68 by a talker; est. 70 % by a silent player."""
    late_pad: float = _rate((0.05, 0.2))
    """A declaration made after the acts. Measured: 3 of 9 order marks missing or late."""
    stale_pad: float = _rate((0.0, 0.0), sloppy=((0.1, 0.5), (0.1, 0.5)))
    """A declaration that repeats what the pad held in fields that were not chosen again. Est."""
    done_then_more: float = _rate((0.1, 0.2))
    """"Done" said, then more acts. Measured: 3 of 19."""
    declared_after_roll: float = _rate((0.005, 0.02), (0.005, 0.06))
    """Dice before the declaration. Measured: 2 of 206."""
    surplus_die: float = _rate((0.006, 0.02), (0.006, 0.06))
    """A die too many, ignored. Measured: 7 of 1,193 and 1 of 17."""
    batch: float = _rate((0.2, 0.4), (0.0, 0.1))
    """All dice of a turn first, then the results in order. Measured: 57 of 256 groups."""
    undone_die: float = _rate((0.01, 0.02), (0.005, 0.01))
    """A die undone; it returns with the same number. Measured: 12 of 13 undone dice in 1,193."""
    typed_die: float = _rate((0.0, 0.01))
    """A die typed as a line of chat. Measured: 7 of 1,200."""
    late_losses: float = _rate((0.1, 0.2))
    """A loss taken off 4 to 12 steps after the die. Measured: 14 % (86 % in 1 to 3 steps)."""
    misread: float = _rate((0.02, 0.05))
    """A result misread: a piece too many removed, put right in 1 to 12 steps. Measured: 3 %."""
    remarks: float = _rate((0.05, 0.3), (0.02, 0.1))
    """A line of chat, of the player or of somebody else, per step. Measured: 12.5 % of steps."""
    objection: float = _rate((0.002, 0.01))
    """A piece moved wrongly and put back by another player, per move. Measured: 2 in a turn."""
    others: float = _rate((0.01, 0.01))
    """A piece moved by another player than the one who acts. Measured: 1 % of piece moves."""
    new_id: float = _rate((0.04, 0.04))
    """The player comes back under another id, per game. Measured: 1 in 26 logs."""


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
        drawn = {}
        for one in fields(Habits):
            drawn[one.name] = chance.uniform(*one.metadata[self.sloppy][0 if planner else 1])
            if one.name in self.without:
                drawn[one.name] = 0.0
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
