"""A round read as a whole: who took which turn, from where to where, by which option.

Boundaries, actors, options and actions are inferred together. Every departure of the record has a
small price (a marker moved late, early or never, an announcement in another's turn), every breach
of a rule a large one; the cheapest reading of the round is kept. The search is best-first:
a turn is judged only when nothing cheaper is left to try.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple

from modgen_rules.engine.reading.acts import RoundLog, S
from modgen_rules.engine.reading.effort import Effort
from modgen_rules.engine.reading.evidence import Evidence, Rests, Seats
from modgen_rules.engine.reading.frontier import Frontier
from modgen_rules.engine.reading.habits import UNKNOWN, Habits
from modgen_rules.engine.reading.prices import (
    ALIKE,
    BREACH,
    CHEAP,
    LEAST_BREACH,
    NEVER_FINISHED,
    RESIDUE,
    SILENT,
    TWO_UNFINISHED,
    UNFINISHED,
    WORST,
)
from modgen_rules.engine.reading.rules import Rules
from modgen_rules.engine.reading.sequence import NONE, Order
from modgen_rules.engine.reading.turns import Judgement, Played, R, RoundReading, T
from modgen_rules.engine.reading.verdicts import SURE

MOST_LEGAL, MOST_BROKEN, MOST_AGAIN = 700, 40, 6
"""How many turns are judged for a round: for a legal reading, for the cheapest illegal one."""
MOST_NATURAL = 5
"""How many times as many are judged that end where a turn ends by nature."""
MOST_PLAIN, MOST_STEPS = 120, 6_000
"""How many steps a search takes at most: without bounds of what the rest costs, and with them."""


class _Node(NamedTuple, Generic[T, R]):
    order: Order
    at: int
    """The first act not yet in a turn."""
    executed: tuple[str, ...]
    turns: tuple[Played[T, R], ...]
    cost: float
    pending: Played[T, R] | None = None
    stage: int = 0
    """0: to be judged as legal; 1: as illegal; 2: judged; 3: not finished; 4: surely dear."""
    least: float = 0.0
    """What the pending turn costs at least."""
    illegal: int = 0
    """How many of the turns break a rule."""


@dataclass
class _Known(Generic[R]):
    """What was found out about turns with one key; None if it was not asked."""

    lawful: tuple[R, ...] | None = None
    """The legal readings of least cost, if they cost less than a breach."""
    legal: tuple[R, ...] | None = None
    """The legal readings of least cost, whatever it is."""
    dear: bool | None = None
    """Whether an illegal turn surely costs more than CHEAP."""
    judged: Judgement[R] | None = None
    """The judgement of an illegal turn."""


@dataclass
class RoundReader(Generic[S, T, R]):
    """Reads the rounds of one log. `style` is "first" where markers move before the pieces."""

    rules: Rules[S, T, R]
    style: str = "last"
    seats: Seats = field(default_factory=dict)
    kept: bool = True
    """Whether the players move the markers at all."""
    habits: Habits = UNKNOWN
    """What is known of how the players keep the record."""
    spent: int = 0
    """The steps of all searches so far."""
    effort: Effort = field(default_factory=Effort)
    """How much has been tried so far."""
    record: Evidence[S, T, R] = field(init=False)
    """What the record of the round says that was read last."""
    _known: dict[Hashable, _Known[R]] = field(default_factory=dict)

    @property
    def tired(self) -> bool:
        """Whether so much has been tried for a round that its search ends."""
        return self.effort.over

    def read(
        self,
        log: RoundLog[S],
        orders: list[Order],
        done: tuple[str, ...],
        bound: float = float("inf"),
        most: int = MOST_STEPS,
        ends: Iterable[int] = (),
    ) -> RoundReading[S, T, R]:
        """The cheapest reading of a round below a bound, in at most `most` steps of the search.

        `done` are options that were executed in the round before the log begins. With `ends`, turns
        end only before these acts. The cost is infinite when nothing is found.
        """
        self._bound = bound
        self._turns_of: dict[tuple[str, int, int, str], tuple[T, _Known[R]]] = {}
        self._reach: dict[tuple[str, int, int], int] = {}
        self.record = self._evidence(log)
        if ends:
            self.record.cuts = sorted({0, len(log), *ends})
        self._rests: Rests = {}
        plain = bound == float("inf")
        found = self._search(log, orders, done, bound, MOST_PLAIN) if plain else None
        if found is None:
            self._bound_rests(orders)
            found = self._search(log, orders, done, bound, most)
        if found is None and bound == float("inf") and most == MOST_STEPS:
            self.record.cuts = sorted({0, len(log), *self.record.turning})
            self._bound_rests(orders)
            found = self._search(log, orders, done, bound, most)
        return found or RoundReading(float("inf"), (), log, 0)

    def _bound_rests(self, orders: list[Order]) -> None:
        """Note for each order what the turns from each act on cost at least."""
        least = min(UNFINISHED, NEVER_FINISHED)
        self._rests = self.record.rests((who for who, _, _ in orders), least)

    # --- the search --------------------------------------------------------------------------

    def _search(
        self, log: RoundLog[S], orders: list[Order], done: tuple[str, ...], bound: float, most: int
    ) -> RoundReading[S, T, R] | None:
        """Best first; None when the search is given up before anything is found."""
        self._judged = [0, 0]
        frontier: Frontier[_Node[T, R]] = Frontier()
        for order in orders:
            start: _Node[T, R] = _Node(order, 0, done, (), order.cost + log.order_price, None, 2)
            frontier.add(start, start.cost + self._rest(start))
        best: RoundReading[S, T, R] | None = None
        steps = 0
        for priority, node in frontier:
            if node.pending is None:
                key = (
                    node.order.actors,
                    node.order.cost,
                    len(node.turns),
                    node.at,
                    node.executed,
                    node.illegal,
                )
                if not frontier.fresh(key):
                    continue
            steps += node.stage != 4
            self.spent += node.stage != 4
            if priority >= bound or steps > most or self.tired:
                break
            if best is not None and priority > best.cost + SURE:
                break
            for child in self._next(log, node):
                if isinstance(child, RoundReading):
                    if best is None:
                        best = child
                        if best.cost < LEAST_BREACH - SURE or not best.illegal:
                            return best
                    elif child.illegal < best.illegal and (
                        not child.illegal or child.cost < best.cost + ALIKE
                    ):
                        return best._replace(rival=child)
                    continue
                least = child.cost + self._rest(child)
                if least < bound and least != float("inf"):
                    frontier.add(child, least, len(child.turns))
        return best

    def _rest(self, node: _Node[T, R]) -> float:
        """What the turns after those of a node cost at least."""
        if node.stage == 3:
            return 0.0
        taken, at = len(node.turns), node.at
        if node.pending is not None:
            taken, at = taken + 1, node.pending.last
        return self._rests.get(node.order.actors[taken:], {}).get(at, 0.0)

    def _next(
        self, log: RoundLog[S], node: _Node[T, R]
    ) -> Iterator[_Node[T, R] | RoundReading[S, T, R]]:
        if node.pending is not None:
            yield from self._judge(log, node)
            return
        waiting = node.order.actors[len(node.turns) :]
        end = len(log)
        if not waiting or (log.play.last and not any(who in log.play.boxes for who in waiting)):
            if node.at == end or log.moves[node.at] == log.moves[end]:
                yield RoundReading(node.cost, node.turns, log, node.at)
                if not waiting:
                    return
            elif (
                log.play.last
                and not all(node.order.broken[len(node.turns) :])
                and not log.order_price
                and not any(act.marks for act in log.acts[node.at :])
            ):
                acting = {act.likely for act in log.acts[node.at :]} - {""}
                price = UNFINISHED
                if not self.kept:
                    price = NEVER_FINISHED + TWO_UNFINISHED * max(0, len(acting) - 1)
                if waiting:
                    price += self._not_of(log, waiting[0], node.at)
                yield from self._unfinished(log, node._replace(cost=node.cost + price))
        if not waiting:
            return
        yield from self._turns(log, node, waiting[0], len(waiting) == 1)

    def _not_of(self, log: RoundLog[S], actor: str, first: int) -> float:
        """What speaks against an actor's turn that begins with an act and is not finished."""
        foreign = self.rules.foreign(actor, log.states[first], log.states[-1])
        return self.record.against(actor, first, len(log)) + RESIDUE * foreign

    def _unfinished(self, log: RoundLog[S], node: _Node[T, R]) -> Iterator[_Node[T, R]]:
        """The last acts belong to a turn that the log breaks off."""
        marker = node.order._replace(actors=node.order.actors[: len(node.turns)])
        played: Played[T, R] = Played("", node.at, len(log), NONE, "", UNFINISHED)
        yield _Node(marker, len(log), node.executed, node.turns, node.cost, played, 3)

    def _turns(
        self, log: RoundLog[S], node: _Node[T, R], actor: str, final: bool
    ) -> Iterator[_Node[T, R]]:
        """Every way in which the next actor may have taken its turn, not yet judged."""
        box = log.play.boxes.get(actor, "")
        if actor in node.order.actors[len(node.turns) + 1 :]:
            box = log.play.first_boxes.get(actor, box)
        broken = node.order.broken[len(node.turns)]
        ends = self.record.cuts if not (final and not log.play.last) else [len(log)]
        for option in self.rules.options(box):
            breach = self.rules.forbidden(option, node.executed)
            price, wrong_box = self.rules.box_price(
                option, box, node.executed, self.record.options.get(actor)
            )
            if price < 0:
                continue
            said = self.record.otherwise(actor, option) if option != NONE else 0.0
            base = node.cost + price + (BREACH if breach else 0.0) + said
            clauses = (*broken, *((breach,) if breach else ()))
            for end in ends:
                still = log.moves[end] == log.moves[node.at]
                if end < node.at or (still and not box and option != NONE):
                    continue
                if option == NONE and end != node.at and not (still and final):
                    continue
                cost = base + self.record.deviation(actor, node.at, end, option)
                played: Played[T, R] = Played(
                    actor, node.at, end, option, box, 0.0, clauses, wrong_box
                )
                yield node._replace(cost=cost, pending=played, stage=0, least=said)

    def _judge(
        self, log: RoundLog[S], node: _Node[T, R]
    ) -> Iterator[_Node[T, R] | RoundReading[S, T, R]]:
        played = node.pending
        assert played is not None
        if node.stage == 3:
            yield RoundReading(node.cost, node.turns, log, played.first)
            return
        if played.option == NONE:
            skipped = self.kept and (log.play.start > 0 or bool(log.play.boxes))
            unfinished = 0.5 if log.play.last else 0.0
            silent = played._replace(
                cost=(BREACH if skipped else SILENT) + unfinished,
                broken=(*played.broken, self.rules.clauses.skipped) if skipped else played.broken,
                turn=self._turn(log, played)[0],
                judgement=self.rules.nothing,
            )
            yield self._done(node, silent)
            return
        turn, known = self._turn(log, played)
        foreign = 0 if played.option == self.rules.boundless else self._foreign(log, played)
        begun = node.cost - node.least
        if node.stage == 0:
            readings = () if foreign else known.lawful
            if readings is None:
                if self._judged[0] > MOST_LEGAL:
                    return
                self._judged[0] += 1
                readings = self._lawful(turn, known)
            if readings:
                cost = readings[0].cost
                found = played._replace(cost=cost, turn=turn, judgement=Judgement(readings))
                yield self._done(node._replace(cost=begun), found)
                return
            least = max(LEAST_BREACH, RESIDUE * foreign, node.least)
            yield node._replace(cost=begun + least, stage=1, least=least)
            return
        yield from self._judge_illegal(node, played, turn, known)

    def _judge_illegal(
        self, node: _Node[T, R], played: Played[T, R], turn: T, known: _Known[R]
    ) -> Iterator[_Node[T, R]]:
        """A turn without a cheap legal reading, first only whether it is dear."""
        if known.judged is None and known.dear is None:
            natural = self.record.natural(played.actor, played.last)
            most = MOST_BROKEN if self._bound == float("inf") else MOST_AGAIN
            if self._judged[1] > (MOST_NATURAL * most if natural else most):
                return
            self._judged[1] += 1
            known.dear = node.least < CHEAP and self.rules.is_dear(turn, self._legal(turn, known))
        if known.judged is None and node.least < CHEAP and known.dear:
            more = CHEAP - node.least
            yield node._replace(cost=node.cost + more, stage=4, least=CHEAP)
            return
        if known.judged is None:
            known.judged = self.rules.against(turn, self._legal(turn, known))
        judged = known.judged
        cost = judged.readings[0].cost if judged.readings else WORST
        found = played._replace(cost=max(cost, node.least), turn=turn, judgement=judged)
        yield self._done(node._replace(cost=node.cost - node.least), found)

    def _foreign(self, log: RoundLog[S], played: Played[T, R]) -> int:
        key = (played.actor, played.first, played.last)
        if key not in self._reach:
            a, b = log.states[played.first], log.states[played.last]
            self._reach[key] = self.rules.foreign(played.actor, a, b)
        return self._reach[key]

    def _evidence(self, log: RoundLog[S]) -> Evidence[S, T, R]:
        return Evidence(self.rules, log, self.style, self.seats, self.kept, self.habits)

    def evidence(self, log: RoundLog[S]) -> Evidence[S, T, R]:
        """What the record of a round says."""
        if log is not self.record.log:
            self.record = self._evidence(log)
        return self.record

    def judged(self, log: RoundLog[S], like: Played[T, R], first: int, last: int) -> Played[T, R]:
        """Other acts as an actor's turn of the same option; no readings when none explains."""
        played = like._replace(first=first, last=last)
        turn = self.rules.turn(log, played, self.effort)
        known = self._known_of(turn)
        judged = Judgement(self._lawful(turn, known))
        if not judged.readings:
            judged = self.rules.against(turn, self._legal(turn, known))
        cost = judged.readings[0].cost if judged.readings else WORST
        return played._replace(cost=cost, turn=turn, judgement=judged)

    def may_be_legal(self, log: RoundLog[S], like: Played[T, R], first: int, last: int) -> bool:
        """Whether other acts could be a legal turn of an actor with the same box."""
        foreign = self.rules.foreign(like.actor, log.states[first], log.states[last])
        for option in self.rules.options(like.box):
            if option == NONE or (foreign and option != self.rules.boundless):
                continue
            played = like._replace(first=first, last=last, option=option)
            turn = self.rules.turn(log, played, self.effort)
            if self._lawful(turn, self._known_of(turn)):
                return True
        return False

    def _known_of(self, turn: T) -> _Known[R]:
        return self._known.setdefault(turn.key, _Known())

    def _lawful(self, turn: T, known: _Known[R]) -> tuple[R, ...]:
        """The legal readings of least cost, if they cost less than a breach."""
        if known.lawful is None:
            known.lawful = self.rules.lawful(turn, LEAST_BREACH)
        return known.lawful

    def _legal(self, turn: T, known: _Known[R]) -> tuple[R, ...]:
        """The legal readings of least cost; none where they were not asked for."""
        if known.legal is None and known.lawful is not None:
            known.legal = known.lawful or self.rules.lawful(turn, float("inf"))
        return known.legal or ()

    def _done(self, node: _Node[T, R], played: Played[T, R]) -> _Node[T, R]:
        executed = node.executed + self.rules.recorded(played.option, played.box)
        return _Node(
            node.order,
            played.last,
            executed,
            (*node.turns, played),
            node.cost + played.cost,
            illegal=node.illegal + played.illegal,
        )

    def _turn(self, log: RoundLog[S], played: Played[T, R]) -> tuple[T, _Known[R]]:
        key = (played.actor, played.first, played.last, played.option)
        found = self._turns_of.get(key)
        if found is None:
            turn = self.rules.turn(log, played, self.effort)
            found = self._turns_of[key] = turn, self._known_of(turn)
        return found
