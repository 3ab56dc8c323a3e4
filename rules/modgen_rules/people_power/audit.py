"""A whole game judged: cards, turns, Election Rounds, and what must hold after each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from modgen_rules.engine.explain import core
from modgen_rules.engine.findings import Span, TurnVerdict, worst
from modgen_rules.people_power import acts, election, wording
from modgen_rules.people_power.decks import ELIGIBLE, Decks
from modgen_rules.people_power.judging import Judgement, judge, legal_readings
from modgen_rules.people_power.sequence import (
    CardPlay,
    Cut,
    Slot,
    card_plays,
    cuts,
    next_eligible,
    slots,
)
from modgen_rules.people_power.state import FACTIONS, State
from modgen_rules.people_power.turn import EVENTS, Declared, Turn

ANNOUNCED = "3.1.1.a"
"""That spaces differ from those announced: told last, as it follows from other mistakes."""


@dataclass
class Audit(Decks):
    """Judges a log by its parts."""

    _legal: dict[Cut, bool] = field(default_factory=dict)

    def parts(self) -> Iterator[Callable[[], None]]:
        """The parts of the game in order: each judges itself when it is called."""
        yield self._beginning
        plays = list(card_plays(self.tape, self.orders))
        yield partial(self._deck, plays)
        for n, play in enumerate(plays):
            yield partial(self._play, play, plays[n + 1] if n + 1 < len(plays) else None)
        yield self._taken_back

    def _beginning(self) -> None:
        self._invariants(0, "", Span(0, 0))
        self._set_up()

    def _play(self, play: CardPlay, following: CardPlay | None) -> None:
        if play.election:
            self._election(play)
        elif play.card:
            self._card(play)
        elif play.end > play.start:
            self._opening(play)
        if following is not None and play.card:
            self._eligibility(play, following)

    # --- cards -------------------------------------------------------------------------------

    def _card(self, play: CardPlay) -> None:
        self._card_now = play.card
        order = self.orders.get(play.card, FACTIONS)
        found = slots(play, order)
        turns = self._cut(play)
        for cut in turns:
            self._turn(play, cut, found.get(cut.faction, Slot(cut.options, ())))
        done = turns[-1].end if turns else play.start
        if play.end > done and self._changed(done, play.end):
            self._segment(play, "", done, play.end, "a turn that is not finished", "cannot-tell")

    def _cut(self, play: CardPlay) -> list[Cut]:
        """The cut under which most turns are legal; the likeliest of them."""
        best: list[Cut] = []
        fewest = len(FACTIONS) + 1
        for turns in cuts(play, self.tape):
            wrong = 0
            for cut in turns:
                wrong += not self._is_legal(play, cut)
                if wrong >= fewest:
                    break
            if wrong < fewest:
                best, fewest = turns, wrong
            if not wrong:
                break
        return best

    def _is_legal(self, play: CardPlay, cut: Cut) -> bool:
        known = self._legal.get(cut)
        if known is None:
            turn = self._turn_of(play, cut)
            known = self._legal[cut] = any(True for _ in legal_readings(turn, self.effects))
        return known

    def _turn_of(self, play: CardPlay, cut: Cut) -> Turn:
        tape = self.tape
        rolls = tape.rolls(cut.start + 1, cut.end)
        eligible = frozenset(
            who
            for who in FACTIONS
            if tape.cylinders[cut.start].get(who) == ELIGIBLE or who in play.eligible
        )
        return Turn(
            self.board, cut.faction, tape.states[cut.start], tape.states[cut.end], cut.options,
            tape.moved(cut.start + 1, cut.end), tape.hopped(cut.start + 1, cut.end),
            self._declared(play, cut), play.card, rolls or None, eligible, self._marked(cut),
        )  # fmt: skip

    def _declared(self, play: CardPlay, cut: Cut) -> Declared | None:
        """The Faction's last announcement on this card."""
        said = [
            one
            for step in self.tape.steps[play.start : cut.end]
            for one in step.said
            if one.side == cut.faction
        ]
        if not said:
            return None
        choices, spaces = said[-1].choices, said[-1].spaces
        numbers = {
            name: frozenset(self.board.number(space) for space in found)
            for name, found in spaces.items()
        }
        return Declared(
            choices.get("option"), choices.get("operation"), choices.get("activity"),
            numbers.get("operation_spaces") or None, numbers.get("activity_spaces") or None,
        )  # fmt: skip

    def _marked(self, cut: Cut) -> Declared | None:
        """3.1.4: spaces into which pawns were set in a turn, white for the Operation."""
        ids = self.board.ids
        found: dict[str, set[int]] = {"pawn_white": set(), "pawn_black": set()}
        for step in self.tape.steps[cut.start : cut.end]:
            for change in step.changes:
                after = change.after
                if after is not None and after.kind in found and after.place in ids:
                    found[after.kind].add(ids.index(after.place))
        if not any(found.values()):
            return None
        white, black = (frozenset(found[kind]) or None for kind in ("pawn_white", "pawn_black"))
        return Declared(spaces=white, activity_spaces=black)

    def _turn(self, play: CardPlay, cut: Cut, slot: Slot) -> None:
        turn = self._turn_of(play, cut)
        judged = judge(turn, self.effects)
        where = Span(cut.start + 1, max(cut.end, cut.start + 1))
        title = wording.turn_title(self.game, play.card, cut.faction)
        before = len(self.report.findings)
        for clause in slot.broken:
            self.find(clause, "illegal", where, cut.faction, title)
        said = turn.declared.option if turn.declared else None
        if said and said not in cut.options:
            self.find(
                "2.3.3.h",
                "suspect",
                where,
                cut.faction,
                title,
                expected=wording.name_of(self.game, said),
                observed=", ".join(wording.name_of(self.game, one) for one in cut.options),
            )
        self._invariants(cut.end, cut.faction, where)
        silent = turn.before == turn.after and not cut.marked
        if silent:
            self.find("2.3.a", "illegal", where, cut.faction, title)
        elif not cut.marked:
            self.find("2.3.3.h", "suspect", where, cut.faction, title,
                       observed="the cylinder was not moved")  # fmt: skip
        if not silent:
            self._judged(turn, judged, where, title)
        self._extra_dice(turn, judged, where, title)
        story = wording.story(self.game, turn, judged.readings[0]) if judged.readings else ""
        found = self.report.findings[before:]
        verdict = worst(found)
        if judged.opaque and not judged.legal:
            verdict = "cannot-tell"
        self._segment(play, cut.faction, cut.start, cut.end, story, verdict)

    def _judged(self, turn: Turn, judged: Judgement, where: Span, title: str) -> None:
        """Findings of a turn that no legal action explains."""
        if judged.legal:
            return
        if judged.opaque:
            self.find("5.1.a", "cannot-tell", where, turn.actor, title,
                       fact=f"the effect of card {turn.card}")  # fmt: skip
            return
        if not judged.readings:
            self.find("3.1.b", "illegal", where, turn.actor, title)
            return
        best = judged.readings[0]
        sure = core([one.explanation._replace(broken=one.broken) for one in judged.readings])
        sure = tuple(sorted(sure, key=lambda one: one == ANNOUNCED))
        for clause in sure or best.broken[:1]:
            self.find(
                clause, "illegal", where, turn.actor, title,
                **wording.details(self.game, turn, best, clause),
                others=len(judged.readings) - 1 + best.explanation.others,
                one_of=() if sure else tuple(one.broken[0] for one in judged.readings),
            )  # fmt: skip

    def _extra_dice(self, turn: Turn, judged: Judgement, where: Span, title: str) -> None:
        """3.4.3: one die for each space; more of them may be a second try."""
        best = judged.readings[0] if judged.legal else None
        if best is None or not turn.rolls or best.operation != "attack" or best.option in EVENTS:
            return
        attacks = sum(
            "attack" in pick.story and "ambush" not in pick.story for pick in best.explanation.picks
        )
        if len(turn.rolls) > attacks:
            self.find("3.4.3.c", "suspect", where, turn.actor, title,
                       expected=f"{attacks} dice", observed=f"{len(turn.rolls)} dice")  # fmt: skip

    # --- elections and the rest --------------------------------------------------------------

    def _election(self, play: CardPlay) -> None:
        tape = self.tape
        before, after = tape.states[play.start], tape.states[play.end]
        where = Span(play.start, max(play.start, play.end))
        title = wording.card_title(self.game, play.card)
        count_before = len(self.report.findings)
        final = play.card == election.FINAL
        margins = before.after_strikes().margins(self.board)
        over = final or any(value > 0 for value in margins.values())
        if play.last and before == after and not over:
            self._segment(play, "", play.start, play.end, "not played yet", "cannot-tell")
            return
        found = election.round_of(before, after, self.board, victory=final)
        if over and not final:
            ended = election.round_of(before, after, self.board, victory=True)
            found = min((one for one in (found, ended) if one), key=lambda one: one[0].cost)
        lying = [
            number
            for number, place in tape.cards[play.start].items()
            if place.startswith("desperation")
        ]
        verdict: TurnVerdict = "ok"
        if final and lying and self._acts(before, after, lying):
            found = []
        if found and found[0].broken and not (play.last and not final):
            if final and lying:
                self.find("5.4.b", "illegal", where, "", title)
            for clause in core(found) or found[0].broken[:1]:
                self.find(clause, "illegal", where, "", title,
                           observed=wording.round_places(self.board, found[0], clause))  # fmt: skip
        elif play.last and found and found[0].broken:
            verdict = "cannot-tell"
        for mark in self._option_marks(play):
            self.find("2.4.a", "illegal", where, mark, title)
        if not play.last:
            if over:
                self.find("2.4.2" if final else "6.1.3", "illegal", where, "", title)
            self._invariants(play.end, "", where)
            self._personalities(play, where, title)
        found_here = self.report.findings[count_before:]
        self._segment(play, "", play.start, play.end, "Election Round",
                      verdict if verdict != "ok" else worst(found_here))  # fmt: skip

    def _acts(self, before: State, after: State, cards: list[int]) -> bool:
        """5.4: whether Acts of Desperation account for the final Victory phase."""
        return any(True for _ in acts.final_round(before, after, self.board, self.game, cards))

    def _option_marks(self, play: CardPlay) -> Iterator[str]:
        tape = self.tape
        for who in FACTIONS:
            boxes = {tape.cylinders[n].get(who, "") for n in range(play.start, play.end + 1)}
            if any(
                box.startswith(("1_", "2_"))
                for box in boxes - {tape.cylinders[play.start].get(who, "")}
            ):
                yield who

    def _opening(self, play: CardPlay) -> None:
        """Before the first card only Personalities may come (2.1)."""
        if self._changed(play.start, play.end):
            where = Span(play.start + 1, play.end)
            self.find("2.2.a", "illegal", where, "", "Before the first card")

    def _changed(self, first: int, last: int) -> bool:
        a, b = self.tape.states[first], self.tape.states[last]
        return (a.spaces, a.tracks, a.available) != (b.spaces, b.tracks, b.available)

    def _eligibility(self, play: CardPlay, after: CardPlay) -> None:
        """2.3.6, 6.6: where cylinders lie as the next card is turned over."""
        if after.election:
            return
        expected = (
            dict.fromkeys(FACTIONS, ELIGIBLE) if play.election else next_eligible(play, self.tape)
        )
        for who, box in expected.items():
            seen = after.settled.get(who, "")
            if not play.start and all(mark.faction != who for mark in play.marks):
                continue  # what it did on this card came before the log
            if seen == box or not seen:
                continue
            normal = "2.3.6.a" if box == ELIGIBLE else "2.3.6.b"
            clause = "6.6.c" if play.election else normal
            self.find(
                clause, "illegal", Span(after.start, after.start), who,
                wording.card_title(self.game, after.card), expected=box, observed=seen,
            )  # fmt: skip
