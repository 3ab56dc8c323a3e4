"""Election Rounds as findings and segments of the report (6.0)."""

from __future__ import annotations

from dataclasses import replace

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Explanation, core
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reading.verdicts import verdict as verdict_by
from modgen_rules.engine.reports.findings import Span, TurnVerdict, listed, worst
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData
from modgen_rules.people_power.law import election
from modgen_rules.people_power.law.state import AID, FACTIONS, FIELDS, GOV, NPA, Space, State
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.reading.round_phases import REDEPLOY, RoundPhases
from modgen_rules.people_power.reading.sequence import CardPlay

ROUND = "election_round"
"""The Election Round in the game's sequence."""

NO_ROUND = "the next card was turned over, but no Election Round was played"
BEGUN = "The Round seems to have begun before this log."


def report_round(  # noqa: PLR0912
    data: AuditData, play: CardPlay, title: str
) -> bool:
    """Note an Election Round; returns whether the game ended in it, or the log before its end."""
    index, find = data.index, data.builder.find
    before, after = index.states[play.start], index.states[play.end]
    where = Span(play.start, max(play.start, play.end))
    earlier = len(data.builder.report.findings)
    final = play.number == index.cards_of.final
    over = final or any(value > 0 for value in before.after_strikes().margins(data.board).values())
    if play.last and before == after and not over:
        data.builder.segment(title, "", play.start, play.end, "not played yet", "cannot-tell")
        return True
    paths = _resources(data, play)
    ready = RoundPhases(index, play).before_reset()
    found = election.round_of(before, after, data.board, victory=final, paths=paths, ready=ready)
    if over and not final:
        ended = election.round_of(before, after, data.board, victory=True)
        found = min((one for one in (found, ended) if one), key=lambda one: one[0].cost)
    if found and found[0].broken and ready is not None and not over:
        found = _aligned_in_reset(data, play, ready, found, title)
    lying = [n for n, place in index.cards[play.start].items() if place.startswith(acts.HELD)]
    verdict: TurnVerdict = "ok"
    if (
        final
        and lying
        and (_report_acts(data, play, title) or _explained_by_acts(data, play, lying))
    ):
        found = []
    complete = not play.last or final or _reset(data, play)
    if not complete and found and found[0].broken:
        verdict = "cannot-tell"
        _report_over(data, play, title)
    elif found and complete:
        if final and lying and found[0].broken:
            find("5.4.b", "illegal", where, "", title)
        if final or not data.unchanged(play.start, play.end):
            _report_breaches(data, play, found, where, title, ready)
        elif found[0].broken and not over:
            find("6.0", "illegal", where, "", title, message=NO_ROUND)
    if over and not final and (before != after or not play.last):
        _report_victory(data, play, where, title)
    if play.last and complete and not over:
        _report_cylinders(data, play, where, title)
    for who in _acting(data, play):
        find("2.4.a", "illegal", where, who, title)
    _report_phases(data, play, title)
    if not play.last:
        if final:
            find("2.4.2", "illegal", where, "", title)
        data.note_position(play.end, "", where, title=title)
    findings = data.builder.report.findings[earlier:]
    if _begun_before(data, play):
        findings = [
            replace(
                one,
                verdict=verdict_by(lapse(prices.BEGUN)),
                gap=lapse(prices.BEGUN),
                message=f"{one.message} {BEGUN}",
            )
            if one.verdict == "illegal"
            else one
            for one in findings
        ]
        data.builder.report.findings[earlier:] = findings
    data.builder.segment(
        title,
        "",
        play.start,
        play.end,
        "Election Round",
        verdict if verdict != "ok" else worst(findings),
    )
    return over or not complete


def _begun_before(data: AuditData, play: CardPlay) -> bool:
    """Whether the card lies there as the log begins, and nobody's Resources rise after that."""
    before = data.index.states[play.start]
    incomes = election.incomes(before, data.board)
    paths = _resources(data, play)
    return play.start == 0 and not any(
        max(paths[who]) > before.track(who) for who in FACTIONS if incomes[who] > before.track(who)
    )


def _aligned_in_reset(
    data: AuditData, play: CardPlay, ready: State, found: list[Explanation], title: str
) -> list[Explanation]:
    """6.6.f: alignments that changed in the Reset phase, where that explains a Round better.

    Returns the readings of the Round without them. A shift of the Support phase that was only
    noted late belongs to that phase: its Round is right as it ends.
    """
    index = data.index
    before, after = index.states[play.start], index.states[play.end]
    changed = [
        n
        for n, (a, b) in enumerate(zip(ready.spaces, after.spaces, strict=True))
        if a.alignment != b.alignment
    ]
    spaces = [
        one._replace(alignment=was.alignment)
        for was, one in zip(ready.spaces, after.spaces, strict=True)
    ]
    paths = _resources(data, play)
    settled = after._replace(spaces=tuple(spaces))
    others = election.round_of(before, settled, data.board, paths=paths, ready=ready)
    if not changed or not others or others[0].cost >= found[0].cost:
        return found
    for n in changed:
        steps = range(play.end, play.start, -1)
        step = next(
            k
            for k in steps
            if index.states[k - 1].spaces[n].alignment != index.states[k].spaces[n].alignment
        )
        message = f"the alignment of {data.board.names[n]} was changed in the Reset phase"
        data.builder.find("6.6.f", "illegal", Span(step, step), "", title, message=message)
    return others


def _resources(data: AuditData, play: CardPlay) -> dict[str, list[int]]:
    """Each Faction's Resources at every step of a Round."""
    states = data.index.states[play.start : play.end + 1]
    return {who: [state.track(who) for state in states] for who in FACTIONS}


def _report_acts(data: AuditData, play: CardPlay, title: str) -> bool:
    """5.4.b, 6.1.2.b: Acts that the log shows one by one; returns whether it shows them so."""
    index, find = data.index, data.builder.find
    shown = acts.played(index, play.start, play.end, data.board, data.game)
    for one in shown:
        name, who = data.game.card[str(one.card)].title, acts.owner(one.card)
        state = index.states[one.first - 1].after_strikes()
        if one.done and not acts.CONDITIONS[one.card](state, data.board):
            message = f"{name} is carried out, though its condition is not met"
            find("5.4.b", "illegal", Span(one.first, one.last), who, title, message=message)
    start = index.states[play.start].after_strikes()
    late = acts.out_of_turn(shown, start, data.board)
    if late is not None:
        name, who = data.game.card[str(late.card)].title, acts.owner(late.card)
        message = f"{name} comes after an Act of a Faction with a higher margin"
        find("6.1.2.b", "illegal", Span(late.first, late.last), who, title, message=message)
    return bool(shown)


def _explained_by_acts(data: AuditData, play: CardPlay, lying: list[int]) -> bool:
    """5.4: whether Acts of Desperation account for the final Victory phase."""
    before, after = (data.index.states[n] for n in (play.start, play.end))
    readings = acts.final_round(before, after, data.board, data.game, lying)
    return next(iter(readings), None) is not None


def _report_breaches(
    data: AuditData,
    play: CardPlay,
    found: list[Explanation],
    where: Span,
    title: str,
    ready: State | None,
) -> None:
    """The clauses that all the best readings of a Round break."""
    before, after = (data.index.states[n] for n in (play.start, play.end))
    legal: list[Explanation] = []
    if found[0].broken:
        paths = _resources(data, play)
        legal = election.round_of(before, after, data.board, False, paths, ready, legal=True)
    gap = legal[0].cost - found[0].cost if legal else CERTAIN
    for clause in core(found) or found[0].broken[:1]:
        message, expected, observed = wording.round_cause(
            data.game, data.board, before, after, found[0], clause
        )
        data.builder.find(
            _by_phase(data, play, found[0], clause),
            gap,
            where,
            "",
            title,
            message=message,
            expected=expected,
            observed=observed,
        )


OVER = ("6.1", "6.2", "6.3")
"""The sections of the phases before Redeploy."""


def _report_over(data: AuditData, play: CardPlay, title: str) -> None:
    """6.1 to 6.3: what was wrong before Redeploy, in a Round that the log breaks off after that.

    What is put right before the log ends is not wrong.
    """
    index, phases = data.index, RoundPhases(data.index, play)
    began = next((one.step for one in phases.marks if one.target == REDEPLOY), 0)
    if not began or not phases.kept:
        return
    before, paths = index.states[play.start], _resources(data, play)
    wrong: list[set[str]] = []
    for step in (began - 1, play.end):
        after = election.cleared(index.states[step])
        found = election.round_of(before, after, data.board, paths=paths)
        if not found:
            return
        wrong.append({one for one in core(found) if one.startswith(OVER)})
    for clause in sorted(set.intersection(*wrong)):
        message, expected, observed = wording.round_cause(
            data.game, data.board, before, after, found[0], clause
        )
        data.builder.find(
            clause,
            CERTAIN,
            Span(play.start, began),
            "",
            title,
            message=message,
            expected=expected,
            observed=observed,
        )


STRAY = "6.4.d"
"""The clause of pieces that come or go though no phase of a Round moves them."""


def _by_phase(data: AuditData, play: CardPlay, found: Explanation, clause: str) -> str:
    """The clause of the phase in which something was wrong, where the marker shows it."""
    phases, index = RoundPhases(data.index, play), data.index
    before, after = index.states[play.start], index.states[play.end]
    for n, pick in enumerate(found.picks):
        if clause == STRAY and clause in pick.broken and isinstance(pick.reached, Space):
            wrong = [
                field
                for field, a, b in zip(FIELDS, pick.reached, after.spaces[n], strict=True)
                if a != b
            ]
            return phases.of_pieces(n, wrong) or clause
    for name, clauses in wording.ROUND_CLAUSES.items():
        if clause.startswith(clauses) and not any(clause in pick.broken for pick in found.picks):
            sums = election.Sums(*found.sums)
            spent = {GOV: sums.civic, NPA: sums.agitation}
            earned = {**election.incomes(before, data.board), AID: data.board.limits.aid_reset}
            due = {
                track: (level - before.track(track), spent.get(track, 0))
                for track, level in earned.items()
            }
            return phases.of_track(name, due) or clause
    return clause


def _report_victory(data: AuditData, play: CardPlay, where: Span, title: str) -> None:
    """6.1.3: a total has passed its threshold, and the Round went on."""
    before, after = (data.index.states[n] for n in (play.start, play.end))
    ended = election.round_of(before, after, data.board, victory=True)
    if not play.last or (ended and ended[0].broken):
        message = wording.over_threshold(data.game, data.board, before)
        data.builder.find("6.1.3", "illegal", where, "", title, message=message)


def _report_cylinders(data: AuditData, play: CardPlay, where: Span, title: str) -> None:
    """6.6: everybody is Eligible after the Round."""
    for who, box in data.index.cylinders[play.end].items():
        if who in FACTIONS and box == "ineligible":
            message = wording.wrong_box(data.game, data.game.sides[who].name, box, "eligible")
            data.builder.find(
                "6.6.c",
                "illegal",
                where,
                who,
                title,
                message=message,
                expected="eligible",
                observed=box,
            )


def _report_phases(data: AuditData, play: CardPlay, title: str) -> None:
    """6.0: whether more is done in a phase after a later one, by the marker.

    It is illegal where the marker shows most phases, else the marker may only be wrong.
    """
    index = data.index
    names = {
        f"election_{phase.id}": phase.name
        for one in data.game.info.sequence
        if one.id == ROUND
        for phase in one.phases
    }
    order = list(names)
    phases = RoundPhases(index, play)
    steps = [one for one in phases.marks if one.target in order]
    latest = 0
    for n, one in enumerate(steps):
        end = steps[n + 1].step if n + 1 < len(steps) else play.end + 1
        if index.states[one.step] == index.states[end - 1]:
            continue
        phase = order.index(one.target)
        if phase < latest:
            data.builder.find(
                "6.0",
                CERTAIN if phases.kept else lapse(prices.BEHIND),
                Span(one.step, end - 1),
                "",
                title,
                message=f"the phase {names[one.target]} comes after {names[order[latest]]}",
                expected=listed(list(names.values())),
            )
        latest = max(latest, phase)


def _reset(data: AuditData, play: CardPlay) -> bool:
    """2.4.b, 6.6: whether a Round that ends a log was carried out to its last phase."""
    index = data.index
    state = index.states[play.end]
    if state.election == play.number:
        return True
    settled = all(box == "eligible" for box in index.cylinders[play.end].values() if box)
    clean = not any(one.terror or one.protest or one.strike or one.active for one in state.spaces)
    return settled and clean


def _acting(data: AuditData, play: CardPlay) -> list[str]:
    """Factions whose cylinders went to the box of an option during the Round."""
    index = data.index
    found = []
    for who in FACTIONS:
        start = index.cylinders[play.start].get(who, "")
        boxes = {index.cylinders[n].get(who, "") for n in range(play.start, play.end + 1)}
        if any(box.startswith(("1_", "2_")) for box in boxes - {start}):
            found.append(who)
    return found
