"""The handling of Advantage Chits (5.0): draws, hands, exchanges, and the Guerrilla War's chits."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.scoring import LETTER, number_of
from modgen_rules.amigos_insurrectos.law.country import SIDES
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN, unless


def judge(turn: Turn, war: War) -> None:
    """Judge both sides' draws, and what they hold as the turn ends."""
    for side in SIDES:
        _Hand(turn, war, side).judge()


class _Hand:
    """The Advantage Chits of one side in a turn."""

    def __init__(self, turn: Turn, war: War, side: str) -> None:
        self.turn, self.war, self.side = turn, war, side
        self.most, self.hand = war.country.numbers.hand, f"hand:{side}"
        self.who = war.country.game.sides[side].name
        self.moves = [(n, act) for n, act in turn.each("card") if self._mine(act.kind)]
        self.draws = [
            (act.kind, n)
            for n, act in self.moves
            if act.source.startswith("cup_") and act.target == self.hand
        ]
        self.start, self.end = self._held(turn.first), self._held(turn.last + 1)

    def _mine(self, chit: str) -> bool:
        return chit.startswith(f"{LETTER[self.side]}_") and number_of(chit) is None

    def _held(self, n: int) -> set[str]:
        """The chits that a side has before an act: in its hand, or laid for a battle."""
        cards = self.turn.record.positions[n].cards.items()
        places = (self.hand, f"chits_{self.side}")
        return {one for one, where in cards if self._mine(one) and where in places}

    def judge(self) -> None:
        """5.0.a to 5.0.d, 2.0.d, 2.0.e, 2.0.g."""
        war, turn, drawn = self.war, self.turn, dict(self.draws)
        last = max((n for n, _ in self.moves), default=turn.first)
        until = max(drawn.values(), default=turn.first)
        back = [
            act.kind
            for n, act in self.moves
            if act.target.startswith("cup_")
            and act.source == self.hand
            and n <= until + windows.AT_ONCE
        ]
        for n, act in self.moves:
            taken = act.source == f"chits_{self.side}" and act.target == self.hand
            if taken and act.piece not in turn.record.positions[n].masked and act.kind in self.end:
                title = war.country.game.card[act.kind].title
                self._find("5.0.d", f"`{title}` was played and went back to the hand", n)
        if self._too_many(until if drawn else last) or self._wrong_cup(drawn):
            return
        if turn.differs is not None:
            return  # 2.0.a: the Guerrilla War began on another turn, and so did its hands
        fresh = (
            turn.changing
            or (turn.number == 1 and war.from_start)
            or (war.scenario == "guerrilla-war" and not self.start and turn.first == 0)
        )
        if not fresh and len(drawn) > 1 + len(back) and war.whole:
            what = f"the {self.who} drew {len(drawn)} chits instead of at most {1 + len(back)}"
            self._find("5.0.b", what, until, f"at most {1 + len(back)}", len(drawn))
        if not (fresh and turn.complete and war.whole):
            return
        left = {act.kind for _, act in self.moves} - self.end - self.start
        missing = self.most - len(self.end) - len(war.played) - len(left)
        # A chit that cannot be used goes back as soon as it is drawn (US.G2.a).
        if missing > 0 and len(self.draws) < self.most and (drawn or turn.changing):
            number = len(self.draws)
            what = f"the {self.who} drew {wording.count(number, 'chit', 'chits')}"
            what += f" instead of {self.most}"
            gap = unless(not back, prices.TAKEN_BACK)
            self._find(
                "2.0.e" if turn.changing else "5.0.a", what, last, str(self.most), number, gap
            )

    def _too_many(self, n: int) -> bool:
        """5.0.c: whether the hand has too many chits when the next thing is done after a draw, or
        as the turn ends."""
        acts, most = self.turn.record.acts, max(self.most, len(self.start))
        later = range(n + 1, self.turn.last + 1)
        then = next((m for m in later if acts[m].what not in ("card", "mask", "said")), None)
        for moment in (self.turn.last + 1, then if self.draws else None):
            held = len(self._held(moment)) if moment is not None else 0
            if held > most:
                what = f"{held} chits are in the hand of the {self.who}"
                self._find("5.0.c", what, n, f"at most {self.most}", held)
                return True
        return False

    def _wrong_cup(self, drawn: dict[str, int]) -> bool:
        """2.0.g: chits come from the cup of this phase of the war."""
        letter = "g" if self.war.guerrilla else "s"
        kept = drawn.keys() & self.end - self.start
        wrong = [one for one in sorted(kept) if not one.split("_")[1].startswith(letter)]
        if wrong and self.war.scenario:
            title = self.war.country.game.card[wrong[0]].title
            self._find("2.0.g", f"`{title}` was drawn from the other cup", drawn[wrong[0]])
        return bool(wrong)

    def _find(
        self,
        clause: str,
        what: str,
        n: int,
        expected: str = "",
        seen: int | str = "",
        gap: float = CERTAIN,
    ) -> None:
        self.war.find(clause, self.side, what, n, gap=gap, expected=expected, observed=seen)
