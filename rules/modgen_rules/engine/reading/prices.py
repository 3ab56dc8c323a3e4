"""What each way in which a record differs from the play costs, and what a breach of a rule costs.

All readers of records take their prices from here. Prices are in nats: the negative logarithm of
how often records depart from the play in this way, or of how often a turn breaks a rule in just
this way. A reading costs the sum of the prices of what it supposes: a reading that costs a nat less
than another is 2.7 times as likely, and the cheapest is the likeliest.

What can be counted is counted in legal whole games of several sets (`counts.csv`, which `python -m
tests.kept.prices --write` regenerates and `--stored` prints). What is too rare in legal games to be
counted has an estimated price on the same scale. How carefully the players of a log keep the record
is estimated from the log and scales these prices (`habits.py`).
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

COUNTS = Path(__file__).with_name("counts.csv")


class Price(float):
    """The price in nats of a departure that was seen on some of a number of occasions."""

    seen: int
    chances: int

    def __new__(cls, seen: int, chances: int) -> Price:
        """From how often there was such a departure, and on how many occasions."""
        made = super().__new__(cls, nats(seen, chances))
        made.seen, made.chances = seen, chances
        return made


def nats(seen: float, chances: float) -> float:
    """The negative logarithm of a rate, with half an occasion added to each of both outcomes."""
    return -math.log((seen + 0.5) / (chances + 1))


def counted(name: str) -> Price:
    """The price of a departure by its row in `counts.csv`."""
    return Price(*_counts()[name])


@cache
def _counts() -> dict[str, tuple[int, int]]:
    """The counts of each price in all sets of games together."""
    found: dict[str, tuple[int, int]] = {}
    with COUNTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            seen, chances = found.get(row["price"], (0, 0))
            found[row["price"]] = seen + int(row["seen"]), chances + int(row["of"])
    return found


# --- breaches ------

BREACH = 17.5
"""An action that the rules do not allow in this turn, or a breach of the sequence of play."""
LEAST_BREACH = 15.0
"""The least that an illegal turn costs; a legal reading below it is taken at once."""
CHEAP = 21.9
"""No single stray change costs less, and no reading costs exactly this."""
RESIDUE = 20.0
"""A value that is wrong in a place."""
WORST = 140.0
"""What an illegal reading costs at most."""
BY_RULING = BREACH / 2
"""A breach of a clause that rests on a ruling: it is only suspect."""
REACTS_TO_NOTHING = 0.9 * BREACH
"""An action that answers another one, where there is nothing to answer."""
ODD = 4.0
"""An oddity of the record that a reader should hear of."""
ALIKE = 0.6
"""By how much a reading with fewer illegal turns may cost more and still leave a doubt."""

# --- how far a search goes ------

PLAIN = 0.75
"""A reading that costs less leaves nothing out that the record shows, and supposes nothing else."""
CLEAN = 3.5
"""A reading that costs less needs no second search."""
HOPELESS = 2 * BREACH
"""A reading that costs so much more than the best one is given up."""
BAD = WORST / 2
"""What illegal readings cost at most that are looked for first."""
LEVELS = (23.15, 38.15, 53.15, BAD, WORST)
"""Limits of cost in rising order. No reading costs exactly as much as one of the first three."""


def level(cost: float) -> float:
    """The first of the limits that a cost does not exceed; the last one for all beyond it."""
    return next((one for one in LEVELS if cost <= one), WORST)


# --- markers, announcements, seats ------

LATE_LEFTOVER = counted("LATE_LEFTOVER")
"""A marker that moves among the pieces of its turn."""
EARLY = 2.3
"""A marker that moves before all pieces of its turn; not counted apart from `OUTSIDE`."""
OUTSIDE = counted("OUTSIDE")
"""A marker that moves outside its turn."""
UNMARKED = counted("UNMARKED")
"""A marker that is never moved."""
PER_ACT = 0.25
"""Each act by which a marker or an announcement is off, on top."""
PASSED = 5.0
"""Each change of a place after the marker of an actor that passed."""
SAID_ELSEWHERE = counted("SAID_ELSEWHERE")
"""An announcement outside its turn."""
AHEAD = counted("AHEAD")
"""Something that was done before the actor's own announcement."""
OTHER_SEAT = counted("OTHER_SEAT")
"""An act that another player did."""
FOREIGN = 0.6
"""An act with other actors' pieces."""
MOST_EVIDENCE = 8.0
"""The most that the seats of players and the owners of pieces say against a turn."""
SEAMLESS = 0.75
"""A turn that ends where nothing shows an end; twice if the acts before and after change a
common place."""
SILENT = 2.5
"""An actor that did nothing, where markers are not kept."""
NO_TRACE = counted("NO_TRACE")
"""An action that left no trace in any place."""

# --- turns that end elsewhere, actors that should not act ------

UNFINISHED = 16.0
"""A log that breaks off in a turn."""
NEVER_FINISHED = 21.0
"""The same where no marker would show the end of the turn."""
TWO_UNFINISHED = 10.0
"""Each further actor whose pieces are in a turn that the log breaks off, on top."""
STALE = 2.5
"""Markers that were not moved in the round before."""
INTRUDER = 15.0
"""An actor that may not act, did so, and its marker does not show it, on top."""
TOUCHED = 1.5
"""The same where its marker was lifted out of its box and put back at once."""

# --- acts in another turn than where they stand ------

MOVED = counted("MOVED")
"""Acts that belong to a turn other than the one that has them in the record; once for a round."""
MOVED_EACH = 0.75
"""Each of these acts."""
LATE = counted("LATE")
"""A turn that is corrected only in a later round."""
SPLIT = 6.5
"""One change of a counter that serves two turns."""
MUCH = 12.5
"""How much cheaper a reading must be to be better if it has no fewer illegal turns."""
HOMEWARD = 0.5
"""The same where every act that it moves goes to the actor to whom it seems to belong."""
TAKEN = 12.5
"""Acts that a reading takes from a legal turn of the actor to whom they seem to belong."""
PLAINER = 2.0
"""How much cheaper a round must be without acts that belong to an earlier one."""
DEARER = 45.0
"""How much more two turns may cost with a boundary that makes the turn that gives acts legal."""
DEARER_TWICE = 5.0
"""The same where that turn stays illegal."""
HARDLY_ONE = 7.5
"""A legal turn that still costs so much without the acts at its boundary is hardly a turn."""
CLEARER = 0.2
"""How much less the record must say against another boundary between two turns."""
NEARLY = 5.0
"""How much more a preferred action may cost than one that may change anything."""
OF_THE_OTHER = 3.0
"""A change in a place that only the actor of the neighbouring turn announced."""

# --- acts away from the phase that the tracker shows ------

PHASE_LEFT_OUT = 0.5
"""An act in a phase that the tracker leaves out."""
PHASE_NEAR = 2.0
"""An act one phase off the tracker."""
PHASE_FAR = 5.0
"""An act further off the tracker."""
PHASE_RARE = 3.0
"""An act in a phase in which such acts are rare."""
PHASE_UNUSUAL = 1.5
"""An act in a phase in which there are such acts, but fewer than in others."""
PHASE_BACK = 7.4
"""A step back in the order of phases: a little less than an act two phases off in one left out."""
PHASE_ASTRAY = 12.5
"""An act far off a tracker that players keep up to date."""

# --- phases that end elsewhere than the tracker shows ------

TRACKER_SHIFTED = 4.5
"""A phase that ends elsewhere than the tracker moves."""
TRACKER_SHIFTED_ONCE = 21.0
"""The same if only the order of turns tells so, and the tracker is never late otherwise."""
TRACKER_EACH = 0.1
"""Each act between, on top."""
TRACKER_FORGOTTEN = 7.0
"""A phase to which the tracker was not moved."""
TRACKER_NEVER = 1.5
"""A further phase without the tracker."""
TRACKER_SLIPPED = 10.0
"""A tracker that went too far while the right phase is played next."""

# --- announcements and what was done ------

SAID_ELSE = 17.0
"""A place that was done but not announced, or announced but not done."""
SAID_UNTOUCHED = 8.0
"""An announced place in which nothing was done or paid for."""
PAWN_ELSE = 3.0
"""A place that differs from those that pawns mark without a word."""
OTHER_OPTION = 4.0
"""Another option than was announced."""
OTHER_ACTION = 7.5
"""Another action than was announced."""
OTHER_EXTRA = 3.0
"""Another action beside the main one than was announced."""
OTHER_KIND = 7.0
"""An event where an action was announced, or the reverse, on top."""
UNSAID = 12.5
"""An action beside the main one that nobody announced, beside other breaches."""
UNSAID_ALONE = 6.0
"""The same without other breaches."""
WRONG_BOX = 6.0
"""A marker in a box beside the right one."""
OTHER_ROW = 3.0
"""A marker in the other row of its track."""

# --- a move that may be of one of two kinds, as by land or by sea ------

CARRIED = 0.6 * BREACH
"""What speaks for a carried move: what carries pieces went the same way."""
SHOWN_KIND = 0.9 * BREACH
"""What speaks for the kind that the tracker shows."""
ON_FOOT = 0.4 * BREACH
"""What speaks against a carried move where nothing carries and the way is short."""
CARRIED_MORE = 0.05 * BREACH
"""Each carried move more, of readings that are as good."""
MOVES_MORE = 0.01 * BREACH
"""Each other move more, of readings that are as good."""

# --- what leaves no trace, or another one ------

UNSEEN = 2.5
"""A place selected without a trace, unless it was announced."""
UNSEEN_EXTRA = counted("UNSEEN_EXTRA")
"""The same for an action beside the main one; once a turn."""
UNSEEN_ALSO = 1.0
"""Each further place of that action without a trace."""
NOR_WORD = 9.5
"""An action without a trace where another one was announced, on top."""
NO_EFFECT = counted("NO_EFFECT")
"""An event that nobody announced and that changed nothing."""
UNUSED = 0.5
"""An option that allows a further action, without that action."""
TAKEN_BACK = counted("TAKEN_BACK")
"""A further action that takes the whole effect of the main one back."""
UNRECORDED = 25.0
"""Pieces taken away that the log never shows leaving their place."""
UNSHOWN = 6.0
"""The same where the log shows only what a turn comes to."""
MOVES_INSTEAD = 5.0
"""Pieces read as lifted where none was dragged: they may have moved."""
FAR_FETCHED = 3.0
"""Two actions, or pieces lifted, where one breach explains as much."""
NOT_PASSED = 1.0
"""A pass in which pieces or marks changed."""
ANOTHER_WAY = 6.0
"""Pieces that went another way than the log shows, to the same places."""
NOT_DRAGGED = 7.5
"""The same where the log shows none going from a place to another, on top."""

CAME_LATE = 0.1 * BREACH
"""A piece that came into play and moved late."""
DONE_NOWHERE = 250.0
"""A further action that was carried out in no place: then there was none."""
NO_PLACE = 30.0
"""The main action of a turn, carried out in no place."""
ONE_PLACE_MORE = 12.5
"""A second place where one is allowed, which is likelier than other limits overrun."""
MADE_OF_NOTHING = 25.0
"""Pieces that came from no place where they move."""

# --- dice ------

NO_DICE = 8.0
"""An action that needs a die in a log without dice."""
NO_DICE_NOR_WORD = 21.0
"""The same where something else was announced."""
IDLE_DICE = 10.0
"""Dice that nothing needs."""
AGAINST_DICE = 3.0
"""Dice that contradict a reading, on top: nobody mistakes what they show."""
DICE_OTHER_SEAT = 0.1
"""A roll from another seat."""
DICE_TRUSTED_SEAT = 18.5
"""The same where players act from their own seats."""
DICE_OTHER_SPEAKER = 6.5
"""A roll by another actor than has just announced one."""
DICE_KEPT_SPEAKER = 22.5
"""The same where somebody announces every roll."""
DICE_OTHER_TARGET = 8.0
"""An announcement that names a target that is not there."""
DICE_TOGETHER = 5.0
"""One throw for several actors."""
BATTLE_ELSEWHERE = 14.0
"""A roll away from the place of the marker of battles."""
BATTLE_ELSE_NAMED = 3.0
"""A roll away from the place that chat named last."""
BATTLE_KEPT_NAMED = BATTLE_ELSEWHERE + BATTLE_ELSE_NAMED
"""The same where chat names the places of battles in other phases, too: as much as a marker."""
BATTLE_UNMARKED = 2.0
"""A battle without a marker when other places have one."""
BATTLE_NEW = 0.5
"""A battle that begins."""
BATTLE_NO_LOSS = 1.5
"""A battle without a marker, or a hit, in another place than the next loss."""
OTHER_EXCHANGE = 4.0
"""A roll in another exchange than the marker shows."""
HIDDEN_EXCHANGE = 23.0
"""The first roll of it where the marker is turned on later."""
TOLD_EXCHANGE = 22.0
"""A roll in another exchange than the line says that tells the roll."""
NEXT_EXCHANGE = 0.25
"""The next exchange."""
MIXED = 5.0
"""A battle that goes on after dice of another one, the first time."""
MIXED_KEPT = 9.0
"""The same where seats or announcements tell who rolls."""
MIXED_AGAIN = 0.25
"""The same later."""

# --- losses, control ------

LOSS_EARLY = 1.5
"""A piece that is removed before the dice that hit it."""
LOSS_LATE = 2.0
"""A piece that is removed an exchange or a battle late."""
FORCED = 1.0
"""A piece removed for want of a retreat while the marker shows retreats."""
FORCED_UNSHOWN = 5.0
"""The same where it never does."""
FORCED_HIDDEN = 16.0
"""The same where it does so for other battles only."""
CONTROL_LATE = 1.5
"""A marker of control that is set after the piece has moved."""
SHOWN_LATE = 1.5
"""Tiles that are turned after the phase."""

# --- payments ------

WRONG_COUNTER = 15.0
"""A wrong counter."""
COUNTER_EACH = 0.2
"""Each unit of it, on top."""
UNPAID = 6.0
"""An action for which nothing at all was paid, on top."""
EARNED = 2.0
"""What speaks for an action that pays when there is too much."""
FROM_NOWHERE = 3.0
"""More than if nothing had been paid, on top."""
OVER_LIMIT = 16.5
"""A limit of places overrun."""
PAID_OTHERWISE = 10.0
"""More paid and earned than the log shows, with the same sum."""
DEAL = 8.0
"""A transfer between actors that nobody announced."""
HIDDEN_DEAL = 8.0
"""The same where a counter is still, or it pays for a place that nobody saw, on top."""
PASSING_DEAL = 12.0
"""The same with an actor that passes, on top."""
ONLY_PAID = 11.0
"""The same where the log shows a payment and nothing that was got, on top."""

# --- what may be a lapse instead of a breach, and is reported ---

BEHIND = 5.0
"""A marker that only repeats what the board shows, and was not moved."""
PUT_ASIDE = 5.0
"""A piece that lies off the map."""
ON_A_BORDER = 5.0
"""A piece that lies on the border of two places."""
OTHER_FACE = 5.0
"""A piece that shows the wrong one of its faces."""
OTHER_SET_UP = 5.0
"""A set-up that the game does not have."""
UNDONE_SEEN = 5.0
"""A die or a card that was undone after it had been seen."""
BEGUN = 2.5
"""Something that began before the log."""
ENDS = 2.5
"""Something that goes on after the log."""
OTHER_PLAYER = 5.0
"""Something that may be another player's, or put down for another."""

# --- changes that no action brings about ------

RESIDUE_EACH = 2.5
"""Each unit of a wrong value beyond the first."""
TOO_FAR = 5.0
"""How much less a shift costs that went a step too far."""
STRAY = 15.0
"""A wrong value with which nothing that was done there has to do, on top."""
DOUBT = 5.0
"""A reading of a rule that is open."""
ONE_STRAY = 23.0
"""A change that no part of a legal turn accounts for."""
TURNED = 22.0
"""The same of a piece that was only turned over."""
EXCHANGED = 3.0
"""Pieces of a place that were exchanged for others, on top."""
IN_A_PASS = 4.5
"""Pieces that move in a pass, on top: a neighbour's turn may have moved them."""
PLAINLY = 12.5
"""How much less one stray change must cost than what else explains a turn."""
AS_SAID = 11.5
"""The same beside the action that was announced."""
PASS_FIRST = 23.0
"""The first change of a place in a pass."""
PASS_NEXT = 10.0
"""Each other change of a place in a pass."""
PASS_COUNTER = 7.5
"""Each wrong counter of the actor's own in a pass."""

# --- battles that are read from their dice and losses ------

NO_SHOT = 2.5
"""A retreat without a parting shot."""
FOUND: Mapping[str, float] = {"illegal": 20.0, "suspect": 5.0, "cannot-tell": 2.5, "note": 0.5}
"""A finding by its verdict."""
ROUND_NOT_SHOWN = 0.5
"""A round that the marker does not show."""
LOSS_UNPAID = 7.5
"""A hit without a loss, or a loss without a hit."""
OTHER_BUTTON = 1.5
"""Dice of one kind that are read as those of another."""
OF_NO_BATTLE = 10.0
"""Several dice of a general button that are rolled in a battle and are not of it."""
LOYAL_FIRE = 3.0
"""Fire of somebody who never shows the side for which it speaks."""
ABSENT = 1.5
"""What speaks for a battle elsewhere rather than fire without a piece there."""
AFTER_ALL = 0.5
"""What speaks for an exchange too many rather than a second roll."""
LOYAL_MOVE = 1.5
"""A move of somebody who does not show the side for which it speaks soon."""

# --- moves of a counter and what they pay ------

OWED = 5.0
"""What is owed and never paid."""
PAYS_NOTHING = 7.5
"""A move without a reason."""
PAYS_SEVERAL = 6.0
"""A move at an end of the track for several things."""
PAYS_EARLY = 8.0
"""A move long before what it pays."""
PAYS_LATE = 1.0
"""A move long after what it pays."""
PAYS_IN_PARTS = 0.25
"""A move in several parts."""
PAYS_AHEAD = 1.0
"""A move somewhat before what it pays."""
PAYS_WRONGLY = 7.0
"""A move right after what it pays, by another number."""
PAYS_AWAY = 0.0025
"""Each act between a move and what it pays: of equals, the nearest is paid."""

# --- phases of an election ------

PAID_UNSEEN = 1.5
"""Something paid for otherwise than shown."""
