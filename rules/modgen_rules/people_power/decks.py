"""Cards and set-ups held against the rules: the deck, Personalities, Acts, what was taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from modgen_rules.engine.findings import Span
from modgen_rules.people_power import acts, election, wording
from modgen_rules.people_power.log_index import FIRST_PERSON, LAST_EVENT
from modgen_rules.people_power.report_notes import Notebook
from modgen_rules.people_power.sequence import CardPlay
from modgen_rules.people_power.state import FACTIONS

ELIGIBLE = "eligible"
ELECTIONS = (37, 38)
"""The Election cards that lie on their box as a game begins (S.2, S.3)."""
PILE = 11
"""Ten Events and an Election card (S.1)."""
EARLIEST = 7
"""Where in its pile the Election card may be."""


@dataclass
class Decks(Notebook):
    """The part of an audit that looks at cards."""

    def _personalities(self, play: CardPlay, where: Span, title: str) -> None:
        """5.3, 5.4, 6.5.1, 6.5.2: new Personalities each Round, Acts in 1984 only."""
        before, after = (self.tape.states[n].personalities for n in (play.start, play.end))
        if before & after:
            self.find("6.5.1.a", "illegal", where, "", title)
        elif after & self._shown or _doubled(after):
            self.find("5.3.a", "illegal", where, "", title)
        self._shown |= before | after
        lying = [
            number
            for number, place in self.tape.cards[play.end].items()
            if place.startswith("desperation")
        ]
        if lying and play.card < election.LAST_BUT_ONE:
            self.find("6.5.2.a", "suspect", where, "", title)
        if _doubled(lying):
            self.find("5.4.a", "illegal", where, "", title)
        if self.tape.states[play.end].election != play.card:
            self.find("2.4.b", "suspect", where, "", title)

    def _deck(self, plays: list[CardPlay]) -> None:
        """S.1, 1.2: no card twice; the Election card of a pile among its last five."""
        seen: set[int] = set()
        for reveal in self.tape.reveals:
            if reveal.card in seen or reveal.card == self.tape.opening:
                where = Span(reveal.step, reveal.step)
                self.find("1.2.a", "illegal", where, "",
                           wording.card_title(self.game, reveal.card))  # fmt: skip
            seen.add(reveal.card)
        for one, other in pairwise(self.tape.reveals):
            if one.step == other.step:
                self.find("2.3.7", "illegal", Span(one.step, one.step), "",
                           wording.card_title(self.game, other.card))  # fmt: skip
        if self.tape.opening:
            return
        self._elections()
        for n, reveal in enumerate(self.tape.reveals):
            late = n % PILE + 1 >= EARLIEST
            if reveal.card > LAST_EVENT and not late:
                where = Span(reveal.step, reveal.step)
                self.find("S.1", "illegal", where, "",
                           wording.card_title(self.game, reveal.card))  # fmt: skip

    def _elections(self) -> None:
        """S.2, S.3, S.5: which Elections a scenario has, and when Personalities begin."""
        top = self.tape.states[0].election
        first = self.tape.reveals[0].step if self.tape.reveals else 0
        for n, reveal in enumerate(one for one in self.tape.reveals if one.card > LAST_EVENT):
            if top and reveal.card != top + 1 + n:
                self.find("S.2" if top == ELECTIONS[1] else "S.3", "illegal",
                           Span(reveal.step, reveal.step), "",
                           wording.card_title(self.game, reveal.card))  # fmt: skip
        if top == ELECTIONS[0] and self.tape.states[first].personalities:
            self.find("S.5", "suspect", Span(1, first), "", "Before the first card")

    def _set_up(self) -> None:
        """S.4, 2.3.1: the set-up is one of the game's, and everybody is Eligible."""
        if self.tape.opening or not self.tape.reveals:
            return
        boxes = self.tape.cylinders[self.tape.reveals[0].step]
        for who, box in boxes.items():
            if box and box != ELIGIBLE and who in FACTIONS:
                self.find("2.3.1.a", "illegal", Span(0, 0), who, "Set-up", observed=box)
        state = self.tape.states[0]
        wanted = [wording.scenario_state(self.game, one, self.board) for one in self.game.scenarios]
        if any(one.spaces == state.spaces and one.tracks == state.tracks for one in wanted):
            return
        best = min(
            wanted,
            key=lambda one: sum(a != b for a, b in zip(one.spaces, state.spaces, strict=True)),
        )
        places = [
            self.board.names[n]
            for n, (a, b) in enumerate(zip(best.spaces, state.spaces, strict=True))
            if a != b
        ]
        self.find("S.4", "illegal", Span(0, 0), "", "Set-up", observed=", ".join(places))

    def _taken_back(self) -> None:
        """What was taken back after it had shown a die or a card."""
        for number, by in self.tape.informed.items():
            rolled = bool(self.tape.steps[number - 1].rolls)
            clause = "3.4.3.c" if rolled else "2.2.b"
            self.find(clause, "suspect", Span(number, by), "", "Taken back",
                       observed="a die" if rolled else "a card")  # fmt: skip


def _doubled(cards: Iterable[int]) -> bool:
    """Whether two of some cards belong to one Faction: each has four, then each three."""
    owners = [
        (card - FIRST_PERSON) // 4 if card < acts.FIRST else (card - acts.FIRST) // 3
        for card in cards
    ]
    return len(owners) != len(set(owners))
