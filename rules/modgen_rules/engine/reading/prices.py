"""What each way in which a record differs from the play costs, and what a breach of a rule costs.

All readers of records take their prices from here. A reading is the cheaper the more likely it is:
a departure that people make often is cheap, a breach of a rule is dear. Where a departure can be
counted, its price has the count of the legal kept games (`tests/kept/prices.py`): how often there
was one, of how many occasions. How strictly the people of a log keep their record is learnt from
the log and multiplies these prices (`evidence.strictness`).
"""

from __future__ import annotations

import math


class Price(float):
    """A price, with the count behind it."""

    seen: int
    chances: int

    def __new__(cls, price: float, seen: int, chances: int) -> Price:
        """A price, how often there was such a departure, and on how many occasions."""
        made = super().__new__(cls, price)
        made.seen, made.chances = seen, chances
        return made

    @property
    def nats(self) -> float:
        """The negative logarithm of its rate, with half an occasion more of each kind."""
        return -math.log((self.seen + 0.5) / (self.chances + 1))


# --- breaches ------

BREACH = 3.5
"""An action that the rules do not allow in this turn, or a breach of the sequence of play."""
LEAST_BREACH = 3.0
"""The least that an illegal turn costs; a legal reading below it is taken at once."""
CHEAP = 4.38
"""No single stray change costs less, and no reading costs exactly this."""
RESIDUE = 4.0
"""A value that is wrong in a place."""
WORST = 28.0
"""What an illegal reading costs at most."""
ODD = 0.8
"""An oddity of the record that a reader should hear of."""
NEAR = 0.8
"""By how much a legal reading may cost more than an illegal one and still leave a doubt."""
ALIKE = 0.12
"""By how much a reading with fewer illegal turns may cost more and still leave a doubt."""

# --- markers, announcements, seats ------

LATE_LEFTOVER = Price(0.45, 20, 159)
"""A marker that moves among the pieces of its turn."""
EARLY = Price(0.35, 9, 159)
"""A marker that moves before all pieces of its turn."""
OUTSIDE = Price(0.7, 3, 159)
"""A marker that moves beside its turn."""
UNMARKED = Price(1.0, 0, 192)
"""A marker that is never moved."""
PER_ACT = 0.05
"""Each act by which a marker or an announcement is off, on top."""
PASSED = 1.0
"""Each change of a place after the marker of an actor that passed."""
SAID_ELSEWHERE = Price(0.6, 0, 98)
"""An announcement outside its turn."""
AHEAD = Price(0.35, 5, 98)
"""Something that was done before the actor's own announcement."""
OTHER_SEAT = Price(0.4, 7, 339)
"""An act that another player did."""
FOREIGN = 0.12
"""An act with other actors' pieces."""
MOST_EVIDENCE = 1.6
"""The most that seats and pieces say against a turn."""
SEAMLESS = 0.15
"""A turn that ends where nothing shows an end, and again in the midst of a place."""
SILENT = 1.0
"""An actor that did nothing, where markers are not kept."""
LEAST_FOREIGN = 3.0
"""What a turn costs at least in which something changed that its actor never changes."""
STRICTEST = 3.5
"""By how much more a departure counts in a log whose players never depart so."""
NO_TRACE = 1.5
"""An action that left no trace in any place."""

# --- turns that end elsewhere, actors that should not act ------

UNFINISHED = 3.2
"""A log that breaks off in a turn."""
NEVER_FINISHED = 4.2
"""The same where no marker would show the end of the turn."""
TWO_UNFINISHED = 2.0
"""Each further actor whose pieces are in a turn that the log breaks off, on top."""
STALE = 0.5
"""Markers that were not moved in the round before."""
INTRUDER = 3.0
"""An actor that may not act, did so, and its marker does not show it, on top."""
TOUCHED = 0.3
"""The same where its marker was lifted out of its box and put back at once."""

# --- acts in another turn than where they stand ------

MOVED = Price(1.1, 7, 128)
"""Acts that belong to another turn, once for a round."""
MOVED_EACH = 0.15
"""Each of these acts."""
LATE = 1.4
"""A turn that is corrected only in a later round."""
SPLIT = 1.3
"""One change of a counter that serves two turns."""
MUCH = 2.5
"""By how much a reading must be cheaper to be better with no fewer illegal turns."""
HOMEWARD = 0.1
"""The same where acts go to the turn of the actor to which they belong at first sight."""
TAKEN = 2.5
"""A turn mended by what is another actor's own in its legal turn."""
PLAINER = 0.4
"""How much plainer a later turn must be without the part of its payment that is an old one."""
DEARER = 9.0
"""How much more an illegal change may cost in the turn to which the record gives it."""
DEARER_TWICE = 1.0
"""The same where both turns are illegal."""
CLEARER = 0.04
"""By how much the record must speak for the other turn."""
NEARLY = 1.0
"""How much more than an action that may change anything another one may cost that is preferred."""
OF_THE_OTHER = 0.6
"""A change in a place that only the other actor announced."""

# --- acts away from the phase that the tracker shows ------

PHASE_LEFT_OUT = Price(0.1, 67, 258)
"""An act in a phase that the tracker leaves out."""
PHASE_NEAR = Price(0.4, 0, 5691)
"""An act one phase off the tracker."""
PHASE_FAR = Price(1.0, 44, 5691)
"""An act further off the tracker."""
PHASE_RARE = 0.6
"""An act in a phase in which such acts are rare."""
PHASE_BACK = 1.5
"""A step back in the order of phases."""

# --- phases that end elsewhere than the tracker shows ------

TRACKER_SHIFTED = Price(0.9, 0, 114)
"""A phase that ends elsewhere than the tracker moves."""
TRACKER_SHIFTED_ONCE = 4.2
"""The same if only the order of turns tells so, and the tracker is never late otherwise."""
TRACKER_EACH = 0.02
"""Each act between, on top."""
TRACKER_FORGOTTEN = Price(1.4, 0, 114)
"""A phase to which the tracker was not moved."""
TRACKER_NEVER = 0.3
"""A further phase without the tracker."""
TRACKER_SLIPPED = Price(2.0, 0, 114)
"""A tracker that went too far while the right phase is played next."""

# --- announcements and what was done ------

SAID_ELSE = 3.2
"""A place that was done but not announced, or announced but not done."""
SAID_UNTOUCHED = 1.6
"""An announced place in which nothing was done or paid for."""
PAWN_ELSE = 0.6
"""A place that differs from those that pawns mark without a word."""
OTHER_OPTION = 0.8
"""Another option than was announced."""
OTHER_ACTION = 1.5
"""Another action than was announced."""
OTHER_EXTRA = 0.6
"""Another action beside the main one than was announced."""
OTHER_KIND = 1.4
"""An event where an action was announced, or the reverse, on top."""
UNSAID = 2.5
"""An action beside the main one that nobody announced, beside other breaches."""
UNSAID_ALONE = 1.2
"""The same without other breaches."""
WRONG_BOX = 1.2
"""A marker in a box beside the right one."""
OTHER_ROW = 0.6
"""A marker in the other row of its track."""

# --- what leaves no trace, or another one ------

UNSEEN = 0.5
"""A place selected without a trace, unless it was announced."""
UNSEEN_EXTRA = 1.0
"""The same for an action beside the main one."""
NOR_WORD = 1.0
"""An action without a trace where another one was announced, on top."""
NO_EFFECT = 0.6
"""An event that nobody announced and that changed nothing."""
UNUSED = 0.1
"""An option that allows a further action, without that action."""
TAKEN_BACK = 1.6
"""A further action that takes the whole effect of the main one back."""
UNRECORDED = 5.0
"""Pieces taken away that the log never shows leaving their place."""
UNSHOWN = 1.2
"""The same where the log shows only what a turn comes to."""
MOVES_INSTEAD = 1.0
"""Pieces read as lifted where none was dragged: they may have moved."""
FAR_FETCHED = 0.6
"""Two actions, or pieces lifted, where one breach explains as much."""
NOT_PASSED = 0.2
"""A pass in which pieces or marks changed."""
ANOTHER_WAY = 1.2
"""Pieces that went another way than the log shows, to the same places."""
NOT_DRAGGED = 1.5
"""The same where the log shows none going from a place to another, on top."""

# --- dice ------

NO_DICE = 1.6
"""An action that needs a die in a log without dice."""
NO_DICE_NOR_WORD = 4.2
"""The same where something else was announced."""
IDLE_DICE = 2.0
"""Dice that nothing needs."""
AGAINST_DICE = 0.6
"""Dice that contradict a reading, on top: nobody mistakes what they show."""
DICE_OTHER_SEAT = 0.02
"""A roll from another seat."""
DICE_TRUSTED_SEAT = 3.7
"""The same where players act from their own seats."""
DICE_OTHER_SPEAKER = 1.3
"""A roll by another actor than has just announced one."""
DICE_KEPT_SPEAKER = 4.5
"""The same where somebody announces every roll."""
DICE_LOOSE_SPEAKER = 0.3
"""The same where the announcement may belong to the roll before."""
DICE_OTHER_SINGLE = 0.3
"""A die by another actor than that just before, one rolled at a time."""
DICE_SWITCH = 0.02
"""A die by another actor while the one just before has dice left."""
DICE_OTHER_TARGET = 1.6
"""An announcement that names a target that is not there."""
BATTLE_ELSEWHERE = 2.8
"""A roll away from the place of the marker of battles."""
BATTLE_UNMARKED = 0.4
"""A battle without a marker when other places have one."""
BATTLE_NEW = 0.1
"""A battle that begins."""
BATTLE_NO_LOSS = 0.3
"""A battle without a marker, or a hit, in another place than the next loss."""
OTHER_EXCHANGE = 0.8
"""A roll in another exchange than the marker shows."""
HIDDEN_EXCHANGE = 4.6
"""The first roll of it where the marker is turned on later."""
NEXT_EXCHANGE = 0.05
"""The next exchange."""
MIXED = 1.0
"""A battle that goes on after dice of another one, the first time."""
MIXED_KEPT = 1.8
"""The same where seats or announcements tell who rolls."""
MIXED_AGAIN = 0.05
"""The same later."""

# --- losses, control ------

LOSS_EARLY = 0.3
"""A piece that is removed before the dice that hit it."""
LOSS_LATE = 0.4
"""A piece that is removed an exchange or a battle late."""
FORCED = 0.2
"""A piece removed for want of a retreat while the marker shows retreats."""
FORCED_UNSHOWN = 1.0
"""The same otherwise."""
CONTROL_LATE = 0.3
"""A marker of control that is set after the piece has moved."""
SHOWN_LATE = 0.3
"""Tiles that are turned after the phase."""

# --- payments ------

WRONG_COUNTER = 3.0
"""A wrong counter."""
COUNTER_EACH = 0.04
"""Each unit of it, on top."""
UNPAID = 1.2
"""An action for which nothing at all was paid, on top."""
EARNED = 0.4
"""What speaks for an action that pays when there is too much."""
FROM_NOWHERE = 0.6
"""More than if nothing had been paid, on top."""
OVER_LIMIT = 3.3
"""A limit of places overrun."""
PAID_OTHERWISE = 2.0
"""More paid and earned than the log shows, with the same sum."""
DEAL = 1.6
"""A transfer between actors that nobody announced."""
HIDDEN_DEAL = 1.6
"""The same where a counter is still, or it pays for a place that nobody saw, on top."""
PASSING_DEAL = 2.4
"""The same with an actor that passes, on top."""
ONLY_PAID = 2.2
"""The same where the log shows a payment and nothing that was got, on top."""

# --- changes that no action brings about ------

RESIDUE_EACH = 0.5
"""Each unit of a wrong value beyond the first."""
TOO_FAR = 1.0
"""How much less a shift costs that went a step too far."""
STRAY = 3.0
"""A wrong value with which nothing that was done there has to do, on top."""
DOUBT = 1.0
"""A reading of a rule that is open."""
ONE_STRAY = 4.6
"""A change that no part of a legal turn accounts for."""
TURNED = 4.4
"""The same of a piece that was only turned over."""
EXCHANGED = 0.6
"""Pieces of a place that were exchanged for others, on top."""
IN_A_PASS = 0.9
"""Pieces that move in a pass, on top: a neighbour's turn may have moved them."""
PLAINLY = 2.5
"""How much less one stray change must cost than what else explains a turn."""
AS_SAID = 2.3
"""The same beside the action that was announced."""
PASS_FIRST = 4.6
"""The first change of a place in a pass."""
PASS_NEXT = 2.0
"""Each other change of a place in a pass."""
PASS_COUNTER = 1.5
"""Each wrong counter of the actor's own in a pass."""

# --- battles that are read from their dice and losses ------

NO_SHOT = 0.5
"""A retreat without a parting shot."""
ROUND_NOT_SHOWN = 0.1
"""A round that the marker does not show."""
LOSS_UNPAID = 1.5
"""A hit without a loss, or a loss without a hit."""
OTHER_BUTTON = 0.3
"""Dice of one kind that are read as those of another."""
LOYAL_FIRE = 0.6
"""Fire of somebody who never shows the side for which it speaks."""
ABSENT = 0.3
"""What speaks for a battle elsewhere rather than fire without a piece there."""
AFTER_ALL = 0.1
"""What speaks for an exchange too many rather than a second roll."""
LOYAL_MOVE = 0.3
"""A move of somebody who does not show the side for which it speaks soon."""

# --- moves of a counter and what they pay ------

PAYS_NOTHING = 1.5
"""A move without a reason."""
PAYS_SEVERAL = 1.2
"""A move at an end of the track for several things."""
PAYS_EARLY = 1.6
"""A move long before what it pays."""
PAYS_LATE = 0.2
"""A move long after what it pays."""
PAYS_IN_PARTS = 0.05
"""A move in several parts."""
PAYS_AHEAD = 0.2
"""A move somewhat before what it pays."""
PAYS_WRONGLY = 1.4
"""A move right after what it pays, by another number."""
PAYS_AWAY = 0.0005
"""Each act between a move and what it pays: of equals, the nearest is paid."""

# --- phases of an election ------

PAID_UNSEEN = 0.3
"""Something paid for otherwise than shown."""
