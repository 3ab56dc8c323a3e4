"""The sums of an action held against the tracks and limits that all its spaces share (1.9, 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Sums, SumsCost
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.actions import ACTIVITIES, OPERATIONS, most_spaces
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.state import AID, FACTIONS, GOV, PATRONAGE, TRACKS
from modgen_rules.people_power.law.verbs import TASKS
from modgen_rules.people_power.reading.plans import Plan
from modgen_rules.people_power.reading.turn import LIMOP, Reading, Turn

COSTS = {
    "2.3.5.a": prices.ONE_PLACE_MORE,
    "3.2.2.b": prices.MADE_OF_NOTHING,
    "2.3.3.h": prices.NO_PLACE,
}
"""The limits of places that are overrun more often or more seldom than others."""
GAINS = {"appeal": "4.3.1.b", "extort": "4.4.1.b"}
"""The clauses of Special Activities that bring Resources."""


class Asked(NamedTuple):
    """What an Event asks for."""

    most: int
    """In how many spaces it allows an action; 0 without one."""
    needs: tuple[int, ...]
    """How much of its first, second ... part is done at most."""
    least: tuple[int, ...]
    """How much of them at least."""


@dataclass(frozen=True)
class Bill:
    """What an action may be and what the tracks show. `sums` are judged by `verdict`."""

    turn: Turn
    plan: Plan
    actor: str
    """Who carries out the action; an Event may let another Faction do so than the one that acts."""
    changes: Mapping[str, int]
    """What a Pass or an Event adds to tracks."""
    asked: Asked | None = None
    """What an Event asks for; None for anything else."""

    @classmethod
    def of(cls, turn: Turn, plan: Plan) -> Bill:
        """What the sums of a plan are held against that is no Event."""
        changes = {turn.actor: pass_gain(turn.actor)} if plan.option == PASS else {}
        return cls(turn, plan, turn.actor, changes)

    @cached_property
    def _shown(self) -> int | None:
        """In how many spaces the log shows an action: announced, or changed; None if unknown."""
        operation = self.plan.operation
        if self.asked or operation in (None, "attack"):
            return None
        pairs = zip(self.turn.before.spaces, self.turn.after.spaces, strict=True)
        said = self.turn.operation_spaces(operation)
        return max(sum(a != b for a, b in pairs), len(said or ()))

    @cached_property
    def _change(self) -> int:
        """By how much the actor's Resources changed."""
        start, end = self._ends[self.actor]
        return end - start

    @cached_property
    def _earned(self) -> int:
        """What the actor's Resources rose by in the single steps of the log, all together."""
        return self._change + self.turn.paid

    @cached_property
    def _ends(self) -> Mapping[str, tuple[int, int]]:
        """Where each track was before and is after."""
        pairs = zip(self.turn.before.tracks, self.turn.after.tracks, strict=True)
        return dict(zip(TRACKS, pairs, strict=True))

    @cached_property
    def verdict(self) -> Callable[[Sums], SumsCost]:
        """What sums cost beyond the spaces, and the clauses that they break."""
        return cache(self._verdict)

    def _verdict(self, sums: Sums) -> SumsCost:
        effect = Effect(*sums)
        if self.plan.activity and not (self.asked or effect.activity):
            return SumsCost(prices.DONE_NOWHERE, ())
        wrong = [*self._limits(effect)]
        cost = sum(COSTS.get(one, prices.OVER_LIMIT) for one in wrong)
        cost += prices.DOUBT * len(self.doubts(effect))
        cost += prices.PAID_OTHERWISE if self._paid_otherwise(effect) else 0.0
        for broken, price in self._tracks(effect):
            cost += price
            if broken:
                wrong.append(broken)
        return SumsCost(cost, tuple(dict.fromkeys(wrong)))

    def _paid_otherwise(self, effect: Effect) -> bool:
        """Whether the log shows what was paid and what was earned, and both are too little."""
        if not (effect.cost and self.turn.paid):
            return False
        return 0 < self._earned < effect.gain == effect.cost + self._change

    # --- limits ------------------------------------------------------------------------------

    def _limits(self, effect: Effect) -> list[str]:
        """2.3.5, 4.1: numbers of spaces, and what may be done once only."""
        wrong, plan, asked = [], self.plan, self.asked
        if asked:
            done = [getattr(effect, task) for task in TASKS]
            if any(have > need for have, need in zip(done, asked.needs, strict=True)):
                wrong.append("5.1.a")
            if any(have < need for have, need in zip(done, asked.least, strict=True)):
                wrong.append("5.1.2")
            if effect.spaces > asked.most:
                wrong.append("5.1.a")
        elif plan.operation and not effect.spaces:
            wrong.append("2.3.3.h")
        if plan.operation == "sweep" and plan.second != "train" and not self._same_cubes:
            wrong.append("3.2.2.b")
        if plan.option == LIMOP and effect.spaces > 1:
            wrong.append("2.3.5.a")
        if plan.activity:
            activity = ACTIVITIES[plan.activity]
            most = most_spaces(activity, self.turn.before.personalities)
            if effect.activity > (asked.most if asked else most):
                wrong.append(activity.limit)
        if effect.extra > 1:
            wrong.append("3.2.1.e" if plan.operation == "train" else "3.3.2.c")
        return wrong

    @cached_property
    def _same_cubes(self) -> bool:
        """3.2.2: Sweep moves cubes; none comes from or goes to Available."""
        return all(
            sum(getattr(one, kind) for one in self.turn.before.spaces)
            == sum(getattr(one, kind) for one in self.turn.after.spaces)
            for kind in ("troops", "police")
        )

    # --- tracks ------------------------------------------------------------------------------

    def _tracks(self, effect: Effect) -> list[tuple[str, float]]:
        """The clauses of wrong tracks; of several that are one breach only one."""
        due = {who: self.changes.get(who, 0) for who in FACTIONS}
        due[self.actor] += effect.gain - effect.cost
        due |= {AID: self._aid(effect)[0], PATRONAGE: self._patronage(effect)[0]}
        by = {track: end - start - due[track] for track, (start, end) in self._ends.items()}
        others = by[AID], by[PATRONAGE]
        found = []
        if not any(self._reaches(AID, aid, effect.activity) for aid in self._aid(effect)):
            found.append((self._aid_clause(due[AID], by[AID]), _wrong_by(by[AID])))
        if not any(self._reaches(PATRONAGE, change) for change in self._patronage(effect)):
            found.append((self._patronage_clause(), _wrong_by(by[PATRONAGE])))
        if self.plan.activity == "charm" and not self.turn.before.track(PATRONAGE):
            found.append(("4.2.3.c", prices.WRONG_COUNTER))
        if found and self._other_track(due, by):
            return found
        resources = self._resources(effect)
        if found and resources and by[self.actor] == effect.cost == -sum(others) and 0 in others:
            return resources  # 3.1: Aid or Patronage fell by the price that was not paid
        found += resources
        exchanged = by[self.actor] not in (0, effect.cost) and -by[self.actor] in others
        if len(found) > 1 and not (self.plan.activity or self.asked) and exchanged and 0 in others:
            civic = effect.cost - effect.spaces * self.turn.board.limits.train_price
            by_patronage = 0 < -by[PATRONAGE] <= civic
            found = [("3.2.1.h" if by_patronage else "1.4.1.a", price) for _, price in found]
        return found

    @staticmethod
    def _other_track(due: Mapping[str, int], by: Mapping[str, int]) -> bool:
        """Whether one Faction's Resources changed in place of Aid or Patronage: one breach."""
        off = {-by[track] for track in (AID, PATRONAGE) if due[track]} - {0}
        wrong = [by[who] for who in FACTIONS if by[who]]
        return len(wrong) == 1 and not off.isdisjoint(wrong)

    def doubts(self, effect: Effect) -> tuple[str, ...]:
        """Clauses on whose open reading the tracks depend (3.2.3.f, 4.4.3.e)."""
        found: tuple[str, ...] = ()
        aid, *others = self._aid(effect)
        if others and not self._reaches(AID, aid, effect.activity):
            found += ("3.2.3.f",)
        patronage, *others = self._patronage(effect)
        if others and not self._reaches(PATRONAGE, patronage):
            found += ("4.4.3.e",)
        return found

    def _aid(self, effect: Effect) -> list[int]:
        """3.2.3: how Aid may change; losses of a Roundup are halved in sum, or in each space."""
        change = effect.aid + self.changes.get(AID, 0)
        return [change - loss for loss in dict.fromkeys((effect.rounded // 2, effect.pairs))]

    def _patronage(self, effect: Effect) -> list[int]:
        """4.4.3: how Patronage may change; the text of Ambush does not repeat the loss."""
        change = effect.patronage + self.changes.get(PATRONAGE, 0)
        return [change, change + 2 * effect.ambushed] if effect.ambushed else [change]

    def _reaches(self, track: str, change: int, enriched: int = 0) -> bool:
        """1.9: whether a track may end where it does, as it stops at its ends on its way."""
        start, end = self._ends[track]
        stop = self.turn.board.limits.on_track
        # Aid rises by 5 for a Base; each Enrich lowers it by 1, before or after that.
        falls = enriched if self.plan.activity == "enrich" else 0
        rises = change + falls
        return end in {stop(stop(stop(start - k) + rises) - (falls - k)) for k in range(falls + 1)}

    def _aid_clause(self, change: int, over: int) -> str:
        """The clause of the action that moves Aid this way; 1.9 where none does."""
        if self.plan.operation == "roundup" and (over < 0 or change < 0):
            return "3.2.3.f"
        if self.plan.operation == "assault" and (over > 0 or change > 0):
            return "3.2.4.f"
        named = {"enrich": "4.2.1.c", "charm": "4.2.3.b"}
        return named.get(self.plan.activity or "") or ("5.1.a" if self.asked else "1.9.b")

    def _patronage_clause(self) -> str:
        named = {"enrich": "4.2.1.b", "charm": "4.2.3.b", "convert": "4.3.2.d", "ambush": "4.4.3.e"}
        if self.plan.activity in named:
            return named[self.plan.activity]
        if self.plan.operation == "attack":
            return "3.4.3.e"
        return "5.1.a" if self.asked else "1.9.c"

    def _resources(self, effect: Effect) -> list[tuple[str, float]]:
        """Prices and gains; what is left over must be a transfer between Factions (1.4.1)."""
        over: dict[str, int] = {}
        short = 0
        for who in FACTIONS:
            start, end = self._ends[who]
            cost = effect.cost if who == self.actor else 0
            gain = effect.gain if who == self.actor else 0
            gain += max(0, self.changes.get(who, 0))
            fixed = min(0, self.changes.get(who, 0))
            low, high = self._between(start, gain, cost, fixed)
            if not low <= end <= high:
                over[who] = end - (low if end < low else high)
            if who == self.actor:
                short = max(0, cost - start - gain)
        given = -sum(value for value in over.values() if value < 0)
        if not over:
            return [("3.1.c", prices.WRONG_COUNTER)] if short else []
        if sum(over.values()) == 0 and self._dealt(over):
            shown = self._shown
            hidden = self._unshown(over) or (shown is not None and effect.spaces > shown)
            price = prices.DEAL + (prices.HIDDEN_DEAL if hidden else 0.0)
            price += prices.PASSING_DEAL if self.plan.option == PASS else 0.0
            if over.get(self.actor, 0) > 0 and not hidden and self._only_paid(effect):
                price += prices.ONLY_PAID
            return [("3.1.c", prices.WRONG_COUNTER)] if short > given else [("", price)]
        found = []
        others = {who: by for who, by in over.items() if who != self.actor}
        named = self.asked and any(self.changes.get(who) for who in over)
        if others and not sum(others.values()) and not (self.asked or self._dealt(others)):
            found.append(("1.4.1.b", prices.WRONG_COUNTER))
            over = {who: by for who, by in over.items() if who == self.actor}
        elif over.get(self.actor, 0) > 0 > min(over.values()) and not named:
            return [("1.4.1.c", _wrong_by(sum(over.values())))]
        return found + [
            (self._paid(who, effect, by), self._price(who, by, effect)) for who, by in over.items()
        ]

    def _earned_wrongly(self, by: int, effect: Effect) -> bool:
        """Whether a Special Activity's gain is wrong, and not the price of the Operation.

        Where the log shows no payment, what can be a wrong price is one, unless just the gain is
        missing.
        """
        if self.turn.paid:
            return self.turn.paid == effect.cost
        return abs(by) > effect.cost or by == -effect.gain

    def _from_nowhere(self, by: int, effect: Effect) -> bool:
        """Whether Resources are too many though the price was put down, or would be without it."""
        return by > effect.cost or (by > 0 and self.turn.paid >= effect.cost)

    def _price(self, who: str, by: int, effect: Effect) -> float:
        """What a wrong number of Resources costs; an Activity that pays is suspected first."""
        cost = _wrong_by(by)
        if self.asked or not self.plan.operation:
            return cost
        if who == self.actor and not self._change:
            cost += prices.UNPAID
        if self.plan.activity in GAINS and who == self.actor and by > 0:
            return cost - prices.EARNED
        return cost + (prices.FROM_NOWHERE if by > effect.cost else 0.0)

    def _between(self, start: int, gain: int, cost: int, fixed: int) -> tuple[int, int]:
        """1.9: where a track may end; a gain beyond its end is lost if nothing is spent before."""
        edge = self.turn.board.limits.edge
        gained_first = min(edge, start + gain) - cost
        spent_first = min(edge, start - cost + gain)
        ends = [max(0, end + fixed) for end in (gained_first, spent_first)]
        return min(ends), max(ends)

    def _only_paid(self, effect: Effect) -> bool:
        """Whether the log shows that the actor paid less than the price and got nothing."""
        return 0 < self.turn.paid < effect.cost and not self._earned

    def _unshown(self, over: Mapping[str, int]) -> bool:
        """Whether the track of somebody who gives or gets does not move in the log."""
        still = {who for who in over if self._ends[who][0] == self._ends[who][1]}
        return bool(still - {self.actor} if self.turn.paid else still)

    def _dealt(self, over: Mapping[str, int]) -> bool:
        """1.4.1: whoever gives or gets is Eligible; beside an Event the tracks must show it."""
        if self.asked and self._unshown(over):
            return False
        givers = [who for who, value in over.items() if value < 0]
        takers = [who for who, value in over.items() if value > 0]
        eligible = self.turn.eligible | {self.turn.actor}
        return all(not eligible.isdisjoint(pair) for pair in product(givers, takers))

    def _paid(self, who: str, effect: Effect, by: int) -> str:
        """The clause of a track that is wrong."""
        if self.asked:
            return "5.1.5.a" if self.plan.operation or self.plan.activity else "5.1.a"
        if who != self.actor:
            return "1.4.1.c"
        if self.plan.activity in GAINS and self._earned_wrongly(by, effect):
            return GAINS[self.plan.activity]
        if self.plan.operation:
            nowhere = self._from_nowhere(by, effect)
            return "3.1.c" if nowhere else OPERATIONS[self.plan.operation].price
        return "2.3.4.a"


def _wrong_by(by: int) -> float:
    """What a wrong track costs; a little more by how much it is wrong, to prefer nearer stories."""
    return prices.WRONG_COUNTER + prices.COUNTER_EACH * abs(by)


def wrong_tracks(turn: Turn, reading: Reading) -> dict[str, int]:
    """By how much each track that a reading does not explain is beyond what it should be."""
    effect = Effect(*reading.explanation.sums)
    changes = dict.fromkeys((*FACTIONS, AID, PATRONAGE), 0)
    for name, by in reading.given:
        changes[name] += by
    changes[turn.actor] += effect.gain - effect.cost
    if reading.option == PASS:
        changes[turn.actor] += pass_gain(turn.actor)
    changes[AID] += effect.aid_change
    changes[PATRONAGE] += effect.patronage
    right = {name: turn.before.track(name) + by for name, by in changes.items()}
    stop = turn.board.limits.on_track
    found = {name: turn.after.track(name) - stop(to) for name, to in right.items()}
    return {name: by for name, by in found.items() if by}


def pass_gain(actor: str) -> int:
    """The Resources that a Pass brings (2.3.4)."""
    return 3 if actor == GOV else 1
