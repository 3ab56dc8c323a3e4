"""What each way in which a record differs from the play costs, and what a breach of a rule costs.

All readers of records take their prices from here. A reading is the cheaper the more likely it is;
a departure that people make often is cheap, a breach of a rule is dear.
"""

from __future__ import annotations

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
NEAR = 0.8
"""By how much a legal reading may cost more than an illegal one and still leave a doubt."""
ALIKE = 0.12
"""By how much a reading with fewer illegal turns may cost more and still leave a doubt."""

# --- markers, announcements, seats ------

LATE_LEFTOVER = 0.45
"""A marker that moves among the pieces of its turn."""
EARLY = 0.35
"""A marker that moves before all pieces of its turn."""
OUTSIDE = 0.7
"""A marker that moves beside its turn."""
UNMARKED = 1.0
"""A marker that is never moved."""
PER_ACT = 0.05
"""Each act by which a marker or an announcement is off, on top."""
PASSED = 1.0
"""Each change of a place after the marker of an actor that passed."""
SAID_ELSEWHERE = 0.6
"""An announcement outside its turn."""
AHEAD = 0.35
"""Something that was done before the actor's own announcement."""
OTHER_SEAT = 0.4
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

MOVED = 1.1
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

PHASE_LEFT_OUT = 0.1
"""An act in a phase that the tracker leaves out."""
PHASE_NEAR = 0.4
"""An act one phase off the tracker."""
PHASE_FAR = 1.0
"""An act further off the tracker."""
PHASE_RARE = 0.6
"""An act in a phase in which such acts are rare."""
PHASE_BACK = 1.5
"""A step back in the order of phases."""

# --- phases that end elsewhere than the tracker shows ------

TRACKER_SHIFTED = 0.9
"""A phase that ends elsewhere than the tracker moves."""
TRACKER_SHIFTED_ONCE = 4.2
"""The same if only the order of turns tells so, and the tracker is never late otherwise."""
TRACKER_EACH = 0.02
"""Each act between, on top."""
TRACKER_FORGOTTEN = 1.4
"""A phase to which the tracker was not moved."""
TRACKER_NEVER = 0.3
"""A further phase without the tracker."""
TRACKER_SLIPPED = 2.0
"""A tracker that went too far while the right phase is played next."""
