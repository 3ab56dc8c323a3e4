"""The sums of an action held against the tracks and limits that all its spaces share (1.9, 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Sums, SumsCost
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.actions import ACTIVITIES, OPERATIONS, most_spaces
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.state import AID, FACTIONS, GOV, PATRONAGE, TRACKS, Limits, State
from modgen_rules.people_power.law.verbs import TASKS
from modgen_rules.people_power.reading.turn import Reading, Turn

COSTS = {
    "2.3.5.a": prices.ONE_PLACE_MORE,
    "3.2.2.b": prices.MADE_OF_NOTHING,
    "2.3.3.h": prices.NO_PLACE,
}
"""The limits of places that are overrun more often or more seldom than others."""
GAINS = {"appeal": "4.3.1.b", "extort": "4.4.1.b"}
"""The clauses of Special Activities that bring Resources."""


@dataclass(frozen=True)
class Bill:
    """What an action may be and what the tracks show. `sums` are judged by `verdict`."""

    actor: str
    before: State
    after: State
    limits: Limits
    operation: str | None
    activity: str | None
    limited: bool = False
    eligible: frozenset[str] = frozenset(FACTIONS)
    """Who is Eligible now (1.4.1)."""
    most: int | None = None
    """In how many spaces an Event allows the action."""
    needs: tuple[int, ...] = ()
    """How much of its first, second ... part an Event asks for."""
    least: tuple[int, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    """What an Event adds to tracks."""
    event: bool = False
    second: str | None = None
    """Another Operation besides, in an illegal reading."""
    paid: int = 0
    """What the actor's Resources fell by in the single steps of the log, all together."""
    shown: int | None = None
    """In how many spaces the log shows an action: announced, or changed; None if unknown."""

    @cached_property
    def _ends(self) -> Mapping[str, tuple[int, int]]:
        """Where each track was before and is after."""
        pairs = zip(self.before.tracks, self.after.tracks, strict=True)
        return dict(zip(TRACKS, pairs, strict=True))

    def verdict(self, sums: Sums) -> SumsCost:
        """What the sums cost beyond the spaces, and the clauses that they break."""
        effect = Effect(*sums)
        if self.activity and not (self.event or effect.activity):
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
        if not (effect.cost and effect.gain and self.paid):
            return False
        change = self.after.track(self.actor) - self.before.track(self.actor)
        return 0 < change + self.paid < effect.gain == effect.cost + change

    # --- limits ------------------------------------------------------------------------------

    def _limits(self, effect: Effect) -> list[str]:
        """2.3.5, 4.1: numbers of spaces, and what may be done once only."""
        wrong = []
        if self.event:
            done = [getattr(effect, task) for task in TASKS[: len(self.needs)]]
            if any(have > need for have, need in zip(done, self.needs, strict=True)):
                wrong.append("5.1.a")
            if any(have < need for have, need in zip(done, self.least, strict=True)):
                wrong.append("5.1.2")
            if self.most is not None and effect.spaces > self.most:
                wrong.append("5.1.a")
        elif self.operation and not effect.spaces:
            wrong.append("2.3.3.h")
        if self.operation == "sweep" and self.second != "train" and not self._same_cubes:
            wrong.append("3.2.2.b")
        if self.limited and effect.spaces > 1:
            wrong.append("2.3.5.a")
        if self.activity and effect.activity > self._most_activity():
            wrong.append(ACTIVITIES[self.activity].limit)
        if effect.extra > 1:
            wrong.append("3.2.1.e" if self.operation == "train" else "3.3.2.c")
        return wrong

    @cached_property
    def _same_cubes(self) -> bool:
        """3.2.2: Sweep moves cubes; none comes from or goes to Available."""
        return all(
            sum(getattr(one, kind) for one in self.before.spaces)
            == sum(getattr(one, kind) for one in self.after.spaces)
            for kind in ("troops", "police")
        )

    def _most_activity(self) -> int:
        if self.event and self.operation is None and self.most is not None:
            return self.most
        return most_spaces(ACTIVITIES[self.activity or ""], self.before.personalities)

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
            found.append((self._patronage_clause(effect), _wrong_by(by[PATRONAGE])))
        if self.activity == "charm" and effect.activity and not self.before.track(PATRONAGE):
            found.append(("4.2.3.c", prices.WRONG_COUNTER))
        if found and self._other_track(due, by):
            return found
        resources = self._resources(effect)
        if found and resources and by[self.actor] == effect.cost == -sum(others) and 0 in others:
            return resources  # 3.1: Aid or Patronage fell by the price that was not paid
        found += resources
        exchanged = by[self.actor] not in (0, effect.cost) and -by[self.actor] in others
        if len(found) > 1 and not (self.activity or self.event) and exchanged and 0 in others:
            civic = effect.cost - effect.spaces * self.limits.train_price
            by_patronage = self.operation == "train" and 0 < -by[PATRONAGE] <= civic
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
        if end == start + change and 0 < end < self.limits.edge:
            return True

        def stop(value: int) -> int:
            return max(0, min(self.limits.edge, value))

        # Aid rises by 5 for a Base; each Enrich lowers it by 1, before or after that.
        falls = enriched if track == AID and self.activity == "enrich" else 0
        rises = change + falls
        ends = {stop(stop(stop(start - k) + rises) - (falls - k)) for k in range(falls + 1)}
        return end in ends or end == stop(start + change)

    def _aid_clause(self, change: int, over: int) -> str:
        """The clause of the action that moves Aid this way; 1.9 where none does."""
        if self.operation == "roundup" and (over < 0 or change < 0):
            return "3.2.3.f"
        if self.operation == "assault" and (over > 0 or change > 0):
            return "3.2.4.f"
        named = {"enrich": "4.2.1.c", "charm": "4.2.3.b"}
        return named.get(self.activity or "") or ("5.1.a" if self.event else "1.9.b")

    def _patronage_clause(self, effect: Effect) -> str:
        named = {"enrich": "4.2.1.b", "charm": "4.2.3.b", "convert": "4.3.2.d", "ambush": "4.4.3.e"}
        if self.activity in named and effect.activity:
            return named[self.activity]
        if self.operation == "attack":
            return "3.4.3.e"
        return "5.1.a" if self.event else "1.9.c"

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
            hidden = self._unshown(over) or (self.shown is not None and effect.spaces > self.shown)
            price = prices.DEAL + (prices.HIDDEN_DEAL if hidden else 0.0)
            price += prices.PASSING_DEAL if self.operation is None and not self.event else 0.0
            if over.get(self.actor, 0) > 0 and not hidden and self._only_paid(effect):
                price += prices.ONLY_PAID
            return [("3.1.c", prices.WRONG_COUNTER)] if short > given else [("", price)]
        found = []
        others = {who: by for who, by in over.items() if who != self.actor}
        if others and not sum(others.values()) and not (self.event or self._dealt(others)):
            found.append(("1.4.1.b", prices.WRONG_COUNTER))
            over = {who: by for who, by in over.items() if who == self.actor}
        elif over.get(self.actor, 0) > 0 > min(over.values()) and not self.event:
            return [("1.4.1.c", _wrong_by(sum(over.values())))]
        return found + [
            (self._lost(over) or self._paid(who, effect, by), self._price(who, by, effect))
            for who, by in over.items()
        ]

    def _lost(self, over: Mapping[str, int]) -> str:
        """1.4.1: the clause of a transfer beside an Event that names none of these Resources."""
        named = any(self.changes.get(who) for who in over)
        exchanged = self.event and over.get(self.actor, 0) > 0 > min(over.values())
        return "1.4.1.c" if exchanged and not named else ""

    def _earned_wrongly(self, by: int, effect: Effect) -> bool:
        """Whether a Special Activity's gain is wrong, and not the price of the Operation.

        Where the log shows no payment, what can be a wrong price is one, unless just the gain is
        missing.
        """
        if self.paid:
            return self.paid == effect.cost
        return abs(by) > effect.cost or by == -effect.gain

    def _from_nowhere(self, by: int, effect: Effect) -> bool:
        """Whether Resources are too many though the price was put down, or would be without it."""
        return by > effect.cost or (by > 0 and self.paid >= effect.cost)

    def _price(self, who: str, by: int, effect: Effect) -> float:
        """What a wrong number of Resources costs; an Activity that pays is suspected first."""
        earned = self.activity in GAINS and who == self.actor and by > 0
        unpaid = self.operation and not self.event and who == self.actor
        unpaid = unpaid and self.before.track(who) == self.after.track(who)
        cost = _wrong_by(by) - prices.EARNED * earned + prices.UNPAID * bool(unpaid)
        from_nowhere = self.operation and not self.event and not earned and by > effect.cost
        return cost + (prices.FROM_NOWHERE if from_nowhere else 0.0)

    def _between(self, start: int, gain: int, cost: int, fixed: int) -> tuple[int, int]:
        """1.9: where a track may end; a gain beyond its end is lost if nothing is spent before."""
        gained_first = min(self.limits.edge, start + gain) - cost
        spent_first = min(self.limits.edge, start - cost + gain)
        ends = [max(0, end + fixed) for end in (gained_first, spent_first)]
        return min(ends), max(ends)

    def _only_paid(self, effect: Effect) -> bool:
        """Whether the log shows that the actor paid less than the price and got nothing."""
        change = self.after.track(self.actor) - self.before.track(self.actor)
        return 0 < self.paid < effect.cost and change + self.paid <= 0

    def _unshown(self, over: Mapping[str, int]) -> bool:
        """Whether the track of somebody who gives or gets does not move in the log."""
        return any(
            self.before.track(who) == self.after.track(who)
            and not (who == self.actor and self.paid)
            for who in over
        )

    def _dealt(self, over: Mapping[str, int]) -> bool:
        """1.4.1: whoever gives or gets is Eligible; beside an Event the tracks must show it."""
        if self.event and self._unshown(over):
            return False
        givers = [who for who, value in over.items() if value < 0]
        takers = [who for who, value in over.items() if value > 0]
        return all(
            any(one in self.eligible for one in pair)
            for pair in ((giver, taker) for giver in givers for taker in takers)
        )

    def _paid(self, who: str, effect: Effect, by: int) -> str:
        """The clause of a track that is wrong."""
        if self.event:
            return "5.1.5.a" if self.operation or self.activity else "5.1.a"
        if who != self.actor:
            return "1.4.1.c"
        if self.activity in GAINS and self._earned_wrongly(by, effect):
            return GAINS[self.activity]
        if self.operation:
            return "3.1.c" if self._from_nowhere(by, effect) else OPERATIONS[self.operation].price
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
    found = {
        name: turn.after.track(name) - max(0, min(turn.board.limits.edge, to))
        for name, to in right.items()
    }
    return {name: by for name, by in found.items() if by}


def pass_bill(turn: Turn) -> Bill:
    """2.3.4: a Pass brings the Government three Resources, others one."""
    return Bill(
        turn.actor,
        turn.before,
        turn.after,
        turn.board.limits,
        None,
        None,
        eligible=turn.eligible | {turn.actor},
        changes={turn.actor: pass_gain(turn.actor)},
    )


def pass_gain(actor: str) -> int:
    """The Resources that a Pass brings (2.3.4)."""
    return 3 if actor == GOV else 1
