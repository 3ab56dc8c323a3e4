"""The turns of a card as findings and segments of the report (2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.sequence import NONE
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import Span, listed, worst
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData, Part
from modgen_rules.people_power.judging.causes import Causes
from modgen_rules.people_power.law.actions import ACTIVITIES
from modgen_rules.people_power.law.state import FACTIONS
from modgen_rules.people_power.reading.card_rules import CardReading, CardTurn
from modgen_rules.people_power.reading.judging import attacked, cheapest, dice_agree
from modgen_rules.people_power.reading.sequence import DONE, EXECUTED, STAYS, CardPlay
from modgen_rules.people_power.reading.turn import EVENTS, OP_ONLY, OP_SA, Declared, Reading, Turn
from modgen_rules.people_power.reading.turn_reading import unrecorded

ELIGIBLE, INELIGIBLE = "eligible", "ineligible"
SEQUENCE = "2.3.3.h"
"""The clause of the cylinder's box, for what only the record of a turn leaves open."""
NEXT_CARD = "2.3.a"
ANNOUNCED = "3.1.1.a"
GIVEN_UP = "what was done is not clear; the search for it was given up"
TOO_MUCH = "a log in which more steps are missing or out of order than the search can put right"
TURNED = "1.5.3.g"
"""The clause against Guerrillas turned over without a rule that says so."""


def report_card(data: AuditData, play: CardPlay, reading: CardReading) -> None:
    """Note the turns of a card, and what is left over at its end."""
    for n, played in enumerate(reading.turns):
        TurnReport(data, play, reading, played).report(_until(play, reading, n))
    title = wording.card_title(data.game, play.number)
    if reading.given_up and not reading.turns:
        where = Span(play.start + 1, max(play.start + 1, play.end))
        Part(data, title, where).find(SEQUENCE, GIVEN_UP, "cannot-tell", fact=TOO_MUCH)
    if reading.rest < len(reading.log):
        first, last = reading.log.acts[reading.rest].step, play.end
        unfinished = Part(data, title, Span(first, last))
        unfinished.segment(first - 1, last, "a turn that is not finished", "cannot-tell")


def _until(play: CardPlay, reading: CardReading, n: int) -> int:
    """The last step before the next turn's first event."""
    steps = [
        event.step
        for one in reading.turns[n + 1 :]
        for event in reading.log.acts[one.first : one.last]
    ]
    steps += [event.step for event in reading.log.acts[reading.rest :]]
    return min(steps) - 1 if steps else play.end


AGAINST_ORDER = {
    "2.3.a": "the Faction is Eligible but took no option before the next card",
    "2.3.1.b": "the Faction acted although it is Ineligible on this card",
    "2.3.1.c": "the Faction acted a second time on this card",
}
"""What a Faction did against clauses of the sequence of play."""


class TurnReport(Part):
    """A Faction's turn on a card under audit."""

    def __init__(
        self, data: AuditData, play: CardPlay, reading: CardReading, played: CardTurn
    ) -> None:
        self.play, self.reading, self.played = play, reading, played
        self.log, self.game, self.names = reading.log, data.game, data.board.names
        self.judged = played.judgement
        self.best = self.judged.readings[0] if self.judged.readings else None
        steps = self.log.steps(played.first, played.last)
        before = self.log.acts[played.first - 1].step if played.first else play.start
        self.start = steps[0] - 1 if steps and self.log.order_price else before
        self.end = max((step for step in steps if step <= play.end), default=self.start)
        where = Span(self.start + 1, max(self.end, self.start + 1))
        title = wording.turn_title(data.game, play.number, played.actor)
        super().__init__(data, title, where, played.actor)

    def report(self, until: int) -> None:
        """Note the turn; `until` is the last step before the next one."""
        played, judged = self.played, self.judged
        findings = self.data.builder.report.findings
        earlier = len(findings)
        for clause in played.broken:
            self.find(clause, self._breach_of_order(clause))
        if played.option == NONE and not played.broken:
            return
        story = ""
        if played.turn is not None and played.option != NONE:
            self._report_doubts(played.turn)
            self._report_record()
            self._report_announcement(played.turn)
            self._report_action(played.turn)
            self._report_dice(played.turn)
            story = self._story(self.best) if self.best else ""
        self._report_corrections()
        settled = self.play.end if self.log.order_price else max(until, self.end)
        self.data.note_position(self.end, self.actor, self.where, settled, self.title)
        verdict = worst(findings[earlier:])
        if (judged.opaque or self.reading.given_up) and not judged.legal:
            verdict = "cannot-tell"
        self.segment(self.start, self.end, story, verdict)

    def _name(self, id_: str | None) -> str:
        """The name of an option, Operation or Special Activity."""
        return wording.name_of(self.game, id_ or "")

    def _places(self, spaces: Iterable[int]) -> str:
        """The names of spaces."""
        return listed([self.names[n] for n in sorted(spaces)])

    def _story(self, reading: Reading) -> str:
        """What a reading of the turn says that the Faction did."""
        assert self.played.turn is not None
        return wording.story(self.game, self.played.turn, reading)

    def _breach_of_order(self, clause: str) -> str:
        """What a Faction did against the sequence of play; who should have come first."""
        if clause in AGAINST_ORDER:
            return AGAINST_ORDER[clause]
        if clause != "2.3.2.a":
            box = wording.box_name(self.game, self.played.box)
            what = f"cylinder went to {box}, which" if self.played.box else "option"
            return f"the {what} was not open"
        play, turns = self.play, self.reading.turns
        order = self.data.orders.get(play.number, FACTIONS)
        acted = [one.actor for one in turns[: turns.index(self.played)]]
        earlier = [
            who
            for who in order[: order.index(self.actor)]
            if who not in acted and who in (*play.eligible, *play.boxes)
        ]
        names, whole = (
            listed([self.game.sides[who].name for who in some]) for some in (earlier, order)
        )
        return f"the Faction acted before {names}; the order on the card is {whole}"

    # --- the record -------------------------------------------------------------------------------

    def _report_record(self) -> None:
        """What the record leaves open: a card turned over early, a cylinder not moved as it is."""
        data, played = self.data, self.played
        if 0 < self.play.drawn < self.where.last:
            message = "the next card was turned over before the turn was finished"
            self.find(NEXT_CARD, message, "note")
        box = wording.box_name(self.game, played.box)
        if not played.box and (data.boxed or (data.kept and played.option not in STAYS)):
            self.find(SEQUENCE, "the cylinder was not moved", lapse(prices.UNMARKED))
        elif played.box in EXECUTED:
            self.find(SEQUENCE, f"the cylinder went straight to the box {box}", "note")
        elif played.wrong_box:
            message = f"the cylinder lies in the box {box}, where it does not belong by the order"
            self.find(SEQUENCE, f"{message} of play", lapse(prices.WRONG_BOX))
        elif played.box and self.actor not in {mark.actor for mark in self.play.marks}:
            self.find(SEQUENCE, "the cylinder was moved only on the next card", "note")

    def _report_announcement(self, turn: Turn) -> None:
        """3.1.4: another option, another space or another Special Activity than was announced."""
        said, best = turn.declared, self.best
        if said is None or best is None or not self.judged.legal:
            return
        used = any(best.activity in pick.story for pick in best.explanation.picks)
        option = best.option if used or best.option != OP_SA else OP_ONLY
        if said.option and said.option != option and not _same_box(said.option, self.played):
            meant, did = self._name(said.option), self._name(best.option)
            self.find(
                SEQUENCE,
                f"{meant} was announced, but what was done is {did}",
                lapse(prices.OTHER_OPTION),
                expected=meant,
                observed=did,
                ask=f"which did the player mean, {meant} or {did}",
            )
        elif (
            said.spaces is not None
            and said.operation in (None, best.operation)
            and best.operation
            and best.option not in EVENTS
        ):
            self._report_announced_spaces(said, best)
        placed = (said.activity_spaces or frozenset()) - said.activity_left
        if said.option == best.option == OP_SA and said.activity and placed and not used:
            name, where = self._name(said.activity), self._places(placed)
            self.find(
                ACTIVITIES[said.activity].does,
                f"{name} was announced in {where}, but not carried out",
                lapse(prices.SAID_UNTOUCHED),
                ask=f"was {name} given up, or was it carried out in {where} but not recorded",
            )

    def _report_announced_spaces(self, said: Declared, best: Reading) -> None:
        """3.1.1: an Operation in other spaces than were announced."""
        picks, spaces = best.explanation.picks, said.spaces or frozenset()
        done = frozenset(n for n, pick in enumerate(picks) if best.operation in pick.story)
        wanted = (spaces - said.left) | (spaces & done)
        if done != wanted:
            name, announced, seen = self._name(best.operation), *map(self._places, (wanted, done))
            only = seen or "no space"
            self.find(
                ANNOUNCED,
                f"{name} was announced in {announced}, but carried out in {only}",
                lapse(prices.SAID_ELSE),
                expected=announced,
                observed=seen,
                ask=f"was {name} carried out, and paid for, in {announced}, or only in {only}",
            )

    def _report_corrections(self) -> None:
        """Say which pieces moved outside their turn and are read within it."""
        log, played = self.log, self.played
        steps = {event.step for event in log.acts[played.first : played.last] if event.moves}
        others = [
            event.step
            for one in self.reading.turns
            if one is not played
            for event in log.acts[one.first : one.last]
            if event.moves
        ]
        if log.order_price == 0.0:
            return
        outside = [
            step
            for step in sorted(steps)
            if step > self.play.end or (others and min(others) < step < max(others))
        ]
        if outside:
            message = f"the turn was corrected or completed at {wording.steps(outside)}"
            self.find(SEQUENCE, message, "note")

    # --- the action -------------------------------------------------------------------------------

    def _report_action(self, turn: Turn) -> None:
        """Findings of a turn that no legal action explains, or only by an open reading."""
        judged = self.judged
        if self.best is not None and judged.legal:
            self._report_legal(turn, self.best)
            return
        if self.reading.given_up:
            self.find(SEQUENCE, GIVEN_UP, "cannot-tell", fact=TOO_MUCH)
            return
        if judged.opaque:
            self.find("5.1.a", "", "cannot-tell", fact=f"the effect of card {turn.card}")
            return
        readings = judged.readings or cheapest(turn, self.data.effects, float("inf"))
        if not readings:
            self.find("3.1.b")
            return
        best = readings[0]
        rival, gap = self._rival()
        more, ask = "", _question([self._story(one) for one in readings])
        if self._of_an_earlier_log():
            more = "; it may put right something that was done before this log"
            ask = "was this done in this turn, or does it put right something of an earlier log"
        if self._begun_before():
            more = f"; the turn seems to have begun before this log{more}"
            ask = "did this turn begin in this log, or in an earlier one"
        if more:
            gap = min(gap, lapse(prices.BEGUN))
        if rival:
            more += f"; the log also allows a legal turn ({rival})"
            ask = f"was this {self._story(best) or 'something else'}, or was it {rival}"
        for cause in Causes(self.game, turn, readings).found():
            self.find(
                cause.clause,
                cause.message + more,
                gap,
                expected=cause.expected,
                observed=cause.observed,
                event=wording.event_text(self.game, turn.card, best.option),
                story=self._story(best),
                others=len(readings) - 1 + best.explanation.others,
                one_of=cause.one_of,
                firm=True,
                ask=ask,
            )

    def _report_legal(self, turn: Turn, best: Reading) -> None:
        """What a legal turn leaves open: a soft reading of a rule, pieces that are not shown."""
        for clause in best.doubts:
            message = f"{self._story(best)} is legal under only one reading of the rule"
            self.find(clause, message, lapse(prices.DOUBT))
        for n, pick in enumerate(best.explanation.picks):
            if clause := unrecorded(turn, n, pick):
                message = f"the log does not show all pieces that left {self.names[n]}; "
                message += "they may have come and gone in one move"
                self.find(clause, message, lapse(prices.UNSHOWN))

    def _begun_before(self) -> bool:
        """Whether the first turn of a log that begins in mid-card may have begun before it.

        The markers of Control and of the totals do not yet show what was done then.
        """
        first = self.play.start == 0 and self.log.moves[self.played.first] == 0
        return first and self.data.behind(0)

    def _of_an_earlier_log(self) -> bool:
        """Whether a turn is no more than a change or two with which a log begins in mid-card."""
        events = self.log.acts[self.played.first : self.played.last]
        moving = [event for event in events if event.moves]
        return (
            self.play.start == 0
            and not self.played.box
            and len(moving) <= windows.SLIPS
            and self.log.moves[self.played.first] == 0
            and not any(event.said or event.marks or event.rolls for event in events)
            and not any(event.counters & set(FACTIONS) for event in moving)
        )

    def _report_doubts(self, turn: Turn) -> None:
        """Guerrillas that are turned over in another Faction's turn, as a correction or wrongly."""
        for doubt in self.reading.doubts:
            turned = doubt.turn.turn
            if doubt.turn.actor != self.actor or turned is None:
                continue
            at, gap = wording.steps(doubt.steps), lapse(prices.LATE)
            if doubt.turn.judgement.legal:
                message = f"Guerrillas are turned over at {at}, in the middle of this turn; read "
                message += "as a correction of an earlier card"
                ask = "were these Guerrillas turned over in this turn, or does that put right an "
                ask += "earlier card"
                where = Span(doubt.steps[0], doubt.steps[-1])
                self.find(TURNED, message, gap, where, ask=ask)
                continue
            for cause in Causes(self.game, turned, doubt.turn.judgement.readings).found():
                self.find(
                    cause.clause,
                    f"{cause.message}; put right at {at}",
                    gap,
                    firm=True,
                    expected=cause.expected,
                    observed=cause.observed,
                )

    def _rival(self) -> tuple[str, float]:
        """The story of a legal reading that is nearly as good, or an empty text; and its gap."""
        if self.judged.rival is not None:
            return self._story(self.judged.rival), self.judged.gap
        rival = self.reading.rival
        if rival is None:
            return "", self.judged.gap
        for other in rival.turns:
            turn, judged = other.turn, other.judgement
            same = other.actor == self.actor and other.option != NONE
            if same and turn is not None and judged.legal and not other.broken:
                story = wording.story(self.game, turn, judged.readings[0])
                return story, rival.cost - self.reading.cost
        return "", self.judged.gap

    def _report_dice(self, turn: Turn) -> None:
        """3.4.3: one die for each space; more may be a second try, if a result differs."""
        best = self.best if self.judged.legal else None
        if best is None or not turn.rolls or best.operation != "attack" or best.option in EVENTS:
            return
        attacks = len(attacked(best))
        spare = len(turn.rolls) - attacks
        if spare > windows.SLIPS or (spare > 0 and not _dice_agree_anyhow(turn, best, attacks)):
            self.find(
                "3.4.3.c",
                wording.dice_rolled(len(turn.rolls), attacks),
                lapse(prices.IDLE_DICE),
                expected=wording.number_of(attacks, "die", "dice"),
                observed=wording.number_of(len(turn.rolls), "die", "dice"),
            )


def _question(stories: list[str]) -> str:
    """The question that decides between readings of a turn; empty if they tell the same."""
    meant, *others = stories
    other = next((one for one in others if one != meant), "")
    return f"was this meant as {meant}, or as {other}" if meant and other else ""


def _same_box(option: str, played: CardTurn) -> bool:
    return bool(played.box in DONE and option in DONE[played.box] and option not in EVENTS)


def _dice_agree_anyhow(turn: Turn, reading: Reading, number: int) -> bool:
    """Whether so many of the dice fit what was done, whichever of them are taken."""
    chosen = (replace(turn, rolls=rolls) for rolls in combinations(turn.rolls, number))
    return all(dice_agree(one, reading) for one in chosen)


def report_eligibility(
    data: AuditData, play: CardPlay, following: CardPlay, reading: CardReading | None
) -> None:
    """2.3.6, 6.6: where cylinders lie as the next card is turned over."""
    known = play.election if reading is None else not reading.given_up
    if following.election or not known:
        return
    expected = dict.fromkeys(FACTIONS, ELIGIBLE)
    unmarked: set[str] = set()
    for turn in reading.turns if reading else ():
        if turn.box not in STAYS and turn.option not in (*STAYS, NONE):
            expected[turn.actor] = INELIGIBLE
        if not turn.box:
            unmarked.add(turn.actor)
    for who, box in expected.items():
        title = wording.card_title(data.game, following.number)
        seen = following.settled.get(who, "")
        if not play.start and who not in play.boxes:
            continue  # what it did on this card came before the log
        if seen == box or not seen or who in unmarked:
            continue
        if seen in EXECUTED and box == INELIGIBLE:
            continue
        if following.revealed.get(who) == box or _adjusted_later(data, following, who, box):
            continue
        clause = "6.6.c" if play.election else "2.3.6.a" if box == ELIGIBLE else "2.3.6.b"
        if who in following.boxes and box == INELIGIBLE:
            title = wording.turn_title(data.game, following.number, who)
        gap = lapse(prices.BEHIND) if seen in DONE else CERTAIN
        step = _adjusted_at(data, play, following, who) if box == ELIGIBLE else following.start
        title = title if step == following.start else wording.card_title(data.game, play.number)
        data.find_wrong_box(clause, step, title, who, seen, box, gap)


def _adjusted_at(data: AuditData, play: CardPlay, following: CardPlay, who: str) -> int:
    """The step on the card before in which a cylinder left the box of its option.

    The step in which the next card is turned over, if it did not.
    """
    cylinders, step = data.index.cylinders, following.start
    seen = following.settled.get(who)
    while step > play.start + 1 and cylinders[step - 1].get(who) == seen:
        step -= 1
    done = cylinders[step - 1].get(who) not in (ELIGIBLE, INELIGIBLE, seen)
    return step if done and cylinders[step].get(who) == seen else following.start


def _adjusted_later(data: AuditData, play: CardPlay, who: str, box: str) -> bool:
    """Whether a cylinder reaches its box on the next card, before its own turn there."""
    until = next((mark.step for mark in play.marks if mark.actor == who), play.end)
    cylinders = data.index.cylinders[play.start : until]
    return any(boxes.get(who) == box for boxes in cylinders)
