"""The Movement segment (3.0, 5.0-9.0): every family's turn, from where its Units were and are.

A family has one turn in a phase, so all that its Units did in the segment is judged together, in
whatever order hands moved them; the order of turns is judged by when each family began and ended.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.effort import DOUBTS
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.family_turn import FamilyTurn, Leg, TurnWords
from modgen_rules.junta_coup.judging.issues import breach, cost, oddity
from modgen_rules.junta_coup.judging.passengers import (
    Passenger,
    foreign_passengers,
    passenger_issues,
)
from modgen_rules.junta_coup.judging.turn_sequence import TurnSequence
from modgen_rules.junta_coup.law.city import OFFICE_OF, UNARMED, Card
from modgen_rules.junta_coup.law.movement import Net, Turn, explain, moves, rebels_by_moving, strays
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words


@dataclass
class MovementJudgement:
    """A whole segment: what was wrong, and each family's turn in the order of play."""

    issues: list[Issue]
    turns: list[FamilyTurn]
    coup: Coup

    @property
    def cost(self) -> float:
        """How dear this reading is."""
        return cost(self.issues)


@dataclass
class Movement:
    """Judges acts `start` to `end` of a record as one Movement segment."""

    record: Record
    words: Words
    start: int
    end: int
    until: int
    """The end of the phase: a card may be turned over late."""
    coup: Coup

    @cached_property
    def passengers(self) -> list[Passenger]:
        """5.p: the Units that a Helicopter of another family takes along."""
        return foreign_passengers(self.record, self.start, self.end)

    def judge(self) -> MovementJudgement:
        """The cheapest reading of who moved what."""
        legs = self._legs()
        doubts: dict[tuple[str, ...], list[Leg]] = defaultdict(list)
        for leg in legs:
            other = self._later_controller(leg)
            if other and other != leg.family:
                doubts[leg.family, other, leg.places[0], leg.places[-1]].append(leg)
        groups = list(doubts.items())[:DOUBTS]
        best: MovementJudgement | None = None
        for flips in sorted(product((False, True), repeat=len(groups)), key=sum):
            for flip, ((family, other, *_), members) in zip(flips, groups, strict=True):
                for leg in members:
                    # A Unit that nobody controlled was put down before its marker.
                    leg.family = other if flip or not family else family
            found = self._judged(legs, sum(flips) * prices.CONTROL_LATE)
            if best is None or found.cost + 0.01 < best.cost:
                best = found
            if best.cost < prices.CONTROL_LATE:
                break
        assert best is not None
        return best

    def _legs(self) -> list[Leg]:
        """Where Units went, each under one controller; what came back to its place did not move."""
        ways: dict[str, list[Leg]] = defaultdict(list)
        near = self.record.city.near
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what != "unit" or any(one.first <= n <= one.last for one in self.passengers):
                continue
            mine = ways[act.piece]
            if mine and mine[-1].family == act.owner and mine[-1].places[-1] == act.source:
                if len(mine[-1].places) == 2 and mine[-1].places[0] not in near:
                    mine[-1].moved = n
                mine[-1].places.append(act.target)
                mine[-1].last = n
            else:
                way = [act.source, act.target]
                mine.append(Leg(act.piece, act.owner, way, n, n, n, begun=act.side))
            mine[-1].seats |= {act.side} - {""}
        legs = []
        for mine in ways.values():
            for leg in mine:
                ends = [place if place in near else "" for place in leg.places]
                if ends[-1] and ends[0] != ends[-1]:  # what leaves the map is judged as a loss
                    leg.places = ends
                    legs.append(leg)
        return self._swapped(sorted(legs, key=lambda leg: leg.first))

    def _swapped(self, legs: list[Leg]) -> list[Leg]:
        """Without like Units that changed places: a hand takes any of them."""
        left: list[Leg] = []
        for leg in legs:
            back = next(
                (
                    other
                    for other in left
                    if (other.places[0], other.places[-1]) == (leg.places[-1], leg.places[0])
                    and self._kind(other.key) == self._kind(leg.key)
                    and other.family == leg.family
                ),
                None,
            )
            if back is None:
                left.append(leg)
            else:
                left.remove(back)
        return left

    def _kind(self, key: str) -> str:
        for position in (self.record.positions[self.end], self.record.positions[self.start]):
            if key in position.units:
                return position.units[key].kind
        return ""

    def _later_controller(self, leg: Leg) -> str:
        """Who controls the Unit as the segment ends; of one without a marker, its first family."""
        for act in self.record.acts[leg.first : self.end] if not leg.family else ():
            if (act.what, act.piece) == ("control", leg.key):
                return act.owner
        position = self.record.positions[self.end]
        unit = position.units.get(leg.key)
        return position.controller(unit) if unit else ""

    # --- turns -----------------------------------------------------------------------------------

    def _judged(self, legs: list[Leg], price: float) -> MovementJudgement:
        coup = self.coup.copy()
        issues: list[Issue] = []
        cards = self._cards(legs, coup, issues)
        taken = [leg for leg in legs if self._taken_by(leg, legs)]
        by_family: dict[str, list[Leg]] = defaultdict(list)
        for leg in legs:
            if leg not in taken:
                by_family[leg.family].append(leg)
        rebels = self._rebels(by_family)
        riots = {
            card.space: any(
                other.space == card.space and who in rebels
                for who, played in cards.items()
                for other in played
            )
            for played in cards.values()
            for card in played
            if card.kind in UNARMED
        }
        turns = []
        telling = TurnWords(self.words)
        before = {
            leg.key: leg.first for leg in legs[::-1] if leg.places[0]
        }  # the first movement of each Unit that was on the map
        order = self.record.positions[self.start].movers()
        ranked = sorted(by_family, key=lambda who: order.index(who) if who in order else -1)
        for family in ranked:
            made = self._turn(family, by_family[family], cards, riots, before)
            if made is not None:
                turns.append(made)
                issues += telling.issues(made)
                self._remember(made, coup)
        alone = {made.family: made.found.cost for made in turns}
        for members in self._groups(taken):
            family, seat = members[0].family, self._taken_by(members[0], legs)
            made = self._turn(family, by_family[family] + members, cards, riots, before)
            dearer = made.found.cost - alone.get(family, 0.0) if made else 0.0
            note = breach if dearer >= prices.BREACH else oddity
            step = self.record.step(members[0].first)
            issues.append(note("6.c", seat, self._moved(members, seat), step))
        issues += self._short(legs, cards)
        sequence = TurnSequence(self.record, self.words, self.start, self.end)
        issues += sequence.judge(
            [made for made in turns if not self._strayed(made) and not self._reacted(made)]
        )
        issues += self._landed_by_others(legs)
        issues += passenger_issues(self.record, self.words, self.passengers)
        if price:
            issues.append(oddity("", "", "", 0, price=price))
        return MovementJudgement(issues, turns, coup)

    def _turn(
        self,
        family: str,
        legs: list[Leg],
        cards: Mapping[str, list[Card]],
        riots: Mapping[str, bool],
        before: Mapping[str, int],
    ) -> FamilyTurn | None:
        record, position = self.record, self.record.positions[legs[0].first]
        begun = record.positions[self.start]
        cousins = {one for one, face in begun.tiles(family).items() if face == "cousin"}
        nets = []
        begun_to_move = min((leg.moved for leg in legs if leg.places[0]), default=-1)
        in_steps = {
            (leg.places[0], leg.places[-1])
            for leg in legs
            if len(leg.places) > 2
            and all(b in record.city.near.get(a, ()) for a, b in pairwise(leg.places))
        }
        for leg in legs:
            kind = self._kind(leg.key)
            again = before.get(leg.key, leg.first) < leg.first
            office = ""
            if family == position.president and self._held(kind):
                office = OFFICE_OF[kind]
            staged = (leg.places[0], leg.places[-1]) in in_steps
            comes = not leg.places[0]
            stops = record.city.landings | {one.space for one in cards.get(family, ())}
            direct = comes and "own" not in stops and not stops & {*leg.places}
            nets.append(
                Net(
                    leg.key,
                    leg.places[0],
                    leg.places[-1],
                    kind,
                    leg.family,
                    office,
                    again,
                    leg.key in self.coup.landed,
                    staged,
                    direct,
                    comes and leg.first < begun_to_move,
                    not comes and "" in leg.places,
                )
            )
        flight = self._flight(family)
        brought = {
            card.kind: frozenset(c.space for c in cards.get(family, ()) if c.kind == card.kind)
            for card in cards.get(family, ())
        }
        now = record.positions[self.end]
        homes = {
            unit.place
            for where in (begun, now)
            for unit in where.units.values()
            if unit.kind != "helicopter" and where.controller(unit) == family
        }
        held = frozenset(one for one, tile in position.offices.items() if tile.face == "cousin")
        turn = Turn(
            record.city,
            position.phase,
            family,
            position.president,
            self._present(legs),
            tuple(nets),
            brought,
            frozenset(homes & record.city.near.keys()),
            flight,
            held | cousins,
            riots,
            record.stages,
        )
        found = explain(turn)
        if found is None:
            return None
        own = [
            record.step(n)
            for leg, net, pick in zip(legs, nets, found.picks, strict=True)
            if moves(pick) and not net.office
            for n in (leg.moved, leg.last)
        ]
        steps = [record.step(n) for leg in legs for n in (leg.first, leg.last)]
        span = (min(own), max(own)) if own else None
        came = [leg for leg in legs if not leg.places[0]]
        latest = max(came, key=lambda leg: leg.first, default=None)
        return FamilyTurn(
            family,
            turn,
            found,
            min(steps),
            max(steps),
            TurnWords(self.words).story(turn, found),
            record.step(latest.first) if latest else 0,
            latest is not None and self._kind(latest.key) in OFFICE_OF,
            span,
        )

    def _flight(self, family: str) -> tuple[str, ...]:
        """5.f: the places on the Helicopter's way, also if it came back."""
        near = self.record.city.near
        way: list[str] = []
        for act in self.record.acts[self.start : self.end]:
            if (act.what, act.kind, act.owner) == ("unit", "helicopter", family):
                way += [act.target] if way else [act.source, act.target]
        return tuple(place for place in way if place in near)

    def _held(self, kind: str) -> bool:
        """5.e: whether the Cousin holds the Office of a kind of Unit."""
        return self.record.positions[self.start].led_by_cousin(kind)

    def _present(self, legs: list[Leg]) -> tuple[str, ...]:
        """4.a: who took part when the family moved."""
        sets = [set(self.record.positions[leg.first].present()) for leg in legs]
        return tuple(sorted(set.intersection(*sets)))

    def _rebels(self, by_family: Mapping[str, list[Leg]]) -> set[str]:
        """3.b, 9.a: who is a Rebel as far as is known, or moves in this segment."""
        position = self.record.positions[self.start]
        near = position.city.near
        moved = {
            who for who, legs in by_family.items() if any(leg.places[0] in near for leg in legs)
        }
        known = self.coup.rebels.keys() | self.coup.maybe | {position.leader} | self.record.turned
        return moved | set(known)

    # --- cards -----------------------------------------------------------------------------------

    def _cards(self, legs: list[Leg], coup: Coup, issues: list[Issue]) -> dict[str, list[Card]]:
        """8.a, 2.c: the cards of this segment by the family that played each."""
        record = self.record
        found: dict[str, list[Card]] = defaultdict(list)
        for n in range(self.start, self.until):
            act = record.acts[n]
            if act.what != "card" or act.target != "played":
                continue
            card = record.city.cards.get(act.kind)
            who = self._player(act.side, card, legs, found)
            name = self.words.game.card[act.kind].title if act.kind in self.words.game.card else ""
            if n >= self.end:
                late = card is not None and any(
                    self._kind(leg.key) == card.kind and not leg.places[0] for leg in legs
                )
                note = oddity if late else breach
                what = f"the card {name} was played after dice had been rolled"
                issues.append(note("2.c", who, what, act.step))
                if not late:
                    continue
            elif act.kind in coup.played:
                issues.append(
                    breach("8.a", who, f"the card {name} was played before in this coup", act.step)
                )
            elif self._declared(n):
                what = f"the card {name} was played after attacks had been declared"
                issues.append(oddity("2.c", who, what, act.step))
            coup.played.add(act.kind)
            if card is not None:
                found[who].append(card)
        return found

    def _declared(self, n: int) -> bool:
        """2.c, 11.a: whether markers of Battle lie before an act, and nobody moves after it."""
        acts, near = self.record.acts, self.record.city.near
        put = (act for act in acts[self.start : n] if act.what in ("attack", "battle"))
        lies = {act.piece: act.target in near for act in put if act.kind != "face"}
        return any(lies.values()) and not any(
            act.what == "unit" and {act.source, act.target} <= near.keys()
            for act in acts[n : self.end]
        )

    def _player(
        self, seat: str, card: Card | None, legs: list[Leg], found: Mapping[str, list[Card]]
    ) -> str:
        """8.c: who played a card: whose seat did, else whose new Units are nearest to its space."""
        if card is None:
            return seat
        near = {card.space, *self.record.city.near.get(card.space, ())}
        came: dict[str, list[str]] = defaultdict(list)
        for leg in legs:
            if self._kind(leg.key) == card.kind and not leg.places[0] and leg.family:
                came[leg.family].append(leg.places[-1])
        score: dict[str, int] = {}
        for who, places in came.items():
            given = sum(one.number for one in found.get(who, ()) if one.kind == card.kind)
            off = abs(len(places) - given - card.number)
            score[who] = sum(place in near for place in places) - 3 * off + 2 * (who == seat)
        return max(score, key=lambda who: score[who], default=seat)

    def _short(self, legs: list[Leg], cards: Mapping[str, list[Card]]) -> list[Issue]:
        """8.a: as many Units come as the card says."""
        came = Counter((leg.family, self._kind(leg.key)) for leg in legs if not leg.places[0])
        due: Counter[tuple[str, str]] = Counter()
        for who, played in cards.items():
            for card in played:
                due[who, card.kind] += card.number
        # If the log begins in this segment, they may have come before it.
        midway = self.start == 0 and self.record.midway
        span = self.record.step(self.start), self.record.step(max(self.start, self.end - 1))
        issues = []
        for (who, kind), number in due.items():
            if came[who, kind] != number and (came[who, kind] or not midway):
                units = self.words.units(kind, number)
                what = f"the card brings {units}, but {came[who, kind] or 'none'} came"
                issues.append(breach("8.a", who, what, *span, expected=str(number)))
        return issues

    # --- what is remembered, and who sat where ----------------------------------------------------

    def _remember(self, made: FamilyTurn, coup: Coup) -> None:
        """3.b, 7.c: who moved in the Rebellion phase, and what has been on the map."""
        turn = made.turn
        for net, pick in zip(turn.nets, made.found.picks, strict=True):
            coup.landed.add(net.key)
            if turn.phase:
                continue
            if pick.story[0] == "reacts" and net.target in turn.city.near.get(net.source, ()):
                coup.maybe.add(made.family)  # it may have moved before the card came
            if not net.source or (turn.riots and net.kind == "police"):
                coup.maybe.add(made.family)
        if rebels_by_moving(turn, made.found):
            coup.rebels.setdefault(made.family, "9.b" if self._strayed(made) else "3.h")

    @staticmethod
    def _reacted(made: FamilyTurn) -> bool:
        """9.c: whether all that a family moved are Police that react when they must not."""
        picks = [*zip(made.turn.nets, made.found.picks, strict=True)]
        return (
            bool(made.turn.phase)
            and any(pick.story[0] == "reacts" for _, pick in picks)
            and all((net.kind, net.target) == ("police", picks[0][0].target) for net, _ in picks)
        )

    def _strayed(self, made: FamilyTurn) -> bool:
        """9.b: whether the Police of a family that stays loyal reacted to the wrong space."""
        record, turned = self.record, self.record.turned
        if not turned or made.family in turned or not strays(made.turn, made.found):
            return False
        sent = [
            n
            for n in range(self.start, self.end)
            if (act := record.acts[n]).what == "unit"
            and (act.kind, act.owner) == ("police", made.family)
        ]
        units = record.positions[min(sent, default=self.start)].units.values()
        return any(unit.kind in UNARMED and unit.place in record.city.near for unit in units)

    def _taken_by(self, leg: Leg, legs: list[Leg]) -> str:
        """6.c: the family whose player moved another family's Unit along with Units of his own.

        Empty for none, and where players do not act from their own seats.
        """
        if not self.record.trusted or not leg.places[0] or len(leg.seats) != 1:
            return ""
        (seat,) = leg.seats
        way = leg.places[0], leg.places[-1]
        along = leg.family not in ("", seat) and any(
            other.family == seat in other.seats and (other.places[0], other.places[-1]) == way
            for other in legs
        )
        return seat if along else ""

    def _landed_by_others(self, legs: list[Leg]) -> list[Issue]:
        """7.d: where players act from their own seats, whose hand lands a Unit is evidence."""
        found = []
        for leg in legs if self.record.trusted else ():
            kind = self._kind(leg.key)
            lands = leg.family and not leg.places[0] and kind in OFFICE_OF
            if lands and leg.begun not in ("", leg.family) and not self._held(kind):
                what = self._moved([leg], leg.begun)
                found.append(oddity("7.d", leg.begun, what, self.record.step(leg.first)))
        return found

    def _groups(self, legs: list[Leg]) -> list[list[Leg]]:
        """Like Units of one family that went the same way."""
        found: dict[tuple[str, ...], list[Leg]] = defaultdict(list)
        for leg in legs:
            found[leg.family, self._kind(leg.key), leg.places[0], leg.places[-1]].append(leg)
        return [*found.values()]

    def _moved(self, legs: list[Leg], seat: str) -> str:
        """`Dorado's player moved 2 Units of the 1st Army Brigade (Estrada) to Market`."""
        first, words = legs[0], self.words
        units = words.owned(self._kind(first.key), len(legs), first.family)
        return f"{words.family(seat)}'s player moved {units} to {words.place(first.places[-1])}"
