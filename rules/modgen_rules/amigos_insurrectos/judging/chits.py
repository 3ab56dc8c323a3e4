"""The handling of Advantage Chits (5.0): draws, hands, exchanges, and the Guerrilla War's chits."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.scoring import LETTER, number_of
from modgen_rules.amigos_insurrectos.law.country import SIDES, US
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless


def judge(turn: Turn, war: War) -> None:
    """Judge both sides' draws, and what they hold as the turn ends."""
    for side in SIDES:
        _Hand(turn, war, side).judge()


class _Hand:
    """The Advantage Chits of one side in a turn."""

    def __init__(self, turn: Turn, war: War, side: str) -> None:
        self.turn, self.war, self.side = turn, war, side
        self.most = war.country.numbers.hand
        self._who = f"the {war.country.game.sides[side].name}"
        acts = turn.record.acts
        self.moves = [
            (n, act)
            for n in range(turn.first, turn.last + 1)
            if (act := acts[n]).what == "card" and self._mine(act.kind)
        ]

    def _mine(self, chit: str) -> bool:
        return chit.startswith(f"{LETTER[self.side]}_") and number_of(chit) is None

    def _held(self, at: dict[str, str]) -> set[str]:
        """The chits that a side has: in its hand, or laid for a battle."""
        places = (f"hand:{self.side}", f"chits_{self.side}")
        return {one for one, where in at.items() if self._mine(one) and where in places}

    def judge(self) -> None:
        """5.0.a to 5.0.c, 2.0.d, 2.0.e, 2.0.g."""
        war, turn = self.war, self.turn
        start, end = self._held(dict(turn.before.cards)), self._held(dict(turn.after.cards))
        drawn = {
            act.kind: n
            for n, act in self.moves
            if act.source.startswith("cup_") and act.target == f"hand:{self.side}"
        }
        drawing = max(drawn.values(), default=turn.first) + windows.AT_ONCE
        back = [
            act.kind
            for n, act in self.moves
            if act.target.startswith("cup_") and act.source == f"hand:{self.side}" and n <= drawing
        ]
        kept = set(drawn) & end - start
        last = max((n for n, _ in self.moves), default=turn.first)
        for n, act in self.moves:
            taken = act.source == f"chits_{self.side}" and act.target == f"hand:{self.side}"
            if taken and act.piece not in turn.record.positions[n].masked and act.kind in end:
                title = war.country.game.card[act.kind].title
                self._find("5.0.d", f"`{title}` was played and went back to the hand", n)
        if len(end) > self.most and len(end) > len(start):
            hand = war.country.game.sides[self.side].name
            told = f"{len(end)} chits are in the hand of the {hand}"
            self._find(
                "5.0.c",
                told,
                max(drawn.values(), default=last),
                f"at most {self.most}",
                len(end),
            )
            return
        if drawn and self._full(max(drawn.values())):
            return
        fresh = (
            turn.changing
            or (turn.number == 1 and war.from_start)
            or (war.scenario == "guerrilla-war" and not start and turn.first == 0)
        )
        if self._wrong_cup(kept, drawn):
            return
        if turn.differs is not None:
            return  # 2.0.a: the Guerrilla War began on another turn, and so did its hands
        if fresh and turn.complete and war.whole:
            missing = self.most - len(end) - len(war.played) - len(self._left(start, end))
            if missing > 0 and len(drawn) < self.most and (drawn or turn.changing):
                clause = "2.0.e" if turn.changing else "5.0.a"
                chits = wording.count(len(drawn), "chit", "chits")
                what = f"{self._who} drew {chits} instead of {self.most}"
                gap = unless(not back, prices.TAKEN_BACK)
                self.war.find(
                    clause,
                    self.side,
                    what,
                    last,
                    gap=gap,
                    expected=str(self.most),
                    observed=str(len(drawn)),
                )
            return
        most = 1 + len(back)
        if len(drawn) > most and war.whole and not fresh:
            what = f"{self._who} drew {len(drawn)} chits instead of at most {most}"
            self._find("5.0.b", what, max(drawn.values()), f"at most {most}", len(drawn))

    def _full(self, n: int) -> bool:
        """5.0.c: whether the hand has too many chits when the next thing is done after a draw."""
        acts, record = self.turn.record.acts, self.turn.record
        later = range(n + 1, self.turn.last + 1)
        then = next((m for m in later if acts[m].what not in ("card", "mask", "said")), None)
        if then is None:
            return False
        held = [one for one in self._held(dict(record.positions[then].cards)) if one]
        old = len(self._held(dict(self.turn.before.cards)))
        if len(held) <= max(self.most, old):
            return False
        hand = self.war.country.game.sides[self.side].name
        what = f"{len(held)} chits are in the hand of the {hand}"
        self._find("5.0.c", what, n, f"at most {self.most}", len(held))
        return True

    def _left(self, start: set[str], end: set[str]) -> set[str]:
        """The chits that left the hand for good in this turn."""
        return {act.kind for _, act in self.moves if act.kind not in end | start}

    def _wrong_cup(self, kept: set[str], drawn: dict[str, int]) -> bool:
        """2.0.g: chits come from the cup of this phase of the war."""
        letter = "g" if self.war.guerrilla else "s"
        wrong = [one for one in sorted(kept) if not one.split("_")[1].startswith(letter)]
        if wrong and self.war.scenario:
            title = self.war.country.game.card[wrong[0]].title
            self._find("2.0.g", f"`{title}` was drawn from the other cup", drawn[wrong[0]])
        return bool(wrong)

    def _find(self, clause: str, what: str, n: int, expected: str = "", seen: int = 0) -> None:
        actor = self.side if self.side == US else "filipino"
        self.war.find(clause, actor, what, n, expected=expected, observed=str(seen or ""))
