"""A card read as a whole: who took which turn, from where to where, by which option (2.3).

Boundaries, actors, options and actions are inferred together. Every departure of the record has a
small price (a cylinder moved late, early or never, an announcement in another's turn), every breach
of a rule a large one; the cheapest reading of the card is kept. The search is best-first:
a turn is judged only when nothing cheaper is left to try.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.engine.explain import Explanation
from modgen_rules.people_power.card_events import CardLog, announced, marked
from modgen_rules.people_power.card_evidence import SILENT, UNKNOWN, Evidence, Habits, Seats
from modgen_rules.people_power.card_turns import CardReading, Order, Played
from modgen_rules.people_power.effort import Effort
from modgen_rules.people_power.judging import (
    BREACH,
    CHEAP,
    LEAST_BREACH,
    NEAR,
    Effects,
    Judgement,
    against,
    is_dear,
    legal_readings,
)
from modgen_rules.people_power.options import Effect
from modgen_rules.people_power.out_of_reach import out_of_reach
from modgen_rules.people_power.sequence import (
    EVENT,
    NONE,
    box_price,
    classes_of,
    forbidden,
    recorded,
)
from modgen_rules.people_power.spaces import RESIDUE, WORST
from modgen_rules.people_power.state import Map
from modgen_rules.people_power.turn import EVENTS, Reading, Turn

UNFINISHED, NEVER_FINISHED, TWO_UNFINISHED = 3.2, 4.2, 2.0
"""What it costs that the log breaks off in a turn; where no cylinder would show its end; on top
for each further Faction whose pieces are in it."""
ALIKE = 0.12
"""By how much a reading with fewer illegal turns may cost more and still leave a doubt."""
MOST_LEGAL, MOST_BROKEN, MOST_AGAIN = 700, 40, 6
"""How many turns are judged for a card: for a legal reading, for the cheapest illegal one."""
MOST_NATURAL = 5
"""How many times as many are judged that end where a turn ends by nature."""
MOST_PLAIN, MOST_STEPS = 120, 6_000
"""How many steps a search takes at most: without bounds of what the rest costs, and with them."""


class _Node(NamedTuple):
    order: Order
    at: int
    """The first event not yet in a turn."""
    executed: tuple[str, ...]
    turns: tuple[Played, ...]
    cost: float
    pending: Played | None = None
    stage: int = 0
    """0: to be judged as legal; 1: as illegal; 2: judged; 3: not finished; 4: surely dear."""
    least: float = 0.0
    """What the pending turn costs at least."""
    illegal: int = 0
    """How many of the turns break a rule."""


@dataclass
class CardReader:
    """Reads the cards of one log. `style` is "first" where cylinders move before the pieces."""

    board: Map
    effects: Effects
    style: str = "last"
    seats: Seats = field(default_factory=dict)
    kept: bool = True
    """Whether the players move the cylinders at all."""
    habits: Habits = UNKNOWN
    """What is known of how the players keep the record."""
    spent: int = 0
    """The steps of all searches so far."""
    effort: Effort = field(default_factory=Effort)
    """How much has been tried so far."""
    record: Evidence = field(init=False)
    """What the record of the card says that was read last."""
    _legal: dict[object, tuple[Reading, ...]] = field(default_factory=dict)
    _broken: dict[object, Judgement] = field(default_factory=dict)
    _dear: dict[object, bool] = field(default_factory=dict)
    """Whether illegal turns surely cost more than CHEAP."""

    @property
    def tired(self) -> bool:
        """Whether so much has been tried for a card that its search ends."""
        return self.effort.over

    def read(
        self,
        log: CardLog,
        orders: list[Order],
        done: tuple[str, ...],
        bound: float = float("inf"),
        most: int = MOST_STEPS,
        ends: Iterable[int] = (),
    ) -> CardReading:
        """The cheapest reading of a card below a bound, in at most `most` steps of the search.

        `done` are options that were executed on the card before the log begins. With `ends`, turns
        end only before these events. The cost is infinite when nothing is found.
        """
        self._bound = bound
        self._turns_of: dict[tuple[str, int, int, str], Turn] = {}
        self._reach: dict[tuple[str, int, int], int] = {}
        self.record = Evidence(log, self.style, self.seats, self.kept, self.habits)
        if ends:
            self.record.cuts = sorted({0, len(log), *ends})
        self._rests: dict[tuple[str, ...], list[dict[int, float]]] = {}
        plain = bound == float("inf")
        found = self._search(log, orders, done, bound, MOST_PLAIN) if plain else None
        if found is None:
            self._bound_rests(orders)
            found = self._search(log, orders, done, bound, most)
        if found is None and bound == float("inf") and most == MOST_STEPS:
            self.record.cuts = sorted({0, len(log), *self.record.turning})
            self._bound_rests(orders)
            found = self._search(log, orders, done, bound, most)
        return found or CardReading(float("inf"), (), log, 0)

    def _bound_rests(self, orders: list[Order]) -> None:
        """Note for each order what the turns from each event on cost at least."""
        least = min(UNFINISHED, NEVER_FINISHED)
        self._rests = {who: self.record.rests(who, least) for who, _, _ in orders}

    # --- the search --------------------------------------------------------------------------

    def _search(
        self, log: CardLog, orders: list[Order], done: tuple[str, ...], bound: float, most: int
    ) -> CardReading | None:
        """Best first; None when the search is given up before anything is found."""
        self._judged = [0, 0]
        heap: list[tuple[float, int, int, _Node]] = []
        count = 0
        for order in orders:
            node = _Node(order, 0, done, (), order.cost + log.moved_by, None, 2)
            heapq.heappush(heap, (node.cost + self._rest(node), 0, count, node))
            count += 1
        best: CardReading | None = None
        steps = 0
        seen: set[object] = set()
        while heap:
            priority, _, _, node = heapq.heappop(heap)
            if node.pending is None:
                key = (
                    node.order.factions,
                    node.order.cost,
                    len(node.turns),
                    node.at,
                    node.executed,
                    node.illegal,
                )
                if key in seen:
                    continue
                seen.add(key)
            steps += node.stage != 4
            self.spent += node.stage != 4
            if priority >= bound or steps > most or self.tired:
                break
            if best is not None and priority > best.cost + NEAR:
                break
            for child in self._next(log, node):
                if isinstance(child, CardReading):
                    if best is None:
                        best = child
                        if best.cost < LEAST_BREACH - NEAR or not best.illegal:
                            return best
                    elif child.illegal < best.illegal and (
                        not child.illegal or child.cost < best.cost + ALIKE
                    ):
                        return best._replace(rival=child.turns)
                    continue
                least = child.cost + self._rest(child)
                if least < bound and least != float("inf"):
                    count += 1
                    heapq.heappush(heap, (least, -len(child.turns), count, child))
        return best

    def _rest(self, node: _Node) -> float:
        """What the turns after those of a node cost at least."""
        tables = self._rests.get(node.order.factions)
        if tables is None or node.stage == 3:
            return 0.0
        if node.pending is None:
            return tables[len(node.turns)].get(node.at, 0.0)
        return tables[len(node.turns) + 1].get(node.pending.last, 0.0)

    def _next(self, log: CardLog, node: _Node) -> Iterator[_Node | CardReading]:
        if node.pending is not None:
            yield from self._judge(log, node)
            return
        waiting = node.order.factions[len(node.turns) :]
        end = len(log)
        if not waiting or (log.play.last and not any(who in log.play.boxes for who in waiting)):
            if node.at == end or log.moves[node.at] == log.moves[end]:
                yield CardReading(node.cost, node.turns, log, node.at)
                if not waiting:
                    return
            elif (
                log.play.last
                and not all(node.order.broken[len(node.turns) :])
                and not log.moved_by
                and not any(event.marks for event in log.events[node.at :])
            ):
                acting = {event.likely for event in log.events[node.at :]} - {""}
                price = UNFINISHED
                if not self.kept:
                    price = NEVER_FINISHED + TWO_UNFINISHED * max(0, len(acting) - 1)
                yield from self._unfinished(log, node._replace(cost=node.cost + price))
        if not waiting:
            return
        yield from self._turns(log, node, waiting[0], len(waiting) == 1)

    def _unfinished(self, log: CardLog, node: _Node) -> Iterator[_Node | CardReading]:
        """The last events belong to a turn that the log breaks off."""
        marker = node.order._replace(factions=node.order.factions[: len(node.turns)])
        played = Played("", node.at, len(log), NONE, "", UNFINISHED)
        yield _Node(marker, len(log), node.executed, node.turns, node.cost, played, 3)

    def _turns(self, log: CardLog, node: _Node, faction: str, final: bool) -> Iterator[_Node]:
        """Every way in which the next Faction may have taken its turn, not yet judged."""
        box = log.play.boxes.get(faction, "")
        if faction in node.order.factions[len(node.turns) + 1 :]:
            box = log.play.first_boxes.get(faction, box)
        broken = node.order.broken[len(node.turns)]
        ends = self.record.cuts if not (final and not log.play.last) else [len(log)]
        for option in classes_of(box):
            breach = forbidden(option, node.executed)
            price, wrong_box = box_price(
                option, box, node.executed, self.record.options.get(faction)
            )
            if price < 0:
                continue
            base = node.cost + price + (BREACH if breach else 0.0)
            clauses = (*broken, *((breach,) if breach else ()))
            for end in ends:
                still = log.moves[end] == log.moves[node.at]
                if end < node.at or (still and not box and option != NONE):
                    continue
                if option == NONE and end != node.at and not (still and final):
                    continue
                cost = base + self.record.deviation(faction, node.at, end, option)
                played = Played(faction, node.at, end, option, box, 0.0, clauses, wrong_box)
                yield node._replace(cost=cost, pending=played, stage=0)

    def _judge(self, log: CardLog, node: _Node) -> Iterator[_Node | CardReading]:
        played = node.pending
        assert played is not None
        if node.stage == 3:
            yield CardReading(node.cost, node.turns, log, played.first)
            return
        if played.option == NONE:
            skipped = self.kept and (log.play.start > 0 or bool(log.play.boxes))
            unfinished = 0.1 if log.play.last else 0.0
            silent = played._replace(
                cost=(BREACH if skipped else SILENT) + unfinished,
                broken=(*played.broken, "2.3.a") if skipped else played.broken,
                turn=self._turn(log, played),
                judgement=Judgement((_NOTHING,)),
            )
            yield self._done(node, silent)
            return
        turn = self._turn(log, played)
        key = _key(turn)
        foreign = 0 if played.option == EVENT else self._out_of_reach(log, played)
        if node.stage == 0:
            readings = () if foreign else self._legal.get(key)
            if readings is None:
                if self._judged[0] > MOST_LEGAL:
                    return
                self._judged[0] += 1
                readings = self._legal_readings(turn)
            if readings and readings[0].cost < LEAST_BREACH:
                cost = readings[0].cost
                yield self._done(
                    node, played._replace(cost=cost, turn=turn, judgement=Judgement(readings))
                )
                return
            least = max(LEAST_BREACH, RESIDUE * foreign)
            yield node._replace(cost=node.cost + least, stage=1, least=least)
            return
        yield from self._judge_illegal(node, played, turn)

    def _judge_illegal(self, node: _Node, played: Played, turn: Turn) -> Iterator[_Node]:
        """A turn without a cheap legal reading, first only whether it is dear."""
        key = _key(turn)
        legal = self._legal.get(key, ())
        judged = self._broken.get(key)
        if judged is None and key not in self._dear:
            natural = self.record.natural(played.faction, played.last)
            most = MOST_BROKEN if self._bound == float("inf") else MOST_AGAIN
            if self._judged[1] > (MOST_NATURAL * most if natural else most):
                return
            self._judged[1] += 1
            self._dear[key] = node.least < CHEAP and is_dear(turn, self.effects, legal)
        if judged is None and node.least < CHEAP and self._dear[key]:
            more = CHEAP - node.least
            yield node._replace(cost=node.cost + more, stage=4, least=CHEAP)
            return
        if judged is None:
            judged = self._broken[key] = against(turn, self.effects, legal)
        cost = judged.readings[0].cost if judged.readings else WORST
        found = played._replace(cost=max(cost, node.least), turn=turn, judgement=judged)
        yield self._done(node._replace(cost=node.cost - node.least), found)

    def _out_of_reach(self, log: CardLog, played: Played) -> int:
        key = (played.faction, played.first, played.last)
        if key not in self._reach:
            a, b = log.states[played.first], log.states[played.last]
            self._reach[key] = out_of_reach(played.faction, a, b)
        return self._reach[key]

    def evidence(self, log: CardLog) -> Evidence:
        """What the record of a card says."""
        if log is not self.record.log:
            self.record = Evidence(log, self.style, self.seats, self.kept, self.habits)
        return self.record

    def judged(self, log: CardLog, like: Played, first: int, last: int) -> Played:
        """Other events as a Faction's turn of the same option; no readings when none explains."""
        played = like._replace(first=first, last=last)
        turn = self._new_turn(log, played)
        readings = self._legal_readings(turn)
        judged = Judgement(readings)
        if not readings or readings[0].cost >= LEAST_BREACH:
            judged = against(turn, self.effects, readings)
        cost = judged.readings[0].cost if judged.readings else WORST
        return played._replace(cost=cost, turn=turn, judgement=judged)

    def may_be_legal(self, log: CardLog, like: Played, first: int, last: int) -> bool:
        """Whether other events could be a legal turn of a Faction with the same box."""
        foreign = out_of_reach(like.faction, log.states[first], log.states[last])
        for option in classes_of(like.box):
            if option == NONE or (foreign and option != EVENT):
                continue
            turn = self._new_turn(log, like._replace(first=first, last=last, option=option))
            readings = self._legal_readings(turn)
            if readings and readings[0].cost < LEAST_BREACH:
                return True
        return False

    def _legal_readings(self, turn: Turn) -> tuple[Reading, ...]:
        key = _key(turn)
        if key not in self._legal:
            self._legal[key] = legal_readings(turn, self.effects)
        return self._legal[key]

    def _done(self, node: _Node, played: Played) -> _Node:
        executed = node.executed + recorded(played.option, played.box)
        return _Node(
            node.order,
            played.last,
            executed,
            (*node.turns, played),
            node.cost + played.cost,
            illegal=node.illegal + played.illegal,
        )

    def _turn(self, log: CardLog, played: Played) -> Turn:
        key = (played.faction, played.first, played.last, played.option)
        found = self._turns_of.get(key)
        if found is None:
            found = self._turns_of[key] = self._new_turn(log, played)
        return found

    def _new_turn(self, log: CardLog, played: Played) -> Turn:
        first, last = played.first, played.last
        steps = log.steps(first, last)
        until = max(steps) if steps else log.play.start
        options = {NONE: (), "event": EVENTS}.get(played.option, (played.option,))
        index = log.index
        return Turn(
            self.board,
            played.faction,
            log.states[first],
            log.states[last],
            options,
            log.moved(first, last),
            log.hopped(first, last),
            announced(index, log.play, played.faction, until),
            log.play.card,
            log.rolls(first, last) or None,
            log.play.not_ineligible,
            marked(index, steps),
            log.taken(first, last),
            index.piecewise,
            log.paid(played.faction, first, last),
            index.dice,
            self.effort,
        )

    # --- what the record says ----------------------------------------------------------------


def _key(turn: Turn) -> object:
    """What a judgement of a turn depends on."""
    return (
        turn.actor,
        turn.options,
        turn.before,
        turn.after,
        turn.moved,
        turn.rolls,
        turn.declared,
        turn.hint,
        turn.taken,
        turn.paid,
    )


_NOTHING = Reading(NONE, None, None, Explanation(0.0, (), (), (0,) * len(Effect._fields), 0))
