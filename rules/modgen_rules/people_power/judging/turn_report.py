"""The turns of a card as findings and segments of the report (2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.sequence import NONE
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import Span, listed, worst
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData
from modgen_rules.people_power.judging.causes import DOES, causes
from modgen_rules.people_power.law.state import FACTIONS
from modgen_rules.people_power.reading.card_rules import CardReading, CardTurn
from modgen_rules.people_power.reading.judging import attacked, cheapest, dice_agree
from modgen_rules.people_power.reading.sequence import DONE, EXECUTED, STAYS, CardPlay
from modgen_rules.people_power.reading.turn import EVENTS, OP_ONLY, OP_SA, Reading, Turn
from modgen_rules.people_power.reading.turn_reading import unrecorded

ELIGIBLE, INELIGIBLE = "eligible", "ineligible"
SEQUENCE = "2.3.3.h"
"""The clause of the cylinder's box, for what only the record of a turn leaves open."""
NEXT_CARD = "2.3.a"
ANNOUNCED = "3.1.1.a"
MEANT = "which did the player mean, {} or {}"
"""What to ask where an announcement and what was done disagree."""
TOO_MUCH = "a log in which more steps are missing or out of order than the search can put right"
TURNED = "1.5.3.g"
"""The clause against Guerrillas turned over without a rule that says so."""


def report_card(data: AuditData, play: CardPlay, reading: CardReading) -> None:
    """Note the turns of a card, and what is left over at its end."""
    for n, played in enumerate(reading.turns):
        until = _until(play, reading, n)
        _report_turn(data, play, reading, played, until)
    if reading.given_up and not reading.turns:
        where = Span(play.start + 1, max(play.start + 1, play.end))
        _report_given_up(data, where, "", wording.card_title(data.game, play.number))
    if reading.rest < len(reading.log):
        first = reading.log.acts[reading.rest].step
        data.builder.segment(
            wording.card_title(data.game, play.number),
            "",
            first - 1,
            play.end,
            "a turn that is not finished",
            "cannot-tell",
        )


def _until(play: CardPlay, reading: CardReading, n: int) -> int:
    """The last step before the next turn's first event."""
    steps = [
        event.step
        for one in reading.turns[n + 1 :]
        for event in reading.log.acts[one.first : one.last]
    ]
    if reading.rest < len(reading.log):
        steps += [event.step for event in reading.log.acts[reading.rest :]]
    return min(steps) - 1 if steps else play.end


def _report_turn(
    data: AuditData, play: CardPlay, reading: CardReading, played: CardTurn, until: int
) -> None:
    log = reading.log
    steps = log.steps(played.first, played.last)
    before = log.acts[played.first - 1].step if played.first else play.start
    start = steps[0] - 1 if steps else before
    if log.order_price == 0.0:
        start = before
    within = [step for step in steps if step <= play.end]
    end = max(within) if within else start
    where = Span(start + 1, max(end, start + 1))
    title = wording.turn_title(data.game, play.number, played.actor)
    builder = data.builder
    earlier = len(builder.report.findings)
    for clause in played.broken:
        message = _breach_of_order(data, reading, played, clause)
        builder.find(clause, "illegal", where, played.actor, title, message=message)
    turn = played.turn
    judged = played.judgement
    if played.option == NONE and not played.broken:
        return
    if turn is not None and played.option != NONE:
        _report_doubts(data, reading, played, where, title)
        _report_record(data, play, played, where, title)
        _report_action(data, reading, played, where, title)
        _report_dice(data, turn, played, where, title)
    _report_corrections(data, reading, played, where, title)
    settled = play.end if log.order_price else max(until, end)
    data.note_position(end, played.actor, where, settled, title)
    story = ""
    if turn is not None and judged.readings and played.option != NONE:
        story = wording.story(data.game, turn, judged.readings[0])
    verdict = worst(builder.report.findings[earlier:])
    if (judged.opaque or reading.given_up) and not judged.legal:
        verdict = "cannot-tell"
    builder.segment(title, played.actor, start, end, story, verdict)


def _breach_of_order(data: AuditData, reading: CardReading, played: CardTurn, clause: str) -> str:
    """What a Faction did against the sequence of play, with those who should have come first."""
    if clause != "2.3.2.a":
        return wording.breach_of_order(data.game, clause, played.box)
    order = data.orders.get(reading.log.play.number, FACTIONS)
    acted = [one.actor for one in reading.turns[: reading.turns.index(played)]]
    earlier = [
        who
        for who in order[: order.index(played.actor)]
        if who not in acted and who in (*reading.log.play.eligible, *reading.log.play.boxes)
    ]
    names, whole = (
        listed([data.game.sides[who].name for who in some]) for some in (earlier, order)
    )
    return f"the Faction acted before {names}; the order on the card is {whole}"


def _report_record(
    data: AuditData, play: CardPlay, played: CardTurn, where: Span, title: str
) -> None:
    """What the record leaves open: a cylinder not moved, the wrong box, another announcement."""
    find = data.builder.find
    if 0 < play.drawn < where.last:
        message = "the next card was turned over before the turn was finished"
        find(NEXT_CARD, "note", where, played.actor, title, message=message)
    if not played.box and (data.boxed or (data.kept and played.option not in STAYS)):
        message = "the cylinder was not moved"
        find(SEQUENCE, lapse(prices.UNMARKED), where, played.actor, title, message=message)
    elif played.box in EXECUTED:
        box = wording.box_name(data.game, played.box)
        message = f"the cylinder went straight to the box {box}"
        find(SEQUENCE, "note", where, played.actor, title, message=message)
    elif played.wrong_box:
        message = f"the cylinder lies in the box {wording.box_name(data.game, played.box)}, "
        message += "where it does not belong by the order of play"
        find(SEQUENCE, lapse(prices.WRONG_BOX), where, played.actor, title, message=message)
    elif played.box and played.actor not in {mark.actor for mark in play.marks}:
        message = "the cylinder was moved only on the next card"
        find(SEQUENCE, "note", where, played.actor, title, message=message)
    said = played.turn.declared if played.turn else None
    if said is None or not played.judgement.legal:
        return
    best = played.judgement.readings[0]
    used = any(best.activity in pick.story for pick in best.explanation.picks)
    option = best.option if used or best.option != OP_SA else OP_ONLY
    if said.option and said.option != option and not _same_box(said.option, played):
        find(
            SEQUENCE,
            lapse(prices.OTHER_OPTION),
            where,
            played.actor,
            title,
            expected=wording.name_of(data.game, said.option),
            observed=wording.name_of(data.game, best.option),
            message=f"{wording.name_of(data.game, said.option)} was announced, but what was done "
            f"is {wording.name_of(data.game, best.option)}",
            ask=MEANT.format(
                *(wording.name_of(data.game, one) for one in (said.option, best.option))
            ),
        )
    elif (
        said.spaces is not None
        and said.operation in (None, best.operation)
        and best.operation
        and best.option not in EVENTS
    ):
        done = frozenset(
            n for n, pick in enumerate(best.explanation.picks) if best.operation in pick.story
        )
        wanted = (said.spaces - said.left) | (said.spaces & done)
        if done != wanted:
            names = data.board.names
            announced, seen = (listed([names[n] for n in sorted(one)]) for one in (wanted, done))
            find(
                ANNOUNCED,
                lapse(prices.SAID_ELSE),
                where,
                played.actor,
                title,
                message=f"{wording.name_of(data.game, best.operation)} was announced in "
                f"{announced}, but carried out in {seen or 'no space'}",
                expected=announced,
                observed=seen,
                ask=f"was {wording.name_of(data.game, best.operation)} carried out, and paid "
                f"for, in {announced}, or only in {seen or 'no space'}",
            )
    placed = (said.activity_spaces or frozenset()) - said.activity_left
    if said.option == best.option == OP_SA and said.activity and placed and not used:
        where_placed = listed([data.board.names[n] for n in sorted(placed)])
        find(
            DOES[said.activity],
            lapse(prices.SAID_UNTOUCHED),
            where,
            played.actor,
            title,
            message=f"{wording.name_of(data.game, said.activity)} was announced in "
            f"{where_placed}, but not carried out",
            ask=f"was {wording.name_of(data.game, said.activity)} given up, or was it carried "
            f"out in {where_placed} but not recorded",
        )


def _same_box(option: str, played: CardTurn) -> bool:
    return bool(played.box in DONE and option in DONE[played.box] and option not in EVENTS)


def _report_action(
    data: AuditData, reading: CardReading, played: CardTurn, where: Span, title: str
) -> None:
    """Findings of a turn that no legal action explains, or only by an open reading."""
    find = data.builder.find
    judged, turn = played.judgement, played.turn
    assert turn is not None
    if judged.legal:
        story = wording.story(data.game, turn, judged.readings[0])
        for clause in judged.readings[0].doubts:
            message = f"{story} is legal under only one reading of the rule"
            find(clause, lapse(prices.DOUBT), where, turn.actor, title, message=message)
        for n, pick in enumerate(judged.readings[0].explanation.picks):
            if clause := unrecorded(turn, n, pick):
                find(
                    clause,
                    lapse(prices.UNSHOWN),
                    where,
                    turn.actor,
                    title,
                    message="the log does not show "
                    f"all pieces that left {data.board.names[n]}; they may have come and gone in "
                    "one move",
                )
        return
    if reading.given_up:
        _report_given_up(data, where, turn.actor, title)
        return
    if judged.opaque:
        find(
            "5.1.a", "cannot-tell", where, turn.actor, title, fact=f"the effect of card {turn.card}"
        )
        return
    readings = judged.readings or cheapest(turn, data.effects)
    if not readings:
        find("3.1.b", "illegal", where, turn.actor, title)
        return
    best = readings[0]
    rival, gap = _rival(data, reading, played)
    found = causes(data.game, turn, readings)
    earlier = _of_an_earlier_log(reading, played)
    begun = _begun_before(data, reading, played)
    if begun or earlier:
        gap = min(gap, lapse(prices.BEGUN))
    ask = _question(data, turn, readings, rival, earlier, begun)
    for cause in found:
        message = cause.message
        if begun:
            message += "; the turn seems to have begun before this log"
        if earlier:
            message += "; it may put right something that was done before this log"
        if rival:
            message += f"; the log also allows a legal turn ({rival})"
        find(
            cause.clause,
            gap,
            where,
            turn.actor,
            title,
            message=message,
            expected=cause.expected,
            observed=cause.observed,
            event=wording.event_text(data.game, turn.card, best.option),
            story=wording.story(data.game, turn, best),
            others=len(readings) - 1 + best.explanation.others,
            one_of=cause.one_of,
            firm=True,
            ask=ask,
        )


def _question(
    data: AuditData,
    turn: Turn,
    readings: Sequence[Reading],
    rival: str,
    earlier: bool,
    begun: bool,
) -> str:
    """The question that decides between two readings of an illegal turn; empty for one reading."""
    stories = [wording.story(data.game, turn, one) for one in readings]
    meant = next(iter(stories), "")
    if rival:
        return f"was this {meant or 'something else'}, or was it {rival}"
    if begun:
        return "did this turn begin in this log, or in an earlier one"
    if earlier:
        return "was this done in this turn, or does it put right something of an earlier log"
    other = next((one for one in stories[1:] if one != meant), "")
    return f"was this meant as {meant}, or as {other}" if meant and other else ""


def _report_given_up(data: AuditData, where: Span, actor: str, title: str) -> None:
    message = "what was done is not clear; the search for it was given up"
    data.builder.find(SEQUENCE, "cannot-tell", where, actor, title, message=message, fact=TOO_MUCH)


def _begun_before(data: AuditData, reading: CardReading, played: CardTurn) -> bool:
    """Whether the first turn of a log that begins in mid-card may have begun before it.

    The markers of Control and of the totals do not yet show what was done then.
    """
    log = reading.log
    first = log.play.start == 0 and log.moves[played.first] == 0
    return first and data.behind(0)


def _of_an_earlier_log(reading: CardReading, played: CardTurn) -> bool:
    """Whether a turn is no more than a change or two with which a log begins in mid-card."""
    log = reading.log
    events = log.acts[played.first : played.last]
    moving = [event for event in events if event.moves]
    return (
        log.play.start == 0
        and not played.box
        and len(moving) <= windows.SLIPS
        and log.moves[played.first] == 0
        and not any(event.said or event.marks or event.rolls for event in events)
        and not any(event.counters & set(FACTIONS) for event in moving)
    )


def _report_doubts(
    data: AuditData, reading: CardReading, played: CardTurn, where: Span, title: str
) -> None:
    """Guerrillas that are turned over in another Faction's turn, as a correction or wrongly."""
    for doubt in reading.doubts:
        turn = doubt.turn.turn
        if doubt.turn.actor != played.actor or turn is None:
            continue
        at = wording.steps(doubt.steps)
        if doubt.turn.judgement.legal:
            data.builder.find(
                TURNED,
                lapse(prices.LATE),
                Span(doubt.steps[0], doubt.steps[-1]),
                played.actor,
                title,
                message=f"Guerrillas are turned over at {at}, in the middle of this turn; read as "
                "a correction of an earlier card",
                ask="were these Guerrillas turned over in this turn, or does that put right an "
                "earlier card",
            )
            continue
        why = f"put right at {at}"
        for cause in causes(data.game, turn, doubt.turn.judgement.readings):
            data.builder.find(
                cause.clause,
                lapse(prices.LATE),
                where,
                played.actor,
                title,
                firm=True,
                message=f"{cause.message}; {why}",
                expected=cause.expected,
                observed=cause.observed,
            )


def _rival(data: AuditData, reading: CardReading, played: CardTurn) -> tuple[str, float]:
    """The story of a legal reading that is nearly as good, or an empty text; and the gap to it."""
    if played.judgement.rival is not None and played.turn is not None:
        story = wording.story(data.game, played.turn, played.judgement.rival)
        return story, played.judgement.gap
    for other in reading.rival:
        turn, judged = other.turn, other.judgement
        same = other.actor == played.actor and other.option != NONE
        if same and turn is not None and judged.legal and not other.broken:
            return wording.story(data.game, turn, judged.readings[0]), reading.gap
    return "", played.judgement.gap


def _report_dice(data: AuditData, turn: Turn, played: CardTurn, where: Span, title: str) -> None:
    """3.4.3: one die for each space; more of them may be a second try, if a result differs."""
    best: Reading | None = played.judgement.readings[0] if played.judgement.legal else None
    if best is None or not turn.rolls or best.operation != "attack" or best.option in EVENTS:
        return
    attacks = len(attacked(best))
    spare = len(turn.rolls) - attacks
    if spare > windows.SLIPS or (spare > 0 and not _dice_agree_anyhow(turn, best, attacks)):
        data.builder.find(
            "3.4.3.c",
            lapse(prices.IDLE_DICE),
            where,
            turn.actor,
            title,
            message=wording.dice_rolled(len(turn.rolls), attacks),
            expected=wording.number_of(attacks, "die", "dice"),
            observed=wording.number_of(len(turn.rolls), "die", "dice"),
        )


def _dice_agree_anyhow(turn: Turn, reading: Reading, number: int) -> bool:
    """Whether so many of the dice fit what was done, whichever of them are taken."""
    chosen = (replace(turn, rolls=rolls) for rolls in combinations(turn.rolls or (), number))
    return all(dice_agree(one, reading) for one in chosen)


def _report_corrections(
    data: AuditData, reading: CardReading, played: CardTurn, where: Span, title: str
) -> None:
    """Say which pieces moved outside their turn and are read within it."""
    events = reading.log.acts[played.first : played.last]
    steps = [event.step for event in events if event.moves]
    others = [
        event.step
        for one in reading.turns
        if one is not played
        for event in reading.log.acts[one.first : one.last]
        if event.moves
    ]
    if reading.log.order_price == 0.0 or not steps:
        return
    late = [step for step in steps if any(step > other for other in others)]
    ahead = [step for step in steps if any(step < other for other in others)]
    outside = sorted((set(late) & set(ahead)) | {s for s in steps if s > reading.log.play.end})
    if outside:
        message = f"the turn was corrected or completed at {wording.steps(outside)}"
        data.builder.find(SEQUENCE, "note", where, played.actor, title, message=message)


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
        side = data.game.sides[who].name
        if who in following.boxes and box == INELIGIBLE:
            title = wording.turn_title(data.game, following.number, who)
        gap = lapse(prices.BEHIND) if seen in DONE else CERTAIN
        step = _adjusted_at(data, play, following, who) if box == ELIGIBLE else following.start
        title = title if step == following.start else wording.card_title(data.game, play.number)
        data.builder.find(
            clause,
            gap,
            Span(step, step),
            who,
            title,
            message=wording.wrong_box(data.game, side, seen, box),
            expected=box,
            observed=seen,
        )


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
