"""Election Rounds as findings and segments of the report (6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Explanation, core
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, unless, verdict
from modgen_rules.engine.reports.findings import Span, TurnVerdict, listed, worst
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData, Part
from modgen_rules.people_power.law import election
from modgen_rules.people_power.law.conditions import unmet
from modgen_rules.people_power.law.state import (
    AID,
    FACTIONS,
    FIELDS,
    GOV,
    NPA,
    PATRONAGE,
    REFORMERS,
    Space,
    State,
)
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.reading.round_phases import REDEPLOY, RoundPhases
from modgen_rules.people_power.reading.sequence import CardPlay

ROUND = "election_round"
"""The Election Round in the game's sequence."""
NO_ROUND = "the next card was turned over, but no Election Round was played"
BEGUN = "The Round seems to have begun before this log."
OVER = ("6.1", "6.2", "6.3")
"""The sections of the phases before Redeploy."""
STRAY = "6.4.d"
"""The clause of pieces that come or go though no phase of a Round moves them."""


TRACK_CLAUSES = {
    GOV: ("6.2.1.a", "6.3.1"),
    NPA: ("6.2.3", "6.3.2"),
    REFORMERS: ("6.2.2",),
    AID: ("6.2.1.b",),
    PATRONAGE: ("6.1.1",),
}
"""The clauses by which each track changes in an Election Round."""
_SHIFTS = ("terror", "protest", "strike", "alignment")
PHASE_FIELDS = {
    "6.3.1": ("Civic Action in ", _SHIFTS),
    "6.3.2": ("Agitation in ", _SHIFTS),
    "6.3.3": ("Foundation in ", ("ref_base",)),
    "6.4.a": ("", ("police",)),
    "6.4.b": ("", ("troops",)),
    "1.5.2.a": ("", ("gov_base", "ref_base", "npa_base")),
}
"""The beginning of clauses of a Round, what was done, and what it changes."""


class RoundReport(Part):
    """An Election Round under audit."""

    def __init__(self, data: AuditData, play: CardPlay, title: str) -> None:
        super().__init__(data, title, Span(play.start, max(play.start, play.end)))
        self.play, self.index, self.board = play, data.index, data.board
        states = self.index.states
        self.before, self.after = states[play.start], states[play.end]
        self.final = play.number == self.index.cards_of.final
        margins = self.before.after_strikes().margins(self.board)
        self.winners = [who for who, margin in margins.items() if margin > 0]
        self.over = self.final or bool(self.winners)
        self.phases = RoundPhases(self.index, play)
        self.ready = self.phases.before_reset()
        steps = states[play.start : play.end + 1]
        self.paths = {who: [state.track(who) for state in steps] for who in FACTIONS}
        """Each Faction's Resources at every step of the Round."""

    def report(self) -> bool:
        """Note the Round; returns whether the game ended in it, or the log before its end."""
        play, data = self.play, self.data
        earlier = len(data.builder.report.findings)
        if play.last and self.before == self.after and not self.over:
            self.segment(play.start, play.end, "not played yet", "cannot-tell")
            return True
        told: TurnVerdict = "ok"
        complete = not play.last or self.final or self._reset()
        found = self._explained()
        if not complete and found and found[0].broken:
            told = "cannot-tell"
            self._report_over()
        elif found and complete:
            if self.final or not data.unchanged(play.start, play.end):
                self._report_breaches(found)
            elif found[0].broken and not self.over:
                self.find("6.0", NO_ROUND)
        if self.over and not self.final and (self.before != self.after or not play.last):
            self._report_victory()
        if play.last and complete and not self.over:
            self._report_cylinders()
        for who in self._acting():
            self.find("2.4.a", actor=who)
        self._report_phases()
        if not play.last:
            if self.final:
                self.find("2.4.2")
            data.note_position(play.end, "", self.where, title=self.title)
        findings = data.builder.report.findings[earlier:]
        if self._begun_before():
            gap = lapse(prices.BEGUN)
            findings = [
                replace(one, verdict=verdict(gap), gap=gap, message=f"{one.message} {BEGUN}")
                if one.verdict == "illegal"
                else one
                for one in findings
            ]
            data.builder.report.findings[earlier:] = findings
        self.segment(
            play.start, play.end, "Election Round", told if told != "ok" else worst(findings)
        )
        return self.over or not complete

    def _explained(self) -> list[Explanation]:
        """The cheapest readings of the Round; none if Acts of Desperation account for its end."""
        before, after = self.before, self.after
        found = self._read(after, victory=self.final)
        if self.over and not self.final:
            ended = self._read(after, victory=True)
            found = min((one for one in (found, ended) if one), key=lambda one: one[0].cost)
        if found and found[0].broken and not self.over:
            found = self._aligned_in_reset(found)
        lying = acts.lying(self.index.cards[self.play.start])
        if not (self.final and lying):
            return found
        setting = before, after, self.board, self.data.game, lying
        if self._report_acts() or next(acts.final_round(*setting), None) is not None:
            return []
        if found and found[0].broken:
            self.find("5.4.b")
            if next(acts.final_round(*setting, freely=True), None) is not None:
                return []
        return found

    def _read(self, after: State, victory: bool = False, legal: bool = False) -> list[Explanation]:
        """The cheapest readings of a Round that ends with a position (`election.round_of`)."""
        return election.round_of(
            self.before, after, self.board, victory, self.paths, self.ready, legal
        )

    def _begun_before(self) -> bool:
        """Whether the card lies there as the log begins, and nobody's Resources rise after that."""
        incomes = election.incomes(self.before, self.board)
        has = {who: self.before.track(who) for who in FACTIONS}
        return self.play.start == 0 and not any(
            max(self.paths[who]) > has[who] for who in FACTIONS if incomes[who] > has[who]
        )

    def _aligned_in_reset(self, found: list[Explanation]) -> list[Explanation]:
        """6.6.f: alignments that changed in the Reset phase, where that explains a Round better.

        Returns the readings of the Round without them. A shift of the Support phase that was only
        noted late belongs to that phase: its Round is right as it ends.
        """
        if self.ready is None:
            return found
        pairs = list(zip(self.ready.spaces, self.after.spaces, strict=True))
        spaces = tuple(now._replace(alignment=was.alignment) for was, now in pairs)
        others = self._read(self.after._replace(spaces=spaces))
        if not others or others[0].cost >= found[0].cost:
            return found
        for n, (was, now) in enumerate(pairs):
            if was.alignment != now.alignment:
                step = self._last_step(n, ("alignment",))
                message = f"the alignment of {self.board.names[n]} was changed in the Reset phase"
                self.find("6.6.f", message, where=Span(step, step))
        return others

    def _last_step(self, n: int, fields: Sequence[str]) -> int:
        """The last step of the Round in which some fields of a space changed; 0 for none."""
        states = self.index.states
        for step in range(self.play.end, self.play.start, -1):
            a, b = states[step - 1].spaces[n], states[step].spaces[n]
            if a is not b and any(getattr(a, one) != getattr(b, one) for one in fields):
                return step
        return 0

    def _report_acts(self) -> bool:
        """5.4.b, 6.1.2.b: Acts that the log shows one by one; returns whether it shows them so."""
        game = self.data.game
        shown = acts.played(self.index, self.play.start, self.play.end, self.board, game)
        for one in shown:
            if one.done and not acts.CONDITIONS[one.card](one.before, self.board):
                self._find_act("5.4.b", one, "is carried out, though its condition is not met")
        late = acts.out_of_turn(shown, self.before.after_strikes(), self.board, game)
        if late is not None:
            said = "comes after an Act of a Faction with a higher margin"
            self._find_act("6.1.2.b", late, said)
        return bool(shown)

    def _find_act(self, clause: str, act: acts.Played, said: str) -> None:
        game, where = self.data.game, Span(act.first, act.last)
        message = f"{game.card[str(act.card)].title} {said}"
        self.find(clause, message, where=where, actor=acts.owner(game, act.card))

    def _report_breaches(self, found: list[Explanation]) -> None:
        """The clauses that all the best readings of a Round break."""
        legal = self._read(self.after, legal=True) if found[0].broken else []
        gap = legal[0].cost - found[0].cost if legal else CERTAIN
        for clause in core(found) or found[0].broken[:1]:
            self._find_cause(self._by_phase(found[0], clause), clause, self.after, found[0], gap)

    def _find_cause(
        self,
        clause: str,
        broken: str,
        after: State,
        found: Explanation,
        gap: float = CERTAIN,
        where: Span | None = None,
    ) -> None:
        """Note a clause for one that a reading breaks, with what the log shows against it."""
        message, expected, observed = self._cause(broken, after, found)
        self.find(clause, message, gap, where, expected=expected, observed=observed)

    def _report_over(self) -> None:
        """6.1 to 6.3: what was wrong before Redeploy, in a Round that the log breaks off later.

        What is put right before the log ends is not wrong.
        """
        began = next((one.step for one in self.phases.marks if one.target == REDEPLOY), 0)
        if not began or not self.phases.kept:
            return
        wrong: list[set[str]] = []
        for step in (began - 1, self.play.end):
            after = election.cleared(self.index.states[step])
            found = self._read(after)
            if not found:
                return
            wrong.append({one for one in core(found) if one.startswith(OVER)})
        for clause in sorted(set.intersection(*wrong)):
            self._find_cause(clause, clause, after, found[0], where=Span(self.play.start, began))

    def _by_phase(self, found: Explanation, clause: str) -> str:
        """The clause of the phase in which something was wrong, where the marker shows it."""
        in_spaces = any(clause in pick.broken for pick in found.picks)
        for n, pick in enumerate(found.picks):
            if clause == STRAY and clause in pick.broken and isinstance(pick.reached, Space):
                pairs = zip(FIELDS, pick.reached, self.after.spaces[n], strict=True)
                step = self._last_step(n, [field for field, a, b in pairs if a != b])
                return self.phases.of_pieces(step) or clause
        for name, clauses in TRACK_CLAUSES.items():
            if clause.startswith(clauses) and not in_spaces:
                spent, earned = self._spent(found), self._earned()
                del earned[PATRONAGE]
                due = {
                    track: (level - self.before.track(track), spent.get(track, 0))
                    for track, level in earned.items()
                }
                return self.phases.of_track(name, due) or clause
        return clause

    # --- in words ---------------------------------------------------------------------------------

    def _earned(self) -> dict[str, int]:
        """What each track of 1.9 should be at the end of the Round, before anybody pays."""
        earned = election.incomes(self.before, self.board)
        patronage = self.before.after_strikes().track(PATRONAGE)
        return {**earned, AID: self.board.limits.aid_reset, PATRONAGE: patronage}

    @staticmethod
    def _spent(found: Explanation) -> dict[str, int]:
        """What a reading has Factions pay."""
        sums = election.Sums(*found.sums)
        return {GOV: sums.civic, NPA: sums.agitation}

    def _cause(self, clause: str, after: State, found: Explanation) -> tuple[str, str, str]:
        """What the Round shows against a clause, what was expected, what the log shows."""
        places = [n for n, pick in enumerate(found.picks) if clause in pick.broken]
        if places:
            said = [
                self._in_space(clause, n, after.spaces[n], found.picks[n].reached) for n in places
            ]
            text = "; ".join(one for one in said if one)
            return text or listed([self.board.names[n] for n in places]), "", text
        if clause == "6.4.d":
            return wording.cubes_gone(self.data.game, self.before, after), "", ""
        if clause == "6.3.3":
            picks = zip(self.board.names, found.picks, strict=True)
            where = [name for name, pick in picks if election.Sums(*pick.adds).founded]
            told = f"Foundation placed {len(where)} Reformer Bases, in {listed(where)}"
            return told, "1 Base", ""
        spent = self._spent(found)
        for track, earned in self._earned().items():
            seen, right = after.track(track), earned - spent.get(track, 0)
            if seen != right and clause.startswith(TRACK_CLAUSES[track]):
                side = self.data.game.sides.get(track)
                label = f"{side.name} Resources are" if side else f"{track.title()} is"
                return f"{label} {seen}, but should be {right}", str(right), str(seen)
        return "", "", ""

    def _in_space(self, clause: str, n: int, after: Space, reached: object) -> str:
        """What is wrong in a space, or what a phase changed in it; Troops that stay are counted."""
        before, name, game = self.before.spaces[n], self.board.names[n], self.data.game
        if reached not in (None, after):
            start = wording.rightly_changed(before, after, reached)
            return wording.changed(self.board, n, start, after, reached)
        phases = (one for start, one in PHASE_FIELDS.items() if clause.startswith(start))
        done, fields = next(phases, ("", FIELDS))
        rest = {field: value for field, value in after._asdict().items() if field not in fields}
        start = before._replace(**rest)
        text = wording.changed(self.board, n, start, after)
        why = unmet(clause, before, after, self.board.city[n])
        if not text and fields == ("troops",):
            return f"{wording.number_of_pieces(game, 'troops', after.troops)} stayed in {name}{why}"
        if done and text:
            return f"{done}{name}{why}{',' if why else ''} {wording.done_in(start, after)}"
        return text and text + why

    def _report_victory(self) -> None:
        """6.1.3: a total has passed its threshold, and the Round went on; or 6.1.1 is missing."""
        ended = self._read(self.after, victory=True)
        if self.play.last and ended and ended[0].broken == ("6.1.1",):
            self._find_cause("6.1.1", "6.1.1", self.after, ended[0])
        elif not self.play.last or (ended and ended[0].broken):
            names = [self.data.game.sides[who].name for who in self.winners]
            self.find("6.1.3", f"{listed(names)} exceeded the victory threshold, but play went on")

    def _report_cylinders(self) -> None:
        """6.6: everybody is Eligible after the Round."""
        for who, box in self.index.cylinders[self.play.end].items():
            if who in FACTIONS and box == "ineligible":
                self.data.find_wrong_box("6.6.c", self.where, self.title, who, box, "eligible")

    def _report_phases(self) -> None:
        """6.0: whether more is done in a phase after a later one, by the marker.

        It is illegal where the marker shows most phases, else the marker may only be wrong.
        """
        names = {
            f"election_{phase.id}": phase.name
            for one in self.data.game.info.sequence
            if one.id == ROUND
            for phase in one.phases
        }
        order = list(names)
        steps = [one for one in self.phases.marks if one.target in order]
        latest = 0
        for one, following in zip_longest(steps, steps[1:]):
            end = following.step - 1 if following else self.play.end
            if self.index.states[one.step] == self.index.states[end]:
                continue
            phase = order.index(one.target)
            if phase < latest:
                self.find(
                    "6.0",
                    f"the phase {names[one.target]} comes after {names[order[latest]]}",
                    unless(self.phases.kept, prices.BEHIND),
                    Span(one.step, end),
                    expected=listed(list(names.values())),
                )
            latest = max(latest, phase)

    def _reset(self) -> bool:
        """2.4.b, 6.6: whether a Round that ends a log was carried out to its last phase."""
        if self.after.election == self.play.number:
            return True
        boxes = self.index.cylinders[self.play.end].values()
        settled = all(box == "eligible" for box in boxes if box)
        spaces = self.after.spaces
        return settled and not any(
            one.terror or one.protest or one.strike or one.active for one in spaces
        )

    def _acting(self) -> Iterator[str]:
        """Factions whose cylinders went to the box of an option during the Round."""
        cylinders = self.index.cylinders[self.play.start : self.play.end + 1]
        for who in FACTIONS:
            boxes = {one.get(who, "") for one in cylinders} - {cylinders[0].get(who, "")}
            if any(box.startswith(("1_", "2_")) for box in boxes):
                yield who
